// SPDX-License-Identifier: MIT
// The grammar of the command line, made from the tables of definitions.cpp, and what it calls.
#include "cli/command_line.hpp"

#include <fmt/format.h>

#include <cmath>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>

#include "anmkit/version.hpp"
#include "cli/archive.hpp"
#include "cli/definitions.hpp"
#include "cli/distance.hpp"
#include "cli/report.hpp"
#include "cli/storage.hpp"
#include "cli/verbs.hpp"
#include "core/bytes.hpp"

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

void add_option(CLI::App& app, const OptionDefinition& option, Typed& typed, bool of_family) {
  const std::string key(option.name);
  CLI::Option* added = nullptr;
  if (option.value.empty()) {
    added = app.add_flag(dashed(option), typed.switches[key], std::string(option.help));
  } else {
    added = app.add_option(dashed(option), typed.values[key], std::string(option.help));
    added->type_name(std::string(option.choices.empty() ? option.value : option.choices));
    added->allow_extra_args(option.many);
    if (!option.many) added->expected(1);
    if (!option.many && !option.repeated) added->take_last();
    if (option.repeated && !option.many) added->take_all();
  }
  if (of_family) added->group("Format options");
}

// Fills `app` with one verb. Only the verb that was typed gets its options: setting up those of
// all would take longer than many a conversion.
void add_verb(CLI::App& app, const VerbDefinition& verb, bool chosen, Typed& typed) {
  CLI::App* sub = app.add_subcommand(std::string(verb.name), std::string(verb.help));
  if (!chosen) return;
  sub->footer(fmt::format("Example:\n  {}", verb.example));
  if (!verb.files.empty()) {
    const bool of_files = verb.files.find("FILE") != std::string_view::npos;
    CLI::Option* files = sub->add_option(
        "files", typed.files,
        of_files ? "input files, folders, or -" : "codes, with or without their family");
    files->type_name("");
    files->option_text(std::string(verb.files));
    files->required(!verb.files.starts_with('['));
    if (verb.files.find("...") == std::string_view::npos) files->expected(1);
  }
  const std::size_t own = verb.options.size();
  const auto options = options_of(verb);
  for (std::size_t i = 0; i < options.size(); ++i)
    add_option(*sub, options[i], typed, i >= own);
}

std::optional<double> to_number(const std::string& text) {
  Options options;
  options.set("n", text);
  const OptionSpec spec{"n", "N", "", ""};
  if (!check_options(options, std::span(&spec, 1))) return std::nullopt;
  return options.number("n", 0);
}

// Thrown away after use: collects what is wrong with the values.
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
      if (!number) problem_ = fmt::format("--{} wants a number, found '{}'", name, value);
      out.push_back(number.value_or(0));
    }
    return out;
  }
  std::optional<double> number(std::string_view name) {
    const auto all = numbers(name);
    return all.empty() ? std::nullopt : std::optional(all.back());
  }
  const std::string& problem() const { return problem_; }
  void set_problem(std::string problem) { problem_ = std::move(problem); }

 private:
  const Typed& typed_;
  std::string problem_;
};

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
}

void read_sample_options(Reader& reader, Arguments& arguments) {
  arguments.frames = reader.numbers("frame");
  arguments.seconds = reader.numbers("seconds");
  arguments.fps = reader.number("fps");
  if (arguments.fps && !(*arguments.fps > 0)) reader.set_problem("--fps wants a positive number");
  const std::string space = reader.text("space");
  if (space == "world") arguments.space = Arguments::Space::world;
  if (space == "track") arguments.space = Arguments::Space::track;
  if (!space.empty() && space != "world" && space != "local" && space != "track") {
    reader.set_problem(fmt::format("--space is local, world or track, found '{}'", space));
  }
}

Arguments read_arguments(const VerbDefinition& verb, const Typed& typed, Reader& reader) {
  Arguments arguments;
  arguments.files = typed.files;
  arguments.with = reader.list("with");
  arguments.format = reader.text("format");
  const double offset = reader.number("offset").value_or(0);
  if (!(offset >= 0 && offset <= 1e15 && std::floor(offset) == offset))
    reader.set_problem("--offset wants a whole number of bytes");
  else
    arguments.offset = static_cast<std::uint64_t>(offset);
  arguments.to = reader.text("to");
  arguments.output = reader.text("output");
  arguments.clip = reader.text("clip");
  read_sample_options(reader, arguments);
  const double ticks = reader.number("ticks").value_or(60);
  if (!(ticks >= 0 && ticks <= 1e8)) reader.set_problem("--ticks wants 0 ... 100000000");
  arguments.ticks = static_cast<std::int64_t>(ticks);
  const std::optional<double> scale = reader.number("scale");
  if (scale && !(*scale > 0)) reader.set_problem("--scale wants a positive number");
  arguments.metres_per_unit = scale.value_or(0);
  arguments.length = reader.number("length");
  if (arguments.length && !(*arguments.length >= 1)) {
    reader.set_problem("--length wants a number of ticks, 1 or more");
  }
  arguments.background = reader.text("background");
  arguments.canvas = reader.text("canvas");
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
  arguments.all = reader.flag("all");
  arguments.json = reader.flag("json");
  arguments.strict = reader.flag("strict");
  arguments.force = reader.flag("force");
  arguments.quiet = reader.flag("quiet");
  arguments.verbose = reader.flag("verbose");
  arguments.report = reader.text("report");
  arguments.separate = reader.flag("separate");
  if (!arguments.format.empty() && find_format(arguments.format) == nullptr) {
    reader.set_problem(
        fmt::format("--format: no format '{}'; `anmkit formats` lists the ids", arguments.format));
  }
  const bool writes = verb.name == "convert" || verb.name == "build";
  if (writes && arguments.output.empty()) reader.set_problem("-o says where to write; - is stdout");
  read_family_options(verb, reader, arguments);
  return arguments;
}

