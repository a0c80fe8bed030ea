// SPDX-License-Identifier: MIT
// The parsed and checked command line, for the verbs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "anmkit/document.hpp"
#include "json_reports/samples.hpp"

namespace anmkit::cli {

// Exit codes. With several inputs the highest one counts.
inline constexpr int kGood = 0;    // all well
inline constexpr int kBad = 1;     // an input is bad, or a check found errors
inline constexpr int kUsage = 2;   // the command line is wrong
inline constexpr int kSystem = 3;  // a file is missing, the disk is full ...

// Of an error: what was asked for is wrong, or else what it was asked of. That a file has no clips
// at all is its own fault when none was named.
inline int status_for(const Error& error, bool clip_named = true) {
  const bool usage = error.code == kUsageError || error.code == kBadOption ||
                     error.code == kUnsupported || (clip_named && error.code == kNoSuchClip);
  return usage ? kUsage : kBad;
}

// What one verb alone takes.
struct InfoArguments {
  std::string graph;  // "dot" or "mermaid"
};
struct CheckArguments {
  bool strict = false, quick = false;
};
struct ConvertArguments {
  // glTF
  double metres_per_unit = 0;  // 0 = the family's own
  bool sparse = false;
  bool source = true;                // embed the original file
  std::optional<double> start, end;  // of the clip, seconds
  std::string map, pose;             // files, empty = none
  bool ground = false, in_place = false, merge = false;
  // Images
  std::optional<double> length;  // ticks
  std::string canvas;            // WIDTHxHEIGHT
  bool dry_run = false;          // nothing is written
  bool separate = false;         // one output an input, not one per subject
};
struct RenderArguments {
  bool all_clips = false;
  std::string frame_range;  // N or A..B
  std::string size, sheet;  // WIDTHxHEIGHT, COLUMNSxROWS
  std::string camera;       // auto, or YAW,PITCH[,DISTANCE]
  bool smooth = false, grid = false;
  std::optional<double> line_width;  // pixels
};
struct SampleArguments {
  std::vector<double> frames, seconds;
  SampleSpace space = SampleSpace::local;
};
struct PlayArguments {
  std::int64_t ticks = 60;
  bool trace = false;  // every step of the engine
};
struct ExplainArguments {
  bool all = false;                 // every code
  bool hex = false;                 // the bytes as well
  std::optional<std::uint64_t> at;  // the field of this byte alone
  std::string html;                 // where the page goes
  std::string as;                   // "kaitai", "imhex", "magic"
};
struct ViewArguments {
  std::uint16_t port = 0;  // 0 = one that is free
  bool open = true;        // in a browser
};

struct Arguments {
  std::string verb;
  std::vector<std::string> files;  // paths, "-", folders, ARCHIVE//NAME; explain: codes as well
  std::vector<std::string> with;   // companions
  std::string format;              // id, empty = detect
  std::uint64_t offset = 0;        // where the file begins inside the one named
  std::string to;                  // target id, empty = from the output's name
  std::string output;
  std::string clip;
  std::optional<double> fps;
  bool stepped = false;
  std::string background;  // RRGGBB
  bool sandbox = false, json = false, force = false, quiet = false;
  bool verbose = false;  // all findings, however many
  std::string report;    // where all findings go
  Options options;       // of the families

  InfoArguments info;
  CheckArguments check;
  ConvertArguments convert;
  RenderArguments render;
  SampleArguments sample;
  PlayArguments play;
  ExplainArguments explain;
  ViewArguments view;
};

}  // namespace anmkit::cli
