// SPDX-License-Identifier: MIT
// Values and curves of one part, read from the bytes.
#include "formats/gc/bank/part_keys.hpp"

#include <algorithm>
#include <cmath>

namespace anmkit::gc {
namespace {

double q14(std::int16_t value) {
  return value / 16384.0;
}

// O * A, column-major.
std::array<double, 16> matrix_value(const std::array<float, 12>& rows, unsigned frac,
                                    const Mat4& offset) {
  Mat4 matrix;
  for (int i = 0; i < 12; ++i) {
    matrix.at(i / 4, i % 4) =
        std::ldexp(double{rows[static_cast<std::size_t>(i)]}, -static_cast<int>(frac));
  }
  return (offset * matrix).m;
}

Quad quaternion(const std::byte* from) {
  Quad q{};
  for (std::size_t i = 0; i < 4; ++i)
    q[i] = q14(load<std::int16_t, std::endian::big>(from + 2 * i));
  return q;
}

}  // namespace

PartReader::PartReader(ByteView bytes, const Layout& layout, unsigned part, const Mat4& offset)
    : bytes_(bytes), layout_(layout), part_(part), offset_(offset) {
  const std::uint64_t triple = layout.triple_size();
  const std::uint64_t rotation = layout.has(kQuaternion) ? 8 : triple;
  if (part != kScale && part != kMatrix && layout.has(kScale)) {
    value_at_ += triple;
    curve_at_ += layout.vector_curve_size(layout.scale_mode);
  }
  if (part == kTranslation && layout.has(kEuler | kQuaternion)) {
    value_at_ += rotation;
    curve_at_ += layout.rotation_curve_size();
  }
  const unsigned mode = part == kScale         ? layout.scale_mode
                        : part == kTranslation ? layout.translation_mode
                                               : layout.rotation_mode;
  controls_ = part != kQuaternion && part != kMatrix && (mode == kBezier || mode == kHermite);
  tangents_ = controls_ && mode == kHermite;
  squad_ = part == kQuaternion && (mode == kSquad || mode == kSquadEase);
  squad_ease_ = squad_ && mode == kSquadEase;
  unit_ = std::ldexp(1, -static_cast<int>(layout.frac));
}

bool PartReader::read(const Key& key, PartKey& to) const {
  if (!is_inside(bytes_, key.setting, layout_.setting_size())) return false;
  to = {};
  to.time = double{key.time};
  const std::byte* value = &bytes_[key.setting] + value_at_;
  if (part_ == kMatrix) {
    std::array<float, 12> rows{};
    for (std::size_t i = 0; i < rows.size(); ++i)
      rows[i] = load<float, std::endian::big>(value + 4 * i);
    to.value = matrix_value(rows, layout_.frac, offset_);
  } else if (part_ == kQuaternion) {
    const Quad q = quaternion(value);
    std::ranges::copy(q, to.value.begin());
    to.in = to.out = q;
  } else {
    std::ranges::copy(triple(value), to.value.begin());
  }
  if ((controls_ || squad_) && is_inside(bytes_, key.interpolation, layout_.curve_size()))
    read_curve(&bytes_[key.interpolation] + curve_at_, to);
  return true;
}

void PartReader::read_curve(const std::byte* from, PartKey& to) const {
  const std::uint64_t size = squad_ ? 8 : layout_.triple_size();
  to.in = squad_ ? quaternion(from) : triple(from);
  to.out = squad_ ? quaternion(from + size) : triple(from + size);
  if (!tangents_ && !squad_ease_) return;
  to.ease_in = q14(load<std::int16_t, std::endian::big>(from + 2 * size));
  to.ease_out = q14(load<std::int16_t, std::endian::big>(from + 2 * size + 2));
}

Quad PartReader::triple(const std::byte* from) const {
  Quad out{};
  for (std::size_t i = 0; i < 3; ++i)
    out[i] = component(from + layout_.component_size() * i);
  return out;
}

double PartReader::component(const std::byte* from) const {
  switch (layout_.type) {
    case 0:
      return load<std::uint8_t, std::endian::big>(from) * unit_;
    case 1:
      return load<std::int8_t, std::endian::big>(from) * unit_;
    case 2:
      return load<std::uint16_t, std::endian::big>(from) * unit_;
    case 3:
      return load<std::int16_t, std::endian::big>(from) * unit_;
    default:
      return double{load<float, std::endian::big>(from)};
  }
}

PartKey part_of(const Layout& layout, const KeyFrame& key, unsigned part) {
  PartKey out;
  out.time = double{key.time};
  const auto triple = [&](const std::optional<Triple>& from, auto& to) {
    for (std::size_t i = 0; from && i < 3; ++i) {
      to[i] = from->floats ? double{(*from->floats)[i]}
                           : std::ldexp((*from->integers)[i], -static_cast<int>(layout.frac));
    }
  };
  const auto quaternion = [&](const std::array<std::int16_t, 4>& from, auto& to) {
    for (std::size_t i = 0; i < 4; ++i)
      to[i] = q14(from[i]);
  };
  if (part == kMatrix) {
    out.value = matrix_value(key.matrix.value_or(std::array<float, 12>{}), layout.frac, {});
    return out;
  }
  const auto& curve = part == kScale         ? key.scale_curve
                      : part == kTranslation ? key.translation_curve
                                             : key.rotation_curve;
  if (part == kQuaternion) {
    const std::array<std::int16_t, 4> none{};
    quaternion(key.quaternion.value_or(none), out.value);
    const auto& in = curve && curve->both_quat ? curve->both_quat
                     : curve                   ? curve->in_quat
                                               : key.quaternion;
    const auto& end = curve && curve->both_quat ? curve->both_quat
                      : curve                   ? curve->out_quat
                                                : key.quaternion;
    quaternion(in.value_or(none), out.in);
    quaternion(end.value_or(none), out.out);
  } else {
    triple(part == kScale ? key.scale : part == kEuler ? key.euler : key.translation, out.value);
    if (curve) {
      triple(curve->in, out.in);
      triple(curve->out, out.out);
    }
  }
  if (curve) {
    out.ease_in = q14(curve->ease_in.value_or(0));
    out.ease_out = q14(curve->ease_out.value_or(0));
  }
  return out;
}

}  // namespace anmkit::gc
