// SPDX-License-Identifier: MIT
// Labels by name, with the first place that defines each.
#include "formats/cs2/script/labels.hpp"

#include <algorithm>
#include <cstdint>

#include "core/letters.hpp"
#include "formats/cs2/findings.hpp"

namespace anmkit::cs2 {
namespace {

constexpr std::size_t kLongestName = 31;

void check_number(const Token& token, std::size_t line, SourceFindings& findings) {
  if (token.character) {
    findings.report("S02", Severity::warning, line, token.column,
                    "character literal has the odd value " + std::to_string(token.value),
                    "write the number itself");
  }
  if (token.overflow) {
    findings.report("S03", Severity::warning, line, token.column,
                    "number wraps to " + std::to_string(token.value), "numbers have 32 bits");
  }
}

}  // namespace

bool may_define(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first != std::string_view::npos && (line[first] == '#' || line[first] == '/');
}

void check_line(const SourceText& text, const TokenLine& tokens, std::size_t line,
                SourceFindings& findings) {
  const std::string_view bytes = text.lines()[line].text;
  if (line == 0 && bytes.starts_with("\xEF\xBB\xBF")) {
    findings.fault("S16", line, 0, "a UTF-8 byte order mark hides the first line",
                   "save without it");
  }
  if (bytes.size() > kLongestLine) {
    findings.fault(
        "S15", line, kLongestLine,
        "line has " + std::to_string(bytes.size()) + " bytes; the official compiler takes 511");
  }
  if (tokens.unclosed != std::string_view::npos) {
    findings.fault("S17", line, tokens.unclosed, "comment is not closed on its line",
                   "the lines after it are compiled; close it, or use //");
  }
  if (tokens.cut != std::string_view::npos) {
    findings.report("S23", Severity::warning, line, tokens.cut,
                    "Ctrl-Z hides the rest of the line");
  }
  for (const Token& token : tokens.tokens)
    check_number(token, line, findings);
}

// FNV-1a of the name in lower case; names have at most 31 bytes.
std::size_t Labels::Hash::operator()(std::string_view name) const {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const char c : name)
    hash = (hash ^ static_cast<unsigned char>(lower(c))) * 0x100000001B3;
  return static_cast<std::size_t>(hash ^ hash >> 32);
}

Label* Labels::find(std::string_view name) {
  if (name.size() > kLongestName) return nullptr;
  const auto found = by_name_.find(name);
  return found != by_name_.end() ? &labels_[found->second] : nullptr;
}

// One label; false when the pass stops.
bool Labels::define(const SourceText& text, const TokenLine& tokens, std::size_t line,
                    SourceFindings& findings) {
  if (tokens.tokens.empty() || tokens.tokens[0].kind != TokenKind::hash) return true;
  if (tokens.tokens.size() < 2) {
    findings.fault("S08", line, tokens.tokens[0].column,
                   "illegal label name: expected a name after '#'");
    return findings.strict();
  }
  const Token& token = tokens.tokens[1];
  if (token.text.size() > kLongestName) {
    findings.report(
        "S14", Severity::error, line, token.column,
        "label has " + std::to_string(token.text.size()) + " bytes, at most 31 are possible");
    return true;
  }
  const auto lead = static_cast<unsigned char>(token.text.empty() ? 0 : token.text[0]);
  if (token.kind == TokenKind::other && lead >= 0x80) {
    findings.fault("S19", line, token.column,
                   "only the first character of a name outside ASCII counts",
                   "put the name in quotes");
  }
  const auto [place, is_new] = by_name_.try_emplace(token.text, labels_.size());
  if (!is_new) {
    const Label& known = labels_[place->second];
    findings.fault("S09", line, token.column,
                   "label " + quoted(text.whole(line, token.column, token.length)) +
                       " already used in line " + std::to_string(known.line + 1),
                   "upper and lower case are the same");
    if (!findings.strict()) {
      findings.report("S06", Severity::warning, line, token.column,
                      "the official compiler knows no label that is defined after this one");
    }
    return findings.strict();
  }
  std::string_view name = token.text;
  if (token.kind == TokenKind::text) {
    // Text between quotes is valid until the next line's tokens.
    by_name_.erase(place);
    name = texts_.emplace_front(token.text);
    by_name_.emplace(name, labels_.size());
  }
  labels_.push_back({name, 0xFFFFFFFF, line, token.column, token.length, false});
  return true;
}

void Labels::collect(const SourceText& text, SourceFindings& findings) {
  bool more = true;
  const auto defines = [&](const auto& line) { return may_define(line.text); };
  const auto count = static_cast<std::size_t>(std::ranges::count_if(text.lines(), defines));
  // Most of so many lines of two bytes are no labels.
  constexpr std::size_t kMostExpected = 1 << 16;
  by_name_.reserve(std::min(count, kMostExpected));
  TokenLine tokens;
  for (std::size_t line = 0; line < text.lines().size(); ++line) {
    if (!defines(text.lines()[line])) continue;
    tokenise(text.lines()[line].text, tokens);
    check_line(text, tokens, line, findings);
    if (more) more = define(text, tokens, line, findings);
  }
}

}  // namespace anmkit::cs2
