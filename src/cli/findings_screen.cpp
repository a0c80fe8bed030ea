// SPDX-License-Identifier: MIT
// Counting findings instead of printing them.
#include "cli/findings_screen.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/files/encoding.hpp"

namespace anmkit::cli {
namespace {

constexpr std::size_t kMostFindings = 12, kMostLines = 8, kMostKinds = 10, kMostText = 100;

std::string shortened(std::string_view text) {
  if (text.size() <= kMostText) return std::string(text);
  std::size_t end = kMostText;
  // Not in the middle of a character.
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
    --end;
  return std::string(text.substr(0, end)) + "...";
}

}  // namespace

bool FindingsScreen::admit(std::string_view file, const Diagnostic& diagnostic) {
  // After a full screen nobody asks any more which are equal.
  if (shown_ < kMostFindings) {
    std::string key = diagnostic.code + '\n' + diagnostic.message;
    if (diagnostic.severity == Severity::error) key.append("\n").append(file);
    if (equal_.insert(std::move(key)).second) {
      ++shown_;
      return true;
    }
  }
  Kind& kind = kinds_[diagnostic.code];
  if (kind.left_out++ == 0) kind.example = shortened(shown(diagnostic.message));
  return false;
}

bool FindingsScreen::admit_line() {
  if (lines_++ < kMostLines) return true;
  ++lines_left_out_;
  return false;
}

std::vector<std::string> FindingsScreen::left_out() const {
  std::vector<std::pair<std::size_t, const std::pair<const std::string, Kind>*>> order;
  for (const auto& kind : kinds_)
    order.emplace_back(kind.second.left_out, &kind);
  std::ranges::stable_sort(order, std::greater{}, [](const auto& one) { return one.first; });
  std::vector<std::string> lines;
  std::size_t others = 0;
  for (const auto& [count, kind] : order) {
    if (lines.size() >= kMostKinds) {
      others += count;
    } else {
      lines.push_back(fmt::format("{} more {}: {}", count, kind->first, kind->second.example));
    }
  }
  if (others > 0) lines.push_back(fmt::format("{} more of other kinds", others));
  if (lines_left_out_ > 0) lines.push_back(fmt::format("{} more lines", lines_left_out_));
  return lines;
}

}  // namespace anmkit::cli
