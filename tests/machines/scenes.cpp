// SPDX-License-Identifier: MIT
// Questions about what a file shows, and what can be made from it.
#include <algorithm>
#include <string>

#include "anmkit/render.hpp"
#include "json_reports/json_reports.hpp"
#include "json_reports/samples.hpp"
#include "questions.hpp"

namespace anmkit::machines {
namespace {

// More clips of one file are more of the same.
constexpr std::size_t kMostClips = 4;

void ask_poses(const Scene& scene, std::string_view path, const Answer& answer) {
  for (std::size_t i = 0; i < std::min(scene.clips.size(), kMostClips); ++i) {
    const Clip& clip = scene.clips[i];
    for (const SampleSpace space : {SampleSpace::local, SampleSpace::world}) {
      JsonWriter json;
      write_samples(json, {scene, clip, {0, 1, 2.25, 3.5, clip.duration * 0.7}, space}, path, "");
      answer(space == SampleSpace::local ? "local" : "world", as_bytes(json.text()));
    }
  }
}

void ask_picture(const Scene& scene, const Answer& answer) {
  const RenderOptions options{.width = 40, .height = 30, .background = {}};
  const auto clip = scene.clips.empty() ? std::nullopt : std::optional<std::size_t>(0);
  const auto renderer = Renderer::make(scene, {}, clip);
  const auto camera = renderer ? renderer->fit(CameraAngles{}, options)
                               : Result<RenderCamera>(std::unexpected(renderer.error()));
  if (!camera) return answer_error("render", camera.error(), answer);
  if (const auto picture = renderer->draw(1.5, *camera, options))
    answer("render", picture->pixels);
  else
    answer_error("render", picture.error(), answer);
}

void answer_report(std::string_view question, const ConversionReport& report,
                   const Answer& answer) {
  JsonWriter json;
  json.begin_object();
  write_fits(json, report.fits);
  json.member("summary", std::string_view(json_safe(report.summary)));
  json.key("diagnostics");
  write_diagnostics(json, report.diagnostics);
  json.end_object();
  answer(question, as_bytes(json.text()));
}

// Names of what is made, its bytes, and its messages.
OutputFiles convert(const Opened& file, const ConvertRequest& request, std::string_view question,
                    const Asked& asked, const Answer& answer) {
  OutputFiles all;
  const auto plan = plan_conversion({&file, 1}, request);
  if (!plan) {
    answer_error(question, plan.error(), answer);
    return all;
  }
  CompanionPool companions(asked.around);
  for (const Step& step : plan->steps) {
    ConversionReport report;
    auto made = apply(step, request, companions, report);
    answer_report(std::string(question) + "-report", report, answer);
    if (!made) {
      answer_error(question, made.error(), answer);
      continue;
    }
    for (OutputFile& one : *made) {
      answer(question, as_bytes(one.name));
      answer(question, one.bytes);
      all.push_back(std::move(one));
    }
  }
  return all;
}

// Every file of three dimensions that the glTF can become, its own kind by the import.
void ask_ways_back(const Opened& gltf, const Asked& asked, const Answer& answer) {
  for (const Family& family : families()) {
    for (const Format& format : family.formats) {
      if (!format.abilities.from_scene) continue;
      const std::string question = "to-" + std::string(format.id);
      std::string output = "out";
      if (!format.extensions.empty()) output += format.extensions.front();
      const ConvertRequest request{.output = output, .to = std::string(format.id)};
      convert(gltf, request, question, asked, answer);
      // Made of the poses, without the file that is kept inside.
      convert(gltf, {.output = output, .to = std::string(format.id), .start = 0, .end = 0.4},
              question + "-cut", asked, answer);
    }
  }
}

}  // namespace

void ask_about_scene(const Asked& asked, const Answer& answer) {
  const std::string& path = path_of(asked.file);
  CompanionPool pool(asked.around);
  const auto* parsed = std::get_if<Parsed>(&asked.file);
  const auto scene = [&]() -> Result<Scene> {
    if (const auto* gltf = std::get_if<GltfInput>(&asked.file)) return *gltf->scene;
    if (parsed == nullptr) return fail(std::string(kUnsupported), "");
    const CompanionPool::Set beside = pool.of(*parsed);
    Diagnostics unused;
    return parsed->document->to_scene({.angles = true}, {beside.companions}, unused);
  }();
  if (!scene) return;
  ask_poses(*scene, path, answer);
  ask_picture(*scene, answer);
  if (parsed == nullptr) return ask_ways_back(asked.file, asked, answer);
  convert(asked.file, {.output = "out.glb", .sparse = true}, "sparse-glb", asked, answer);
  for (const OutputFile& made : convert(asked.file, {.output = "out.glb"}, "glb", asked, answer))
    ask_ways_back(open(made.bytes, "out.glb", {.around = &asked.around}), asked, answer);
}

}  // namespace anmkit::machines
