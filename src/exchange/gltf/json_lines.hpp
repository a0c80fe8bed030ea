// SPDX-License-Identifier: MIT
// JSON objects of one shape, written thousands of times: accessors, channels, samplers.
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string_view>

#include "core/json.hpp"

namespace anmkit {

// Writes `pattern` as one value, with `numbers` in the places of '#'; many times faster than member
// by member. There is one number for each '#', and the pattern has fewer than 160 characters.
inline void write_line(JsonWriter& json, std::string_view pattern,
                       std::initializer_list<std::uint64_t> numbers) {
  std::array<char, 160 + 20 * 4> line;
  char* out = line.data();
  const std::uint64_t* number = numbers.begin();
  for (std::size_t hole = pattern.find('#'); hole != pattern.npos; hole = pattern.find('#')) {
    std::memcpy(out, pattern.data(), hole);
    out = std::to_chars(out + hole, line.data() + line.size(), *number++).ptr;
    pattern.remove_prefix(hole + 1);
  }
  std::memcpy(out, pattern.data(), pattern.size());
  out += pattern.size();
  json.raw({line.data(), static_cast<std::size_t>(out - line.data())});
}

}  // namespace anmkit
