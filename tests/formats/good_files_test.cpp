// SPDX-License-Identifier: MIT
// Good files have no findings but the oddities that they were made with: no check finds what is not
// there.
#include <map>
#include <set>
#include <string>

#include "support.hpp"

namespace anmkit::test {
namespace {

// What the files of good/ were made with: keyframes of nothing and doubled objects, pauses and
// waits, keys out of order, values nobody reads. A family that is not named has none.
const std::map<std::string, std::set<std::string_view>> kOddities = {
    {"psx",
     {"ANM-06", "ANM-09", "ANM-11", "ANM-12", "ANM-13", "ANM-15", "ANM-17", "ANM-18", "ANM-23"}},
    {"cs2", {"A32", "A41", "A52", "A53"}},
    {"craftstudio",
     {"I-WRAP-BLEND", "W-UNSORTED", "W-INTERPOLATION", "I-NEUTRAL-TRACK", "I-TRAILING",
      "W-STRING-LONGFORM", "W-EMPTY-NAME", "W-BOOL", "W-NO-NODES"}},
    {"gc", {"ANM048"}},
    {"sm64",
     {"I-UNUSED", "I-TAIL", "W-LOOPSTART", "W-CTYPE", "I-HELD", "W-START", "W-DMACOUNT",
      "W-TRANSFLAGS", "W-NOADVANCE", "I-TRIM"}}};

class GoodFiles : public testing::TestWithParam<std::string> {};

TEST_P(GoodFiles, HaveOnlyExpectedFindings) {
  const auto known = kOddities.find(GetParam());
  const auto oddities = known != kOddities.end() ? known->second : std::set<std::string_view>{};
  std::set<std::string> told;
  for (const auto& path : files_in(kAllVectors / GetParam() / "good")) {
    const Bytes bytes = read_file(path);
    const auto format = detect_one({bytes, path.string()});
    ASSERT_TRUE(format.has_value()) << path;
    for (const Diagnostic& found : check(*parse((*format)->id, bytes, path.string()))) {
      const std::string_view code = std::string_view(found.code).substr(found.code.find('.') + 1);
      EXPECT_TRUE(oddities.contains(code)) << path << " " << found.code << " " << found.message;
      EXPECT_NE(found.severity, Severity::error) << path << " " << found.code;
      told.emplace(code);
    }
  }
  for (const std::string_view code : oddities)
    EXPECT_TRUE(told.contains(std::string(code))) << code;
}

INSTANTIATE_TEST_SUITE_P(All, GoodFiles, testing::ValuesIn(families_with_vectors()),
                         [](const auto& family) { return family.param; });

}  // namespace
}  // namespace anmkit::test
