// SPDX-License-Identifier: MIT
// Small blocks first, so that small files stay small.
#include "core/blocks.hpp"

#include <algorithm>
#include <array>

namespace anmkit {
namespace {

constexpr std::size_t kSmallest = 16384, kLargest = std::size_t{1} << 20;

}  // namespace

const std::byte* Blocks::append(ByteView piece) {
  if (blocks_.empty() || blocks_.back().capacity() - blocks_.back().size() < piece.size()) {
    const std::size_t usual =
        static_cast<std::size_t>(std::clamp<std::uint64_t>(size_, kSmallest, kLargest));
    blocks_.emplace_back().reserve(std::max(usual, piece.size()));
  }
  Bytes& block = blocks_.back();
  const std::size_t at = block.size();
  block.insert(block.end(), piece.begin(), piece.end());
  size_ += piece.size();
  return block.data() + at;
}

void Blocks::align(std::size_t alignment) {
  static constexpr std::array<std::byte, 16> kZeros{};
  if (const auto over = static_cast<std::size_t>(size_ % alignment); over != 0)
    append(ByteView(kZeros).first(alignment - over));
}

bool Blocks::write(const Sink& sink) const {
  return std::ranges::all_of(blocks_, [&](const Bytes& block) { return sink(block); });
}

}  // namespace anmkit
