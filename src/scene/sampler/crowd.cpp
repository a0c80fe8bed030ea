// SPDX-License-Identifier: MIT
// Poses that are written over those of the frame before.
#include "anmkit/sampler.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "scene/sampler/compiled.hpp"

namespace anmkit {
namespace {

// More than a vector takes where the product is no std::size_t.
std::size_t pose_count(std::size_t characters, std::size_t nodes) {
  constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max();
  return nodes != 0 && characters > kMost / nodes ? kMost : characters * nodes;
}

}  // namespace

Crowd::Crowd(std::size_t characters, std::size_t nodes)
    : nodes_(nodes), poses_(pose_count(characters, nodes)), shown_(characters) {}

void Crowd::sample(std::span<const Moment> moments) {
  moments = moments.first(std::min(moments.size(), shown_.size()));
  std::array<PoseJob, kMostJobs> jobs;
  std::size_t count = 0;
  for (std::size_t i = 0; i < moments.size(); ++i) {
    const Sampler* const sampler = moments[i].sampler;
    if (sampler == nullptr || !sampler->compiled_) continue;
    const std::shared_ptr<const CompiledClip>& clip = sampler->compiled_;
    PoseJob& job = jobs[count++];
    job = job_of(*clip, moments[i].frame, std::span(poses_).subspan(i * nodes_, nodes_));
    if (shown_[i] == clip) {
      job.still_there = !clip->adds_pivots;
    } else {
      shown_[i] = clip;
    }
    if (count < jobs.size()) continue;
    sample_mixed(jobs);
    count = 0;
  }
  sample_mixed(std::span(jobs).first(count));
}

std::span<const Transformf> Crowd::pose(std::size_t character) const {
  return std::span(poses_).subspan(character * nodes_, nodes_);
}

}  // namespace anmkit
