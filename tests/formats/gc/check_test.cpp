// SPDX-License-Identifier: MIT
// Each finding about banks and actors once, on the worked example of the specification (section 14)
// with a few bytes changed: code, severity, offset and path.
#include "cases.hpp"

namespace anmkit::gc::test {
namespace {

// One fault may have several findings; the wanted one is among them.
void expect(const char* format, const Bytes& base, const Case& one, Companions companions = {}) {
  const auto all = check(*parse(format, patched(base, one)), companions);
  EXPECT_TRUE(std::ranges::any_of(all, [&](const Diagnostic& d) { return is_wanted(d, one); }))
      << one.code << " is missing in:\n"
      << listed(all);
  // And it comes from the change: the example itself has no such finding.
  EXPECT_EQ(listed(check(*parse(format, base), companions)), "");
}

TEST(GcChecks, BanksAsAWhole) {
  for (const Case& one : std::initializer_list<Case>{
           {"ANM001", E, 10, "", {}, 10},
           {"ANM002", E, 0, "versionNumber", {{0, "00AC7472"}}},
           {"ANM003", W, 0, "versionNumber", {{0, "01321AFD"}}},
           {"ANM004", E, 0, "versionNumber", {{0, "60797B00"}}},
           {"ANM010", E, 4, "animSequences", {{4, "00000020"}}},
           {"ANM011", E, 24, "", {{0x0E, "FFFF"}}},
           {"ANM012", E, 0x1C, "sequences[0]", {{0x1C, "00000025"}}},
           {"ANM013", E, 0x28, "tracks[0].keyFrames", {{0x28, "00000045"}}},
           {"ANM014", W, 0x34, "tracks[1]", {{0x20, "0001"}}},
           {"ANM015", W, 0x44, "keyFrames[0]", {{0x38, "00000044"}}},
           {"ANM016", W, 0x0C, "", {{0x20, "0001"}}},
           {"ANM017", E, 0x18, "sequences[0]", {{0x18, "0000FFFF"}}},
           {"ANM019", W, 0x18, "sequences[0]", {{0xAC, "01"}}},
           {"ANM020", E, 0x10, "userData", {{0x10, "0000000400001000"}}},
           {"ANM021", W, 0x10, "userData", {{0x14, "00000020"}}},
           {"ANM047", W, 0x18, "sequences[0]", {{0x34, "41A00000"}}},
           {"ANM049", W, 0x3E, "tracks[1].trackID", {{0x3E, "0001"}}},
           {"ANM054", W, 0x6A, "", {{0x54, "0000006A"}}},
           {"ANM080", I, 0xB1, "", {{0xB4, "01"}}},
       })
    expect("gc-anm", kBank, one);
}

TEST(GcChecks, Tracks) {
  for (const Case& one : std::initializer_list<Case>{
           {"ANM030", E, 0x40, "tracks[1]", {{0x40, "50"}}},
           {"ANM031", W, 0x40, "tracks[1]", {{0x40, "41"}}},
           {"ANM032", E, 0x40, "tracks[1]", {{0x40, "4110"}}},
           {"ANM033", W, 0x41, "tracks[1]", {{0x41, "22"}}},
           {"ANM034", E, 0x41, "tracks[1]", {{0x41, "12"}}},
           {"ANM035", E, 0x31, "tracks[0]", {{0x31, "0D"}}},
           {"ANM036", W, 0x41, "tracks[1]", {{0x41, "00"}}},
           {"ANM037", E, 0x32, "tracks[0]", {{0x32, "12"}}},
           {"ANM037", E, 0x42, "tracks[1]", {{0x41, "0440"}}},
           {"ANM038", E, 0x42, "tracks[1]", {{0x41, "0430"}}},
           {"ANM039", I, 0x42, "tracks[1]", {{0x42, "05"}}},
           {"ANM040", E, 0x3C, "tracks[1]", {{0x3C, "0000"}}},
           {"ANM041", E, 0x24, "tracks[0]", {{0x24, "7FC00000"}}},
           {"ANM041", E, 0x44, "keyFrames[0]", {{0x44, "7FC00000"}}},
           {"ANM046", W, 0x24, "tracks[0]", {{0x24, "00000000"}}},
           {"ANM048", I, 0x24, "tracks[0]", {{0x24, "42200000"}}},
       })
    expect("gc-anm", kBank, one);
}

TEST(GcChecks, Keys) {
  for (const Case& one : std::initializer_list<Case>{
           {"ANM042", E, 0x50, "keyFrames[1]", {{0x50, "BF800000"}}},
           {"ANM043", I, 0x50, "keyFrames[1]", {{0x50, "00000000"}}},
           {"ANM044", E, 0x44, "keyFrames[0]", {{0x44, "3F800000"}}},
           {"ANM045", W, 0x50, "keyFrames[1]", {{0x24, "41A00000"}}},
           {"ANM050", E, 0x48, "keyFrames[0]", {{0x48, "0000FFFF"}}},
           {"ANM051", E, 0x4C, "keyFrames[0]", {{0x4C, "00000000"}}},
           {"ANM052", W, 0x60, "keyFrames[2]", {{0x60, "00000089"}}},
           {"ANM053", I, 0x64, "keyFrames[2]", {{0x64, "00000094"}}},
           {"ANM060", E, 0x88, "keyFrames[2]", {{0x88, "7F800000"}}},
           {"ANM061", W, 0x68, "keyFrames[0]", {{0x6E, "3000"}}},
           {"ANM061", E, 0x68, "keyFrames[0]", {{0x6E, "0000"}}},
           {"ANM062", W, 0x78, "keyFrames[1]", {{0x7C, "D2BFD2BF"}}},
           {"ANM063", W, 0x88, "keyFrames[2]", {{0x41, "0410"}, {0x88, "43C80000"}}},
           {"ANM064", W, 0x78, "keyFrames[1]", {{0x30, "340522"}}},
           // Hermite reads 16 bytes: what follows the controls becomes the ease values.
           {"ANM065", W, 0xA0, "keyFrames[1]", {{0x32, "63"}}},
           {"ANM065", E, 0x94, "keyFrames[0]", {{0x32, "63"}}},
           {"ANM066", W, 0x88, "keyFrames[2]", {{0x88, "00000000"}}},
       })
    expect("gc-anm", kBank, one);
}

TEST(GcChecks, TwoSequencesOfOneName) {
  const Bytes two =
      hex("007B7960000000180000000200000000 0000000000000000"
          "000000300000003000000000 000000320000003000000000 61006200");
  expect("gc-anm", two, {"ANM018", W, 0x24, "sequences[1]", {{0x24, "00000030"}}});
  expect("gc-anm", two, {"ANM018", W, 0x24, "sequences[1]", {{0x32, "61"}}});
}

TEST(GcChecks, BanksWithTheirActor) {
  const Bytes& skeleton = kActor;
  Diagnostics unused;
  const DocumentPtr actor = find_format("gc-act")->parse({skeleton, "x"}, {}, unused);
  ASSERT_NE(actor, nullptr);
  const Companion companion{"hero.act", skeleton, actor.get()};
  for (const Case& one : std::initializer_list<Case>{
           {"ANM070", W, 0x3E, "tracks[1]", {{0x3E, "0009"}}},
           {"ANM071", I, std::nullopt, "", {{0x3E, "0009"}}},
           {"ANM072", W, 0x43, "tracks[1]", {{0x43, "00"}}},
       })
    expect("gc-anm", kBank, one, {&companion, 1});
}

TEST(GcChecks, MessagesNameSequenceTrackAndKey) {
  const Bytes bytes = patched(kBank, {"", W, 0, "", {{0x7C, "D2BFD2BF"}, {0x40, "41"}}});
  Diagnostics diagnostics;
  const DocumentPtr bank = find_format("gc-anm")->parse({bytes, "x"}, {}, diagnostics);
  ASSERT_NE(bank, nullptr);
  bank->check({{}, {}}, diagnostics);
  const std::string text = listed(diagnostics.finish());
  EXPECT_NE(text.find("sequence 'walk', track 0 (id 1), key 1: "), std::string::npos) << text;
  EXPECT_NE(text.find("sequence 'walk', track 1 (id 2): "), std::string::npos) << text;
}

TEST(GcChecks, Actors) {
  for (const Case& one : std::initializer_list<Case>{
           {"ACT001", E, 31, "", {}, 31},
           {"ACT002", E, 0, "versionNumber", {{0, "00000001"}}},
           {"ACT003", E, 6, "totalBones", {{6, "FFFF"}}},
           {"ACT004", E, 0x0C, "rootBone", {{0x0C, "00000021"}}},
           {"ACT004", E, 0x28, "bones[0].nextSibling", {{0x28, "00000021"}}},
           {"ACT004", E, 0x30, "bones[0].firstChild", {{0x30, "00000100"}}},
           {"ACT005", E, 0x4C, "bones[0]", {{0x4C, "00000020"}}},
           {"ACT006", E, 6, "totalBones", {{0x0C, "0000003C"}}},
           {"ACT007", W, 0x3C, "bones[1]", {{0x48, "00000000"}}},
           {"ACT008", E, 0x20, "bones[0].orientationControl", {{0x20, "0000FFFF"}}},
           {"ACT009", E, 0x58, "controls[0]", {{0x58, "16"}}},
           {"ACT010", W, 0x52, "bones[1].boneID", {{0x52, "0001"}}},
           {"ACT011", E, 0x58, "controls[0]", {{0x74, "00000000"}}},
           {"ACT012", W, 0x5C, "controls[0]", {{0x58, "0D"}, {0x5C, "00000000"}}},
           {"ACT014", E, 0x10, "geoPaletteName", {{0x10, "0000FFFF"}}},
           {"ACT015", W, 0x38, "bones[0].inheritanceFlag", {{0x38, "02"}}},
           {"ACT016", W, 0x58, "controls[0]", {{0x58, "2C"}}},
           {"ACT017", E, 0x18, "userData", {{0x18, "000000200000FFE0"}}},
           {"ACT017", W, 0x18, "userData", {{0x18, "00000020"}}},
           {"ACT017", W, 0x18, "userData", {{0x1C, "00000020"}}},
           {"ACT020", W, 0x68, "controls[0]", {{0x74, "3F000000"}}},
           {"ACT021", Severity::info, 0x58, "controls[0]", {{0x5C, "40000000"}}},
       })
    expect("gc-act", kActor, one);
}

TEST(GcChecks, ActorsWithBytesThatOverlapOrBelongToNothing) {
  Bytes behind = kActor;
  for (int i = 0; i < 8; ++i)
    behind.push_back(std::byte{0x41});
  EXPECT_TRUE(find(check(*parse("gc-act", behind)), "ACT019"));
  // The palette's name begins inside of a control.
  const auto all = check(*parse("gc-act", patched(kActor, {"", W, 0, "", {{0x10, "0000005C"}}})));
  EXPECT_TRUE(find(all, "ACT018")) << listed(all);
}

TEST(GcChecks, ActorsWithTheirPalette) {
  const auto palette = parse("gc-gpl", make_geometry());  // display object 0 alone
  const auto textures = parse("gc-tpl", kTextures);
  const Companion companions[] = {{"hero.gpl", palette->bytes, palette->document.get()},
                                  {"h0.tpl", textures->bytes, textures->document.get()}};
  for (const Case& one : std::initializer_list<Case>{
           {"ACT013", E, 0x50, "bones[1].geoFileID", {{0x50, "0001"}}},
           {"ACT013", E, 0x14, "skinFileID", {{0x14, "0001"}}},
       })
    expect("gc-act", kActor, one, companions);
}

}  // namespace
}  // namespace anmkit::gc::test
