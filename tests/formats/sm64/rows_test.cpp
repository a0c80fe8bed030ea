// SPDX-License-Identifier: MIT
// Rows of hexadecimal numbers, which are read several at a time, against the same numbers one by
// one.
#include <cctype>

#include "support.hpp"

namespace anmkit::sm64::test {
namespace {

std::string around(const std::string& body) {
  return "static const u16 a_values[] = {\n" + body + "};\n";
}

// Elements, or the first error's code and message.
std::string read(const std::string& body) {
  Diagnostics diagnostics;
  const auto file = parse_c(around(body), diagnostics);
  std::string text;
  if (file && !file->arrays.empty()) {
    for (const std::uint16_t element : file->arrays.front().elements)
      text += std::to_string(element) + " ";
  }
  const Diagnostic* error = diagnostics.first_error();
  return error == nullptr ? text : text + error->code;
}

// Whichever byte is anywhere in a row of eight, the numbers are those that are read when each
// is on a line of its own after a comment, which is never the quick way.
TEST(Sm64Rows, EveryByteInEveryPlace) {
  const std::string half = "0x12aF, 0xB9c0, 0x0001, 0xFFFF,\n";
  for (std::size_t at = 0; at < 64; ++at) {
    for (int byte = 1; byte < 256; ++byte) {
      std::string row = half + half;
      row[at] = static_cast<char>(byte);
      // Line ends and what opens a comment or a text would change what the comments below mean.
      if (std::string_view("/*\"'\\\n\r#").find(row[at]) != std::string_view::npos) continue;
      // Before a number such a byte is a part of it, and before a comment it is not.
      if (at % 8 == 7 && (std::isalnum(byte) != 0 || byte == '_' || byte == '.' || byte > 127))
        continue;
      std::string apart;
      for (std::size_t i = 0; i < 64; i += 8)
        apart += "/**/ " + row.substr(i, 8) + "\n";
      EXPECT_EQ(read(row), read(apart)) << "byte " << byte << " at " << at;
    }
  }
}

TEST(Sm64Rows, ManyRowsAndOddEnds) {
  for (const std::size_t count :
       {1u, 2u, 7u, 8u, 509u, 510u, 511u, 512u, 513u, 1023u, 1024u, 3000u}) {
    std::string rows, wanted;
    for (std::size_t i = 0; i < count; ++i) {
      const auto value = static_cast<std::uint16_t>(i * 40503);
      char text[16];
      std::snprintf(text, sizeof text, i % 3 == 0 ? "0x%04x," : "0x%04X,", value);
      rows += std::string(i % 8 == 0 ? "    " : "") + text + (i % 8 == 7 ? "\n" : " ");
      wanted += std::to_string(value) + " ";
    }
    EXPECT_EQ(read(rows), wanted) << count;
    rows.erase(rows.find_last_of(','));
    EXPECT_EQ(read(rows), wanted) << count << " without the last comma";
  }
  EXPECT_EQ(read("0x1, 0x22, 0x333, 0x4444, 5, -1, 0X00ff,\n"), "1 34 819 17476 5 65535 255 ");
}

}  // namespace
}  // namespace anmkit::sm64::test
