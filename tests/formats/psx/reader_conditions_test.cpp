// SPDX-License-Identifier: MIT
// Packets whose flag and mode disagree (section 7.3), fields that fill up, and archives that are
// wrong in one place each (section 9).
#include "formats/psx/model/packet.hpp"
#include "support.hpp"

namespace anmkit::psx::test {
namespace {

// A packet alone, of an object with so many vertices and normals.
std::optional<TmdFace> face_of(unsigned flag, unsigned mode, std::string_view data,
                               std::size_t vertices = 9, std::size_t normals = 9) {
  Tmd tmd;
  tmd.packet_data = hex(data);
  TmdObject object;
  object.vertices.resize(vertices);
  object.normals.resize(normals);
  TmdPrimitive primitive;
  primitive.flag = static_cast<std::uint8_t>(flag);
  primitive.mode = static_cast<std::uint8_t>(mode);
  primitive.ilen = static_cast<std::uint8_t>(tmd.packet_data.size() / 4);
  return decode_packet(tmd, object, primitive);
}

// Flat triangles have the same length lit and not, so what the indices reach decides: with light a
// normal is before the vertices. The flag says no light (1), the mode light (0x20).
TEST(PsxReaderConditions, LightOfFlatPackets) {
  const auto lit = [](std::string_view indices, std::size_t vertices, std::size_t normals) {
    const auto face = face_of(1, 0x20, "80808020" + std::string(indices), vertices, normals);
    EXPECT_TRUE(face);
    return face && face->lit;
  };
  EXPECT_FALSE(lit("0000 0100 0200 0000", 3, 3));  // both may be: the flag
  EXPECT_TRUE(lit("0300 0000 0100 0200", 3, 4));   // 3 is a normal's number only
  EXPECT_FALSE(lit("0300 0000 0100 0200", 3, 3));  // neither may be: the flag
  EXPECT_FALSE(lit("0200 0100 0300 0000", 3, 1));  // neither, by its normal
  EXPECT_FALSE(lit("0300 0000 0100 0300", 3, 4));  // neither, by its last vertex
  // The other way round: the flag specifies light.
  const auto other = face_of(0, 0x21, "80808021 0000 0100 0200 0300", 3, 3);
  ASSERT_TRUE(other);
  EXPECT_FALSE(other->lit);
  // Where they agree nothing else is asked.
  EXPECT_TRUE(face_of(0, 0x20, "80808020 0900 0900 0900 0900", 3, 3)->lit);
  EXPECT_FALSE(face_of(1, 0x21, "80808021 0900 0900 0900 0000", 3, 3)->lit);
}

// Gouraud packets have other lengths lit (4 words) and not (5 words).
TEST(PsxReaderConditions, LightOfSmoothPackets) {
  const std::string four = "80808030 0000 0000 0100 0100 0200 0200",
                    five = "80808030 80808000 80808000 0000 0100 0200 0000";
  EXPECT_TRUE(face_of(1, 0x30, four)->lit);
  EXPECT_FALSE(face_of(1, 0x30, five)->lit);
  EXPECT_TRUE(face_of(0, 0x31, four)->lit);
  EXPECT_FALSE(face_of(0, 0x31, five)->lit);
  EXPECT_FALSE(face_of(1, 0x30, five + "00000000")->lit);  // neither length: the flag
  EXPECT_TRUE(face_of(0, 0x31, five + "00000000")->lit);
  EXPECT_FALSE(face_of(1, 0x31, four));  // too short for what it says
  EXPECT_FALSE(face_of(0, 0xA0, four));  // a mode that is not named
}

// Fields that only fill up: they should be 0.
TEST(PsxReaderConditions, Filling) {
  const auto filled = [](unsigned mode, std::string_view data) {
    const auto face = face_of(1, mode, data);
    EXPECT_TRUE(face) << data;
    return face && face->pad_set;
  };
  // A textured triangle: palette, page, then a filling half.
  const std::string indices = " 80808000 0000 0100 0200 0000";
  EXPECT_FALSE(filled(0x25, "0000 1111 0000 2222 0000 0000" + indices));
  EXPECT_TRUE(filled(0x25, "0000 1111 0000 2222 0000 0100" + indices));
  // Of colours the first holds the mode again.
  EXPECT_FALSE(filled(0x31, "808080FF 80808000 80808000 0000 0100 0200 0000"));
  EXPECT_TRUE(filled(0x31, "80808000 80808001 80808000 0000 0100 0200 0000"));
  EXPECT_TRUE(filled(0x31, "80808000 80808000 80808001 0000 0100 0200 0000"));
  // After three indices.
  EXPECT_TRUE(filled(0x31, "80808000 80808000 80808000 0000 0100 0200 0001"));
  EXPECT_FALSE(filled(0x40, "80808040 0000 0100"));  // a line has two
}

// ---- Archives (section 9) ----

std::string archive_finding(const Bytes& bytes) {
  const auto loaded = parse("psx-pak", bytes);
  const auto found = loaded->diagnostics.finish();
  if (found.empty()) return "";
  return found[0].code + "@" + std::to_string(found[0].offset.value_or(0));
}

TEST(PsxReaderConditions, Archives) {
  EXPECT_EQ(archive_finding(example_pak()), "");
  EXPECT_EQ(archive_finding(hex("00000000")), "");
  EXPECT_EQ(archive_finding(hex("000000")), "psx.PAK-01@0");
  EXPECT_EQ(archive_finding(hex("01000000")), "psx.PAK-01@0");
  EXPECT_EQ(archive_finding(hex("01000000 08000000")), "psx.PAK-01@4");
  // A name without its end: after the file's last zero byte.
  EXPECT_EQ(archive_finding(hex("01000000 08000000 41424344")), "psx.PAK-02@8");
  EXPECT_EQ(archive_finding(hex("01000000 07000000 41424344")), "psx.PAK-03@11");
  EXPECT_EQ(archive_finding(hex("01000000 08000000 41000000")), "psx.PAK-03@12");
  EXPECT_EQ(archive_finding(hex("01000000 08000000 41000000 01000000")), "psx.PAK-03@12");
  EXPECT_EQ(archive_finding(hex("01000000 08000000 41000000 00000000")), "");
  if constexpr (sizeof(std::size_t) > 4) {
    // Offsets are 32 bits: a longer file is refused before more of it is looked at.
    const Bytes bytes = hex("00000000");
    Diagnostics diagnostics;
    const std::uint64_t long_size = std::uint64_t{1} << 32;
    EXPECT_FALSE(
        parse_pak(ByteView(bytes.data(), static_cast<std::size_t>(long_size)), diagnostics));
    EXPECT_EQ(diagnostics.finish().at(0).code, "psx.PAK-01");
  }
}

}  // namespace
}  // namespace anmkit::psx::test
