// SPDX-License-Identifier: MIT
// Names for C, of whatever a clip is called.
#include "core/c_name.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace anmkit {
namespace {

TEST(CName, KeepsValidNamesAndConvertsOthers) {
  for (const char* name : {"walk", "_walk", "anim_0A", "x", "_1", "Int", "s17"}) {
    EXPECT_TRUE(is_c_name(name));
    EXPECT_EQ(c_name(name), name);
  }
  const std::pair<const char*, const char*> cases[] = {
      {"run fast", "run_fast"},
      {"Zz[az@{", "Zz_az__"},
      {"a-b.c", "a_b_c"},
      {"2nd", "anim_2nd"},
      {"", "anim_"},
      {"_", "anim__"},
      {"...", "anim____"},
      {"\xE8\xB5\xB0\xE3\x82\x8B", "u8D70u308B"},  // two characters of three bytes
      {"na\xC3\xAFve", "nau00EFve"},
      {"\xF0\x9F\x90\xB8", "u01F438"},
      {"a\xFF", "auFFFD"},
  };
  for (const auto& [given, wanted] : cases) {
    EXPECT_EQ(c_name(given), wanted);
    EXPECT_TRUE(is_c_name(wanted)) << wanted;
  }
  for (const char* bad : {"", "2nd", "a b", "\xE8\xB5\xB0"})
    EXPECT_FALSE(is_c_name(bad));
}

TEST(CName, AvoidsKeywords) {
  for (const char* word : {"int", "static", "struct", "while", "xor", "FALSE", "NULL", "u8", "main",
                           "class", "__x", "_Bool"}) {
    EXPECT_EQ(c_name(word), std::string("anim_") + word);
  }
}

}  // namespace
}  // namespace anmkit
