// The library behind a few C functions, as a browser viewer would call it.
#include <cstdlib>
#include <string>
#include <vector>

#include "anmkit/gltf.hpp"
#include "anmkit/registry.hpp"
#include "anmkit/sampler.hpp"

namespace {

struct Opened {
  std::string path;
  anmkit::Bytes bytes;
  anmkit::DocumentPtr document;
};
std::vector<Opened> opened;
std::string answer;

const char* reply(std::string text) {
  answer = std::move(text);
  return answer.c_str();
}

std::vector<anmkit::Companion> companions_of(std::size_t index) {
  std::vector<anmkit::Companion> companions;
  for (std::size_t i = 0; i < opened.size(); ++i) {
    if (i != index) {
      companions.push_back({opened[i].path, opened[i].bytes, opened[i].document.get()});
    }
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
  Opened file{path, anmkit::Bytes(data, data + size), nullptr};
  const anmkit::Source source{file.bytes, file.path};
  const auto format = anmkit::detect_one(source);
  if (!format) {
    reply(format.error().message);
    return -1;
  }
  anmkit::Diagnostics diagnostics;
  file.document = (*format)->parse(source, {}, diagnostics);
  if (!file.document) {
    const auto* error = diagnostics.first_error();
    reply(error != nullptr ? error->code + ": " + error->message : "cannot be read");
    return -1;
  }
  opened.push_back(std::move(file));
  return static_cast<int>(opened.size()) - 1;
}

EXPORT(anm_answer) const char* anm_answer() {
  return answer.c_str();
}

EXPORT(anm_dump) const char* anm_dump(std::size_t file) {
  return reply(anmkit::dump_document(*opened[file].document));
}

// 1 when writing the file gives the same bytes again.
EXPORT(anm_round_trips) int anm_round_trips(std::size_t file) {
  const auto bytes = opened[file].document->write();
  return bytes && *bytes == opened[file].bytes ? 1 : 0;
}

// World positions of all nodes at a frame, with every other open file as a companion:
// "x y z\n" a node.
EXPORT(anm_sample) const char* anm_sample(std::size_t file, double frame) {
  anmkit::Diagnostics diagnostics;
  const auto companions = companions_of(file);
  const auto scene = opened[file].document->to_scene(companions, {}, diagnostics);
  if (!scene) return reply(scene.error().message);
  anmkit::Pose pose = anmkit::rest_pose(*scene);
  if (!scene->clips.empty()) anmkit::Sampler(*scene, scene->clips[0]).sample(frame, pose);
  std::vector<anmkit::Mat4> world;
  anmkit::world_matrices(*scene, pose, world);
  std::string text;
  for (const anmkit::Mat4& matrix : world) {
    for (std::size_t i = 12; i < 15; ++i) {
      anmkit::append_number(text, matrix.m[i]);
      text += i == 14 ? '\n' : ' ';
    }
  }
  return reply(std::move(text));
}

// Bytes of the .glb, or -1.
EXPORT(anm_glb_size) int anm_glb_size(std::size_t file) {
  anmkit::Diagnostics diagnostics;
  const auto companions = companions_of(file);
  const auto scene = opened[file].document->to_scene(companions, {}, diagnostics);
  if (!scene) return -1;
  anmkit::ConversionReport report;
  const auto glb = anmkit::write_gltf(*scene, {}, report);
  return glb ? static_cast<int>(glb->size()) : -1;
}
