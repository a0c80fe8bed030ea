// SPDX-License-Identifier: MIT
// Opens a file, says what it is, writes it again, and samples what it plays.
#include <anmkit/anmkit.hpp>
#include <anmkit/sampler.hpp>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <vector>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::ifstream file(argv[1], std::ios::binary);
  const std::string content{std::istreambuf_iterator<char>(file), {}};
  const anmkit::Source source{anmkit::as_bytes(content), argv[1]};
  const auto format = anmkit::detect_one(source);
  if (!format) {
    std::printf("%s\n", format.error().message.c_str());
    return 1;
  }
  anmkit::Diagnostics diagnostics;
  const auto document = (*format)->parse(source, {}, diagnostics);
  if (!document) return 1;
  const auto bytes = document->write();
  const bool same = bytes && anmkit::as_text(*bytes) == content;
  std::printf("%s, %zu clips, round trip %s\n", std::string((*format)->title).c_str(),
              document->info().clips.size(), same ? "exact" : "differs");
  const auto scene = document->to_scene({}, {}, diagnostics);
  if (!scene || scene->clips.empty()) return 1;
  const anmkit::Sampler sampler(*scene, scene->clips[0]);
  std::vector<anmkit::Transformf> pose(sampler.node_count());
  sampler.sample(scene->clips[0].duration / 2, pose);
  std::vector<anmkit::Mat4f> world(pose.size());
  anmkit::Hierarchy(*scene).world_matrices(pose, world);
  std::printf("%zu nodes, the first at %.3f\n", pose.size(), double{world.at(0).at(1, 3)});
  return same ? 0 : 1;
}
