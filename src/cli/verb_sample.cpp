// SPDX-License-Identifier: MIT
// anmkit sample: poses at chosen frames.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "anmkit/gltf.hpp"
#include "cli/input.hpp"
#include "cli/json_text.hpp"
#include "cli/report.hpp"
#include "cli/verbs.hpp"
#include "scene/reference.hpp"

namespace anmkit::cli {
namespace {

// Times that mean a whole frame must land on it: 0.1 * 30 would fall just short of a jump.
double snapped(double frame) {
  const double whole = std::round(frame);
  return std::fabs(frame - whole) < 1e-6 ? whole : frame;
}

// The frames to sample: those asked for, or the whole clip at --fps.
std::vector<double> frames_of(const Arguments& arguments, const Clip& clip) {
  std::vector<double> frames = arguments.frames;
  for (const double seconds : arguments.seconds)
    frames.push_back(snapped(seconds * clip.rate));
  if (arguments.fps) {
    const double step = clip.rate / *arguments.fps;
    const auto count = static_cast<std::size_t>(std::floor(clip.duration / step + 1e-9));
    for (std::size_t i = 0; i <= count; ++i)
      frames.push_back(snapped(static_cast<double>(i) * step));
  }
  if (frames.empty()) frames.push_back(0);
  return frames;
}

// What composes to world matrices. Where tracks hold control values, a rest transform comes first.
Transform local_parts(const Scene& scene, const Node& node, const NodePose& pose) {
  const Transform& local = pose.local;
  if (scene.has_controls && pose.offset != Mat4{}) return decompose(local_matrix(node, pose));
  // A matrix track's parts are those of its matrix.
  if (pose.matrix) return decompose(*pose.matrix);
  return {local.translation, local.rotation, local.scale};
}

void write_local(JsonWriter& json, const Scene& scene, const Node& node, const NodePose& pose) {
  const Transform& local = pose.local;
  const auto vector = [&](std::string_view name, Vec3 v) {
    json.key(name);
    write_numbers(json, {v.x, v.y, v.z});
  };
  const Transform parts = local_parts(scene, node, pose);
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
    json.member("fieldOfView", pose.field_of_view);
    json.member("roll", pose.roll);
    vector("target", pose.target);
  }
}

class SampleWriter {
 public:
  SampleWriter(const Scene& scene, const Clip& clip, const Arguments& arguments)
      : scene_(scene),
        clip_(clip),
        arguments_(arguments),
        in_world_(arguments.space == Arguments::Space::world),
        sampler_(scene, clip),
        order_(parents_first(scene)) {}

  std::string write(std::string_view path, std::string_view format) {
    json_.begin_object();
    json_.member("file", std::string_view(json_safe(path)));
    json_.member("format", format);
    json_.member("clip", std::string_view(json_safe(clip_.name)));
    json_.member("rate", clip_.rate);
    json_.member("duration", clip_.rate > 0 ? clip_.duration / clip_.rate : 0.0);
    constexpr std::string_view kSpaces[] = {"local", "world", "track"};
    json_.member("space", kSpaces[static_cast<std::size_t>(arguments_.space)]);
    json_.key("samples");
    json_.begin_array();
    for (const double frame : frames_of(arguments_, clip_))
      add_sample(frame);
    json_.end_array();
    json_.end_object();
    return json_.take() + "\n";
  }

 private:
  void add_sample(double frame) {
    sampler_.sample(arguments_.stepped ? std::floor(frame + 1e-9) : frame, pose_, cursor_);
    if (in_world_) world_matrices(scene_, order_, pose_, world_);
    json_.begin_object();
    json_.member("frame", frame);
    json_.member("seconds", clip_.rate > 0 ? frame / clip_.rate : 0.0);
    json_.key("nodes");
    json_.begin_array();
    for (std::size_t i = 0; i < scene_.nodes.size(); ++i)
      add_node(i);
    json_.end_array();
    json_.end_object();
  }

  void add_node(std::size_t i) {
    const Node& node = scene_.nodes[i];
    if (node.transient && !pose_[i].visible) return;
    json_.begin_object();
    json_.member("name", std::string_view(json_safe(node.name)));
    json_.member("id", node.id);
    json_.member("visible", pose_[i].visible);
    if (in_world_) {
      json_.key("matrix");
      json_.begin_array(true);
      for (const double number : world_[i].m)
        json_.value(number);
      json_.end_array();
    } else {
      write_local(json_, scene_, node, pose_[i]);
    }
    json_.end_object();
  }

