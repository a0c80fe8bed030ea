// SPDX-License-Identifier: MIT
// anmkit sample: poses at chosen frames.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "anmkit/gltf.hpp"
#include "answers/samples.hpp"
#include "cli/input.hpp"
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

std::string as_json(const Scene& scene, const Clip& clip, const Arguments& arguments,
                    std::string_view path, std::string_view format) {
  JsonWriter json;
  write_samples(json, {scene, clip, frames_of(arguments, clip), arguments.space, arguments.stepped},
                path, format);
  return json.take() + "\n";
}

std::string as_text(const Scene& scene, const Clip& clip, const Arguments& arguments) {
  const ReferenceSampler sampler(scene, clip);
  const bool in_world = arguments.space == SampleSpace::world;
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
          in_world ? decompose(world[i]) : shown_transform(scene, scene.nodes[i], pose[i]);
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
      .controls = arguments.space == SampleSpace::track};
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
  if (arguments.space == SampleSpace::track && !scene->has_controls) {
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
      arguments.json ? as_json(*scene, scene->clips[*clip], arguments, path_of(opened), format)
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
