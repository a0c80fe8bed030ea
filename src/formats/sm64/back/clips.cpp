// SPDX-License-Identifier: MIT
// Every clip of a scene, with the files that they were before (section 10.5).
#include <algorithm>
#include <iterator>
#include <numeric>
#include <set>

#include "core/counted.hpp"
#include "formats/sm64/findings.hpp"
#include "formats/sm64/from_scene.hpp"
#include "formats/sm64/scene.hpp"
#include "import/clip_text.hpp"

namespace anmkit::sm64 {
namespace {

Result<std::vector<std::size_t>> chosen_clips(const FromScene& from) {
  const Scene& scene = from.scene;
  if (scene.clips.empty()) return no_clip();
  if (from.clip) return std::vector{*from.clip};
  if (!from.clips.empty()) return std::vector(from.clips.begin(), from.clips.end());
  std::vector<std::size_t> chosen(scene.clips.size());
  std::iota(chosen.begin(), chosen.end(), std::size_t{0});
  return chosen;
}

// Clips whose keys name the same arrays share them, where the samples are still the same.
class Sharing {
 public:
  void share(Motion& motion) {
    if (motion.index_name.empty() || motion.values_name.empty()) return;
    const auto [place, fresh] =
        first_.try_emplace({motion.index_name, motion.values_name}, motion.index, motion.values);
    const auto& [index, values] = place->second;
    if (!std::ranges::equal(index, motion.index)) return;
    if (!std::ranges::equal(values, motion.values)) return;
    motion.index = index;
    motion.values = values;
  }

