// SPDX-License-Identifier: MIT
// Text that is no UTF-8 read as Shift-JIS, through iconv.
#include "cli/files/encoding.hpp"

#include <fmt/format.h>
#include <iconv.h>

#include <array>
#include <cstdint>
#include <memory>
#include <type_traits>

#include "core/bytes.hpp"
#include "core/utf8.hpp"

namespace anmkit::cli {
namespace {

constexpr std::string_view kUnknown = "\xEF\xBF\xBD";

struct Close {
  void operator()(iconv_t converter) const { iconv_close(converter); }
};
using Converter = std::unique_ptr<std::remove_pointer_t<iconv_t>, Close>;

std::string from_shift_jis(std::string_view line) {
  const iconv_t opened = iconv_open("UTF-8", "CP932");
  // For an unknown encoding, iconv_open returns -1 as a pointer.
  if (reinterpret_cast<std::intptr_t>(opened) == -1) return {};
  const Converter converter(opened);
  std::string input(line);
  char* from = input.data();
  std::size_t left = input.size();
  std::string text;
  std::array<char, 256> piece{};
  while (left > 0) {
    char* to = piece.data();
    std::size_t room = piece.size();
    const std::size_t before = left;
    const bool good =
        iconv(converter.get(), &from, &left, &to, &room) != static_cast<std::size_t>(-1);
    text.append(piece.data(), piece.size() - room);
    const bool full = room < 8;
    if (good || (full && left < before)) continue;
    text += kUnknown;
    ++from;
    --left;
  }
  return text;
}

// With the control characters of UTF-8 text as their numbers, but for those of `kept`, and with the
// hidden ones, which a terminal or a reader would obey.
std::string escaped(std::string_view text, std::string_view kept) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const auto code = static_cast<unsigned char>(text[i]);
    const HiddenCharacter hidden = hidden_character(text, i);
    if (hidden.size > 0) {
      const auto number = static_cast<std::uint32_t>(hidden.code);
      result +=
          number < 0x100 ? fmt::format("\\x{:02x}", number) : fmt::format("\\u{:04x}", number);
      i += hidden.size;
      continue;
    }
    if (code < 0x20 && kept.find(text[i]) == kept.npos) {
      result += fmt::format("\\x{:02x}", code);
    } else {
      result += text[i];
    }
    ++i;
  }
  return result;
}

}  // namespace

std::string readable(std::string_view text) {
  std::string result;
  while (true) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    result += is_utf8(line) ? std::string(line) : from_shift_jis(line);
    if (end == std::string_view::npos) break;
    result += '\n';
    text.remove_prefix(end + 1);
  }
  return escaped(result, "\n\t");
}

std::string shown(std::string_view name) {
  return escaped(readable(name), "");
}

}  // namespace anmkit::cli
