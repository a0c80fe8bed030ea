// SPDX-License-Identifier: MIT
// BVH as a format, and the unit that its files lack.
#include "exchange/bvh/bvh.hpp"

#include <algorithm>

#include "core/json.hpp"
#include "core/letters.hpp"
#include "core/number_text.hpp"
#include "core/portable.hpp"
#include "exchange/bvh/words.hpp"

namespace anmkit {

namespace {

int detect(ByteView bytes) {
  constexpr std::size_t kHead = 65536;  // of comments before the first word
  const std::string_view first = BvhWords(as_text(bytes).substr(0, kHead)).next();
  return equal_in_any_case(first, "HIERARCHY") ? 100 : 0;
}

}  // namespace

const Format& bvh_format() {
  static const Format kBvh = [] {
    Format format;
    format.id = "bvh";
    format.family = "exchange";
    format.title = "BVH motion";
    format.extensions = {".bvh"};
    format.abilities = {.animation = true, .scene = true, .from_scene = true};
    format.text = true;
    format.detect = detect;
    format.parse = nullptr;
    format.build = nullptr;
    format.from_scene = write_bvh;
    return format;
  }();
  return kBvh;
}

void report_bvh_time(double seconds, std::size_t frames, Diagnostics& notes) {
  // No motion has a frame per four seconds; 240 per second are 4.17 milliseconds each.
  if (!(seconds >= 4) || frames < 2) return;
  const double duration = static_cast<double>(frames - 1) * seconds;
  notes.add(Severity::warning, "anmkit.BVH-TIME",
            "Frame Time is " + number_text(seconds) + " seconds, so that the clip lasts " +
                number_text(duration) + " seconds; if milliseconds were intended, write " +
                "Frame Time: " + number_text(seconds / 1000));
}

std::string bvh_name(std::string_view name) {
  std::string written(name);
  std::ranges::replace_if(written, [](char c) { return c == ' ' || c == '{' || c == '}'; }, '_');
  return written;
}

void report_bvh_unit(const Scene& scene, Diagnostics& notes) {
  std::vector<Vec3> places;  // parents come first
  Vec3 low, high;
  for (const Node& node : scene.nodes) {
    Vec3 at = node.rest.translation;
    if (node.parent >= 0) at = at + places[static_cast<std::size_t>(node.parent)];
    places.push_back(at);
    if (places.size() == 1) low = high = at;
    low = {std::min(low.x, at.x), std::min(low.y, at.y), std::min(low.z, at.z)};
    high = {std::max(high.x, at.x), std::max(high.y, at.y), std::max(high.z, at.z)};
  }
  const Vec3 size = high - low;
  std::string metres;
  append_number(metres, portable::round(100 * std::max({size.x, size.y, size.z})) / 100);
  notes.add(Severity::info, "anmkit.BVH-UNIT",
            "BVH has no unit: 1 unit is read as 1 metre, so that the joints at rest span " +
                metres + " m; --scale METRES sets another unit (0.01: centimetres)");
}

}  // namespace anmkit
