// SPDX-License-Identifier: MIT
// Geo layouts and display lists as documents, and as the body of an animation.
#include <algorithm>
#include <optional>
#include <set>

#include "core/counted.hpp"
#include "core/file_place.hpp"
#include "core/paths.hpp"
#include "formats/folders.hpp"
#include "formats/sm64/findings.hpp"
#include "formats/sm64/geo/draw_state.hpp"
#include "formats/sm64/geo/geo.hpp"
#include "formats/sm64/geo/mesh_builder.hpp"
#include "formats/sm64/geo/model.hpp"
#include "formats/sm64/geo/texture_files.hpp"
#include "formats/sm64/scene.hpp"
#include "formats/sm64/source/evidence.hpp"

namespace anmkit::sm64 {
namespace {

// Text has no zero bytes.
bool is_text(ByteView bytes) {
  const ByteView head = bytes.first(std::min<std::size_t>(bytes.size(), 4096));
  return std::ranges::find(head, std::byte{0}) == head.end();
}

// The definitions of a file and its companions. Textures alone are a source as well.
ModelSource model_of(Companions companions, std::string_view own, std::string_view path) {
  ModelSource model;
  if (!own.empty()) read_model(own, model, path);
  // Those of the file itself are found with its layouts.
  model.guesses.clear();
  for (const Companion& companion : companions) {
    const std::string_view text = as_text(companion.bytes);
    if (is_text(companion.bytes) && (is_model_text(text) || has_textures(text)))
      read_model(text, model, companion.path);
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
Result<void> build_bound(Scene& scene, const GeoLayout& layout, const SegmentImage& image,
                         Companions companions, const Options& options, bool meshes,
                         Diagnostics& diagnostics) {
  const Skeleton skeleton =
      build_skeleton(layout, switch_cases(options), options.has("engine-trig"));
  if (!meshes) return build_nodes(scene, skeleton, layout, nullptr, companions, diagnostics);
  ModelSource model = model_of(companions, {}, {});
  read_model_binary(image, layout, model);
  return build_nodes(scene, skeleton, layout, &model, companions, diagnostics);
}

// All layouts among the companions; each follows branches into the others.
struct Layouts {
  std::vector<GeoLayout> all;
  // How many of them, the first, are in files that the user named, and in the folder of the first.
  std::size_t named = 0, near = 0;
  std::optional<Error> problem;  // of the first file that has one
  // What reading each file found, with the number of layouts up to its last one.
  std::vector<std::pair<std::size_t, std::vector<Diagnostic>>> findings;
};
// What was found in the file of a layout, each finding with the place in that file.
void add_findings(const Layouts& layouts, const GeoLayout* of, Diagnostics& diagnostics) {
  const auto index = static_cast<std::size_t>(of - layouts.all.data());
  const auto file =
      std::ranges::find_if(layouts.findings, [&](const auto& read) { return index < read.first; });
  for (const Diagnostic& one : file->second)
    diagnostics.add(one);
}
Layouts layouts_of(Companions companions) {
  Layouts found;
  const auto texts = layout_texts(companions);
  std::string_view first;  // folder of the first
  for (const Companion& companion : companions) {
    const bool text = is_geo_text(companion.bytes);
    const auto* geo = as<GeoDocument>(companion.document, kGeoId);
    if (!text && (geo == nullptr || geo->text)) continue;
    Diagnostics findings;
    // An animation of many files asks for each of them: what reading found is good where no other
    // text has layouts to branch to.
    const bool known = geo != nullptr && geo->whole && (!text || texts.size() == 1);
    auto more = known ? Result<std::vector<GeoLayout>>(geo->layouts)
                      : read_layouts(companion.bytes, text, texts, findings);
    if (known) findings.add_all(geo->findings);
    if (const Diagnostic* error = findings.first_error(); error != nullptr && !found.problem) {
      found.problem = *error;
      found.problem->message = std::string(file_name(companion.path)) + ": " + error->message;
      found.problem->offset.reset();
    }
    if (!more || findings.has_errors()) continue;
    const std::string_view folder = folder_of(companion.path);
    if (found.all.empty()) first = folder;
    found.all.insert(found.all.end(), std::make_move_iterator(more->begin()),
                     std::make_move_iterator(more->end()));
    if (text) findings.locate(as_text(companion.bytes));
    auto& list = found.findings.emplace_back(found.all.size(), findings.finish()).second;
    for (Diagnostic& one : list)
      name_file(one, companion.path);
    if (geo != nullptr && geo->named) found.named = found.all.size();
    if (folder == first) found.near = found.all.size();
  }
  return found;
}

// The layout that the user chose; else what fits of the files that were named; else of the nearest
// folder, since the display lists of others may be used.
Result<const GeoLayout*> pick_layout(const Layouts& layouts, const Options& options,
                                     std::size_t parts) {
  if (auto named = check_named(layouts.all, options); !named)
    return std::unexpected(layouts.problem.value_or(named.error()));
  const std::size_t near = layouts.named > 0 ? layouts.named : layouts.near;
  const std::span<const GeoLayout> from =
      std::span(layouts.all).first(options.has("geo") ? layouts.all.size() : near);
  const GeoLayout* layout = choose_layout(from, options, parts);
  if (layout == nullptr && layouts.problem) return std::unexpected(*layouts.problem);
  return layout;
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
  document->path = source.path;
  document->named = options.has(kNamedCompanion);
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
  if (document->text && is_blank(as_text(source.bytes))) {
    Findings(diagnostics).error("E-CSYNTAX", std::string(kBlankSource), 0);
    return nullptr;
  }
  // Branches into other files are followed when those are known.
  Diagnostics found;
  auto layouts = read_layouts(document->source, document->text, {}, found);
  if (!layouts) {
    diagnostics.add_all(found);
    return nullptr;
  }
  document->layouts = std::move(*layouts);
  document->whole = !found.has_errors();
  document->findings = std::move(found);
  return document;
}

Result<std::optional<std::size_t>> drawn_parts(Companions companions, const Options& options,
                                               std::size_t parts, Diagnostics& diagnostics) {
  const Layouts layouts = layouts_of(companions);
  const auto layout = pick_layout(layouts, options, parts);
  if (!layout) return std::unexpected(layout.error());
  if (*layout == nullptr) return std::optional<std::size_t>();
  // `check` reports the other files on their own.
  if (layouts.named > 0) add_findings(layouts, *layout, diagnostics);
  return build_skeleton(**layout, switch_cases(options)).parts.size();
}

Result<std::optional<PartTurns>> add_skeleton(Scene& scene, Companions companions,
                                              const Options& options, std::size_t parts,
                                              Diagnostics& diagnostics, bool meshes,
                                              const SegmentImage* image) {
  // The layout in a segment of the animation's own file.
  if (image != nullptr && parse_number(options.text("geo"))) {
    const auto layout = read_geo_at(*image, options.text("geo"));
    if (!layout) return std::unexpected(layout.error());
    const auto built =
        build_bound(scene, *layout, *image, companions, options, meshes, diagnostics);
    if (!built) return std::unexpected(built.error());
    return turns_of(build_skeleton(*layout, switch_cases(options)), *layout);
  }
  const Layouts layouts = layouts_of(companions);
  const auto layout = pick_layout(layouts, options, parts);
  if (!layout) return std::unexpected(layout.error());
  if (*layout == nullptr) return std::optional<PartTurns>();
  add_findings(layouts, *layout, diagnostics);
  const Skeleton skeleton =
      build_skeleton(**layout, switch_cases(options), options.has("engine-trig"));
  // What has no parts cannot play an animation; it is shown next to it when it was asked for.
  if (skeleton.parts.empty()) {
    if (!options.has("geo")) return std::optional<PartTurns>();
    scene.nodes = plain_nodes(parts);
  }
  const ModelSource model = meshes ? model_of(companions, {}, {}) : ModelSource();
  const auto built =
      build_nodes(scene, skeleton, **layout, meshes ? &model : nullptr, companions, diagnostics);
  if (!built) return std::unexpected(built.error());
  return turns_of(skeleton, **layout);
}

Result<Scene> GeoDocument::to_scene(const SceneRequest& request, const Context& context,
                                    Diagnostics& diagnostics) const {
  const auto& [companions, options] = context;
  Scene scene;
  scene.metres_per_unit = kMetresPerUnit;
  if (image) {
    const auto built = build_bound(scene, layouts.front(), *image, companions, options,
                                   request.meshes, diagnostics);
    if (!built) return std::unexpected(built.error());
    return scene;
  }
  auto texts = layout_texts(companions);
  Diagnostics found;
  const auto all = read_layouts(source, text, texts, found);
  if (!all) return std::unexpected(all.error());
  // A layout that was cut is not the model.
  if (const Diagnostic* error = found.first_error()) return std::unexpected(*error);
  diagnostics.add_all(found);
  if (auto good = check_named(*all, options); !good) return std::unexpected(good.error());
  const GeoLayout* layout = choose_layout(*all, options, 0);
  if (layout == nullptr) {
    return fail(std::string(kUnsupported), "no geo layout found");
  }
  scene.name = layout->name;
  Skeleton skeleton = build_skeleton(*layout, switch_cases(options), options.has("engine-trig"));
  skeleton.stands = has_marios_shape(skeleton);
  const ModelSource model =
      request.meshes ? model_of(companions, text ? as_text(source) : std::string_view(), path)
                     : ModelSource();
  const auto built = build_nodes(scene, skeleton, *layout, request.meshes ? &model : nullptr,
                                 companions, diagnostics);
  if (!built) return std::unexpected(built.error());
  return scene;
}

namespace {

// Commands of display lists that are not known, each once; of a source without layouts, what its
// lists do.
void check_lists(std::string_view text, bool alone, Diagnostics& diagnostics) {
  Findings findings(diagnostics);
  ModelSource model;
  read_model(text, model);
  const auto at = [&](std::string_view word) {
    return static_cast<std::uint64_t>(word.data() - text.data());
  };
  for (const std::string_view name : model.unread) {
    findings.warning(
        "W-MODEL",
        "vertices " + quoted(name) + ": expected ten numbers per vertex; macros are not expanded",
        at(name));
  }
  if (alone) {
    for (const auto& [fault, word] : find_faults(model))
      report_fault(fault, {quoted(word)}, findings, at(word));
  }
  std::set<std::string_view> said;
  for (const auto& [name, list] : model.lists) {
    DrawState state;
    for (const ListCommand& command : list) {
      if (is_drawing_command(command.name) || state.apply(command, model)) continue;
      if (!said.insert(command.name).second) continue;
      findings.warning(
          "W-WORD",
          "unknown command " + quoted(command.name) + " in a display list: it is left out",
          at(command.name));
    }
  }
}

// Errors of the lists that the layouts draw, as far as the files have them.
void check_drawing(const std::vector<GeoLayout>& layouts, const ModelSource& model,
                   const Context& context, Diagnostics& diagnostics) {
  std::set<std::string> said;
  for (const GeoLayout& layout : layouts) {
    if (layout.branch) continue;
    const Skeleton skeleton = build_skeleton(layout, switch_cases(context.options));
    if (std::ranges::none_of(skeleton.drawn, [&](const DrawnNode& drawn) {
          return model.lists.contains(
              layout.nodes[static_cast<std::size_t>(drawn.node)].display_list);
        }))
      continue;
    Scene scene;
    Diagnostics found;
    const auto built = build_nodes(scene, skeleton, layout, &model, context.companions, found);
    if (!built) found.add(built.error());
    for (const Diagnostic& one : found.finish()) {
      // Missing lists and approximations are not errors.
      if (one.severity == Severity::info && one.code != prefixed("W-MODEL")) continue;
      if (said.insert(one.message).second) diagnostics.add(one);
    }
  }
}

// Those of a text are found where its commands are.
void check_scales(const std::vector<GeoLayout>& layouts, Diagnostics& diagnostics) {
  Findings findings(diagnostics);
  for (const GeoLayout& layout : layouts) {
    for (std::size_t i = 0; i < layout.nodes.size(); ++i) {
      if (std::ranges::find(layout.nodes[i].scale, 0.0) == layout.nodes[i].scale.end()) continue;
      findings.warning("W-LAYOUT", "the scale of a node is 0: nothing below it is seen", {},
                       path_of("nodes", i));
    }
  }
}

}  // namespace

void GeoDocument::check(const Context& context, Diagnostics& diagnostics) const {
  const Companions companions = context.companions;
  if (image) return;  // it was read as a whole
  const auto texts = layout_texts(companions);
  const auto read = read_layouts(source, text, texts, diagnostics);
  if (text) check_lists(as_text(source), read && read->empty(), diagnostics);
  if (!read) return;
  if (!text) check_scales(*read, diagnostics);
  check_drawing(*read, model_of(companions, text ? as_text(source) : std::string_view(), path),
                context, diagnostics);
  if (auto good = check_named(*read, context.options); !good) diagnostics.add(good.error());
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
    info.facts.emplace_back("layout", one.name + ", " + counted(parts.size(), "part") +
                                          std::string(layouts.size() > 1 ? role : ""));
  }
  return info;
}

}  // namespace anmkit::sm64
