// SPDX-License-Identifier: MIT
// Vertices against the sides of blocks, in the world at rest.
#include "formats/craftstudio/model/measure.hpp"

#include <algorithm>
#include <cmath>

#include "core/counted.hpp"
#include "core/listing.hpp"
#include "core/portable.hpp"
#include "formats/craftstudio/scene.hpp"
#include "scene/reference.hpp"

namespace anmkit::craftstudio {
namespace {

std::string short_number(double value) {
  std::string text = std::to_string(portable::round(value * 1e4) / 1e4);
  return text.substr(0, text.find('.') + 5);
}

}  // namespace

Measure::Measure(const Body& body, const RestModel& written, bool pixels)
    : body_(body), unit_(pixels ? "pixels" : "world units") {
  const Scene scene = scene_of(written, pixels, {});
  const std::vector<Mat4> world = world_matrices(scene, rest_pose(scene));
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

void Measure::say(ConversionReport& report) const {
  for (const auto& [name, error] : fitted_)
    report.fits.push_back({"node " + name + ", surface", error, unit_});
  if (exact_count_ > 0) report.fits.push_back({"exact boxes", exact_, unit_});
  const std::size_t count = exact_count_ + fitted_.size();
  report.summary = counted(count, "block: ", "blocks: ") + std::to_string(exact_count_) +
                   " exact, " + std::to_string(fitted_.size()) + " fitted";
  if (!fitted_.empty())
    report.summary += ", the surface at most " + short_number(worst()) + " " + unit_ + " away";
}

void Measure::warn(Findings& findings) const {
  if (fitted_.empty()) return;
  std::vector<std::string> names;
  for (const auto& [name, error] : fitted_)
    names.push_back(name);
  findings.warning("W-LOSS-SHAPE",
                   counted(fitted_.size(), "part is not a box and became its bounding box; ",
                           "parts are not boxes and became their bounding boxes; ") +
                       "the largest distance of their surface from it is " + short_number(worst()) +
                       " " + unit_ + ": " + some_of(names, 5));
}

double Measure::worst() const {
  double worst = 0;
  for (const auto& [name, error] : fitted_)
    worst = std::max(worst, error);
  return worst;
}

void Measure::add(const BodyNode& node, const Box& box) {
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

}  // namespace anmkit::craftstudio
