// SPDX-License-Identifier: MIT
// The snippet of README.md, as a program: where the first node of a clip is at frame seven and a
// half.
//   snippet FILE
#include <anmkit/anmkit.hpp>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <vector>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::ifstream in(argv[1], std::ios::binary);
  anmkit::Bytes bytes = anmkit::to_bytes(std::string{std::istreambuf_iterator<char>(in), {}});
  const std::string path = argv[1];
  bool shown = false;
  // README: begin
  const anmkit::Opened file = anmkit::open(bytes, path);
  if (const auto* walk = std::get_if<anmkit::Parsed>(&file)) {
    anmkit::Diagnostics findings;
    const auto scene = walk->document->to_scene({}, {}, findings);
    if (scene && !scene->clips.empty()) {
      const anmkit::Sampler sampler(*scene, scene->clips[0]);
      std::vector<anmkit::Transformf> pose(sampler.node_count());
      sampler.sample(7.5, pose);
      std::printf("%s turns to %f\n", scene->nodes[0].name.c_str(), pose[0].rotation[3]);
      shown = true;
    }
  }
  // README: end
  return shown ? 0 : 1;
}
