// SPDX-License-Identifier: MIT
// The verbs and their options as plain data: the parser, the completions and the man page are all
// made from this one table.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace anmkit::cli {

struct OptionDefinition {
  std::string_view name;    // long name without dashes
  std::string_view letter;  // one letter or empty
  std::string_view value;   // what the help calls the value; empty = a switch
  std::string_view help;
  bool many = false;              // takes several values after one name
  bool repeated = false;          // may be given more than once, one value each
  std::string_view choices = {};  // "a|b"
};

struct VerbDefinition {
  std::string_view name;
  std::string_view files;  // "FILE...", "FILE", "[CODE...]" = may be left out, "" = takes none
  std::string_view help;
  std::string_view example;
  std::vector<OptionDefinition> options;
  bool family_options = false;  // takes the options that the families declare
};

const std::vector<VerbDefinition>& verb_definitions();

// Family options as definitions.
std::vector<OptionDefinition> family_option_definitions();

// Options of a verb: its own, then those of the families that do not clash.
std::vector<OptionDefinition> options_of(const VerbDefinition& verb);

// Generated texts.
std::string man_page();
std::string completion(std::string_view shell);  // bash, zsh or fish; empty = unknown shell

}  // namespace anmkit::cli
