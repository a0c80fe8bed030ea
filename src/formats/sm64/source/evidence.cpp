// SPDX-License-Identifier: MIT
// Searches over raw text: detection comes before parsing.
#include "formats/sm64/source/evidence.hpp"

#include <algorithm>
#include <string>

#include "core/letters.hpp"

namespace anmkit::sm64 {
namespace {

constexpr std::string_view kBlank = " \t\r\n";

bool is_word(char c) {
  return (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'z') || c == '_';
}

// Drops blanks and comments from the front, but for a comment without an end.
void skip_blank(std::string_view& text) {
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(kBlank), text.size()));
    std::string_view end;
    if (text.starts_with("//")) {
      end = "\n";
    } else if (text.starts_with("/*")) {
      end = "*/";
    } else {
      return;
    }
    const std::size_t at = text.find(end, 2);
    if (at == text.npos && end != "\n") return;
    text.remove_prefix(at == text.npos ? text.size() : at + end.size());
  }
}

std::string_view without_mark(std::string_view text) {
  return text.substr(text.starts_with("\xEF\xBB\xBF") ? 3 : 0);
}

std::string_view take_word(std::string_view& text) {
  const auto end = std::ranges::find_if_not(text, is_word);
  const std::string_view word = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(word.size());
  return word;
}

// "#include" and its kind; the text begins with '#'.
bool is_directive(std::string_view text) {
  text.remove_prefix(1);
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  const std::string_view word = take_word(text);
  constexpr std::string_view kWords[] = {"include", "define", "if",    "ifdef", "ifndef",
                                         "undef",   "pragma", "endif", "else",  "elif"};
  return std::ranges::find(kWords, word) != std::end(kWords);
}

// After the type: "*const name[3] =".
bool is_declarator(std::string_view rest) {
  std::string_view name;
  while (true) {
    skip_blank(rest);
    if (rest.starts_with('*')) {
      rest.remove_prefix(1);
      continue;
    }
    const std::string_view word = take_word(rest);
    if (word.empty()) break;
    name = word;
  }
  if (name.empty()) return false;
  if (rest.starts_with('[')) {
    rest.remove_prefix(std::min(rest.find(']'), rest.size() - 1) + 1);
    skip_blank(rest);
  }
  return rest.starts_with('=');
}

}  // namespace

bool holds_fences(std::string_view text) {
  return text.starts_with("```") || text.find("\n```") != text.npos;
}

bool begins_like_c(std::string_view text) {
  text = without_mark(text);
  skip_blank(text);
  if (text.starts_with('#')) return is_directive(text);
  const std::string_view head = text.substr(0, text.find_first_of(";{=("));
  return !head.empty() && head.size() < text.size() &&
         std::ranges::all_of(
             head,
             [](char c) {
               return is_word(c) ||
                      std::string_view(" \t\r\n*[]\"").find(c) != std::string_view::npos;
             });
}

bool declares(std::string_view text, std::string_view type) {
  for (std::size_t at = text.find(type); at != text.npos; at = text.find(type, at + 1)) {
    if ((at == 0 || !is_word(text[at - 1])) && is_declarator(text.substr(at + type.size())))
      return true;
  }
  return false;
}

bool calls(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
    std::string_view rest = text.substr(at + name.size());
    skip_blank(rest);
    if (rest.starts_with('(')) return true;
  }
  return false;
}

bool is_blank(std::string_view text) {
  text = without_mark(text);
  for (skip_blank(text); text.starts_with("--"); skip_blank(text)) {
    const std::string_view end = text.starts_with("--[[") ? "]]" : "\n";
    const std::size_t at = text.find(end);
    text.remove_prefix(at == text.npos ? text.size() : at + end.size());
  }
  return text.empty();
}

bool only_includes(std::string_view text) {
  text = without_mark(text);
  bool included = false;
  for (skip_blank(text); !text.empty(); skip_blank(text)) {
    if (!text.starts_with('#') || !is_directive(text)) return false;
    const std::string_view line = text.substr(0, text.find('\n'));
    const bool animations = lowered(line).find("anim") != std::string::npos;
    included = included || (line.find("include") != line.npos && animations);
    text.remove_prefix(line.size());
  }
  return included;
}

bool is_enumeration(std::string_view text) {
  text = without_mark(text);
  for (skip_blank(text); text.starts_with('#'); skip_blank(text)) {
    if (!is_directive(text)) return false;
    text.remove_prefix(std::min(text.find('\n'), text.size()));
  }
  std::string_view word = take_word(text);
  if (word == "typedef") {
    skip_blank(text);
    word = take_word(text);
  }
  return word == "enum" && lowered(text.substr(0, 4096)).find("anim") != std::string::npos;
}

}  // namespace anmkit::sm64
