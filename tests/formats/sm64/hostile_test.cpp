// SPDX-License-Identifier: MIT
// Truncated and changed files: no crash, and what parses comes back byte for byte.
#include "support.hpp"

namespace anmkit::sm64::test {
namespace {

void expect_survives(std::string_view id, const Bytes& bytes) {
  const auto loaded = parse(id, bytes);
  if (!loaded->document) {
    EXPECT_TRUE(loaded->diagnostics.has_errors());
    return;
  }
  EXPECT_EQ(loaded->document->write().value(), bytes);
  const auto built = rebuilt(*loaded->document);
  ASSERT_TRUE(built.has_value()) << built.error().message << " " << built.error().path;
  EXPECT_EQ((*built)->write().value(), bytes);
  (void)check(*loaded);
  Diagnostics diagnostics;
  (void)loaded->document->to_scene({}, {{}, {}}, diagnostics);
  (void)loaded->document->play({{}, 8}, {{}, {}});
}

TEST(Sm64Hostile, TruncatedAndFlipped) {
  Bytes insertable = hex("0000 0002 0000 0052 0000 0000 0000 0002 0000 000C 0000 0010");
  const Bytes entry = example_dma();
  insertable.insert(insertable.end(), entry.begin() + 0x10, entry.end());
  Bytes wrapped = hex("0000 0005 0000 0064 0000 0000 0000 0000");
  wrapped.insert(wrapped.end(), entry.begin(), entry.end());
  const std::string lua =
      "-- [\nlocal v = { 1, 2 }\nsmlua_anim_util_register_animation('a', 1, 0, 0, 0, 2, v, "
      "{ 1, 0, 2, 0, 1, 0, 1, 0, 1, 0, 0x1, 0 })\n";
  const std::string saturn =
      R"({"name":"a","author":"b","looping":"true","length":2,"nodes":1,"values":["00","B4","0x01",)"
      R"("2"],"indices":["00","02","00","00","00","01","00","00"]})";
  const std::pair<std::string_view, Bytes> files[] = {
      {"sm64-anim", wrapped},
      {"sm64-c", to_bytes(lua)},
      {"sm64-c", to_bytes(saturn)},
      {"sm64-dma", example_dma()},
      {"sm64-anim", insertable},
      {"sm64-c", to_bytes(example_c())},
      {"sm64-geo", to_bytes("const GeoLayout g[] = {\n GEO_SCALE(0, 16384),\n GEO_OPEN_NODE(),\n"
                            " GEO_ANIMATED_PART(0, 1, 2, 3, NULL),\n GEO_CLOSE_NODE(),\n"
                            " GEO_END(),\n};\n")}};
  for (const auto& [id, good] : files) {
    for (std::size_t size = 0; size <= good.size(); ++size)
      expect_survives(id, Bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size)));
    for (std::size_t at = 0; at < std::min<std::size_t>(good.size(), 256); ++at) {
      for (const int change : {0x01, 0x80, 0xFF}) {
        Bytes changed = good;
        changed[at] ^= static_cast<std::byte>(change);
        expect_survives(id, changed);
      }
    }
  }
}

}  // namespace
}  // namespace anmkit::sm64::test
