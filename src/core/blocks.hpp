// SPDX-License-Identifier: MIT
// Bytes that grow to any size without ever being moved or held twice.
#pragma once

#include <cstdint>
#include <vector>

#include "anmkit/result.hpp"

namespace anmkit {

class Blocks {
 public:
  // Each piece is in one block; it stays where it is as long as this object lives.
  const std::byte* append(ByteView piece);
  // Zeros up to the next multiple of `alignment` bytes.
  void align(std::size_t alignment);
  std::uint64_t size() const { return size_; }
  bool write(const Sink& sink) const;

 private:
  std::vector<Bytes> blocks_;  // none outgrows the memory it began with
  std::uint64_t size_ = 0;
};

}  // namespace anmkit
