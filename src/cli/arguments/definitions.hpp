// SPDX-License-Identifier: MIT
// The verbs and their options as plain data: the parser, the help, the completions and the man page
// are all made from this one table.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "anmkit/document.hpp"

namespace anmkit::cli {

struct OptionDefinition {
  std::string_view name;    // long name without dashes
  std::string_view letter;  // one letter or empty
  std::string_view value;   // name of the value in the help; empty = a switch
  std::string_view help;
  bool many = false;               // takes several values after one name
  bool repeated = false;           // may be given more than once, one value each
  std::string_view choices = {};   // "a|b"
  std::string_view fallback = {};  // the default, in words
};

struct VerbDefinition {
  std::string_view name;
  std::string_view files;  // "FILE...", "FILE", "[CODE...]" = may be left out, "" = takes none
  std::string_view help;
  std::string_view example;
  std::vector<OptionDefinition> options;
  bool family_options = false;  // takes the options that the families declare
};

// Options of a family that a verb takes.
struct OptionGroup {
  std::string_view title;  // of the family
  std::vector<OptionDefinition> options;
};

const std::vector<VerbDefinition>& verb_definitions();
// Null when there is no such verb.
const VerbDefinition* find_verb(std::string_view name);

OptionDefinition definition_of(const OptionSpec& spec);
// In the order of the families; those that a verb takes nothing from are left out.
std::vector<OptionGroup> family_groups(const VerbDefinition& verb);
// Options of a verb: its own, then those of the families, each name once.
std::vector<OptionDefinition> options_of(const VerbDefinition& verb);
// The verbs that take an option, by its name or letter ("convert and sample"); empty when none
// does.
std::string taken_by(std::string_view option);

// Generated texts.
std::string short_help();  // the verbs
// `all`: every option with its description; else those that fit on a screen.
std::string verb_help(const VerbDefinition& verb, bool all);
std::string all_help();  // the long help of every verb
std::string man_page();
std::string completion(std::string_view shell);  // bash, zsh or fish; empty = unknown shell

}  // namespace anmkit::cli
