// SPDX-License-Identifier: MIT
// The reading and checking of the values of a command line: those of all verbs, then those of each.
#include "cli/arguments/read_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <optional>

#include "anmkit/registry.hpp"
#include "cli/arguments/bounds.hpp"
#include "cli/files/storage.hpp"
#include "convert/target.hpp"
#include "core/paths.hpp"

namespace anmkit::cli {
namespace {

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
  Reader(const Typed& typed, Fault& fault) : typed_(typed), fault_(fault) {}

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
  // A whole number up to `most`, or nothing; `expected` completes "--offset expects ...".
  std::optional<double> whole(std::string_view name, double most, std::string_view expected) {
    const auto value = number(name);
    if (!value || (*value >= 0 && *value <= most && std::floor(*value) == *value)) return value;
    set_problem(fmt::format("--{} expects {}", name, expected));
    return std::nullopt;
  }
  // One of several words, or nothing; `list` names them.
  std::string choice(std::string_view name, std::initializer_list<std::string_view> words,
                     std::string_view list) {
    std::string value = text(name);
    if (!value.empty() && std::ranges::find(words, value) == words.end())
      set_problem(fmt::format("--{} is {}, found '{}'", name, list, value));
    return value;
  }
  void set_problem(std::string problem) { fault_ = {std::move(problem), {}}; }
  void set_fault(Fault fault) { fault_ = std::move(fault); }

 private:
  const Typed& typed_;
  Fault& fault_;
};

// A second value must not replace the first in silence.
void check_repeated(const VerbDefinition& verb, Reader& reader) {
  for (const OptionDefinition& option : options_of(verb)) {
    const auto values = reader.list(option.name);
    const bool differ = std::ranges::any_of(
        values, [&](const std::string& value) { return value != values.front(); });
    if (option.many || option.repeated || !differ) continue;
    const std::string_view merge =
        option.name == "clip" && verb.name == "convert"
            ? "; --merge lays clips together, -o FOLDER/ --to ID writes each"
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
  } else if (verb.name != "play" && arguments.options.number("rate", 1) < 0) {
    reader.set_problem("--rate expects a number above 0: only play runs backwards");
  }
  for (std::string& value : reader.list(kLimitOption))
    arguments.options.set(std::string(kLimitOption), std::move(value));
  if (const auto good = check_limits(arguments.options); !good)
    reader.set_fault({good.error().message, "anmkit help limits describes each"});
}

InfoArguments read_info(Reader& reader) {
  return {.graph = reader.choice("graph", {"dot", "mermaid"}, "dot or mermaid")};
}

CheckArguments read_check(Reader& reader) {
  const CheckArguments check{.strict = reader.flag("strict"), .quick = reader.flag("quick")};
  if (check.strict && check.quick)
    reader.set_problem(
        "--quick and --strict cannot be combined: --quick does not look for warnings");
  return check;
}

ConvertArguments read_convert(Reader& reader) {
  const std::optional<double> scale = reader.number("scale");
  // Beyond these, values overflow in formats with 32-bit numbers.
  if (scale && !(*scale >= 1e-6 && *scale <= 1e6))
    reader.set_problem(fmt::format("--scale expects metres from 0.000001 to 1000000, found '{}'",
                                   reader.text("scale")));
  ConvertArguments convert{.metres_per_unit = scale.value_or(0),
                           .sparse = reader.flag("sparse"),
                           .source = !reader.flag("no-source"),
                           .start = reader.number("start"),
                           .end = reader.number("end"),
                           .map = reader.text("map"),
                           .pose = reader.text("pose"),
                           .ground = reader.flag("ground"),
                           .in_place = reader.flag("in-place"),
                           .merge = reader.flag("merge"),
                           .length = reader.number("length"),
                           .canvas = reader.text("canvas"),
                           .dry_run = reader.flag("dry-run"),
                           .separate = reader.flag("separate")};
  if (convert.length && !(*convert.length >= 1))
    reader.set_problem("--length expects a number of ticks, 1 or more");
  if (convert.sparse && reader.flag("bake"))
    reader.set_problem("--bake and --sparse exclude each other");
  return convert;
}

RenderArguments read_render(Reader& reader) {
  RenderArguments render{.all_clips = reader.flag("all-clips"),
                         .frame_range = reader.text("frame"),
                         .size = reader.text("size"),
                         .sheet = reader.text("sheet"),
                         .camera = reader.text("camera"),
                         .smooth = reader.flag("smooth"),
                         .grid = reader.flag("grid"),
                         .line_width = reader.number("lines")};
  if (render.all_clips && !reader.text("clip").empty())
    reader.set_problem("--clip and --all-clips cannot be combined");
  return render;
}

SampleArguments read_sample(Reader& reader) {
  SampleArguments sample{.frames = reader.numbers("frame"), .seconds = reader.numbers("seconds")};
  const std::string space =
      reader.choice("space", {"local", "world", "track"}, "local, world or track");
  if (space == "world") sample.space = SampleSpace::world;
  if (space == "track") sample.space = SampleSpace::track;
  return sample;
}

PlayArguments read_play(Reader& reader) {
  const double ticks = reader.number("ticks").value_or(60);
  if (!(ticks >= 0)) reader.set_problem("--ticks expects 0 or more");
  // Numbers above the largest possible limit stay above it.
  return {.ticks = ticks >= 0 ? static_cast<std::int64_t>(std::min(ticks, 0x1p60)) : 0,
          .trace = reader.flag("trace")};
}

ExplainArguments read_explain(Reader& reader) {
  ExplainArguments explain{
      .all = reader.flag("all"),
      .hex = reader.flag("hex"),
      .at = {},
      .html = reader.text("html"),
      .as = reader.choice("as", {"kaitai", "imhex", "magic"}, "kaitai, imhex or magic")};
  if (const auto at = reader.whole("at", 1e15, "a whole number of bytes"))
    explain.at = static_cast<std::uint64_t>(*at);
  return explain;
}

ViewArguments read_view(Reader& reader) {
  const auto port =
      reader.whole("port", 65535, "a whole number up to 65535; 0 is one that is free");
  return {.port = static_cast<std::uint16_t>(port.value_or(0)), .open = !reader.flag("no-open")};
}

void read_verb(std::string_view verb, Reader& reader, Arguments& arguments) {
  if (verb == "info") arguments.info = read_info(reader);
  if (verb == "check") arguments.check = read_check(reader);
  if (verb == "convert") arguments.convert = read_convert(reader);
  if (verb == "render") arguments.render = read_render(reader);
  if (verb == "sample") arguments.sample = read_sample(reader);
  if (verb == "play") arguments.play = read_play(reader);
  if (verb == "explain") arguments.explain = read_explain(reader);
  if (verb == "view") arguments.view = read_view(reader);
}

void check_output(std::string_view verb, Reader& reader, Arguments& arguments) {
  const bool writes = verb == "convert" || verb == "build" || verb == "render";
  if (writes && arguments.output.empty())
    reader.set_problem("missing -o FILE (use - for standard output)");
  // The name of an existing folder without a final slash means the folder.
  if (writes && verb != "build" && !arguments.output.ends_with('/') &&
      extension_of(arguments.output).empty() && is_folder(arguments.output))
    arguments.output += '/';
}

}  // namespace

