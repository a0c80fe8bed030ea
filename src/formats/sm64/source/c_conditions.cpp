// SPDX-License-Identifier: MIT
// Conditions of the preprocessor, as far as text alone can tell them.
#include <algorithm>

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

Truth defined(std::string_view name) {
  if (name == "VERSION_US") return Truth::yes;
  return name.starts_with("VERSION_") ? Truth::no : Truth::unknown;
}

// `0`, `1`, `NAME`, `defined(NAME)`, `defined NAME`, each with '!' and parentheses around.
Truth term(std::string_view text) {
  bool negative = false;
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
    text = trimmed(text.substr(7));
    if (text.starts_with('(') && text.ends_with(')')) text = text.substr(1, text.size() - 2);
    text = trimmed(text);
  }
  Truth truth = Truth::unknown;
  if (text == "0" || text == "FALSE") {
    truth = Truth::no;
  } else if (text == "1" || text == "TRUE") {
    truth = Truth::yes;
  } else if (text.find_first_of(" ()<>=!+-*/") == std::string_view::npos) {
    truth = defined(text);
  }
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
Truth expression(std::string_view text) {
  Truth any = Truth::no;
  do {
    std::string_view terms = cut(text, "||");
    Truth all = Truth::yes;
    do {
      const Truth one = term(cut(terms, "&&"));
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

Truth truth_of(std::string_view directive, std::string_view condition) {
  condition = without_comment(condition);
  if (directive == "ifdef") return defined(condition);
  if (directive == "ifndef") return negated(defined(condition));
  return expression(condition);
}

}  // namespace anmkit::sm64
