// SPDX-License-Identifier: MIT
// The verbs and options themselves.
#include "cli/arguments/definitions.hpp"

#include <algorithm>

#include "anmkit/registry.hpp"

namespace anmkit::cli {
namespace {

constexpr OptionDefinition kFormat{"format", "", "ID", "treat the input as this format"};
constexpr OptionDefinition kOffset{"offset", "", "N",
                                   "the file begins at this byte of the one named"};
constexpr OptionDefinition kWith{
    "with", "", "FILE", "a companion (model, texture ...); may be repeated", false, true};
constexpr OptionDefinition kJson{"json", "", "", "stable output for scripts"};
constexpr OptionDefinition kQuiet{"quiet", "q", "", "errors only"};
constexpr OptionDefinition kVerbose{"verbose", "v", "", "every finding, however many"};
constexpr OptionDefinition kReport{"report", "", "FILE", "keep every finding as JSON lines"};
constexpr OptionDefinition kForce{"force", "f", "", "overwrite an existing output"};
constexpr OptionDefinition kForceReport{"force", "f", "",
                                        "overwrite an existing file with the report"};
// Every verb takes it.
constexpr OptionDefinition kLimit{
    "limit", "", "NAME=VALUE", "another value for a limit (anmkit help limits)", false, true};
// So does this, but for `view`, which is a server.
constexpr OptionDefinition kSandbox{
    "sandbox", "", "", "run sandboxed: access only the inputs' folders and the output"};
constexpr OptionDefinition kClip{"clip", "", "N", "clip by index (from 0) or name"};

std::vector<VerbDefinition> make_definitions() {
  return {
      {"formats",
       "",
       "list the formats and their operations",
       "anmkit formats --json",
       {kJson, kQuiet}},
      {"info",
       "FILE...",
       "show file info: clips, frames, rate, nodes, companions",
       "anmkit info robot-walk.csmodelanim",
       {{"graph", "", "KIND", "the flow of a script for Graphviz or Mermaid", false, false,
         "dot|mermaid"},
        kFormat,
        kOffset,
        kWith,
        kJson,
        kQuiet,
        kVerbose,
        kReport,
        kForceReport},
       true},
      {"check",
       "FILE...",
       "find errors in files",
       "anmkit check --strict robot-walk.csmodelanim --with robot.csmodel",
       {kFormat,
        kOffset,
        kWith,
        {"strict", "", "", "warnings count as errors"},
        {"quick", "", "", "check structure and ranges only; skip value checks"},
        kJson,
        kQuiet,
        kVerbose,
        kReport,
        kForceReport},
       true},
      {"dump",
       "FILE...",
       "print a file as JSON, lossless",
       "anmkit dump robot-walk.csmodelanim > walk.json",
       {kFormat,
        kOffset,
        {"output", "o", "FILE", "where to write (default: standard output)"},
        kForce,
        kJson,
        kQuiet},
       true},
      {"build",
       "FILE.json",
       "rebuild a file from a JSON dump",
       "anmkit build walk.json -o walk.csmodelanim",
       {{"output", "o", "FILE", "where to write; - is standard output"}, kForce, kQuiet}},
      {"convert",
       "FILE...",
       "convert between formats, to and from glTF and BVH, and to images",
       "anmkit convert robot-walk.csmodelanim --with robot.csmodel -o walk.glb",
       {{"output", "o", "FILE", "where to write; FOLDER/ gets one file per subject, input or clip"},
        {"separate", "", "", "folders to glTF: one file per input, not one per subject"},
        {"to", "", "ID",
         "target format, or webp|gif|apng|png (default: by the output's extension)"},
        kFormat,
        kOffset,
        kWith,
        kClip,
        {"bake", "", "", "glTF: one key per native frame (default)"},
        {"sparse", "", "", "glTF: the file's own keys where glTF has their interpolation"},
        {"scale", "", "METRES", "glTF: metres per unit of the file; BVH: per unit of the BVH (1)"},
        {"start", "", "SECONDS", "from glTF: start of the range to import, in seconds"},
        {"end", "", "SECONDS", "from glTF: end of the range to import, in seconds"},
        {"length", "", "N", "images: the first N ticks, shown once (default: the loop)"},
        {"canvas", "", "WxH", "images: size of the screen (default: the images' own)"},
        {"background", "", "RRGGBB",
         "images: background colour (default: transparent, dark for white lines)"},
        {"no-source", "", "", "glTF: do not embed the original file in the extras"},
        {"map", "", "FILE", "from glTF, with a skeleton: table of bones (anmkit map)"},
        {"pose", "", "FILE",
         "from glTF, with a skeleton: animation whose first frame is the source's rest pose"},
        {"ground", "", "", "from glTF, with a skeleton: feet stay on the floor"},
        {"merge", "", "", "from glTF: merge clips that move different nodes"},
        {"in-place", "", "", "from glTF, with a skeleton: leave out root motion over the ground"},
        {"dry-run", "", "", "list the outputs, and write nothing"},
        kForce,
        kJson,
        kQuiet,
        kVerbose,
        kReport},
       true},
      {"map",
       "SOURCE TARGET",
       "write the table of bones between two skeletons",
       "anmkit map walk.glb robot.csmodel -o bones.txt",
       {{"output", "o", "FILE", "where to write (default: standard output)"},
        kWith,
        kForce,
        kJson,
        kQuiet},
       true},
      {"render",
       "FILE...",
       "draw files: stills, animated images, contact sheets",
       "anmkit render robot-walk.csmodelanim --with robot.csmodel -o walk.webp --camera 30,15",
       {{"output", "o", "FILE",
         "where to write: .png, .gif, .webp, .apng, .mp4, .webm; FOLDER/ takes one per subject"},
        {"to", "", "KIND", "kind of image (default: by the output's extension; folders: png)",
         false, false, "png|gif|webp|apng|mp4|webm"},
        kWith,
        kClip,
        {"all-clips", "", "",
         "every clip: files in FOLDER/, cells of a sheet, or one animated image"},
        {"frame", "", "N|A..B",
         "frame or inclusive frame range (default: .png the first that shows something, "
         "others the whole clip)"},
        {"fps", "", "R", "frames per second (default: the clip's rate, at most 30; videos 60)"},
        {"stepped", "", "", "whole frames only, as engines without interpolation show"},
        {"smooth", "", "", "also between frames (default)"},
        {"size", "", "WxH",
         "pixels (default: 640x480, animated images 480x360, in a sheet 200x200 each)"},
        {"camera", "", "YAW,PITCH[,DISTANCE]",
         "degrees, and units of the file; auto: sees the whole clip (default: 30,15,auto)"},
        {"background", "", "RRGGBB",
         "background (default: transparent, dark for white lines; videos: white)"},
        {"grid", "", "", "lines on the ground"},
        {"lines", "", "PIXELS", "width of lines and points (default: 2)"},
        {"sheet", "", "CxR",
         "several inputs or a folder: columns and rows of a page; one input: frames of its clip"},
        kFormat,
        kOffset,
        kForce,
        kJson,
        kQuiet,
        kVerbose,
        kReport},
       true},
      {"view",
       "FILE...",
       "show files in the viewer, in a browser; reload when they change",
       "anmkit view robot-walk.csmodelanim --with robot.csmodel",
       {kWith,
        kClip,
        {"port", "", "N", "port of the page (default: a free one)"},
        {"no-open", "", "", "print the URL instead of opening a browser"},
        kJson,
        kQuiet},
       true},
      {"sample",
       "FILE...",
       "print sampled poses",
       "anmkit sample robot-walk.csmodelanim --frame 0 7.5 15 --json",
       {{"frame", "", "F", "frames, counted from 0 in the native rate; fractions allowed", true},
        {"seconds", "", "S", "times in seconds", true},
        {"fps", "", "R", "the whole clip at this many samples per second"},
        {"space", "", "SPACE",
         "local parts, world matrices, or control values as tracks store them", false, false,
         "local|world|track"},
        {"stepped", "", "", "whole frames only, as engines without interpolation show"},
        kClip,
        kFormat,
        kOffset,
        kWith,
        kJson,
        kQuiet},
       true},
      {"play",
       "FILE...",
       "simulate engine playback, tick by tick",
       "anmkit play robot-walk.csmodelanim --ticks 120 --once",
       {{"ticks", "", "N", "how many ticks (default 60)"},
        {"trace", "", "", "scripts: every instruction and its changes"},
        kClip,
        kFormat,
        kOffset,
        kWith,
        kJson,
        kQuiet},
       true},
      {"explain",
       "[FILE|CODE...]",
       "describe the bytes of a file, or a diagnostic code and how to fix it",
       "anmkit explain robot-walk.csmodelanim --at 0x1f; anmkit explain gc.ANM042",
       {{"at", "", "OFFSET", "only the field of this byte"},
        {"hex", "", "", "the bytes of each field next to it"},
        {"html", "", "FILE", "a page with bytes and fields side by side"},
        {"as", "", "KIND",
         "the description of the format that --format names, or magic for file, for other programs",
         false, false, "kaitai|imhex|magic"},
        {"all", "", "", "every code; with --as, every format"},
        {"output", "o", "FILE",
         "with --as: where to write; FOLDER/ with --all, but a file for magic"},
        kFormat,
        kOffset,
        kForce,
        kJson,
        kQuiet,
        kVerbose}},
  };
}

}  // namespace

const std::vector<VerbDefinition>& verb_definitions() {
  static const std::vector<VerbDefinition> kVerbs = [] {
    std::vector<VerbDefinition> verbs = make_definitions();
    for (VerbDefinition& verb : verbs) {
      verb.options.push_back(kLimit);
      if (verb.name != "view") verb.options.push_back(kSandbox);
    }
    return verbs;
  }();
  return kVerbs;
}

const VerbDefinition* find_verb(std::string_view name) {
  const auto& verbs = verb_definitions();
  const auto found = std::ranges::find(verbs, name, &VerbDefinition::name);
  return found == verbs.end() ? nullptr : &*found;
}

OptionDefinition definition_of(const OptionSpec& spec) {
  OptionDefinition definition{spec.name, "", "", spec.help};
  definition.repeated = true;
  definition.fallback = spec.fallback;
  if (spec.values == "N" || spec.values == "N>0" || spec.values == "N!=0") {
    definition.value = "N";
  } else if (spec.values.find('|') != std::string_view::npos) {
    definition.value = "CHOICE";
    definition.choices = spec.values;
  } else {
    // A family may name its value ("N=FILE[@OFFSET]") or list one choice alone.
    definition.value = spec.values;
  }
  return definition;
}

// Poses are of scenes; a family of scripts has none.
bool has_use_for(const VerbDefinition& verb, const Family& family) {
  if (verb.name != "sample" && verb.name != "map") return true;
  return std::ranges::any_of(family.formats,
                             [](const Format& format) { return format.abilities.scene; });
}

std::vector<OptionGroup> family_groups(const VerbDefinition& verb) {
  std::vector<OptionGroup> groups;
  if (!verb.family_options) return groups;
  for (const Family& family : families()) {
    if (!has_use_for(verb, family)) continue;
    OptionGroup group{family.title, {}};
    for (const OptionSpec& spec : family.options) {
      if (is_used_by(spec, verb.name)) group.options.push_back(definition_of(spec));
    }
    if (!group.options.empty()) groups.push_back(std::move(group));
  }
  return groups;
}

std::vector<OptionDefinition> options_of(const VerbDefinition& verb) {
  std::vector<OptionDefinition> options = verb.options;
  for (const OptionGroup& group : family_groups(verb)) {
    for (const OptionDefinition& option : group.options) {
      if (std::ranges::find(options, option.name, &OptionDefinition::name) == options.end())
        options.push_back(option);
    }
  }
  return options;
}

std::string taken_by(std::string_view option) {
  std::vector<std::string_view> verbs;
  for (const VerbDefinition& verb : verb_definitions()) {
    const auto takes = [&](const OptionDefinition& one) {
      return one.name == option || (!one.letter.empty() && one.letter == option);
    };
    if (std::ranges::any_of(options_of(verb), takes)) verbs.push_back(verb.name);
  }
  std::string text;
  for (std::size_t i = 0; i < verbs.size(); ++i) {
    if (i > 0) text += i + 1 == verbs.size() ? " and " : ", ";
    text += verbs[i];
  }
  return text;
}

}  // namespace anmkit::cli
