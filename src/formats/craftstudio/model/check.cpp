// SPDX-License-Identifier: MIT
// Findings about models (section 7).
#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "core/counted.hpp"
#include "formats/craftstudio/check.hpp"
#include "formats/craftstudio/document.hpp"
#include "formats/craftstudio/model/check_block.hpp"
#include "formats/craftstudio/text/read.hpp"
#include "formats/craftstudio/write.hpp"

namespace anmkit::craftstudio {
namespace {

constexpr std::uint64_t kHeaderSize = 7;
constexpr std::uint64_t kFixedPart = 113;  // of a node, after its name

std::string label(const ModelNode& node) {
  return node_label(node.name.bytes);
}

// A node with where it is.
struct Place {
  const ModelNode& node;
  std::size_t index;
  std::uint64_t start;  // of the record
  std::uint64_t body;   // after the name
  std::string path(std::string_view member) const { return path_of("nodes", index, member); }
};

void check_values(const Place& at, Findings& findings) {
  const ModelNode& node = at.node;
  const auto finite = [&](auto values, std::string_view name, std::uint64_t offset) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (std::isfinite(values[i])) continue;
      findings.error("E-NONFINITE", label(node) + ", " + std::string(name) + ": NaN or infinity",
                     at.body + offset + 4 * i, at.path(name));
    }
  };
  finite(node.position, "position", 0);
  finite(node.pivot_offset, "pivotOffset", 12);
  finite(node.scale, "scale", 24);
  finite(node.orientation, "orientation", 36);
  check_quat(node.orientation, at.body + 36, at.path("orientation"), findings);
}

bool is_full(const ModelNode& node) {
  const auto& [x, y, z] = node.block_size;
  // The Left face holds the unwrap's u, the Top face its v (section 5.3).
  const auto wanted = full_unwrap({x, y, z}, node.quad_offset[4][0], node.quad_offset[5][1]);
  return node.quad_offset == wanted &&
         std::ranges::all_of(node.quad_transform, [](std::uint8_t t) { return t == 0; });
}

void check_unwrap(const Place& at, Findings& findings) {
  const ModelNode& node = at.node;
  if (node.unwrap_mode > 2) {
    findings.warning("W-UNWRAP-MODE",
                     label(node) + ": unwrap mode " + std::to_string(node.unwrap_mode) +
                         ", known are 0, 1 and 2",
                     at.body + 58, at.path("unwrapMode"));
  }
  if (node.unwrap_mode == 1 && !is_full(node)) {
    findings.warning("W-UNWRAP-FULL",
                     label(node) + ": the mode is Full, offsets or transforms differ from it",
                     at.body + 59, at.path("quadOffset"));
  }
  for (std::size_t face = 0; face < kFaceCount; ++face) {
    const std::uint8_t flags = node.quad_transform[face];
    if (std::popcount(static_cast<unsigned>(flags & 7)) <= 1 && flags < 32) continue;
    findings.warning("W-QUAD-FLAGS",
                     label(node) + ": transform " + std::to_string(flags) +
                         " has several rotations or unknown bits",
                     at.body + 107 + face, path_of(at.path("quadTransform"), face));
  }
}

constexpr const char* kNoBlocks = "the model has no blocks: it shows nothing";

bool is_minecraft(const Context& context) {
  return context.options.text("runtime") == "minecraft";
}

StoredBlock stored(const Place& at, const RestNode& rest) {
  StoredBlock block{rest, at.path("name"), at.path("blockSize"), at.path("scale"),
                    at.path("quadOffset")};
  block.name = at.start + 4;
  for (std::size_t axis = 0; axis < 3; ++axis)
    block.scale[axis] = at.body + 24 + 4 * axis;
  for (std::size_t face = 0; face < kFaceCount; ++face)
    block.faces[face] = at.body + 59 + 8 * face;
  block.has_faces = true;
  return block;
}

