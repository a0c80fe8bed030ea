// SPDX-License-Identifier: MIT
// Bounded reading and writing of bytes in both byte orders.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "anmkit/result.hpp"

namespace anmkit {

// True when [offset, offset + length) is inside `size` bytes; never overflows.
constexpr bool fits(std::uint64_t offset, std::uint64_t length, std::uint64_t size) {
  return offset <= size && length <= size - offset;
}

// The bits of a scalar as a whole number. A number in another order of bytes is held as this: as a
// float it might be a NaN that processors change.
template <class T>
  requires(std::is_arithmetic_v<T> || std::is_enum_v<T>)
using BitsOf = std::conditional_t<
    sizeof(T) == 1, std::uint8_t,
    std::conditional_t<sizeof(T) == 2, std::uint16_t,
                       std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;

// Loads a scalar of any width from unaligned memory. The caller has proved the range.
template <class T, std::endian Order>
T load(const std::byte* from) {
  BitsOf<T> bits;
  std::memcpy(&bits, from, sizeof bits);
  if constexpr (Order != std::endian::native) bits = std::byteswap(bits);
  return std::bit_cast<T>(bits);
}

// Appends scalars to a byte vector.
template <std::endian Order>
class Writer {
 public:
  template <class T>
  void put(T value) {
    static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
    std::byte raw[sizeof(T)];
    std::memcpy(raw, &value, sizeof value);
    if constexpr (Order != std::endian::native) {
      for (std::size_t i = 0; i < sizeof(T) / 2; ++i)
        std::swap(raw[i], raw[sizeof(T) - 1 - i]);
    }
    const std::size_t end = bytes_.size();
    bytes_.resize(end + sizeof(T));
    std::memcpy(bytes_.data() + end, raw, sizeof(T));
  }
  void put_bytes(ByteView bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }
  void put_text(std::string_view text) { put_bytes(as_bytes(text)); }
  // Fills with zero up to the next multiple of `alignment` bytes.
  void align(std::size_t alignment) {
    while (bytes_.size() % alignment != 0)
      bytes_.push_back(std::byte{0});
  }
  void reserve(std::size_t size) { bytes_.reserve(size); }
  std::size_t size() const { return bytes_.size(); }
  Bytes take() { return std::move(bytes_); }

 private:
  Bytes bytes_;
};

// Reads scalars front to back. The first read beyond the end makes the reader fail and stay
// failed: later reads give zero, `failure()` says where and what was wanted. So a record can be
// read field by field and checked once. No read ever leaves the bytes.
template <std::endian Order>
class Reader {
 public:
  struct Failure {
    std::uint64_t offset = 0;  // where the field begins
    std::uint64_t wanted = 0;  // bytes
    std::uint64_t left = 0;    // bytes
    std::string_view field;    // name given by the caller (a literal)
  };

  explicit Reader(ByteView bytes, std::uint64_t offset = 0) : bytes_(bytes), offset_(offset) {}

  template <class T>
  T get(std::string_view field) {
    if (!require(sizeof(T), field)) return T{};
    const T value = load<T, Order>(bytes_.data() + offset_);
    offset_ += sizeof(T);
    return value;
  }

  // A view of the next `count` bytes; empty on failure.
  ByteView get_bytes(std::uint64_t count, std::string_view field) {
    if (!require(count, field)) return {};
    const ByteView view = bytes_.subspan(offset_, count);
    offset_ += count;
    return view;
  }

  // Proves that `count` records of `size` bytes are ahead, before anything is allocated for them.
  bool require_records(std::uint64_t count, std::uint64_t size, std::string_view field) {
    return require(count * size, field);  // u32 counts and record sizes below 2^32: no overflow
  }

  bool ok() const { return !failed_; }
  const Failure& failure() const { return failure_; }
  std::uint64_t offset() const { return offset_; }
  std::uint64_t left() const { return failed_ ? 0 : bytes_.size() - offset_; }
  ByteView rest() const { return failed_ ? ByteView{} : bytes_.subspan(offset_); }
  ByteView all() const { return bytes_; }

 private:
  bool require(std::uint64_t count, std::string_view field) {
    if (failed_) return false;
    if (fits(offset_, count, bytes_.size())) return true;
    failed_ = true;
    const std::uint64_t left = offset_ <= bytes_.size() ? bytes_.size() - offset_ : 0;
    failure_ = {offset_, count, left, field};
    return false;
  }

  ByteView bytes_;
  std::uint64_t offset_ = 0;
  bool failed_ = false;
  Failure failure_;
};

using LittleReader = Reader<std::endian::little>;
using BigReader = Reader<std::endian::big>;
using LittleWriter = Writer<std::endian::little>;
using BigWriter = Writer<std::endian::big>;

// Up to 16 bytes around an offset as hexadecimal text, for messages.
std::string hex_around(ByteView bytes, std::uint64_t offset);

// Hexadecimal and base64 text of bytes and back; `nullopt`-like failure is an empty optional.
std::string to_hex(ByteView bytes);
std::optional<Bytes> from_hex(std::string_view text);
std::string to_base64(ByteView bytes);
// The same piece by piece.
bool write_base64(const Pieces& bytes, const Sink& sink);
constexpr std::uint64_t base64_size(std::uint64_t bytes) {
  return (bytes + 2) / 3 * 4;
}
std::optional<Bytes> from_base64(std::string_view text);

// True when the bytes are well-formed UTF-8 (no surrogates, no overlong forms).
bool is_utf8(std::string_view text);

}  // namespace anmkit
