// SPDX-License-Identifier: MIT
// The family's entries in the registry.
#include <algorithm>

#include "formats/craftstudio/description.hpp"
#include "formats/craftstudio/document.hpp"
#include "formats/craftstudio/motion.hpp"
#include "formats/craftstudio/project/assets.hpp"
#include "formats/craftstudio/quick_check.hpp"
#include "formats/way_back.hpp"

namespace anmkit::craftstudio {

std::span<const CodeInfo> codes();  // codes.cpp
namespace {

std::uint8_t byte_at(ByteView bytes, std::size_t index) {
  return index < bytes.size() ? std::to_integer<std::uint8_t>(bytes[index]) : std::uint8_t{0};
}

// Three bytes of type and version are a weak signature; a file that also parses is sure.
int detect_animation(ByteView bytes) {
  if (bytes.size() < 7 || byte_at(bytes, 0) != 6) return 0;
  if (byte_at(bytes, 2) != 0 || (byte_at(bytes, 1) != 2 && byte_at(bytes, 1) != 3)) return 0;
  return is_animation(bytes) ? 60 : 20;
}

int detect_model(ByteView bytes) {
  if (bytes.size() < 13 || byte_at(bytes, 0) != 0) return 0;
  if (byte_at(bytes, 1) != 5 || byte_at(bytes, 2) != 0) return 0;
  Diagnostics unused;
  return parse_model(bytes, unused) ? 80 : 20;
}

// The names of the top-level members tell the JSON files; detection must be cheap, so the text is
// searched and not parsed.
int detect_json(ByteView bytes, std::string_view key) {
  std::string_view text = as_text(bytes);
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos || text[start] != '{') return 0;
  // A dump of this tool contains such a text as a string; its own first member specifies it.
  if (text.substr(0, 4096).find("\"anmkit\"") != std::string_view::npos) return 0;
  if (text.find("\"title\"") == std::string_view::npos) return 0;
  return text.find(key) == std::string_view::npos ? 0 : 80;
}
int detect_js_animation(ByteView bytes) {
  return detect_json(bytes, "\"nodeAnimations\"");
}
int detect_js_model(ByteView bytes) {
  return detect_json(bytes, "\"tree\"");
}

int detect_project(ByteView bytes) {
  const std::uint8_t version = byte_at(bytes, 0);
  if (version != 9 && version != 1 && version != 2) return 0;
  Diagnostics unused;
  const auto project = parse_project(bytes, std::nullopt, unused);
  if (!project) return 0;
  // Long tails are usual, empty tables with a tail mean that anything could have been read.
  const bool full = !project->entries.empty() || !project->assets.empty();
  if (version == 9) return full ? 60 : 10;
  return full && project->trailing.empty() ? 40 : 0;
}

DocumentPtr parse_animation_document(const Source& source, const Options&,
                                     Diagnostics& diagnostics) {
  auto parsed = parse_animation(source.bytes, diagnostics);
  if (!parsed) return nullptr;
  auto document = std::make_unique<AnimationDocument>(std::move(*parsed));
  document->title = asset_title(source.path);
  document->source_path = source.path;
  return document;
}

DocumentPtr parse_model_document(const Source& source, const Options&, Diagnostics& diagnostics) {
  auto parsed = parse_model(source.bytes, diagnostics);
  if (!parsed) return nullptr;
  auto document = std::make_unique<ModelDocument>(std::move(*parsed));
  document->title = title_of(source.path);
  return document;
}

DocumentPtr parse_js_animation_document(const Source& source, const Options&,
                                        Diagnostics& diagnostics) {
  auto parsed = parse_js_animation(as_text(source.bytes), diagnostics);
  if (!parsed) return nullptr;
  auto document =
      std::make_unique<JsAnimationDocument>(std::string(as_text(source.bytes)), std::move(*parsed));
  document->title = title_of(source.path);
  return document;
}

DocumentPtr parse_js_model_document(const Source& source, const Options&,
                                    Diagnostics& diagnostics) {
  auto parsed = parse_js_model(as_text(source.bytes), diagnostics);
  if (!parsed) return nullptr;
  return std::make_unique<JsModelDocument>(std::string(as_text(source.bytes)), std::move(*parsed));
}

DocumentPtr parse_project_document(const Source& source, const Options&, Diagnostics& diagnostics) {
  // The usual names are sure; other names leave it to the bytes.
  std::optional<ProjectKind> kind;
  const std::string title = title_of(source.path);
  if (title == "Project") kind = ProjectKind::project;
  if (title == "DataPackage") kind = ProjectKind::data_package;
  if (title == "GamePackage") kind = ProjectKind::game_package;
  auto parsed = parse_project(source.bytes, kind, diagnostics);
  if (!parsed) return nullptr;
  return std::make_unique<ProjectDocument>(std::move(*parsed));
}

}  // namespace

