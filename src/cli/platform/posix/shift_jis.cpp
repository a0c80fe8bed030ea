// SPDX-License-Identifier: MIT
// Shift-JIS through iconv.
#include <iconv.h>

#include <array>
#include <cstdint>
#include <memory>
#include <type_traits>

#include "cli/platform/calls.hpp"

namespace anmkit::cli::sys {
namespace {

constexpr std::string_view kUnknown = "\xEF\xBF\xBD";

struct Close {
  void operator()(iconv_t converter) const { iconv_close(converter); }
};
using Converter = std::unique_ptr<std::remove_pointer_t<iconv_t>, Close>;

}  // namespace

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

}  // namespace anmkit::cli::sys
