// SPDX-License-Identifier: MIT
// Mario's files through glTF: untouched the same text and the same table; edited still what the
// decompilation's converter reads (sections 4.2, 10.1).
#include "formats/sm64/document.hpp"
#include "road.hpp"

namespace anmkit::sm64::test {
namespace {

// Two headers over one data set, three frames, one part; the root moves.
std::string mario_text(std::string_view flags = "0") {
  std::string text;
  for (const std::string name : {"anim_01", "anim_02"}) {
    text += "static const struct Animation " + name + "[] = {\n    " + std::string(flags) +
            ",\n    189,\n    0,\n    0,\n    " + (name == "anim_01" ? "0x03" : "0x01") +
            ",\n    ANIMINDEX_NUMPARTS(anim_01_02_indices),\n    anim_01_02_values,\n"
            "    anim_01_02_indices,\n    0,\n};\n\n";
  }
  return text +
         "\nstatic const u16 anim_01_02_indices[] = {\n"
         "    0x0001, 0x0000, 0x0003, 0x0001, 0x0001, 0x0004, 0x0001, 0x0000, 0x0001, 0x0000, "
         "0x0003, 0x0006,\n};\n\n"
         "static const s16 anim_01_02_values[] = {\n"
         "    0x0000, 0x00BD, 0x00B4, 0x00AA, 0xFFF0, 0x4000, 0x2000, 0x1000,\n    0xF000,\n};\n\n";
}

File mario_file(std::string text, const std::string& name = "anim_01_02.inc.c") {
  return {"sm64-c", to_bytes(text), "tree/assets/anims/" + name};
}

void expect_accepted(const std::string& text) {
  const auto loaded = parse("sm64-c", to_bytes(text), "assets/anims/anim_01_02.inc.c");
  ASSERT_TRUE(loaded->document);
  const Diagnostic* problem = find(check(*loaded), "E-MARIODIALECT");
  EXPECT_EQ(problem, nullptr) << problem->message << "\n" << text;
}

TEST(Sm64MarioImport, UntouchedIsTheSameText) {
  for (const char* flags : {"0", "8", "16", "64"}) {
    const std::string text = mario_text(flags);
    EXPECT_EQ(road({mario_file(text)}).text(), text) << flags;
  }
}

TEST(Sm64MarioImport, AnEditChangesOnlyItsNumbers) {
  const std::string text = mario_text();
  Road one = road({mario_file(text)});
  bend(one.scene, 0, 0, 2, 0.5);
  // The second header shows the first frame only, so that both still share their tables.
  const std::string edited = one.text();
  expect_accepted(edited);
  ASSERT_EQ(edited.size(), text.size()) << edited;
  std::size_t changed = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == edited[i]) continue;
    ++changed;
    EXPECT_GT(i, text.find("anim_01_02_values[]"));
  }
  EXPECT_GT(changed, 0u);
  EXPECT_LE(changed, 4u) << "one number";
  EXPECT_TRUE(edited.starts_with("static const struct Animation anim_01[] = {\n    0,\n    189,"));
}

TEST(Sm64MarioImport, AnEditOfSharedFramesSplitsTheArrays) {
  Road one = road({mario_file(mario_text())});
  bend(one.scene, 1, 0, 0, 0.5);  // the second header's only frame, which the first shows too
  const std::string edited = one.text();
  expect_accepted(edited);
  const auto again = parse("sm64-c", to_bytes(edited), "assets/anims/anim_01_02.inc.c");
  Diagnostics unused;
  const auto before = parse("sm64-c", to_bytes(mario_text()), "assets/anims/anim_01_02.inc.c");
  const auto now = static_cast<const MotionDocument&>(*again->document).motions({}, {});
  const auto old = static_cast<const MotionDocument&>(*before->document).motions({}, {});
  ASSERT_EQ(now.size(), 2u);
  EXPECT_EQ(now[0].name, "anim_01");
  EXPECT_NE(now[0].values.data(), now[1].values.data());
  for (std::size_t k = 0; k < 6; ++k) {
    for (int frame = 0; frame < 3; ++frame)
      EXPECT_EQ(sample(now[0], k, frame), sample(old[0], k, frame)) << k;
  }
  // Half a radian further: 0.5 * 32768 / pi.
  EXPECT_EQ(sample(now[1], 5, 0), sample(old[1], 5, 0) + 5215);
}

TEST(Sm64MarioImport, TheTableKeepsDivisorAndRootMotionWithoutTheFile) {
  const std::string text = mario_text("64");
  const Road bare = road({mario_file(text)}, false);
  const auto made = parse("sm64-dma", bare.bytes("sm64-dma"));
  ASSERT_TRUE(made->document);
  const auto motions = static_cast<const MotionDocument&>(*made->document).motions({}, {});
  ASSERT_EQ(motions.size(), 2u);
  EXPECT_EQ(motions[0].header.animYTransDivisor, 189);
  EXPECT_EQ(motions[0].header.flags, 64);
  for (int frame = 0; frame < 3; ++frame)
    EXPECT_EQ(sample(motions[0], 1, frame),
              0xBD - (frame > 0 ? 9 * frame + (frame == 2 ? 1 : 0) : 0));
  expect_accepted(bare.text());
}

