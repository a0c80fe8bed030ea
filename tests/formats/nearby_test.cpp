// SPDX-License-Identifier: MIT
// The nearest companion among folders of a tree.
#include "formats/nearby.hpp"

#include <gtest/gtest.h>

#include "core/bytes.hpp"
#include "support/shelf.hpp"

namespace anmkit {
namespace {

using Paths = std::vector<std::string>;

struct Found {
  std::string path;
  Paths rivals;
  bool operator==(const Found&) const = default;
};

// A tree in memory; files contain their own paths unless they have other bytes.
struct Tree {
  explicit Tree(const Paths& paths, const Paths& named = {}) {
    for (const std::string& path : paths)
      shelf.files[path] = to_bytes(path);
    shelf.named = named;
  }
  Found of(const std::string& folder, Wanted wanted) const {
    Folders folders(shelf);
    wanted.extension = ".mdl";
    Nearest found = find_near(folder, wanted, folders);
    return {std::move(found.path), std::move(found.rivals)};
  }
  // A file of that name; any file fits.
  Found named(const std::string& folder, const std::string& stem) const {
    return of(folder, {.extension = {}, .stems = {stem}});
  }
  Found any(const std::string& folder, const std::string& own = ".anm") const {
    return of(folder,
              {.extension = {}, .stems = {}, .fit = [](const auto&) { return 1; }, .own = own});
  }
  Shelf shelf;
};

TEST(Nearby, FindsFilesOfANameInFoldersAround) {
  for (const char* place : {"t/x.mdl", "t/model/x.mdl", "t/other/X.MDL", "t/anim/below/x.mdl",
                            "x.mdl", "models/x.mdl", "t/model/in/x.mdl"})
    EXPECT_EQ(Tree({"t/anim/x.anm", place}).named("t/anim/", "x"), Found(place, {})) << place;
  EXPECT_EQ(Tree({"t/anim/x.anm", "t/model/y.mdl"}).named("t/anim/", "x"), Found());
  // Three folders up, and in a folder without a kind below another one.
  EXPECT_EQ(Tree({"a/b/c/d/x.anm", "x.mdl"}).named("a/b/c/d/", "x"), Found());
  EXPECT_EQ(Tree({"t/anim/x.anm", "t/a/b/x.mdl"}).named("t/anim/", "x"), Found());
  // Next to a folder that is not sorted by kind only folders that are.
  EXPECT_EQ(Tree({"t/hero/x.anm", "t/villain/x.mdl"}).named("t/hero/", "x"), Found());
  EXPECT_EQ(Tree({"t/hero/x.anm", "t/models/x.mdl"}).named("t/hero/", "x"),
            Found("t/models/x.mdl", {}));
  EXPECT_EQ(Tree({"t/hero/x.anm", "t/villain/x.mdl"}, {"t"}).named("t/hero/", "x"),
            Found("t/villain/x.mdl", {}));
  // Of a tree that the user named all folders.
  EXPECT_EQ(Tree({"a/b/c/d/x.anm", "a/x.mdl"}, {"a"}).named("a/b/c/d/", "x"), Found("a/x.mdl", {}));
  EXPECT_EQ(Tree({"t/anim/x.anm", "t/a/b/c/x.mdl"}, {"t/"}).named("t/anim/", "x"),
            Found("t/a/b/c/x.mdl", {}));
}

TEST(Nearby, PrefersTheNearest) {
  EXPECT_EQ(Tree({"t/x.mdl", "t/model/x.mdl"}).named("t/anim/", "x"), Found("t/x.mdl", {}));
  EXPECT_EQ(Tree({"t/model/x.mdl", "models/x.mdl"}).named("t/anim/", "x"),
            Found("t/model/x.mdl", {}));
  // The folder of the same name in a tree of another kind comes first.
  EXPECT_EQ(
      Tree({"t/anim/x.mdl", "t/model/hero/x.mdl", "t/model/x.mdl"}).named("t/anim/hero/", "x"),
      Found("t/model/hero/x.mdl", {}));
  EXPECT_EQ(Tree({"t/model/a/b/x.mdl", "t/model/b/x.mdl"}, {"t"}).named("t/anim/a/b/", "x"),
            Found("t/model/a/b/x.mdl", {}));
}

// The current folder is called as it is elsewhere.
TEST(Nearby, KnowsTheNamesOfTheFoldersAbove) {
  Tree tree({"x.anm", "../../model/hero/x.mdl", "../../model/foe/x.mdl", "../../anim/hero/x.mdl"});
  EXPECT_EQ(tree.named("", "x"), Found({}, {"../../model/foe/x.mdl", "../../model/hero/x.mdl"}));
  tree.shelf.here = "/game/anim/hero/";
  EXPECT_EQ(tree.named("", "x"), Found("../../model/hero/x.mdl", {}));
  EXPECT_EQ(tree.named("./", "x"), Found("../../model/hero/x.mdl", {}));
}

TEST(Nearby, EquallyNearFilesAreRivals) {
  EXPECT_EQ(Tree({"t/a/x.mdl", "t/b/x.mdl"}).named("t/anim/", "x"),
            Found({}, {"t/a/x.mdl", "t/b/x.mdl"}));
  Tree copies({"t/a/x.mdl", "t/b/x.mdl"});
  copies.shelf.files["t/b/x.mdl"] = copies.shelf.files["t/a/x.mdl"];
  EXPECT_EQ(copies.named("t/anim/", "x"), Found("t/a/x.mdl", {}));
}

TEST(Nearby, TakesTheBeginOfAName) {
  const auto begin = [](const Tree& tree) {
    return tree.of("t/anim/", {.extension = {}, .stems = {}, .prefixed = "hero_walk"});
  };
  EXPECT_EQ(begin(Tree({"t/m/hero.mdl", "t/m/he.mdl"})), Found("t/m/hero.mdl", {}));
  EXPECT_EQ(begin(Tree({"t/m/h.mdl", "t/m/walk.mdl"})), Found());
}

// A file of another name is only taken where folders are sorted by kind.
TEST(Nearby, TakesTheOnlyFileOfASortedFolder) {
  EXPECT_EQ(Tree({"t/models/x.mdl"}).any("t/anim/"), Found("t/models/x.mdl", {}));
  EXPECT_EQ(Tree({"t/TMD/x.mdl"}).any("t/anim/"), Found("t/TMD/x.mdl", {}));
  EXPECT_EQ(Tree({"t/hero/x.mdl"}).any("t/anim/"), Found());
  EXPECT_EQ(Tree({"t/hero/x.mdl"}, {"t"}).any("t/anim/"), Found("t/hero/x.mdl", {}));
  EXPECT_EQ(Tree({"t/models/x.mdl", "t/models/y.mdl"}).any("t/anim/"),
            Found({}, {"t/models/x.mdl", "t/models/y.mdl"}));
  // One that has clips of its own is for those.
  EXPECT_EQ(Tree({"t/models/x.mdl", "t/models/a.anm"}).any("t/anim/"), Found());
  EXPECT_EQ(Tree({"t/models/x.mdl", "t/models/a.anm"}).any("t/models/more/"),
            Found("t/models/x.mdl", {}));
  EXPECT_EQ(Tree({"t/models/x.mdl", "t/models/a.anm"}).any("t/anim/", ""),
            Found("t/models/x.mdl", {}));
}

// The model of a neighbour is for the clips that are nearer to it.
TEST(Nearby, LeavesModelsToNearerClips) {
  const Paths hero{"t/hero/mot/a.anm", "t/hero/mdl/x.mdl", "t/villain/mot/a.anm"};
  EXPECT_EQ(Tree(hero, {"t"}).any("t/hero/mot/"), Found("t/hero/mdl/x.mdl", {}));
  EXPECT_EQ(Tree(hero, {"t"}).any("t/villain/mot/"), Found());
  const Paths kinds{"t/anm/a/x.anm", "t/anm/b/x.anm", "t/mdl/a/x.mdl"};
  EXPECT_EQ(Tree(kinds).any("t/anm/a/"), Found("t/mdl/a/x.mdl", {}));
  EXPECT_EQ(Tree(kinds).any("t/anm/b/"), Found());
  EXPECT_EQ(Tree(kinds).named("t/anm/b/", "x"), Found("t/mdl/a/x.mdl", {}));
}

TEST(Nearby, TakesNothingThatDoesNotFit) {
  const auto fit = [](const Tree& tree) {
    return tree.of("t/anim/",
                   {.extension = {}, .stems = {"x"}, .fit = [](const std::string& path) {
                      return path.ends_with("bad/x.mdl") ? 0 : path.ends_with("best.mdl") ? 2 : 1;
                    }});
  };
  EXPECT_EQ(fit(Tree({"t/bad/x.mdl"})), Found({}, {"t/bad/x.mdl"}));
  EXPECT_EQ(fit(Tree({"t/bad/x.mdl", "t/models/y.mdl"})), Found("t/models/y.mdl", {}));
  EXPECT_EQ(fit(Tree({"t/models/y.mdl", "t/models/best.mdl"})), Found("t/models/best.mdl", {}));
  EXPECT_EQ(fit(Tree({"t/models/x.mdl", "t/models/best.mdl"})), Found("t/models/x.mdl", {}));
}

TEST(Nearby, LeavesFoldersThatHaveTheirOwn) {
  const auto only = [](const Tree& tree) {
    return tree.of("t/model/", {.extension = {}, .stems = {"x"}, .own = ".gpl", .only = true});
  };
  EXPECT_EQ(only(Tree({"t/skin/x.mdl"})), Found("t/skin/x.mdl", {}));
  EXPECT_EQ(only(Tree({"t/skin/x.mdl", "t/skin/y.gpl"})), Found());
}

// However many files ask, a folder is listed once; those outside of a named tree are few.
TEST(Nearby, ListsEachFolderOnce) {
  Paths paths;
  for (int i = 0; i < 300; ++i)
    paths.push_back("t/f" + std::to_string(i) + "/y.mdl");
  const Tree tree(paths);
  Folders folders(tree.shelf);
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(find_near("t/anim/", {.extension = ".mdl", .stems = {"x"}}, folders).path, "");
  for (const auto& [folder, times] : tree.shelf.lists)
    EXPECT_EQ(times, 1) << folder;
  EXPECT_LT(tree.shelf.lists.size(), 100u);
}

TEST(Nearby, SearchesTheNearestFoldersOfALargeTree) {
  Paths paths{"t/x.mdl"};
  for (int i = 0; i < 300; ++i)
    paths.push_back("t/m/f" + std::to_string(i) + "/x.mdl");
  EXPECT_EQ(Tree(paths, {"t"}).named("t/a/b/", "x"), Found("t/x.mdl", {}));
  paths.erase(paths.begin());
  EXPECT_EQ(Tree(paths, {"t"}).named("t/a/b/", "x"), Found());
}

// From the current folder and from folders named by the way up.
TEST(Nearby, ClimbsAboveTheCurrentFolder) {
  EXPECT_EQ(Tree({"../model/x.mdl"}).named("", "x"), Found("../model/x.mdl", {}));
  EXPECT_EQ(Tree({"../other/x.mdl"}).named("", "x"), Found());
  EXPECT_EQ(Tree({"../../model/x.mdl"}).named("../", "x"), Found("../../model/x.mdl", {}));
  EXPECT_EQ(Tree({"../model/x.mdl"}).named("./", "x"), Found("../model/x.mdl", {}));
  EXPECT_EQ(Tree({"/model/x.mdl"}).named("/anim/", "x"), Found("/model/x.mdl", {}));
}

}  // namespace
}  // namespace anmkit
