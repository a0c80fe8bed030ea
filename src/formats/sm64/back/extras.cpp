// SPDX-License-Identifier: MIT
// Extras of clips, written and read.
#include "formats/sm64/back/extras.hpp"

#include <algorithm>

#include "core/json.hpp"

namespace anmkit::sm64 {
namespace {

constexpr std::string_view kHidden = "hiddenTranslation";
constexpr std::array<std::string_view, 3> kAxes = {"x", "y", "z"};
constexpr std::string_view kMarioDialect = "mario-dma";

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

}  // namespace

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
  if (motion.mario) writer.member("dialect", kMarioDialect);
  writer.member("yTrans", y_trans_of(motion, options));
  if (motion.bone_trans) writer.member("coopdx", true);
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
  extras.parts = s16(root["unusedBoneCount"]);
  extras.y_trans = s16(root["yTrans"]);
  extras.mario = root["dialect"].string().value_or("") == kMarioDialect;
  extras.coopdx = root["coopdx"].boolean().value_or(false);
  extras.engine_trig = root["engineTrig"].boolean().value_or(false);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const JsonValue list = root[kHidden][kAxes[axis]];
    for (JsonValue one = list.first(); one && extras.hidden[axis].size() < 32767; one = one.next())
      extras.hidden[axis].push_back(static_cast<std::uint16_t>(s16(one).value_or(0)));
  }
  return extras;
}

}  // namespace anmkit::sm64
