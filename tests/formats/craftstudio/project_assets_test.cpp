// SPDX-License-Identifier: MIT
// Where projects and games keep their assets, what tables call them, and which file is the current
// one (sections 8.7, 9.1 to 9.4).
#include "formats/craftstudio/project/assets.hpp"

#include "../../support/shelf.hpp"
#include "formats/craftstudio/document.hpp"
#include "formats/folders.hpp"
#include "support.hpp"

namespace anmkit::craftstudio::test {
namespace {

constexpr auto kModel = static_cast<std::uint8_t>(AssetType::model);
constexpr auto kAnimation = static_cast<std::uint8_t>(AssetType::model_animation);

Entry asset(std::uint16_t id, std::string name, std::uint16_t parent = kNoParent,
            std::uint8_t type = kAnimation) {
  Entry entry;
  entry.id = id;
  entry.parent = parent;
  entry.name.bytes = std::move(name);
  entry.asset_type = type;
  entry.asset.emplace();
  return entry;
}
Entry folder(std::uint16_t id, std::string name, std::uint16_t parent = kNoParent) {
  Entry entry = asset(id, std::move(name), parent, 0);
  entry.folder = 1;
  entry.asset.reset();
  return entry;
}
PackedAsset packed(std::uint16_t id, std::string path, std::uint8_t type = kAnimation) {
  PackedAsset one;
  one.id = id;
  one.path.bytes = std::move(path);
  one.asset_type = type;
  return one;
}

TEST(CraftStudioProjectAssets, PathsOfProjectsAndGames) {
  const auto working =
      find_asset("p/Assets/ModelAnimations/7/Current.csmodelanim", "ModelAnimations");
  ASSERT_TRUE(working.has_value());
  EXPECT_EQ(working->id, 7);
  EXPECT_EQ(working->assets, "p/Assets/");
  EXPECT_EQ(working->own, "p/Assets/ModelAnimations/7/");
  const auto published = find_asset("g/Models/12.csmodel", "Models");
  ASSERT_TRUE(published.has_value());
  EXPECT_EQ(published->id, 12);
  EXPECT_EQ(published->assets, "g/");
  EXPECT_EQ(published->own, "");
  for (const char* path :
       {"", "7.csmodelanim", "Models/7.csmodelanim", "ModelAnimations/a.csmodelanim",
        "ModelAnimations/7a.csmodelanim", "ModelAnimations/65536.csmodelanim",
        "ModelAnimations/x/Current.csmodelanim", "Models/7/Current.csmodelanim"})
    EXPECT_FALSE(find_asset(path, "ModelAnimations").has_value()) << path;
}

TEST(CraftStudioProjectAssets, NamesWithTheirFolders) {
  Project project;
  project.entries = {folder(1, "Birds"),
                     folder(2, "Small", 1),
                     asset(7, "Flap", 2),
                     asset(8, "Walk"),
                     asset(7, "Bird", 1, kModel),
                     asset(9, "Lost", 5),
                     folder(7, "Of another number")};
  EXPECT_EQ(asset_path(project, AssetType::model_animation, 7), "Birds/Small/Flap");
  EXPECT_EQ(asset_path(project, AssetType::model_animation, 8), "Walk");
  EXPECT_EQ(asset_path(project, AssetType::model, 7), "Birds/Bird");
  EXPECT_EQ(asset_path(project, AssetType::model_animation, 9), "Lost");  // its folder is not there
  EXPECT_EQ(asset_path(project, AssetType::model, 8), "");
  EXPECT_EQ(asset_path(project, AssetType::model_animation, 1), "");
  // A folder that is its own parent: the name still ends.
  project.entries[0].parent = 1;
  EXPECT_TRUE(asset_path(project, AssetType::model, 7).ends_with("Birds/Bird"));
  Project game;
  game.assets = {packed(7, "Classic/Bird", kModel), packed(6, "Classic/Flap"),
                 packed(7, "Classic/Dive")};
  EXPECT_EQ(asset_path(game, AssetType::model_animation, 7), "Classic/Dive");
  EXPECT_EQ(asset_path(game, AssetType::model, 7), "Classic/Bird");
  EXPECT_EQ(asset_path(game, AssetType::model, 6), "");
}

TEST(CraftStudioProjectAssets, ClipNamesComeFromTheTableOrTheFile) {
  Project project;
  project.entries = {folder(1, "Birds"), asset(7, "Flap", 1)};
  const std::string path = "p/ModelAnimations/7/Current.csmodelanim";
  EXPECT_EQ(clip_title(path, &project), "Flap");
  EXPECT_EQ(clip_title(path, nullptr), "7");
  EXPECT_EQ(clip_title("p/ModelAnimations/8/Current.csmodelanim", &project), "8");
  EXPECT_EQ(clip_title("p/Flap.csmodelanim", &project), "Flap");
  EXPECT_EQ(asset_title("p/Models/9/3.csmodel"), "9");
  EXPECT_EQ(asset_title("p/9.csmodel"), "9");
}

// Which file of an asset's folder is it: the working copy, else the newest revision.
TEST(CraftStudioProjectAssets, UsesTheCurrentRevision) {
  const auto animation = parse("csmodelanim", example_animation());
  const auto model = parse("csmodel", example_model());
  const auto role = [](const Loaded& one, const std::string& path, std::vector<std::string> files) {
    files.push_back(path);
    const Shelf shelf(files);
    Folders around(shelf);
    return one.document->file_role(path, around).role;
  };
  const std::string a = "p/ModelAnimations/7/", m = "p/Models/7/";
  using enum FileRole::Role;
  EXPECT_EQ(role(*animation, "walk.csmodelanim", {}), motion);
  EXPECT_EQ(role(*animation, "p/ModelAnimations/7.csmodelanim", {}), motion);
  EXPECT_EQ(role(*animation, a + "3.csmodelanim", {}), motion);
  EXPECT_EQ(role(*animation, a + "3.csmodelanim", {a + "2.csmodelanim"}), motion);
  EXPECT_EQ(role(*animation, a + "3.csmodelanim", {a + "10.csmodelanim"}), none);
  EXPECT_EQ(role(*animation, a + "3.csmodelanim", {a + "x4.csmodelanim", a + "4x.csmodelanim"}),
            motion);
  // One of two with one number is.
  EXPECT_EQ(role(*animation, a + "3.csmodelanim", {a + "03.csmodelanim"}), none);
  EXPECT_EQ(role(*animation, a + "03.csmodelanim", {a + "3.csmodelanim"}), motion);
  EXPECT_EQ(role(*animation, a + "3.csmodelanim", {a + "Current.csmodelanim"}), none);
  EXPECT_EQ(role(*animation, a + "Current.csmodelanim", {a + "99.csmodelanim"}), motion);
  EXPECT_EQ(role(*model, "p/Models/7.csmodel", {}), subject);
  EXPECT_EQ(role(*model, m + "3.csmodel", {m + "2.csmodel"}), subject);
  EXPECT_EQ(role(*model, m + "3.csmodel", {m + "Current.csmodel"}), none);
}

// The model of section 14.2 uses animation 2.
TEST(CraftStudioProjectAssets, ModelsListTheirClipsAndMissingOnes) {
  Model uses = *parse_model(example_model(), *std::make_unique<Diagnostics>());
  uses.animation_ids = {2, 3, 2, 4};
  const auto model = parse("csmodel", write(uses).value());
  Shelf shelf;
  Project table;
  table.kind = ProjectKind::data_package;
  table.entries = {folder(1, "Birds"), asset(3, "Dive", 1), asset(7, "Bird", 1, kModel)};
  shelf.files["p/DataPackage.dat"] = write(table).value();
  shelf.files["p/Assets/Models/7/Current.csmodel"] = write(uses).value();
  shelf.files["p/Assets/ModelAnimations/2/5.csmodelanim"] = example_animation();
  shelf.files["p/Assets/ModelAnimations/4.csmodelanim"] = example_animation();
  Folders around(shelf);
  const FileRole standing = model->document->file_role("p/Assets/Models/7/Current.csmodel", around);
  EXPECT_EQ(standing.role, FileRole::Role::subject);
  EXPECT_EQ(standing.name, "Birds/Bird");
  EXPECT_EQ(standing.home, "p/");
  EXPECT_EQ(standing.clips, (std::vector<std::string>{"p/Assets/ModelAnimations/2/5.csmodelanim",
                                                      "p/Assets/ModelAnimations/4.csmodelanim"}));
  EXPECT_EQ(standing.missing, std::vector<std::string>{"Birds/Dive"});
  // The table of an asset that has no name there, or that cannot be read.
  Project empty;
  empty.kind = ProjectKind::data_package;
  for (const Bytes& bytes : {write(empty).value(), hex("77")}) {
    shelf.files["p/DataPackage.dat"] = bytes;
    Folders again(shelf);
    const FileRole unnamed = model->document->file_role("p/Assets/Models/7/Current.csmodel", again);
    EXPECT_EQ(unnamed.name, "Model 7");
    EXPECT_EQ(unnamed.missing, std::vector<std::string>{"ModelAnimation 3"});
  }
}

TEST(CraftStudioProjectAssets, OnlyLiveAnimationsOfTheProjectCount) {
  const auto model = parse("csmodel", example_model());  // uses animation 2
  const auto is_missing = [&](const Project& project) {
    const ProjectDocument document(project);
    const Companion with[] = {{"p", {}, &document}};
    return find(check(*model, with), "W-ANIM-MISSING") != nullptr;
  };
  Project project, game;
  EXPECT_TRUE(is_missing(project));
  project.entries = {asset(2, "a")};
  EXPECT_FALSE(is_missing(project));
  project.entries = {asset(3, "a")};
  EXPECT_TRUE(is_missing(project));
  project.entries = {asset(2, "a", kNoParent, kModel)};
  EXPECT_TRUE(is_missing(project));
  project.entries = {folder(2, "a")};
  project.entries[0].asset_type = kAnimation;
  EXPECT_TRUE(is_missing(project));
  game.assets = {packed(2, "a", kModel)};
  EXPECT_TRUE(is_missing(game));
  game.assets = {packed(3, "a")};
  EXPECT_TRUE(is_missing(game));
  game.assets = {packed(2, "a")};
  EXPECT_FALSE(is_missing(game));
}

}  // namespace
}  // namespace anmkit::craftstudio::test
