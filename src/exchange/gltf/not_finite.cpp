// SPDX-License-Identifier: MIT
// The numbers of a scene that glTF cannot store.
#include "exchange/gltf/not_finite.hpp"

#include <algorithm>
#include <bit>
#include <span>

namespace anmkit {
namespace {

// Whether one of the numbers is none that a float can store. Without a way out of the loop and with
// whole numbers alone, so that compilers look at several at a time: the sign bit of the sum is set
// by what is larger than the largest float, infinities and NaN among it.
bool any_too_large(std::span<const double> numbers) {
  constexpr std::uint64_t kPlus = std::numeric_limits<std::uint64_t>::max() >> 1;
  constexpr std::uint64_t kMost =
      std::bit_cast<std::uint64_t>(double{std::numeric_limits<float>::max()});
  std::uint64_t found = 0;
  for (const double number : numbers)
    found |= (std::bit_cast<std::uint64_t>(number) & kPlus) + (kPlus - kMost);
  return (found & ~kPlus) != 0;
}

}  // namespace

bool has_not_finite(const Scene& scene) {
  const auto bad = [](double v) { return !fits_float(v); };
  const auto bad_place = [&](Vec3 v) { return bad(v.x) || bad(v.y) || bad(v.z); };
  for (const Node& node : scene.nodes) {
    const Quat& q = node.rest.rotation;
    if (bad_place(node.rest.translation) || bad_place(node.rest.scale) ||
        bad_place({q.x, q.y, q.z}) || bad(q.w) || bad_place(node.block_size.value_or(Vec3{})) ||
        any_too_large(node.offset.m)) {
      return true;
    }
  }
  return std::ranges::any_of(scene.clips, [&](const Clip& clip) {
    return std::ranges::any_of(clip.tracks,
                               [](const Track& track) { return any_too_large(track.values); });
  });
}

}  // namespace anmkit
