// SPDX-License-Identifier: MIT
// The sampler for programs: rows, tracks that are searched, everything else, then pivots.
#include "anmkit/sampler.hpp"

#include <algorithm>

#include "playback/compile.hpp"

namespace anmkit {

Sampler::Sampler(const Scene& scene, const Clip& clip)
    : compiled_(std::make_shared<const CompiledClip>(compile_clip(scene, clip))) {}

std::size_t Sampler::node_count() const {
  return compiled_ ? compiled_->rest.size() : 0;
}

std::size_t Sampler::bytes() const {
  if (!compiled_) return 0;
  const CompiledClip& clip = *compiled_;
  const auto size = [](const auto& list) { return list.size() * sizeof list[0]; };
  return sizeof clip + size(clip.rest) + size(clip.sheets) + size(clip.rows) + size(clip.targets) +
         size(clip.pivots) + clip.keyed.bytes() + (clip.others ? clip.others->bytes() : 0);
}

double Sampler::frame_at(double seconds) const {
  if (!compiled_) return 0;
  return clamp_frame(seconds * compiled_->rate, compiled_->duration, compiled_->loops);
}

void Sampler::sample(double frame, std::span<Transformf> out) const {
  if (!compiled_) return;
  const CompiledClip& clip = *compiled_;
  out = out.first(std::min(out.size(), clip.rest.size()));
  auto* const floats = reinterpret_cast<float*>(out.data());
  const std::size_t size = kFloats * out.size();
  sample_rows(clip, frame, floats, size);
  clip.keyed.sample(frame, floats, size);
  if (clip.others) clip.others->sample_moving(frame, out);
  if (!clip.pivots.empty()) turn_pivots(clip, floats, size);
}

void Sampler::sample_many(std::span<const double> frames, std::span<Transformf> out) const {
  const std::size_t nodes = node_count();
  if (nodes == 0) return;
  frames = frames.first(std::min(frames.size(), out.size() / nodes));
  for (std::size_t i = 0; i < frames.size(); ++i)
    sample(frames[i], out.subspan(i * nodes, nodes));
}

void sample_many(std::span<const PoseRequest> requests) {
  for (const PoseRequest& request : requests) {
    if (request.sampler != nullptr) request.sampler->sample(request.frame, request.out);
  }
}

}  // namespace anmkit