StoredBlock stored(std::size_t index, const JsBlockPlaces& at, const RestNode& rest) {
  StoredBlock block{rest, path_of("blocks", index, "name"), path_of("blocks", index, "size"),
                    path_of("blocks", index, "vertexCoords"),
                    path_of("blocks", index, "texOffset")};
  block.name = at.name;
  block.scale.fill(at.corners);
  block.faces.fill(at.texture);
  return block;
}

// Nodes that are their own ancestors. `parents` are indices, -1 = root.
std::vector<bool> in_cycle(const std::vector<std::int32_t>& parents) {
  std::vector<bool> seen(parents.size()), cyclic(parents.size());
  for (std::size_t i = 0; i < parents.size(); ++i) {
    std::vector<std::size_t> walk;
    std::int32_t at = static_cast<std::int32_t>(i);
    while (at >= 0 && !seen[static_cast<std::size_t>(at)]) {
      seen[static_cast<std::size_t>(at)] = true;
      walk.push_back(static_cast<std::size_t>(at));
      at = parents[static_cast<std::size_t>(at)];
    }
    // Back to where this walk has been, or to where an earlier one ended.
    const auto entry = std::ranges::find(walk, static_cast<std::size_t>(at));
    std::for_each(entry, walk.end(), [&](std::size_t node) { cyclic[node] = true; });
  }
  return cyclic;
}

void check_ids(const Place& at, std::uint16_t next_id, bool duplicate, Findings& findings) {
  const ModelNode& node = at.node;
  const std::string id = std::to_string(node.id);
  if (duplicate) {
    findings.error("E-ID-DUPLICATE", label(node) + ": the id " + id + " is used twice", at.start,
                   at.path("id"));
  }
  if (node.id >= next_id) {
    findings.warning(
        "W-NEXT-ID",
        label(node) + ": id " + id + " is not below nextNodeId " + std::to_string(next_id),
        at.start, at.path("id"));
  }
  if (node.id == kNoParent) {
    findings.warning("W-ID-65535", label(node) + " has the id reserved for \"no parent\"", at.start,
                     at.path("id"));
  }
}

void check_parent(const Place& at, std::int32_t parent, bool cyclic, Findings& findings) {
  const ModelNode& node = at.node;
  const std::uint64_t offset = at.start + 2;
  if (node.parent_id != kNoParent && parent < 0) {
    findings.error("E-PARENT-MISSING",
                   label(node) + ": no node has the parent's id " + std::to_string(node.parent_id),
                   offset, at.path("parentId"));
  } else if (cyclic) {
    findings.error("E-PARENT-CYCLE", label(node) + " is its own ancestor", offset,
                   at.path("parentId"));
  } else if (parent > static_cast<std::int32_t>(at.index)) {
    findings.warning("W-PARENT-ORDER", label(node) + " is before its parent", offset,
                     at.path("parentId"));
  }
}

// Gives the PNG's facts when it can be read.
std::optional<PngInfo> check_texture(const Model& model, std::uint64_t offset, Findings& findings) {
  const auto png = read_png_info(model.texture);
  if (!png) {
    findings.error("E-TEXTURE", "the texture is not a readable PNG: " + png.error().message,
                   offset + png.error().offset.value_or(0), "texture");
    return std::nullopt;
  }
  if (png->bit_depth != 8 || png->color_type != 6) {
    findings.warning("W-TEXTURE-FORMAT",
                     "the texture has bit depth " + std::to_string(png->bit_depth) +
                         " and color type " + std::to_string(png->color_type) +
                         ", expected 8-bit RGBA (8 and 6)",
                     offset, "texture");
  }
  if (png->end_offset < model.texture.size()) {
    findings.warning(
        "W-TEXTURE-TAIL",
        counted(model.texture.size() - png->end_offset, "byte") + " after the texture's IEND chunk",
        offset + png->end_offset, "texture");
  }
  return *png;
}

