// SPDX-License-Identifier: MIT
// Damaged model files together: no crash, bounded work, and what parses comes back.
#include "anmkit/gltf.hpp"
#include "character_files.hpp"
#include "glb.hpp"
#include "palette_generator.hpp"
#include "support.hpp"
#include "texture_generator.hpp"

namespace anmkit::gc::test {
namespace {

// A few bytes or words that hurt: ends of ranges, small counts, offsets inside the file.
void damage(Bytes& bytes, Generator& random) {
  const auto size = static_cast<int>(bytes.size());
  for (int i = random.whole(1, 4); i > 0; --i) {
    // Headers are at the beginning.
    const int at = random.whole(0, random.whole(0, 1) == 0 ? std::min(size, 256) - 1 : size - 1);
    const std::uint32_t words[] = {0,
                                   1,
                                   0xFFFFFFFF,
                                   0x7FFFFFFF,
                                   0x0000FFFF,
                                   static_cast<std::uint32_t>(random.whole(0, size)),
                                   static_cast<std::uint32_t>(random.whole(0, 255)) << 24U};
    const std::uint32_t word = words[random.whole(0, 6)];
    const int width = random.whole(0, 2) == 0 ? 4 : random.whole(1, 2);
    for (int k = 0; k < width && at + k < size; ++k)
      bytes[static_cast<std::size_t>(at + k)] = static_cast<std::byte>(word >> (24 - 8 * k) & 255);
  }
  if (random.whole(0, 9) == 0) bytes.resize(static_cast<std::size_t>(random.whole(0, size)));
}

TEST(GcModelDamage, DamagedCharactersAreShownOrRefused) {
  Generator random(77);
  std::size_t shown = 0;
  for (int round = 0; round < 600; ++round) {
    const Character character = random_character(random);
    const bool skinned = random.whole(0, 1) == 0;
    const Bytes palette =
        skinned ? skinned_palette(character)
                : PaletteBytes::of({ObjectGenerator(random).object()}, 12012000, random);
    std::pair<const char*, Bytes> files[] = {
        {"gc-act", actor_bytes(character, random)},
        {"gc-gpl", palette},
        {"gc-skn", SkinBytes::of(character, random)},
        {"gc-tpl", texture_palette({random_texture(random, 14, 2), random_texture(random, 9, 1)})}};
    damage(files[random.whole(0, 3)].second, random);
    std::vector<std::unique_ptr<Loaded>> loaded;
    std::vector<Companion> companions;
    for (const auto& [id, bytes] : files) {
      const auto& file = *loaded.emplace_back(parse(id, bytes, "made"));
      ASSERT_NE(file.document != nullptr, file.diagnostics.has_errors()) << id;
      if (!file.document) continue;
      ASSERT_EQ(file.document->write().value(), bytes) << id << ' ' << round;
      companions.push_back({file.path, file.bytes, file.document.get()});
    }
    for (const Companion& companion : companions) {
      Diagnostics diagnostics;
      companion.document->check({companions, {}}, diagnostics);
      if (companion.document->format() == "gc-skn") continue;
      const auto scene = companion.document->to_scene({}, {companions, {}}, diagnostics);
      if (!scene) continue;
      ConversionReport report;
      const auto file = write_gltf(*scene, {}, report);
      ASSERT_TRUE(file.has_value()) << file.error().message;
      Glb(*file).expect_valid();
      ++shown;
    }
    if (HasFailure()) FAIL() << "round " << round;
  }
  EXPECT_GT(shown, 1200U);
}

}  // namespace
}  // namespace anmkit::gc::test
