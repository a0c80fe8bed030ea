// SPDX-License-Identifier: MIT
// Archives for the visitors of record.hpp: values from bytes and back. `omitted` has a bit for each
// quaternion component that the record does not store and that reads as 0 (appendix B).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "formats/gc/bank/record.hpp"

namespace anmkit::gc {

class RecordReader {
 public:
  RecordReader(ByteView bytes, std::uint64_t offset, unsigned type, unsigned omitted = 0)
      : in_(bytes, offset), type_(type), omitted_(omitted) {}
  void triple(std::optional<Triple>& to) {
    Triple& value = to.emplace();
    if (type_ == kFloatType) {
      for (float& f : value.floats.emplace())
        f = in_.get<float>("component");
      return;
    }
    for (std::int32_t& i : value.integers.emplace())
      i = component();
  }
  void quat(std::optional<std::array<std::int16_t, 4>>& to) {
    to.emplace();
    for (std::size_t i = 0; i < 4; ++i)
      (*to)[i] = (omitted_ >> i & 1u) != 0 ? std::int16_t{0} : in_.get<std::int16_t>("quaternion");
  }
  void q14(std::optional<std::int16_t>& to) { to = in_.get<std::int16_t>("ease"); }
  void time(std::int16_t& to) { to = in_.get<std::int16_t>("time"); }
  void matrix(std::optional<std::array<float, 12>>& to) {
    for (float& f : to.emplace())
      f = in_.get<float>("matrix");
  }
  Curve* curve(std::optional<Curve>& to) { return &to.emplace(); }

 private:
  std::int32_t component() {
    switch (type_) {
      case 0:
        return in_.get<std::uint8_t>("component");
      case 1:
        return in_.get<std::int8_t>("component");
      case 2:
        return in_.get<std::uint16_t>("component");
      default:
        return in_.get<std::int16_t>("component");
    }
  }
  BigReader in_;
  unsigned type_;
  unsigned omitted_;
};

// Collects a record's bytes in `to`, which writers of many records share. Not `complete` when a
// part is absent, or a component is outside its type.
class RecordWriter {
 public:
  explicit RecordWriter(Bytes& to, unsigned type, unsigned omitted = 0)
      : to_(to), type_(type), omitted_(omitted) {
    to_.clear();
  }
  void triple(const std::optional<Triple>& from) {
    const bool floats = type_ == kFloatType;
    if (!from || (floats ? !from->floats : !from->integers)) {
      complete_ = false;
      return;
    }
    for (std::size_t i = 0; i < 3; ++i) {
      floats ? append((*from->floats)[i]) : component((*from->integers)[i]);
    }
  }
  void quat(const std::optional<std::array<std::int16_t, 4>>& from) {
    if (!has(from)) return;
    for (std::size_t i = 0; i < 4; ++i) {
      if ((omitted_ >> i & 1u) == 0) {
        append((*from)[i]);
      } else if ((*from)[i] != 0) {
        complete_ = false;
      }
    }
  }
  void q14(const std::optional<std::int16_t>& from) {
    if (has(from)) append(*from);
  }
  void time(std::int16_t from) { append(from); }
  void matrix(const std::optional<std::array<float, 12>>& from) {
    if (!has(from)) return;
    for (const float f : *from)
      append(f);
  }
  const Curve* curve(const std::optional<Curve>& from) { return has(from) ? &*from : nullptr; }
  bool complete() const { return complete_; }
  ByteView bytes() const { return to_; }

 private:
  template <class T>
  bool has(const std::optional<T>& part) {
    if (!part) complete_ = false;
    return part.has_value();
  }
  template <class T>
  void append(T value) {
    auto raw = std::bit_cast<std::array<std::byte, sizeof(T)>>(value);
    if constexpr (std::endian::native == std::endian::little) std::ranges::reverse(raw);
    to_.insert(to_.end(), raw.begin(), raw.end());
  }
  template <class T>
  void put(std::int32_t value) {
    if (!std::in_range<T>(value)) complete_ = false;
    append(static_cast<T>(value));
  }
  void component(std::int32_t value) {
    switch (type_) {
      case 0:
        return put<std::uint8_t>(value);
      case 1:
        return put<std::int8_t>(value);
      case 2:
        return put<std::uint16_t>(value);
      default:
        return put<std::int16_t>(value);
    }
  }
  Bytes& to_;
  unsigned type_;
  unsigned omitted_;
  bool complete_ = true;
};

}  // namespace anmkit::gc
