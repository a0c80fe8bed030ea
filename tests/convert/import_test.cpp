// SPDX-License-Identifier: MIT
// Shared data of the steps of one glTF file is made once and equals separate results.
#include <gtest/gtest.h>

#include <map>

#include "anmkit/convert.hpp"
#include "anmkit/gltf.hpp"
#include "support/examples.hpp"
#include "support/shelf.hpp"

namespace anmkit {
namespace {

Opened opened(const char* name) {
  return open(example(name), name);
}

// One glTF of these files.
Opened gltf_of(const std::vector<const char*>& names) {
  std::vector<Opened> files;
  for (const char* name : names)
    files.push_back(opened(name));
  const ConvertRequest out{.output = "all.glb"};
  const Shelf shelf;
  CompanionPool pool(shelf);
  for (const Opened& file : files)
    pool.link(std::get<Parsed>(file));
  ConversionReport report;
  const auto plan = plan_conversion(files, out);
  return open(apply(plan.value().steps.front(), out, pool, report).value().front().bytes,
              "all.glb");
}

struct Made {
  std::map<std::string, Bytes> files;
  std::vector<std::string> said;
};
// Each step of a request; `prepared`: what they share is made before.
Made all_steps(const Opened& gltf, const ConvertRequest& request, bool prepared) {
  const Shelf shelf;
  CompanionPool pool(shelf);
  const auto plan = plan_conversion({&gltf, 1}, request);
  Made made;
  if (!plan) return made;
  if (prepared) prepare(*plan, request, pool);
  for (const Step& step : plan->steps) {
    ConversionReport report;
    const auto files = apply(step, request, pool, report);
    if (!files) continue;
    for (const OutputFile& file : *files)
      made.files[file.name] = file.bytes;
    for (const Diagnostic& one : report.diagnostics.finish())
      made.said.push_back(one.message);
  }
  return made;
}

TEST(Import, OneClipOfManyEqualsASingleImport) {
  struct Case {
    std::vector<const char*> files;
    std::string to, extension;
  };
  for (const Case& one : {Case{{"craftstudio/robot-walk.csmodelanim",
                                "craftstudio/robot-wave.csmodelanim", "craftstudio/robot.csmodel"},
                               "csmodelanim",
                               ".csmodelanim"},
                          {{"craftstudio/robot-walk.csmodelanim",
                            "craftstudio/robot-wave.csmodelanim", "craftstudio/robot.csmodel"},
                           "gc-anm",
                           ".anm"},
                          {{"psx/HOP.ANM", "psx/MODEL.TMD"}, "psx-anm", ".ANM"},
                          {{"sm64/wave.inc.c", "sm64/geo.inc.c"}, "sm64-anim", ".bin"}}) {
    const Opened gltf = gltf_of(one.files);
    const auto& clips = std::get<GltfInput>(gltf).scene->clips;
    const Made all = all_steps(gltf, {.output = "out/", .to = one.to}, true);
    EXPECT_EQ(all.files.size(), clips.size()) << one.to;
    EXPECT_EQ(all_steps(gltf, {.output = "out/", .to = one.to}, false).files, all.files) << one.to;
    std::size_t index = 0;
    for (const auto& [name, bytes] : all.files) {
      const std::string clip = std::to_string(index++);
      const Made alone =
          all_steps(gltf, {.output = "one" + one.extension, .to = one.to, .clip = clip}, false);
      ASSERT_EQ(alone.files.size(), 1u) << one.to;
      EXPECT_EQ(alone.files.begin()->second, bytes) << one.to << " " << name;
    }
  }
}

TEST(Import, StepsOfOneFileShareTheirScene) {
  const Opened gltf = gltf_of({"craftstudio/robot-walk.csmodelanim",
                               "craftstudio/robot-wave.csmodelanim", "craftstudio/robot.csmodel"});
  const ConvertRequest request{.output = "out/", .to = "csmodelanim"};
  const auto plan = plan_conversion({&gltf, 1}, request);
  ASSERT_TRUE(plan);
  ASSERT_EQ(plan->steps.size(), 2u);
  const auto shared = [&](std::size_t i) {
    return std::get<step::FromGltf>(plan->steps[i].action).import;
  };
  EXPECT_EQ(shared(0), shared(1));
}

// Findings of a clip are not reported for the others; those about the file are reported for each.
TEST(Import, EachStepReportsForItself) {
  const Opened gltf = gltf_of({"craftstudio/robot-walk.csmodelanim",
                               "craftstudio/robot-wave.csmodelanim", "craftstudio/robot.csmodel"});
  const ConvertRequest request{.output = "out/", .to = "gc-anm"};
  const Made together = all_steps(gltf, request, true);
  std::vector<std::string> apart;
  for (const char* clip : {"0", "1"}) {
    const Made one = all_steps(gltf, {.output = "x.anm", .to = "gc-anm", .clip = clip}, false);
    apart.insert(apart.end(), one.said.begin(), one.said.end());
  }
  EXPECT_EQ(together.said, apart);
}

TEST(Check, ChecksEveryKindOfFile) {
  const auto verdict = [](const Bytes& bytes, const char* name) {
    Diagnostics found = check(bytes, name);
    Diagnostics opened = check(open(bytes, name));
    EXPECT_EQ(found.finish().size(), opened.finish().size()) << name;
    return found.has_errors();
  };
  EXPECT_FALSE(verdict(example("psx/HOP.ANM"), "HOP.ANM"));
  EXPECT_TRUE(verdict(to_bytes("junk"), "junk.xyz"));
  // A glTF is read when it is opened: what is only a header is no good file.
  EXPECT_TRUE(verdict(to_bytes(std::string("glTF\2\0\0\0\xFF\0\0\0", 12)), "bad.glb"));
  EXPECT_TRUE(verdict(to_bytes(R"({"asset":{"version":"1.0"}})"), "old.gltf"));
  EXPECT_FALSE(verdict(to_bytes(R"({"asset":{"version":"2.0"}})"), "empty.gltf"));
  const Opened bad = open(to_bytes("glTF"), "bad.glb");
  ASSERT_TRUE(std::holds_alternative<Raw>(bad));
  EXPECT_EQ(format_id_of(bad), "gltf");
  EXPECT_EQ(format_id_of(opened("psx/HOP.ANM")), "psx-anm");
  EXPECT_EQ(format_id_of(open(to_bytes("junk"), "junk.xyz")), "");
  EXPECT_EQ(format_id_of(open(to_bytes(R"({"asset":{"version":"2.0"}})"), "e.gltf")), "gltf");
}

}  // namespace
}  // namespace anmkit
