// SPDX-License-Identifier: MIT
// The shell completions, from the table of definitions.
#include <fmt/format.h>

#include <algorithm>

#include "anmkit/registry.hpp"
#include "cli/arguments/definitions.hpp"
#include "convert/target.hpp"

namespace anmkit::cli {
namespace {

std::string joined_names(const std::vector<OptionDefinition>& options) {
  std::string words;
  for (const OptionDefinition& option : options) {
    words += fmt::format(" --{}", option.name);
    if (!option.letter.empty()) words += fmt::format(" -{}", option.letter);
  }
  return words + " --help";
}

std::string spaced(std::string_view choices) {
  std::string words(choices);
  std::ranges::replace(words, '|', ' ');
  return words;
}

std::string targets() {
  return fmt::format("{} gltf bvh", fmt::join(format_ids(), " "));
}

std::string code_names() {
  std::string names;
  for (const CodeTable& table : code_tables()) {
    for (const CodeInfo& info : table.codes)
      names += fmt::format(" {}.{}", table.prefix, info.code);
  }
  return names;
}

bool takes_codes(const VerbDefinition& verb) {
  return verb.files.find("CODE") != std::string_view::npos;
}

std::string verb_names() {
  std::string names;
  for (const VerbDefinition& verb : verb_definitions())
    names += " " + std::string(verb.name);
  return names;
}

std::string bash() {
  std::string text =
      "# bash completion for anmkit\n"
      "_anmkit() {\n"
      "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} "
      "verb=${COMP_WORDS[1]}\n"
      "  COMPREPLY=()\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
      "    COMPREPLY=($(compgen -W '" +
      verb_names() +
      " help --help --version' -f -- \"$cur\"))\n"
      "    return\n"
      "  fi\n"
      "  case $prev in\n"
      "    --format|--to) COMPREPLY=($(compgen -W '" +
      targets() + "' -- \"$cur\")); return ;;\n";
  std::vector<std::string_view> done;
  for (const VerbDefinition& verb : verb_definitions()) {
    for (const OptionDefinition& option : options_of(verb)) {
      if (option.choices.empty() || std::ranges::find(done, option.name) != done.end()) continue;
      done.push_back(option.name);
      text += fmt::format("    --{}) COMPREPLY=($(compgen -W '{}' -- \"$cur\")); return ;;\n",
                          option.name, spaced(option.choices));
    }
  }
  text +=
      "  esac\n"
      "  if [[ $cur == -* ]]; then\n"
      "    case $verb in\n";
  for (const VerbDefinition& verb : verb_definitions()) {
    text += fmt::format("      {}) COMPREPLY=($(compgen -W '{}' -- \"$cur\")) ;;\n", verb.name,
                        joined_names(options_of(verb)));
  }
  text +=
      "    esac\n"
      "  else\n"
      "    case $verb in\n"
      "      help) COMPREPLY=($(compgen -W '" +
      verb_names() + "' -- \"$cur\")) ;;\n";
  for (const VerbDefinition& verb : verb_definitions()) {
    if (!takes_codes(verb)) continue;
    text += fmt::format("      {}) COMPREPLY=($(compgen -W '{}' -- \"$cur\")) ;;\n", verb.name,
                        code_names());
  }
  text +=
      "      *) COMPREPLY=($(compgen -f -- \"$cur\")) ;;\n"
      "    esac\n"
      "  fi\n"
      "}\n"
      "complete -o filenames -F _anmkit anmkit\n";
  return text;
}

std::string zsh_quoted(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
      out += c;
    }
  }
  return out;
}

// The help of an option for a verb; where families differ, that of each.
std::string meaning(const VerbDefinition& verb, const OptionDefinition& option) {
  std::string text(option.help);
  for (const OptionGroup& group : family_groups(verb)) {
    for (const OptionDefinition& one : group.options) {
      if (one.name == option.name && text.find(one.help) == std::string::npos)
        text += fmt::format("; {}: {}", group.title, one.help);
    }
  }
  return text;
}

std::string zsh() {
  std::string text = "#compdef anmkit\n_anmkit() {\n  local -a verbs\n  verbs=(\n";
  for (const VerbDefinition& verb : verb_definitions()) {
    text += fmt::format("    '{}:{}'\n", verb.name, zsh_quoted(verb.help));
  }
  text +=
      "    'help:the options of a verb'\n"
      "  )\n  if (( CURRENT == 2 )); then\n    _describe verb verbs\n    _files\n    return\n  fi\n"
      "  case $words[2] in\n"
      "    help) _describe verb verbs ;;\n";
  for (const VerbDefinition& verb : verb_definitions()) {
    text += fmt::format("    {})\n      _arguments \\\n", verb.name);
    for (const OptionDefinition& option : options_of(verb)) {
      text += fmt::format("        '{}--{}[{}]", option.repeated ? "*" : "", option.name,
                          zsh_quoted(meaning(verb, option)));
      if (!option.value.empty()) {
        text += fmt::format(":{}:{}", zsh_quoted(option.value),
                            option.choices.empty() ? "_files" : "(" + spaced(option.choices) + ")");
      }
      text += "' \\\n";
    }
    text += takes_codes(verb) ? fmt::format("        '*:code:({})'\n", code_names())
                              : "        '*:file:_files'\n";
    text += "      ;;\n";
  }
  return text + "  esac\n}\n_anmkit \"$@\"\n";
}

std::string fish_quoted(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string fish() {
  std::string text =
      "# fish completion for anmkit\n"
      "complete -c anmkit -n __fish_use_subcommand -a help -d 'the options of a verb'\n"
      "complete -c anmkit -n '__fish_seen_subcommand_from help' -f -a '" +
      verb_names() + "'\n";
  for (const VerbDefinition& verb : verb_definitions()) {
    text += fmt::format("complete -c anmkit -n __fish_use_subcommand -a {} -d '{}'\n", verb.name,
                        fish_quoted(verb.help));
    if (takes_codes(verb)) {
      text += fmt::format("complete -c anmkit -n '__fish_seen_subcommand_from {}' -f -a '{}'\n",
                          verb.name, code_names());
    }
    for (const OptionDefinition& option : options_of(verb)) {
      text += fmt::format("complete -c anmkit -n '__fish_seen_subcommand_from {}' -l {}", verb.name,
                          option.name);
      if (!option.letter.empty()) text += fmt::format(" -s {}", option.letter);
      if (!option.value.empty()) text += " -r";
      if (!option.choices.empty()) text += fmt::format(" -f -a '{}'", spaced(option.choices));
      text += fmt::format(" -d '{}'\n", fish_quoted(meaning(verb, option)));
    }
  }
  return text;
}

}  // namespace

std::string completion(std::string_view shell) {
  if (shell == "bash") return bash();
  if (shell == "zsh") return zsh();
  if (shell == "fish") return fish();
  return {};
}

}  // namespace anmkit::cli