Arguments read_arguments(const VerbDefinition& verb, const Typed& typed, Fault& fault) {
  Reader reader(typed, fault);
  Arguments arguments;
  arguments.verb = verb.name;
  arguments.files = typed.files;
  arguments.with = reader.list("with");
  arguments.format = reader.text("format");
  arguments.offset = static_cast<std::uint64_t>(
      reader.whole("offset", 1e15, "a whole number of bytes").value_or(0));
  arguments.to = reader.text("to");
  arguments.output = reader.text("output");
  arguments.clip = reader.text("clip");
  arguments.fps = reader.number("fps");
  if (arguments.fps && !(*arguments.fps > 0)) reader.set_problem("--fps expects a positive number");
  arguments.stepped = reader.flag("stepped");
  arguments.background = reader.text("background");
  arguments.sandbox = reader.flag("sandbox");
  arguments.json = reader.flag("json");
  arguments.force = reader.flag("force");
  arguments.quiet = reader.flag("quiet");
  arguments.verbose = reader.flag("verbose");
  arguments.report = reader.text("report");
  read_verb(verb.name, reader, arguments);
  if (!arguments.format.empty() && !is_exchange_id(arguments.format) &&
      find_format(arguments.format) == nullptr)
    reader.set_fault(unknown_format(arguments.format));
  check_output(verb.name, reader, arguments);
  if (arguments.json && (arguments.play.trace || !arguments.info.graph.empty())) {
    reader.set_problem(fmt::format("--json and --{} cannot be combined: it prints text",
                                   arguments.play.trace ? "trace" : "graph"));
  }
  check_repeated(verb, reader);
  read_family_options(verb, reader, arguments);
  return arguments;
}

}  // namespace anmkit::cli
