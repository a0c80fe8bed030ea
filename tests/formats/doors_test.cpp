// SPDX-License-Identifier: MIT
// Parts that all formats share: choice of clips, numbers of options, and texts of
// documents that cannot be built.
#include "anmkit/explain.hpp"
#include "core/json.hpp"
#include "formats/choose_clip.hpp"
#include "formats/known_files.hpp"
#include "support.hpp"

namespace anmkit::test {
namespace {

TEST(LibraryApi, ClipsByIndexOrName) {
  const std::vector<std::string_view> names{"walk", "1x", "2", "run", "jump", ""};
  EXPECT_EQ(choose_clip("", names), 0u);
  EXPECT_EQ(choose_clip("5", names), 5u);
  EXPECT_EQ(choose_clip("2", names), 2u);   // the index and the name
  EXPECT_EQ(choose_clip("1x", names), 1u);  // a name that begins with a number
  EXPECT_EQ(choose_clip("run", names), 3u);
  const auto message = [](std::string_view clip, const std::vector<std::string_view>& all) {
    const auto chosen = choose_clip(clip, all);
    return chosen ? std::string("chosen") : chosen.error().message;
  };
  EXPECT_NE(message("6", names).find("there are 6"), std::string::npos) << message("6", names);
  EXPECT_NE(message("99999999999999999999999", names).find("there are 6"), std::string::npos);
  EXPECT_NE(message("6", names).find("names them all"), std::string::npos);
  EXPECT_NE(message("wlak", names).find("did you mean"), std::string::npos);
  const std::string one = message("6", {""});
  EXPECT_NE(one.find("there is one: 0"), std::string::npos) << one;
  EXPECT_EQ(one.find("names them all"), std::string::npos) << one;
  EXPECT_FALSE(choose_clip("", {}).has_value());
}

TEST(LibraryApi, NumbersOfOptions) {
  Options options;
  const auto number = [&](std::string text) {
    Options one;
    one.set("n", std::move(text));
    return one.number("n", -77);
  };
  EXPECT_EQ(options.number("n", -77), -77);
  EXPECT_EQ(number("0x1F"), 31);
  EXPECT_EQ(number("0X1f"), 31);
  EXPECT_EQ(number("-0x10"), -16);
  EXPECT_EQ(number("-1.5"), -1.5);
  for (const char* wrong : {"0x", "0x1G", "0x10000000000000000", "-inf", "nan", "1,5", "-"})
    EXPECT_EQ(number(wrong), -77) << wrong;
}

TEST(LibraryApi, DocumentsThatCannotBeBuilt) {
  const auto code = [](std::string_view text) {
    Diagnostics diagnostics;
    const auto built = build_document(text, diagnostics);
    return built ? std::string("built") : built.error().code;
  };
  const auto good = parse("psx-anm", hex("0080 1E00 0000 0400"));
  const std::string dump = dump_document(*good->document);
  EXPECT_EQ(code(dump), "built");
  EXPECT_EQ(code("{"), std::string(kBadJson));
  EXPECT_EQ(code("[]"), std::string(kBadJson));
  std::string other = dump;
  const std::size_t at = other.find("\"document\"");
  ASSERT_NE(at, other.npos);
  EXPECT_EQ(code(other.replace(at, 10, "\"documents\"")), std::string(kBadJson));
}

// check_scene is asked by every format, and not by its callers alone.
TEST(LibraryApi, ImportsRejectInvalidScenes) {
  Scene good;
  good.nodes.resize(2);
  good.nodes[1].parent = 0;
  Track track;
  track.node = 1;
  track.times = {0, 5};
  track.values = {0, 0, 0, 1, 2, 3};
  good.clips.emplace_back().tracks = {track};
  std::size_t formats = 0;
  for (const Family& family : families()) {
    for (const Format& format : family.formats) {
      if (format.from_scene == nullptr) continue;
      ++formats;
      const auto code = [&](const Scene& scene, std::optional<std::size_t> clip) {
        ConversionReport report;
        const auto made = format.from_scene({.scene = scene, .clip = clip}, {}, report);
        return made ? std::string("made") : made.error().code;
      };
      Scene values = good, parent = good, property = good;
      values.clips[0].tracks[0].values.clear();
      parent.nodes[1].parent = 99;
      property.clips[0].tracks[0].property = static_cast<Property>(200);
      for (const Scene* bad : {&values, &parent, &property})
        EXPECT_EQ(code(*bad, {}), "anmkit.SCENE") << format.id;
      EXPECT_EQ(code(good, 1), kNoSuchClip) << format.id;
    }
  }
  EXPECT_GE(formats, 15u);
}

TEST(LibraryApi, MovedFromExplanationIsEmpty) {
  const Bytes bytes = hex("0080 1E00 0000 0400");
  auto explained = explain(bytes, *find_format("psx-anm"));
  ASSERT_TRUE(explained);
  const Explanation other = std::move(*explained);
  EXPECT_GT(other.coverage().leaves, 0u);
  EXPECT_EQ(explained->coverage().leaves, 0u);
  EXPECT_FALSE(explained->limited());
  EXPECT_EQ(explained->at(0).length, 0u);
  explained->visit([](const Leaf&) {
    ADD_FAILURE() << "a leaf of nothing";
    return true;
  });
}

// DynOS files without compression begin with a type of 1 to 13, a length and a name of so many
// letters, digits and underscores.
TEST(LibraryApi, PlainDynosFiles) {
  const auto known = [](std::string_view head, std::string_view name, const char* path = "a.bin") {
    Bytes bytes = hex(head);
    for (const char c : name)
      bytes.push_back(static_cast<std::byte>(c));
    bytes.resize(std::max<std::size_t>(bytes.size(), 12));
    return describe_known_file(bytes, path).find("DynOS") != std::string::npos;
  };
  EXPECT_TRUE(known("01 08", "mario_1Z"));
  EXPECT_TRUE(known("0D 04", "a0z9"));
  EXPECT_FALSE(known("01 08", "mario_1Z", "a.dat"));
  EXPECT_FALSE(known("00 08", "mario_1Z"));  // no type
  EXPECT_FALSE(known("0E 08", "mario_1Z"));
  EXPECT_FALSE(known("01 03", "abc"));                 // too short a name
  EXPECT_FALSE(known("01 41", std::string(65, 'a')));  // too long a one
  EXPECT_TRUE(known("01 40", std::string(64, 'a')));
  EXPECT_FALSE(known("01 20", "mario"));  // longer than the file
  for (const char* name : {"mar/", "mar:", "mar@", "mar[", "mar`", "mar{", "mar "})
    EXPECT_FALSE(known("01 04", name)) << name;
  EXPECT_TRUE(describe_known_file(hex("01 04 61 62 63 64"), "a.bin").empty());  // six bytes
}

}  // namespace
}  // namespace anmkit::test
