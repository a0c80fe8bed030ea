// SPDX-License-Identifier: MIT
// From a scene to a model: what it shows as blocks with one texture, and how far they are from it.
#include <algorithm>
#include <cmath>

#include "core/listing.hpp"
#include "core/png_info.hpp"
#include "core/utf8.hpp"
#include "formats/craftstudio/body_model.hpp"
#include "formats/craftstudio/document.hpp"
#include "formats/craftstudio/findings.hpp"
#include "formats/craftstudio/scene.hpp"
#include "formats/craftstudio/sheet.hpp"
#include "scene/reference.hpp"

namespace anmkit::craftstudio {
namespace {

// The model that the scene was made from, in either spelling.
struct Known {
  const Document* document = nullptr;
  std::optional<RestModel> rest;
  std::optional<Scene> scene;
};

// The size of the picture that a texture is, 0 where it is none.
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
  // Texels of another picture are others.
  if (extent_of(known.rest->texture) == extent_of(shown))
    known.scene = scene_of(*known.rest, pixels, {});
  return known;
}

struct Made {
  Body body;
  Sheet sheet;
  std::size_t painted = 0, hidden = 0;
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

// ---- what is said ----

// The blocks of the file that was written, against the surface that they stand for.
class Measure {
 public:
  Measure(const Body& body, const RestModel& written, bool pixels)
      : body_(body), unit_(pixels ? "pixels" : "world units") {
    const Scene scene = scene_of(written, pixels, {});
    std::vector<Mat4> world;
    world_matrices(scene, rest_pose(scene), world);
    const double factor = pixels ? 1 : 1 / kPixelsPerUnit;
    for (std::size_t i = 0; i < body.nodes.size() && i < written.nodes.size(); ++i) {
      const BodyNode& node = body.nodes[i];
      if (!node.block) continue;
      const RestNode& rest = written.nodes[i];
      const Vec3 half = scale(rest.size, rest.scale) * (factor / 2);
      const Transform stand = decompose(world[i]);
      Box box{stand.translation,
              {std::fabs(half.x), std::fabs(half.y), std::fabs(half.z)},
              stand.rotation,
              node.block->box.exact,
              {}};
      add(node, box);
    }
  }

  void say(ConversionReport& report) const {
    for (const auto& [name, error] : fitted_)
      report.fits.push_back({"node " + name + ", surface", error, unit_});
    if (exact_count_ > 0) report.fits.push_back({"exact boxes", exact_, unit_});
    const std::size_t count = exact_count_ + fitted_.size();
    report.summary = std::to_string(count) + (count == 1 ? " block: " : " blocks: ") +
                     std::to_string(exact_count_) + " exact, " + std::to_string(fitted_.size()) +
                     " fitted";
    if (!fitted_.empty())
      report.summary += ", the surface at most " + short_number(worst()) + " " + unit_ + " away";
  }
  void warn(Findings& findings) const {
    if (fitted_.empty()) return;
    std::vector<std::string> names;
    for (const auto& [name, error] : fitted_)
      names.push_back(name);
    findings.warning("W-LOSS-SHAPE", std::to_string(fitted_.size()) +
                                         " pieces are no boxes and became the box around them; "
                                         "the largest distance of their surface from it is " +
                                         short_number(worst()) + " " + unit_ + ": " +
                                         some_of(names, 5));
  }

 private:
  static std::string short_number(double value) {
    std::string text = std::to_string(std::round(value * 1e4) / 1e4);
    return text.substr(0, text.find('.') + 5);
  }
  double worst() const {
    double worst = 0;
    for (const auto& [name, error] : fitted_)
      worst = std::max(worst, error);
    return worst;
  }
  void add(const BodyNode& node, const Box& box) {
    const Surface& surface = body_.around(node);
    double error = 0;
    const auto look = [&](Vec3 place) {
      error = std::max(error, distance_from(box, surface.origin + rotate(surface.turn, place)));
    };
    for (const std::uint32_t f : node.block->box.facets)
      for (const Vec3& corner : surface.facets[f].corners)
        look(corner);
    if (box.exact) {
      exact_ = std::max(exact_, error);
      ++exact_count_;
      return;
    }
    for (const Vec3& vertex : surface.vertices)
      look(vertex);
    fitted_.emplace_back(node.name, error);
  }

  const Body& body_;
  std::string unit_;
  double exact_ = 0;
  std::size_t exact_count_ = 0;
  std::vector<std::pair<std::string, double>> fitted_;
};

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
                           "triangles have corners that are no numbers or beyond all bounds; "
                           "they are left out"));
  if (body.cameras > 0)
    findings.warning("W-LOSS-CAMERA", count(body.cameras, "cameras are left out"));
  if (made.sheet.lost > 0 || made.cut_short)
    findings.warning(
        "W-LOSS-TEXTURE",
        made.sheet.lost > 0
            ? count(made.sheet.lost,
                    "faces do not show what they should: their pictures cannot be put together "
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
  if (made.painted > 0)
    findings.info("I-CONVERT-PAINTED",
                  count(made.painted,
                        "faces show their texture in a way that blocks cannot (stretched, "
                        "slanted, in several pieces, tinted); they are painted anew, a texel a "
                        "pixel"));
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
    return fail(prefixed("E-RANGE"), "a node lies beyond what 32-bit numbers can say");
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
    // The picture without the bytes behind it; where there never was one, there is none to lose.
    const auto png = read_png_info(original->texture);
    const ByteView shown = png ? ByteView(original->texture).first(png->end_offset) : ByteView();
    const bool none = !png && from.scene.images.empty();
    if (none || std::ranges::equal(shown, model.texture)) model.texture = original->texture;
  }
  Findings findings(report.diagnostics);
  const auto bytes = craftstudio::write(model);
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
  const Bytes bytes = to_bytes(write_text(js));
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
