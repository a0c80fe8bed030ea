// SPDX-License-Identifier: MIT
// Text that is no UTF-8 read as Shift-JIS, through iconv.
#include "cli/encoding.hpp"

#include <iconv.h>

#include <array>
#include <cstdint>
#include <memory>
#include <type_traits>

#include "core/bytes.hpp"

namespace anmkit::cli {
namespace {

constexpr std::string_view kUnknown = "\xEF\xBF\xBD";

struct Close {
  void operator()(iconv_t converter) const { iconv_close(converter); }
};
using Converter = std::unique_ptr<std::remove_pointer_t<iconv_t>, Close>;

std::string from_shift_jis(std::string_view line) {
  const iconv_t opened = iconv_open("UTF-8", "CP932");
  // What iconv_open gives for an unknown encoding is -1 made a pointer.
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
  for (char& c : result) {
    const auto code = static_cast<unsigned char>(c);
    if ((code < 0x20 && c != '\n' && c != '\t') || code == 0x7F) c = '?';
  }
  return result;
}

}  // namespace anmkit::cli
