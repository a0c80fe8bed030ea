// SPDX-License-Identifier: MIT
// Skeletons from geo layouts (section 8).
#pragma once

#include "anmkit/math.hpp"
#include "formats/sm64/document.hpp"

namespace anmkit::sm64 {

struct ModelSource;

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
  std::int32_t node = -1;    // in the layout
  std::int32_t part = -1;    // part it belongs to or is
  std::int32_t holder = -1;  // of those below, when it is not the part itself that shows it
  Mat4 place;                // from the holder or part to this node, static nodes only
};
// Shows what no part does: what is drawn outside of all parts, or faces the camera.
struct Holder {
  std::string name;
  std::int32_t part = -1;  // part above
  Vec3 place;              // in it
  bool billboard = false;
};
struct Skeleton {
  std::vector<DrawnPart> parts;
  std::vector<Mat4> offsets;         // of each part: static nodes between it and the part above
  std::vector<Holder> holders;       // those that hold something
  std::vector<DrawnNode> drawn;      // nodes with a display list
  std::vector<std::string> unknown;  // functions that the game does not have
  std::vector<std::string> drawing;  // functions that draw what no list has
  bool stands = false;               // at rest as Mario does (stance.cpp)
};

// The drawn parts. `cases` chooses for the switches met, in order; when it ends, what the game
// shows of a model that does not move.
// `engine_trig`: angles as the engine's tables have them.
Skeleton build_skeleton(const GeoLayout& layout, std::span<const std::size_t> cases,
                        bool engine_trig = false);

// The angles that the parts have of their own.
std::vector<std::array<std::int16_t, 3>> turns_of(const Skeleton& skeleton,
                                                  const GeoLayout& layout);

// Numbers of the nodes that are holders: negative, so that none is taken for a part's.
inline std::int64_t holder_id(std::size_t holder) {
  return -1 - static_cast<std::int64_t>(holder);
}
// Puts parts, then holders, into the scene, with the meshes of their display lists unless `model`
// is null.
Result<void> build_nodes(Scene& scene, const Skeleton& skeleton, const GeoLayout& layout,
                         const ModelSource* model, Companions companions, Diagnostics& diagnostics);
// Turns the billboards to +Z and gives them their own size, at rest and in every frame of the
// clips.
void turn_billboards(Scene& scene);

// Whether the parts hang on each other as Mario's do (section 8.4); and their stance, since they
// are in a heap when none of them is turned.
bool has_marios_shape(const Skeleton& skeleton);
void stand_like_mario(std::span<Node> parts);

// Names of the layouts that no other known one branches to, in order of the file; of a circle of
// branches all.
std::vector<std::string> root_layouts(const std::vector<GeoLayout>& layouts);
// Which layout is shown: the one named by --geo; else of the roots the first whose part count is
// the animation's (0 = there is none), else the first with most parts. Null when there is none.
const GeoLayout* choose_layout(std::span<const GeoLayout> layouts, const Options& options,
                               std::size_t parts);
std::vector<std::size_t> switch_cases(const Options& options);
// That the layout which --geo names is one of these.
Result<void> check_named(std::span<const GeoLayout> layouts, const Options& options);

}  // namespace anmkit::sm64
