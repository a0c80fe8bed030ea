// SPDX-License-Identifier: MIT
// Poses at many frames, into the caller's numbers.
#include <cmath>
#include <limits>

#include "file.hpp"
#include "json_reports/samples.hpp"

using namespace anmkit;
using namespace anmkit::c;

namespace {

constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max();

// Numbers from the first to the last that are written, or kMost where that is too many.
std::size_t extent(std::size_t count, std::size_t stride, std::size_t inner) {
  if (count == 0 || inner == 0) return 0;
  if (inner == kMost || (stride > 0 && count - 1 > (kMost - inner) / stride)) return kMost;
  return (count - 1) * stride + inner;
}

Result<void> check_frames(const double* frames, std::size_t count) {
  if (frames == nullptr && count > 0) return usage("the frames are null");
  for (std::size_t i = 0; i < count; ++i) {
    if (!std::isfinite(frames[i]))
      return usage("frame " + std::to_string(i) + " is not a finite number");
  }
  return {};
}

Result<void> check_room(std::size_t needed, std::size_t capacity, const void* out) {
  if (needed > capacity)
    return usage("the buffer has " + std::to_string(capacity) + " of " +
                 (needed == kMost ? "too many" : std::to_string(needed)) + " numbers");
  if (out == nullptr && needed > 0) return usage("the buffer is null");
  return {};
}

template <class Number>
void put(Number* to, std::initializer_list<double> numbers) {
  for (const double number : numbers)
    *to++ = static_cast<Number>(number);
}

template <class Number>
Result<void> sample(const anmkit_file* file, std::int32_t clip, const double* frames,
                    std::size_t count, std::int32_t space, Number* out, std::size_t capacity,
                    std::size_t frame_stride, std::size_t node_stride) {
  const auto found = ready(file, clip);
  if (!found) return std::unexpected(found.error());
  const Ready& one = **found;
  if (space < ANMKIT_LOCAL || space > ANMKIT_WORLD_ROWS) return usage("the space is 0, 1 or 2");
  if (auto good = check_frames(frames, count); !good) return good;
  const bool in_world = space != ANMKIT_LOCAL, in_rows = space == ANMKIT_WORLD_ROWS;
  const std::size_t numbers = in_world ? 16 : 10, nodes = one.scene.nodes.size();
  if (node_stride == 0) node_stride = numbers;
  if (frame_stride == 0) frame_stride = extent(nodes, node_stride, numbers);
  if ((nodes > 1 && node_stride < numbers) || (nodes > 0 && count > 1 && frame_stride < numbers))
    return usage("a stride is shorter than the " + std::to_string(numbers) + " numbers of a node");
  const std::size_t needed = extent(count, frame_stride, extent(nodes, node_stride, numbers));
  if (auto good = check_room(needed, capacity, out); !good) return good;

  Pose pose;
  ReferenceSampler::Cursor cursor;
  std::vector<Mat4> world;
  for (std::size_t i = 0; i < count; ++i) {
    one.sampler.sample(frames[i], pose, cursor);
    if (in_world) world_matrices(one.scene, one.order, pose, world);
    for (std::size_t k = 0; k < nodes; ++k) {
      Number* to = out + i * frame_stride + k * node_stride;
      if (in_world) {
        for (std::size_t m = 0; m < 16; ++m)
          to[in_rows ? 4 * (m % 4) + m / 4 : m] = static_cast<Number>(world[k].m[m]);
        continue;
      }
      const auto [t, r, s, pivot] = shown_transform(one.scene, one.scene.nodes[k], pose[k]);
      put(to, {t.x, t.y, t.z, r.x, r.y, r.z, r.w, s.x, s.y, s.z});
    }
  }
  return {};
}

template <class Number>
struct Parts {
  Number *translation, *rotation, *scale;
  std::uint8_t* visible;
};

template <class Number>
void put_next(Number*& to, std::initializer_list<double> numbers) {
  if (to == nullptr) return;
  put(to, numbers);
  to += numbers.size();
}

template <class Number>
Result<void> sample_parts(const anmkit_file* file, std::int32_t clip, const double* frames,
                          std::size_t count, Parts<Number> to, std::size_t capacity) {
  const auto found = ready(file, clip);
  if (!found) return std::unexpected(found.error());
  const Ready& one = **found;
  if (auto good = check_frames(frames, count); !good) return good;
  const std::size_t nodes = one.scene.nodes.size();
  if (extent(count, nodes, nodes) > capacity)
    return usage("the arrays have room for " + std::to_string(capacity) + " of " +
                 std::to_string(extent(count, nodes, nodes)) + " nodes");
  Pose pose;
  ReferenceSampler::Cursor cursor;
  for (std::size_t i = 0; i < count; ++i) {
    one.sampler.sample(frames[i], pose, cursor);
    for (std::size_t k = 0; k < nodes; ++k) {
      const auto [t, r, s, pivot] = shown_transform(one.scene, one.scene.nodes[k], pose[k]);
      put_next(to.translation, {t.x, t.y, t.z});
      put_next(to.rotation, {r.x, r.y, r.z, r.w});
      put_next(to.scale, {s.x, s.y, s.z});
      if (to.visible != nullptr) *to.visible++ = pose[k].visible ? 1 : 0;
    }
  }
  return {};
}

}  // namespace

extern "C" {

int32_t anmkit_sample(const anmkit_file* file, int32_t clip, const double* frames, size_t count,
                      int32_t space, float* out, size_t capacity, size_t frame_stride,
                      size_t node_stride, anmkit_error* error) {
  return run(file, error, [&] {
    return sample(file, clip, frames, count, space, out, capacity, frame_stride, node_stride);
  });
}

int32_t anmkit_sample_double(const anmkit_file* file, int32_t clip, const double* frames,
                             size_t count, int32_t space, double* out, size_t capacity,
                             size_t frame_stride, size_t node_stride, anmkit_error* error) {
  return run(file, error, [&] {
    return sample(file, clip, frames, count, space, out, capacity, frame_stride, node_stride);
  });
}

int32_t anmkit_sample_parts(const anmkit_file* file, int32_t clip, const double* frames,
                            size_t count, float* translation, float* rotation, float* scale,
                            uint8_t* visible, size_t capacity, anmkit_error* error) {
  return run(file, error, [&] {
    return sample_parts<float>(file, clip, frames, count, {translation, rotation, scale, visible},
                               capacity);
  });
}

int32_t anmkit_sample_parts_double(const anmkit_file* file, int32_t clip, const double* frames,
                                   size_t count, double* translation, double* rotation,
                                   double* scale, uint8_t* visible, size_t capacity,
                                   anmkit_error* error) {
  return run(file, error, [&] {
    return sample_parts<double>(file, clip, frames, count, {translation, rotation, scale, visible},
                                capacity);
  });
}

int32_t anmkit_visible(const anmkit_file* file, int32_t clip, const double* frames, size_t count,
                       uint8_t* out, size_t capacity, anmkit_error* error) {
  return run(file, error, [&]() -> Result<void> {
    if (out == nullptr && capacity > 0) return usage("the buffer is null");
    return sample_parts<float>(file, clip, frames, count, {nullptr, nullptr, nullptr, out},
                               capacity);
  });
}

}  // extern "C"
