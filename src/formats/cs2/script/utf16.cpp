// SPDX-License-Identifier: MIT
// Detection of UTF-16 by its zero bytes.
#include "formats/cs2/script/utf16.hpp"

#include <algorithm>
#include <array>

namespace anmkit::cs2 {

std::optional<std::string> utf16_head(ByteView bytes) {
  constexpr std::size_t kLooked = 2048;
  const ByteView head = bytes.first(std::min(bytes.size(), kLooked) / 2 * 2);
  const std::string_view text = as_text(head);
  std::array<std::size_t, 2> zeros{};
  for (std::size_t i = 0; i < head.size(); ++i)
    zeros[i % 2] += head[i] == std::byte{0} ? 1 : 0;
  const bool little = text.starts_with("\xFF\xFE"), big = text.starts_with("\xFE\xFF");
  const std::size_t high = big || (!little && zeros[0] > zeros[1]) ? 0 : 1;
  // Without a mark the high bytes of ASCII tell, and there are always line ends and blanks.
  const bool marked = little || big;
  if (!marked && (8 * zeros[high] < head.size() / 2 || 4 * zeros[1 - high] >= zeros[high]))
    return std::nullopt;
  std::string ascii;
  for (std::size_t i = marked ? 2 : 0; i < head.size(); i += 2) {
    const char low = text[i + 1 - high];
    const bool narrow = text[i + high] == 0 && (static_cast<unsigned char>(low) & 0x80) == 0;
    if (narrow && low == 0) return std::nullopt;
    ascii += narrow ? low : '?';
  }
  return ascii.empty() ? std::nullopt : std::optional(std::move(ascii));
}

}  // namespace anmkit::cs2
