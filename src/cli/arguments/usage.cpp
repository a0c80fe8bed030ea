// SPDX-License-Identifier: MIT
// Verbs, options and files compared with the typed words.
#include "cli/arguments/usage.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "anmkit/registry.hpp"
#include "cli/arguments/definitions.hpp"
#include "cli/platform/calls.hpp"
#include "convert/project_files.hpp"
#include "convert/target.hpp"
#include "core/nearest.hpp"

namespace anmkit::cli {
namespace {

bool exists(std::string_view path) {
  sys::FileState state{};
  return sys::state_of(std::string(path), state) == 0;
}

// The name of an option as it was typed, without dashes and value; empty for other words.
std::string_view option_name(std::string_view word) {
  if (word.size() < 2 || !word.starts_with('-')) return {};
  word.remove_prefix(word.starts_with("--") ? 2 : 1);
  const bool number =
      !word.empty() && (word.front() == '.' || (word.front() >= '0' && word.front() <= '9'));
  return number ? std::string_view() : word.substr(0, word.find('='));
}

bool takes(const std::vector<OptionDefinition>& options, std::string_view name) {
  return name == "help" || name == "h" ||
         std::ranges::any_of(options, [&](const OptionDefinition& o) {
           return o.name == name || (!o.letter.empty() && o.letter == name);
         });
}

// What the parser found wrong with the values of known options: "--to: 1 required TEXT missing",
// "The following argument was not expected: x".
std::string in_own_words(const std::vector<OptionDefinition>& options, const std::string& problem) {
  const std::size_t colon = problem.find(": ");
  if (problem.starts_with("The following")) {
    return fmt::format("unexpected argument '{}'",
                       problem.substr(std::min(problem.size(), colon + 2)));
  }
  for (const OptionDefinition& option : options) {
    if (problem.substr(0, colon).find("--" + std::string(option.name)) == std::string::npos)
      continue;
    return fmt::format("--{} expects {}", option.name,
                       option.choices.empty() ? option.value : option.choices);
  }
  return problem;
}

}  // namespace

bool names_input(std::string_view word) {
  if (word == "-") return true;
  if (word.empty() || word.starts_with('-')) return false;
  if (exists(word) || exists(word.substr(0, word.find("//")))) return true;
  return has_gltf_extension(word) || !detect({{}, word}).empty();
}

bool are_there(const std::vector<std::string_view>& words) {
  return std::ranges::all_of(words, exists);
}

Fault unknown_format(std::string_view id) {
  const std::string_view meant = nearest(id, format_ids());
  return {fmt::format("--format: no format '{}'", id),
          meant.empty() ? "anmkit formats lists the ids" : fmt::format("did you mean {}?", meant)};
}

Fault option_first(const std::vector<std::string_view>& words) {
  const auto verb =
      std::ranges::find_if(words, [](std::string_view word) { return find_verb(word) != nullptr; });
  if (verb == words.end()) {
    return {fmt::format("expected a verb or a file before '{}'", words.front()),
            "anmkit --help lists the verbs"};
  }
  std::vector<std::string_view> order = {*verb};
  order.insert(order.end(), verb + 1, words.end());
  order.insert(order.end(), words.begin(), verb);
  return {fmt::format("expected a verb before '{}'", words.front()),
          fmt::format("anmkit {}", fmt::join(order, " "))};
}

Fault unknown_verb(std::string_view word) {
  std::vector<std::string_view> verbs{"help"};
  for (const VerbDefinition& verb : verb_definitions())
    verbs.push_back(verb.name);
  const std::string_view meant = nearest(word, verbs);
  return {fmt::format("unknown command or file: '{}'", word),
          meant.empty() ? "anmkit --help lists the verbs"
                        : fmt::format("did you mean anmkit {}?", meant)};
}

Fault missing_files(const VerbDefinition& verb, const std::vector<std::string_view>& words) {
  std::string hint = where_to_read(verb);
  for (const OptionDefinition& option : verb.options) {
    const auto is_it = [&](std::string_view word) { return option_name(word) == option.name; };
    if (option.many && std::ranges::any_of(words, is_it))
      hint = fmt::format("name them before --{}, which takes all that follows", option.name);
  }
  return {fmt::format("{} expects {}", verb.name, verb.files), std::move(hint)};
}

Fault valued_switch(const VerbDefinition& verb, const std::vector<std::string_view>& words) {
  const auto options = options_of(verb);
  for (const std::string_view word : words) {
    const std::size_t equals = word.find('=');
    if (!word.starts_with("--") || equals == word.npos) continue;
    const std::string_view name = word.substr(2, equals - 2);
    const auto option = std::ranges::find(options, name, &OptionDefinition::name);
    if (option != options.end() && option->value.empty())
      return {fmt::format("--{} takes no value", name), where_to_read(verb)};
  }
  return {};
}

Fault wrong_words(const std::vector<std::string_view>& words, const std::string& problem) {
  const VerbDefinition* verb = find_verb(words.front());
  const auto options = options_of(*verb);
  for (const std::string_view word : words) {
    const std::string_view name = option_name(word);
    if (name.empty() || takes(options, name)) continue;
    if (const std::string others = taken_by(name); !others.empty()) {
      return {fmt::format("{} does not take {}{}", verb->name, name.size() == 1 ? "-" : "--", name),
              fmt::format("it is an option of {}", others)};
    }
    std::vector<std::string_view> known;
    for (const OptionDefinition& option : options)
      known.push_back(option.name);
    const std::string_view meant = nearest(name, known);
    return {fmt::format("unknown option '{}'", word),
            meant.empty() ? where_to_read(*verb) : fmt::format("did you mean --{}?", meant)};
  }
  return {problem.starts_with("files: ") ? fmt::format("{} expects {}", verb->name, verb->files)
                                         : in_own_words(options, problem),
          where_to_read(*verb)};
}

std::string where_to_read(const VerbDefinition& verb) {
  return fmt::format("anmkit {} --help lists its options", verb.name);
}

}  // namespace anmkit::cli
