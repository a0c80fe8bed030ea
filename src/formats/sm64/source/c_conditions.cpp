// SPDX-License-Identifier: MIT
// Conditions of the preprocessor, as far as text alone can tell them.
#include <algorithm>

#include "formats/sm64/findings.hpp"
#include "formats/sm64/source/c_tokens.hpp"

namespace anmkit::sm64 {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n\\";
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}
std::string_view without_comment(std::string_view text) {
  return trimmed(text.substr(0, std::min(text.find("//"), text.find("/*"))));
}

Truth negated(Truth truth) {
  if (truth == Truth::unknown) return truth;
  return truth == Truth::yes ? Truth::no : Truth::yes;
}

Truth is_defined(std::string_view name, const Defines& known) {
  if (known.find(name)) return Truth::yes;
  if (name == "VERSION_US" || name.starts_with("BUGFIX_")) return Truth::yes;
  return name.starts_with("VERSION_") ? Truth::no : Truth::unknown;
}
Truth value_of(std::string_view name, const Defines& known) {
  const auto own = known.find(name);
  const std::string_view value = own ? without_comment(*own) : name;
  if (value == "0" || value == "FALSE") return Truth::no;
  if (value == "1" || value == "TRUE") return Truth::yes;
  return own ? Truth::unknown : is_defined(name, known);
}

// `0`, `1`, `NAME`, `defined(NAME)`, `defined NAME`, each with '!' and parentheses around.
Truth term(std::string_view text, const Defines& known) {
  bool negative = false, asks_name = false;
  text = trimmed(text);
  while (!text.empty() && (text[0] == '!' || text[0] == '(')) {
    if (text[0] == '!') {
      negative = !negative;
      text.remove_prefix(1);
    } else {
      if (text.back() != ')') return Truth::unknown;
      text = text.substr(1, text.size() - 2);
    }
    text = trimmed(text);
  }
  if (text.starts_with("defined")) {
    asks_name = true;
    text = trimmed(text.substr(7));
    if (text.starts_with('(') && text.ends_with(')')) text = text.substr(1, text.size() - 2);
    text = trimmed(text);
  }
  Truth truth = Truth::unknown;
  if (text.find_first_of(" ()<>=!+-*/") == std::string_view::npos)
    truth = asks_name ? is_defined(text, known) : value_of(text, known);
  return negative ? negated(truth) : truth;
}

// Cuts the text before `mark` off and returns it; the whole text when there is no mark.
std::string_view cut(std::string_view& text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  const std::string_view part = text.substr(0, at);
  text.remove_prefix(at == std::string_view::npos ? text.size() : at + mark.size());
  return part;
}

// A || B && C, without parentheses around more than one term.
Truth expression(std::string_view text, const Defines& known) {
  Truth any = Truth::no;
  do {
    std::string_view terms = cut(text, "||");
    Truth all = Truth::yes;
    do {
      const Truth one = term(cut(terms, "&&"), known);
      if (one == Truth::no || all == Truth::no) {
        all = Truth::no;
      } else if (one == Truth::unknown) {
        all = one;
      }
    } while (!terms.empty());
    if (all == Truth::yes || any == Truth::yes) {
      any = Truth::yes;
    } else if (all == Truth::unknown) {
      any = all;
    }
  } while (!text.empty());
  return any;
}

}  // namespace

std::optional<std::string_view> Defines::find(std::string_view name) const {
  const auto found = all.find(name);
  if (found == all.end() || found->second.at >= here) return std::nullopt;
  return found->second.text;
}

std::string guess_text(std::string_view text, std::uint32_t at) {
  const std::string_view line = text.substr(at, text.find_first_of("\r\n", at) - at);
  return quoted(line) +
         ": no definition decides it, and the part after it is read; delete the part "
         "that the game does not use";
}

Truth truth_of(std::string_view directive, std::string_view condition, const Defines& defined) {
  condition = without_comment(condition);
  if (directive == "ifdef") return is_defined(condition, defined);
  if (directive == "ifndef") return negated(is_defined(condition, defined));
  return expression(condition, defined);
}

}  // namespace anmkit::sm64