int dispatch(std::string_view verb, const Arguments& arguments) {
  using Run = int (*)(const Arguments&);
  static const std::map<std::string_view, Run> kRuns = {
      {"formats", &run_formats}, {"info", &run_info},   {"check", &run_check},
      {"dump", &run_dump},       {"build", &run_build}, {"convert", &run_convert},
      {"sample", &run_sample},   {"play", &run_play},   {"explain", &run_explain},
  };
  set_archive_options(arguments.options);
  return kRuns.at(verb)(arguments);
}

// `anmkit man` and `anmkit completion SHELL` serve packaging; help does not list them.
std::optional<int> run_hidden(int argc, char** argv) {
  const std::string_view verb = argc > 1 ? argv[1] : "";
  if (verb == "man") return print_result(man_page()) ? kGood : kSystem;
  if (verb != "completion") return std::nullopt;
  const std::string text = completion(argc > 2 ? argv[2] : "");
  if (text.empty()) {
    print_error("completion wants bash, zsh or fish");
    return kUsage;
  }
  return print_result(text) ? kGood : kSystem;
}

// A first word that is no verb; CLI11 would only say that one is missing.
std::optional<int> unknown_verb(int argc, char** argv) {
  const std::string_view word = argc > 1 ? argv[1] : "";
  if (word.empty() || word.starts_with('-') || word.size() > 40) return std::nullopt;
  const VerbDefinition* nearest = nullptr;
  for (const VerbDefinition& verb : verb_definitions()) {
    if (verb.name == word) return std::nullopt;
    if (nearest == nullptr || distance(word, verb.name) < distance(word, nearest->name)) {
      nearest = &verb;
    }
  }
  print_error(fmt::format("no verb '{}'", word),
              distance(word, nearest->name) <= 2
                  ? fmt::format("did you mean anmkit {}?", nearest->name)
                  : "anmkit --help lists the verbs");
  return kUsage;
}

// The option of a verb that a misspelt one was meant to be; empty when none is near.
std::string nearest_option(std::string_view verb, int argc, char** argv) {
  for (const VerbDefinition& definition : verb_definitions()) {
    if (definition.name != verb) continue;
    const auto options = options_of(definition);
    for (int i = 2; i < argc; ++i) {
      std::string_view word = argv[i];
      if (!word.starts_with("--") || word.size() < 4 || word.size() > 40) continue;
      word = word.substr(2, word.find('=') - 2);
      const auto edits = [&](const OptionDefinition& o) { return distance(word, o.name); };
      const auto nearest = std::ranges::min_element(options, {}, edits);
      if (const auto least = edits(*nearest); least > 0 && least <= 2 && word != "help") {
        return std::string(nearest->name);
      }
    }
  }
  return {};
}

int usage_error(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
  std::string verb;
  for (const CLI::App* sub : app.get_subcommands())
    verb = sub->get_name();
  const std::string meant = nearest_option(verb, argc, argv);
  const std::string space = verb.empty() ? "" : " ";
  print_error(error.what(), meant.empty()
                                ? fmt::format("anmkit{}{} --help lists what it takes", space, verb)
                                : fmt::format("did you mean --{}?", meant));
  return kUsage;
}

}  // namespace

int run(int argc, char** argv) {
  if (const auto hidden = run_hidden(argc, argv)) return *hidden;
  if (const auto unknown = unknown_verb(argc, argv)) return *unknown;
  CLI::App app{"Read, check, play, convert and write back game animations.", "anmkit"};
  app.set_version_flag("--version", fmt::format("anmkit {} ({})", kVersion, __VERSION__));
  app.require_subcommand(1);
  app.footer("anmkit VERB --help shows the options of a verb, with an example.");
  // Each verb has values of its own; a map keeps their addresses.
  struct Verb {
    const VerbDefinition* definition;
    Typed typed;
  };
  std::map<std::string_view, Verb> verbs;
  for (const VerbDefinition& definition : verb_definitions()) {
    Verb& verb = verbs[definition.name];
    verb.definition = &definition;
    add_verb(app, definition, argc > 1 && definition.name == argv[1], verb.typed);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {
    app.exit(success);
    return kGood;
  } catch (const CLI::ParseError& error) {
    return usage_error(app, error, argc, argv);
  }
  const Verb& chosen = verbs.at(app.get_subcommands().front()->get_name());
  const VerbDefinition& verb = *chosen.definition;
  Reader reader(chosen.typed);
  const Arguments arguments = read_arguments(verb, chosen.typed, reader);
  if (!reader.problem().empty()) {
    print_error(reader.problem(), fmt::format("anmkit {} --help lists what it takes", verb.name));
    return kUsage;
  }
  const bool many =
      arguments.files.size() > 1 ||
      std::ranges::any_of(arguments.files, [](const auto& f) { return is_folder(f); });
  if (!set_reporting({.quiet = arguments.quiet,
                      .verbose = arguments.verbose,
                      .many = many,
                      .file = arguments.report})) {
    return kSystem;
  }
  const int status = dispatch(verb.name, arguments);
  return finish_reporting() ? status : std::max(status, kSystem);
}

}  // namespace anmkit::cli
