// SPDX-License-Identifier: MIT
// Fixed records as bytes, by the lists of fields that dump and build use (core/fields.hpp):
//   fields(in, key);     // from bytes, in the order of the list
//   fields(out, key);    // to bytes
// A record stores numbers, arrays of numbers, and other records. Members without a fixed size
// (optionals, vectors, strings) are skipped: a file has them elsewhere. A list names other members
// that a record does not store with `elsewhere`.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <type_traits>

#include "core/bytes.hpp"
#include "core/fields.hpp"

namespace anmkit {

namespace detail {
template <class T>
inline constexpr bool kIsElsewhere = kIsOptional<T> || kIsVector<T> || std::same_as<T, std::string>;
}  // namespace detail

template <std::endian Order>
class RecordIn {
 public:
  explicit RecordIn(Reader<Order>& in) : in_(in) {}

  template <class T>
  void operator()(std::string_view name, T& value) {
    if constexpr (std::is_arithmetic_v<T>) {
      value = in_.template get<T>(name);
    } else if constexpr (detail::kIsArray<T>) {
      for (auto& item : value)
        (*this)(name, item);
    } else if constexpr (!detail::kIsElsewhere<T>) {
      fields(*this, value);
    }
  }
  template <class T>
  void elsewhere(std::string_view, T&) {}

 private:
  Reader<Order>& in_;
};

template <std::endian Order>
class RecordOut {
 public:
  explicit RecordOut(Writer<Order>& out) : out_(out) {}

  template <class T>
  void operator()(std::string_view name, const T& value) {
    if constexpr (std::is_arithmetic_v<T>) {
      out_.put(value);
    } else if constexpr (detail::kIsArray<T>) {
      for (const auto& item : value)
        (*this)(name, item);
    } else if constexpr (!detail::kIsElsewhere<T>) {
      fields(*this, value);
    }
  }
  template <class T>
  void elsewhere(std::string_view, const T&) {}

 private:
  Writer<Order>& out_;
};

// The next record of a reader. After an end of the bytes its fields are zero, and the reader fails.
template <std::endian Order, class T>
void get_record(Reader<Order>& in, T& value) {
  RecordIn archive(in);
  fields(archive, value);
}
template <std::endian Order, class T>
void put_record(Writer<Order>& out, const T& value) {
  RecordOut archive(out);
  fields(archive, value);
}

// Reads the record at an offset, when all of its `size` bytes are inside the file.
template <std::endian Order, class T>
bool read_record(ByteView bytes, std::uint64_t offset, std::uint64_t size, T& value) {
  if (!fits(offset, size, bytes.size())) return false;
  Reader<Order> in(bytes, offset);
  get_record(in, value);
  return true;
}

// Writes the record at an offset of a file. False if it does not fit into the file.
template <std::endian Order, class T>
bool place_record(const T& value, std::uint64_t offset, Bytes& file) {
  Writer<Order> out;
  put_record(out, value);
  const Bytes bytes = out.take();
  if (!fits(offset, bytes.size(), file.size())) return false;
  std::ranges::copy(bytes, file.begin() + static_cast<std::ptrdiff_t>(offset));
  return true;
}

}  // namespace anmkit
