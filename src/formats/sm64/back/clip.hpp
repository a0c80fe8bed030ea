// SPDX-License-Identifier: MIT
// One clip of a scene as an animation: header and samples of every channel, and what of them is
// new.
#pragma once

#include "core/bytes.hpp"
#include "formats/sm64/back/originals.hpp"
#include "formats/sm64/back/part_walk.hpp"
#include "formats/sm64/fast64/keys.hpp"
#include "formats/sm64/scene.hpp"

namespace anmkit::sm64 {

// An animation that comes out of a clip, before it has tables.
struct ClipBack {
  const Clip* clip =
      nullptr;  // null: an animation of the original that the scene was not asked for
  const Before* before = nullptr;  // null: it is new
  Motion motion;                   // name, header, dialect; the tables are those it had before
  std::vector<std::vector<std::uint16_t>>
      wanted;                        // samples per channel, one per frame; empty: as before
  std::int16_t y_trans = 0;          // it plays with
  std::vector<std::uint32_t> parts;  // nodes of the scene
  bool same = false;                 // header and every sample are unchanged
  bool ours = false;                 // the scene's nodes are the parts, in their order
  PartTurns turns = {};              // ClipRequest::turns
};

// What the output is read as: Mario's animations play with a factor of their own (section 6.5).
enum class Reader : std::uint8_t { any, mario, actor };

struct ClipRequest {
  const Scene& scene;
  const Clip& clip;
  const std::vector<bool>& moved;  // ImportFacts
  const Before* before = nullptr;
  const Fast64Clip* keys = nullptr;  // may be null
  Reader reader = Reader::any;  // of the output; what the clip remembers counts where both may be
  std::span<const Node> layout = {};
  bool on_skeleton = false;  // the nodes are the layout's
  bool cut = false;          // FromScene::cut
  PartTurns turns = {};      // angles of the layout's parts, which are not the animation's
  SceneFacts facts = {};
};

// The clip's samples. The report lists values that the format cannot store.
Result<ClipBack> from_clip(const ClipRequest& request, const Options& options,
                           ConversionReport& report);

// The scene's clip as its parts play it, and as the written animation plays, in scenes of the same
// nodes, for comparison.
void report_clip(const Scene& scene, const ClipBack& back, const Motion& written,
                 const Options& options, const std::vector<bool>& moved,
                 std::span<const Node> layout, ConversionReport& report);

}  // namespace anmkit::sm64
