// SPDX-License-Identifier: MIT
// A glTF from .glb to .gltf and back, and one whose data are in files of their own.
#include "exchange/gltf/container.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "anmkit/gltf.hpp"
#include "random_scene.hpp"

namespace anmkit {
namespace {

std::string_view json_of(const Bytes& glb) {
  std::uint32_t size = 0;
  std::memcpy(&size, glb.data() + 12, sizeof size);
  return as_text(glb).substr(20, size);
}

TEST(GltfContainer, RoundTripsFiles) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    const Scene scene = test::SceneMaker(seed).make();
    ConversionReport report;
    const Bytes glb = write_gltf(scene, {}, report).value();
    const Bytes text = repacked_gltf(glb, {}).value();
    ASSERT_FALSE(is_glb(text));
    EXPECT_TRUE(gltf_files(text).empty());
    ASSERT_EQ(repacked_gltf(text, {}).value(), glb) << seed;
    const Scene a = read_gltf(glb).value(), b = read_gltf(text).value();
    ASSERT_EQ(a.nodes.size(), b.nodes.size());
    ASSERT_EQ(a.clips.size(), b.clips.size());
    for (std::size_t c = 0; c < a.clips.size(); ++c) {
      ASSERT_EQ(a.clips[c].tracks.size(), b.clips[c].tracks.size());
      for (std::size_t t = 0; t < a.clips[c].tracks.size(); ++t)
        EXPECT_EQ(a.clips[c].tracks[t].values, b.clips[c].tracks[t].values);
    }
  }
}

// The member that goes may be first, in the middle or last; what is left is JSON.
TEST(GltfContainer, PacksDataFilesIntoGlb) {
  const Bytes data = to_bytes(std::string("\1\2\3\4\5", 5));
  const Companion beside[] = {{"a.bin", data, nullptr}};
  for (const std::string_view members :
       {R"("uri":"a.bin","byteLength":5)", R"("name":"x","uri":"a.bin","byteLength":5)",
        R"("byteLength":5, "uri" : "a.bin")"}) {
    const std::string text = R"({"asset":{"version":"2.0"},"buffers":[{)" + std::string(members) +
                             R"(}],"images":[{"uri":"b.png"}]})";
    const auto glb = repacked_gltf(as_bytes(text), beside);
    ASSERT_TRUE(glb) << glb.error().message;
    ASSERT_TRUE(is_glb(*glb));
    EXPECT_EQ(json_of(*glb).find("a.bin"), std::string_view::npos);
    EXPECT_EQ(json_of(*glb).find("\"uri\""), json_of(*glb).find("\"uri\":\"b.png\""));
    // The chunk: length 8, "BIN", the data, filled up to four bytes.
    EXPECT_EQ(as_text(*glb).substr(glb->size() - 16),
              std::string_view("\x08\0\0\0BIN\0\1\2\3\4\5\0\0\0", 16));
    EXPECT_EQ(gltf_files(*glb), std::vector<std::string>{"b.png"});
    // Back it is inside: no other file but the image.
    const auto back = repacked_gltf(*glb, {});
    ASSERT_TRUE(back);
    EXPECT_EQ(gltf_files(*back), std::vector<std::string>{"b.png"});
    EXPECT_NE(as_text(*back).find("base64,AQIDBAU="), std::string_view::npos);
  }
}

TEST(GltfContainer, RejectsInvalidFiles) {
  const std::string missing =
      R"({"asset":{"version":"2.0"},"buffers":[{"uri":"a.bin","byteLength":5}]})";
  EXPECT_FALSE(repacked_gltf(as_bytes(missing), {}));
  EXPECT_FALSE(repacked_gltf(as_bytes("glTF"), {}));
  // A file without any buffer is text alone.
  const std::string plain = R"({"asset":{"version":"2.0"}})";
  const Bytes glb = repacked_gltf(as_bytes(plain), {}).value();
  EXPECT_EQ(glb.size(), 20 + (plain.size() + 3) / 4 * 4);
  EXPECT_EQ(as_text(repacked_gltf(glb, {}).value()).substr(0, plain.size()), plain);
}

}  // namespace
}  // namespace anmkit