 private:
  using Tables = std::pair<std::span<const std::uint16_t>, std::span<const std::uint16_t>>;
  std::map<std::pair<std::string, std::string>, Tables> first_;
};

// Further headers that the keys of a clip tell: animations of their own over the same arrays.
void add_variants(const ClipBack& from, const Fast64Clip& keys, const Options& options,
                  std::vector<ClipBack>& clips) {
  const Motion motion = from.motion;
  const std::int16_t y_trans = from.y_trans;
  for (std::size_t i = 0; i < keys.variants.size(); ++i) {
    const Fast64Header& header = keys.variants[i];
    ClipBack& back = clips.emplace_back();
    Motion& variant = back.motion;
    variant = motion;
    back.y_trans = y_trans;
    variant.name =
        header.name.empty() ? motion.name + "_variant_" + std::to_string(i + 1) : header.name;
    apply(header, variant.header);
    if (header.trans_divisor) {
      variant.header.animYTransDivisor = *header.trans_divisor;
      // As for clips: a divisor must not take the movement away.
      if (translation_factor(variant, y_trans_of(variant, options)) == 0) {
        variant.header.animYTransDivisor = motion.header.animYTransDivisor;
      }
    }
  }
}

// Places of the table's elements. Elements that name nothing stay empty, so that the numbers of
// the others do.
void find_slots(Back& back, Findings& findings) {
  std::map<std::string_view, std::size_t> by_name;
  for (std::size_t i = 0; i < back.clips.size(); ++i)
    by_name.emplace(back.clips[i].motion.name, i);
  for (std::size_t i = 0; i < back.table->elements.size(); ++i) {
    const std::string& name = back.table->elements[i].header_name;
    const auto known = by_name.find(name);
    back.slots.push_back(known == by_name.end() ? -1 : static_cast<std::int64_t>(known->second));
    if (known != by_name.end() || name.empty()) continue;
    findings.warning(
        "W-FAST64",
        "the table of Fast64's keys names " + quoted(name) + ", which no animation is called", {},
        path_of(std::string(kFast64Table) + ".elements", i, "header_name"));
  }
}

// The file that all animations were before, when none of its is missing. Its others stay when one
// clip was named.
void find_document(const FromScene& from, Back& back) {
  const MotionDocument* document = nullptr;
  for (const ClipBack& clip : back.clips) {
    if (clip.before == nullptr) continue;
    if (document != nullptr && clip.before->document != document) return;
    document = clip.before->document;
  }
  if (document == nullptr && from.clip) document = as_motions(from.original);
  if (document == nullptr) return;
  std::map<const Before*, std::size_t> places;
  for (std::size_t i = 0; i < back.clips.size(); ++i) {
    if (back.clips[i].before != nullptr) places.emplace(back.clips[i].before, i);
  }
  std::vector<ClipBack> ordered;
  std::vector<bool> taken(back.clips.size());
  for (const Before* before : back.originals.all_of(*document)) {
    if (const auto place = places.find(before); place != places.end()) {
      taken[place->second] = true;
      ordered.push_back(back.clips[place->second]);
    } else if (from.clip) {
      ClipBack& kept = ordered.emplace_back();
      kept.before = before;
      kept.motion = before->motion;
      kept.same = true;
    } else {
      return;
    }
  }
  for (std::size_t i = 0; i < back.clips.size(); ++i) {
    if (!taken[i]) ordered.push_back(back.clips[i]);
  }
  back.clips = std::move(ordered);
  back.document = document;
  back.unchanged = std::ranges::all_of(back.clips, &ClipBack::same);
}

}  // namespace

std::vector<Motion> Back::motions() const {
  std::vector<Motion> motions;
  for (const ClipBack& clip : clips)
    motions.push_back(clip.motion);
  return motions;
}

bool Back::all_mario() const {
  return !clips.empty() &&
         std::ranges::all_of(clips, [](const ClipBack& clip) { return clip.motion.mario; });
}

Result<void> read_clips_back(const FromScene& request, Reader reader, Back& back,
                             ConversionReport& report) {
  const Scene& scene = request.scene;
  const auto chosen = chosen_clips(request);
  if (!chosen) return std::unexpected(chosen.error());
  Findings findings(report.diagnostics);
  back.table = fast64_table(scene, findings);
  // Notes about the keys of new clips, after those clips.
  std::vector<std::optional<Fast64Clip>> all_keys;
  for (const std::size_t i : *chosen) {
    const Clip& clip = scene.clips[i];
    const Before* before = back.originals.find(clip.name);
    auto keys = fast64_clip(clip.extensions, path_of("animations", i), findings);
    if (before != nullptr) keys.reset();
    if (keys && request.cut && !keys->variants.empty()) {
      findings.info("I-PART", clip.name + ": " + std::to_string(keys->variants.size()) +
                                  " further headers of Fast64's keys apply to the whole clip and "
                                  "are left out of a range");
      keys->variants.clear();
    }
    const bool told = keys && clip.extras.empty();
    const bool mario = told && back.table && back.table->is_dma && reader == Reader::any;
    auto one = from_clip(
        {scene, clip, back.moved, before, keys ? &*keys : nullptr, mario ? Reader::mario : reader,
         back.layout, request.on_skeleton, request.cut, back.turns, back.facts},
        back.options, report);
    if (!one) return std::unexpected(one.error());
    back.clips.push_back(std::move(*one));
    all_keys.push_back(std::move(keys));
  }
  // An animation that two clips name is the first one's; the other becomes a new one.
  std::set<const Before*> named;
  for (ClipBack& clip : back.clips) {
    if (clip.before == nullptr || named.insert(clip.before).second) continue;
    clip.before = nullptr;
    clip.same = false;
  }
  find_document(request, back);
  if (!back.unchanged) {
    if (auto done = make_tables(back.clips, back.tables); !done) return done;
  }
  Sharing sharing;
  const std::size_t count = all_keys.size();
  for (std::size_t i = 0; i < count && back.document == nullptr; ++i) {
    if (!all_keys[i]) continue;
    Motion& motion = back.clips[i].motion;
    motion.values_name = all_keys[i]->values_table;
    motion.index_name = all_keys[i]->indices_table;
    sharing.share(motion);
  }
  // Variants are after their clip.
  for (std::size_t i = count; i-- > 0 && back.document == nullptr;) {
    if (!all_keys[i] || !back.clips[i].clip->extras.empty()) continue;
    std::vector<ClipBack> variants;
    add_variants(back.clips[i], *all_keys[i], back.options, variants);
    back.clips.insert(back.clips.begin() + static_cast<std::ptrdiff_t>(i + 1), variants.begin(),
                      variants.end());
  }
  if (request.clip) back.table.reset();
  if (back.table) find_slots(back, findings);
  report.clips = chosen->size();
  const std::size_t parts = back.clips.empty() ? 0 : part_count(back.clips.front().motion);
  report.summary =
      counted(back.clips.size(), "animation of ", "animations of ") + counted(parts, "part");
  return {};
}

void report_written(const FromScene& from, const Back& back, const std::vector<Motion>& written,
                    std::span<const std::size_t> order, ConversionReport& report) {
  for (std::size_t i = 0; i < std::min(order.size(), written.size()); ++i) {
    const ClipBack& clip = back.clips[order[i]];
    if (clip.clip == nullptr || clip.same) continue;
    Motion motion = written[i];
    motion.coopdx = clip.motion.coopdx;
    report_clip(from.scene, clip, motion, back.options, back.moved, back.layout, report);
  }
}

}  // namespace anmkit::sm64
