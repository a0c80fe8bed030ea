// SPDX-License-Identifier: MIT
// The man page and the shell completions, from the table of definitions.
#include <fmt/format.h>

#include <algorithm>

#include "anmkit/registry.hpp"
#include "anmkit/version.hpp"
#include "cli/definitions.hpp"

namespace anmkit::cli {
namespace {

// roff reads '-' as a hyphen and a leading dot as a request.
std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '-' || c == '\\') out += '\\';
    out += c;
  }
  if (out.starts_with('.') || out.starts_with('\'')) out.insert(0, "\\&");
  return out;
}

std::string option_heading(const OptionDefinition& option) {
  std::string text;
  if (!option.letter.empty()) text += fmt::format("\\fB\\-{}\\fR, ", option.letter);
  text += fmt::format("\\fB\\-\\-{}\\fR", roff(option.name));
  if (!option.value.empty()) {
    text +=
        fmt::format(" \\fI{}\\fR", roff(option.choices.empty() ? option.value : option.choices));
  }
  if (option.many) text += " ...";
  return text;
}

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

std::string format_ids() {
  std::string ids;
  for (const Family& family : families()) {
    for (const Format& format : family.formats)
      ids += " " + std::string(format.id);
  }
  return ids + " gltf";
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
      " --help --version' -- \"$cur\"))\n"
      "    return\n"
      "  fi\n"
      "  case $prev in\n"
      "    --format|--to) COMPREPLY=($(compgen -W '" +
      format_ids() + "' -- \"$cur\")); return ;;\n";
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
      "    case $verb in\n";
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

std::string zsh() {
  std::string text = "#compdef anmkit\n_anmkit() {\n  local -a verbs\n  verbs=(\n";
  for (const VerbDefinition& verb : verb_definitions()) {
    text += fmt::format("    '{}:{}'\n", verb.name, zsh_quoted(verb.help));
  }
  text +=
      "  )\n  if (( CURRENT == 2 )); then\n    _describe verb verbs\n    return\n  fi\n"
      "  case $words[2] in\n";
  for (const VerbDefinition& verb : verb_definitions()) {
    text += fmt::format("    {})\n      _arguments \\\n", verb.name);
    for (const OptionDefinition& option : options_of(verb)) {
      text += fmt::format("        '{}--{}[{}]", option.repeated ? "*" : "", option.name,
                          zsh_quoted(option.help));
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
  std::string text = "# fish completion for anmkit\n";
  for (const VerbDefinition& verb : verb_definitions()) {
    text += fmt::format("complete -c anmkit -n __fish_use_subcommand -f -a {} -d '{}'\n", verb.name,
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
      text += fmt::format(" -d '{}'\n", fish_quoted(option.help));
    }
  }
  return text;
}

}  // namespace

std::string man_page() {
  std::string text =
      ".TH ANMKIT 1 \"\" \"anmkit " + std::string(kVersion) +
      "\" \"User Commands\"\n"
      ".SH NAME\nanmkit \\- read, check, play, convert and write back game animations\n"
      ".SH SYNOPSIS\n";
  for (const VerbDefinition& verb : verb_definitions()) {
    text += fmt::format(".B anmkit {}\n{}[\\fIoptions\\fR]\n.br\n", verb.name,
                        verb.files.empty() ? "" : roff(verb.files) + "\n");
  }
  text +=
      ".SH DESCRIPTION\n"
      "Results go to standard output, everything else to standard error. The format of an input "
      "is\n"
      "found by content, then by extension. \\fB\\-\\fR is standard input or output, a folder "
      "means\n"
      "the files of a known format below it, \\fIARCHIVE\\fR//\\fINAME\\fR an entry of an "
      "archive.\n"
      "Outputs are written beside their place and renamed; an existing one needs \\fB\\-f\\fR.\n"
      ".SH VERBS\n";
  for (const VerbDefinition& verb : verb_definitions()) {
    text += fmt::format(".SS anmkit {} {}\n{}.\n", verb.name, roff(verb.files), roff(verb.help));
    for (const OptionDefinition& option : verb.options) {
      text += fmt::format(".TP\n{}\n{}\n", option_heading(option), roff(option.help));
    }
    text += fmt::format(".PP\nExample:\n.EX\n{}\n.EE\n", roff(verb.example));
  }
  text += ".SH FORMAT OPTIONS\nTaken by info, check, convert, sample and play.\n";
  for (const Family& family : families()) {
    text += fmt::format(".SS {}\n", roff(family.title));
    for (const OptionSpec& option : family.options) {
      text += fmt::format(".TP\n\\fB\\-\\-{}\\fR \\fI{}\\fR\n{}", roff(option.name),
                          roff(option.values), roff(option.help));
      if (!option.fallback.empty()) text += fmt::format(" (default: {})", roff(option.fallback));
      text += "\n";
    }
  }
  text +=
      ".SH EXIT STATUS\n"
      ".TP\n0\ngood\n"
      ".TP\n1\nan input is bad, or a check found errors\n"
      ".TP\n2\nthe command line is wrong\n"
      ".TP\n3\nthe system failed: a missing file, a full disk\n"
      ".SH DIAGNOSTICS\n"
      "Every finding has a stable code, its family before the dot. \\fBanmkit explain\\fR "
      "\\fICODE\\fR\n"
      "says what it means and what to do about it.\n"
      ".SH ENVIRONMENT\n.TP\nNO_COLOR\nno colour, also on a terminal\n"
      ".SH FORMATS\n";
  for (const Family& family : families()) {
    for (const Format& format : family.formats) {
      text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(format.id), roff(format.title));
    }
  }
  return text;
}

std::string completion(std::string_view shell) {
  if (shell == "bash") return bash();
  if (shell == "zsh") return zsh();
  if (shell == "fish") return fish();
  return {};
}

}  // namespace anmkit::cli
