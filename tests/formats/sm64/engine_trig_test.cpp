// SPDX-License-Identifier: MIT
// --engine-trig: the tables of the engine see 12 bits of every angle (section 6.5), those of the
// layout's static rotations too.
#include "support.hpp"

namespace anmkit::sm64::test {
namespace {

TEST(Sm64EngineTrig, StaticRotationsLoseTheirLowBits) {
  const std::string layout =
      "const GeoLayout arm[] = {\nGEO_NODE_START(),\nGEO_OPEN_NODE(),\n"
      "GEO_ROTATION_NODE(LAYER_OPAQUE, 0, 0, 37),\nGEO_OPEN_NODE(),\n"
      "GEO_ANIMATED_PART(LAYER_OPAQUE, 0, 0, 0, NULL),\nGEO_CLOSE_NODE(),\nGEO_CLOSE_NODE(),\n"
      "GEO_END(),\n};\n";
  const auto loaded = parse("sm64-geo", to_bytes(layout), "geo.inc.c");
  // 37 degrees are 6735 of 32768 a half turn: 0x1A4F, of which the tables see 0x1A40.
  for (const auto& [name, angle] : {std::pair("", 0x1A4F), {"engine-trig", 0x1A40}}) {
    Options options;
    if (*name != '\0') options.set(name, "");
    Diagnostics unused;
    const auto scene = loaded->document->to_scene({}, {{}, options}, unused);
    ASSERT_TRUE(scene.has_value());
    const Mat4& offset = scene->nodes.at(0).offset;
    const double radians = angle * (kPi / 32768);
    EXPECT_NEAR(offset.m[0], std::cos(radians), 1e-12) << name;
    EXPECT_NEAR(offset.m[1], std::sin(radians), 1e-12) << name;
  }
}

}  // namespace
}  // namespace anmkit::sm64::test
