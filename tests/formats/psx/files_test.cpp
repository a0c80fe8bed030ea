// SPDX-License-Identifier: MIT
// Files side by side: names in archives, textures of a model, errors of several files.
#include "export_scene.hpp"
#include "formats/psx/document.hpp"
#include "random_files.hpp"
#include "support.hpp"

namespace anmkit::psx::test {
namespace {

// The error that a reader returns is that of its own bytes, whatever the list already contains.
TEST(PsxErrors, BelongToTheFileThatWasRead) {
  Diagnostics diagnostics;
  diagnostics.add(Severity::error, "psx.OTHER", "of another file");
  const Bytes bytes = hex("00 01 02");
  EXPECT_EQ(parse_anm(bytes, diagnostics).error().code, "psx.ANM-01");
  EXPECT_EQ(parse_anc(bytes, diagnostics).error().code, "psx.ANC-02");
  EXPECT_EQ(parse_tmd(bytes, diagnostics).error().code.substr(0, 8), "psx.TMD-");
  EXPECT_EQ(parse_tim(bytes, diagnostics).error().code.substr(0, 8), "psx.TIM-");
  EXPECT_EQ(parse_pak(bytes, diagnostics).error().code, "psx.PAK-01");
  EXPECT_EQ(diagnostics.first_error()->code, "psx.OTHER");
}

Bytes archive(std::initializer_list<std::string_view> names) {
  Bytes file, entries;
  put32(file, static_cast<std::uint32_t>(names.size()));
  for (const std::string_view name : names) {
    put32(file, static_cast<std::uint32_t>(4 + 4 * names.size() + entries.size()));
    for (const char c : name)
      put8(entries, static_cast<unsigned char>(c));
    do
      put8(entries, 0);
    while (entries.size() % 4 != 0);
    put32(entries, 4);
    put32(entries, 7);
  }
  file.insert(file.end(), entries.begin(), entries.end());
  return file;
}

// What `check` calls unsafe is not extracted.
TEST(PsxArchives, NamesThatLeaveTheFolder) {
  for (const char* name : {"../a", "/a", "C:/a", "C:a", "a/../../b", "\\a", "..\\a", "a:b", "a/"}) {
    const auto loaded = parse("psx-pak", archive({"A.ANM", name}));
    ASSERT_TRUE(loaded->document) << name;
    EXPECT_TRUE(find(check(*loaded), "PAK-09")) << name;
    Options options;
    options.set("extract", "");
    const Input input{"X.PAK", loaded->document.get(), loaded->bytes, {}};
    ConversionReport report;
    const auto files =
        find_conversion("psx-pak", "psx-pak")->run({.inputs = {&input, 1}}, {{}, options}, report);
    ASSERT_TRUE(files.has_value());
    ASSERT_EQ(files->size(), 1u) << name;
    EXPECT_EQ((*files)[0].name, "A.ANM");
    EXPECT_TRUE(report.diagnostics.has_errors()) << name;
  }
}

TEST(PsxArchives, EqualNamesGetNumbers) {
  const auto loaded = parse("psx-pak", archive({"A.ANM", "A.ANM", "A.ANM"}));
  const auto facts = loaded->document->info().facts;
  ASSERT_EQ(facts.size(), 3u);
  EXPECT_EQ(facts[0].first, "A.ANM");
  EXPECT_EQ(facts[1].first, "A.ANM (entry 1)");
  EXPECT_EQ(facts[2].first, "A.ANM (entry 2)");
}

// Pages that no texture fills are named once, however many faces show them.
TEST(PsxTextures, ReportsMissingPages) {
  const RandomModel model = random_model(0);
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    const auto loaded = parse("psx-tmd", random_model(seed).bytes);
    const auto facts = loaded->document->info().facts;
    const bool textured = std::ranges::any_of(
        facts, [](const auto& fact) { return fact.first == "textured polygons"; });
    Diagnostics diagnostics;
    ASSERT_TRUE(loaded->document->to_scene({}, {{}, Options{}}, diagnostics));
    const auto findings = diagnostics.finish();
    const auto count = std::ranges::count(findings, "psx.W-TEXTURE", &Diagnostic::code);
    EXPECT_LE(count, textured ? 1 : 0) << seed;
  }
}

}  // namespace
}  // namespace anmkit::psx::test
