// SPDX-License-Identifier: MIT
// Keys and names of encrypted KIF archives (section 8.3).
#include <array>

#include "formats/cs2/archive/archive.hpp"

namespace anmkit::cs2 {
namespace {

constexpr std::uint32_t kLetters = 52;

// A to Z, then a to z; -1 for everything else.
int letter_index(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  return -1;
}
char letter(std::uint32_t index) {
  return static_cast<char>(index < 26 ? 'A' + index : 'a' + (index - 26));
}

// The state that the first number needs.
constexpr std::size_t kMiddle = 397;
std::array<std::uint32_t, kMiddle + 1> start_state(std::uint32_t seed, Seeding seeding) {
  std::array<std::uint32_t, kMiddle + 1> state{};
  for (std::size_t i = 0; i < state.size(); ++i) {
    if (seeding == Seeding::year_1999) {
      state[i] = seed & 0xFFFF0000;
      seed = 69069 * seed + 1;
      state[i] |= seed >> 16;
      seed = 69069 * seed + 1;
    } else if (i == 0) {
      state[i] = seed;
    } else if (seeding == Seeding::year_1998) {
      state[i] = 69069 * state[i - 1];
    } else {
      state[i] = 1812433253 * (state[i - 1] ^ state[i - 1] >> 30) + static_cast<std::uint32_t>(i);
    }
  }
  return state;
}

}  // namespace

std::uint32_t first_random(std::uint32_t seed, Seeding seeding) {
  const auto state = start_state(seed, seeding);
  const std::uint32_t joined = (state[0] & 0x80000000) | (state[1] & 0x7FFFFFFF);
  std::uint32_t y = state[kMiddle] ^ joined >> 1 ^ ((joined & 1) != 0 ? 0x9908B0DFu : 0u);
  y ^= y >> 11;
  y ^= y << 7 & 0x9D2C5680;
  y ^= y << 15 & 0xEFC60000;
  return y ^ y >> 18;
}

std::uint32_t name_seed(std::string_view v_code2) {
  std::uint32_t crc = 0xFFFFFFFF;
  for (const char c : v_code2) {
    crc ^= std::uint32_t{static_cast<unsigned char>(c)} << 24;
    for (int bit = 0; bit < 8; ++bit)
      crc = crc << 1 ^ ((crc & 0x80000000) != 0 ? 0x04C11DB7u : 0u);
    crc = ~crc;
  }
  return crc;
}

std::uint32_t name_shift(std::uint32_t seed, std::uint32_t index, Seeding seeding) {
  const std::uint32_t key = first_random(seed + index, seeding);
  return ((key >> 24) + (key >> 16) + (key >> 8) + key) & 255;
}

std::string turn_name(std::string_view name, std::uint32_t shift, Turn turn) {
  std::string out(name);
  std::uint32_t turned = shift % kLetters;
  for (char& c : out) {
    if (const int index = letter_index(c); index >= 0) {
      const std::uint32_t mirrored = kLetters - 1 - static_cast<std::uint32_t>(index);
      c = letter((mirrored + (turn == Turn::forwards ? turned : kLetters - turned)) % kLetters);
    }
    turned = (turned + 1) % kLetters;
  }
  return out;
}

}  // namespace anmkit::cs2
