// SPDX-License-Identifier: MIT
// The texts of --help, from the table of definitions.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "cli/arguments/definitions.hpp"

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

// The options that only the long help lists.
bool is_rare(const OptionDefinition& option) {
  constexpr std::string_view kRare[] = {"offset",    "limit",  "sandbox", "length",   "canvas",
                                        "no-source", "pose",   "ground",  "in-place", "start",
                                        "end",       "report", "lines"};
  return std::ranges::find(kRare, option.name) != std::end(kRare);
}

std::string option_entries(const std::vector<OptionDefinition>& options, bool all) {
  std::string text;
  for (const OptionDefinition& option : options) {
    if (all || !is_rare(option)) text += option_entry(option);
  }
  return text;
}

// "  Super Mario 64:  --profile --ytrans", folded: names alone.
std::string names_entry(const OptionGroup& group) {
  std::string names;
  for (const OptionDefinition& option : group.options)
    names += fmt::format("{}--{}", names.empty() ? "" : " ", option.name);
  return entry(fmt::format("{}:", group.title), names);
}

}  // namespace

std::string short_help() {
  std::string text =
      "Read, play, edit and write game animations; convert them to glTF and back.\n\n"
      "  anmkit VERB FILE... [options]\n"
      "  anmkit FILE...                same as anmkit info\n\n"
      "Verbs:\n";
  for (const VerbDefinition& verb : verb_definitions())
    text += entry(fmt::format("{} {}", verb.name, verb.files), verb.help);
  text += entry("help VERB [all]", "the options of a verb; all: also those of each family");
  text += entry("help all", "every option of every verb");
  text += entry("help limits", "resource limits and how to change them");
  text += entry("-V, --version", "the version of the tool");
  return text + entry("--license", "its licence, and the notices of the libraries inside");
}

std::string verb_help(const VerbDefinition& verb, bool all) {
  std::string text = fmt::format("anmkit {}{}{} [options]\n  {}\n\nOptions:\n", verb.name,
                                 verb.files.empty() ? "" : " ", verb.files, verb.help);
  text += option_entries(verb.options, all) + entry("-h, --help", "this text");
  const std::vector<OptionGroup> groups = family_groups(verb);
  if (!all && !groups.empty()) text += "\nOptions of families:\n";
  for (const OptionGroup& group : groups)
    text += all ? fmt::format("\n{}:\n{}", group.title, option_entries(group.options, true))
                : names_entry(group);
  text += fmt::format("\nExample:\n  {}\n", verb.example);
  if (!all) text += fmt::format("anmkit help {} all describes every option.\n", verb.name);
  return text;
}

std::string all_help() {
  std::string text = short_help();
  for (const VerbDefinition& verb : verb_definitions())
    text += "\n" + verb_help(verb, true);
  return text;
}

}  // namespace anmkit::cli
