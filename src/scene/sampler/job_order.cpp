// SPDX-License-Identifier: MIT
// Poses of one clip side by side: a clip that is at hand costs least.
#include "scene/sampler/compiled.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <numeric>

namespace anmkit {
namespace {

// The clips of some jobs, numbered in the order in which they come.
class Clips {
 public:
  explicit Clips(std::span<const PoseJob> jobs) {
    places_.fill(kNone);
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      if (i == 0 || jobs[i].clip != jobs[i - 1].clip) {
        last_ = number(jobs[i].clip);
        ++runs_;
      }
      of_[i] = last_;
    }
  }

  bool side_by_side() const { return runs_ == found_; }

  void sort(std::span<const PoseJob> jobs, PoseJob* to) const {
    std::array<std::uint8_t, kMostJobs> counts{}, at;
    for (std::size_t i = 0; i < jobs.size(); ++i)
      ++counts[of_[i]];
    std::exclusive_scan(counts.begin(), counts.begin() + found_, at.begin(), std::uint8_t{0});
    for (std::size_t i = 0; i < jobs.size(); ++i)
      to[at[of_[i]]++] = jobs[i];
  }

 private:
  static constexpr std::uint8_t kNone = 0xFF;
  static constexpr std::size_t kPlaces = 2 * kMostJobs;
  static_assert(kMostJobs < kNone && std::has_single_bit(kPlaces));

  std::uint8_t number(const CompiledClip* clip) {
    // The upper bits of a product depend on all bits of the address.
    constexpr int kShift = 64 - std::countr_zero(kPlaces);
    std::size_t place = static_cast<std::size_t>(
        (std::uint64_t{reinterpret_cast<std::uintptr_t>(clip)} * 0x9E3779B97F4A7C15) >> kShift);
    for (; places_[place] != kNone; place = (place + 1) % kPlaces) {
      if (clips_[places_[place]] == clip) return places_[place];
    }
    clips_[found_] = clip;
    return places_[place] = static_cast<std::uint8_t>(found_++);
  }

  std::array<std::uint8_t, kPlaces> places_;  // of numbers, by the address of their clip
  std::array<const CompiledClip*, kMostJobs> clips_;
  std::array<std::uint8_t, kMostJobs> of_;  // each job
  std::size_t found_ = 0, runs_ = 0;
  std::uint8_t last_ = 0;
};

}  // namespace

void sample_mixed(std::span<const PoseJob> jobs) {
  const Clips clips(jobs);
  if (clips.side_by_side()) return sample_rows(jobs);
  std::array<PoseJob, kMostJobs> sorted;
  clips.sort(jobs, sorted.data());
  sample_rows(std::span(sorted).first(jobs.size()));
}

}  // namespace anmkit
