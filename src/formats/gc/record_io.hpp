// SPDX-License-Identifier: MIT
// Fixed records of the model files, read and written by one list of fields:
//   template <class Io, Of<ClutHeader> T> void record(Io& io, T& clut) { io(clut.entries); ... }
#pragma once

#include <algorithm>
#include <array>

#include "core/bytes.hpp"
#include "core/fields.hpp"

namespace anmkit::gc {

class RecordIn {
 public:
  RecordIn(ByteView bytes, std::uint64_t offset) : in_(bytes, offset) {}
  template <class T>
  void operator()(T& value) {
    value = in_.get<T>("field");
  }
  template <class T, std::size_t N>
  void operator()(std::array<T, N>& values) {
    for (T& value : values)
      (*this)(value);
  }

 private:
  BigReader in_;
};

class RecordOut {
 public:
  template <class T>
  void operator()(const T& value) {
    out_.put(value);
  }
  template <class T, std::size_t N>
  void operator()(const std::array<T, N>& values) {
    for (const T& value : values)
      out_.put(value);
  }
  Bytes take() { return out_.take(); }

 private:
  BigWriter out_;
};

// Reads the record at an offset, when all of its `size` bytes are inside the file.
template <class T>
bool read_record(ByteView bytes, std::uint64_t offset, std::uint64_t size, T& value) {
  if (!fits(offset, size, bytes.size())) return false;
  RecordIn in(bytes, offset);
  record(in, value);
  return true;
}

// Puts the record at an offset. False when it would leave the file.
template <class T>
bool put_record(const T& value, std::uint64_t offset, Bytes& file) {
  RecordOut out;
  record(out, value);
  const Bytes bytes = out.take();
  if (!fits(offset, bytes.size(), file.size())) return false;
  std::ranges::copy(bytes, file.begin() + static_cast<std::ptrdiff_t>(offset));
  return true;
}

}  // namespace anmkit::gc
