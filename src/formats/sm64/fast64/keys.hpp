// SPDX-License-Identifier: MIT
// The keys by which Fast64 carries these animations through glTF: headers, loop points and flags on
// the animations, the table on a node. They follow a draft, whose names may move; the names here
// are those of the properties in Fast64's animation panel.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "anmkit/scene.hpp"
#include "formats/sm64/document.hpp"
#include "formats/sm64/findings.hpp"

namespace anmkit::sm64 {

// The option that asks for them in a glTF. They are read always.
inline constexpr std::string_view kFast64Option = "fast64-keys";
inline constexpr std::string_view kFast64Anim = "FAST64_sm64_anim";
inline constexpr std::string_view kFast64Table = "FAST64_sm64_node_anim_table";

// Flags by the panel's names. Bits 3 and 4 are named by what the code does (section 12.2).
inline constexpr std::pair<std::string_view, std::uint16_t> kFast64Flags[] = {
    {"no_loop", kNoLoop},
    {"backwards", kBackward},
    {"no_acceleration", kNoAdvance},
    {"only_vertical_trans", kHorTrans},
    {"only_horizontal_trans", kVertTrans},
    {"disabled", kNoShadowTrans},
    {"no_trans", kNoTrans},
};

// One header as the keys have it; what is missing or of the wrong kind stays empty.
struct Fast64Header {
  std::string name;
  std::optional<std::int16_t> flags, trans_divisor;
  std::optional<std::int16_t> start_frame, loop_start, loop_end;
};
struct Fast64Clip {
  Fast64Header header;
  std::vector<Fast64Header> variants;  // further headers of the same data set
  std::string values_table, indices_table;
};
struct Fast64Element {
  std::string header_name;  // empty = NULL
  std::string enum_name;
  std::uint32_t variant = 0;
};
struct Fast64Table {
  std::string name;  // empty: not given
  bool is_dma = false;
  bool null_delimiter = true;
  std::vector<Fast64Element> elements;
};

// Puts the keys on the clips and on the first root node of a scene whose clips are `motions`.
// Tables and enumerators that a document's own files lack are looked for in its companions.
void add_fast64_keys(Scene& scene, const MotionDocument& document, std::span<const Motion> motions,
                     Companions companions);

// The keys of one clip, from a scene's Clip::extensions; `path` is the clip's. Empty when it has
// none.
std::optional<Fast64Clip> fast64_clip(std::string_view extensions, const std::string& path,
                                      Findings& findings);
// Copies the values of the keys into a header, except the divisor.
void apply(const Fast64Header& keys, Header& header);
// Those of the first node that has them.
std::optional<Fast64Table> fast64_table(const Scene& scene, Findings& findings);

}  // namespace anmkit::sm64