  const Scene& scene_;
  const Clip& clip_;
  const Arguments& arguments_;
  bool in_world_;
  ReferenceSampler sampler_;
  std::vector<std::uint32_t> order_;
  JsonWriter json_;
  Pose pose_;
  ReferenceSampler::Cursor cursor_;
  std::vector<Mat4> world_;
};

std::string as_text(const Scene& scene, const Clip& clip, const Arguments& arguments) {
  const ReferenceSampler sampler(scene, clip);
  const bool in_world = arguments.space == Arguments::Space::world;
  Pose pose;
  std::vector<Mat4> world;
  std::string text =
      fmt::format("clip {}: {} frames at {}/s\n", clip.name, clip.duration, clip.rate);
  for (const double frame : frames_of(arguments, clip)) {
    sampler.sample(arguments.stepped ? std::floor(frame + 1e-9) : frame, pose);
    if (in_world) world_matrices(scene, pose, world);
    text += fmt::format("frame {}\n", frame);
    for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
      const Transform parts =
          in_world ? decompose(world[i]) : local_parts(scene, scene.nodes[i], pose[i]);
      text += fmt::format(
          "  {:<20} at {:9.4f} {:9.4f} {:9.4f}  turned {:8.5f} {:8.5f} {:8.5f} {:8.5f}"
          "  scaled {:.4g} {:.4g} {:.4g}{}\n",
          scene.nodes[i].name, parts.translation.x, parts.translation.y, parts.translation.z,
          parts.rotation.x, parts.rotation.y, parts.rotation.z, parts.rotation.w, parts.scale.x,
          parts.scale.y, parts.scale.z, pose[i].visible ? "" : "  hidden");
    }
  }
  return text;
}

// The scene of a native file or of a glTF.
Result<Scene> scene_of(const Opened& opened, Surroundings& surroundings,
                       const Arguments& arguments) {
  if (const auto* gltf = std::get_if<GltfInput>(&opened)) return read_gltf(*gltf);
  const auto& parsed = std::get<Parsed>(opened);
  const std::vector<Companion> companions = companions_for(parsed, surroundings);
  // Formats whose clips move different nodes show those of the clip that is sampled.
  const SceneRequest request{
      .clip = arguments.clip.empty() ? "0" : std::string_view(arguments.clip),
      .angles = true,
      .controls = arguments.space == Arguments::Space::track};
  Diagnostics unused;
  return parsed.document->to_scene(request, {companions, arguments.options}, unused);
}

int sample_one(const std::string& path, const Arguments& arguments) {
  const Opened opened = open_input(path, arguments);
  if (const auto* raw = std::get_if<Raw>(&opened)) {
    explain(*raw);
    return status_of(*raw);
  }
  Surroundings surroundings(arguments);
  if (surroundings.status() != kGood) return surroundings.status();
  const auto scene = scene_of(opened, surroundings, arguments);
  if (!scene) {
    print_diagnostic(path, scene.error());
    return status_for(scene.error(), !arguments.clip.empty());
  }
  if (arguments.space == Arguments::Space::track && !scene->has_controls) {
    print_error(fmt::format("{}: its tracks hold local transforms, no control values", path),
                "use --space local");
    return kUsage;
  }
  const auto clip = find_clip(*scene, arguments.clip);
  if (!clip) {
    print_diagnostic(path, clip.error());
    return status_for(clip.error(), !arguments.clip.empty());
  }
  const auto* parsed = std::get_if<Parsed>(&opened);
  const std::string_view format = parsed == nullptr ? "gltf" : parsed->document->format();
  const std::string text =
      arguments.json
          ? SampleWriter(*scene, scene->clips[*clip], arguments).write(path_of(opened), format)
          : as_text(*scene, scene->clips[*clip], arguments);
  return print_result(text) ? kGood : kSystem;
}

}  // namespace

int run_sample(const Arguments& arguments) {
  int status = kGood;
  std::size_t failed = 0;
  const std::vector<std::string> paths = expand_inputs(arguments);
  for (const std::string& path : paths) {
    const int result = sample_one(path, arguments);
    if (result != kGood) ++failed;
    status = std::max(status, result);
  }
  print_failures(failed, paths.size());
  return status;
}

}  // namespace anmkit::cli
