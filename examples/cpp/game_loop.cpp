// SPDX-License-Identifier: MIT
// Plays the first clip of a file at 60 frames per second and prints where each node is: what a game
// does between loading and drawing.
//   game_loop ANIMATION [MODEL...]
#include <anmkit/anmkit.hpp>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <vector>

namespace {

anmkit::Opened open_file(const char* path) {
  std::ifstream file(path, std::ios::binary);
  const std::string content{std::istreambuf_iterator<char>(file), {}};
  return anmkit::open(anmkit::to_bytes(content), path);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  std::vector<anmkit::Opened> files;
  for (int i = 1; i < argc; ++i)
    files.push_back(open_file(argv[i]));
  std::vector<anmkit::Companion> companions;
  for (const anmkit::Opened& file : files) {
    const auto* parsed = std::get_if<anmkit::Parsed>(&file);
    if (parsed == nullptr) return 1;
    companions.push_back({parsed->path, parsed->bytes, parsed->document.get()});
  }

  anmkit::Diagnostics lost;
  const auto& animation = *std::get<anmkit::Parsed>(files.front()).document;
  const auto scene = animation.to_scene({}, {.companions = std::span(companions).subspan(1)}, lost);
  if (!scene || scene->clips.empty()) {
    std::printf("%s\n", scene ? "no clip" : scene.error().message.c_str());
    return 1;
  }

  // Compiled once; sampling allocates nothing and any thread may do it. (Where many characters play
  // at once, anmkit::Crowd writes only what moves.)
  const anmkit::Clip& clip = scene->clips.front();
  const anmkit::Sampler sampler(*scene, clip);
  const anmkit::Hierarchy hierarchy(*scene);
  std::vector<anmkit::Transformf> locals(sampler.node_count());
  std::vector<anmkit::Mat4f> world(sampler.node_count());
  for (int tick = 0; tick < 4; ++tick) {
    const double seconds = tick / 60.0;
    // Beyond its end a looping clip goes on from its loop point, another one holds its last pose.
    sampler.sample(anmkit::clamp_frame(clip, seconds * clip.rate), locals);
    hierarchy.world_matrices(locals, world);
    for (std::size_t i = 0; i < world.size(); ++i) {
      const anmkit::Mat4f& place = world[i];
      std::printf("%.4f s  %s  %.4f %.4f %.4f\n", seconds, scene->nodes[i].name.c_str(),
                  double{place.at(0, 3)}, double{place.at(1, 3)}, double{place.at(2, 3)});
    }
  }
  return 0;
}
