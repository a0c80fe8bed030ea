// SPDX-License-Identifier: MIT
// Real files and the canonical writer.
#include "support.hpp"

namespace anmkit::craftstudio::test {
namespace {

// Section 8.4: all known files are what the canonical writer writes.
TEST(CraftStudioRealFiles, CanonicalTextOfRealFiles) {
  if (!std::filesystem::exists(kSamples)) GTEST_SKIP() << kNoSamples << kSamples;
  std::size_t count = 0;
  for (const auto& path : files_in(kSamples)) {
    const Bytes bytes = read_file(path);
    Diagnostics diagnostics;
    if (path.extension() == ".csjsmodelanim") {
      auto animation = parse_js_animation(as_text(bytes), diagnostics).value();
      for (auto& node : animation.node_animations) {
        for (auto* track :
             {&node.position, &node.offset_from_pivot, &node.size, &node.rotation, &node.stretch}) {
          for (auto& key : track->value())
            key.delta.spelling = {};
        }
      }
      EXPECT_EQ(write_text(animation), as_text(bytes)) << path;
      ++count;
    }
    if (path.extension() == ".csjsmodel") {
      auto model = parse_js_model(as_text(bytes), diagnostics).value();
      for (auto& block : model.blocks) {
        for (auto* triple :
             {&block.position, &block.offset_from_pivot, &block.size, &block.rotation})
          triple->spelling = {};
        if (!block.vertex_coords) continue;
        for (auto& corner : *block.vertex_coords)
          corner.spelling = {};
      }
      EXPECT_EQ(write_text(model), as_text(bytes)) << path;
      ++count;
    }
  }
  EXPECT_EQ(count, 11u);
}

}  // namespace
}  // namespace anmkit::craftstudio::test
