// SPDX-License-Identifier: MIT
// The one buffer of an exported glTF file, with its views and accessors.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/blocks.hpp"
#include "core/bytes.hpp"
#include "core/json.hpp"

namespace anmkit {

enum class GltfTarget : std::uint16_t { none = 0, vertices = 34962, indices = 34963 };
enum class GltfComponent : std::uint16_t { u8 = 5121, u16 = 5123, u32 = 5125, f32 = 5126 };

// Values as a glTF buffer has them: little-endian. Machines that count from the other end need
// `swapped` for it.
template <class T>
ByteView little_endian(std::span<const T> values, std::vector<T>& swapped) {
  if constexpr (std::endian::native == std::endian::big && sizeof(T) > 1) {
    swapped.assign(values.begin(), values.end());
    for (T& value : swapped)
      value = std::bit_cast<T>(std::byteswap(std::bit_cast<BitsOf<T>>(value)));
    values = swapped;
  }
  return std::as_bytes(values);
}

class GltfBuffer {
 public:
  // Everything appended until the next call is in one view, aligned to four bytes.
  void begin_view(GltfTarget target);
  std::size_t view_count() const { return views_.size(); }

  // Plain bytes (images).
  std::size_t add_bytes(ByteView bytes);

  // An accessor over `values`; `components` are 1, 2, 3, 4 or 16. With `bounds` its smallest and
  // largest values are written, which glTF wants for positions and times.
  template <class T>
  std::size_t add(std::span<const T> values, std::size_t components, bool bounds = false);

  // The same of `count` times `components` values that `fill(first, values)` makes, some at a time.
  template <class T, class Fill>
  std::size_t add_made(std::size_t count, std::size_t components, Fill fill);

  // A time line; equal ones are stored once.
  std::size_t add_times(std::span<const float> times);

  // Members "bufferViews" and "accessors".
  void write(JsonWriter& json) const;

  Blocks& blocks() { return blocks_; }
  std::uint64_t size() const { return blocks_.size(); }

  // Whether a value was not a finite number; zero was written for it.
  bool had_not_finite() const { return not_finite_; }

 private:
  struct View {
    std::uint64_t offset = 0, length = 0;
    GltfTarget target = GltfTarget::none;
  };
  struct Accessor {
    std::uint32_t view = 0;
    std::uint64_t offset = 0, count = 0;
    const std::byte* data = nullptr;
    GltfComponent component = GltfComponent::f32;
    std::uint8_t components = 1;
    bool bounds = false;
    std::array<float, 3> low{}, high{};
  };
  // Where it begins in the view, and in memory.
  std::pair<std::uint64_t, const std::byte*> append(ByteView bytes);

  static constexpr std::size_t kAtATime = 4096;  // a multiple of four: no gaps come between
  Blocks blocks_;
  bool not_finite_ = false;
  std::vector<View> views_;
  std::vector<Accessor> accessors_;
  std::unordered_multimap<std::uint64_t, std::size_t> times_;  // hash -> accessor
};

template <class T>
std::size_t GltfBuffer::add(std::span<const T> values, std::size_t components, bool bounds) {
  Accessor accessor;
  // glTF has no word for NaN and infinity; numbers too large for a float end as such.
  std::vector<T> clean;
  if constexpr (std::is_same_v<T, float>) {
    const auto is_bad = [](float value) { return !std::isfinite(value); };
    // Without a way out of the loop, so that compilers look at several values at a time.
    std::uint32_t found = 0;
    for (const float value : values)
      found |= (std::bit_cast<std::uint32_t>(value) & 0x7FFFFFFFu) + (0x80000000u - 0x7F800000u);
    if ((found & 0x80000000u) != 0) {
      clean.assign(values.begin(), values.end());
      std::replace_if(clean.begin(), clean.end(), is_bad, 0.0F);
      values = clean;
      not_finite_ = true;
    }
  }
  std::vector<T> swapped;
  std::tie(accessor.offset, accessor.data) = append(little_endian(values, swapped));
  accessor.view = static_cast<std::uint32_t>(views_.size() - 1);
  accessor.count = values.size() / components;
  accessor.component = sizeof(T) == 1   ? GltfComponent::u8
                       : sizeof(T) == 2 ? GltfComponent::u16
                                        : GltfComponent::u32;
  if constexpr (std::is_same_v<T, float>) {
    accessor.component = GltfComponent::f32;
    accessor.bounds = bounds && components <= 3 && !values.empty();
    if (accessor.bounds) {
      for (std::size_t k = 0; k < components; ++k)
        accessor.low[k] = accessor.high[k] = values[k];
      for (std::size_t i = components; i < values.size(); ++i) {
        float& low = accessor.low[i % components];
        float& high = accessor.high[i % components];
        low = values[i] < low ? values[i] : low;
        high = values[i] > high ? values[i] : high;
      }
    }
  }
  accessor.components = static_cast<std::uint8_t>(components);
  accessors_.push_back(accessor);
  return accessors_.size() - 1;
}

template <class T, class Fill>
std::size_t GltfBuffer::add_made(std::size_t count, std::size_t components, Fill fill) {
  const std::size_t accessor = add(std::span<const T>(), components);
  accessors_[accessor].count = count;
  std::vector<T> some, swapped;
  for (std::size_t first = 0; first < count; first += kAtATime) {
    some.resize(std::min(kAtATime, count - first) * components);
    fill(first, std::span(some));
    append(little_endian(std::span<const T>(some), swapped));
  }
  return accessor;
}

}  // namespace anmkit
