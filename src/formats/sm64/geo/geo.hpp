// SPDX-License-Identifier: MIT
// Skeletons from geo layouts (section 8).
#pragma once

#include "anmkit/math.hpp"
#include "formats/sm64/document.hpp"

namespace anmkit::sm64 {

// Layouts of a C text or a binary; `others` are texts with layouts that branches may name.
Result<std::vector<GeoLayout>> read_layouts(ByteView bytes, bool text,
                                            std::span<const std::string_view> others,
                                            Diagnostics& diagnostics);
// The binary layout at a segmented address; empty = at the begin of the input.
Result<GeoLayout> read_geo_at(const SegmentImage& image, std::string_view address);
bool is_geo_text(ByteView bytes);
bool is_geo_binary(ByteView bytes);

// A node of the layout that is drawn, in drawing order (section 8.3).
struct DrawnNode {
  std::int32_t node = -1;  // in the layout
  std::int32_t part = -1;  // part it belongs to or is
  Mat4 place;              // from the part above (or the root) to this node, static nodes only
};
struct Skeleton {
  std::vector<DrawnPart> parts;
  std::vector<Mat4> offsets;     // of each part: static nodes between it and the part above
  std::vector<DrawnNode> drawn;  // nodes with a display list
};

// The drawn parts. `cases` chooses for the switches met, in order; the first case when it ends.
Skeleton build_skeleton(const GeoLayout& layout, std::span<const std::size_t> cases);

// Which layout an animation is for: the one named by --geo, else the one whose part count is the
// animation's, else the one with most parts. Null when there is none.
const GeoLayout* choose_layout(const std::vector<GeoLayout>& layouts, const Options& options,
                               std::size_t parts);
std::vector<std::size_t> switch_cases(const Options& options);
// That the layout which --geo names is one of these.
Result<void> check_named(const std::vector<GeoLayout>& layouts, const Options& options);

}  // namespace anmkit::sm64
