// SPDX-License-Identifier: MIT
// Data of a clip for the import that glTF cannot store: the header's fields, how the file
// was read, and root motion that is not drawn (section 10.5).
#pragma once

#include <array>
#include <string>
#include <vector>

#include "formats/sm64/document.hpp"

namespace anmkit::sm64 {

struct ClipExtras {
  bool ours = false;  // the clip was an animation of this family
  std::optional<std::int16_t> flags, divisor, start_frame, loop_start, loop_end;
  std::optional<std::int64_t> parts;
  // How it was read.
  std::optional<std::int16_t> y_trans;
  bool mario = false, coopdx = false, engine_trig = false;
  // Samples of root translation that is not drawn, by axis.
  std::array<std::vector<std::uint16_t>, 3> hidden;
};

// The values that all clips of a scene share, for clips that an editor adds or renames.
struct SceneFacts {
  bool ours = false;  // the scene was made from files of this family
  bool mario = false, coopdx = false, engine_trig = false;
  std::optional<Spelling> spelling;  // of source files
  std::optional<std::int64_t> parts;
  std::optional<std::int16_t> y_trans;
};
// As a JSON object for Scene::extras.
std::string scene_extras_of(std::span<const Motion> motions, std::optional<Spelling> spelling,
                            const Options& options);
SceneFacts read_scene_facts(std::string_view text);

// As a JSON object. `clip_loop_start` is what the clip itself says of the loop.
std::string extras_of(const Motion& motion, double clip_loop_start, const Options& options);
ClipExtras read_extras(std::string_view text);

// Which axes of the root translation are not drawn: masked by flags (section 3), or all of them
// where the factor is 0 (section 12.11).
std::array<bool, 3> hidden_axes(const Header& header, double factor);

}  // namespace anmkit::sm64
