// SPDX-License-Identifier: MIT
// CRC-32: the remainder of all bits, as a polynomial over {0, 1}, by one of degree 32. It is
// without a library, for every build; the start of the tool does not look for one.
#include "core/crc32.hpp"

#include <array>

#if defined __x86_64__ && defined __GNUC__
#include <wmmintrin.h>
#endif

namespace anmkit {
namespace {

// A remainder, whose lowest bit is of the highest power, times x.
constexpr std::uint32_t times_x(std::uint32_t value) {
  return (value & 1) != 0 ? 0xEDB88320u ^ (value >> 1) : value >> 1;
}

// Of each byte, and of each byte with up to 15 zeros after it: sixteen bytes are taken at once.
// Made when they are needed, as they are 16 KB that no compression makes smaller.
constexpr std::size_t kAtOnce = 16;
using Tables = std::array<std::array<std::uint32_t, 256>, kAtOnce>;
Tables make_tables() {
  Tables tables{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit)
      value = times_x(value);
    tables[0][i] = value;
  }
  for (std::size_t zeros = 1; zeros < kAtOnce; ++zeros) {
    for (std::size_t i = 0; i < 256; ++i) {
      const std::uint32_t value = tables[zeros - 1][i];
      tables[zeros][i] = tables[0][value & 0xFF] ^ (value >> 8);
    }
  }
  return tables;
}

std::uint32_t by_tables(std::uint32_t crc, ByteView bytes) {
  static const Tables kTables = make_tables();
  for (; bytes.size() >= kAtOnce; bytes = bytes.subspan(kAtOnce)) {
    std::uint32_t next = 0;
    for (std::size_t k = 0; k < kAtOnce; k += 4) {
      std::uint32_t word = load<std::uint32_t, std::endian::little>(bytes.data() + k);
      if (k == 0) word ^= crc;
      for (std::size_t i = 0; i < 4; ++i)
        next ^= kTables[kAtOnce - 1 - k - i][word >> (8 * i) & 0xFF];
    }
    crc = next;
  }
  for (const std::byte b : bytes)
    crc = kTables[0][(crc ^ std::to_integer<std::uint32_t>(b)) & 0xFF] ^ (crc >> 8);
  return crc;
}

#if defined __x86_64__ && defined __GNUC__

// Processors that multiply polynomials make many bytes into few that have the same remainder.
#define ANMKIT_CLMUL __attribute__((target("pclmul")))

// x^power, at the end of 64 bits.
constexpr std::int64_t power_of_x(unsigned power) {
  std::uint32_t value = 0x80000000u;
  for (; power > 0; --power)
    value = times_x(value);
  return static_cast<std::int64_t>(std::uint64_t{value} << 32);
}

// Sixteen bytes that have the remainder of `part` with `kBits` zero bits after it. The first half
// is 64 powers above the second one; a product of two halves is a bit shorter than two halves are,
// which counts as one power more.
template <unsigned kBits>
ANMKIT_CLMUL __m128i moved(__m128i part) {
  constexpr std::int64_t kFirst = power_of_x(kBits + 63), kSecond = power_of_x(kBits - 1);
  const __m128i factors = _mm_set_epi64x(kSecond, kFirst);
  return _mm_xor_si128(_mm_clmulepi64_si128(part, factors, 0x00),
                       _mm_clmulepi64_si128(part, factors, 0x11));
}

ANMKIT_CLMUL __m128i part_at(const std::byte* from) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
}

// Four parts side by side, as a product is waited for longer than it takes.
constexpr std::size_t kPart = 16, kParts = 4;
ANMKIT_CLMUL std::uint32_t by_products(std::uint32_t crc, ByteView bytes) {
  __m128i parts[kParts];
  for (std::size_t i = 0; i < kParts; ++i)
    parts[i] = part_at(bytes.data() + kPart * i);
  parts[0] = _mm_xor_si128(parts[0], _mm_cvtsi32_si128(static_cast<int>(crc)));
  bytes = bytes.subspan(kPart * kParts);
  for (; bytes.size() >= kPart * kParts; bytes = bytes.subspan(kPart * kParts)) {
    for (std::size_t i = 0; i < kParts; ++i)
      parts[i] =
          _mm_xor_si128(moved<8 * kPart * kParts>(parts[i]), part_at(bytes.data() + kPart * i));
  }
  __m128i all = parts[0];
  for (std::size_t i = 1; i < kParts; ++i)
    all = _mm_xor_si128(moved<8 * kPart>(all), parts[i]);
  for (; bytes.size() >= kPart; bytes = bytes.subspan(kPart))
    all = _mm_xor_si128(moved<8 * kPart>(all), part_at(bytes.data()));
  std::array<std::byte, kPart> last;
  _mm_storeu_si128(reinterpret_cast<__m128i*>(last.data()), all);
  return by_tables(by_tables(0, last), bytes);
}

std::uint32_t remainder(std::uint32_t crc, ByteView bytes) {
  static const bool kMultiplies = __builtin_cpu_supports("pclmul") != 0;
  return kMultiplies && bytes.size() >= kPart * kParts ? by_products(crc, bytes)
                                                       : by_tables(crc, bytes);
}

#else

std::uint32_t remainder(std::uint32_t crc, ByteView bytes) {
  return by_tables(crc, bytes);
}

#endif

}  // namespace

std::uint32_t crc32(ByteView bytes) {
  return ~remainder(0xFFFFFFFFu, bytes);
}

}  // namespace anmkit
