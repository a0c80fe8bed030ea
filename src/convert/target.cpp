// SPDX-License-Identifier: MIT
// From an extension or a format id to the target, or to the reason against it.
#include "convert/target.hpp"

#include <algorithm>
#include <ranges>

#include "anmkit/gltf.hpp"
#include "convert/provenance.hpp"
#include "core/letters.hpp"
#include "core/nearest.hpp"
#include "core/paths.hpp"
#include "exchange/bvh/bvh.hpp"

namespace anmkit {
namespace {

const Format* first_format(std::span<const Opened> inputs) {
  for (const Opened& input : inputs) {
    if (const auto* parsed = std::get_if<Parsed>(&input)) return parsed->format;
    if (const auto* raw = std::get_if<Raw>(&input); raw != nullptr && raw->format != nullptr)
      return raw->format;
  }
  return nullptr;
}

// The ids of a format's targets besides itself.
std::vector<std::string_view> targets_from(const Format& from) {
  std::vector<std::string_view> ids;
  for (const Family& family : families()) {
    for (const Conversion& conversion : family.conversions) {
      if (conversion.from == from.id && conversion.to != from.id) ids.push_back(conversion.to);
    }
  }
  if (from.abilities.scene) ids.insert(ids.end(), {"gltf", "bvh"});
  return ids;
}

std::vector<std::string_view> targets_from_gltf() {
  std::vector<std::string_view> ids;
  for (const Family& family : families()) {
    for (const Format& format : family.formats) {
      if (format.from_scene != nullptr) ids.push_back(format.id);
    }
  }
  ids.push_back("bvh");
  return ids;
}

std::string listed(const std::vector<std::string_view>& ids) {
  std::string list;
  for (const std::string_view id : ids)
    list += " " + std::string(id);
  return list;
}

std::string_view meant_id(std::string_view id) {
  if (equal_in_any_case(id, "glb")) return "gltf";
  auto ids = format_ids();
  ids.insert(ids.end(), {"gltf", "bvh"});
  return nearest(id, ids);
}

// Of the extensions that the inputs can be written with.
std::string_view meant_extension(std::string_view extension, const Format* from, bool gltf_in) {
  std::vector<std::string_view> ids = targets_from_gltf();
  if (from != nullptr) {
    ids = targets_from(*from);
    ids.push_back(from->id);
  }
  std::vector<std::string_view> known;
  if (gltf_in || std::ranges::find(ids, "gltf") != ids.end()) known = {".glb", ".gltf", ".bvh"};
  for (const std::string_view id : ids) {
    if (const Format* format = find_format(id))
      known.insert(known.end(), format->extensions.begin(), format->extensions.end());
  }
  return nearest(extension, known);
}

std::unexpected<Error> unknown(const ConvertRequest& request, const Format* from, bool gltf_in) {
  std::string message, meant;
  if (!request.to.empty()) {
    message = "no format '" + request.to + "'; ";
    if (const auto id = meant_id(request.to); !id.empty()) meant = "--to " + std::string(id);
  } else if (extension_of(request.output) == ".json") {
    message = "no format is written as .json by convert; anmkit dump writes any file as JSON; ";
  } else {
    message = "cannot detect the output format of '" + request.output + "'; ";
    meant = meant_extension(extension_of(request.output), from, gltf_in);
  }
  if (!meant.empty()) message += "did you mean " + meant + "? ";
  if (from != nullptr) {
    message += std::string(from->id) + " converts to:" + made_from(*from) + "; ";
  } else if (gltf_in) {
    message += "glTF and BVH convert to:" + made_from_gltf() + "; ";
  }
  return fail(std::string(kUsageError), message + "give --to ID; `anmkit formats` lists the ids");
}

// The format that wrote a source of one of the glTF inputs under this extension.
const Format* format_of_source(std::span<const Opened> inputs, std::string_view extension) {
  for (const Opened& input : inputs) {
    const auto* gltf = std::get_if<GltfInput>(&input);
    if (gltf == nullptr) continue;
    for (const SceneSource& source : sources_of(*gltf->scene)) {
      if (equal_in_any_case(extension_of(source.name), extension))
        return find_format(source.format);
    }
  }
  return nullptr;
}

// The format of source texts in one of these families that a profile is named after the extension
// of: "saturn-json" for ".json", which other files have as well, so that it is nobody's own.
const Format* spelled_so(std::string_view extension, std::span<const std::string_view> ids) {
  if (extension.empty()) return nullptr;
  const std::string ending = "-" + std::string(extension.substr(1));
  for (const Family& family : families()) {
    if (std::ranges::find(ids, family.id) == ids.end()) continue;
    const auto profile = std::ranges::find(family.options, "profile", &OptionSpec::name);
    const auto source = std::ranges::find(family.formats, true, &Format::linked);
    if (profile == family.options.end() || source == family.formats.end()) continue;
    const auto named = [&](auto name) {
      return std::string_view(name.begin(), name.end()).ends_with(ending);
    };
    if (std::ranges::any_of(std::views::split(profile->values, '|'), named)) return &*source;
  }
  return nullptr;
}

// The families of native inputs and of those that glTF inputs were made from; all that have
// profiles when one is asked for.
std::vector<std::string_view> families_of(const ConvertRequest& request,
                                          std::span<const Opened> inputs) {
  std::vector<std::string_view> ids;
  for (const Opened& input : inputs) {
    if (const auto* parsed = std::get_if<Parsed>(&input)) ids.push_back(parsed->format->family);
    const auto* gltf = std::get_if<GltfInput>(&input);
    if (gltf == nullptr) continue;
    for (const SceneSource& source : sources_of(*gltf->scene)) {
      if (const Format* format = find_format(source.format)) ids.push_back(format->family);
    }
    if (!request.options.has("profile")) continue;
    for (const Family& family : families())
      ids.push_back(family.id);
  }
  return ids;
}

// Whether an output of no known extension may be meant as the same format again.
bool is_again(const ConvertRequest& request, std::span<const Opened> inputs, const Format& from) {
  if (request.output == "-" || request.output.ends_with('/')) return true;
  const std::string_view extension = extension_of(request.output);
  if (extension.empty()) return true;
  const auto same = [&](const Opened& input) {
    return equal_in_any_case(extension_of(path_of(input)), extension);
  };
  // A profile may write under an extension of its own (".json").
  return std::ranges::any_of(inputs, same) ||
         (request.options.has("profile") && find_conversion(from.id, from.id) != nullptr);
}

}  // namespace

Result<Target> target_of(const ConvertRequest& request, std::span<const Opened> inputs) {
  const std::string extension = lowered(extension_of(request.output));
  const bool gltf_in = std::ranges::any_of(
      inputs, [](const Opened& input) { return std::holds_alternative<GltfInput>(input); });
  const Format* from = first_format(inputs);
  if (request.to == "gltf") return Target{true, nullptr};
  if (request.to == "bvh" || (request.to.empty() && extension == ".bvh"))
    return Target{false, &bvh_format()};
  if (!request.to.empty()) {
    if (const Format* format = find_format(request.to)) return Target{false, format};
    return unknown(request, from, gltf_in);
  }
  if (extension == ".glb" || extension == ".gltf") return Target{true, nullptr};
  const Format* found = nullptr;
  for (const Detection& detection : detect({{}, request.output})) {
    const bool own = from != nullptr && detection.format->family == from->family;
    if (found == nullptr || (own && found->family != from->family)) found = detection.format;
    if (detection.format == from) return Target{false, from};
  }
  if (found != nullptr) return Target{false, found};
  const Format* spelled = spelled_so(extension, families_of(request, inputs));
  const bool possible = from == nullptr || from == spelled ||
                        (spelled != nullptr && find_conversion(from->id, spelled->id) != nullptr);
  if (spelled != nullptr && possible) return Target{false, spelled};
  if (from != nullptr && is_again(request, inputs, *from)) return Target{false, from};
  if (gltf_in) {
    if (const Format* format = format_of_source(inputs, extension)) return Target{false, format};
    if (request.output.ends_with('/')) return Target{true, nullptr};
  }
  return unknown(request, from, gltf_in);
}

const Format* meant_by(const Scene& scene, const Target& target, const ConvertRequest& request,
                       Diagnostics& notes) {
  const Format* guess = target.format;
  bool named = false;
  if (!request.to.empty()) return guess;
  std::string others;
  const auto sources = sources_of(scene);
  for (const Detection& one : detect({{}, request.output})) {
    const auto made_it = [&](const SceneSource& source) { return source.format == one.format->id; };
    if (std::ranges::any_of(sources, made_it)) return one.format;
    if (one.format->from_scene != nullptr && one.format->family == request.family) {
      guess = one.format;
      named = true;
    }
    if (one.format != guess && one.format->from_scene != nullptr)
      others += " " + std::string(one.format->id);
  }
  if (!others.empty() && !named) {
    notes.add(Severity::info, "anmkit.GUESS",
              request.output + " is written as " + std::string(guess->id) +
                  "; --to chooses another:" + others);
  }
  return guess;
}

std::string place_for(const ConvertRequest& request, const Opened& input,
                      std::string_view extension) {
  return place_for(request, path_of(input), name_of(input), extension);
}

std::string place_for(const ConvertRequest& request, const std::string& path,
                      const std::string& name, std::string_view extension) {
  std::string place = request.output;
  if (name != path) place += folder_of(name);
  place += extension.empty() ? file_name(name) : stem_of(name);
  return place += extension;
}

std::vector<std::string_view> format_ids() {
  std::vector<std::string_view> ids;
  for (const Family& family : families()) {
    for (const Format& format : family.formats)
      ids.push_back(format.id);
  }
  return ids;
}

bool is_exchange_id(std::string_view id) {
  return id == "gltf" || id == bvh_format().id;
}

Result<void> check_extension(const ConvertRequest& request, const Target& target) {
  if (request.output.ends_with('/')) return {};
  const std::string extension = lowered(extension_of(request.output));
  const bool gltf = extension == ".glb" || extension == ".gltf", bvh = extension == ".bvh";
  if ((!gltf && !bvh) || (target.gltf ? gltf : bvh && target.format == &bvh_format())) return {};
  const std::string_view own = target.gltf ? ".glb" : target.format->extensions.front();
  return fail(std::string(kUsageError),
              request.output + " has the extension of " + (gltf ? "glTF" : "BVH") + ", and --to " +
                  request.to + " was given; name it " + std::string(own) + " or leave out --to");
}

std::string made_from(const Format& from) {
  const auto ids = targets_from(from);
  return ids.empty() ? " only itself" : listed(ids);
}

std::string made_from_gltf() {
  return listed(targets_from_gltf());
}

}  // namespace anmkit
