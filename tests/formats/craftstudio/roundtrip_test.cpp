// SPDX-License-Identifier: MIT
// Bytes come back: odd spellings, broken files, edited dumps.
#include <bit>
#include <cstring>

#include "formats/craftstudio/document.hpp"
#include "support.hpp"

namespace anmkit::craftstudio::test {
namespace {

TEST(CraftStudioRoundTrip, Examples) {
  EXPECT_EQ(example_animation().size(), 120u);
  EXPECT_EQ(example_model().size(), 204u);
  expect_round_trip("csmodelanim", example_animation());
  expect_round_trip("csmodel", example_model());
  expect_round_trip("csmodelanim", hex("06 0300 1e00 00 0000"));
}

TEST(CraftStudioRoundTrip, OddButLegal) {
  // Version 2, a long varint, invalid UTF-8, NaN payloads, -0, odd hold and interpolation, a tail.
  expect_round_trip("csmodelanim", hex("06 0200 1400 0100 8380808000 41ff6d"
                                       "0100 0500 07 0100c07f 00000080 000080ff"
                                       "0000 0000 0000 0000 decaf0"));
  expect_round_trip("csmodelanim", hex("06 0300 1400 fe 0000 00"));
  Bytes model = example_model();
  model[0x13] = std::byte{1};
  model[0x15] = std::byte{0x80};
  model[0x16] = std::byte{0x7f};
  model.push_back(std::byte{9});
  expect_round_trip("csmodel", model);
}

TEST(CraftStudioRoundTrip, ReadsTheFields) {
  Diagnostics diagnostics;
  const Animation a = parse_animation(example_animation(), diagnostics).value();
  EXPECT_EQ(a.duration, 20);
  EXPECT_EQ(a.hold_last_key_frame, 1);
  ASSERT_EQ(a.nodes.size(), 1u);
  EXPECT_EQ(a.nodes[0].name.bytes, "Arm");
  EXPECT_EQ(a.nodes[0].position[1].delta, (Float3{0, 0.5f, 0}));
  EXPECT_EQ(a.nodes[0].orientation[0].delta, (Float4{1, 0, 0, 0}));
  EXPECT_EQ(a.nodes[0].block_size[0].delta, (Int3{0, -2, 0}));
  EXPECT_EQ(a.nodes[0].scale[0].delta, (Float3{0.25f, 0, 0}));
  const Model m = parse_model(example_model(), diagnostics).value();
  EXPECT_EQ(m.nodes[0].parent_id, kNoParent);
  EXPECT_EQ(m.nodes[0].block_size, (std::array<std::uint16_t, 3>{4, 12, 4}));
  EXPECT_EQ(m.nodes[0].quad_offset, full_unwrap({4, 12, 4}, 0, 0));
  EXPECT_EQ(m.texture.size(), 68u);
  EXPECT_EQ(m.animation_ids, std::vector<std::uint16_t>{2});
  EXPECT_TRUE(diagnostics.empty());
}

TEST(CraftStudioRoundTrip, WriterRefusesWhatDoesNotFit) {
  Animation animation;
  animation.nodes.emplace_back().position.resize(65536);
  EXPECT_EQ(write(animation).error().code, "craftstudio.E-RANGE");
  Animation held;
  held.format_version = 2;
  held.hold_last_key_frame = 1;
  EXPECT_EQ(write(held).error().code, "craftstudio.E-RANGE");
  Model model;
  model.nodes.resize(65536);
  EXPECT_FALSE(write(model).has_value());
}

// What parses is written back; what does not has an error that says where.
void expect_sane(std::string_view format, const Bytes& bytes) {
  const auto loaded = parse(format, bytes);
  if (!loaded->document) {
    ASSERT_NE(loaded->diagnostics.first_error(), nullptr);
    const auto offset = loaded->diagnostics.first_error()->offset;
    ASSERT_TRUE(offset.has_value());
    EXPECT_LE(*offset, bytes.size());
    return;
  }
  EXPECT_EQ(loaded->document->write().value(), bytes);
  check(*loaded);
  Diagnostics diagnostics;
  EXPECT_TRUE(format == "cs-project" ||
              loaded->document->to_scene({}, {{}, Options{}}, diagnostics).has_value());
}

void truncate_and_flip(std::string_view format, const Bytes& bytes) {
  for (std::size_t size = 0; size < std::min<std::size_t>(bytes.size(), 4096); ++size)
    expect_sane(format, Bytes(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)));
  for (std::size_t i = 0; i < std::min<std::size_t>(bytes.size(), 256); ++i) {
    for (const int mask : {0x01, 0x80, 0xff}) {
      Bytes flipped = bytes;
      flipped[i] ^= static_cast<std::byte>(mask);
      expect_sane(format, flipped);
    }
  }
}

TEST(CraftStudioRoundTrip, DamagedExamples) {
  truncate_and_flip("csmodelanim", example_animation());
  truncate_and_flip("csmodel", example_model());
  // The spelling of the JSON files is this library's own; its reader is the one under test.
  Diagnostics d;
  truncate_and_flip(
      "csjsmodelanim",
      to_bytes(write_text(to_js(parse_animation(example_animation(), d).value(), "arm", d))));
  truncate_and_flip("csjsmodel",
                    to_bytes(write_text(to_js(parse_model(example_model(), d).value(), "arm", d))));
}

TEST(CraftStudioRoundTrip, DamagedVectors) {
  std::size_t count = 0;
  for (const auto& path : files_in(kVectors / "good")) {
    const Format* format = format_of(path);
    if (format == nullptr || ++count % 7 != 0) continue;
    truncate_and_flip(format->id, read_file(path));
  }
  EXPECT_GT(count, 40u);
}

// A count of 65535 with nothing after it reserves nothing for what is not there.
TEST(CraftStudioRoundTrip, HostileCounts) {
  for (const char* bytes : {"06 0300 1e00 00 ffff", "06 0300 1e00 00 0100 0141 ffff",
                            "06 0300 1e00 00 0100 ffffffff0f"}) {
    const auto loaded = parse("csmodelanim", hex(bytes));
    EXPECT_FALSE(loaded->document) << bytes;
  }
  EXPECT_FALSE(parse("csmodel", hex("00 0500 0000 ffff"))->document);
  EXPECT_FALSE(parse("csmodel", hex("00 0500 0000 0000 ffffffff"))->document);
}

std::string replace_all(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(CraftStudioRoundTrip, EditedDumpOfTextKeepsUntouchedNumbers) {
  const std::string text =
      "{\r\n  \"title\": \"a\", \"duration\": 20, \"holdLastKeyframe\": false,"
      " \"nodeAnimations\": { \"A\": { \"position\": { \"0\": [ 1.50, -0.0, 1e1 ],"
      " \"7\": [ 2.50, 3, 4 ] } } } }";
  const auto loaded = parse("csjsmodelanim", to_bytes(text));
  ASSERT_TRUE(loaded->document);
  const std::string dump = dump_document(*loaded->document);
  EXPECT_EQ((*rebuilt(*loaded->document))->write().value(), to_bytes(text));
  Diagnostics diagnostics;
  const auto edited =
      build_document(replace_all(dump, "\"frame\": 7", "\"frame\": 8"), diagnostics);
  ASSERT_TRUE(edited.has_value());
  const Bytes bytes = (*edited)->write().value();
  const std::string_view out = as_text(bytes);
  EXPECT_NE(out.find("\"0\": [ 1.50, -0.0, 1e1 ]"), std::string_view::npos) << out;
  EXPECT_NE(out.find("\"8\": [ 2.5, 3, 4 ]"), std::string_view::npos) << out;
  EXPECT_NE(out.find("\"stretch\": {\n      }\n"), std::string_view::npos) << out;
}

TEST(CraftStudioRoundTrip, NumberSpelling) {
  // Section 8.4: seven digits, E with two digits, no negative zero.
  JsAnimation animation;
  auto& node = animation.node_animations.emplace_back();
  node.position.emplace();
  const auto put = [&](double x, double y, double z) {
    node.position->push_back({0, {{x, y, z}, {}}});
  };
  put(3.291526e-07, -1.222556e-06, -0.0);
  put(0.0001, 0.00001, 1234567);
  put(12345678, -0.5, 297.496);
  put(1e-10, 0.1f, 100);
  put(9999999, 99999999, 0.00012345678);
  const std::string text = write_text(animation);
  for (const char* wanted : {"[ 3.291526E-07, -1.222556E-06, 0 ]", "[ 0.0001, 1E-05, 1234567 ]",
                             "[ 1.234568E+07, -0.5, 297.496 ]", "[ 1E-10, 0.1, 100 ]",
                             "[ 9999999, 1E+08, 0.0001234568 ]"}) {
    EXPECT_NE(text.find(wanted), std::string::npos) << wanted << text;
  }
}

// ---- project tables (section 9) ----

Bytes project_bytes() {
  return hex(
      "09 00 0450726f6a 0100 0200 01 02 0464657363 0300"
      "0100 0000 044a756d70 0001020304050607 0000803e 00004040 00004040 01"  // a control
      "0400 0200"
      "01 0000 ffff 03446972 00 00"                           // a folder
      "00 0100 0000 0457616c6b 06 00 00 0200 0100 0000 0141"  // an animation, one revision
      "cafe");
}

TEST(CraftStudioProject, RoundTripAndFields) {
  expect_round_trip("cs-project", project_bytes());
  Diagnostics diagnostics;
  const Project project = parse_project(project_bytes(), std::nullopt, diagnostics).value();
  EXPECT_EQ(project.kind, ProjectKind::project);
  EXPECT_EQ(project.head->name.bytes, "Proj");
  EXPECT_EQ(project.head->controls[0].response[1], 3.0f);
  ASSERT_EQ(project.entries.size(), 2u);
  EXPECT_EQ(project.entries[1].name.bytes, "Walk");
  EXPECT_EQ(project.entries[1].asset->revisions[0].name.bytes, "A");
  EXPECT_EQ(project.trailing.size(), 2u);
  truncate_and_flip("cs-project", project_bytes());
}

TEST(CraftStudioProject, OtherTables) {
  const Bytes package = hex("09 0100 00 0500 ffff 0142 06 00 00 0000 0000");
  expect_round_trip("cs-project", package);
  for (const char* game : {"02 0147 0100 0200 0000 0100 0700 03612f62 06",
                           "01 0147 0100 0000 0100 0700 03612f62 00"}) {
    expect_round_trip("cs-project", hex(game));
    Diagnostics diagnostics;
    const Project table = parse_project(hex(game), std::nullopt, diagnostics).value();
    EXPECT_EQ(table.kind, ProjectKind::game_package);
    EXPECT_EQ(table.assets[0].path.bytes, "a/b");
  }
  const auto bad = parse("cs-project", hex("08 00"), "Project.dat");
  ASSERT_FALSE(bad->document);
  EXPECT_EQ(bad->diagnostics.first_error()->code, "craftstudio.E-VERSION");
}

}  // namespace
}  // namespace anmkit::craftstudio::test
