// SPDX-License-Identifier: MIT
// Each diagnostic of the specification: severity, offset and path.
#include <functional>

#include "support.hpp"

namespace anmkit::psx::test {
namespace {

struct Case {
  const char* code;
  Severity severity;
  std::string_view id;
  Bytes bytes;
  std::optional<std::uint64_t> offset;
  const char* path;
};

Bytes changed(Bytes bytes, const std::function<void(Bytes&)>& change) {
  change(bytes);
  return bytes;
}
Bytes with16(Bytes bytes, std::size_t at, unsigned value) {
  set16(bytes, at, value);
  return bytes;
}
Bytes with32(Bytes bytes, std::size_t at, std::uint32_t value) {
  set32(bytes, at, value);
  return bytes;
}
Bytes with8(Bytes bytes, std::size_t at, unsigned value) {
  bytes.at(at) = static_cast<std::byte>(value);
  return bytes;
}
Bytes more(Bytes bytes, std::string_view digits) {
  const Bytes tail = hex(digits);
  bytes.insert(bytes.end(), tail.begin(), tail.end());
  return bytes;
}

void run(const std::vector<Case>& cases) {
  for (const Case& test : cases) {
    const auto found = check(*parse(test.id, test.bytes));
    const Diagnostic* hit = find(found, test.code);
    ASSERT_NE(hit, nullptr) << test.code;
    EXPECT_EQ(hit->severity, test.severity) << test.code;
    EXPECT_EQ(hit->offset, test.offset) << test.code;
    EXPECT_EQ(hit->path, test.path) << test.code;
    EXPECT_FALSE(hit->message.empty()) << test.code;
  }
}

constexpr auto kError = Severity::error, kWarning = Severity::warning;
constexpr auto kInfo = Severity::info;

TEST(PsxCheck, Anm) {
  const Bytes good = example_anm();
  const Bytes gap = [&] {
    Bytes bytes = good;
    for (const std::size_t at : {6u, 8u, 10u})
      set16(bytes, at, static_cast<unsigned>(bytes[at]) + 1);
    bytes.insert(bytes.begin() + 12, 2, std::byte{0});
    return bytes;
  }();
  run({
      {"ANM-01", kError, "psx-anm", hex("0080 1E00"), 0, ""},
      {"ANM-02", kError, "psx-anm", with16(good, 0, 0x8001), 0, "tag"},
      {"ANM-03", kWarning, "psx-anm", with16(good, 2, 25), 2, "rateHint"},
      {"ANM-04", kError, "psx-anm", with16(good, 4, 100), 4, "frameCount"},
      {"ANM-05", kError, "psx-anm", with16(good, 6, 5), 6, "frameOffset[0]"},
      {"ANM-06", kWarning, "psx-anm", gap, 12, "gap"},
      {"ANM-07", kError, "psx-anm", with16(good, 8, 0x19), 10, "frameOffset[2]"},
      {"ANM-08", kError, "psx-anm", with16(good, 10, 0x19), 10, "frameOffset[2]"},
      {"ANM-09", kWarning, "psx-anm", more(good, "0001"), 48, "tail"},
      {"ANM-09", kInfo, "psx-anm", more(good, "0000"), 48, "tail"},
      {"ANM-10", kError, "psx-anm", with8(good, 0x29, 7), 0x28, "frames[1].keyframes[0]"},
      {"ANM-11", kWarning, "psx-anm", with8(good, 0x29, 0x81), 0x29,
       "frames[1].keyframes[0].flags"},
      {"ANM-12", kInfo, "psx-anm", hex("0080 1E00 0100 0500 0600 0000"), 10,
       "frames[0].keyframes[0]"},
      {"ANM-13", kWarning, "psx-anm", with8(good, 0x20, 0), 0x0C, "frames[0]"},
      {"ANM-14", kWarning, "psx-anm", with16(good, 0x14, 0), 0x14,
       "frames[0].keyframes[0].scale[0]"},
      {"ANM-15", kInfo, "psx-anm", with16(good, 0x18, 0xF000), 0x18,
       "frames[0].keyframes[0].scale[2]"},
      {"ANM-16", kWarning, "psx-anm", hex("0080 1E00 0000 0400"), 4, "frames"},
      {"ANM-17", kInfo, "psx-anm", hex("0080 1E00 0100 0500 0500"), 10, "frames[0]"},
      {"ANM-18", kWarning, "psx-anm", with8(good, 0x0C, 9), 0x0C, "frames[0]"},
      {"ANM-23", kInfo, "psx-anm", more(good, "00"), 49, ""},
  });
}

TEST(PsxCheck, AnmWithModelAndClips) {
  const auto model = parse("psx-tmd", example_tmd(), "MODEL.TMD");
  const auto far = parse("psx-tmd", with16(example_tmd(), 0xB2, 32767), "MODEL.TMD");
  const auto codes = [](const Bytes& bytes, const Loaded& other) {
    const Companion companion{other.path, other.bytes, other.document.get()};
    return check(*parse("psx-anm", bytes), {&companion, 1});
  };
  const Diagnostic* hit = nullptr;
  const auto beyond = codes(with8(example_anm(), 0x28, 7), *model);
  ASSERT_NE(hit = find(beyond, "ANM-20"), nullptr);
  EXPECT_EQ(hit->severity, kWarning);
  EXPECT_EQ(hit->offset, 0x28u);
  const auto unused = codes(with8(example_anm(), 0x20, 0), *model);
  ASSERT_NE(hit = find(unused, "ANM-21"), nullptr);
  EXPECT_EQ(hit->severity, kInfo);
  EXPECT_EQ(hit->path, "objects[1]");
  // Vertex (0, 32767, 0) moved by 300 along y.
  const auto leaving = codes(with16(example_anm(), 0x24, 300), *far);
  ASSERT_NE(hit = find(leaving, "ANM-22"), nullptr);
  EXPECT_EQ(hit->severity, kWarning);
  EXPECT_EQ(hit->offset, 0x20u);
  EXPECT_EQ(find(codes(example_anm(), *model), "ANM-22"), nullptr);
  // Its y and its z, at B2 and B4, moved up and down.
  const auto leaves = [&](std::size_t at, unsigned vertex, unsigned moved) {
    const auto beside = parse("psx-tmd", with16(example_tmd(), at, vertex), "MODEL.TMD");
    return find(codes(with16(example_anm(), 0x24 + (at - 0xB2), moved), *beside), "ANM-22") !=
           nullptr;
  };
  EXPECT_TRUE(leaves(0xB2, 0x8000, 0xFED4));  // -32768 moved by -300
  EXPECT_TRUE(leaves(0xB4, 0x7FFF, 300));
  EXPECT_TRUE(leaves(0xB4, 0x8000, 0xFED4));
  EXPECT_FALSE(leaves(0xB4, 0x7FFF, 0));

  const auto other = parse("psx-anm", with16(with8(example_anm(), 0x20, 3), 2, 15), "OTHER.ANM");
  const auto sequence = codes(example_anm(), *other);
  ASSERT_NE(hit = find(sequence, "SEQ-01"), nullptr);
  EXPECT_EQ(hit->severity, kWarning);
  ASSERT_NE(hit = find(sequence, "SEQ-02"), nullptr);
  EXPECT_EQ(hit->path, "clips[1].rateHint");
}

TEST(PsxCheck, Anc) {
  const Bytes good = example_anc();
  run({
      {"ANC-01", kError, "psx-anc", more(good, "00"), 4, "count"},
      {"ANC-01", kError, "psx-anc", hex("0080"), 0, ""},
      {"ANC-02", kError, "psx-anc", with16(good, 0, 1), 0, "tag"},
      {"ANC-03", kWarning, "psx-anc", with16(good, 10, 0), 6, "keyframes[0]"},
      {"ANC-04", kWarning, "psx-anc", with16(good, 36, 2048), 36, "keyframes[1].fov"},
      {"ANC-04", kWarning, "psx-anc", with16(good, 36, 0), 36, "keyframes[1].fov"},
      {"ANC-05", kWarning, "psx-anc", with16(good, 2, 31), 2, "rateHint"},
      {"ANC-06", kWarning, "psx-anc", hex("0080 1E00 0000"), 4, "keyframes"},
  });
}

// Object 0 with one lit triangle whose normal has length 4096, or what the case wants.
Bytes lit_model(unsigned normal_z = 4096, unsigned normal_index = 0) {
  Bytes bytes =
      hex("41000000 00000000 01000000"
          "2C000000 03000000 44000000 01000000 1C000000 01000000 00000000"
          "04030020 11223320 00000000 01000200"
          "0000000000000000 0A00000000000000 00000A0000000000 0000000000000000");
  set16(bytes, 0x54, normal_z);
  set16(bytes, 0x30, normal_index);
  return bytes;
}

TEST(PsxCheck, Tmd) {
  const Bytes good = example_tmd(), lit = lit_model();
  ASSERT_TRUE(check(*parse("psx-tmd", lit)).empty());
  run({
      {"TMD-01", kError, "psx-tmd", with32(good, 0, 0x42), 0, "id"},
      {"TMD-02", kWarning, "psx-tmd", with32(good, 4, 4), 4, "flags"},
      {"TMD-02", kInfo, "psx-tmd", with32(good, 4, 1), 4, "flags"},
      {"TMD-03", kError, "psx-tmd", with32(good, 8, 0x10000000), 8, "nobj"},
      {"TMD-03", kError, "psx-tmd", hex("41000000 0000"), 0, ""},
      {"TMD-04", kError, "psx-tmd", with32(good, 16, 0x20000001), 12, "objects[0].vert_top"},
      {"TMD-04", kError, "psx-tmd", with32(lit, 20, 0xFFFFFFF0), 20, "objects[0].normal_top"},
      {"TMD-04", kError, "psx-tmd", with32(good, 28, 0x7FFFFFFF), 28, "objects[0].primitive_top"},
      {"TMD-05", kWarning, "psx-tmd", with32(good, 20, 0xAD), 20, "objects[0].normal_top"},
      {"TMD-06", kError, "psx-tmd", with8(good, 0x85, 200), 0x84, "objects[1].primitives[1]"},
      {"TMD-07", kWarning, "psx-tmd", with8(good, 0x57, 0x50), 0x55,
       "objects[0].primitives[1].ilen"},
      {"TMD-08", kWarning, "psx-tmd", with8(good, 0x44, 9), 0x44, "objects[0].primitives[0].olen"},
      {"TMD-09", kWarning, "psx-tmd", with8(good, 0x47, 0x81), 0x46, "objects[0].primitives[0]"},
      {"TMD-09", kWarning, "psx-tmd", with8(good, 0x46, 0x11), 0x46, "objects[0].primitives[0]"},
      {"TMD-10", kError, "psx-tmd", with16(good, 0x50, 3), 0x44, "objects[0].primitives[0]"},
      {"TMD-11", kError, "psx-tmd", lit_model(4096, 1), 0x28, "objects[0].primitives[0]"},
      {"TMD-12", kInfo, "psx-tmd", with8(good, 0x4B, 0), 0x4B, "objects[0].primitives[0]"},
      {"TMD-13", kInfo, "psx-tmd", with16(good, 0x96, 1), 0x96, "objects[0].vertices[0].pad"},
      {"TMD-13", kInfo, "psx-tmd", with16(good, 0x52, 1), 0x48, "objects[0].primitives[0]"},
      {"TMD-14", kInfo, "psx-tmd", good, 0x84, "objects[1].primitives[1]"},
      {"TMD-15", kWarning, "psx-tmd", with32(good, 40, 0x98), 0xA4, "objects[1].vertices"},
      {"TMD-15", kWarning, "psx-tmd", with32(good, 16, 2), 0xA0, "objects[1].vertices"},
      {"TMD-15", kInfo, "psx-tmd", more(good, "00000000"), 0xB8, ""},
      {"TMD-16", kInfo, "psx-tmd", lit_model(4000), 0x50, "objects[0].normals[0]"},
      {"TMD-17", kInfo, "psx-tmd", with32(good, 32, 0), 12, "objects[0]"},
  });
}

TEST(PsxCheck, Tim) {
  const Bytes good = example_tim();
  run({
      {"TIM-01", kError, "psx-tim", hex("11000000 00000000"), 0, "id"},
      {"TIM-01", kError, "psx-tim", hex("1000"), 0, ""},
      {"TIM-02", kError, "psx-tim", with16(good, 62, 99), 64, "pixels"},
      {"TIM-03", kWarning, "psx-tim", with32(good, 52, 99), 52, "pixels.bnum"},
      {"TIM-04", kWarning, "psx-tim", with32(good, 4, 0x18), 4, "flags"},
      {"TIM-05", kInfo, "psx-tim", more(good, "00"), 66, "tail"},
      {"TIM-06", kWarning, "psx-tim", with32(good, 4, 9), 16, "clut"},
      {"TIM-07", kError, "psx-tim", with32(good, 4, 13), 4, "flags"},
  });
}

TEST(PsxCheck, Pak) {
  const Bytes good = example_pak();
  run({
      {"PAK-01", kError, "psx-pak", with32(good, 0, 0x40000000), 0, "count"},
      {"PAK-01", kError, "psx-pak", with32(good, 8, 0x1000), 8, "entries[1].offset"},
      {"PAK-02", kError, "psx-pak", hex("01000000 08000000 41424344"), 8, "entries[0].name"},
      {"PAK-03", kError, "psx-pak", with32(good, 20, 100), 20, "entries[0].length"},
      {"PAK-04", kWarning, "psx-pak", hex("01000000 09000000 00414100 00000000 00"), 4,
       "entries[0].offset"},
      {"PAK-05", kWarning, "psx-pak", with32(good, 8, 0x0C), 8, "entries[1].offset"},
      {"PAK-05", kWarning, "psx-pak", more(good, "00000000"), 56, ""},
      {"PAK-06", kWarning, "psx-pak", with8(good, 0x0C, 'B'), 32, "entries[1].name"},
      {"PAK-07", kWarning, "psx-pak",
       changed(good,
               [](Bytes& bytes) {
                 const Bytes name = hex("612F6D2E616E6D");  // a/m.anm
                 std::ranges::copy(name, bytes.begin() + 0x20);
               }),
       32, "entries[1].name"},
      {"PAK-08", kWarning, "psx-pak", hex("01000000 08000000 41000001 00000000"), 11, "entries[0]"},
      {"PAK-09", kError, "psx-pak", hex("01000000 08000000 2E2E2F41 00000000 00000000"), 8,
       "entries[0].name"},
  });
}

TEST(PsxCheck, NamesThatEscape) {
  for (const char* name : {"", "/a", "..", "a/../b", "..\\a", "C:a", "a/", "a\\..\\b"})
    EXPECT_FALSE(is_safe_name(name)) << name;
  for (const char* name : {"a", "A/B.ANM", "a..b/c", "...", ".x"})
    EXPECT_TRUE(is_safe_name(name)) << name;
}

}  // namespace
}  // namespace anmkit::psx::test
