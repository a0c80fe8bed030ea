// SPDX-License-Identifier: MIT
// Blowfish in blocks of eight bytes.
#include "formats/cs2/blowfish.hpp"

#include <algorithm>
#include <utility>

namespace anmkit::cs2 {
namespace {

template <class Step>
Bytes each_block(ByteView bytes, const Step& step) {
  Bytes out(bytes.begin(), bytes.end());
  for (std::size_t at = 0; out.size() - at >= 8; at += 8) {
    auto left = load<std::uint32_t, std::endian::little>(out.data() + at);
    auto right = load<std::uint32_t, std::endian::little>(out.data() + at + 4);
    step(left, right);
    for (std::size_t i = 0; i < 4; ++i) {
      out[at + i] = static_cast<std::byte>(left >> (8 * i) & 255);
      out[at + 4 + i] = static_cast<std::byte>(right >> (8 * i) & 255);
    }
  }
  return out;
}

}  // namespace

// The key's bytes lie in memory with the lowest first, and Blowfish takes them with the highest
// first; four bytes fill each round key exactly.
Blowfish::Blowfish(std::uint32_t key) {
  const std::uint32_t word = key << 24 | (key & 0xFF00) << 8 | (key >> 8 & 0xFF00) | key >> 24;
  for (std::size_t i = 0; i < rounds_.size(); ++i)
    rounds_[i] = kPi[i] ^ word;
  for (std::size_t box = 0; box < 4; ++box)
    std::copy_n(kPi.begin() + static_cast<std::ptrdiff_t>(18 + 256 * box), 256,
                boxes_[box].begin());
  std::uint32_t left = 0, right = 0;
  for (std::size_t i = 0; i < rounds_.size(); i += 2) {
    encipher(left, right);
    rounds_[i] = left;
    rounds_[i + 1] = right;
  }
  for (auto& box : boxes_) {
    for (std::size_t i = 0; i < box.size(); i += 2) {
      encipher(left, right);
      box[i] = left;
      box[i + 1] = right;
    }
  }
}

std::uint32_t Blowfish::mix(std::uint32_t x) const {
  return ((boxes_[0][x >> 24] + boxes_[1][x >> 16 & 255]) ^ boxes_[2][x >> 8 & 255]) +
         boxes_[3][x & 255];
}

void Blowfish::encipher(std::uint32_t& left, std::uint32_t& right) const {
  for (std::size_t i = 0; i < 16; ++i) {
    left ^= rounds_[i];
    right ^= mix(left);
    std::swap(left, right);
  }
  std::swap(left, right);
  right ^= rounds_[16];
  left ^= rounds_[17];
}

void Blowfish::decipher(std::uint32_t& left, std::uint32_t& right) const {
  for (std::size_t i = 17; i > 1; --i) {
    left ^= rounds_[i];
    right ^= mix(left);
    std::swap(left, right);
  }
  std::swap(left, right);
  right ^= rounds_[1];
  left ^= rounds_[0];
}

Bytes Blowfish::encipher(ByteView bytes) const {
  return each_block(bytes, [this](auto& left, auto& right) { encipher(left, right); });
}
Bytes Blowfish::decipher(ByteView bytes) const {
  return each_block(bytes, [this](auto& left, auto& right) { decipher(left, right); });
}

}  // namespace anmkit::cs2
