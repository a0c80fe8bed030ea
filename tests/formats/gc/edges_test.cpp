// SPDX-License-Identifier: MIT
// Each number of a control, a header and a list alone: what is judged, what is found in other
// bytes, and what cannot be written (sections 2, 8, 10 and 15).
#include <limits>

#include "formats/gc/model/model.hpp"
#include "model_files.hpp"

namespace anmkit::gc::test {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr unsigned kScale = 1, kEuler = 2, kQuaternion = 4, kTranslation = 8,
                   kMatrix = 16;  // section 8

bool says(const Actor& actor, std::string_view code) {
  const auto loaded = parse("gc-act", write(actor).value());
  EXPECT_NE(loaded->document, nullptr);
  return find(check(*loaded), code) != nullptr;
}
// The actor of section 14 whose first control has this type, one as every value, and `value` at
// `at`.
Actor with_control(unsigned type, std::size_t at, float value) {
  Diagnostics unused;
  Actor actor = parse_actor(kActor, unused).value();
  Control& control = actor.controls.at(0);
  control.type = static_cast<std::uint8_t>(type);
  control.values.fill(1);
  control.values.at(at) = value;
  actor.gaps.clear();
  return actor;
}

// Scale has values 0 to 2, Euler angles 3 to 5, a quaternion 3 to 6, a translation 7 to 9; a matrix
// has all twelve. What a control does not have is not judged.
TEST(GcEdges, NumbersOfControls) {
  const auto has = [](unsigned type, std::size_t at) {
    if ((type & kMatrix) != 0) return true;
    return ((type & kScale) != 0 && at < 3) || ((type & kEuler) != 0 && at >= 3 && at < 6) ||
           ((type & kQuaternion) != 0 && at >= 3 && at < 7) ||
           ((type & kTranslation) != 0 && at >= 7 && at < 10);
  };
  for (const unsigned type :
       {0u, kScale, kEuler, kQuaternion, kTranslation, kMatrix, kScale | kEuler | kTranslation,
        kScale | kQuaternion | kTranslation}) {
    for (std::size_t at = 0; at < ((type & kMatrix) != 0 ? 12u : 10u); ++at) {
      EXPECT_EQ(says(with_control(type, at, kNan), "ACT011"), has(type, at)) << type << " " << at;
      EXPECT_EQ(says(with_control(type, at, 0), "ACT012"),
                type != kMatrix && at < 3 && has(type, at))
          << type << " " << at;
    }
    EXPECT_FALSE(says(with_control(type, 0, 1), "ACT011")) << type;
  }
}

TEST(GcEdges, QuaternionsOfLengthZero) {
  for (std::size_t one = 3; one <= 7; ++one) {
    Actor actor = with_control(kQuaternion, 0, 1);
    for (std::size_t i = 3; i < 7; ++i)
      actor.controls[0].values[i] = i == one ? 0.5F : 0.0F;
    EXPECT_EQ(says(actor, "ACT011"), one == 7) << one;
  }
  Actor angles = with_control(kEuler, 0, 1);
  angles.controls[0].values.fill(0);
  EXPECT_FALSE(says(angles, "ACT011"));
}

TEST(GcEdges, PartsThatExcludeEachOther) {
  for (unsigned type = 0; type < 32; ++type) {
    const bool both = (type & (kEuler | kQuaternion)) == (kEuler | kQuaternion);
    const bool more = (type & kMatrix) != 0 && (type & 15u) != 0;
    EXPECT_EQ(says(with_control(type, 0, 1), "ACT009"), both || more) << type;
  }
}

// The size of a file holds its records, and no more than a file of this family has.
template <class File>
void expect_sizes(File file, std::uint64_t too_small) {
  ASSERT_TRUE(write(file).has_value());
  const std::uint64_t good = file.size;
  for (const std::uint64_t size :
       {too_small, std::uint64_t{0}, (std::uint64_t{1} << 30u) + 1, ~std::uint64_t{0}}) {
    file.size = size;
    const auto bytes = write(file);
    ASSERT_FALSE(bytes.has_value()) << size;
    EXPECT_EQ(bytes.error().path, "size") << size;
  }
  file.size = good;
  file.gaps.push_back({good, Bytes(1)});
  EXPECT_FALSE(write(file).has_value());
}

TEST(GcEdges, RejectsSizesTooSmallForRecords) {
  Diagnostics unused;
  expect_sizes(records_of(parse_bank(kBank, unused).value()),
               0x67);                                       // section 14: keys end at 68 (hex)
  expect_sizes(parse_actor(kActor, unused).value(), 0x57);  // two bones end at 58
  expect_sizes(parse_geometry(make_geometry(), unused).value(), 19);
  expect_sizes(parse_skin(make_skin(), unused).value(), 35);
  expect_sizes(parse_textures(kTextures, unused).value(), 11);
  const Bytes clip = hex(
      "00AC7472 0001 0000 | 41200000 00000018 0001 0005 40 00 00 01 | 3F800000 40000000 40400000");
  expect_sizes(parse_compact(clip, unused).value(), 23);
}

Bytes changed(Bytes bytes, std::size_t at, std::string_view to) {
  std::ranges::copy(hex(to), bytes.begin() + static_cast<std::ptrdiff_t>(at));
  return bytes;
}

// Skins have no version: every number has to fit the others (section 10).
TEST(GcEdges, DetectsSkins) {
  const Bytes skin = make_skin();
  EXPECT_TRUE(is_skin(skin));
  EXPECT_TRUE(is_skin(changed(skin, 6, "01")));
  EXPECT_TRUE(is_skin(changed(skin, 6, "1F")));
  EXPECT_TRUE(is_skin(changed(skin, 7, "FF")));
  EXPECT_FALSE(is_skin(ByteView(skin).first(35)));
  for (const auto& [at, to] : std::vector<std::pair<std::size_t, const char*>>{
           {6, "00"},  // fraction bits
           {6, "20"},
           {7, "01"},            // neither 0 nor FF
           {0, "000000000000"},  // no lists
           {8, "0000FFFF"},      // lists outside the file
           {12, "0000FFFF"},
           {4, "0001"},       // an accumulation list at 0, whose source is in the header
           {84, "00000000"},  // sources in the header, and outside the file
           {84, "0000FFFF"},
           {92 + 2, "FFFF"},  // more vertices than there are
           {196, "00000023"},
           {196, "0000FFFF"},
           {200, "00000000"},  // weights
           {200, "0000FFFF"}})
    EXPECT_FALSE(is_skin(changed(skin, at, to))) << at << " " << to;
}

// The same in the other byte order is reported as such.
TEST(GcEdges, ReportsLittleEndianVersions) {
  Diagnostics unused;
  for (const auto& [word, little] : std::vector<std::pair<const char*, bool>>{
           {"60797B00", true}, {"7274AC00", true}, {"DB403201", true}, {"01020304", false}}) {
    const auto bank = parse_bank(changed(kBank, 0, word), unused);
    ASSERT_FALSE(bank.has_value()) << word;
    EXPECT_EQ(bank.error().message.find("little endian") != std::string::npos, little) << word;
  }
}

// A bank inside of other bytes, by its header and its records (section 15).
TEST(GcEdges, HeadersOfBanksInside) {
  EXPECT_TRUE(is_bank(kBank));
  EXPECT_FALSE(is_bank(ByteView(kBank).first(0x17)));
  for (const auto& [at, to] : std::vector<std::pair<std::size_t, const char*>>{{0, "007B7961"},
                                                                               {4, "00000019"},
                                                                               {10, "0000"},
                                                                               {10, "FFFF"},
                                                                               {12, "FFFF"},
                                                                               {14, "FFFF"},
                                                                               {14, "0002"},
                                                                               {0x18, "0000FFFF"},
                                                                               {0x1C, "00000025"},
                                                                               {0x20, "0003"},
                                                                               {0x28, "00000045"},
                                                                               {0x2C, "0004"}})
    EXPECT_FALSE(is_bank(changed(kBank, at, to))) << at << " " << to;
  const auto compact = [](const Bytes& bytes) {
    return !find_format("gc-anm-compact")->find_inside(bytes).empty();
  };
  const Bytes clip = hex(
      "00AC7472 0001 0000 | 41200000 00000018 0001 0005 40 00 00 01 | 3F800000 40000000 40400000");
  EXPECT_TRUE(compact(clip));
  EXPECT_FALSE(compact(changed(clip, 4, "0000")));
  EXPECT_FALSE(compact(changed(clip, 4, "0002")));
  EXPECT_FALSE(compact(changed(clip, 12, "00000017")));
  EXPECT_FALSE(compact(changed(clip, 12, "00000025")));
  EXPECT_FALSE(compact(Bytes(clip.begin(), clip.begin() + 7)));
  // No more than eight of them.
  Bytes many;
  for (int i = 0; i < 10; ++i)
    many.insert(many.end(), clip.begin(), clip.end());
  EXPECT_EQ(find_format("gc-anm-compact")->find_inside(many).size(), 8u);
}

}  // namespace
}  // namespace anmkit::gc::test
