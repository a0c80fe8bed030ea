// SPDX-License-Identifier: MIT
// Models of which none was chosen are named where bones alone are shown.
#include <gtest/gtest.h>

#include "anmkit/convert.hpp"
#include "anmkit/psx.hpp"
#include "support/shelf.hpp"

namespace anmkit {
namespace {

Bytes model() {
  psx::Tmd tmd;
  tmd.objects.resize(2);
  psx::lay_out(tmd);
  return psx::write(tmd).value();
}

std::string no_model(Shelf shelf, const std::vector<std::string>& models,
                     const std::string& with = {}) {
  for (const std::string& path : models)
    shelf.files[path] = model();
  psx::Anm anm;
  const psx::Keyframe key{.object_index = 1, .flags = 0};
  anm.add_frame({{key}});
  const Opened input = open(psx::write(anm).value(), "d/HOP.ANM");
  const ConvertRequest request{.output = "a.glb"};
  const auto plan = plan_conversion({&input, 1}, request).value();
  CompanionPool pool(shelf);
  if (!with.empty()) {
    EXPECT_TRUE(pool.name(with));
  }
  ConversionReport report;
  EXPECT_TRUE(apply(plan.steps.front(), request, pool, report));
  for (const Diagnostic& one : report.diagnostics.finish())
    if (one.code == "anmkit.NO-MODEL") return one.message;
  return {};
}

TEST(Rivals, ListsCandidateModels) {
  const std::string end = ", so bones are shown; choose a model with --with FILE";
  EXPECT_EQ(no_model({}, {}), "found no model near it" + end);
  EXPECT_EQ(no_model({}, {"d/A.TMD", "d/B.TMD"}),
            "2 models are near it (A.TMD, B.TMD) and none clearly matches" + end);
  std::vector<std::string> many;
  for (const char name : std::string("ABCDEFG"))
    many.push_back(std::string("d/") + name + ".TMD");
  EXPECT_NE(no_model({}, many).find("7 models are near it (A.TMD, B.TMD, C.TMD, D.TMD, E.TMD, "
                                    "F.TMD and 1 more)"),
            std::string::npos);
  // One that is named has no rivals, though it shows nothing.
  EXPECT_EQ(no_model({}, {"d/A.TMD", "d/B.TMD"}, "d/B.TMD").find("2 models"), std::string::npos);
}

}  // namespace
}  // namespace anmkit
