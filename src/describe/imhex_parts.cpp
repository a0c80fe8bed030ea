// SPDX-License-Identifier: MIT
// The signature of a format as the line of a pattern, and the struct of a text with its length.
#include "describe/imhex_parts.hpp"

#include <algorithm>

#include "describe/marks.hpp"

namespace anmkit {
namespace {

// With fewer digits that are always the same the usual value says more.
constexpr std::size_t kLeastDigits = 6;

unsigned digit(const std::string& value, std::size_t which) {
  const auto byte = static_cast<unsigned char>(value[which / 2]);
  return which % 2 == 0 ? byte >> 4U : byte & 15U;
}

// Digits that are not the same in all values are question marks.
std::string digits(const Mark& mark, bool usual) {
  const std::string& first = mark.values.front();
  std::string text;
  for (std::size_t i = 0; i < 2 * first.size(); ++i) {
    const bool same = usual || std::ranges::all_of(mark.values, [&](const std::string& other) {
                        return digit(other, i) == digit(first, i);
                      });
    if (i % 2 == 0) text += ' ';
    text += same ? "0123456789ABCDEF"[digit(first, i)] : '?';
  }
  return text;
}

std::string in_hex(std::uint32_t offset) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string text;
  for (; offset != 0 || text.size() < 2; offset >>= 4U)
    text.insert(text.begin(), kDigits[offset & 15U]);
  return "0x" + text;
}

constexpr int kMostLengthDigits = 5;

void add_length_digit(std::string& text, int number) {
  const std::string own = std::to_string(number),
                    indent((static_cast<std::size_t>(number) + 1) * 4, ' ');
  const std::string before = number == 0 ? "" : "size" + std::to_string(number - 1) + " + ";
  text += indent + "u8 digit" + own + ";\n";
  text += indent + "s64 size" + own + " = " + before + "(digit" + own + " & 127) * " +
          std::to_string(std::int64_t{1} << (7 * number)) + ";\n";
  const std::string letters = "char text[size" + own + "];\n";
  if (number == kMostLengthDigits - 1) {
    text += indent + letters;
    return;
  }
  text += indent + "if (digit" + own + " >= 128) {\n";
  add_length_digit(text, number + 1);
  text += indent + "} else {\n" + indent + "    " + letters + indent + "}\n";
}

}  // namespace

std::string text_with_length() {
  std::string text = "\nstruct text_with_length {\n";
  add_length_digit(text, 0);
  return text + "};\n";
}

std::string magic_line(const Description& description) {
  const std::vector<Mark> marks = marks_of(description);
  if (marks.empty()) return {};
  for (const bool usual : {false, true}) {
    std::string text;
    std::uint32_t end = marks.front().offset;
    for (const Mark& mark : marks) {
      if (mark.offset != end) break;
      text += digits(mark, usual);
      end += static_cast<std::uint32_t>(mark.values.front().size());
    }
    const auto known = std::ranges::count_if(text, [](char c) { return c != ' ' && c != '?'; });
    if (usual || static_cast<std::size_t>(known) >= kLeastDigits)
      return "#pragma magic [" + text + " ] @ " + in_hex(marks.front().offset) + "\n";
  }
  return {};
}

}  // namespace anmkit
