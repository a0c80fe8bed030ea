// SPDX-License-Identifier: MIT
// Open, plan, apply: what becomes of what, what is refused before anything is made, and which
// companions come with a file.
#include "anmkit/convert.hpp"

#include <gtest/gtest.h>

#include "anmkit/gltf.hpp"
#include "support/examples.hpp"
#include "support/shelf.hpp"

namespace anmkit {
namespace {

Opened opened(const char* name, std::string path = {}) {
  return open(example(name), path.empty() ? name : std::move(path));
}

std::string refusal(std::span<const Opened> inputs, const ConvertRequest& request) {
  const auto plan = plan_conversion(inputs, request);
  return plan ? "" : plan.error().code;
}

bool has_code(const Diagnostics& list, std::string_view code) {
  for (const Diagnostic& one : list.finish())
    if (one.code == code) return true;
  return false;
}

TEST(Open, DetectsThreeKindsOfFiles) {
  EXPECT_TRUE(std::holds_alternative<Parsed>(opened("psx/HOP.ANM")));
  const Opened junk = open(to_bytes("junk"), "junk.xyz");
  ASSERT_TRUE(std::holds_alternative<Raw>(junk));
  EXPECT_TRUE(std::get<Raw>(junk).why.has_errors());
  const Opened broken = open({}, "empty.PAK");
  ASSERT_TRUE(std::holds_alternative<Raw>(broken));
  EXPECT_EQ(std::get<Raw>(broken).format->id, "psx-pak");
  EXPECT_TRUE(std::holds_alternative<GltfInput>(
      open(to_bytes(R"({"asset":{"version":"2.0"}})"), "x.gltf")));
  EXPECT_TRUE(std::get<Raw>(open(to_bytes(R"({"asset":{}})"), "x.gltf")).gltf);
  const Opened beyond = open(to_bytes("abc"), "x", {.offset = 4});
  EXPECT_EQ(std::get<Raw>(beyond).why.first_error()->code, kBadOption);
}

TEST(Plan, RejectsBeforeConverting) {
  const Opened anm[] = {opened("psx/HOP.ANM")};
  EXPECT_EQ(refusal({}, {.output = "x.glb"}), "anmkit.USAGE");
  EXPECT_EQ(refusal(anm, {.output = "x.fbx"}), "anmkit.USAGE");
  EXPECT_EQ(refusal(anm, {.output = "x", .to = "glb"}), "anmkit.USAGE");
  EXPECT_EQ(refusal(anm, {.output = "x.csmodel"}), "anmkit.USAGE");
  EXPECT_EQ(refusal(anm, {.output = "x.glb"}), "");
  const Opened pak[] = {open({}, "empty.PAK")};
  EXPECT_EQ(refusal(pak, {.output = "again.PAK"}), "psx.PAK-01");
  Opened twice[] = {opened("psx/HOP.ANM", "a/x.ANM"), opened("psx/HOP.ANM", "b/x.ANM")};
  EXPECT_EQ(refusal(twice, {.output = "out/", .to = "psx-anm"}), "anmkit.USAGE");
  for (Opened& one : twice)
    std::get<Parsed>(one).name = "in/" + path_of(one);
  EXPECT_EQ(refusal(twice, {.output = "out/", .to = "psx-anm"}), "");
}

// A model and its animation may have one name; the second keeps its extension.
TEST(Plan, OutputNamesInAFolderAreUnique) {
  std::vector<Opened> files;
  files.push_back(opened("gc/stalk.act", "d/stalk.act"));
  files.push_back(opened("gc/stalk.anm", "d/stalk.anm"));
  const auto plan = plan_conversion(files, {.output = "out/", .to = "gltf"});
  ASSERT_TRUE(plan) << plan.error().message;
  ASSERT_EQ(plan->steps.size(), 2u);
  EXPECT_EQ(plan->steps[0].output, "out/stalk.glb");
  EXPECT_EQ(plan->steps[1].output, "out/stalk.anm.glb");
  files.push_back(opened("gc/stalk.anm", "e/stalk.anm"));
  files.push_back(opened("gc/stalk.anm", "f/stalk.anm"));
  EXPECT_EQ(refusal(files, {.output = "out/", .to = "gltf"}), kUsageError);
}

TEST(Plan, PacksAnyFilesIntoArchives) {
  const Opened mixed[] = {opened("psx/HOP.ANM"), open(to_bytes("junk"), "junk.xyz")};
  EXPECT_TRUE(takes_any_file({.output = "x.PAK"}));
  EXPECT_FALSE(takes_any_file({.output = "x.glb"}));
  const auto plan = plan_conversion(mixed, {.output = "x.PAK"});
  ASSERT_TRUE(plan);
  ASSERT_EQ(plan->steps.size(), 1u);
  EXPECT_TRUE(std::holds_alternative<step::ConvertNative>(plan->steps[0].action));
  EXPECT_EQ(refusal(mixed, {.output = "x.glb"}), "anmkit.UNKNOWN-FORMAT");
}

Result<Bytes> convert_one(const Opened& input, const ConvertRequest& request, const Shelf& shelf,
                          ConversionReport& report) {
  const auto plan = plan_conversion({&input, 1}, request);
  if (!plan) return std::unexpected(plan.error());
  report.diagnostics.add_all(plan->notes);
  CompanionPool pool(shelf);
  auto files = apply(plan->steps.front(), request, pool, report);
  if (!files) return std::unexpected(files.error());
  return std::move(files->front().bytes);
}

TEST(Apply, PiecesEqualTheWholeFile) {
  const Opened clip = opened("craftstudio/robot-walk.csmodelanim");
  for (const char* output : {"x.glb", "x.gltf", "x.csjsmodelanim"}) {
    const ConvertRequest request{.output = output};
    const Shelf shelf;
    ConversionReport whole, parts;
    const auto expected = convert_one(clip, request, shelf, whole);
    ASSERT_TRUE(expected);
    const auto plan = plan_conversion({&clip, 1}, request);
    CompanionPool pool(shelf);
    int files = 0;
    const auto done =
        apply(plan->steps.front(), request, pool, parts,
              [&](const std::string& name, const Pieces& bytes) {
                ++files;
                EXPECT_EQ(name, output);
                // The report is whole, and the bytes can be had more than once.
                EXPECT_EQ(parts.diagnostics.finish().size(), whole.diagnostics.finish().size());
                for (int time = 0; time < 2; ++time) {
                  Bytes joined;
                  EXPECT_TRUE(bytes([&](ByteView piece) {
                    joined.insert(joined.end(), piece.begin(), piece.end());
                    return true;
                  }));
                  EXPECT_TRUE(joined == *expected) << output;
                }
                EXPECT_FALSE(bytes([](ByteView) { return false; }));
              });
    EXPECT_TRUE(done);
    EXPECT_EQ(files, 1);
  }
}

TEST(Apply, ReportsMissingAndUsedModels) {
  Shelf shelf;
  const Opened clip = opened("psx/HOP.ANM", "d/HOP.ANM");
  ConversionReport alone;
  ASSERT_TRUE(convert_one(clip, {.output = "x.glb"}, shelf, alone));
  EXPECT_TRUE(has_code(alone.diagnostics, "anmkit.NO-MODEL"));
  shelf.files["d/MODEL.TMD"] = example("psx/MODEL.TMD");
  ConversionReport shown;
  ASSERT_TRUE(convert_one(clip, {.output = "x.glb"}, shelf, shown));
  EXPECT_TRUE(has_code(shown.diagnostics, "anmkit.USING"));
  EXPECT_FALSE(has_code(shown.diagnostics, "anmkit.NO-MODEL"));
}

// Bones are shown next to a model without a mesh: a model was found.
TEST(Apply, ReportsModelsWithoutASurface) {
  Shelf shelf;
  shelf.files["d/geo.inc.c"] =
      to_bytes("const GeoLayout g[] = { GEO_ANIMATED_PART(1, 0, 0, 0, NULL), GEO_END(), };\n");
  const Opened clip = open(
      to_bytes("static const s16 v[] = {0};\nstatic const u16 i[] = {1, 0, 1, 0, 1, 0, 1, 0, 1, 0, "
               "1, 0};\nstatic const struct Animation walk = {0, 0, 0, 0, 4, "
               "ANIMINDEX_NUMPARTS(i), v, i, 0};\n"),
      "d/walk.inc.c");
  ConversionReport report;
  ASSERT_TRUE(convert_one(clip, {.output = "x.glb"}, shelf, report));
  std::string said;
  for (const Diagnostic& one : report.diagnostics.finish()) {
    if (one.code == "anmkit.NO-MODEL") said = one.message;
  }
  EXPECT_EQ(said, "geo.inc.c has no mesh, so bones are shown; choose a model with --with FILE");
}

TEST(Apply, RoundTripsByteForByteAndListsOmissions) {
  const Opened clips[] = {opened("craftstudio/robot-walk.csmodelanim"),
                          opened("craftstudio/robot-wave.csmodelanim"),
                          opened("craftstudio/robot.csmodel")};
  const ConvertRequest out{.output = "robot.glb"};
  const Shelf shelf;
  CompanionPool pool(shelf);
  ConversionReport report;
  const auto plan = plan_conversion(clips, out);
  ASSERT_TRUE(plan);
  auto glb = apply(plan->steps.front(), out, pool, report);
  ASSERT_TRUE(glb);
  const Opened again = open(glb->front().bytes, "robot.glb");
  for (const char* name : {"robot-walk", "robot-wave"}) {
    ConversionReport back;
    const auto bytes = convert_one(
        again, {.output = std::string(name) + ".csmodelanim", .clip = name}, shelf, back);
    ASSERT_TRUE(bytes);
    EXPECT_EQ(*bytes, example(("craftstudio/" + std::string(name) + ".csmodelanim").c_str()));
    EXPECT_FALSE(has_code(back.diagnostics, "anmkit.ONE-CLIP"));
  }
  ConversionReport first;
  ASSERT_TRUE(convert_one(again, {.output = "x.csmodelanim"}, shelf, first));
  EXPECT_TRUE(has_code(first.diagnostics, "anmkit.ONE-CLIP"));
  // .anm is the extension of three formats, none of which made this file.
  ConversionReport guessed;
  ASSERT_TRUE(convert_one(again, {.output = "x.anm"}, shelf, guessed));
  EXPECT_TRUE(has_code(guessed.diagnostics, "anmkit.GUESS"));
  EXPECT_EQ(refusal({&again, 1}, {.output = "x.csmodelanim", .clip = "nope"}), kNoSuchClip);
}

TEST(Apply, ExportsTheNamedClip) {
  const Opened table = opened("gc/stalk.anm");
  const Shelf shelf;
  ConversionReport report;
  const auto glb = convert_one(table, {.output = "x.glb", .clip = "0"}, shelf, report);
  ASSERT_TRUE(glb);
  EXPECT_EQ(read_gltf(*glb)->clips.size(), 1u);
  const auto none = convert_one(table, {.output = "x.glb", .clip = "nope"}, shelf, report);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, kNoSuchClip);
}

TEST(Companions, ReadsEachOnceAndReplacesByName) {
  Shelf shelf;
  shelf.files["d/stalk.act"] = example("gc/stalk.act");
  shelf.files["d/stalk.gpl"] = example("gc/stalk.gpl");
  shelf.files["d/stalk.tpl"] = example("gc/stalk.tpl");
  shelf.files["other.tpl"] = example("gc/stalk.tpl");
  const Opened clip = opened("gc/stalk.anm", "d/stalk.anm");
  const auto& parsed = std::get<Parsed>(clip);
  CompanionPool pool(shelf);
  EXPECT_EQ(pool.of(parsed).found.size(), 3u);
  EXPECT_EQ(pool.of(parsed).found.size(), 3u);
  EXPECT_EQ(shelf.reads["d/stalk.act"], 1);
  CompanionPool named(shelf);
  ASSERT_TRUE(named.name("d/stalk.act"));
  ASSERT_TRUE(named.name("other.tpl"));
  EXPECT_FALSE(named.name("missing.act"));
  const auto set = named.of(parsed);
  EXPECT_EQ(set.found, std::vector<std::string>{"d/stalk.gpl"});
}

}  // namespace
}  // namespace anmkit
