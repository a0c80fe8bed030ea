// SPDX-License-Identifier: MIT
// The list of formats.
#include "json_reports/json_reports.hpp"

namespace anmkit {
namespace {

void write_targets(JsonWriter& json, const Family& family, const Format& format) {
  json.key("convertsTo");
  json.begin_array(true);
  for (const Conversion& conversion : family.conversions) {
    if (conversion.from == format.id || (conversion.from.empty() && conversion.to != format.id))
      json.value(conversion.to);
  }
  json.end_array();
}

void write_extensions(JsonWriter& json, std::span<const std::string_view> extensions) {
  json.key("extensions");
  json.begin_array(true);
  for (const std::string_view extension : extensions)
    json.value(extension);
  json.end_array();
}

}  // namespace

void write_formats(JsonWriter& json) {
  json.key("formats");
  json.begin_array();
  for (const Family& family : families()) {
    for (const Format& format : family.formats) {
      json.begin_object();
      json.member("id", format.id);
      json.member("family", format.family);
      json.member("title", format.title);
      write_extensions(json, format.extensions);
      json.member("animation", format.abilities.animation);
      json.member("toGltf", format.abilities.scene);
      json.member("fromGltf", format.abilities.from_scene);
      json.member("play", format.abilities.play);
      write_targets(json, family, format);
      json.end_object();
    }
  }
  json.begin_object();
  json.member("id", "gltf");
  json.member("family", "exchange");
  json.member("title", "glTF 2.0");
  constexpr std::string_view kExtensions[] = {".glb", ".gltf"};
  write_extensions(json, kExtensions);
  json.end_object();
  json.begin_object();
  json.member("id", "bvh");
  json.member("family", "exchange");
  json.member("title", "BVH motion");
  constexpr std::string_view kBvh[] = {".bvh"};
  write_extensions(json, kBvh);
  json.end_object();
  json.end_array();
}

}  // namespace anmkit
