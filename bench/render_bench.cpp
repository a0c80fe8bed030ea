// SPDX-License-Identifier: MIT
// Drawing: a textured ball of a few thousand triangles that fills an image, and the camera that
// sees a whole clip of it.
#include <benchmark/benchmark.h>

#include <cmath>

#include "anmkit/render.hpp"

namespace anmkit {
namespace {

Scene ball(int rings) {
  Scene scene;
  scene.nodes.emplace_back().mesh = 0;
  Primitive& primitive = scene.meshes.emplace_back().primitives.emplace_back();
  const int around = 2 * rings;
  for (int i = 0; i <= rings; ++i) {
    for (int j = 0; j <= around; ++j) {
      const double a = kPi * i / rings, b = 2 * kPi * j / around;
      const std::array<float, 3> at{static_cast<float>(std::sin(a) * std::sin(b)),
                                    static_cast<float>(std::cos(a)),
                                    static_cast<float>(std::sin(a) * std::cos(b))};
      primitive.positions.push_back(at);
      primitive.normals.push_back(at);
      primitive.uvs.push_back({static_cast<float>(j) / static_cast<float>(around),
                               static_cast<float>(i) / static_cast<float>(rings)});
    }
  }
  const auto vertex = [&](int i, int j) {
    return static_cast<std::uint32_t>(i * (around + 1) + j);
  };
  for (int i = 0; i < rings; ++i) {
    for (int j = 0; j < around; ++j) {
      for (const std::uint32_t index : {vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1),
                                        vertex(i, j), vertex(i + 1, j + 1), vertex(i, j + 1)})
        primitive.indices.push_back(index);
    }
  }
  primitive.material = 0;
  scene.materials.emplace_back().image = 0;
  Image& image = scene.images.emplace_back();
  image.width = image.height = 64;
  for (std::size_t i = 0; i < std::size_t{4} * 64 * 64; ++i)
    image.bytes.push_back(static_cast<std::byte>(i % 4 == 3 ? 255 : i * 7));
  Clip& clip = scene.clips.emplace_back();
  clip.duration = 60;
  Track& track = clip.tracks.emplace_back();
  track.times = {0, 60};
  track.values = {0, 0, 0, 1, 0, 0};
  return scene;
}

// 640 x 480, four samples per pixel.
void draw(benchmark::State& state) {
  const Scene scene = ball(static_cast<int>(state.range(0)));
  const auto renderer = Renderer::make(scene, {}, 0);
  const RenderOptions options;
  const auto camera = renderer->fit({}, options);
  for (auto _ : state)
    benchmark::DoNotOptimize(renderer->draw(30, *camera, options));
}
BENCHMARK(draw)->Name("render/draw_640x480")->Arg(10)->Arg(40)->Unit(benchmark::kMillisecond);

void fit(benchmark::State& state) {
  const Scene scene = ball(40);
  const auto renderer = Renderer::make(scene, {}, 0);
  for (auto _ : state)
    benchmark::DoNotOptimize(renderer->fit({}, {}));
}
BENCHMARK(fit)->Name("render/fit_61_frames")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace anmkit
