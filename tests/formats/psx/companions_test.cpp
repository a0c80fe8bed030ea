// SPDX-License-Identifier: MIT
// The model of an animation, and the textures of a model (section 5.3).
#include "formats/folders.hpp"
#include "formats/psx/document.hpp"
#include "support.hpp"
#include "support/shelf.hpp"

namespace anmkit::psx::test {
namespace {

using Paths = std::vector<std::string>;

Bytes model_of(std::uint32_t objects) {
  Tmd tmd;
  tmd.objects.resize(objects);
  lay_out(tmd);
  return write(tmd).value();
}
Bytes clip_of(std::uint8_t objects) {
  Anm anm;
  std::vector<Keyframe> frame;
  for (std::uint8_t i = 0; i < objects; ++i)
    frame.push_back({.object_index = i, .flags = 0});
  anm.add_frame(frame);
  return write(anm).value();
}

// What the animation of a folder is shown with, and what it could be.
struct Found {
  Paths companions, rivals;
  bool operator==(const Found&) const = default;
};
Found found(const Shelf& shelf, const std::string& path) {
  Folders folders(shelf);
  const auto loaded = parse("psx-anm", shelf.files.at(path), path);
  return {loaded->document->find_companions(path, folders),
          loaded->document->rivals(path, folders)};
}

TEST(PsxCompanions, ChoosesAModelByNameOrObjects) {
  Shelf shelf;
  shelf.files["d/HOP.ANM"] = clip_of(5);
  EXPECT_EQ(found(shelf, "d/HOP.ANM"), Found());
  shelf.files["d/A.TMD"] = model_of(6);
  EXPECT_EQ(found(shelf, "d/HOP.ANM"), Found({"d/A.TMD"}, {}));
  // One has as many objects, then none has, then one has enough.
  shelf.files["d/B.TMD"] = model_of(5);
  EXPECT_EQ(found(shelf, "d/HOP.ANM"), Found({"d/B.TMD"}, {}));
  shelf.files["d/B.TMD"] = model_of(7);
  EXPECT_EQ(found(shelf, "d/HOP.ANM"), Found({}, {"d/A.TMD", "d/B.TMD"}));
  shelf.files["d/B.TMD"] = model_of(4);
  EXPECT_EQ(found(shelf, "d/HOP.ANM"), Found({"d/A.TMD"}, {}));
  // Equal ones are rivals, which the animation's own name decides.
  shelf.files["d/B.TMD"] = model_of(6);
  EXPECT_EQ(found(shelf, "d/HOP.ANM"), Found({}, {"d/A.TMD", "d/B.TMD"}));
  shelf.files["d/hop.tmd"] = model_of(9);
  EXPECT_EQ(found(shelf, "d/HOP.ANM"), Found({"d/hop.tmd"}, {}));
  shelf.files["d/MODEL.TMD"] = model_of(1);
  EXPECT_EQ(found(shelf, "d/HOP.ANM"), Found({"d/MODEL.TMD"}, {}));
}

TEST(PsxCompanions, ModelsOfAProjectGetMatchingClips) {
  Shelf shelf;
  shelf.files["A.TMD"] = model_of(3);
  shelf.files["B.TMD"] = model_of(8);
  shelf.files["HOP.ANM"] = clip_of(3);
  shelf.files["RUN.ANM"] = clip_of(7);
  Folders folders(shelf);
  const auto clips = [&](const std::string& model) {
    return parse("psx-tmd", shelf.files.at(model), model)
        ->document->file_role(model, folders)
        .clips;
  };
  EXPECT_EQ(clips("A.TMD"), Paths{"HOP.ANM"});
  EXPECT_EQ(clips("B.TMD"), Paths{"RUN.ANM"});
}

// A model with one textured triangle, in page 10.
Bytes textured() {
  Tmd tmd;
  TmdObject& object = tmd.objects.emplace_back();
  object.vertices.resize(3);
  object.primitives.push_back({7, 6, 1, 0x25, 0});
  tmd.packet_data = hex("0000 0078 0100 0A01 0001 0000 80808025 0000 0100 0200 0000");
  lay_out(tmd);
  return write(tmd).value();
}
Paths textures(const Paths& paths, const std::string& path) {
  const Shelf shelf(paths);
  Folders folders(shelf);
  return parse("psx-tmd", textured(), path)->document->find_companions(path, folders);
}

TEST(PsxCompanions, FindsTexturesNextToTheModelOrInAFolder) {
  EXPECT_EQ(textures({"g/TMD/X.TMD", "g/TIM/X.TIM", "g/other/Y.TIM"}, "g/TMD/X.TMD"),
            Paths{"g/TIM/X.TIM"});
  EXPECT_EQ(textures({"TMD/X.TMD", "tim/x.tim"}, "TMD/X.TMD"), Paths{"tim/x.tim"});
  EXPECT_EQ(textures({"X.TMD", "TIM/X.TIM"}, "X.TMD"), Paths{"TIM/X.TIM"});
  EXPECT_EQ(textures({"g/X.TMD", "g/TIM/X.TIM"}, "g/X.TMD"), Paths{"g/TIM/X.TIM"});
  // Those next to the model come before.
  EXPECT_EQ(textures({"g/TMD/X.TMD", "g/TMD/A.TIM", "g/TIM/X.TIM"}, "g/TMD/X.TMD"),
            Paths{"g/TMD/A.TIM"});
  EXPECT_EQ(textures({"g/TMD/X.TMD"}, "g/TMD/X.TMD"), Paths());
}

// Of two textures with one place in video memory that with the name most like the model's is seen.
TEST(PsxCompanions, ShowsTheTextureWithTheNearestName) {
  const Paths order = {"d/HERO2.TIM", "d/HERB.TIM", "d/AAA.TIM"};
  EXPECT_EQ(textures({"d/AAA.TIM", "d/HERB.TIM", "d/HERO2.TIM", "d/hero.tmd"}, "d/hero.tmd"),
            order);
  const auto tim_of = [](const std::string& color) {
    return hex("10000000 02000000 0E000000 8002 0000 0100 0100" + color);
  };
  const auto red = parse("psx-tim", tim_of("1F00"), "d/HERO2.TIM");
  const auto blue = parse("psx-tim", tim_of("007C"), "d/AAA.TIM");
  const auto model = parse("psx-tmd", textured(), "d/hero.tmd");
  const Companion beside[] = {{red->path, red->bytes, red->document.get()},
                              {blue->path, blue->bytes, blue->document.get()}};
  Diagnostics unused;
  const Scene scene = model->document->to_scene({}, {beside, {}}, unused).value();
  ASSERT_EQ(scene.images.size(), 1u);
  EXPECT_EQ(to_hex(ByteView(scene.images[0].bytes).first(4)), "ff0000ff");
}

}  // namespace
}  // namespace anmkit::psx::test
