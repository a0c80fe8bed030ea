// SPDX-License-Identifier: MIT
// The library behind a few C functions, as a browser viewer would call it.
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "anmkit/convert.hpp"
#include "anmkit/gltf.hpp"
#include "anmkit/render.hpp"
#include "anmkit/sampler.hpp"

namespace {

// Every open file as the folder around every other one.
class OpenFiles final : public anmkit::Neighbourhood {
 public:
  // Null when the bytes could not be read as a file of a known format.
  const anmkit::Parsed* add(anmkit::Bytes bytes, std::string path) {
    auto file = std::make_unique<anmkit::Opened>(anmkit::open(std::move(bytes), std::move(path)));
    if (const auto* raw = std::get_if<anmkit::Raw>(file.get())) {
      const auto* error = raw->why.first_error();
      problem = error != nullptr ? error->code + ": " + error->message : "cannot be read";
      return nullptr;
    }
    if (!std::holds_alternative<anmkit::Parsed>(*file)) {
      problem = "a glTF file has no document";
      return nullptr;
    }
    files_.push_back(std::move(file));
    return &parsed(files_.size() - 1);
  }
  std::size_t count() const { return files_.size(); }
  anmkit::Opened& opened(std::size_t index) const { return *files_[index]; }
  const anmkit::Parsed& parsed(std::size_t index) const {
    return std::get<anmkit::Parsed>(*files_[index]);
  }

  std::vector<std::string> list(const std::string& folder) const override {
    const std::string root = folder.empty() || folder.ends_with('/') ? folder : folder + "/";
    std::vector<std::string> names;
    for (const auto& file : files_) {
      const std::string& path = anmkit::path_of(*file);
      if (path.starts_with(root)) names.push_back(path.substr(root.size()));
    }
    std::ranges::sort(names);
    return names;
  }
  anmkit::Result<anmkit::Bytes> read(const std::string& path) const override {
    for (std::size_t i = 0; i < files_.size(); ++i)
      if (parsed(i).path == path) return parsed(i).bytes;
    return anmkit::fail("wasm.READ", path + " is not open");
  }

  std::string problem;

 private:
  std::vector<std::unique_ptr<anmkit::Opened>> files_;
};

OpenFiles files;
std::string answer;
anmkit::Bytes glb, pixels;

const char* reply(std::string text) {
  answer = std::move(text);
  return answer.c_str();
}

std::vector<anmkit::Companion> companions_of(std::size_t index) {
  std::vector<anmkit::Companion> companions;
  for (std::size_t i = 0; i < files.count(); ++i) {
    const anmkit::Parsed& file = files.parsed(i);
    if (i != index) companions.push_back({file.path, file.bytes, file.document.get()});
  }
  return companions;
}

}  // namespace

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))

EXPORT(anm_alloc) void* anm_alloc(std::size_t size) {
  return std::malloc(size);
}

// Opens a file; returns its number, or -1 with the reason in anm_answer().
EXPORT(anm_open)
int anm_open(const char* path, const std::byte* data, std::size_t size) {
  if (files.add(anmkit::Bytes(data, data + size), path) == nullptr) {
    reply(files.problem);
    return -1;
  }
  return static_cast<int>(files.count()) - 1;
}

EXPORT(anm_answer) const char* anm_answer() {
  return answer.c_str();
}

EXPORT(anm_dump) const char* anm_dump(std::size_t file) {
  return reply(anmkit::dump_document(*files.parsed(file).document));
}

// 1 when writing the file gives the same bytes again.
EXPORT(anm_round_trips) int anm_round_trips(std::size_t file) {
  const auto bytes = files.parsed(file).document->write();
  return bytes && *bytes == files.parsed(file).bytes ? 1 : 0;
}

// World positions of all nodes at a frame, with every other open file as a companion:
// "x y z\n" a node.
EXPORT(anm_sample) const char* anm_sample(std::size_t file, double frame) {
  anmkit::Diagnostics diagnostics;
  const auto companions = companions_of(file);
  const auto scene =
      files.parsed(file).document->to_scene({}, {.companions = companions}, diagnostics);
  if (!scene) return reply(scene.error().message);
  const anmkit::Sampler sampler(*scene, scene->clips.empty() ? anmkit::Clip() : scene->clips[0]);
  std::vector<anmkit::Transformf> locals(sampler.node_count());
  sampler.sample(frame, locals);
  std::vector<anmkit::Mat4f> world(sampler.node_count());
  anmkit::Hierarchy(*scene).world_matrices(locals, world);
  std::string text;
  for (const anmkit::Mat4f& matrix : world) {
    for (std::size_t i = 0; i < 3; ++i)
      text += std::to_string(matrix.m[12 + i]) + (i == 2 ? '\n' : ' ');
  }
  return reply(std::move(text));
}

// Makes what `anmkit convert FILE -o NAME.glb` makes, with every other open file around it; its
// size, or -1 with the reason in anm_answer(). The bytes are at anm_glb() until the next call.
EXPORT(anm_make_glb) int anm_make_glb(std::size_t file) {
  const anmkit::ConvertRequest request{.output = "out.glb"};
  const auto plan = anmkit::plan_conversion({&files.opened(file), 1}, request);
  if (!plan) return reply(plan.error().message), -1;
  anmkit::CompanionPool companions(files);
  anmkit::ConversionReport report;
  auto made = apply(plan->steps.front(), request, companions, report);
  if (!made) return reply(made.error().message), -1;
  glb = std::move(made->front().bytes);
  return static_cast<int>(glb.size());
}
EXPORT(anm_glb) const std::byte* anm_glb() {
  return glb.data();
}

// A picture of the first clip at a frame, with every other open file as a companion and textures
// white, on black; the size of its pixels, or -1 with the reason in anm_answer().
EXPORT(anm_render)
int anm_render(std::size_t file, double frame, std::uint32_t width, std::uint32_t height) {
  anmkit::Diagnostics diagnostics;
  const auto companions = companions_of(file);
  const auto scene =
      files.parsed(file).document->to_scene({}, {.companions = companions}, diagnostics);
  if (!scene) return reply(scene.error().message), -1;
  const auto renderer = anmkit::Renderer::make(*scene, {}, 0);
  if (!renderer) return reply(renderer.error().message), -1;
  anmkit::RenderOptions options;
  options.width = width;
  options.height = height;
  options.background = {0, 0, 0};
  const auto camera = renderer->fit({}, options);
  if (!camera) return reply(camera.error().message), -1;
  auto picture = renderer->draw(frame, *camera, options);
  if (!picture) return reply(picture.error().message), -1;
  pixels = std::move(picture->pixels);
  return static_cast<int>(pixels.size());
}
EXPORT(anm_pixels) const std::byte* anm_pixels() {
  return pixels.data();
}
