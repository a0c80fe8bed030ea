// SPDX-License-Identifier: MIT
// The grammar of the command line, made from the tables of definitions.cpp, and its callbacks.
#include "cli/command_line.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <map>

#include "anmkit/anmkit.hpp"
#include "cli/arguments/bounds.hpp"
#include "cli/arguments/definitions.hpp"
#include "cli/arguments/read_arguments.hpp"
#include "cli/arguments/usage.hpp"
#include "cli/commands/verbs.hpp"
#include "cli/files/archive.hpp"
#include "cli/files/input.hpp"
#include "cli/files/output.hpp"
#include "cli/files/read_files.hpp"
#include "cli/files/sandbox.hpp"
#include "cli/files/storage.hpp"
#include "cli/notices.hpp"
#include "cli/platform/calls.hpp"
#include "cli/render/picture_arguments.hpp"
#include "cli/report.hpp"
#include "cli/report_place.hpp"
#include "core/bytes.hpp"
#include "core/paths.hpp"

namespace anmkit::cli {
namespace {

std::string dashed(const OptionDefinition& option) {
  const std::string name = "--" + std::string(option.name);
  return option.letter.empty() ? name : "-" + std::string(option.letter) + "," + name;
}

void add_option(CLI::App& app, const OptionDefinition& option, Typed& typed) {
  const std::string key(option.name);
  if (option.value.empty()) {
    app.add_flag(dashed(option), typed.switches[key]);
  } else {
    CLI::Option* added = app.add_option(dashed(option), typed.values[key]);
    added->allow_extra_args(option.many);
    // Values of options that can be given once are counted later.
    if (!option.many) added->expected(1)->take_all();
  }
}

// Fills `app` with the verb that was typed: setting up all would take longer than many a
// conversion.
void add_verb(CLI::App& app, const VerbDefinition& verb, Typed& typed) {
  CLI::App* sub = app.add_subcommand(std::string(verb.name));
  if (!verb.files.empty()) {
    CLI::Option* files = sub->add_option("files", typed.files);
    files->required(!verb.files.starts_with('['));
    if (verb.files.find("...") == std::string_view::npos) {
      files->expected(1 + static_cast<int>(std::ranges::count(verb.files, ' ')));
    }
  }
  for (const OptionDefinition& option : options_of(verb))
    add_option(*sub, option, typed);
}

// Names of files as all verbs know them.
void take_paths(const VerbDefinition& verb, Typed& typed) {
  typed.files = sys::with_matches(std::move(typed.files));
  for (const OptionDefinition& option : options_of(verb)) {
    if (option.value.find("FILE") == std::string_view::npos) continue;
    for (std::string& value : typed.values[std::string(option.name)])
      value = sys::with_slashes(std::move(value));
  }
}

int dispatch(std::string_view verb, const Arguments& given) {
  using Run = int (*)(const Arguments&);
  static const std::map<std::string_view, Run> kRuns = {
      {"formats", &run_formats}, {"info", &run_info},     {"check", &run_check},
      {"dump", &run_dump},       {"build", &run_build},   {"convert", &run_convert},
      {"map", &run_map},         {"render", &run_render}, {"sample", &run_sample},
      {"play", &run_play},       {"view", &run_view},     {"explain", &run_explain},
  };
  // A bone map may be that of a skeleton onto itself; joined clips and frames may come again.
  const bool repeats = verb == "map" || given.options.has("join") ||
                       std::ranges::all_of(given.files, is_picture_name);
  const Arguments arguments = repeats ? given : with_each_input_once(given);
  set_limits(arguments.options);
  set_archive_options(arguments.options);
  set_named_files(named_files_of(arguments));
  begin_read_files(named_files_of(arguments));
  forget_outputs();
  if (arguments.sandbox) {
    if (const auto closed = enter_sandbox(doors_of(arguments)); !closed) {
      print_error(closed.error().message, "without --sandbox the files are trusted as any others");
      return kSystem;
    }
  }
  return kRuns.at(verb)(arguments);
}

using Words = std::vector<std::string_view>;

// `anmkit man` and `anmkit completion SHELL` serve packaging; help does not list them.
std::optional<int> run_hidden(const Words& words) {
  const std::string_view verb = words.empty() ? "" : words.front();
  if (verb == "man") return print_result(man_page()) ? kGood : kSystem;
  if (verb != "completion") return std::nullopt;
  const std::string text = completion(words.size() > 1 ? words[1] : "");
  if (text.empty()) {
    print_error("completion expects bash, zsh or fish");
    return kUsage;
  }
  return print_result(text) ? kGood : kSystem;
}

int say(const Fault& fault) {
  print_error(fault.message, fault.hint);
  return kUsage;
}

int print_page(const std::string& page) {
  return print_result(page) ? kGood : kSystem;
}

int run_help(const Words& words) {
  if (words.size() == 1) return print_page(short_help());
  if (words[1] == "limits") return print_page(limits_page());
  if (words[1] == "all") return print_page(all_help());
  const VerbDefinition* verb = find_verb(words[1]);
  if (verb == nullptr) return say(unknown_verb(words[1]));
  return print_page(verb_help(*verb, words.size() > 2 && words[2] == "all"));
}

bool is_help(std::string_view word) {
  return word == "--help" || word == "-h";
}

// "VERB --help all"
bool wants_all_help(const Words& words) {
  const auto help = std::ranges::find_if(words, is_help);
  return help != words.end() && help + 1 != words.end() && *(help + 1) == "all";
}

std::string version_line() {
  return fmt::format("anmkit {} ({})", kVersion, __VERSION__);
}

int run_verb(const Words& words) {
  const VerbDefinition& chosen = *find_verb(words.front());
  if (std::ranges::any_of(words, is_help))
    return print_page(verb_help(chosen, wants_all_help(words)));
  if (const Fault fault = valued_switch(chosen, words); !fault.message.empty()) return say(fault);
  CLI::App app{"", "anmkit"};
  app.require_subcommand(1);
  // A word that begins with '/' is a path on every system.
  app.allow_windows_style_options(false);
  // The parser keeps the addresses of the values.
  Typed typed;
  add_verb(app, chosen, typed);
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::RequiredError&) {
    return say(missing_files(chosen, words));
  } catch (const CLI::ParseError& error) {
    return say(wrong_words(words, error.what()));
  }
  take_paths(chosen, typed);
  Fault fault;
  const Arguments arguments = read_arguments(chosen, typed, fault);
  if (!fault.message.empty())
    return say({fault.message, fault.hint.empty() ? where_to_read(chosen) : fault.hint});
  const bool many =
      arguments.files.size() > 1 ||
      std::ranges::any_of(arguments.files, [](const auto& f) { return is_folder(f); });
  if (auto place = check_report_place(arguments); !place)
    return refuse(place.error(), arguments.report);
  if (!set_reporting({.quiet = arguments.quiet,
                      .verbose = arguments.verbose,
                      .many = many,
                      .file = arguments.report})) {
    return kSystem;
  }
  const int status = dispatch(chosen.name, arguments);
  return finish_reporting() ? status : std::max(status, kSystem);
}

int run_words(Words words) {
  if (const auto hidden = run_hidden(words)) return *hidden;
  if (words.empty()) {
    (void)write_all(STDERR_FILENO, as_bytes(short_help()));
    return kUsage;
  }
  const std::string_view first = words.front();
  if (first == "help") return run_help(words);
  if (first == "--version" || first == "-V") return print_page(version_line() + "\n");
  if (first == "--license") return print_page(std::string(kNotices));
  if (is_help(first)) return print_page(wants_all_help(words) ? all_help() : short_help());
  if (find_verb(first) == nullptr) {
    if (names_input(words.front())) {
      const bool dropped = sys::CommandLine::has_own_window() && are_there(words);
      words.insert(words.begin(), dropped ? "view" : "info");
    } else {
      return say(first.starts_with('-') ? option_first(words) : unknown_verb(first));
    }
  }
  return run_verb(words);
}

}  // namespace

int run(int argc, char** argv) {
  return conclude(run_words(Words(argv + std::min(argc, 1), argv + argc)));
}

}  // namespace anmkit::cli
