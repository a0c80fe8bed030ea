// SPDX-License-Identifier: MIT
// From a scene to a model: what it shows as blocks with one texture, and how far they are from it.
#include <algorithm>
#include <cmath>

#include "core/listing.hpp"
#include "core/png_info.hpp"
#include "core/utf8.hpp"
#include "formats/craftstudio/document.hpp"
#include "formats/craftstudio/findings.hpp"
#include "formats/craftstudio/model/body_model.hpp"
#include "formats/craftstudio/model/measure.hpp"
#include "formats/craftstudio/model/sheet.hpp"
#include "formats/craftstudio/scene.hpp"

namespace anmkit::craftstudio {
namespace {

// The model that the scene was made from, in either spelling.
struct Known {
  const Document* document = nullptr;
  std::optional<RestModel> rest;
  std::optional<Scene> scene;
};

// The size of the image that a texture is, 0 where it is none.
std::array<std::uint32_t, 2> extent_of(ByteView png) {
  const auto info = read_png_info(png);
  return info ? std::array{info->width, info->height} : std::array<std::uint32_t, 2>{};
}

Known find_known(const FromScene& from, std::string_view id, bool pixels) {
  Known known;
  const auto take = [&](const Document* document) {
    if (document == nullptr || known.document != nullptr) return;
    if (auto rest = rest_of(*document)) {
      known.document = document;
      known.rest = std::move(rest);
    }
  };
  take(from.original);
  for (const Origin& origin : from.origins)
    if (origin.document != nullptr && origin.document->format() == id) take(origin.document);
  for (const Origin& origin : from.origins)
    take(origin.document);
  if (!known.rest) return known;
  ByteView shown;
  if (!from.scene.images.empty()) shown = from.scene.images.front().bytes;
  if (known.rest->texture.empty()) known.rest->texture = shown;
  // Texels of another image are others.
  if (extent_of(known.rest->texture) == extent_of(shown))
    known.scene = scene_of(*known.rest, pixels, {});
  return known;
}

struct Made {
  Body body;
  Sheet sheet;
  std::size_t painted = 0, hidden = 0;
  std::vector<std::string> unseen;
  bool cut_short = false;
};

Result<Made> make_body(const FromScene& from, const Known& known, double pixels_per_unit,
                       bool keeps_order) {
  const Scene& scene = from.scene;
  const Pictures pictures = open_pictures(scene);
  auto body = find_body(scene, pictures, pixels_per_unit, known.rest ? &*known.rest : nullptr,
                        known.scene ? &*known.scene : nullptr, keeps_order, pixels_per_unit == 1);
  if (!body) return std::unexpected(body.error());
  Made made;
  made.unseen = hidden_at_rest(scene);
  made.body = std::move(*body);
  Paint paint(scene, pictures);
  std::vector<Block*> blocks;
  for (BodyNode& node : made.body.nodes) {
    if (!node.block) continue;
    if (!node.same && !paint.paint(made.body.around(node), *node.block)) made.cut_short = true;
    for (const Block::Face& face : node.block->faces) {
      made.painted += face.kind == Block::Face::Kind::painted ? 1 : 0;
      made.hidden += face.kind == Block::Face::Kind::hidden ? 1 : 0;
    }
    blocks.push_back(&*node.block);
  }
  made.sheet = make_sheet(scene, pictures, blocks, known.rest ? known.rest->texture : ByteView());
  made.sheet.lost += paint.blind();
  return made;
}

// ---- findings ----

void say_losses(const Made& made, Findings& findings) {
  const Body& body = made.body;
  const auto count = [](std::size_t number, std::string_view what) {
    return std::to_string(number) + " " + std::string(what);
  };
  if (body.surfaces.bent > 0)
    findings.warning("W-LOSS-SKIN",
                     count(body.surfaces.bent,
                           "vertices follow several joints; blocks do not bend, and each vertex "
                           "counts for the joint with the largest weight"));
  if (body.surfaces.others > 0)
    findings.warning("W-LOSS-LINES",
                     count(body.surfaces.others, "meshes of lines or points are left out"));
  if (body.surfaces.unreadable > 0)
    findings.warning("W-LOSS-TRIANGLES",
                     count(body.surfaces.unreadable,
                           "triangles have corners that are not finite or too large; "
                           "they are left out"));
  if (body.cameras > 0)
    findings.warning("W-LOSS-CAMERA", count(body.cameras, "cameras are left out"));
  if (made.sheet.lost > 0 || made.cut_short)
    findings.warning(
        "W-LOSS-TEXTURE",
        made.sheet.lost > 0
            ? count(made.sheet.lost,
                    "the textures of faces are wrong: their images cannot be combined "
                    "(damaged, or this build cannot read them)")
            : "there are more texels to paint than a model can use; some faces got one color");
  if (body.nameless > 0)
    findings.info("I-CONVERT-NAMELESS",
                  count(body.nameless,
                        "nodes have no name, by which animations find them; they are called "
                        "\"node\" and their number"));
  if (body.renamed > 0)
    findings.info("I-CONVERT-RENAMED",
                  count(body.renamed,
                        "nodes have the name of another one, with which an animation would move "
                        "them; they got a number"));
  if (!made.unseen.empty())
    findings.info("I-CONVERT-SCALE-ZERO",
                  "a rest scale of 0 hides " + some_of(made.unseen, 5) +
                      "; each block gets the size of its mesh and a scale of 1, and animations "
                      "made from this file hide it");
  if (made.painted > 0)
    findings.info(
        "I-CONVERT-PAINTED",
        count(made.painted,
              "the texture mapping of faces does not fit blocks (stretched, "
              "slanted, in several pieces, tinted); they are resampled, one texel per pixel"));
  if (made.hidden > 0)
    findings.info("I-CONVERT-HIDDEN",
                  count(made.hidden, "boxes are open at one side; that face is transparent"));
}

bool has_numbers(const Model& model) {
  const auto finite = [](const auto& values) {
    return std::ranges::all_of(values, [](float v) { return std::isfinite(v); });
  };
  return std::ranges::all_of(model.nodes, [&](const ModelNode& node) {
    return finite(node.position) && finite(node.pivot_offset) && finite(node.scale) &&
           finite(node.orientation);
  });
}

Result<void> check_made(const Made& made, const Model& model, bool known) {
  const bool shows = std::ranges::any_of(
      made.body.nodes, [](const BodyNode& node) { return node.block.has_value(); });
  if (!shows && !known)
    return fail(prefixed("E-NO-MESH"), "the scene has no mesh to make blocks of");
  if (!known && !has_numbers(model))
    return fail(prefixed("E-RANGE"), "a node is beyond the range of 32-bit numbers");
  return {};
}

}  // namespace

Result<Bytes> model_from_scene(const FromScene& from, const Context& context,
                               ConversionReport& report) {
  const Known known = find_known(from, kModelId, false);
  const auto* document = as<ModelDocument>(known.document, kModelId);
  auto made = make_body(from, known, kPixelsPerUnit, document != nullptr);
  if (!made) return std::unexpected(made.error());
  const Model* original = document != nullptr ? &document->model : nullptr;
  Model model = model_of(made->body, 1, original);
  model.texture = std::move(made->sheet.png);
  // What a project's own model is linked to, the one that takes its place is linked to.
  for (const Companion& companion : context.companions) {
    if (const auto* placed = as<ModelDocument>(companion.document, kModelId); placed != nullptr)
      model.animation_ids = placed->model.animation_ids;
  }
  if (auto good = check_made(*made, model, known.rest.has_value()); !good)
    return std::unexpected(good.error());
  if (original != nullptr) {
    // The image without the bytes after it; where there never was one, there is none to lose.
    const auto png = read_png_info(original->texture);
    const ByteView shown = png ? ByteView(original->texture).first(png->end_offset) : ByteView();
    const bool none = !png && from.scene.images.empty();
    if (none || std::ranges::equal(shown, model.texture)) model.texture = original->texture;
  }
  Findings findings(report.diagnostics);
  if (original == nullptr && model.animation_ids.empty() && !from.scene.clips.empty()) {
    findings.info("I-JSON-ANIMATIONS",
                  "the model is linked to no animation: the glTF file has no animation ids; --with "
                  "MODEL.csmodel takes those of that model");
  }
  auto bytes = craftstudio::write(model);
  if (!bytes) return bytes;
  if (original != nullptr && model.texture == original->texture &&
      shows_the_same(rest_of(*original), rest_of(model))) {
    report.summary = "unchanged: the original file again";
    return document->write();
  }
  Diagnostics unused;
  const auto written = parse_model(*bytes, unused);
  if (!written) return std::unexpected(written.error());
  const Measure measure(made->body, rest_of(*written), false);
  measure.warn(findings);
  say_losses(*made, findings);
  measure.say(report);
  return bytes;
}

Result<Bytes> js_model_from_scene(const FromScene& from, const Context&, ConversionReport& report) {
  const Known known = find_known(from, kJsModelId, true);
  auto made = make_body(from, known, 1, false);
  if (!made) return std::unexpected(made.error());
  const auto* document = as<JsModelDocument>(known.document, kJsModelId);
  const Model model = model_of(made->body, 1 / kPixelsPerUnit, nullptr);
  if (auto good = check_made(*made, model, known.rest.has_value()); !good)
    return std::unexpected(good.error());
  Diagnostics notes;
  JsModel js = to_js(model, repaired_utf8(from.scene.name), notes);
  if (document != nullptr) {
    keep_values(js, document->model);
    adopt_spellings(js, document->model);
    if (js == document->model) {
      report.summary = "unchanged: the original file again";
      return document->write();
    }
  }
  Bytes bytes = to_bytes(write_text(js));
  Diagnostics unused;
  const auto written = parse_js_model(as_text(bytes), unused);
  if (!written) return std::unexpected(written.error());
  report.diagnostics.add_all(notes);
  Findings findings(report.diagnostics);
  const Measure measure(made->body, rest_of(*written), true);
  measure.warn(findings);
  say_losses(*made, findings);
  measure.say(report);
  return bytes;
}

}  // namespace anmkit::craftstudio
