// SPDX-License-Identifier: MIT
// The cipher of encrypted KIF archives (section 8.3), and the generator its keys come from.
#pragma once

#include <array>
#include <cstdint>

#include "core/bytes.hpp"

namespace anmkit::cs2 {

inline constexpr std::size_t kPiWords = 18 + 4 * 256;
extern const std::array<std::uint32_t, kPiWords> kPi;

// Blowfish on blocks of two 32-bit numbers.
class Blowfish {
 public:
  // A key of one byte or more, repeated to the end of the round keys.
  explicit Blowfish(ByteView key);
  // The four bytes of a number, the lowest first.
  explicit Blowfish(std::uint32_t key);

  void encipher(std::uint32_t& left, std::uint32_t& right) const;
  void decipher(std::uint32_t& left, std::uint32_t& right) const;
  // Whole blocks of two little-endian numbers; a rest at the end stays as it is.
  Bytes encipher(ByteView bytes) const;
  Bytes decipher(ByteView bytes) const;

 private:
  std::uint32_t mix(std::uint32_t x) const;

  std::array<std::uint32_t, 18> rounds_{};
  std::array<std::array<std::uint32_t, 256>, 4> boxes_{};
};

}  // namespace anmkit::cs2
