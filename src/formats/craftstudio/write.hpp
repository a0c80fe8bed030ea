// SPDX-License-Identifier: MIT
// Writing the primitive encodings of section 1, with the limits of section 13.
#pragma once

#include "anmkit/craftstudio.hpp"
#include "core/bytes.hpp"

namespace anmkit::craftstudio {

// A LittleWriter that remembers the first thing that does not fit.
class RecordWriter {
 public:
  template <class T>
  void put(T value) {
    out_.put(value);
  }
  template <class T, std::size_t N>
  void put(const std::array<T, N>& values) {
    for (const T& value : values)
      put(value);
  }
  void put_bytes(ByteView bytes) { out_.put_bytes(bytes); }
  void put_text(const Text& text);
  // A u16 count; more than 65535 is refused instead of wrapped.
  void put_count(std::size_t count, std::string_view what);
  void refuse(std::string message);
  void reserve(std::size_t size) { out_.reserve(size); }

  Result<Bytes> finish();

 private:
  LittleWriter out_;
  std::optional<Error> error_;
};

// Bytes that a text takes in a file.
std::uint64_t encoded_size(const Text& text);

}  // namespace anmkit::craftstudio