// What an editor leaves of an export: no extras of animations or nodes, and other names of clips.
TEST(Sm64MarioImport, KeepsTheDialectWithoutExtras) {
  for (const bool keep : {true, false}) {
    for (const bool renamed : {false, true}) {
      Road one = road({mario_file(mario_text())}, keep);
      for (Clip& clip : one.scene.clips) {
        clip.extras.clear();
        if (renamed) clip.name += " edited";
      }
      shift(one.scene, 0, 0, {0, 20, 0});
      ConversionReport report;
      const auto made = one.back("sm64-c", report, "new.inc.c");
      ASSERT_TRUE(made.has_value());
      for (const Diagnostic& loss : report.diagnostics.finish())
        EXPECT_NE(loss.code, "sm64.W-LOSS") << loss.message;
      expect_accepted(std::string(as_text(*made)));
      const auto again = parse("sm64-c", *made, "new.inc.c");
      const auto now = static_cast<const MotionDocument&>(*again->document).motions({}, {});
      ASSERT_EQ(now.size(), 2u);
      EXPECT_TRUE(now[0].mario);
      EXPECT_EQ(now[0].header.animYTransDivisor, 189);
      EXPECT_EQ(sample(now[0], 1, 0), 0xBD + 20);
      EXPECT_EQ(sample(now[0], 1, 2), 0xAA + 20);
    }
  }
}

// His form says who plays a file, in any folder.
TEST(Sm64MarioImport, DetectsTheDialectInAnyFolder) {
  const auto is_mario = [](const std::string& text) {
    const auto loaded = parse("sm64-c", to_bytes(text), "walk.inc.c");
    return static_cast<const MotionDocument&>(*loaded->document).motions({}, {}).front().mario;
  };
  EXPECT_TRUE(is_mario(mario_text()));
  for (const Diagnostic& found : check(*parse("sm64-c", to_bytes(mario_text()), "walk.inc.c")))
    EXPECT_EQ(found.severity, Severity::info) << found.message;
  std::string text = mario_text();
  while (text.find("189") != std::string::npos)
    text.replace(text.find("189"), 3, "0");
  EXPECT_FALSE(is_mario(text)) << "no divisor";
  text = mario_text();
  text.replace(text.find("anim_01[]"), 9, "anim_01");
  EXPECT_FALSE(is_mario(text)) << "no array";
  text = mario_text();
  const std::size_t tables = text.find("static const u16");
  EXPECT_FALSE(is_mario(text.substr(tables) + text.substr(0, tables))) << "tables first";
  EXPECT_FALSE(is_mario(example_c("divisor", "189")));
}

// Under bit 2 nothing advances: his files show startFrame, as his table does.
TEST(Sm64MarioImport, FilesAndTableStartAtOneFrame) {
  std::string text = mario_text("4");
  text.replace(text.find("    0,\n    0,\n    0x03"), 6, "    2,");
  const auto file = parse("sm64-c", to_bytes(text), "tree/assets/anims/anim_01_02.inc.c");
  const auto table = parse("sm64-dma", road({mario_file(text)}).bytes("sm64-dma"));
  for (const auto* loaded : {&file, &table}) {
    const auto played = (*loaded)->document->play({.clip = "0", .ticks = 2}, {});
    ASSERT_TRUE(played.has_value());
    const auto& frames = std::get<FramePlayback>(*played).ticks;
    ASSERT_EQ(frames.size(), 2u);
    EXPECT_EQ(frames[0].frame, 2);
    EXPECT_EQ(frames[1].frame, 2);
  }
}

// Every real file alone, and all of them in one scene.
TEST(Sm64MarioImport, RealFilesAreTheSameText) {
  const auto folder = kAllSamples / "sm64-tree/assets/anims";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << kNoSamples << folder;
  std::vector<File> all;
  std::vector<Input> inputs;
  std::vector<std::unique_ptr<Loaded>> loaded;
  for (const auto& path : files_in(folder)) {
    const Bytes bytes = read_file(path);
    const Road one = road({{"sm64-c", bytes, path.string()}});
    EXPECT_TRUE(one.bytes("sm64-c") == bytes) << path;
    all.push_back({"sm64-c", bytes, path.string()});
    loaded.push_back(parse("sm64-c", bytes, path.string()));
    inputs.push_back({path.string(), loaded.back()->document.get()});
  }
  EXPECT_EQ(all.size(), 193u);
  ConversionReport report;
  const auto table = find_conversion("sm64-c", "sm64-dma")->run({inputs}, {{}, Options{}}, report);
  ASSERT_TRUE(table.has_value());
  const Road together = road(all);
  EXPECT_EQ(together.scene.clips.size(), 209u);
  EXPECT_TRUE(together.bytes("sm64-dma") == table->front().bytes);
  // And the table itself.
  const Road one = road({{"sm64-dma", table->front().bytes, "table.bin"}});
  EXPECT_TRUE(one.bytes("sm64-dma") == table->front().bytes);
}

}  // namespace
}  // namespace anmkit::sm64::test
