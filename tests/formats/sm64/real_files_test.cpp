// SPDX-License-Identifier: MIT
// Real and faulty files: round trips, the canonical writers, C and tables into each other.
#include "support.hpp"

namespace anmkit::sm64::test {
namespace {

// Files with a fault in their values still come back byte for byte.
TEST(Sm64RealFiles, BadFilesThatParseRoundTrip) {
  std::size_t parsed = 0;
  for (const auto& path : files_in(kVectors / "bad")) {
    const std::string name = path.parent_path().filename().string();
    const std::string id = name.find("sm64-c") != std::string::npos     ? "sm64-c"
                           : name.find("sm64-dma") != std::string::npos ? "sm64-dma"
                                                                        : "sm64-anim";
    const Bytes bytes = read_file(path);
    if (!parse(id, bytes, path.string())->document) continue;
    ++parsed;
    expect_round_trip(id, bytes, path.string());
  }
  EXPECT_GT(parsed, 80u);
}

// Section 4.3: the canonical writer reproduces vanilla files, the section 4.4 one fast64's.
void expect_canonical(const std::filesystem::path& path, Profile profile) {
  const Bytes bytes = read_file(path);
  Diagnostics diagnostics;
  const auto file = parse_c(as_text(bytes), diagnostics);
  ASSERT_TRUE(file.has_value()) << path;
  EXPECT_EQ(write_c(*file, as_text(bytes), profile), as_text(bytes)) << path;
}

TEST(Sm64RealFiles, CanonicalText) {
  for (const char* name : {"c00/case0", "c06/case6", "c12/case12", "c18/case18"})
    expect_canonical(kVectors / "good" / (std::string(name) + ".inc.c"), Profile::vanilla_actor);
  for (const char* name : {"c01/case1", "c07/case7", "c13/case13", "c19/case19"})
    expect_canonical(kVectors / "good" / (std::string(name) + ".inc.c"), Profile::mario_dma);
}

TEST(Sm64RealFiles, CanonicalTextOfRealFiles) {
  if (!std::filesystem::exists(kSamples)) GTEST_SKIP() << kNoSamples << kSamples;
  for (const auto& path : files_in(kSamples / "assets"))
    expect_canonical(path, Profile::mario_dma);
  for (const char* name : {"anim_080237FC.inc.c", "anim_08023954.inc.c", "table.inc.c"})
    expect_canonical(kSamples / "actors/bobomb/anims" / name, Profile::vanilla_actor);
}

// A C file made into a table and back is the same text; the table is the same bytes.
TEST(Sm64RealFiles, TablesBecomeFilesAndTablesAgain) {
  const Conversion* to_c = find_conversion("sm64-dma", "sm64-c");
  const Conversion* to_dma = find_conversion("sm64-c", "sm64-dma");
  ASSERT_TRUE(to_c != nullptr && to_dma != nullptr);
  for (const char* name : {"table0.bin", "table1.bin", "table2.bin", "table3.bin"}) {
    const auto table = parse("sm64-dma", read_file(kVectors / "good" / name), name);
    const Input input{name, table->document.get()};
    ConversionReport report;
    const auto files = to_c->run({{&input, 1}}, {{}, {}}, report);
    ASSERT_TRUE(files.has_value()) << files.error().message;
    std::vector<std::unique_ptr<Loaded>> loaded;
    std::vector<Input> inputs;
    for (const OutputFile& file : *files) {
      loaded.push_back(parse("sm64-c", file.bytes, "assets/anims/" + file.name));
      EXPECT_FALSE(find(check(*loaded.back()), "E-MARIODIALECT")) << name;
      inputs.push_back({loaded.back()->path, loaded.back()->document.get()});
    }
    std::ranges::reverse(inputs);
    const auto back = to_dma->run({inputs}, {{}, {}}, report);
    ASSERT_TRUE(back.has_value()) << back.error().message;
    EXPECT_EQ(back->front().bytes, table->bytes) << name;
  }
}

}  // namespace
}  // namespace anmkit::sm64::test
