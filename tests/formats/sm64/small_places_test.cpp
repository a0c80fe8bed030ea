// SPDX-License-Identifier: MIT
// Places where one sign makes another file of it: how long a table is, which files are next to one,
// what the colour combiner looks at.
#include "formats/folders.hpp"
#include "formats/sm64/geo/combiner.hpp"
#include "formats/sm64/source/spelling.hpp"
#include "support.hpp"
#include "support/shelf.hpp"

namespace anmkit::sm64::test {
namespace {

// Section 1.2: the stored number of parts is not to be trusted. The table of indices ends where the
// values begin, and has two parts, whatever the header specifies.
TEST(Sm64Details, TablesEndWhereTheNextBegins) {
  const std::size_t parts =
      parse("sm64-dma", example_dma(), "x.bin")->document->info().nodes.size();
  for (const unsigned stored : {0u, 1u, 2u, 3u, 200u}) {
    Bytes bytes = example_dma();
    bytes.at(0x1B) = static_cast<std::byte>(stored);
    const auto loaded = parse("sm64-dma", bytes, "x.bin");
    ASSERT_TRUE(loaded->document) << stored;
    EXPECT_EQ(loaded->document->info().nodes.size(), parts) << stored;
    EXPECT_EQ(loaded->document->write().value(), bytes) << stored;
  }
}

TEST(Sm64Details, SegmentsThatAreTooShort) {
  const auto loaded = parse("sm64-anim", Bytes(10), "x.bin");
  EXPECT_FALSE(loaded->document);
  const auto list = loaded->diagnostics.finish();
  const Diagnostic* short_file = find(list, "E-TRUNC");
  ASSERT_NE(short_file, nullptr);
  EXPECT_EQ(short_file->offset, 0u);
}

// A table of headers that are in other files: those of the folder are looked into, but neither
// models, which are found as such, nor the file itself.
TEST(Sm64Details, SearchesUndefinedNamesInTheFolder) {
  const Shelf shelf({"x/anims/table.inc.c", "x/anims/a.inc.c", "x/anims/names.h",
                     "x/anims/model.inc.c", "x/anims/readme.txt"});
  Folders around(shelf);
  const auto loaded = parse(
      "sm64-c", to_bytes("const struct Animation *const t[] = {\n    &walk,\n    NULL,\n};\n"),
      "table.inc.c");
  ASSERT_TRUE(loaded->document);
  EXPECT_EQ(
      loaded->document->find_companions("x/anims/table.inc.c", around),
      (std::vector<std::string>{"x/anims/model.inc.c", "x/anims/a.inc.c", "x/anims/names.h"}));
}

// The modes as the console's header file defines them: (A - B) * C + D of the colour, then of
// alpha.
TEST(Sm64Details, InputsOfCombiners) {
  const Combiner shade = combiner_of("G_CC_SHADE");
  EXPECT_FALSE(shade.texture || shade.texture_alpha || shade.primitive || shade.environment);
  EXPECT_TRUE(shade.shade && shade.shade_alpha && shade.exact);
  const Combiner decal = combiner_of("G_CC_DECALRGB");
  EXPECT_TRUE(decal.texture && decal.shade_alpha && decal.exact);
  EXPECT_FALSE(decal.shade || decal.texture_alpha || decal.decal);
  const Combiner lit = combiner_of("G_CC_MODULATERGBA");
  EXPECT_TRUE(lit.texture && lit.shade && lit.texture_alpha && lit.shade_alpha && lit.exact);
  const Combiner tinted = combiner_of("G_CC_MODULATEI_PRIM");
  EXPECT_TRUE(tinted.texture && tinted.primitive && tinted.primitive_alpha && tinted.exact);
  EXPECT_FALSE(tinted.shade || tinted.shade_alpha || tinted.texture_alpha || tinted.environment);
  const Combiner fading = combiner_of("G_CC_SHADEFADEA");
  EXPECT_TRUE(fading.shade && fading.environment_alpha && fading.exact);
  EXPECT_FALSE(fading.texture || fading.environment || fading.shade_alpha);
  EXPECT_FALSE(combiner_of("G_CC_UNKNOWN").exact);
}

// Section 10.4: of samples that end alike one is enough. The root's x has 64 78 6E (hex) at 1.
TEST(Sm64Details, SamplesThatCouldBeSaved) {
  const auto told = [](std::string_view samples) {
    std::string text = example_c();
    const std::string_view old = "0x0064, 0x0078, 0x006E";
    text.replace(text.find(old), old.size(), samples);
    const auto found = check(*parse("sm64-c", to_bytes(text), "x.inc.c"));
    const Diagnostic* hit = find(found, "I-TRIM");
    return hit == nullptr ? std::string("nothing") : hit->message;
  };
  EXPECT_EQ(told("0x0064, 0x0078, 0x006E"), "nothing");
  EXPECT_EQ(told("0x0064, 0x0078, 0x0078"), "x: 1 sample could be saved");
  EXPECT_EQ(told("0x0078, 0x0078, 0x0078"), "x: 2 samples could be saved");
}

// The choice among several layouts is reported; a single one need not be.
TEST(Sm64Details, RolesOfLayouts) {
  const auto facts = [](const std::string& text) {
    std::vector<std::string> said;
    const auto loaded = parse("sm64-geo", to_bytes(text), "geo.inc.c");
    EXPECT_TRUE(loaded->document);
    for (const auto& [what, value] : loaded->document->info().facts)
      if (what == "layout") said.push_back(value);
    return said;
  };
  const auto layout = [](const std::string& name) {
    return "const GeoLayout " + name +
           "[] = {\n   GEO_ANIMATED_PART(LAYER_OPAQUE, 0, 0, 0, NULL),\n   GEO_END(),\n};\n";
  };
  EXPECT_EQ(facts(layout("a")), (std::vector<std::string>{"a, 1 part"}));
  EXPECT_EQ(facts(layout("a") + layout("b")),
            (std::vector<std::string>{"a, 1 part (root, the default)", "b, 1 part (root)"}));
}

// A text that arithmetic follows is no name.
TEST(Sm64Details, ComputedTexts) {
  for (const std::string sign : {"- 1", "* 2", "/ 2", "% 2", "+ 1", "[1]", "(1)", ":rep(2)"}) {
    Diagnostics diagnostics;
    const auto file =
        parse_lua("NAME = 'wave' " + sign +
                      "\nsmlua_anim_util_register_animation(NAME, 0, 0, 0, 0, 2, { 0, 0x4000 }, "
                      "{ 1,0, 1,0, 1,0, 2,0, 1,0, 1,0 })\n",
                  diagnostics);
    EXPECT_TRUE(!file || diagnostics.has_errors()) << sign;
  }
}

}  // namespace
}  // namespace anmkit::sm64::test
