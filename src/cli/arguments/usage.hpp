// SPDX-License-Identifier: MIT
// Errors of the command line, and suggestions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace anmkit::cli {

struct VerbDefinition;

struct Fault {
  std::string message, hint;
};

// Whether a first word that is no verb names something to look at: a file, a folder, an entry of an
// archive, or a file that is missing but of a known extension.
bool names_input(std::string_view word);
// Whether all are files or folders, as those are that were dropped onto the program.
bool are_there(const std::vector<std::string_view>& words);

// A first word that is an option.
Fault option_first(const std::vector<std::string_view>& words);
Fault unknown_verb(std::string_view word);
Fault unknown_format(std::string_view id);
Fault missing_files(const VerbDefinition& verb, const std::vector<std::string_view>& words);
// "--json=3"; no message when there is no such word.
Fault valued_switch(const VerbDefinition& verb, const std::vector<std::string_view>& words);
// A command line whose options cannot be read, and the message of the parser.
Fault wrong_words(const std::vector<std::string_view>& words, const std::string& problem);
// "anmkit check --help lists what it takes"
std::string where_to_read(const VerbDefinition& verb);

}  // namespace anmkit::cli
