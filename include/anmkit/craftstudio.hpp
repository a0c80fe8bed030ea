// SPDX-License-Identifier: MIT
// CraftStudio: block animations and models, and their JSON exports.
// Section numbers are those of the CraftStudio format specification.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "anmkit/result.hpp"

namespace anmkit::craftstudio {

using Float3 = std::array<float, 3>;       // x, y, z
using Float4 = std::array<float, 4>;       // quaternion, scalar first: w, x, y, z
using Int3 = std::array<std::int32_t, 3>;  // x, y, z
using Double3 = std::array<double, 3>;     // x, y, z

// A string (section 1): bytes that should be UTF-8, kept as stored.
struct Text {
  std::string bytes;
  // Size of the length in bytes if it is not the shortest form (2 ... 5), else empty.
  std::optional<std::uint8_t> length_size;
  friend bool operator==(const Text&, const Text&) = default;
};

// ---- Animation (.csmodelanim, section 2) ----

// A key (section 2.3). The value is a difference from the model's rest value, never absolute.
template <class Value>
struct Key {
  std::uint16_t time = 0;               // frame
  std::uint8_t interpolation_mode = 0;  // 0 in every known file; no player uses it
  Value delta{};
};

// All tracks of one node name (section 2.2), in the file's order.
struct NodeAnimation {
  Text name;                              // binds to every model node of this name
  std::vector<Key<Float3>> position;      // world units (16 pixels), neutral 0
  std::vector<Key<Float4>> orientation;   // unit quaternion w, x, y, z, neutral (1, 0, 0, 0)
  std::vector<Key<Int3>> block_size;      // pixels, neutral 0; jumps, never interpolated
  std::vector<Key<Float3>> pivot_offset;  // world units, neutral 0
  std::vector<Key<Float3>> scale;         // added to the rest scale, neutral 0
};

struct Animation {
  std::uint16_t format_version = 3;      // 2 or 3
  std::uint16_t duration = 30;           // frames, 30 per second
  std::uint8_t hold_last_key_frame = 0;  // raw byte; any value but 0 is true; 0 in version 2
  std::vector<NodeAnimation> nodes;      // at most 65535
  Bytes trailing;                        // stale bytes after the logical end (section 2.5)
};

// Reads an animation. Errors (E-TRUNCATED, E-ASSET-TYPE, E-VERSION, E-STRING-LENGTH) go to
// `diagnostics` with their offset; the first one is returned as well. O(size).
Result<Animation> parse_animation(ByteView bytes, Diagnostics& diagnostics);
// The bytes of an animation; equal to the parsed bytes. Fails (E-RANGE) for more than 65535 nodes
// or keys, and for a hold flag in version 2, which has none.
Result<Bytes> write(const Animation& animation);

// ---- Model (.csmodel, section 5) ----

inline constexpr std::uint16_t kNoParent = 65535;

// Faces in file order (section 5.2).
enum class Face : std::uint8_t { front, back, right, bottom, left, top };
inline constexpr std::size_t kFaceCount = 6;

enum class UnwrapMode : std::uint8_t { collapsed, full, custom };

// Bits of ModelNode::quad_transform. Of several rotation bits the lowest is used.
inline constexpr std::uint8_t kRotate90 = 1, kRotate180 = 2, kRotate270 = 4, kMirrorX = 8,
                              kMirrorY = 16;

struct ModelNode {
  std::uint16_t id = 0;
  std::uint16_t parent_id = kNoParent;
  Text name;
  Float3 position{};                          // world units, in the parent's frame
  Float3 pivot_offset{};                      // world units: from the pivot to the block's centre
  Float3 scale{1, 1, 1};                      // negative components mirror
  Float4 orientation{1, 0, 0, 0};             // w, x, y, z
  std::array<std::uint16_t, 3> block_size{};  // pixels; 0 = flat
  std::uint8_t unwrap_mode = 0;               // UnwrapMode; a setting of the editor only
  // Texture position of each face in pixels, u then v; may be outside the texture.
  std::array<std::array<std::int32_t, 2>, kFaceCount> quad_offset{};
  std::array<std::uint8_t, kFaceCount> quad_transform{};  // kRotate..., kMirror... bits
};

struct Model {
  std::uint16_t next_node_id = 0;  // next id that the editor assigns
  std::vector<ModelNode> nodes;
  Bytes texture;                             // PNG file
  std::vector<std::uint16_t> animation_ids;  // asset ids of the model's animations
  Bytes trailing;                            // stale bytes after the logical end
};

// As parse_animation; only format version 5 exists.
Result<Model> parse_model(ByteView bytes, Diagnostics& diagnostics);
Result<Bytes> write(const Model& model);

// The six offsets of the Full unwrap of a block of this size at (u, v) (section 5.3).
std::array<std::array<std::int32_t, 2>, kFaceCount> full_unwrap(
    const std::array<std::int32_t, 3>& size, std::int32_t u, std::int32_t v);

// ---- JSON exports (.csjsmodelanim, .csjsmodel, section 8) ----

// Three numbers with their spelling in the text; an empty spelling is the canonical one (7
// significant digits, section 8.4). Comparisons ignore spellings.
struct JsTriple {
  Double3 value{};
  std::array<std::string, 3> spelling;
  friend bool operator==(const JsTriple& a, const JsTriple& b) { return a.value == b.value; }
};

struct JsKey {
  std::uint16_t time = 0;  // frame
  JsTriple delta;
  friend bool operator==(const JsKey&, const JsKey&) = default;
};

// One member of "nodeAnimations". Tracks that the text lacks are empty optionals.
struct JsNodeAnimation {
  using Track = std::optional<std::vector<JsKey>>;
  std::string name;
  Track position;           // pixels
  Track offset_from_pivot;  // pixels
  Track size;               // pixels, integers
  Track rotation;           // degrees, section 8.3
  Track stretch;            // added to the rest scale
  friend bool operator==(const JsNodeAnimation&, const JsNodeAnimation&) = default;
};

struct JsAnimation {
  std::string title;
  std::uint16_t duration = 0;  // frames
  bool hold_last_keyframe = false;
  std::vector<JsNodeAnimation> node_animations;
  friend bool operator==(const JsAnimation&, const JsAnimation&) = default;
};

// A block of "tree" (section 8.2), flattened in pre-order.
struct JsBlock {
  std::int32_t parent = -1;  // index, always smaller than the block's own; -1 = root
  std::string name;
  JsTriple position;           // pixels, in the parent's frame
  JsTriple offset_from_pivot;  // pixels
  JsTriple size;               // pixels, integers
  JsTriple rotation;           // degrees
  // Eight corners in pixels, when the scale is not 1: LTb RTb RBb LBb RTf LTf LBf RBf.
  std::optional<std::array<JsTriple, 8>> vertex_coords;
  std::array<double, 2> tex_offset{};  // unwrap origin, pixels
  friend bool operator==(const JsBlock&, const JsBlock&) = default;
};

struct JsModel {
  std::string title;
  std::vector<JsBlock> blocks;
  // Optional member that one viewer uses.
  std::optional<bool> transparent;
  friend bool operator==(const JsModel&, const JsModel&) = default;
};

// Read the JSON spellings. Errors (E-JSON-...) have offsets, lines and columns.
Result<JsAnimation> parse_js_animation(std::string_view text, Diagnostics& diagnostics);
Result<JsModel> parse_js_model(std::string_view text, Diagnostics& diagnostics);
// The canonical text of section 8.4; untouched values keep their spelling.
std::string write_text(const JsAnimation& animation);
std::string write_text(const JsModel& model);

// Copies the spellings of `from` for equal values at the same position.
void adopt_spellings(JsAnimation& animation, const JsAnimation& from);
void adopt_spellings(JsModel& model, const JsModel& from);

// The scale of a block by its corners, with sign (section 8.2); 1 where a size is 0.
Double3 scale_of(const JsBlock& block);

// ---- Binary <-> JSON (sections 8.1 to 8.5) ----
// Losses are reported (W-JSON-..., I-JSON-...); see docs/formats/craftstudio.md.

JsAnimation to_js(const Animation& animation, std::string title, Diagnostics& diagnostics);
JsModel to_js(const Model& model, std::string title, Diagnostics& diagnostics);
// Version 3, interpolation 0, no tail, node and key order kept. Fails (E-RANGE) on sizes that are
// not integers of 32 bits.
Result<Animation> to_binary(const JsAnimation& animation, Diagnostics& diagnostics);
// Full unwrap from texOffset, ids in pre-order. `texture` is the PNG to embed; if it is empty, a
// white 1x1 image is written, with W-JSON-TEXTURE.
Result<Model> to_binary(const JsModel& model, ByteView texture, Diagnostics& diagnostics);

}  // namespace anmkit::craftstudio
