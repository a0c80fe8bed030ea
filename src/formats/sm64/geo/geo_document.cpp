// SPDX-License-Identifier: MIT
// Geo layouts and display lists as documents, and as the body of an animation.
#include <algorithm>

#include "formats/sm64/findings.hpp"
#include "formats/sm64/geo/geo.hpp"
#include "formats/sm64/geo/model.hpp"
#include "formats/sm64/geo/texture_files.hpp"
#include "formats/sm64/scene.hpp"

namespace anmkit::sm64 {
namespace {

// Text has no zero bytes.
bool is_text(ByteView bytes) {
  const ByteView head = bytes.first(std::min<std::size_t>(bytes.size(), 4096));
  return std::ranges::find(head, std::byte{0}) == head.end();
}

ModelSource model_of(Companions companions, std::string_view own) {
  ModelSource model;
  if (!own.empty()) read_model(own, model);
  for (const Companion& companion : companions) {
    const std::string_view text = as_text(companion.bytes);
    if (is_text(companion.bytes) && is_model_text(text)) read_model(text, model);
  }
  return model;
}

std::vector<std::string_view> layout_texts(Companions companions) {
  std::vector<std::string_view> texts;
  for (const Companion& companion : companions) {
    if (is_geo_text(companion.bytes)) texts.push_back(as_text(companion.bytes));
  }
  return texts;
}

// A layout in bound segments, with the display lists in them.
void build_bound(Scene& scene, const GeoLayout& layout, const SegmentImage& image,
                 Companions companions, const Options& options, Diagnostics& diagnostics) {
  ModelSource model = model_of(companions, {});
  read_model_binary(image, layout, model);
  build_nodes(scene, build_skeleton(layout, switch_cases(options)), layout, model, companions,
              diagnostics);
}

// All layouts among the companions; each follows branches into the others.
std::vector<GeoLayout> layouts_of(Companions companions) {
  std::vector<GeoLayout> layouts;
  Diagnostics unused;
  const auto texts = layout_texts(companions);
  for (const Companion& companion : companions) {
    const bool text = is_geo_text(companion.bytes);
    const auto* geo = as<GeoDocument>(companion.document, kGeoId);
    if (!text && (geo == nullptr || geo->text)) continue;
    auto more = read_layouts(companion.bytes, text, texts, unused);
    if (!more) continue;
    layouts.insert(layouts.end(), std::make_move_iterator(more->begin()),
                   std::make_move_iterator(more->end()));
  }
  return layouts;
}

}  // namespace

bool is_geo_text(ByteView bytes) {
  return is_text(bytes) && as_text(bytes).find("GeoLayout ") != std::string_view::npos;
}

Result<std::vector<GeoLayout>> read_layouts(ByteView bytes, bool text,
                                            std::span<const std::string_view> others,
                                            Diagnostics& diagnostics) {
  return text ? parse_geo_c(as_text(bytes), others, diagnostics)
              : parse_geo_binary(bytes, diagnostics);
}

DocumentPtr parse_geo_document(const Source& source, const Options& options,
                               Diagnostics& diagnostics) {
  auto document = std::make_unique<GeoDocument>(Bytes(source.bytes.begin(), source.bytes.end()),
                                                is_text(source.bytes));
  if (options.has("segment")) {
    auto image = bind_segments(source, options);
    auto layout = image ? read_geo_at(*image, options.text("geo"))
                        : Result<GeoLayout>(std::unexpected(image.error()));
    if (!layout) {
      diagnostics.add(layout.error());
      return nullptr;
    }
    document->text = false;
    document->image = std::move(*image);
    document->layouts.push_back(std::move(*layout));
    return document;
  }
  // Branches into other files are followed when those are known.
  Diagnostics found;
  auto layouts = read_layouts(document->source, document->text, {}, found);
  if (!layouts) {
    diagnostics.add_all(found);
    return nullptr;
  }
  document->layouts = std::move(*layouts);
  return document;
}

Result<std::optional<std::size_t>> drawn_parts(Companions companions, const Options& options,
                                               std::size_t parts) {
  const auto layouts = layouts_of(companions);
  if (auto named = check_named(layouts, options); !named) return std::unexpected(named.error());
  const GeoLayout* layout = choose_layout(layouts, options, parts);
  if (layout == nullptr) return std::optional<std::size_t>();
  return build_skeleton(*layout, switch_cases(options)).parts.size();
}

Result<bool> add_skeleton(Scene& scene, Companions companions, const Options& options,
                          std::size_t parts, Diagnostics& diagnostics, const SegmentImage* image) {
  // The layout in a segment of the animation's own file.
  if (image != nullptr && parse_number(options.text("geo"))) {
    const auto layout = read_geo_at(*image, options.text("geo"));
    if (layout) {
      build_bound(scene, *layout, *image, companions, options, diagnostics);
      return true;
    }
    return std::unexpected(layout.error());
  }
  const auto layouts = layouts_of(companions);
  if (auto named = check_named(layouts, options); !named) return std::unexpected(named.error());
  const GeoLayout* layout = choose_layout(layouts, options, parts);
  if (layout == nullptr) return false;
  const Skeleton skeleton = build_skeleton(*layout, switch_cases(options));
  // What has no parts cannot play an animation; it is shown beside it when it was asked for.
  if (skeleton.parts.empty()) {
    if (!options.has("geo")) return false;
    scene.nodes = plain_nodes(parts);
  }
  build_nodes(scene, skeleton, *layout, model_of(companions, {}), companions, diagnostics);
  return true;
}

Result<Scene> GeoDocument::to_scene(const SceneRequest&, const Context& context,
                                    Diagnostics& diagnostics) const {
  const auto& [companions, options] = context;
  Scene scene;
  scene.metres_per_unit = kMetresPerUnit;
  if (image) {
    build_bound(scene, layouts.front(), *image, companions, options, diagnostics);
    return scene;
  }
  auto texts = layout_texts(companions);
  Diagnostics found;
  const auto all = read_layouts(source, text, texts, found);
  if (!all) return std::unexpected(all.error());
  if (auto named = check_named(*all, options); !named) return std::unexpected(named.error());
  const GeoLayout* layout = choose_layout(*all, options, 0);
  if (layout == nullptr) {
    return fail(std::string(kUnsupported), "there is no geo layout here");
  }
  scene.name = layout->name;
  const Skeleton skeleton = build_skeleton(*layout, switch_cases(options));
  build_nodes(scene, skeleton, *layout,
              model_of(companions, text ? as_text(source) : std::string_view()), companions,
              diagnostics);
  return scene;
}

void GeoDocument::check(const Context& context, Diagnostics& diagnostics) const {
  const Companions companions = context.companions;
  if (image) return;  // it was read as a whole
  const auto texts = layout_texts(companions);
  const auto read = read_layouts(source, text, texts, diagnostics);
  if (!read) return;
  if (auto named = check_named(*read, context.options); !named) diagnostics.add(named.error());
}

std::vector<std::string> GeoDocument::roots() const {
  return root_layouts(layouts);
}

DocumentInfo GeoDocument::info() const {
  DocumentInfo info;
  const GeoLayout* shown = choose_layout(layouts, Options{}, 0);
  const auto known = roots();
  for (const GeoLayout& one : layouts) {
    const auto parts = build_skeleton(one, {}).parts;
    const bool root = std::ranges::find(known, one.name) != known.end();
    if (&one == shown) {
      for (const DrawnPart& part : parts)
        info.nodes.push_back(part.name);
    }
    const std::string_view role = &one == shown ? " (root, the default)"
                                  : root        ? " (root)"
                                                : " (a branch of others)";
    info.facts.emplace_back("layout", one.name + ", " + std::to_string(parts.size()) + " parts" +
                                          std::string(layouts.size() > 1 ? role : ""));
  }
  return info;
}

}  // namespace anmkit::sm64
