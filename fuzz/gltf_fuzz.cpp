// SPDX-License-Identifier: MIT
// glTF: reading never crashes, whatever was read can be written and read again, and drawing it does
// not crash either.
#include "anmkit/gltf.hpp"
#include "anmkit/render.hpp"
#include "roundtrip.hpp"

namespace {

void draw(const anmkit::Scene& scene) {
  const auto clip = scene.clips.empty() ? std::nullopt : std::optional<std::size_t>(0);
  const auto renderer = anmkit::Renderer::make(scene, {}, clip);
  anmkit::RenderOptions options;
  options.width = options.height = 16;
  if (!renderer) return;
  if (const auto camera = renderer->fit({}, options)) {
    anmkit::fuzz::require(renderer->draw(0.5, *camera, options).has_value(),
                          "a camera that fits draws a picture", "gltf");
  }
  (void)renderer->draw(0, {}, options);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const anmkit::fuzz::MemoryBudget budget(size);
  const anmkit::ByteView bytes(reinterpret_cast<const std::byte*>(data), size);
  const auto scene = anmkit::read_gltf(bytes);
  if (!scene) return 0;
  // Long clips are legal; baking them is what costs.
  for (const anmkit::Clip& clip : scene->clips) {
    if (!(clip.duration < 1000)) return 0;
  }
  draw(*scene);
  anmkit::ConversionReport report;
  const auto written = anmkit::write_gltf(*scene, {}, report);
  if (!written) return 0;
  const auto again = anmkit::read_gltf(*written);
  if (!again) std::fprintf(stderr, "%s\n", again.error().message.c_str());
  anmkit::fuzz::require(again.has_value(), "what is written can be read", "gltf");
  return 0;
}
