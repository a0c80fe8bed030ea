// SPDX-License-Identifier: MIT
// The table of Shift-JIS against the C library's iconv, byte by byte.
#include <gtest/gtest.h>
#include <iconv.h>

#include <array>
#include <cstdint>
#include <string>

#include "cli/platform/calls.hpp"

namespace anmkit::cli {
namespace {

// What iconv makes of all these bytes; nothing where they are no characters.
std::string by_iconv(iconv_t converter, std::string bytes) {
  std::array<char, 16> text{};
  char* from = bytes.data();
  char* to = text.data();
  std::size_t left = bytes.size(), room = text.size();
  iconv(converter, nullptr, nullptr, nullptr, nullptr);
  if (iconv(converter, &from, &left, &to, &room) == static_cast<std::size_t>(-1)) return {};
  return {text.data(), text.size() - room};
}

TEST(ShiftJis, CharactersAreThoseOfIconv) {
  const iconv_t converter = iconv_open("UTF-8", "CP932");
  ASSERT_NE(reinterpret_cast<std::intptr_t>(converter), -1);
  int pairs = 0;
  for (unsigned lead = 1; lead < 256; ++lead) {
    const std::string one(1, static_cast<char>(lead));
    const std::string alone = by_iconv(converter, one);
    EXPECT_EQ(sys::from_shift_jis(one), alone.empty() ? "\uFFFD" : alone) << lead;
    if (!alone.empty()) continue;
    for (unsigned trail = 1; trail < 256; ++trail) {
      const std::string both = one + static_cast<char>(trail);
      std::string expected = by_iconv(converter, both);
      pairs += expected.empty() ? 0 : 1;
      if (expected.empty()) expected = "\uFFFD" + sys::from_shift_jis(both.substr(1));
      EXPECT_EQ(sys::from_shift_jis(both), expected) << lead << ' ' << trail;
    }
  }
  iconv_close(converter);
  EXPECT_GT(pairs, 9000);
}

}  // namespace
}  // namespace anmkit::cli