Family family() {
  const Abilities animation{.animation = true, .scene = true, .play = true, .from_scene = true};
  Family family;
  family.id = "craftstudio";
  family.title = "CraftStudio";
  family.place = 1;
  family.specification = "craftstudio.md";
  family.codes = codes;
  family.formats = {
      {.id = kAnimationId,
       .family = family.id,
       .title = "CraftStudio model animation",
       .extensions = {".csmodelanim"},
       .abilities = animation,
       .detect = &detect_animation,
       .parse = &parse_animation_document,
       .passes_quick_check = look(&quick_check_animation),
       .build = way_back(&build_animation),
       .from_scene = scene_import<&animation_from_scene>(),
       .find_facts = way_back(&find_motion_facts),
       .helpers = {kModelId, kJsModelId},
       .description = animation_description},
      {.id = kModelId,
       .family = family.id,
       .title = "CraftStudio model",
       .extensions = {".csmodel"},
       .abilities = {.scene = true, .from_scene = true, .pictures = true},
       .detect = &detect_model,
       .parse = &parse_model_document,
       .passes_quick_check = look(&quick_check_model),
       .build = way_back(&build_model),
       .from_scene = scene_import<&model_from_scene>(),
       .helpers = {kModelId},
       .description = model_description},
      {.id = kJsAnimationId,
       .family = family.id,
       .title = "CraftStudio model animation, JSON export",
       .extensions = {".csjsmodelanim"},
       .abilities = animation,
       .frame = {UpAxis::y_up, 1 / kPixelsPerUnit},
       .detect = &detect_js_animation,
       .parse = &parse_js_animation_document,
       .build = way_back(&build_js_animation),
       .from_scene = scene_import<&js_animation_from_scene>(),
       .find_facts = way_back(&find_motion_facts),
       .text = true,
       .helpers = {kModelId, kJsModelId},
       .explain_text = &explain_js_animation},
      {.id = kJsModelId,
       .family = family.id,
       .title = "CraftStudio model, JSON export",
       .extensions = {".csjsmodel"},
       .abilities = {.scene = true, .from_scene = true},
       .frame = {UpAxis::y_up, 1 / kPixelsPerUnit},
       .detect = &detect_js_model,
       .parse = &parse_js_model_document,
       .build = way_back(&build_js_model),
       .from_scene = scene_import<&js_model_from_scene>(),
       .text = true,
       .explain_text = &explain_js_model},
      {.id = kProjectId,
       .family = family.id,
       .title = "CraftStudio project and package tables",
       .extensions = {".dat"},
       .detect = &detect_project,
       .parse = &parse_project_document,
       .build = way_back(&build_project),
       .description = project_description},
  };
  family.conversions = conversions();
  family.options = {
      {"compose", "rest-delta|delta-rest|euler-add", "rest-delta",
       "how a key's orientation combines with the model's", "convert|render|sample|view"},
      {"runtime", "craftstudio|minecraft", "craftstudio", "playback rules to follow",
       "check|convert|render|sample|view"},
      {"rate", "N!=0", "30 binary, 60 JSON", "frames per second",
       "convert|render|sample|play|view"},
      {"loop", "", "", "play: start again at the end (the default); from glTF: the clip repeats",
       "convert|play|view"},
      {"once", "", "",
       "play: stay at the last frame; from glTF: the clip plays once and keeps its last pose",
       "convert|play|view"},
      {"drop-tail", "", "", "leave out stale bytes after the logical end", "convert"},
      {"tolerance", "N", "0.0001",
       "from glTF: largest error in world units and scale factors; degrees are 100 times it",
       "convert"},
  };
  return family;
}

}  // namespace anmkit::craftstudio
