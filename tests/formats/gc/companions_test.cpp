// Which files belong together: a bank's actor, the palette that the actor names, its skin and
// textures, all found by their names alone.
#include <map>

#include "model_files.hpp"
#include "worked_example.hpp"

namespace anmkit::gc::test {
namespace {

class Folders final : public Neighbourhood {
 public:
  explicit Folders(std::vector<std::string> all) : paths_(std::move(all)) {}
  std::vector<std::string> list(const std::string& folder) const override {
    std::vector<std::string> names;
    for (const std::string& path : paths_) {
      const std::size_t slash = path.rfind('/');
      if ((slash == std::string::npos ? "" : path.substr(0, slash)) == folder)
        names.push_back(path.substr(slash + 1));
    }
    return names;
  }
  Result<Bytes> read(const std::string&) const override { return fail("test", "names are enough"); }

 private:
  std::vector<std::string> paths_;
};

using Names = std::vector<std::string>;

Names found(std::string_view format, const Bytes& bytes, const std::string& path, Names around) {
  return parse(format, bytes, path)->document->find_companions(path, Folders(std::move(around)));
}

// An actor whose palette has another name; the name stands at C0 hex.
Bytes actor_of(std::string_view palette) {
  Bytes bytes = make_actor();
  std::ranges::fill(bytes.begin() + 0xC0, bytes.end(), std::byte{0});
  std::ranges::copy(to_bytes(std::string(palette)), bytes.begin() + 0xC0);
  return bytes;
}

TEST(GcCompanions, ABankHasTheActorOfItsName) {
  const auto bank = [](Names around) {
    return found("gc-anm", kBank, "chara/Walk.ANM", std::move(around));
  };
  EXPECT_EQ(bank({"chara/hero.act", "chara/walk.act", "chara/x.gpl"}), Names{"chara/walk.act"});
  EXPECT_EQ(bank({"chara/WALK.ACT"}), Names{"chara/WALK.ACT"});
  EXPECT_EQ(bank({"chara/hero.act"}), Names{"chara/hero.act"});  // the only one
  EXPECT_EQ(bank({"chara/hero.act", "chara/villain.act"}), Names{});
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

TEST(GcCompanions, APaletteHasTexturesAndSkin) {
  EXPECT_EQ(found("gc-gpl", make_geometry(), "p/h0.gpl", {"p/h0.skn", "p/h0.tpl", "p/h1.tpl"}),
            (Names{"p/h0.tpl", "p/h0.skn"}));
}

}  // namespace
}  // namespace anmkit::gc::test
