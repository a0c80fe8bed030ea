// SPDX-License-Identifier: MIT
// Clips into the files of one folder: names that no system and no compiler takes for one.
#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "anmkit/convert.hpp"
#include "anmkit/gltf.hpp"
#include "core/c_name.hpp"
#include "core/letters.hpp"
#include "support/shelf.hpp"

namespace anmkit {
namespace {

// A bone that turns, in clips of these names.
Bytes clips_called(const std::vector<std::string>& names) {
  Scene scene;
  scene.nodes.emplace_back().name = "bone";
  for (const std::string& name : names) {
    Clip& clip = scene.clips.emplace_back();
    clip.name = name;
    clip.duration = 1;
    Track& track = clip.tracks.emplace_back();
    track.property = Property::rotation;
    track.times = {0, 1};
    track.values = {0, 0, 0, 1, 0, 0, 1, 0};
  }
  ConversionReport report;
  return write_gltf(scene, {}, report).value_or(Bytes{});
}

struct Folder {
  std::vector<std::string> places, texts;
  Diagnostics notes;
};
Folder folder_of_clips(const std::vector<std::string>& names, std::string to) {
  const Opened inputs[] = {open(clips_called(names), "in.glb")};
  const ConvertRequest request{.output = "out/", .to = std::move(to)};
  const auto plan = plan_conversion(inputs, request);
  EXPECT_TRUE(plan.has_value()) << plan.error().message;
  Folder folder;
  if (!plan) return folder;
  const Shelf nothing;
  CompanionPool pool(nothing);
  for (const Step& step : plan->steps) {
    ConversionReport report;
    const auto files = apply(step, request, pool, report);
    EXPECT_TRUE(files.has_value()) << files.error().message;
    if (!files) continue;
    folder.notes.add_all(report.diagnostics);
    for (const OutputFile& file : *files) {
      folder.places.push_back(file.name);
      folder.texts.emplace_back(reinterpret_cast<const char*>(file.bytes.data()),
                                file.bytes.size());
    }
  }
  return folder;
}

const std::vector<std::string> kNames = {"Walk",
                                         "walk",
                                         "WALK",
                                         "run fast",
                                         "run_fast",
                                         "run.fast",
                                         "a",
                                         "a_values",
                                         "b_indices",
                                         "b",
                                         "int",
                                         "static",
                                         "CON",
                                         "con.x",
                                         "lpt1",
                                         "\xE8\xB5\xB0\xE3\x82\x8B",
                                         "\xE6\xAD\xA9\xE3\x81\x8F",
                                         "2",
                                         "_2"};

TEST(FolderNames, FilesDifferOnEverySystem) {
  for (const char* to : {"sm64-c", "csmodelanim", "psx-anm"}) {
    const Folder folder = folder_of_clips(kNames, to);
    EXPECT_EQ(folder.places.size(), kNames.size()) << to;
    std::set<std::string> seen;
    for (const std::string& place : folder.places) {
      EXPECT_TRUE(seen.insert(lowered(place)).second) << place;
      const std::string stem = lowered(place.substr(4, place.find('.') - 4));
      for (const char* device : {"con", "prn", "aux", "nul", "com1", "lpt1"})
        EXPECT_NE(stem, device) << place;
    }
  }
}

// One translation unit may include them all.
TEST(FolderNames, DefinitionsDifferOverTheFolder) {
  const Folder folder = folder_of_clips(kNames, "sm64-c");
  std::set<std::string> seen;
  for (const std::string& text : folder.texts) {
    const std::regex defined(R"(static const (?:struct Animation|s16|u16) (\w+))");
    for (std::sregex_iterator at(text.begin(), text.end(), defined), end; at != end; ++at) {
      EXPECT_TRUE(seen.insert((*at)[1]).second) << (*at)[1];
      EXPECT_EQ(c_name(std::string((*at)[1])), (*at)[1]) << "a word of the language";
    }
  }
  EXPECT_EQ(seen.size(), 3 * kNames.size());
  bool told = false;
  for (const Diagnostic& note : folder.notes.finish())
    told =
        told || (note.code == "anmkit.RENAMED" && note.message.find("walk_2") != std::string::npos);
  EXPECT_TRUE(told) << "a clip that gets another name is named";
}

}  // namespace
}  // namespace anmkit
