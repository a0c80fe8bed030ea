// SPDX-License-Identifier: MIT
// Blowfish in blocks of eight bytes.
#include "formats/cs2/archive/blowfish.hpp"

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

std::array<std::byte, 4> number_bytes(std::uint32_t number) {
  std::array<std::byte, 4> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<std::byte>(number >> (8 * i) & 255);
  return bytes;
}

}  // namespace

Blowfish::Blowfish(std::uint32_t key) : Blowfish(ByteView(number_bytes(key))) {}

// Round keys take the bytes of the key with the highest first.
Blowfish::Blowfish(ByteView key) {
  std::size_t next = 0;
  for (std::size_t i = 0; i < rounds_.size(); ++i) {
    std::uint32_t word = 0;
    for (int byte = 0; byte < 4; ++byte)
      word = word << 8 | std::to_integer<std::uint32_t>(key[next++ % key.size()]);
    rounds_[i] = kPi[i] ^ word;
  }
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
