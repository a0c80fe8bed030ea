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

struct Arguments {
  std::string verb;
  std::vector<std::string> files;  // paths, "-", folders, ARCHIVE//NAME; explain: codes as well
  std::vector<std::string> with;   // companions
  std::string format;              // id, empty = detect
  std::uint64_t offset = 0;        // where the file begins inside the one named
  std::string to;                  // target id, empty = from the output's name
  std::string output;
  std::string clip;
  std::vector<double> frames;
  std::vector<double> seconds;
  std::optional<double> fps;
  std::int64_t ticks = 60;
  double metres_per_unit = 0;        // glTF, 0 = the family's own
  std::optional<double> start, end;  // convert: of the clip, seconds
  SampleSpace space = SampleSpace::local;
  bool stepped = false;
  bool sparse = false;
  bool source = true;                // glTF: carry the original file inside
  bool all_clips = false;            // render
  bool trace = false;                // play: every step of the engine
  std::string graph;                 // info: "dot" or "mermaid"
  std::optional<double> length;      // images: ticks
  std::string background;            // images: RRGGBB
  std::string canvas;                // images: WIDTHxHEIGHT
  std::string frame_range;           // render: N or A..B
  std::string size, sheet;           // render: WIDTHxHEIGHT, COLUMNSxROWS
  std::string camera;                // render: auto, or YAW,PITCH[,DISTANCE]
  bool smooth = false;               // render
  bool grid = false;                 // render
  std::optional<double> line_width;  // render: pixels
  std::string map, pose;             // convert: files, empty = none
  bool ground = false;               // convert
  bool in_place = false;             // convert
  bool merge = false;                // convert
  bool dry_run = false;              // convert: nothing is written
  bool all = false;                  // explain: every code
  bool hex = false;                  // explain: the bytes as well
  std::optional<std::uint64_t> at;   // explain: the field of this byte alone
  std::string html;                  // explain: where the page goes
  std::string describe_as;           // explain: "kaitai", "imhex", "magic"
  std::uint16_t port = 0;            // view: 0 = one that is free
  bool open = true;                  // view: in a browser
  bool sandbox = false;
  bool json = false;
  bool strict = false;
  bool quick = false;
  bool force = false;
  bool quiet = false;
  bool verbose = false;   // all findings, however many
  std::string report;     // where all findings go
  bool separate = false;  // convert: one output an input, not one per subject
  Options options;        // of the families
};

}  // namespace anmkit::cli
