// SPDX-License-Identifier: MIT
// One part (translation, scale, rotation or matrix) of the keys of a track, as numbers.
#pragma once

#include <array>

#include "anmkit/math.hpp"
#include "formats/gc/bank/record.hpp"

namespace anmkit::gc {

using Quad = std::array<double, 4>;

// One part of one key: the value and the shape of the curve around it.
struct PartKey {
  double time = 0;
  std::array<double, 16> value{};
  Quad in{}, out{};
  double ease_in = 0, ease_out = 0;
};

// Reads one part of the keys of a bank's track straight from the file's bytes.
class PartReader {
 public:
  // `offset` goes before matrices. Borrows all but the part.
  PartReader(ByteView bytes, const Layout& layout, unsigned part, const Mat4& offset);
  // False when the key's setting is outside the file.
  bool read(const Key& key, PartKey& to) const;

 private:
  void read_curve(const std::byte* from, PartKey& to) const;
  Quad triple(const std::byte* from) const;
  double component(const std::byte* from) const;

  ByteView bytes_;
  const Layout& layout_;
  unsigned part_;
  const Mat4& offset_;
  std::uint64_t value_at_ = 0, curve_at_ = 0;
  bool controls_ = false, tangents_ = false, squad_ = false, squad_ease_ = false;
  double unit_ = 1;
};

// One part of a decoded key, as compact clips have them.
PartKey part_of(const Layout& layout, const KeyFrame& key, unsigned part);

}  // namespace anmkit::gc
