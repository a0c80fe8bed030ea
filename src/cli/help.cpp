// SPDX-License-Identifier: MIT
// The texts of --help, from the table of definitions.
#include <fmt/format.h>

#include <algorithm>

#include "cli/definitions.hpp"

namespace anmkit::cli {
namespace {

constexpr std::size_t kColumn = 30;  // where the texts begin
constexpr std::size_t kWidth = 100;

// A term and its text, folded between words.
std::string entry(std::string_view term, std::string_view text) {
  std::string out = fmt::format("  {}", term);
  // At least two blanks between the two, else a line of its own.
  std::size_t at = out.size();
  if (at + 2 > kColumn) {
    out += '\n';
    at = 0;
  }
  out.append(kColumn - at, ' ');
  at = kColumn;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    if (at > kColumn && at + 1 + word.size() > kWidth) {
      out += fmt::format("\n{:{}}", "", kColumn);
      at = kColumn;
    } else if (at > kColumn) {
      out += ' ';
      ++at;
    }
    out += word;
    at += word.size();
  }
  return out + "\n";
}

std::string option_entry(const OptionDefinition& option) {
  std::string term = option.letter.empty() ? "    " : fmt::format("-{}, ", option.letter);
  term += fmt::format("--{}", option.name);
  if (!option.value.empty())
    term += fmt::format(" {}", option.choices.empty() ? option.value : option.choices);
  if (option.many) term += " ...";
  std::string text(option.help);
  if (!option.fallback.empty()) text += fmt::format(" (default: {})", option.fallback);
  return entry(term, text);
}

}  // namespace

std::string short_help() {
  std::string text =
      "Read, check, play, convert and write back game animations.\n\n"
      "  anmkit VERB FILE... [options]\n"
      "  anmkit FILE...                what anmkit info says of them\n\n"
      "Verbs:\n";
  for (const VerbDefinition& verb : verb_definitions())
    text += entry(fmt::format("{} {}", verb.name, verb.files), verb.help);
  text += entry("help limits", "what bounds the work of a run; --limit changes it");
  text += entry("help [VERB]", "the options of a verb, with an example; as VERB --help");
  text += entry("--version", "the version of the tool");
  return text + entry("--license", "its licence, and the notices of the libraries inside");
}

std::string verb_help(const VerbDefinition& verb) {
  std::string text = fmt::format("anmkit {}{}{} [options]\n  {}\n\nOptions:\n", verb.name,
                                 verb.files.empty() ? "" : " ", verb.files, verb.help);
  for (const OptionDefinition& option : verb.options)
    text += option_entry(option);
  text += entry("-h, --help", "this text");
  for (const OptionGroup& group : family_groups(verb)) {
    text += fmt::format("\n{}:\n", group.title);
    for (const OptionDefinition& option : group.options)
      text += option_entry(option);
  }
  return text + fmt::format("\nExample:\n  {}\n", verb.example);
}

}  // namespace anmkit::cli
