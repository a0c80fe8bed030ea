// SPDX-License-Identifier: MIT
// An input of a target that needs more than one file: bytes front to back.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "core/bytes.hpp"

namespace anmkit::fuzz {

// Zeros after the end.
class Feed {
 public:
  Feed(const std::uint8_t* data, std::size_t size) : data_(data, size) {}
  std::uint8_t byte() {
    if (data_.empty()) return 0;
    const std::uint8_t first = data_.front();
    data_ = data_.subspan(1);
    return first;
  }
  // So many bytes as the next two say, at most what is there.
  Bytes part() {
    const std::size_t low = byte(), high = byte();
    const std::size_t size = std::min(data_.size(), low + 256 * high);
    const auto bytes = std::as_bytes(data_.first(size));
    data_ = data_.subspan(size);
    return {bytes.begin(), bytes.end()};
  }
  bool empty() const { return data_.empty(); }

 private:
  std::span<const std::uint8_t> data_;
};

}  // namespace anmkit::fuzz
