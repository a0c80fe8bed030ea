// SPDX-License-Identifier: MIT
// Extras of clips, written and read.
#include "formats/sm64/back/extras.hpp"

#include <algorithm>

#include "core/json.hpp"
#include "formats/sm64/motion/channels.hpp"

namespace anmkit::sm64 {
namespace {

constexpr std::string_view kHidden = "hiddenTranslation";
constexpr std::array<std::string_view, 3> kAxes = {"x", "y", "z"};
constexpr std::string_view kMarioDialect = "mario-dma";
constexpr std::string_view kFamilyKey = "sm64";
constexpr std::array<std::string_view, 3> kSpellingNames = {"c", "lua", "saturn"};

// The samples of a channel that the clip's frames reach.
std::vector<std::int16_t> reached(const Motion& motion, std::size_t channel) {
  const std::int64_t frames = std::max<std::int64_t>(motion.header.loopEnd, 1);
  const auto count =
      std::clamp<std::int64_t>(motion.index[2 * channel], 1, std::min<std::int64_t>(frames, 32767));
  std::vector<std::int16_t> samples;
  for (std::int32_t frame = 0; frame < count; ++frame)
    samples.push_back(sample(motion, channel, frame));
  return samples;
}

void write_hidden(JsonWriter& writer, const Motion& motion, const Options& options) {
  if (channel_count(motion) < 3) return;
  const auto hidden =
      hidden_axes(motion.header, translation_factor(motion, y_trans_of(motion, options)));
  bool open = false;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (!hidden[axis]) continue;
    const auto samples = reached(motion, axis);
    if (std::ranges::all_of(samples, [](std::int16_t value) { return value == 0; })) continue;
    if (!open) {
      writer.key(kHidden);
      writer.begin_object();
      open = true;
    }
    writer.key(kAxes[axis]);
    writer.begin_array();
    for (const std::int16_t value : samples)
      writer.value(value);
    writer.end_array();
  }
  if (open) writer.end_object();
}

std::optional<std::int16_t> s16(const JsonValue& value) {
  const auto number = value.integer();
  if (!number || *number < -32768 || *number > 32767) return {};
  return static_cast<std::int16_t>(*number);
}

// Blender writes the truth values of extras as numbers.
bool is_true(const JsonValue& flag) {
  return flag.boolean() == true || flag.number() == 1;
}

}  // namespace

std::string scene_extras_of(std::span<const Motion> motions, std::optional<Spelling> spelling,
                            const Options& options) {
  if (motions.empty()) return {};
  const Motion& first = motions.front();
  JsonWriter writer;
  writer.begin_object();
  writer.key(kFamilyKey);
  writer.begin_object();
  if (std::ranges::all_of(motions, &Motion::mario)) writer.member("dialect", kMarioDialect);
  if (spelling) writer.member("spelling", kSpellingNames[static_cast<std::size_t>(*spelling)]);
  std::size_t parts = 0;
  bool coopdx = false;
  for (const Motion& motion : motions) {
    parts = std::max(parts, part_count(motion));
    coopdx = coopdx || moves_parts(motion);
  }
  writer.member("parts", parts);
  writer.member("yTrans", y_trans_of(first, options));
  if (coopdx) writer.member("coopdx", true);
  if (options.has("engine-trig")) writer.member("engineTrig", true);
  writer.end_object();
  writer.end_object();
  return writer.take();
}

SceneFacts read_scene_facts(std::string_view text) {
  SceneFacts facts;
  if (text.empty()) return facts;
  const auto json = JsonDocument::parse(text);
  if (!json) return facts;
  const JsonValue root = json->root()[kFamilyKey];
  facts.ours = root.is(JsonKind::object);
  if (!facts.ours) return facts;
  facts.mario = root["dialect"].string().value_or("") == kMarioDialect;
  facts.coopdx = is_true(root["coopdx"]);
  facts.engine_trig = is_true(root["engineTrig"]);
  const auto named = std::ranges::find(kSpellingNames, root["spelling"].string().value_or(""));
  if (named != kSpellingNames.end())
    facts.spelling = static_cast<Spelling>(named - kSpellingNames.begin());
  facts.parts = root["parts"].integer();
  facts.y_trans = s16(root["yTrans"]);
  return facts;
}

std::array<bool, 3> hidden_axes(const Header& header, double factor) {
  const auto flags = static_cast<std::uint16_t>(header.flags);
  if (factor == 0) return {true, true, true};
  if ((flags & kHorTrans) != 0) return {true, false, true};
  if ((flags & kVertTrans) != 0) return {false, true, false};
  const bool none = (flags & kNoTrans) != 0;
  return {none, none, none};
}

std::string extras_of(const Motion& motion, double clip_loop_start, const Options& options) {
  const Header& header = motion.header;
  JsonWriter writer;
  writer.begin_object();
  writer.member("flags", header.flags);
  writer.member("animYTransDivisor", header.animYTransDivisor);
  writer.member("startFrame", header.startFrame);
  // "loopStart" is the clip's own member: what is shown. The header may say something else.
  if (clip_loop_start != header.loopStart) writer.member("headerLoopStart", header.loopStart);
  writer.member("loopEnd", header.loopEnd);
  writer.member("unusedBoneCount", header.unusedBoneCount);
  writer.member("length", header.length);
  writer.member("parts", part_count(motion));
  if (motion.mario) writer.member("dialect", kMarioDialect);
  writer.member("yTrans", y_trans_of(motion, options));
  if (moves_parts(motion)) writer.member("coopdx", true);
  if (options.has("engine-trig")) writer.member("engineTrig", true);
  write_hidden(writer, motion, options);
  writer.end_object();
  return writer.take();
}

ClipExtras read_extras(std::string_view text) {
  ClipExtras extras;
  if (text.empty()) return extras;
  const auto json = JsonDocument::parse(text);
  if (!json) return extras;
  const JsonValue root = json->root();
  extras.ours = root["unusedBoneCount"].present() && root["loopEnd"].present();
  if (!extras.ours) return extras;
  extras.flags = s16(root["flags"]);
  extras.divisor = s16(root["animYTransDivisor"]);
  extras.start_frame = s16(root["startFrame"]);
  extras.loop_start = s16(root["headerLoopStart"]);
  extras.loop_end = s16(root["loopEnd"]);
  extras.parts = root["parts"].integer();
  extras.y_trans = s16(root["yTrans"]);
  extras.mario = root["dialect"].string().value_or("") == kMarioDialect;
  extras.coopdx = is_true(root["coopdx"]);
  extras.engine_trig = is_true(root["engineTrig"]);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const JsonValue list = root[kHidden][kAxes[axis]];
    for (JsonValue one = list.first(); one && extras.hidden[axis].size() < 32767; one = one.next())
      extras.hidden[axis].push_back(static_cast<std::uint16_t>(s16(one).value_or(0)));
  }
  return extras;
}

}  // namespace anmkit::sm64
