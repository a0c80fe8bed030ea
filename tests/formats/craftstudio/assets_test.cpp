// SPDX-License-Identifier: MIT
// Names of clips and assets: after the project's tree where it knows them, else after the
// file.
#include "formats/craftstudio/project/assets.hpp"

#include "support.hpp"

namespace anmkit::craftstudio::test {
namespace {

Entry entry(std::uint8_t folder, std::uint16_t id, std::uint16_t parent, std::string name,
            AssetType type = AssetType::model_animation) {
  Entry made;
  made.folder = folder;
  made.id = id;
  made.parent = parent;
  made.name.bytes = std::move(name);
  made.asset_type = static_cast<std::uint8_t>(type);
  return made;
}

Project tree() {
  Project project;
  project.entries = {entry(1, 3, kNoParent, "Animals"),
                     entry(1, 4, 3, "Birds"),
                     entry(0, 7, 4, "Flap"),
                     entry(0, 7, 4, "Bird", AssetType::model),
                     entry(0, 4, kNoParent, "Alone"),
                     entry(0, 9, 77, "Lost")};
  return project;
}

TEST(CraftStudioAssets, PathsGoThroughTheFoldersAbove) {
  const Project project = tree();
  EXPECT_EQ(asset_path(project, AssetType::model_animation, 7), "Animals/Birds/Flap");
  EXPECT_EQ(asset_path(project, AssetType::model, 7), "Animals/Birds/Bird");
  EXPECT_EQ(asset_path(project, AssetType::model_animation, 4), "Alone") << "not the folder 4";
  EXPECT_EQ(asset_path(project, AssetType::model_animation, 9), "Lost")
      << "its folder is not there";
  EXPECT_EQ(asset_path(project, AssetType::model_animation, 3), "") << "a folder";
  EXPECT_EQ(asset_path(project, AssetType::model, 9), "");
}

TEST(CraftStudioAssets, StopsAtCyclesOfFolders) {
  Project project;
  project.entries = {entry(1, 3, 3, "Round"), entry(0, 7, 3, "Flap")};
  const std::string path = asset_path(project, AssetType::model_animation, 7);
  EXPECT_TRUE(path.ends_with("Round/Round/Flap"));
  EXPECT_LE(path.size(), 65u * 6);
}

TEST(CraftStudioAssets, PublishedGamesStoreTheWholePath) {
  Project project;
  for (const auto& [name, type] : {std::pair{"Classic/Bird", AssetType::model},
                                   {"Classic/Flap", AssetType::model_animation}}) {
    PackedAsset& asset = project.assets.emplace_back();
    asset.id = 7;
    asset.path.bytes = name;
    asset.asset_type = static_cast<std::uint8_t>(type);
  }
  EXPECT_EQ(asset_path(project, AssetType::model, 7), "Classic/Bird");
  EXPECT_EQ(asset_path(project, AssetType::model_animation, 7), "Classic/Flap");
  EXPECT_EQ(clip_title("Assets/ModelAnimations/7.csmodelanim", &project), "Flap");
}

TEST(CraftStudioAssets, TitlesOfClips) {
  const Project project = tree();
  const std::string file = "game/Assets/ModelAnimations/7/Current.csmodelanim";
  EXPECT_EQ(clip_title(file, &project), "Flap");
  EXPECT_EQ(clip_title(file, nullptr), "7");
  EXPECT_EQ(clip_title("game/Assets/ModelAnimations/8/Current.csmodelanim", &project), "8");
  EXPECT_EQ(clip_title("walk.csmodelanim", &project), "walk");
  EXPECT_EQ(clip_title("game/Assets/Models/7/Current.csmodel", &project), "7");
}

TEST(CraftStudioAssets, PathsOfAssets) {
  const auto working =
      find_asset("a/Assets/ModelAnimations/7/Current.csmodelanim", "ModelAnimations");
  ASSERT_TRUE(working.has_value());
  EXPECT_EQ(working->id, 7);
  EXPECT_EQ(working->assets, "a/Assets/");
  EXPECT_EQ(working->own, "a/Assets/ModelAnimations/7/");
  const auto published = find_asset("a/Assets/ModelAnimations/7.csmodelanim", "ModelAnimations");
  ASSERT_TRUE(published.has_value());
  EXPECT_EQ(published->id, 7);
  EXPECT_EQ(published->assets, "a/Assets/");
  EXPECT_EQ(published->own, "");
  EXPECT_FALSE(find_asset("a/Assets/ModelAnimations/7.csmodelanim", "Models").has_value());
  EXPECT_FALSE(
      find_asset("a/Assets/ModelAnimations/walk.csmodelanim", "ModelAnimations").has_value());
  EXPECT_FALSE(find_asset("a/ModelAnimations/70000.csmodelanim", "ModelAnimations").has_value());
  EXPECT_EQ(folder_above("a/b/"), "a/");
  EXPECT_EQ(folder_above("b/"), "");
}

}  // namespace
}  // namespace anmkit::craftstudio::test
