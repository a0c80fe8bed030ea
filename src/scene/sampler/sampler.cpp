// SPDX-License-Identifier: MIT
// The sampler for programs: the ways that tracks can take, one after the other.
#include "anmkit/sampler.hpp"

#include <algorithm>

#include "scene/sampler/compile.hpp"

namespace anmkit {

Sampler::Sampler(const Scene& scene, const Clip& clip)
    : compiled_(std::make_shared<const CompiledClip>(compile_clip(scene, clip))) {}

std::size_t Sampler::node_count() const {
  return compiled_->rest.size();
}

std::size_t Sampler::bytes() const {
  const CompiledClip& clip = *compiled_;
  const auto size = [](const auto& list) { return list.size() * sizeof list[0]; };
  return sizeof clip + size(clip.rest) + size(clip.sheets) + size(clip.curves) + size(clip.rows) +
         size(clip.targets) + size(clip.pivots) + clip.keyed.bytes() +
         (clip.others ? clip.others->bytes() : 0);
}

void Sampler::sample(double frame, std::span<Transformf> out) const {
  const CompiledClip& clip = *compiled_;
  out = out.first(std::min(out.size(), clip.rest.size()));
  sample_rows(clip, frame, out);
  if (!clip.curves.empty()) sample_curves(clip, frame, out);
  if (clip.keyed.moves()) clip.keyed.sample(frame, out);
  if (clip.others) clip.others->sample_moving(frame, out);
  if (!clip.pivots.empty()) turn_pivots(clip, out);
  if (clip.keyed.moves()) clip.keyed.sample_pivots(frame, out);
}

}  // namespace anmkit
