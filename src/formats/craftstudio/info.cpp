// SPDX-License-Identifier: MIT
// Metadata of the files, and of the texture inside.
#include "core/counted.hpp"
#include "core/png_info.hpp"
#include "formats/craftstudio/document.hpp"
#include "formats/craftstudio/findings.hpp"

namespace anmkit::craftstudio {
namespace {

DocumentInfo animation_info(std::string_view title, double frames, double rate, bool hold) {
  DocumentInfo info;
  // The player loops by default; the file has no say (section 3.1).
  info.clips.push_back({std::string(title), frames, rate, true, 0});
  info.facts.emplace_back("hold", hold ? "the last keyframe is held" : "wraps to the first key");
  return info;
}

void add_trailing(DocumentInfo& info, const Bytes& trailing) {
  if (trailing.empty()) return;
  info.facts.emplace_back("stale tail", counted(trailing.size(), "byte"));
}

}  // namespace

DocumentInfo AnimationDocument::info() const {
  DocumentInfo info =
      animation_info(title, animation.duration, 30, animation.hold_last_key_frame != 0);
  for (const NodeAnimation& node : animation.nodes)
    info.nodes.push_back(node.name.bytes);
  info.facts.emplace_back("version", std::to_string(animation.format_version));
  add_trailing(info, animation.trailing);
  return info;
}

DocumentInfo JsAnimationDocument::info() const {
  DocumentInfo info = animation_info(title.empty() ? animation.title : title, animation.duration,
                                     60, animation.hold_last_keyframe);
  for (const JsNodeAnimation& node : animation.node_animations)
    info.nodes.push_back(node.name);
  info.facts.emplace_back("title", animation.title);
  info.facts.emplace_back("rate", "60 per second is the custom of the games; the file has none");
  return info;
}

DocumentInfo ModelDocument::info() const {
  DocumentInfo info;
  for (const ModelNode& node : model.nodes)
    info.nodes.push_back(node.name.bytes);
  const auto png = read_png_info(model.texture);
  info.facts.emplace_back(
      "texture", png ? std::to_string(png->width) + "x" + std::to_string(png->height) + " PNG"
                 : model.texture.empty() ? "none"
                                         : "not a readable PNG");
  std::string ids;
  for (const std::uint16_t id : model.animation_ids) {
    if (!ids.empty()) ids += ", ";
    ids += std::to_string(id);
  }
  info.facts.emplace_back("animation ids", ids.empty() ? "none" : ids);
  add_trailing(info, model.trailing);
  return info;
}

Result<std::vector<StoredPicture>> ModelDocument::pictures(const Context& context) const {
  if (model.texture.empty()) return fail(prefixed("E-TEXTURE"), "the model has no texture inside");
  if (const auto png = read_png_info(model.texture); !png) {
    return fail(prefixed("E-TEXTURE"),
                "the texture inside is not a readable PNG: " + png.error().message);
  }
  return Document::pictures(context);
}

DocumentInfo JsModelDocument::info() const {
  DocumentInfo info;
  for (const JsBlock& block : model.blocks)
    info.nodes.push_back(block.name);
  info.facts.emplace_back("title", model.title);
  return info;
}

DocumentInfo ProjectDocument::info() const {
  DocumentInfo info;
  if (project.head) info.facts.emplace_back("project", project.head->name.bytes);
  if (project.game) info.facts.emplace_back("game", project.game->title.bytes);
  for (const Entry& entry : project.entries) {
    if (!entry.asset) continue;
    info.facts.emplace_back(asset_type_name(entry.asset_type) + " " + std::to_string(entry.id),
                            entry.name.bytes + (entry.asset->trashed != 0 ? " (trashed)" : ""));
  }
  for (const PackedAsset& asset : project.assets) {
    info.facts.emplace_back(asset_type_name(asset.asset_type) + " " + std::to_string(asset.id),
                            asset.path.bytes);
  }
  add_trailing(info, project.trailing);
  return info;
}

}  // namespace anmkit::craftstudio
