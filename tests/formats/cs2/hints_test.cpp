// SPDX-License-Identifier: MIT
// Findings beyond their code: the line, the caret, and the suggestion.
#include "formats/cs2/script/suggest.hpp"
#include "support.hpp"

namespace anmkit::cs2::test {
namespace {

TEST(Cs2Hints, OneSlip) {
  for (const auto& [a, b] :
       std::initializer_list<std::pair<const char*, const char*>>{{"blnd", "blend"},
                                                                  {"blendd", "blend"},
                                                                  {"blemd", "blend"},
                                                                  {"belnd", "blend"},
                                                                  {"blned", "blend"},
                                                                  {"WIAT", "wait"},
                                                                  {"if_", "if"},
                                                                  {"xtop", "top"}}) {
    EXPECT_TRUE(one_slip(a, b)) << a << " " << b;
    EXPECT_TRUE(one_slip(b, a)) << a << " " << b;
  }
  for (const auto& [a, b] :
       std::initializer_list<std::pair<const char*, const char*>>{{"blend", "blend"},
                                                                  {"bnd", "blend"},
                                                                  {"blendxy", "blend"},
                                                                  {"bldne", "blend"},
                                                                  {"if", "it"},
                                                                  {"a", "ab"},
                                                                  {"", "abc"},
                                                                  {"abc", "xyz"}}) {
    EXPECT_FALSE(one_slip(a, b)) << a << " " << b;
    EXPECT_FALSE(one_slip(b, a)) << a << " " << b;
  }
}

std::string message_of(std::string_view source, std::string_view code) {
  Diagnostics found;
  (void)compile(source, {}, found);
  for (const Diagnostic& one : found.finish()) {
    if (one.code == code) return one.message;
  }
  return "no " + std::string(code);
}

TEST(Cs2Hints, Messages) {
  EXPECT_EQ(message_of("1 2\n\tblnd 128\n", "cs2.S05"),
            "unknown command 'blnd'\n  \tblnd 128\n  \t^\n  hint: did you mean 'blend'? the "
            "official compiler ignores this line without a word");
  EXPECT_EQ(message_of("1 2\n\tfoo 128\n", "cs2.S05"),
            "unknown command 'foo'\n  \tfoo 128\n  \t^\n  hint: the official compiler ignores "
            "this line without a word");
  EXPECT_EQ(message_of("#Start\n\tjump satrt\n", "cs2.S12"),
            "undefined label 'satrt'\n  \tjump satrt\n  \t     ^\n  hint: did you mean 'Start'?");
  EXPECT_EQ(message_of("#Start\n\tjump other\n", "cs2.S12"),
            "undefined label 'other'\n  \tjump other\n  \t     ^");
  // Only an argument that is not there is missing.
  EXPECT_EQ(message_of("jump other", "cs2.S13"), "invalid parameter 1\n  jump other\n       ^");
  EXPECT_EQ(message_of("jump", "cs2.S13"),
            "invalid parameter 1\n  jump\n      ^\n  hint: the command needs more of them");
}

}  // namespace
}  // namespace anmkit::cs2::test
