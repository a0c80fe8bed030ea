// SPDX-License-Identifier: MIT
// The grammar of the command line, made from the tables of definitions.cpp, and its callbacks.
#include "cli/arguments/command_line.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <map>

#include "anmkit/anmkit.hpp"
#include "cli/arguments/bounds.hpp"
#include "cli/arguments/definitions.hpp"
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

// Values as they were typed, by option name.
struct Typed {
  std::map<std::string, std::vector<std::string>, std::less<>> values;
  std::map<std::string, bool, std::less<>> switches;
  std::vector<std::string> files;
};

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

std::optional<double> to_number(const std::string& text) {
  Options options;
  options.set("n", text);
  const OptionSpec spec{"n", "N", "", ""};
  if (!check_options(options, std::span(&spec, 1))) return std::nullopt;
  return options.number("n", 0);
}

// Used once: collects the errors of the values.
class Reader {
 public:
  explicit Reader(const Typed& typed) : typed_(typed) {}

  std::string text(std::string_view name) const {
    const auto found = typed_.values.find(name);
    return found == typed_.values.end() || found->second.empty() ? "" : found->second.back();
  }
  bool flag(std::string_view name) const {
    const auto found = typed_.switches.find(name);
    return found != typed_.switches.end() && found->second;
  }
  std::vector<std::string> list(std::string_view name) const {
    const auto found = typed_.values.find(name);
    return found == typed_.values.end() ? std::vector<std::string>{} : found->second;
  }
  std::vector<double> numbers(std::string_view name) {
    std::vector<double> out;
    for (const std::string& value : list(name)) {
      const auto number = to_number(value);
      if (!number) set_problem(fmt::format("--{} expects a number, found '{}'", name, value));
      out.push_back(number.value_or(0));
    }
    return out;
  }
  std::optional<double> number(std::string_view name) {
    const auto all = numbers(name);
    return all.empty() ? std::nullopt : std::optional(all.back());
  }
  const Fault& fault() const { return fault_; }
  void set_problem(std::string problem) { fault_ = {std::move(problem), {}}; }
  void set_fault(Fault fault) { fault_ = std::move(fault); }

 private:
  const Typed& typed_;
  Fault fault_;
};

// A second value must not replace the first in silence.
void check_repeated(const VerbDefinition& verb, Reader& reader) {
  for (const OptionDefinition& option : options_of(verb)) {
    const auto values = reader.list(option.name);
    const bool differ = std::ranges::any_of(
        values, [&](const std::string& value) { return value != values.front(); });
    if (option.many || option.repeated || !differ) continue;
    const std::string_view merge = option.name == "clip" && verb.name == "convert"
                                       ? "; --merge lays clips together, -o FOLDER/ writes each"
                                       : "";
    reader.set_problem(fmt::format("--{} is given {} times ({} and {}), expected once{}",
                                   option.name, values.size(), values[0], values.back(), merge));
  }
}

void read_family_options(const VerbDefinition& verb, Reader& reader, Arguments& arguments) {
  const auto specs = all_options();
  const std::size_t own = verb.options.size();
  const auto options = options_of(verb);
  for (std::size_t i = own; i < options.size(); ++i) {
    const OptionDefinition& option = options[i];
    if (option.value.empty()) {
      if (reader.flag(option.name)) arguments.options.set(std::string(option.name), "");
      continue;
    }
    for (const std::string& value : reader.list(option.name)) {
      arguments.options.set(std::string(option.name), value);
    }
  }
  if (const auto good = check_options(arguments.options, specs); !good) {
    reader.set_problem(good.error().message);
  }
  for (std::string& value : reader.list(kLimitOption))
    arguments.options.set(std::string(kLimitOption), std::move(value));
  if (const auto good = check_limits(arguments.options); !good)
    reader.set_fault({good.error().message, "anmkit help limits describes each"});
}

void read_sample_options(Reader& reader, Arguments& arguments) {
  // `render` takes a range.
  if (arguments.verb == "render") {
    arguments.frame_range = reader.text("frame");
  } else {
    arguments.frames = reader.numbers("frame");
  }
  arguments.seconds = reader.numbers("seconds");
  arguments.fps = reader.number("fps");
  if (arguments.fps && !(*arguments.fps > 0)) reader.set_problem("--fps expects a positive number");
  const std::string space = reader.text("space");
  if (space == "world") arguments.space = SampleSpace::world;
  if (space == "track") arguments.space = SampleSpace::track;
  if (!space.empty() && space != "world" && space != "local" && space != "track") {
    reader.set_problem(fmt::format("--space is local, world or track, found '{}'", space));
  }
}

