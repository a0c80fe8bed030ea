// SPDX-License-Identifier: MIT
// Samples as JSON.
#include "json_reports/samples.hpp"

#include <cmath>

namespace anmkit {

Transform shown_transform(const Scene& scene, const Node& node, const NodePose& pose) {
  const Transform& local = pose.local;
  if (scene.has_controls && pose.offset != Mat4{}) return decompose(local_matrix(node, pose));
  // A matrix track's parts are those of its matrix.
  if (pose.is_matrix) return decompose(pose.offset);
  return {local.translation, local.rotation, local.scale};
}

namespace {

void write_local(JsonWriter& json, const Scene& scene, const Node& node, const NodePose& pose) {
  const Transform& local = pose.local;
  const auto vector = [&](std::string_view name, Vec3 v) {
    json.key(name);
    write_numbers(json, {v.x, v.y, v.z});
  };
  const Transform parts = shown_transform(scene, node, pose);
  vector("translation", parts.translation);
  json.key("rotation");
  write_numbers(json, {parts.rotation.x, parts.rotation.y, parts.rotation.z, parts.rotation.w});
  vector("scale", parts.scale);
  if (node.block_size) {
    vector("pivotOffset", local.pivot);
    vector("blockSize", pose.block_size);
  }
  if (scene.has_angles) {
    json.key("angles");
    write_numbers(json, {pose.angles[0], pose.angles[1], pose.angles[2]});
  }
  if (node.camera >= 0) {
    json.member("fieldOfView", shown(pose.field_of_view));
    json.member("roll", shown(pose.roll));
    vector("target", pose.target);
  }
}

class SampleWriter {
 public:
  SampleWriter(JsonWriter& json, const Samples& samples)
      : json_(json),
        scene_(samples.scene),
        samples_(samples),
        sampler_(samples.scene, samples.clip),
        order_(parents_first(samples.scene)) {}

  void add_sample(double frame) {
    const double rate = samples_.clip.rate;
    const bool in_world = samples_.space == SampleSpace::world;
    sampler_.sample(samples_.stepped ? std::floor(frame + 1e-9) : frame, pose_, cursor_);
    if (in_world) world_matrices(scene_, order_, pose_, world_);
    json_.begin_object();
    json_.member("frame", frame);
    json_.member("seconds", rate > 0 ? frame / rate : 0.0);
    json_.key("nodes");
    json_.begin_array();
    for (std::size_t i = 0; i < scene_.nodes.size(); ++i)
      add_node(i, in_world);
    json_.end_array();
    json_.end_object();
  }

 private:
  void add_node(std::size_t i, bool in_world) {
    const Node& node = scene_.nodes[i];
    if (node.transient && !pose_[i].visible) return;
    json_.begin_object();
    json_.member("name", std::string_view(json_safe(node.name)));
    json_.member("id", node.id);
    json_.member("visible", pose_[i].visible);
    if (in_world) {
      json_.key("matrix");
      json_.begin_array(true);
      for (const double number : world_[i].m)
        json_.value(shown(number));
      json_.end_array();
    } else {
      write_local(json_, scene_, node, pose_[i]);
    }
    json_.end_object();
  }

  JsonWriter& json_;
  const Scene& scene_;
  const Samples& samples_;
  ReferenceSampler sampler_;
  std::vector<std::uint32_t> order_;
  Pose pose_;
  ReferenceSampler::Cursor cursor_;
  std::vector<Mat4> world_;
};

}  // namespace

void write_samples(JsonWriter& json, const Samples& samples, std::string_view path,
                   std::string_view format) {
  const Clip& clip = samples.clip;
  json.begin_object();
  json.member("file", std::string_view(json_safe(path)));
  json.member("format", format);
  json.member("clip", std::string_view(json_safe(clip.name)));
  json.member("rate", clip.rate);
  json.member("duration", clip.rate > 0 ? clip.duration / clip.rate : 0.0);
  constexpr std::string_view kSpaces[] = {"local", "world", "track"};
  json.member("space", kSpaces[static_cast<std::size_t>(samples.space)]);
  // The same at every frame; a sample leaves out the copies that its frame does not have.
  json.key("nodes");
  json.begin_array();
  for (const Node& node : samples.scene.nodes) {
    json.begin_object();
    json.member("name", std::string_view(json_safe(node.name)));
    json.member("id", node.id);
    json.end_object();
  }
  json.end_array();
  json.key("samples");
  json.begin_array();
  SampleWriter writer(json, samples);
  for (const double frame : samples.frames)
    writer.add_sample(frame);
  json.end_array();
  json.end_object();
}

}  // namespace anmkit
