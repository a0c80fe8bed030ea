// SPDX-License-Identifier: MIT
// Verbs, options and files compared with what was typed.
#include "cli/usage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "anmkit/registry.hpp"
#include "cli/definitions.hpp"
#include "convert/target.hpp"
#include "core/nearest.hpp"

namespace anmkit::cli {
namespace {

bool exists(std::string_view path) {
  std::error_code unused;
  return std::filesystem::exists(std::filesystem::path(path), unused);
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

}  // namespace

bool names_input(std::string_view word) {
  if (word == "-") return true;
  if (word.empty() || word.starts_with('-')) return false;
  if (exists(word) || exists(word.substr(0, word.find("//")))) return true;
  return word.ends_with(".glb") || word.ends_with(".gltf") || !detect({{}, word}).empty();
}

Fault unknown_format(std::string_view id) {
  const std::string_view meant = nearest(id, format_ids());
  return {fmt::format("--format: no format '{}'", id),
          meant.empty() ? "anmkit formats lists the ids" : fmt::format("did you mean {}?", meant)};
}

Fault unknown_verb(std::string_view word) {
  std::vector<std::string_view> verbs{"help"};
  for (const VerbDefinition& verb : verb_definitions())
    verbs.push_back(verb.name);
  const std::string_view meant = nearest(word, verbs);
  return {fmt::format("'{}' is no verb, and no file of that name is here", word),
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
  return {fmt::format("{} wants {}", verb.name, verb.files), std::move(hint)};
}

Fault wrong_words(const std::vector<std::string_view>& words, std::string problem) {
  const VerbDefinition* verb = find_verb(words.front());
  if (verb == nullptr) return {std::move(problem), "anmkit --help lists the verbs"};
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
    if (const std::string_view meant = nearest(name, known); !meant.empty())
      return {std::move(problem), fmt::format("did you mean --{}?", meant)};
  }
  return {std::move(problem), where_to_read(*verb)};
}

std::string where_to_read(const VerbDefinition& verb) {
  return fmt::format("anmkit {} --help lists what it takes", verb.name);
}

}  // namespace anmkit::cli
