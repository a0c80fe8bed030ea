// SPDX-License-Identifier: MIT
// Files that belong together: a bank's actor, the palette that the actor names, its skin and
// textures, all found by their names alone.
#include "formats/folders.hpp"
#include "model_files.hpp"
#include "support/shelf.hpp"
#include "worked_example.hpp"

namespace anmkit::gc::test {
namespace {

using Names = std::vector<std::string>;

Names found(std::string_view format, const Bytes& bytes, const std::string& path,
            const Names& around) {
  const Shelf shelf(around);
  Folders folders(shelf);
  return parse(format, bytes, path)->document->find_companions(path, folders);
}

// An actor whose palette has another name; the name is at C0 hex.
Bytes actor_of(std::string_view palette) {
  Bytes bytes = make_actor();
  std::ranges::fill(bytes.begin() + 0xC0, bytes.end(), std::byte{0});
  std::ranges::copy(to_bytes(std::string(palette)), bytes.begin() + 0xC0);
  return bytes;
}

TEST(GcCompanions, ABankHasTheActorOfItsName) {
  const auto bank = [](const Names& around) {
    return found("gc-anm", kBank, "chara/Walk.ANM", around);
  };
  EXPECT_EQ(bank({"chara/hero.act", "chara/walk.act", "chara/x.gpl"}), Names{"chara/walk.act"});
  EXPECT_EQ(bank({"chara/WALK.ACT"}), Names{"chara/WALK.ACT"});
  EXPECT_EQ(bank({"chara/hero.act"}), Names{"chara/hero.act"});  // the only one
  EXPECT_EQ(bank({"chara/hero.act", "chara/villain.act"}), Names{});
  EXPECT_EQ(bank({"chara/hero.act", "chara/wal.act", "chara/w.act"}), Names{"chara/wal.act"});
  EXPECT_EQ(bank({"walk.act", "other/walk.act"}), Names{});  // another folder
  EXPECT_EQ(found("gc-anm", kBank, "walk.anm", {"walk.act"}), Names{"walk.act"});
}

TEST(GcCompanions, AnActorHasThePaletteThatItNamesWithSkinAndTextures) {
  const Names all{"p/body.gpl", "p/body.skn", "p/body.tpl",
                  "p/hero.gpl", "p/hero.skn", "p/hero.tpl"};
  EXPECT_EQ(found("gc-act", actor_of("body.gpl"), "p/hero.act", all),
            (Names{"p/body.gpl", "p/body.skn", "p/body.tpl"}));
  EXPECT_EQ(found("gc-act", actor_of("data/Body.GPL"), "p/hero.act", all),
            (Names{"p/body.gpl", "p/body.skn", "p/body.tpl"}));
  // The named one is not there: that of the actor's own name, for each kind.
  EXPECT_EQ(found("gc-act", actor_of("none.gpl"), "p/hero.act", all),
            (Names{"p/hero.gpl", "p/hero.skn", "p/hero.tpl"}));
  EXPECT_EQ(found("gc-act", actor_of("none.gpl"), "p/x.act", {"p/a.gpl", "p/b.tpl", "p/c.tpl"}),
            Names{"p/a.gpl"});
  EXPECT_EQ(found("gc-act", actor_of("none.gpl"), "p/x.act", {}), Names{});
}

// The only file of its kind may be that of another figure, whose name it has.
TEST(GcCompanions, AnActorIgnoresFilesOfAnother) {
  const auto of = [](const Names& around) {
    return found("gc-act", actor_of("hero.gpl"), "p/hero.act", around);
  };
  EXPECT_EQ(of({"p/hero.gpl", "p/stalk.skn"}), (Names{"p/hero.gpl", "p/stalk.skn"}));
  EXPECT_EQ(of({"p/hero.gpl", "p/stalk.skn", "p/stalk.act"}), Names{"p/hero.gpl"});
  EXPECT_EQ(of({"p/hero.gpl", "p/stalk.skn", "p/stalk.gpl"}), Names{"p/hero.gpl"});
  EXPECT_EQ(of({"p/stalk.gpl", "p/stalk.skn", "p/stalk.tpl", "p/stalk.act"}), Names{});
  // One palette, and the skin of its name.
  EXPECT_EQ(of({"p/body.gpl", "p/body.skn"}), (Names{"p/body.gpl", "p/body.skn"}));
  EXPECT_EQ(found("gc-gpl", make_geometry(), "p/hero.gpl", {"p/hero.gpl", "p/x.skn", "p/x.gpl"}),
            Names{});
}

TEST(GcCompanions, APaletteHasTexturesAndSkin) {
  EXPECT_EQ(found("gc-gpl", make_geometry(), "p/h0.gpl", {"p/h0.skn", "p/h0.tpl", "p/h1.tpl"}),
            (Names{"p/h0.tpl", "p/h0.skn"}));
}

// Section 9.2: a mesh names its textures; the file of the model's own name is another one's.
TEST(GcCompanions, AMeshHasTheTexturesThatItNames) {
  Bytes bytes = make_geometry();
  std::ranges::copy(to_bytes(std::string("x0.TPL")), bytes.begin() + 0xBB);
  const Names all{"p/hero.act", "p/hero.gpl", "p/hero.tpl", "p/x0.tpl"};
  EXPECT_EQ(found("gc-gpl", bytes, "p/hero.gpl", all), Names{"p/x0.tpl"});
  Shelf shelf(all);
  shelf.files["p/hero.gpl"] = bytes;
  Folders folders(shelf);
  EXPECT_EQ(parse("gc-act", make_actor())->document->find_companions("p/hero.act", folders),
            (Names{"p/hero.gpl", "p/x0.tpl"}));
}

TEST(GcCompanions, ReportsATextureOfAnotherName) {
  Bytes other = kTextures;
  set16(other, 64, 0x1F00);
  const auto hero = parse("gc-tpl", other), named = parse("gc-tpl", kTextures);
  const auto palette = parse("gc-gpl", make_geometry());  // h0.tpl
  const Companion both[] = {{"p/hero.tpl", hero->bytes, hero->document.get()},
                            {"p/H0.tpl", named->bytes, named->document.get()}};
  Diagnostics none, said;
  const auto right = palette->document->to_scene({}, {both, {}}, none);
  ASSERT_TRUE(right.has_value());
  EXPECT_TRUE(none.empty());
  ASSERT_EQ(right->images.size(), 1U);
  EXPECT_EQ(right->images[0].bytes.at(0), std::byte{255});  // red
  const auto wrong = palette->document->to_scene({}, {{both, 1}, {}}, said);
  ASSERT_TRUE(wrong.has_value());
  EXPECT_EQ(wrong->images.size(), 1U);
  const auto list = said.finish();
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(list[0].code, "gc.GPL010");
  EXPECT_NE(list[0].message.find("h0.tpl"), std::string::npos) << list[0].message;
}

}  // namespace
}  // namespace anmkit::gc::test
