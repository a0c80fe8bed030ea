// SPDX-License-Identifier: MIT
// The man page, from the table of definitions.
#include <fmt/format.h>

#include "anmkit/anmkit.hpp"
#include "anmkit/registry.hpp"
#include "cli/arguments/definitions.hpp"

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

std::string family_option(const OptionSpec& option) {
  const OptionDefinition definition = definition_of(option);
  std::string text = fmt::format(".TP\n{}\n{}", option_heading(definition), roff(option.help));
  if (!option.fallback.empty()) text += fmt::format(" (default: {})", roff(option.fallback));
  return text + fmt::format(".\nTaken by {}.\n", taken_by(option.name));
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
      ".B anmkit help\n[\\fIVERB\\fR]\n.br\n"
      ".B anmkit help limits\n.br\n"
      ".B anmkit\nFILE...\n"
      ".SH DESCRIPTION\n"
      "Without a verb, files are described as by \\fBanmkit info\\fR.\n"
      "Results go to standard output, everything else to standard error. The format of an input "
      "is\n"
      "found by content, then by extension. \\fB\\-\\fR is standard input or output, a folder "
      "means\n"
      "the files of a known format below it, \\fIARCHIVE\\fR//\\fINAME\\fR an entry of an "
      "archive.\n"
      "Outputs are written to temporary files and renamed; an existing one needs \\fB\\-f\\fR.\n"
      ".SH VERBS\n";
  for (const VerbDefinition& verb : verb_definitions()) {
    text += fmt::format(".SS anmkit {} {}\n{}.\n", verb.name, roff(verb.files), roff(verb.help));
    for (const OptionDefinition& option : verb.options) {
      text += fmt::format(".TP\n{}\n{}\n", option_heading(option), roff(option.help));
    }
    if (verb.family_options) text += ".PP\nFORMAT OPTIONS has those of the formats.\n";
    text += fmt::format(".PP\nExample:\n.EX\n{}\n.EE\n", roff(verb.example));
  }
  text += ".SH FORMAT OPTIONS\n";
  for (const Family& family : families()) {
    text += fmt::format(".SS {}\n", roff(family.title));
    for (const OptionSpec& option : family.options)
      text += family_option(option);
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
      "describes it and how to fix it.\n"
      ".SH ENVIRONMENT\n.TP\nNO_COLOR\nno colour, also on a terminal\n"
      ".TP\nANMKIT_VIEWER\nthe folder with the page of \\fBanmkit view\\fR, where it is not the "
      "installed one\n"
      ".TP\nBROWSER\nwhat \\fBanmkit view\\fR opens the page with: commands parted by colons, "
      "\\fB%s\\fR "
      "is the address\n"
      ".SH FORMATS\n";
  for (const Family& family : families()) {
    for (const Format& format : family.formats) {
      text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(format.id), roff(format.title));
    }
  }
  return text;
}

}  // namespace anmkit::cli