Arguments read_arguments(const VerbDefinition& verb, const Typed& typed, Reader& reader) {
  Arguments arguments;
  arguments.verb = verb.name;
  arguments.files = typed.files;
  arguments.with = reader.list("with");
  arguments.format = reader.text("format");
  const double offset = reader.number("offset").value_or(0);
  if (!(offset >= 0 && offset <= 1e15 && std::floor(offset) == offset))
    reader.set_problem("--offset expects a whole number of bytes");
  else
    arguments.offset = static_cast<std::uint64_t>(offset);
  arguments.to = reader.text("to");
  arguments.output = reader.text("output");
  arguments.clip = reader.text("clip");
  read_sample_options(reader, arguments);
  const double ticks = reader.number("ticks").value_or(60);
  if (!(ticks >= 0)) reader.set_problem("--ticks expects 0 or more");
  // Numbers above the largest possible limit stay above it.
  arguments.ticks = ticks >= 0 ? static_cast<std::int64_t>(std::min(ticks, 0x1p60)) : 0;
  const std::optional<double> scale = reader.number("scale");
  if (scale && !(*scale > 0)) reader.set_problem("--scale expects a positive number");
  arguments.metres_per_unit = scale.value_or(0);
  arguments.start = reader.number("start");
  arguments.end = reader.number("end");
  arguments.length = reader.number("length");
  if (arguments.length && !(*arguments.length >= 1)) {
    reader.set_problem("--length expects a number of ticks, 1 or more");
  }
  arguments.background = reader.text("background");
  arguments.canvas = reader.text("canvas");
  arguments.size = reader.text("size");
  arguments.sheet = reader.text("sheet");
  arguments.camera = reader.text("camera");
  arguments.smooth = reader.flag("smooth");
  arguments.all_clips = reader.flag("all-clips");
  if (arguments.all_clips && !arguments.clip.empty())
    reader.set_problem("--clip and --all-clips cannot be combined");
  arguments.grid = reader.flag("grid");
  arguments.line_width = reader.number("lines");
  arguments.trace = reader.flag("trace");
  arguments.graph = reader.text("graph");
  if (!arguments.graph.empty() && arguments.graph != "dot" && arguments.graph != "mermaid") {
    reader.set_problem(fmt::format("--graph is dot or mermaid, found '{}'", arguments.graph));
  }
  arguments.stepped = reader.flag("stepped");
  arguments.sparse = reader.flag("sparse");
  if (arguments.sparse && reader.flag("bake")) {
    reader.set_problem("--bake and --sparse exclude each other");
  }
  arguments.source = !reader.flag("no-source");
  arguments.map = reader.text("map");
  arguments.pose = reader.text("pose");
  arguments.ground = reader.flag("ground");
  arguments.in_place = reader.flag("in-place");
  arguments.merge = reader.flag("merge");
  arguments.dry_run = reader.flag("dry-run");
  arguments.all = reader.flag("all");
  arguments.hex = reader.flag("hex");
  if (const auto at = reader.number("at")) {
    if (!(*at >= 0 && *at <= 1e15 && std::floor(*at) == *at))
      reader.set_problem("--at expects a whole number of bytes");
    else
      arguments.at = static_cast<std::uint64_t>(*at);
  }
  arguments.html = reader.text("html");
  arguments.describe_as = reader.text("as");
  if (const std::string& as = arguments.describe_as;
      !as.empty() && as != "kaitai" && as != "imhex" && as != "magic") {
    reader.set_problem(fmt::format("--as is kaitai, imhex or magic, found '{}'", as));
  }
  const double port = reader.number("port").value_or(0);
  if (!(port >= 0 && port <= 65535 && std::floor(port) == port))
    reader.set_problem("--port expects a whole number up to 65535; 0 is one that is free");
  else
    arguments.port = static_cast<std::uint16_t>(port);
  arguments.open = !reader.flag("no-open");
  arguments.sandbox = reader.flag("sandbox");
  arguments.json = reader.flag("json");
  arguments.strict = reader.flag("strict");
  arguments.quick = reader.flag("quick");
  if (arguments.strict && arguments.quick) {
    reader.set_problem("--quick and --strict cannot be combined: --quick looks for no warnings");
  }
  arguments.force = reader.flag("force");
  arguments.quiet = reader.flag("quiet");
  arguments.verbose = reader.flag("verbose");
  arguments.report = reader.text("report");
  arguments.separate = reader.flag("separate");
  if (!arguments.format.empty() && find_format(arguments.format) == nullptr) {
    reader.set_fault(unknown_format(arguments.format));
  }
  const bool writes = verb.name == "convert" || verb.name == "build" || verb.name == "render";
  if (writes && arguments.output.empty())
    reader.set_problem("missing -o FILE (use - for standard output)");
  // Who names a folder that is there means it, unless the name is that of a file.
  if (writes && verb.name != "build" && !arguments.output.ends_with('/') &&
      extension_of(arguments.output).empty() && is_folder(arguments.output))
    arguments.output += '/';
  if (arguments.json && (arguments.trace || !arguments.graph.empty())) {
    reader.set_problem(fmt::format("--json and --{} cannot be combined: it prints text",
                                   arguments.trace ? "trace" : "graph"));
  }
  check_repeated(verb, reader);
  read_family_options(verb, reader, arguments);
  return arguments;
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
  Reader reader(typed);
  const Arguments arguments = read_arguments(chosen, typed, reader);
  if (const Fault& fault = reader.fault(); !fault.message.empty())
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
