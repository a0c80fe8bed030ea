// SPDX-License-Identifier: MIT
// Scripts with sources next to them, and the official sample.
#include "support.hpp"

namespace anmkit::cs2::test {
namespace {

// The text next to a script compiles to it in both dialects.
TEST(Cs2RealFiles, SourcesCompileToTheirScripts) {
  for (const auto& entry : std::filesystem::directory_iterator(kVectors / "good")) {
    if (entry.path().extension() != ".txt") continue;
    const Bytes source = read_file(entry.path());
    auto sibling = entry.path();
    const Bytes wanted = read_file(sibling.replace_extension(".anm"));
    for (const Dialect dialect : {Dialect::strict, Dialect::compatible}) {
      Diagnostics found;
      const auto file = compile(as_text(source), {dialect}, found);
      ASSERT_TRUE(file.has_value()) << entry.path();
      EXPECT_EQ(write(*file), wanted) << entry.path();
    }
  }
}

TEST(Cs2RealFiles, OfficialSampleHas38Timelines) {
  const auto path = kSamples / "test_1.txt";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << kNoSamples << path;
  const Bytes text = read_file(path);
  Diagnostics found;
  const auto file = compile(as_text(text), {Dialect::compatible}, found);
  ASSERT_TRUE(file.has_value());
  EXPECT_EQ(file->lines.size(), 38u);
}

}  // namespace
}  // namespace anmkit::cs2::test
