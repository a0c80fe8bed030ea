// SPDX-License-Identifier: MIT
// Which options each kind of conversion uses.
#include "convert/option_effects.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "anmkit/registry.hpp"

namespace anmkit {
namespace {

constexpr std::string_view kInput = "glTF or BVH input", kOutput = "glTF output",
                           kEither = "glTF or BVH input or output",
                           kImage = "an image as input or output",
                           kOther = "another output than glTF or BVH";

struct Use {
  std::string_view name;
  bool given, has_effect;
  std::string_view needs = kInput;
};

struct Kinds {
  bool to_gltf = false, from_gltf = false, images = false;
  std::string_view copied;  // what stays what it is
  bool bvh = false;         // and no glTF is written

  bool native() const { return !to_gltf && !from_gltf && !images; }
};

Kinds kinds_of(std::span<const Step> steps) {
  Kinds kinds;
  for (const Step& step : steps) {
    const auto is = [&]<class Action>() { return std::holds_alternative<Action>(step.action); };
    kinds.to_gltf = kinds.to_gltf || is.operator()<step::ToGltf>();
    kinds.from_gltf = kinds.from_gltf || is.operator()<step::FromGltf>();
    const auto* scene = std::get_if<step::ToGltf>(&step.action);
    kinds.bvh = kinds.bvh || (scene != nullptr && scene->target != nullptr);
    kinds.images = kinds.images || is.operator()<step::Draw>() || is.operator()<step::Film>() ||
                   is.operator()<step::FromPictures>();
    const auto* copy = std::get_if<step::Copy>(&step.action);
    const auto* scene_again = copy == nullptr ? nullptr : std::get_if<GltfInput>(copy->input);
    if (scene_again != nullptr) kinds.copied = scene_again->format == nullptr ? "glTF" : "BVH";
  }
  return kinds;
}

// Options of families: the help tells the direction; those that `render` takes affect poses and
// images, and those that only `convert` takes affect files other than glTF.
Use use_of(const OptionSpec& option, const Family& family, const Kinds& kinds) {
  if (option.help.starts_with("from glTF")) return {option.name, true, kinds.from_gltf};
  if (option.help.starts_with("to glTF")) return {option.name, true, kinds.to_gltf, kOutput};
  if (!option.verbs.empty() && is_used_by(option, "render")) {
    const bool scenes = std::ranges::any_of(
        family.formats, [](const Format& format) { return format.abilities.scene; });
    return {option.name, true, !kinds.native(), scenes ? kEither : kImage};
  }
  return {option.name, true, option.verbs != "convert" || !kinds.to_gltf, kOther};
}

}  // namespace

Result<void> check_effects(std::span<const Step> steps, const ConvertRequest& request,
                           std::span<const std::string_view> families) {
  const Kinds kinds = kinds_of(steps);
  const bool to = kinds.to_gltf, from = kinds.from_gltf;
  const Options& options = request.options;
  const RetargetOptions& wanted = request.retarget;
  std::vector<Use> uses = {{"sparse", request.sparse, to && !kinds.bvh, kOutput},
                           {"no-source", !request.keep_sources, to && !kinds.bvh, kOutput},
                           {"scale", request.metres_per_unit > 0, to || from, kEither},
                           {"background", request.background.has_value(), kinds.images, kImage},
                           {"canvas", request.canvas_width > 0, kinds.images, kImage},
                           {"length", request.length.has_value(), kinds.images, kImage},
                           {"start", request.start.has_value(), from},
                           {"end", request.end.has_value(), from},
                           {"merge", request.merge, from},
                           {"loop", options.has("loop"), from},
                           {"once", options.has("once"), from},
                           {"map", !wanted.map.empty(), from},
                           {"pose", wanted.pose != nullptr, from},
                           {"ground", wanted.ground, from},
                           {"in-place", wanted.in_place, from}};
  for (const Family& family : anmkit::families()) {
    if (std::ranges::find(families, family.id) == families.end()) continue;
    for (const OptionSpec& option : family.options) {
      if (options.has(option.name)) uses.push_back(use_of(option, family, kinds));
    }
  }
  const auto wrong =
      std::ranges::find_if(uses, [](const Use& use) { return use.given && !use.has_effect; });
  if (wrong == uses.end()) return {};
  const std::string name = "--" + std::string(wrong->name);
  return fail(std::string(kUsageError),
              !kinds.copied.empty()
                  ? name + " does not apply where " + std::string(kinds.copied) + " stays " +
                        std::string(kinds.copied) + "; all of it is copied"
                  : name + " requires " + std::string(wrong->needs));
}

Result<void> check_addresses(const Options& options, std::span<const Format* const> inputs) {
  // Texts have no addresses, and formats that are looked for in other files are found without.
  const bool raw = std::ranges::any_of(
      inputs, [](const Format* format) { return !format->text && format->find_inside == nullptr; });
  if (raw || inputs.empty()) return {};
  for (const OptionSpec& option : all_options()) {
    if (!options.has(option.name) || option.help.find("in a raw file") == option.help.npos)
      continue;
    return fail(std::string(kUsageError), "--" + std::string(option.name) +
                                              " applies to raw files, and this one is " +
                                              std::string(inputs.front()->id));
  }
  return {};
}

Result<void> check_input_options(const Options& options, std::span<const Format* const> inputs,
                                 std::string_view verb) {
  std::vector<std::string_view> ids;
  for (const Format* format : inputs)
    ids.push_back(format->family);
  if (auto meant = check_meaning(options, ids, verb); !meant) return meant;
  return check_addresses(options, inputs);
}

}  // namespace anmkit