bool is_live_animation(const Project& project, std::uint16_t id) {
  constexpr auto kType = static_cast<std::uint8_t>(AssetType::model_animation);
  return std::ranges::any_of(project.entries,
                             [&](const Entry& entry) {
                               return entry.asset && entry.asset->trashed == 0 && entry.id == id &&
                                      entry.asset_type == kType;
                             }) ||
         std::ranges::any_of(project.assets, [&](const PackedAsset& asset) {
           return asset.id == id && asset.asset_type == kType;
         });
}

void check_animations(const Model& model, std::uint64_t offset, Companions companions,
                      Findings& findings) {
  const Project* project = find_project(companions);
  std::set<std::uint16_t> seen;
  for (std::size_t i = 0; i < model.animation_ids.size(); ++i) {
    const std::uint16_t id = model.animation_ids[i];
    const std::uint64_t at = offset + 2 * i;
    if (!seen.insert(id).second) {
      findings.warning("W-ANIM-DUPLICATE",
                       "the animation id " + std::to_string(id) + " appears twice", at,
                       path_of("animationIds", i));
    }
    if (project != nullptr && !is_live_animation(*project, id)) {
      findings.warning(
          "W-ANIM-MISSING",
          "the animation id " + std::to_string(id) + " is not a live ModelAnimation of the project",
          at, path_of("animationIds", i));
    }
  }
}

}  // namespace

void ModelDocument::check(const Context& context, Diagnostics& diagnostics) const {
  const Companions companions = context.companions;
  Findings findings(diagnostics);
  std::uint64_t texture_offset = kHeaderSize;
  for (const ModelNode& node : model.nodes)
    texture_offset += 4 + encoded_size(node.name) + kFixedPart;
  texture_offset += 4;

  const RestModel rest = rest_of(model);
  std::vector<std::int32_t> parents;
  for (const RestNode& node : rest.nodes)
    parents.push_back(node.parent);
  const std::vector<bool> cyclic = in_cycle(parents);
  const auto png = check_texture(model, texture_offset, findings);
  std::set<std::uint16_t> ids;
  if (model.nodes.empty()) findings.warning("W-NO-NODES", kNoBlocks, kHeaderSize, "nodes");
  BlockCheck check_block(png, is_minecraft(context));
  std::uint64_t offset = kHeaderSize;
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    const ModelNode& node = model.nodes[i];
    const Place at{node, i, offset, offset + 4 + encoded_size(node.name)};
    offset = at.body + kFixedPart;
    check_text(node.name, at.start + 4, at.path("name"), findings);
    check_ids(at, model.next_node_id, !ids.insert(node.id).second, findings);
    check_parent(at, parents[i], cyclic[i], findings);
    check_values(at, findings);
    check_unwrap(at, findings);
    check_block(stored(at, rest.nodes[i]), findings);
  }
  const std::uint64_t animations = texture_offset + model.texture.size() + 2;
  check_animations(model, animations, companions, findings);
  check_trailing(model.trailing, animations + 2 * model.animation_ids.size(), findings);
}

void JsModelDocument::check(const Context& context, Diagnostics& diagnostics) const {
  JsNotes notes;
  Diagnostics unused;
  if (!read_js_model(source, unused, &notes)) return;
  diagnostics.add_all(notes.findings);
  Findings findings(diagnostics);
  const RestModel rest = rest_of(model);
  std::optional<PngInfo> texture;
  if (const ByteView picture = find_picture(context.companions); !picture.empty()) {
    const auto png = read_png_info(picture);
    if (png) {
      texture = *png;
    } else {
      findings.error("E-TEXTURE",
                     "the texture next to it is not a readable PNG: " + png.error().message);
    }
  }
  if (rest.nodes.empty()) findings.warning("W-NO-NODES", kNoBlocks, notes.places.nodes, "tree");
  BlockCheck check_block(texture, is_minecraft(context));
  for (std::size_t i = 0; i < rest.nodes.size(); ++i) {
    const StoredBlock block = stored(i, notes.places.blocks[i], rest.nodes[i]);
    check_text({block.rest.name, {}}, block.name, block.name_path, findings);
    check_block(block, findings);
  }
}

}  // namespace anmkit::craftstudio
