// SPDX-License-Identifier: MIT
// The sampler for programs: the ways that tracks can take, one after the other.
#include "anmkit/sampler.hpp"

#include <algorithm>
#include <array>

#include "scene/sampler/compile.hpp"

namespace anmkit {

Sampler::Sampler(const Scene& scene, const Clip& clip, RowSize rows)
    : compiled_(std::make_shared<const CompiledClip>(compile_clip(scene, clip, rows))) {}

std::size_t Sampler::node_count() const {
  return compiled_ ? compiled_->rest.size() : 0;
}

std::size_t Sampler::bytes() const {
  if (!compiled_) return 0;
  const CompiledClip& clip = *compiled_;
  const auto size = [](const auto& list) { return list.size() * sizeof list[0]; };
  return sizeof clip + size(clip.rest) + size(clip.gaps) + size(clip.sheets) + size(clip.curves) +
         size(clip.rows) + size(clip.short_rows) + size(clip.ranges) + size(clip.targets) +
         size(clip.pivots) + clip.keyed.bytes() + clip.eased.bytes() + clip.pieces.bytes() +
         (clip.others ? clip.others->bytes() : 0);
}

void finish_pose(const PoseJob& job) {
  const CompiledClip& clip = *job.clip;
  const std::span out(reinterpret_cast<Transformf*>(job.out), job.size / kFloats);
  if (!clip.curves.empty()) sample_curves(clip, job.frame, out);
  if (clip.keyed.moves()) clip.keyed.sample(job.frame, out);
  if (clip.eased.moves()) clip.eased.sample(job.frame, out);
  if (clip.pieces.moves()) clip.pieces.sample(job.frame, out);
  if (clip.others) clip.others->sample_moving(job.frame, out);
  if (!clip.adds_pivots) return;
  if (!clip.pivots.empty()) turn_pivots(clip, out);
  clip.keyed.sample_pivots(job.frame, out);
  clip.eased.sample_pivots(job.frame, out);
  clip.pieces.sample_pivots(job.frame, out);
}

void Sampler::sample(double frame, std::span<Transformf> out) const {
  if (compiled_) sample_rows(*compiled_, frame, out);
}

void Sampler::sample_many(std::span<const double> frames, std::span<Transformf> out) const {
  const std::size_t nodes = node_count();
  if (nodes == 0) return;
  frames = frames.first(std::min(frames.size(), out.size() / nodes));
  std::array<PoseJob, kMostJobs> jobs;
  while (!frames.empty()) {
    const std::size_t count = std::min(frames.size(), jobs.size());
    for (std::size_t i = 0; i < count; ++i)
      jobs[i] = job_of(*compiled_, frames[i], out.subspan(i * nodes, nodes));
    sample_rows(std::span(jobs).first(count));
    frames = frames.subspan(count);
    out = out.subspan(count * nodes);
  }
}

void sample_many(std::span<const PoseRequest> requests) {
  std::array<PoseJob, kMostJobs> jobs;
  std::size_t count = 0;
  for (const PoseRequest& request : requests) {
    if (request.sampler != nullptr && request.sampler->compiled_)
      jobs[count++] = job_of(*request.sampler->compiled_, request.frame, request.out);
    if (count < jobs.size()) continue;
    sample_mixed(jobs);
    count = 0;
  }
  sample_mixed(std::span(jobs).first(count));
}

}  // namespace anmkit
