// SPDX-License-Identifier: MIT
// anmkit sample: poses at chosen frames.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "anmkit/gltf.hpp"
#include "cli/arguments/bounds.hpp"
#include "cli/commands/verbs.hpp"
#include "cli/files/clip_inputs.hpp"
#include "cli/files/encoding.hpp"
#include "cli/files/input.hpp"
#include "cli/files/output.hpp"
#include "cli/report.hpp"
#include "convert/clip_part.hpp"
#include "convert/flaws.hpp"
#include "core/file_place.hpp"
#include "core/number_text.hpp"
#include "core/portable.hpp"
#include "json_reports/samples.hpp"
#include "scene/reference.hpp"

namespace anmkit::cli {
namespace {

// Times that mean a whole frame must land on it: 0.1 * 30 would fall just short of a jump.
double snapped(double frame) {
  const double whole = portable::round(frame);
  return std::fabs(frame - whole) < 1e-6 ? whole : frame;
}

Result<void> check_samples(double frames, const Scene& scene) {
  const std::uint64_t limit = most(Limit::samples);
  const double nodes = static_cast<double>(std::max<std::size_t>(1, scene.nodes.size()));
  // Not a number is more as well.
  if (frames * nodes <= static_cast<double>(limit)) return {};
  return std::unexpected(
      over_limit(Limit::samples, limit,
                 fmt::format("{} frames of {} nodes are requested", number_text(frames), nodes)));
}

// The frames to sample: those asked for, or the whole clip at --fps.
Result<std::vector<double>> frames_of(const Arguments& arguments, const Scene& scene,
                                      const Clip& clip) {
  std::vector<double> frames = arguments.sample.frames;
  for (const double seconds : arguments.sample.seconds)
    frames.push_back(snapped(seconds * clip.rate));
  if (arguments.fps) {
    const double step = clip.rate / *arguments.fps;
    const double last = std::max(0.0, std::floor(clip.duration / step + 1e-9));
    if (auto fits = check_samples(last + 1, scene); !fits) return std::unexpected(fits.error());
    const auto count = static_cast<std::size_t>(last);
    for (std::size_t i = 0; i <= count; ++i)
      frames.push_back(snapped(static_cast<double>(i) * step));
  }
  if (frames.empty()) frames.push_back(0);
  if (auto fits = check_samples(static_cast<double>(frames.size()), scene); !fits)
    return std::unexpected(fits.error());
  return frames;
}

// Both hand over what they have piece by piece: all of it would be many times the file.
bool write_json(const Scene& scene, const Clip& clip, const Arguments& arguments,
                std::vector<double> frames, std::string_view path, std::string_view format,
                const Sink& sink) {
  JsonWriter json(JsonWriter::Style::compact, sink);
  write_samples(json, {scene, clip, std::move(frames), arguments.sample.space, arguments.stepped},
                path, format);
  return json.flush() && sink(as_bytes("\n"));
}

bool write_text(const Scene& scene, const Clip& clip, const Arguments& arguments,
                const std::vector<double>& frames, const Sink& sink) {
  const ReferenceSampler sampler(scene, clip);
  const bool in_world = arguments.sample.space == SampleSpace::world;
  Pose pose;
  std::vector<Mat4> world;
  constexpr std::size_t kPiece = 65536;
  std::string text =
      fmt::format("clip {}: {} {} at {} fps\n", shown(clip.name), number_text(clip.duration),
                  clip.duration == 1 ? "frame" : "frames", number_text(clip.rate));
  std::vector<std::string> names;
  for (const Node& node : scene.nodes)
    names.push_back(shown(node.name));
  for (const double frame : frames) {
    sampler.sample(arguments.stepped ? std::floor(frame + 1e-9) : frame, pose);
    if (in_world) world_matrices(scene, pose, world);
    text += fmt::format("frame {}\n", frame);
    for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
      const Transform parts =
          in_world ? decompose(world[i]) : shown_transform(scene, scene.nodes[i], pose[i]);
      text += fmt::format(
          "  {:<20} at {:9.4f} {:9.4f} {:9.4f}  turned {:8.5f} {:8.5f} {:8.5f} {:8.5f}"
          "  scaled {:.4g} {:.4g} {:.4g}{}\n",
          names[i], parts.translation.x, parts.translation.y, parts.translation.z, parts.rotation.x,
          parts.rotation.y, parts.rotation.z, parts.rotation.w, parts.scale.x, parts.scale.y,
          parts.scale.z, pose[i].visible ? "" : "  hidden");
      if (text.size() < kPiece) continue;
      if (!sink(as_bytes(text))) return false;
      text.clear();
    }
  }
  return sink(as_bytes(text));
}

// The scene of a native file or of a glTF.
Result<Scene> scene_of(const Opened& opened, Surroundings& surroundings, const Arguments& arguments,
                       Diagnostics& notes) {
  if (const auto* gltf = std::get_if<GltfInput>(&opened)) return *gltf->scene;
  const auto& parsed = std::get<Parsed>(opened);
  const std::vector<Companion> companions = companions_for(parsed, surroundings);
  // Formats whose clips move different nodes show those of the clip that is sampled.
  const SceneRequest request{
      .clip = arguments.clip.empty() ? "0" : std::string_view(arguments.clip),
      .angles = true,
      .controls = arguments.sample.space == SampleSpace::track,
      .meshes = false};
  Diagnostics found;
  auto scene = parsed.document->to_scene(request, {companions, arguments.options}, found);
  add_flaws(found, path_of(opened), notes);
  return scene;
}

// Poses outside the clip depend on the format: most hold the first and last pose, others repeat.
void tell_outside(const std::string& path, const Clip& clip, const std::vector<double>& frames) {
  const auto outside = std::ranges::find_if(
      frames, [&](double frame) { return frame < 0 || frame > clip.duration + 1e-9; });
  if (outside == frames.end()) return;
  print_diagnostic(path, {Severity::info,
                          "anmkit.OUTSIDE",
                          {},
                          {},
                          fmt::format("frame {} is outside the clip (0 to {}); the pose that the "
                                      "format has there is printed",
                                      number_text(*outside), number_text(clip.duration))});
}

// World matrices of an animation whose nodes get their parents from a file that was not named.
void tell_flat(const std::string& path, const Scene& scene, Companions companions) {
  const auto shows = [](const Companion& one) {
    const Format* format = one.document == nullptr ? nullptr : find_format(one.document->format());
    return format != nullptr && format->abilities.scene && !format->abilities.animation;
  };
  if (scene.nodes.size() < 2 || std::ranges::any_of(companions, shows) ||
      std::ranges::any_of(scene.nodes, [](const Node& node) { return node.parent >= 0; }))
    return;
  print_diagnostic(path, {Severity::info,
                          "anmkit.NO-MODEL",
                          {},
                          {},
                          "no node has a parent, so --space world prints the matrix of each node "
                          "alone; --with FILE names the model or skeleton"});
}

int sample_one(const std::string& path, Surroundings& surroundings, const Arguments& arguments) {
  const Opened opened = open_input(path, arguments);
  if (const auto* raw = std::get_if<Raw>(&opened)) {
    explain(*raw);
    return status_of(*raw);
  }
  surroundings.pool().use_for(opened);
  Diagnostics flaws;
  const auto scene = scene_of(opened, surroundings, arguments, flaws);
  if (!scene) {
    print_diagnostic(path, scene.error());
    return status_for(scene.error(), !arguments.clip.empty());
  }
  if (arguments.sample.space == SampleSpace::track && !scene->has_controls) {
    print_error(fmt::format("{}: its tracks contain local transforms, not control values", path),
                "use --space local");
    return kUsage;
  }
  const auto clip = find_clip(*scene, arguments.clip);
  if (!clip) {
    print_diagnostic(path, clip.error());
    return status_for(clip.error(), !arguments.clip.empty());
  }
  const auto* parsed = std::get_if<Parsed>(&opened);
  const std::string_view format =
      parsed == nullptr ? format_id_of(opened) : parsed->document->format();
  const Clip& shown_clip = scene->clips[*clip];
  if (const auto* gltf = std::get_if<GltfInput>(&opened)) {
    Diagnostics notes = gltf->notes;
    report_key_begins(*gltf, *clip, notes);
    print_diagnostics(path, notes);
  } else if (parsed != nullptr) {
    const std::vector<Companion> companions = companions_for(*parsed, surroundings);
    report_flaws(*parsed, {companions, arguments.options}, flaws);
    for (const Companion& one : companions)
      report_flaws(one, {companions, arguments.options}, flaws);
    print_diagnostics(path, flaws);
    if (arguments.sample.space == SampleSpace::world) tell_flat(path, *scene, companions);
  }
  auto frames = frames_of(arguments, *scene, shown_clip);
  if (!frames) {
    print_diagnostic(path, frames.error());
    return status_for(frames.error());
  }
  tell_outside(path, shown_clip, *frames);
  const auto written = write_output(
      "-",
      [&](const Sink& sink) {
        return arguments.json ? write_json(*scene, shown_clip, arguments, *frames, path_of(opened),
                                           format, sink)
                              : write_text(*scene, shown_clip, arguments, *frames, sink);
      },
      wishes_of(arguments));
  if (written) return kGood;
  print_diagnostic("-", written.error());
  return status_of_output(written.error());
}

}  // namespace

int run_sample(const Arguments& given) {
  const Arguments arguments = with_motions_as_inputs(given);
  Surroundings surroundings(arguments);
  if (surroundings.status() != kGood) return surroundings.status();
  const ClipInputs inputs = clip_inputs(arguments, true);
  int status = inputs.status;
  std::size_t failed = 0;
  for (const std::string& path : inputs.paths) {
    const int result = sample_one(path, surroundings, arguments);
    if (result != kGood) ++failed;
    status = std::max(status, result);
  }
  surroundings.tell_unused();
  print_failures(failed, inputs.paths.size());
  if (inputs.paths.empty() && status == kGood) {
    print_error("no file in the folder has a clip", "anmkit info FOLDER lists its contents");
    return kUsage;
  }
  return status;
}

}  // namespace anmkit::cli
