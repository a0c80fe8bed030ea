// SPDX-License-Identifier: MIT
// The fields of this family's structs under the names of the specification: one list for dump and
// build.
#pragma once

#include "anmkit/craftstudio.hpp"
#include "core/fields.hpp"
#include "formats/craftstudio/project/project.hpp"

namespace anmkit::craftstudio {

template <class Archive, class T>
void text_fields(Archive& archive, std::string_view name, std::string_view size_name, T& text) {
  archive(name, text.bytes);
  archive(size_name, text.length_size);
}

template <class T>
inline constexpr bool kIsKey = false;
template <class V>
inline constexpr bool kIsKey<Key<V>> = true;

template <class Archive, class T>
  requires kIsKey<std::remove_const_t<T>>
void fields(Archive& archive, T& key) {
  archive("time", key.time);
  archive("interpolationMode", key.interpolation_mode);
  archive("delta", key.delta);
}

template <class Archive, Of<NodeAnimation> T>
void fields(Archive& archive, T& node) {
  text_fields(archive, "name", "nameLengthSize", node.name);
  archive("position", node.position);
  archive("orientation", node.orientation);
  archive("blockSize", node.block_size);
  archive("pivotOffset", node.pivot_offset);
  archive("scale", node.scale);
}

template <class Archive, Of<Animation> T>
void fields(Archive& archive, T& animation) {
  archive("formatVersion", animation.format_version);
  archive("duration", animation.duration);
  archive("holdLastKeyFrame", animation.hold_last_key_frame);
  archive("nodes", animation.nodes);
  archive("trailing", animation.trailing);
}

template <class Archive, Of<ModelNode> T>
void fields(Archive& archive, T& node) {
  archive("id", node.id);
  archive("parentId", node.parent_id);
  text_fields(archive, "name", "nameLengthSize", node.name);
  archive("position", node.position);
  archive("pivotOffset", node.pivot_offset);
  archive("scale", node.scale);
  archive("orientation", node.orientation);
  archive("blockSize", node.block_size);
  archive("unwrapMode", node.unwrap_mode);
  archive("quadOffset", node.quad_offset);
  archive("quadTransform", node.quad_transform);
}

template <class Archive, Of<Model> T>
void fields(Archive& archive, T& model) {
  archive("nextNodeId", model.next_node_id);
  archive("nodes", model.nodes);
  archive("texture", model.texture);
  archive("animationIds", model.animation_ids);
  archive("trailing", model.trailing);
}

template <class Archive, Of<JsKey> T>
void fields(Archive& archive, T& key) {
  archive("frame", key.time);
  archive("delta", key.delta.value);
}

template <class Archive, Of<JsNodeAnimation> T>
void fields(Archive& archive, T& node) {
  archive("name", node.name);
  archive("position", node.position);
  archive("offsetFromPivot", node.offset_from_pivot);
  archive("size", node.size);
  archive("rotation", node.rotation);
  archive("stretch", node.stretch);
}

template <class Archive, Of<JsAnimation> T>
void fields(Archive& archive, T& animation) {
  archive("title", animation.title);
  archive("duration", animation.duration);
  archive("holdLastKeyframe", animation.hold_last_keyframe);
  archive("nodeAnimations", animation.node_animations);
}

// Corners dump as eight triples without their spellings.
template <class Archive, Of<JsBlock> T>
void fields(Archive& archive, T& block) {
  archive("parent", block.parent);
  archive("name", block.name);
  archive("position", block.position.value);
  archive("offsetFromPivot", block.offset_from_pivot.value);
  archive("size", block.size.value);
  archive("rotation", block.rotation.value);
  std::optional<std::array<Double3, 8>> corners;
  if (block.vertex_coords) {
    corners.emplace();
    for (std::size_t i = 0; i < 8; ++i)
      (*corners)[i] = (*block.vertex_coords)[i].value;
  }
  archive("vertexCoords", corners);
  if constexpr (!std::is_const_v<T>) {
    if (corners) {
      block.vertex_coords.emplace();
      for (std::size_t i = 0; i < 8; ++i)
        (*block.vertex_coords)[i].value = (*corners)[i];
    }
  }
  archive("texOffset", block.tex_offset);
}

template <class Archive, Of<JsModel> T>
void fields(Archive& archive, T& model) {
  archive("title", model.title);
  archive("transparent", model.transparent);
  archive("blocks", model.blocks);
}

template <class Archive, Of<Control> T>
void fields(Archive& archive, T& control) {
  archive("id", control.id);
  text_fields(archive, "name", "nameLengthSize", control.name);
  archive("codes", control.codes);
  archive("response", control.response);
  archive("snap", control.snap);
}

template <class Archive, Of<Revision> T>
void fields(Archive& archive, T& revision) {
  archive("id", revision.id);
  text_fields(archive, "name", "nameLengthSize", revision.name);
}

template <class Archive, Of<AssetState> T>
void fields(Archive& archive, T& asset) {
  archive("trashed", asset.trashed);
  archive("nextRevision", asset.next_revision);
  archive("revisions", asset.revisions);
}

template <class Archive, Of<Entry> T>
void fields(Archive& archive, T& entry) {
  archive("folder", entry.folder);
  archive("id", entry.id);
  archive("parent", entry.parent);
  text_fields(archive, "name", "nameLengthSize", entry.name);
  archive("assetType", entry.asset_type);
  archive("locked", entry.locked);
  archive("asset", entry.asset);
}

template <class Archive, Of<PackedAsset> T>
void fields(Archive& archive, T& asset) {
  archive("id", asset.id);
  text_fields(archive, "path", "pathLengthSize", asset.path);
  archive("assetType", asset.asset_type);
}

template <class Archive, Of<ProjectHead> T>
void fields(Archive& archive, T& head) {
  archive("type", head.type);
  text_fields(archive, "name", "nameLengthSize", head.name);
  archive("startupScene", head.startup_scene);
  archive("scriptApi", head.script_api);
  archive("membership", head.membership);
  archive("defaultRole", head.default_role);
  text_fields(archive, "description", "descriptionLengthSize", head.description);
  archive("nextControlId", head.next_control_id);
  archive("controls", head.controls);
  archive("nextEntryId", head.next_entry_id);
}

template <class Archive, Of<GameHead> T>
void fields(Archive& archive, T& head) {
  text_fields(archive, "title", "titleLengthSize", head.title);
  archive("startupScene", head.startup_scene);
  archive("scriptApi", head.script_api);
  archive("controls", head.controls);
}

template <class Archive, Of<Project> T>
void fields(Archive& archive, T& project) {
  archive("kind", project.kind);
  archive("version", project.version);
  archive("head", project.head);
  archive("game", project.game);
  archive("entries", project.entries);
  archive("assets", project.assets);
  archive("trailing", project.trailing);
}

}  // namespace anmkit::craftstudio
