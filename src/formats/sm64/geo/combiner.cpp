// SPDX-License-Identifier: MIT
// Modes of the colour combiner as a material.
#include "formats/sm64/geo/combiner.hpp"

#include <algorithm>
#include <array>

namespace anmkit::sm64 {
namespace {

using Inputs = std::array<std::string_view, 4>;

struct Mode {
  std::string_view name;
  Inputs color, alpha;
};

constexpr Inputs kShade = {"0", "0", "0", "SHADE"};
constexpr Inputs kTexel = {"0", "0", "0", "TEXEL0"};
constexpr Inputs kPrimitive = {"0", "0", "0", "PRIMITIVE"};
constexpr Inputs kEnvironment = {"0", "0", "0", "ENVIRONMENT"};
constexpr Inputs kLit = {"TEXEL0", "0", "SHADE", "0"};
constexpr Inputs kTinted = {"TEXEL0", "0", "PRIMITIVE", "0"};
constexpr Inputs kFaded = {"TEXEL0", "0", "ENVIRONMENT", "0"};
constexpr Inputs kShadeFaded = {"SHADE", "0", "ENVIRONMENT", "0"};
constexpr Inputs kDecal = {"TEXEL0", "SHADE", "TEXEL0_ALPHA", "SHADE"};

// By name, without "G_CC_".
constexpr Mode kModes[] = {
    {"BLENDRGBA", kDecal, kShade},
    {"BLENDRGBDECALA", kDecal, kTexel},
    {"BLENDRGBFADEA", kDecal, kEnvironment},
    {"DECALFADE", kTexel, kEnvironment},
    {"DECALFADEA", kTexel, kFaded},
    {"DECALRGB", kTexel, kShade},
    {"DECALRGBA", kTexel, kTexel},
    {"FADE", kShadeFaded, kShadeFaded},
    {"FADEA", kFaded, kFaded},
    {"MODULATEFADE", kFaded, kFaded},
    {"MODULATEFADEA", kFaded, kFaded},
    {"MODULATEI", kLit, kShade},
    {"MODULATEIA", kLit, kLit},
    {"MODULATEIA_PRIM", kTinted, kTinted},
    {"MODULATEIDECALA", kLit, kTexel},
    {"MODULATEIDECALA_PRIM", kTinted, kTexel},
    {"MODULATEIFADE", kLit, kEnvironment},
    {"MODULATEIFADEA", kLit, kFaded},
    {"MODULATEI_PRIM", kTinted, kPrimitive},
    {"MODULATERGB", kLit, kShade},
    {"MODULATERGBA", kLit, kLit},
    {"MODULATERGBA_PRIM", kTinted, kTinted},
    {"MODULATERGBDECALA", kLit, kTexel},
    {"MODULATERGBDECALA_PRIM", kTinted, kTexel},
    {"MODULATERGBFADE", kLit, kEnvironment},
    {"MODULATERGBFADEA", kLit, kFaded},
    {"MODULATERGB_PRIM", kTinted, kPrimitive},
    {"PRIMITIVE", kPrimitive, kPrimitive},
    {"SHADE", kShade, kShade},
    {"SHADEDECALA", kShade, kTexel},
    {"SHADEFADEA", kShade, kEnvironment},
};
static_assert(std::ranges::is_sorted(kModes, {}, &Mode::name));

bool is_texel(std::string_view input) {
  return input == "TEXEL0" || input == "TEXEL1";
}
bool uses(const Inputs& inputs, std::string_view what) {
  return std::ranges::find(inputs, what) != inputs.end();
}
// A product of two, or one alone.
bool is_product(const Inputs& i) {
  const bool one = (i[0] == "0" || i[2] == "0") && i[1] == i[0];
  return (i[1] == "0" && i[3] == "0") || one;
}
bool is_known(std::string_view input) {
  constexpr std::array<std::string_view, 6> kInputs = {"0",      "1",         "TEXEL0",
                                                       "TEXEL1", "PRIMITIVE", "ENVIRONMENT"};
  return input == "SHADE" || std::ranges::find(kInputs, input) != kInputs.end();
}

Combiner combine(const Inputs& color, const Inputs& alpha) {
  Combiner made;
  made.decal = is_texel(color[0]) && color[1] == color[3] && color[2] == "TEXEL0_ALPHA";
  made.texture = std::ranges::any_of(color, is_texel);
  made.shade = uses(color, "SHADE");
  made.primitive = uses(color, "PRIMITIVE");
  made.environment = uses(color, "ENVIRONMENT");
  made.texture_alpha = std::ranges::any_of(alpha, is_texel);
  made.shade_alpha = uses(alpha, "SHADE");
  made.primitive_alpha = uses(alpha, "PRIMITIVE");
  made.environment_alpha = uses(alpha, "ENVIRONMENT");
  made.exact = (made.decal || (is_product(color) && std::ranges::all_of(color, is_known))) &&
               is_product(alpha) && std::ranges::all_of(alpha, is_known);
  return made;
}

}  // namespace

Combiner combiner_of(std::string_view mode) {
  if (mode.starts_with("G_CC_")) mode.remove_prefix(5);
  const auto found = std::ranges::lower_bound(kModes, mode, {}, &Mode::name);
  if (found != std::end(kModes) && found->name == mode) return combine(found->color, found->alpha);
  Combiner near;
  near.exact = false;
  return near;
}

Combiner combiner_of(std::span<const std::string_view> inputs) {
  Combiner near;
  near.exact = false;
  if (inputs.size() < 8) return near;
  const auto four = [&](std::size_t at) {
    return Inputs{inputs[at], inputs[at + 1], inputs[at + 2], inputs[at + 3]};
  };
  near = combine(four(0), four(4));
  if (inputs.size() < 16) return near;
  // The second cycle repeats the first, or passes its result on.
  const bool same = std::ranges::equal(inputs.first(8), inputs.subspan(8, 8));
  const Inputs kept = {"0", "0", "0", "COMBINED"};
  near.exact = near.exact && (same || (four(8) == kept && four(12) == kept));
  return near;
}

}  // namespace anmkit::sm64
