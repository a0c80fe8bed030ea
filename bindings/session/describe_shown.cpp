// SPDX-License-Identifier: MIT
// A scene described for a program that draws it.
#include "describe_shown.hpp"

#include "json_reports/json_text.hpp"
#include "scene/skinned.hpp"

namespace anmkit::bindings {
namespace {

void write_nodes(JsonWriter& json, const Scene& scene) {
  json.key("nodes");
  json.begin_array();
  for (const Node& node : scene.nodes) {
    json.begin_object();
    json.member("name", std::string_view(json_safe(node.name)));
    json.member("id", node.id);
    json.member("parent", node.parent);
    json.member("camera", node.camera);
    json.end_object();
  }
  json.end_array();
}

template <class T>
std::vector<T> flat(const auto& list) {
  std::vector<T> out;
  for (const auto& one : list)
    out.insert(out.end(), one.begin(), one.end());
  return out;
}
template <class T>
void write_array(Reply& reply, std::string_view name, const std::vector<T>& numbers) {
  if (!numbers.empty()) reply.json.member(name, reply.add(std::span<const T>(numbers)));
}

void write_parts(Reply& reply, const Shown& shown) {
  JsonWriter& json = reply.json;
  json.key("parts");
  json.begin_array();
  for (const render::Figure::Part& part : shown.figure().parts()) {
    const Primitive& primitive = *part.primitive;
    const std::size_t count = primitive.positions.size();
    json.begin_object();
    json.member("node", part.node);
    constexpr std::string_view kModes[] = {"points", "lines", "triangles"};
    json.member("mode", kModes[static_cast<std::size_t>(primitive.mode)]);
    json.member("material", primitive.material);
    write_array(reply, "positions", flat<float>(primitive.positions));
    if (primitive.normals.size() == count)
      write_array(reply, "normals", flat<float>(primitive.normals));
    if (primitive.uvs.size() == count) write_array(reply, "uvs", flat<float>(primitive.uvs));
    if (primitive.colors.size() == count)
      write_array(reply, "colors", flat<float>(primitive.colors));
    if (is_skinned(primitive)) {
      write_array(reply, "joints", flat<std::uint32_t>(primitive.joints));
      write_array(reply, "weights", flat<float>(primitive.weights));
    }
    std::vector<std::uint32_t> indices;
    for (const std::uint32_t index : primitive.indices)
      indices.push_back(index < count ? index : 0);
    write_array(reply, "indices", indices);
    json.end_object();
  }
  json.end_array();
}

std::string_view wrap_name(Wrap wrap) {
  constexpr std::string_view kNames[] = {"repeat", "clamp", "mirror"};
  return kNames[static_cast<std::size_t>(wrap)];
}

void write_materials(JsonWriter& json, const Scene& scene) {
  json.key("materials");
  json.begin_array();
  for (const Material& material : scene.materials) {
    json.begin_object();
    json.member("name", std::string_view(json_safe(material.name)));
    json.key("color");
    json.begin_array(true);
    for (const float number : material.base_color)
      json.value(number);
    json.end_array();
    json.member("image", material.image);
    constexpr std::string_view kAlphas[] = {"opaque", "mask", "blend"};
    json.member("alpha", kAlphas[static_cast<std::size_t>(material.alpha)]);
    json.member("alphaCutoff", static_cast<double>(material.alpha_cutoff.value_or(0.5F)));
    json.member("doubleSided", material.double_sided);
    json.member("unlit", material.unlit);
    json.member("wrapS", wrap_name(material.wrap_s));
    json.member("wrapT", wrap_name(material.wrap_t));
    json.member("nearest", material.mag_filter == Filter::nearest);
    json.member("mipmaps",
                material.min_filter != Filter::nearest && material.min_filter != Filter::linear);
    json.end_object();
  }
  json.end_array();
}

void write_images(Reply& reply, const Scene& scene) {
  JsonWriter& json = reply.json;
  json.key("images");
  json.begin_array();
  for (const Image& image : scene.images) {
    json.begin_object();
    json.member("name", std::string_view(json_safe(image.name)));
    json.member("mediaType", std::string_view(image.media_type));
    json.member("width", image.width);
    json.member("height", image.height);
    json.member("bytes", reply.add(image.bytes));
    json.end_object();
  }
  json.end_array();
}

void write_clips(JsonWriter& json, const Scene& scene) {
  json.key("clips");
  json.begin_array();
  for (const Clip& clip : scene.clips) {
    json.begin_object();
    json.member("name", std::string_view(json_safe(clip.name)));
    json.member("rate", clip.rate);
    json.member("duration", clip.duration);
    json.member("loops", clip.loops);
    json.member("loopStart", clip.loop_start);
    json.end_object();
  }
  json.end_array();
}

}  // namespace

std::string_view interpolation_name(Interpolation interpolation) {
  constexpr std::string_view kNames[] = {"step",   "linear",     "slerp", "cubic",
                                         "bezier", "slerp_long", "squad"};
  return kNames[static_cast<std::size_t>(interpolation)];
}

void describe(const Shown& shown, Reply& reply) {
  const Scene& scene = shown.scene();
  constexpr std::string_view kAxes[] = {"y", "-y", "z"};
  reply.json.member("name", std::string_view(json_safe(scene.name)));
  reply.json.member("up", kAxes[static_cast<std::size_t>(scene.up)]);
  reply.json.member("metresPerUnit", scene.metres_per_unit);
  write_nodes(reply.json, scene);
  write_parts(reply, shown);
  write_materials(reply.json, scene);
  write_images(reply, scene);
  write_clips(reply.json, scene);
}

void describe_tracks(const Shown& shown, Reply& reply) {
  JsonWriter& json = reply.json;
  json.key("tracks");
  json.begin_array();
  if (shown.clip()) {
    for (const Track& track : shown.scene().clips[*shown.clip()].tracks) {
      json.begin_object();
      json.member("node", track.node);
      json.member("property", property_name(track.property));
      json.member("interpolation", interpolation_name(track.interpolation));
      json.member("components", track.components());
      json.member("stride", track.stride());
      json.member("times", reply.add(std::span<const double>(track.times)));
      json.member("values", reply.add(std::span<const double>(track.values)));
      json.end_object();
    }
  }
  json.end_array();
}

}  // namespace anmkit::bindings
