// SPDX-License-Identifier: MIT
// Finding the original animation of a clip.
#include "formats/sm64/back/originals.hpp"

#include <algorithm>

namespace anmkit::sm64 {

Originals::Originals(const FromScene& from, const SceneFacts& facts, const Options& options) {
  std::vector<Companion> beside;
  for (const Origin& origin : from.origins)
    beside.push_back({std::string(origin.name), {}, origin.document});
  for (const Origin& origin : from.origins) {
    const MotionDocument* document = as_motions(origin.document);
    if (document != nullptr) add(*document, origin.clips, beside, options);
  }
  const MotionDocument* alone = as_motions(from.original);
  const bool known =
      std::ranges::any_of(before_, [&](const auto& one) { return one->document == alone; });
  if (alone != nullptr && !known) add(*alone, {}, beside, options);
  // Mario's dialect, known from the file's folder, is stored in the clips and the scene.
  for (const Clip& clip : from.scene.clips) {
    const auto found = by_clip_.find(clip.name);
    if (found == by_clip_.end()) continue;
    const ClipExtras extras = read_extras(clip.extras);
    if (extras.ours ? extras.mario : facts.mario) found->second->motion.mario = true;
  }
}

void Originals::add(const MotionDocument& document, std::span<const std::string> clips,
                    Companions companions, const Options& options) {
  const auto motions = document.motions(companions, options);
  for (std::size_t i = 0; i < motions.size(); ++i) {
    before_.push_back(std::make_unique<Before>(Before{&document, i, motions[i]}));
    const bool told = clips.size() == motions.size();
    by_clip_.emplace(told ? clips[i] : motions[i].name, before_.back().get());
  }
}

const Before* Originals::find(std::string_view clip) const {
  const auto found = by_clip_.find(clip);
  return found == by_clip_.end() ? nullptr : found->second;
}

std::vector<const Before*> Originals::all_of(const MotionDocument& document) const {
  std::vector<const Before*> all;
  for (const auto& one : before_) {
    if (one->document == &document) all.push_back(one.get());
  }
  return all;
}

Options reading_options(const Scene& scene, const SceneFacts& facts, const Options& options) {
  Options reading = options;
  if (facts.coopdx && !reading.has("coopdx")) reading.set("coopdx", "");
  if (facts.engine_trig && !reading.has("engine-trig")) reading.set("engine-trig", "");
  for (const Clip& clip : scene.clips) {
    const ClipExtras extras = read_extras(clip.extras);
    if (extras.coopdx && !reading.has("coopdx")) reading.set("coopdx", "");
    if (extras.engine_trig && !reading.has("engine-trig")) reading.set("engine-trig", "");
  }
  return reading;
}

}  // namespace anmkit::sm64
