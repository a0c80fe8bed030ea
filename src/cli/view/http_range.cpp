// SPDX-License-Identifier: MIT
// "bytes=0-99", "bytes=100-" and "bytes=-100".
#include "cli/view/http_range.hpp"

#include <algorithm>
#include <charconv>

namespace anmkit::cli {
namespace {

// Digits alone; a number that is too large is larger than any file.
std::optional<std::uint64_t> number_of(std::string_view text) {
  if (text.empty() || text.find_first_not_of("0123456789") != text.npos) return std::nullopt;
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc::result_out_of_range ? UINT64_MAX : number;
}

}  // namespace

std::optional<ByteRange> range_of(std::string_view header, std::uint64_t size) {
  constexpr std::string_view kUnit = "bytes=";
  if (!header.starts_with(kUnit)) return std::nullopt;
  header.remove_prefix(kUnit.size());
  const std::size_t dash = header.find('-');
  if (dash == header.npos) return std::nullopt;
  const auto first = number_of(header.substr(0, dash)), last = number_of(header.substr(dash + 1));
  if (dash == 0) {
    if (!last) return std::nullopt;
    return ByteRange{size - std::min(*last, size), size};
  }
  if (!first || (!last && dash + 1 < header.size()) || (last && *last < *first))
    return std::nullopt;
  if (*first >= size) return ByteRange{};
  return ByteRange{*first, last && *last < size ? *last + 1 : size};
}

}  // namespace anmkit::cli
