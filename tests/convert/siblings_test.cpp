// SPDX-License-Identifier: MIT
// Spellings of one family have the same findings: `check` accepts whatever the library
// itself writes of a good file, in every format of the file's family.
#include <gtest/gtest.h>

#include <set>

#include "anmkit/convert.hpp"
#include "anmkit/gltf.hpp"
#include "support/examples.hpp"
#include "support/shelf.hpp"

namespace anmkit {
namespace {

const char* const kExamples[] = {"psx/HOP.ANM",
                                 "psx/ORBIT.ANC",
                                 "psx/MODEL.TMD",
                                 "sm64/wave.inc.c",
                                 "cs2/bounce.txt",
                                 "craftstudio/robot-walk.csmodelanim",
                                 "craftstudio/robot.csmodel",
                                 "craftstudio/robot-wave.csmodelanim",
                                 "gc/stalk.anm",
                                 "gc/stalk.act",
                                 "gc/stalk.gpl",
                                 "gc/stalk.skn",
                                 "gc/stalk.tpl"};

// Codes of warnings and errors.
std::set<std::string> faults(const Bytes& bytes, const Format& format, const std::string& path,
                             const Options& options = {}) {
  std::set<std::string> codes;
  const Opened file = open(bytes, path, {.options = options, .format = format.id});
  const auto* parsed = std::get_if<Parsed>(&file);
  if (parsed == nullptr) return {"not " + std::string(format.id)};
  Diagnostics found = parsed->findings;
  parsed->document->check({{}, options}, found);
  for (const Diagnostic& one : found.finish()) {
    if (one.severity != Severity::info) codes.insert(one.code);
  }
  return codes;
}

// True of what is written: a table of one animation is not Mario's whole one.
bool is_true_of_parts(const std::string& code) {
  return code == "sm64.W-DMACOUNT";
}

TEST(Siblings, AcceptConvertedFiles) {
  std::size_t tried = 0;
  for (const char* name : kExamples) {
    const Opened file = open(example(name), name);
    const auto& parsed = std::get<Parsed>(file);
    const std::set<std::string> before = faults(parsed.bytes, *parsed.format, name);
    for (const Family& family : families()) {
      for (const Conversion& conversion : family.conversions) {
        if (conversion.from != parsed.format->id) continue;
        const Format& target = *find_format(conversion.to);
        const Input input{name, parsed.document.get(), parsed.bytes, name};
        ConversionReport report;
        const auto files = conversion.run({{&input, 1}, "out/"}, {{}, {}}, report);
        if (!files) continue;  // what this target asks for is not there
        for (const OutputFile& made : *files) {
          ++tried;
          const std::string path =
              made.name.empty() ? "made" + std::string(target.extensions[0]) : made.name;
          for (const std::string& code : faults(made.bytes, target, path)) {
            EXPECT_TRUE(before.contains(code) || is_true_of_parts(code))
                << name << " to " << target.id << ": " << code;
          }
        }
      }
    }
  }
  EXPECT_GT(tried, 10u);
}

// The same of what comes out of a scene, edited or not, with the file inside and without.
TEST(Siblings, AcceptImportedFiles) {
  std::size_t tried = 0;
  const Shelf nothing;
  for (const char* name : kExamples) {
    for (const bool keep : {true, false}) {
      const Opened inputs[] = {open(example(name), name)};
      const auto& parsed = std::get<Parsed>(inputs[0]);
      const std::set<std::string> before = faults(parsed.bytes, *parsed.format, name);
      CompanionPool pool(nothing);
      const ConvertRequest out{.output = "x.glb", .keep_sources = keep};
      const auto plan = plan_conversion(inputs, out);
      if (!plan || !parsed.format->abilities.scene) continue;
      ConversionReport report;
      const auto glb = apply(plan->steps[0], out, pool, report);
      ASSERT_TRUE(glb.has_value()) << name << ": " << glb.error().message;
      const Opened back[] = {open((*glb)[0].bytes, "x.glb")};
      for (const Family& family : families()) {
        if (family.id != parsed.format->family) continue;
        for (const Format& target : family.formats) {
          if (target.from_scene == nullptr) continue;
          const ConvertRequest request{.output = "made" + std::string(target.extensions[0]),
                                       .to = std::string(target.id)};
          const auto way = plan_conversion(back, request);
          if (!way) continue;
          const auto made = apply(way->steps[0], request, pool, report);
          if (!made) continue;
          ++tried;
          for (const std::string& code : faults((*made)[0].bytes, target, request.output)) {
            EXPECT_TRUE(before.contains(code) || is_true_of_parts(code))
                << name << (keep ? " with" : " without") << " its file to " << target.id << ": "
                << code;
          }
        }
      }
    }
  }
  EXPECT_GT(tried, 20u);
}

}  // namespace
}  // namespace anmkit
