// SPDX-License-Identifier: MIT
// Written files pass `check`: every profile and every format, from files and from
// scenes (section 10.3).
#include "formats/sm64/source/profiles.hpp"
#include "road.hpp"

namespace anmkit::sm64::test {
namespace {

Options with_profile(const ProfileSpec& profile) {
  Options options;
  options.set("profile", std::string(profile.name));
  return options;
}

// A table of some animations lacks those of the game, and an actor that plays Mario's divides his
// root's movement away (section 12.11).
void expect_clean(std::string_view format, const Bytes& bytes, const std::string& path,
                  const std::string& where, bool divided = false) {
  const auto loaded = parse(format, bytes, path);
  ASSERT_TRUE(loaded->document) << where;
  for (const Diagnostic& found : check(*loaded)) {
    if (found.severity == Severity::info || found.code == "sm64.W-DMACOUNT") continue;
    if (divided && found.code == "sm64.W-DIVISOR") continue;
    ADD_FAILURE() << where << " " << path << ": " << found.code << " " << found.message;
  }
}

std::string ending_of(const ProfileSpec& profile) {
  return std::string(spec_of(profile.spelling).endings[0]);
}

// A root that moves; somebody else's.
Scene walker() {
  Scene scene;
  scene.metres_per_unit = 1;
  scene.nodes.emplace_back().name = "hips";
  scene.nodes[0].bind_matrix = Mat4{};
  Clip& clip = scene.clips.emplace_back();
  clip.name = "walk";
  clip.duration = 2;
  Track& move = clip.tracks.emplace_back();
  move.times = {0, 1, 2};
  move.values = {0, 1, 0, 0, 1.25, 0.5, 0, 1, 0};
  return scene;
}

TEST(Sm64Written, ScenesInEveryProfile) {
  for (const ProfileSpec& profile : kProfiles) {
    Road one;
    one.scene = walker();
    const std::string path = "walk" + ending_of(profile);
    expect_clean("sm64-c", one.bytes("sm64-c", path, with_profile(profile)), path,
                 std::string(profile.name));
  }
  for (const char* format : {"sm64-dma", "sm64-anim"}) {
    Road one;
    one.scene = walker();
    expect_clean(format, one.bytes(format), "walk.bin", format);
  }
}

TEST(Sm64Written, FilesInEveryProfile) {
  Road mario;
  mario.scene = walker();
  const std::string sources[] = {
      example_c(), mario.text("walk.inc.c", with_profile(spec_of(Profile::mario_dma)))};
  for (const std::string& source : sources) {
    const bool his = source != example_c();
    const auto divided = [&](const ProfileSpec& profile) {
      return his && profile.profile != Profile::mario_dma;
    };
    const auto loaded = parse("sm64-c", to_bytes(source), "in.inc.c");
    const Input input{"in.inc.c", loaded->document.get(), loaded->bytes, "in.inc.c"};
    const auto convert = [&](std::string_view from, const Input& given, std::string_view to,
                             const Options& options, std::string output) {
      ConversionReport report;
      auto files = find_conversion(from, to)->run({{&given, 1}, output}, {{}, options}, report);
      EXPECT_TRUE(files.has_value()) << to << ": " << files.error().message;
      return files ? std::move(*files) : std::vector<OutputFile>();
    };
    for (const char* format : {"sm64-dma", "sm64-anim"}) {
      const auto binary = convert("sm64-c", input, format, {}, "out.bin");
      ASSERT_EQ(binary.size(), 1u);
      const bool actor = std::string_view(format) == "sm64-anim";
      expect_clean(format, binary[0].bytes, "out.bin", format, his && actor);
      const auto middle = parse(format, binary[0].bytes, "out.bin");
      const Input again{"out.bin", middle->document.get(), middle->bytes, "out.bin"};
      for (const ProfileSpec& profile : kProfiles) {
        for (const OutputFile& file :
             convert(format, again, "sm64-c", with_profile(profile), "out/")) {
          if (file.name == "table.inc.c") continue;  // of a pack: it names the others
          expect_clean("sm64-c", file.bytes, file.name.empty() ? "x.inc.c" : file.name,
                       format + std::string(" ") + std::string(profile.name), divided(profile));
        }
      }
    }
    for (const ProfileSpec& profile : kProfiles) {
      for (const OutputFile& file :
           convert("sm64-c", input, "sm64-c", with_profile(profile), "out/")) {
        if (file.name == "table.inc.c") continue;
        expect_clean("sm64-c", file.bytes, file.name.empty() ? "x.inc.c" : file.name,
                     std::string(profile.name), divided(profile));
      }
    }
  }
}

}  // namespace
}  // namespace anmkit::sm64::test
