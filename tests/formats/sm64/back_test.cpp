// SPDX-License-Identifier: MIT
// Edited animations go back into their file: fields of headers, and tables of animations (section
// 1).
#include "support.hpp"

namespace anmkit::sm64::test {
namespace {

Scene scene_of(const Document& document) {
  Diagnostics unused;
  auto scene = document.to_scene({}, {{}, {}}, unused);
  EXPECT_TRUE(scene.has_value());
  return scene.value_or(Scene{});
}

std::string back(const Scene& scene, const Document* original, const char* option = nullptr) {
  ConversionReport report;
  Options options;
  if (option != nullptr) options.set(option, "");
  const auto made =
      document_from_scene(*find_format("sm64-c"), scene, original, options, report, "x.c");
  EXPECT_TRUE(made.has_value()) << made.error().message;
  return made ? std::string(as_text((*made)->write().value())) : std::string();
}

// Flag 1 plays once: the same text with the one field changed comes back.
TEST(Sm64ClipImport, AClipThatPlaysOnceHasTheFlag) {
  const auto loaded = parse("sm64-c", to_bytes(example_c()), "x.c");
  ASSERT_TRUE(loaded->document);
  const Scene scene = scene_of(*loaded->document);
  ASSERT_EQ(scene.clips.size(), 1u);
  EXPECT_TRUE(scene.clips[0].loops);
  const auto once = parse("sm64-c", to_bytes(back(scene, loaded->document.get(), "once")), "x.c");
  ASSERT_TRUE(once->document);
  const Scene played = scene_of(*once->document);
  EXPECT_FALSE(played.clips.at(0).loops);
  EXPECT_EQ(back(played, once->document.get(), "loop"), example_c());
}

// One animation needs no table; two have one.
TEST(Sm64ClipImport, TablesAreForSeveralAnimations) {
  const auto loaded = parse("sm64-c", to_bytes(example_c()), "x.c");
  ASSERT_TRUE(loaded->document);
  Scene scene = scene_of(*loaded->document);
  ASSERT_EQ(scene.clips.size(), 1u);
  const auto has_table = [&] {
    return back(scene, nullptr).find("Animation *const") != std::string::npos;
  };
  EXPECT_FALSE(has_table());
  scene.clips.push_back(scene.clips[0]);
  scene.clips[1].name = "y";
  EXPECT_TRUE(has_table());
}

}  // namespace
}  // namespace anmkit::sm64::test
