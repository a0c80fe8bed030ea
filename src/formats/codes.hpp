// SPDX-License-Identifier: MIT
// Tables of diagnostic codes: how they are stored and looked up.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <span>
#include <string_view>
#include <vector>

#include "anmkit/registry.hpp"

namespace anmkit {

// Whether a finding is about something of a file that shows nowhere: a part that the model next to
// it lacks, a member that nobody knows.
bool has_no_effect(std::string_view code, Severity severity);

// What is after a table of codes: its texts one after the other, and their lengths. As a
// table of addresses it would be written at every start of a program that is loaded anywhere.
std::vector<CodeInfo> unpack_codes(std::string_view text, std::span<const std::uint16_t> lengths);

constexpr std::array<std::string_view, 5> parts_of(const CodeInfo& code) {
  return {code.code, code.severities, code.meaning, code.remedy, code.section};
}

// `kTable` is read by the compiler alone.
template <const auto& kTable>
std::span<const CodeInfo> packed_codes() {
  static constexpr auto kLengths = [&] {
    std::array<std::uint16_t, 5 * std::size(kTable)> lengths{};
    auto* to = lengths.data();
    for (const CodeInfo& code : kTable) {
      for (const std::string_view part : parts_of(code))
        *to++ = static_cast<std::uint16_t>(part.size());
    }
    return lengths;
  }();
  constexpr std::size_t kSize = [&] {
    std::size_t size = 0;
    for (const std::uint16_t length : kLengths)
      size += length;
    return size;
  }();
  static constexpr auto kText = [&] {
    std::array<char, kSize> text{};
    auto* to = text.data();
    for (const CodeInfo& code : kTable) {
      for (const std::string_view part : parts_of(code))
        to = std::copy(part.begin(), part.end(), to);
    }
    return text;
  }();
  static const std::vector<CodeInfo> kCodes = unpack_codes({kText.data(), kText.size()}, kLengths);
  return kCodes;
}

}  // namespace anmkit
