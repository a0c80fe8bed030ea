// SPDX-License-Identifier: MIT
// Looking at scenes.
#include <algorithm>

#include "convert/show.hpp"
#include "describe_shown.hpp"
#include "json_reports/json_reports.hpp"
#include "json_reports/samples.hpp"
#include "requests.hpp"

namespace anmkit::bindings {
namespace {

Result<Shown*> find_shown(Session& session, const Request& request) {
  const auto found = session.shown.find(static_cast<int>(request.number("handle", 0)));
  if (found == session.shown.end()) return fail(std::string(kUsageError), "there is no such scene");
  return found->second.get();
}

Result<Scene> scene_of(Session& session, const Request& request, Diagnostics& notes,
                       ConversionReport& report) {
  auto wanted = convert_request(request);
  if (!wanted) return std::unexpected(wanted.error());
  wanted->output = "shown.glb";
  const std::vector<std::string> files = request.texts("files");
  if (files.size() == 1 && request.text("subject").empty()) {
    const auto opened = session.open(request, files.front());
    if (!opened) return std::unexpected(opened.error());
    if (const auto* gltf = std::get_if<GltfInput>(*opened)) {
      notes.add_all(gltf->notes);
      return *gltf->scene;
    }
  }
  std::optional<Scene> shown;
  const auto done = with_steps(
      session, request, *wanted, notes,
      [&](const Step& step, const ConvertRequest& own, CompanionPool& companions) -> Result<void> {
        const auto* to_gltf = std::get_if<step::ToGltf>(&step.action);
        if (to_gltf == nullptr)
          return fail(std::string(kUnsupported), "it has no 3D model or animation");
        auto scene = show_scene(*to_gltf, own, companions, report,
                                request.flag("unchecked") ? Flaws::ignore : Flaws::report);
        if (!scene) return std::unexpected(std::move(scene.error()));
        shown = std::move(*scene);
        return {};
      });
  if (!done) return std::unexpected(done.error());
  if (!shown) return fail(std::string(kUnsupported), "nothing to show");
  return std::move(*shown);
}

Result<void> open_shown(Session& session, const Request& request, Reply& reply) {
  Diagnostics notes;
  ConversionReport report;
  auto scene = scene_of(session, request, notes, report);
  if (!scene) return std::unexpected(std::move(scene.error()));
  const int handle = session.next_handle++;
  auto& shown = session.shown[handle] = std::make_unique<Shown>(std::move(*scene), session.decode);
  reply.json.member("handle", handle);
  describe(*shown, reply);
  notes.add_all(report.diagnostics);
  reply.json.key("diagnostics");
  write_diagnostics(reply.json, notes);
  return {};
}

// "clip": an index; -1 is the rest pose.
Result<void> choose(Session& session, const Request& request, Reply&) {
  const auto shown = find_shown(session, request);
  if (!shown) return std::unexpected(shown.error());
  const double clip = request.number("clip", -1);
  if (clip >= static_cast<double>((*shown)->scene().clips.size()))
    return fail(std::string(kNoSuchClip), "there is no clip " + std::to_string(clip));
  (*shown)->choose(clip < 0 ? std::nullopt
                            : std::optional<std::size_t>(static_cast<std::size_t>(clip)));
  return {};
}

Result<void> tracks(Session& session, const Request& request, Reply& reply) {
  const auto shown = find_shown(session, request);
  if (!shown) return std::unexpected(shown.error());
  describe_tracks(**shown, reply);
  return {};
}

// What is shown, in numbers.
Result<void> sample_shown(Session& session, const Request& request, Reply& reply) {
  const auto shown = find_shown(session, request);
  if (!shown) return std::unexpected(shown.error());
  const Scene& scene = (*shown)->scene();
  const Clip still;
  const Clip& clip = (*shown)->clip() ? scene.clips[*(*shown)->clip()] : still;
  JsonWriter json;
  write_samples(json,
                {scene, clip, request.numbers("frames"),
                 request.text("space") == "world" ? SampleSpace::world : SampleSpace::local,
                 request.flag("stepped")},
                scene.name, "");
  reply.json.member("text", reply.add(to_bytes(json.text())));
  return {};
}

RenderOptions options_of(const Request& request) {
  RenderOptions options;
  options.width =
      static_cast<std::uint32_t>(std::clamp(request.number("width", 640), 0.0, 16384.0));
  options.height =
      static_cast<std::uint32_t>(std::clamp(request.number("height", 480), 0.0, 16384.0));
  options.stepped = request.flag("stepped");
  options.grid = request.flag("grid");
  const std::vector<double> color = request.numbers("background");
  if (color.size() == 3) {
    options.background.emplace();
    for (std::size_t k = 0; k < 3; ++k)
      (*options.background)[k] = static_cast<std::uint8_t>(std::clamp(color[k], 0.0, 255.0));
  }
  return options;
}

Result<RenderCamera> camera_of(const Renderer& renderer, const Request& request,
                               const RenderOptions& options) {
  auto camera = renderer.fit({request.number("yaw", 30), request.number("pitch", 15)}, options);
  if (!camera) return camera;
  camera->distance = request.number("distance", camera->distance);
  const std::vector<double> target = request.numbers("target");
  if (target.size() == 3) camera->target = {target[0], target[1], target[2]};
  return camera;
}

// The camera that sees the whole clip from a direction.
Result<void> fit(Session& session, const Request& request, Reply& reply) {
  const auto shown = find_shown(session, request);
  if (!shown) return std::unexpected(shown.error());
  const auto renderer = (*shown)->renderer();
  if (!renderer) return std::unexpected(renderer.error());
  const auto camera = camera_of(**renderer, request, options_of(request));
  if (!camera) return std::unexpected(camera.error());
  reply.json.member("distance", camera->distance);
  reply.json.key("target");
  write_numbers(reply.json, {camera->target.x, camera->target.y, camera->target.z});
  reply.json.member("verticalFov", camera->vertical_fov);
  return {};
}

// An image without a graphics card.
Result<void> draw(Session& session, const Request& request, Reply& reply) {
  const auto shown = find_shown(session, request);
  if (!shown) return std::unexpected(shown.error());
  const auto renderer = (*shown)->renderer();
  if (!renderer) return std::unexpected(renderer.error());
  const RenderOptions options = options_of(request);
  const auto camera = camera_of(**renderer, request, options);
  if (!camera) return std::unexpected(camera.error());
  auto picture = (*renderer)->draw(request.number("frame", 0), *camera, options);
  if (!picture) return std::unexpected(std::move(picture.error()));
  reply.json.member("width", picture->width);
  reply.json.member("height", picture->height);
  reply.json.member("pixels", reply.add(std::move(picture->pixels)));
  return {};
}

Result<void> aim(Session& session, const Request& request, Reply& reply) {
  const auto shown = find_shown(session, request);
  if (!shown) return std::unexpected(shown.error());
  const double node = request.number("node", -1);
  const auto aim =
      (*shown)->aim_of(node < 0 ? static_cast<std::size_t>(-1) : static_cast<std::size_t>(node),
                       request.number("frame", 0));
  if (!aim) return std::unexpected(aim.error());
  reply.json.key("matrix");
  reply.json.begin_array(true);
  for (const double number : aim->matrix.m)
    reply.json.value(number);
  reply.json.end_array();
  reply.json.member("verticalFov", aim->vertical_fov);
  return {};
}

Result<void> close_shown(Session& session, const Request& request, Reply&) {
  session.shown.erase(static_cast<int>(request.number("handle", 0)));
  return {};
}

constexpr NamedMethod kMethods[] = {
    {"show", open_shown}, {"choose", choose}, {"tracks", tracks}, {"sampleShown", sample_shown},
    {"fit", fit},         {"draw", draw},     {"aim", aim},       {"closeShown", close_shown},
};

}  // namespace

std::span<const NamedMethod> methods_of_shown() {
  return kMethods;
}

}  // namespace anmkit::bindings
