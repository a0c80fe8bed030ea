// SPDX-License-Identifier: MIT
// Skins of accumulation lists alone (section 10): where their arrays may end, and sums of weights
// other than 1.
#include "formats/gc/model/model.hpp"
#include "formats/gc/model/scene.hpp"
#include "model_files.hpp"

namespace anmkit::gc::test {
namespace {

constexpr std::size_t kList = 36, kArrays = kList + 0x44;
constexpr std::size_t kSource = kList + 0x30, kIndices = kList + 0x34, kWeights = kList + 0x3C;

void put32(Bytes& bytes, std::size_t at, std::size_t value) {
  for (std::size_t i = 0; i < 4; ++i)
    bytes.at(at + i) = static_cast<std::byte>(value >> (24 - 8 * i) & 255u);
}

// One list of bone 0: both vertices are at (1, 0, 0) and look along z; half a weight each. Eight
// bits of fraction. Two weights at the end, indices 1 and 0 before them.
Bytes accumulation() {
  Bytes bytes = hex("0000 0000 0001 08 00");
  bytes.resize(kArrays);
  put32(bytes, 0x10, kList);
  put32(bytes, kSource, kArrays);
  put32(bytes, kIndices, kArrays + 24);
  put32(bytes, kWeights, kArrays + 28);
  bytes.at(kList + 0x43) = std::byte{2};
  const Bytes arrays =
      hex("0100 0000 0000 0000 0000 0100 | 0100 0000 0000 0000 0000 0100"
          "0001 0000 | 80 80");
  bytes.insert(bytes.end(), arrays.begin(), arrays.end());
  return bytes;
}

// Each array fits to its last byte, and no further.
TEST(GcAccumulation, ArraysEndInsideTheFile) {
  const Bytes good = accumulation();
  ASSERT_EQ(good.size(), kArrays + 30);
  EXPECT_TRUE(is_skin(good));
  for (const auto& [place, length] : {std::pair{kSource, 24u}, {kIndices, 4u}, {kWeights, 2u}}) {
    Bytes last = good, beyond = good;
    put32(last, place, good.size() - length);
    put32(beyond, place, good.size() - length + 1);
    EXPECT_TRUE(is_skin(last)) << place;
    EXPECT_FALSE(is_skin(beyond)) << place;
    EXPECT_EQ(find(check(*parse("gc-skn", last)), "SKN003"), nullptr) << place;
    EXPECT_NE(find(check(*parse("gc-skn", beyond)), "SKN003"), nullptr) << place;
  }
}

// The sum of the weights is a half, but in the bind pose bones leave their vertices in place.
TEST(GcAccumulation, WeightsOfOneHalfHaveNoEffect) {
  const Bytes bytes = accumulation();
  Diagnostics diagnostics;
  const Skin skin = parse_skin(bytes, diagnostics).value();
  const auto vertices = skin_vertices(skin, bytes, {2, 1}, diagnostics);
  ASSERT_EQ(vertices.size(), 2u);
  for (const SkinVertex& vertex : vertices) {
    EXPECT_EQ(vertex.position, (Vec3{1, 0, 0}));
    EXPECT_EQ(vertex.normal, (Vec3{0, 0, 1}));
  }
  EXPECT_NE(find(diagnostics.finish(), "SKN008"), nullptr);
}

// A list's vertices begin after its lead-in.
TEST(GcAccumulation, LeadInsAreSkipped) {
  // make_skin: two vertices of 12 bytes at 216 and two at 240, then four weights.
  const Bytes skin = make_skin();
  constexpr std::size_t kTwo = 36 + 0x40;
  for (const auto& [field, lead_in] :
       {std::pair{36u + 0x30, 36u + 0x3C}, {kTwo + 0x60, kTwo + 0x72}}) {
    Bytes last = skin, beyond = skin;
    put32(last, field, skin.size() - 24 - 5);
    put32(beyond, field, skin.size() - 24 - 5);
    last.at(lead_in) = std::byte{5};
    beyond.at(lead_in) = std::byte{6};
    EXPECT_TRUE(is_skin(last)) << field;
    EXPECT_FALSE(is_skin(beyond)) << field;
    EXPECT_EQ(find(check(*parse("gc-skn", last)), "SKN003"), nullptr) << field;
    EXPECT_NE(find(check(*parse("gc-skn", beyond)), "SKN003"), nullptr) << field;
  }
}

}  // namespace
}  // namespace anmkit::gc::test
