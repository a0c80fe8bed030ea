// SPDX-License-Identifier: MIT
// Subjects of a folder, with their animations, textures and names, each once.
#include <gtest/gtest.h>

#include <algorithm>

#include "anmkit/gltf.hpp"
#include "anmkit/project.hpp"
#include "core/paths.hpp"
#include "support/examples.hpp"
#include "support/shelf.hpp"

namespace anmkit {
namespace {

std::vector<std::string> names_of(const Project& project) {
  std::vector<std::string> names;
  for (const Subject& subject : project.subjects)
    names.push_back(subject.name);
  return names;
}
const Subject* find(const Project& project, std::string_view name) {
  const auto found = std::ranges::find(project.subjects, name, &Subject::name);
  return found == project.subjects.end() ? nullptr : &*found;
}
using Names = std::vector<std::string>;

// One animation of `parts` parts that do not move.
Bytes still(const std::string& name, int parts) {
  std::string index;
  for (int i = 0; i < 3 + 3 * parts; ++i)
    index += "0x0001, 0x0000, ";
  return to_bytes("static const s16 " + name + "_values[] = {0x0000};\nstatic const u16 " + name +
                  "_index[] = {" + index + "};\nstatic const struct Animation " + name +
                  "[] = {0, 0, 0, 0, 0x10, ANIMINDEX_NUMPARTS(" + name + "_index), " + name +
                  "_values, " + name + "_index, 0};\n");
}
Bytes layout(const std::string& name, int parts) {
  std::string text =
      "const GeoLayout " + name + "[] = {\n   GEO_NODE_START(),\n   GEO_OPEN_NODE(),\n";
  for (int i = 0; i < parts; ++i)
    text += "      GEO_ANIMATED_PART(LAYER_OPAQUE, 0, 10, 0, NULL),\n";
  return to_bytes(text + "   GEO_CLOSE_NODE(),\n   GEO_END(),\n};\n");
}
Bytes joined(const Bytes& a, const Bytes& b) {
  Bytes all = a;
  all.insert(all.end(), b.begin(), b.end());
  return all;
}

// Two families call their animations .anm.
TEST(Project, KeepsFamiliesInOneFolderApart) {
  Shelf shelf;
  for (const char* name : {"psx/HOP.ANM", "psx/MODEL.TMD", "gc/stalk.act", "gc/stalk.anm",
                           "gc/stalk.gpl", "gc/stalk.skn", "gc/stalk.tpl"})
    shelf.files["all/" + std::string(name).substr(std::string(name).find('/') + 1)] = example(name);
  const Project project = open_project(shelf);
  ASSERT_EQ(names_of(project), (Names{"all/MODEL", "all/stalk"}));
  EXPECT_EQ(find(project, "all/MODEL")->files, Names{"all/HOP.ANM"});
  EXPECT_EQ(find(project, "all/stalk")->files, Names{"all/stalk.anm"});
}

TEST(Project, AFolderOfEachFamily) {
  Shelf shelf;
  shelf.files["psx/HOP.ANM"] = example("psx/HOP.ANM");
  shelf.files["psx/MODEL.TMD"] = example("psx/MODEL.TMD");
  for (const char* name : {"stalk.act", "stalk.anm", "stalk.gpl", "stalk.skn", "stalk.tpl"})
    shelf.files[std::string("gc/") + name] = example(std::string("gc/") + name);
  shelf.files["cs2/bounce.txt"] = example("cs2/bounce.txt");
  shelf.files["notes/readme.txt"] = to_bytes("Nothing that moves.\n");
  const Project project = open_project(shelf);
  EXPECT_EQ(names_of(project), (Names{"cs2", "gc", "psx"}));
  EXPECT_EQ(project.orphans, Names{});
  EXPECT_TRUE(project.broken.empty());
  const Subject* stalk = find(project, "gc");
  ASSERT_NE(stalk, nullptr);
  EXPECT_EQ(stalk->family, "gc");
  EXPECT_EQ(stalk->model, "gc/stalk.act");
  EXPECT_EQ(stalk->files, Names{"gc/stalk.anm"});
  EXPECT_EQ(stalk->companions, (Names{"gc/stalk.gpl", "gc/stalk.skn", "gc/stalk.tpl"}));
  EXPECT_EQ(stalk->textures, Names{"gc/stalk.tpl"});
  EXPECT_EQ(find(project, "psx")->files, Names{"psx/HOP.ANM"});
  EXPECT_EQ(find(project, "cs2")->missing, Names{"bounce.hg3"});
}

TEST(Project, NamesSubjectsOfOneFolderApart) {
  Shelf shelf;
  shelf.files["a/one.TMD"] = shelf.files["a/two.TMD"] = example("psx/MODEL.TMD");
  shelf.files["a/HOP.ANM"] = example("psx/HOP.ANM");  // of an unknown model
  const Project project = open_project(shelf, {.folder = "a"});
  EXPECT_EQ(names_of(project), (Names{"HOP", "one", "two"}));
  EXPECT_EQ(find(project, "HOP")->model, "");
  // A name that two things have gets their extensions.
  shelf.files["a/two.csmodelanim"] = example("craftstudio/robot-walk.csmodelanim");
  EXPECT_EQ(names_of(open_project(shelf, {.folder = "a"})),
            (Names{"HOP", "one", "two.TMD", "two.csmodelanim"}));
  // The only one is called as its folder is.
  Shelf alone;
  alone.files["games/bird/one.TMD"] = example("psx/MODEL.TMD");
  EXPECT_EQ(names_of(open_project(alone, {.folder = "games/bird"})), Names{"bird"});
  EXPECT_EQ(names_of(open_project(alone, {.folder = "games"})), Names{"bird"});
  EXPECT_EQ(names_of(open_project(alone)), Names{"games/bird"});
}

TEST(Project, MatchesAnimationsToLayoutsByPartCount) {
  Shelf shelf;
  shelf.files["koopa/geo.inc.c"] = joined(layout("with_shell_geo", 3), layout("bare_geo", 2));
  shelf.files["koopa/anims/run.inc.c"] = still("run", 2);
  shelf.files["koopa/anims/fly.inc.c"] = still("fly", 3);
  shelf.files["koopa/anims/odd.inc.c"] = still("odd", 7);
  shelf.files["koopa/anims/data.inc.c"] = to_bytes("#include \"run.inc.c\"\n");
  const Project project = open_project(shelf);
  EXPECT_EQ(names_of(project), (Names{"koopa/bare_geo", "koopa/with_shell_geo"}));
  EXPECT_EQ(find(project, "koopa/bare_geo")->files, Names{"koopa/anims/run.inc.c"});
  EXPECT_EQ(find(project, "koopa/with_shell_geo")->files,
            (Names{"koopa/anims/fly.inc.c", "koopa/anims/odd.inc.c"}));
  EXPECT_EQ(find(project, "koopa/bare_geo")->options.text("geo"), "bare_geo");
  EXPECT_EQ(project.orphans, Names{});
}

// Neither reading a project nor making its files lists a folder again for each of its subjects.
TEST(Project, ListsEachFolderOnce) {
  const auto lists = [](std::size_t count) {
    Shelf shelf;
    for (std::size_t i = 0; i < count; ++i)
      shelf.files["in/clip" + std::to_string(i) + ".csmodelanim"] =
          example("craftstudio/robot-walk.csmodelanim");
    const Project project = open_project(shelf, {.folder = "in"});
    EXPECT_EQ(project.subjects.size(), count);
    const auto folders = list_once(shelf);
    for (const Subject& subject : project.subjects) {
      ConversionReport report;
      EXPECT_TRUE(convert_subject(subject, {.output = "x.glb"}, folders, report));
    }
    for (const auto& [path, reads] : shelf.reads)
      EXPECT_LE(reads, 2) << path;
    int all = 0;
    for (const auto& [folder, times] : shelf.lists)
      all += shelf.files.contains(folder) ? 0 : times;  // the walk asks whether it is a file
    return all;
  };
  EXPECT_EQ(lists(30), lists(2));
}

TEST(Project, MarioHasHisAnimationsAndTheirNames) {
  Shelf shelf;
  shelf.files["t/actors/mario/geo.inc.c"] = layout("mario_geo", 2);
  shelf.files["t/assets/anims/anim_00.inc.c"] = still("anim_00", 2);
  shelf.files["t/assets/anims/anim_0A.inc.c"] = still("anim_0A", 2);
  shelf.files["t/include/mario_animation_ids.h"] =
      to_bytes("enum MarioAnimID {\n  MARIO_ANIM_GRAB,\n  MARIO_ANIM_WAIT = 10,\n};\n");
  for (const char* folder : {"t", "t/actors/mario", "t/assets/anims"}) {
    const Project project = open_project(shelf, {.folder = folder});
    ASSERT_EQ(project.subjects.size(), 1U) << folder;
    const Subject& mario = project.subjects.front();
    EXPECT_EQ(mario.files, (Names{"t/assets/anims/anim_00.inc.c", "t/assets/anims/anim_0A.inc.c"}));
    ConversionReport report;
    const auto made = convert_subject(mario, {.output = "mario.glb"}, list_once(shelf), report);
    ASSERT_TRUE(made) << made.error().message;
    const auto scene = read_gltf(made->front().bytes, 0, {});
    ASSERT_TRUE(scene);
    ASSERT_EQ(scene->clips.size(), 2U);
    EXPECT_EQ(scene->clips[0].name, "MARIO_ANIM_GRAB");
    EXPECT_EQ(scene->clips[1].name, "MARIO_ANIM_WAIT");
    EXPECT_EQ(scene->nodes.size(), 2U);
  }
}

TEST(Project, ReportsBrokenFilesOnly) {
  Shelf shelf;
  shelf.files["walk.csmodelanim"] = to_bytes("nothing of the kind");
  shelf.files["main.c"] = to_bytes("int main(void) { return 0; }\n");
  shelf.files["table.bin"] = to_bytes("any bytes");
  shelf.files["page.html"] = to_bytes("<html>");
  shelf.files["lost.TIM"] = to_bytes("");
  const Project project = open_project(shelf);
  EXPECT_TRUE(project.subjects.empty());
  ASSERT_EQ(project.broken.size(), 2U);
  EXPECT_EQ(project.broken[0].path, "lost.TIM");
  EXPECT_EQ(project.broken[1].path, "walk.csmodelanim");
  EXPECT_NE(project.broken[1].why.first_error(), nullptr);
}

TEST(Project, ReportsBrokenFilesThatSubjectsReferTo) {
  Shelf shelf;
  shelf.files["t/actors/mario/geo.inc.c"] = layout("mario_geo", 2);
  shelf.files["t/assets/anims/anim_00.inc.c"] = still("anim_00", 2);
  shelf.files["t/assets/anims/anim_01.inc.c"] =
      to_bytes("static const struct Animation anim_01[] = {0, 0, ;\n");
  shelf.files["t/other/bad.csmodelanim"] = to_bytes("nobody asks for this one");
  const Project project = open_project(shelf, {.folder = "t/actors/mario"});
  ASSERT_EQ(project.broken.size(), 1U);
  EXPECT_EQ(project.broken[0].path, "t/assets/anims/anim_01.inc.c");
  ASSERT_EQ(project.subjects.size(), 1U);
  EXPECT_EQ(project.subjects[0].files, Names{"t/assets/anims/anim_00.inc.c"});
}

TEST(Project, ReadsEachFileOnceInParallel) {
  Shelf shelf;
  for (int i = 0; i < 40; ++i)
    shelf.files["many/" + std::to_string(i) + ".ANM"] = example("psx/HOP.ANM");
  shelf.files["many/MODEL.TMD"] = example("psx/MODEL.TMD");
  const Project one = open_project(shelf);
  for (const auto& [path, count] : shelf.reads)
    EXPECT_EQ(count, 1) << path;
  EXPECT_LE(shelf.lists["many"], 3);  // the walk asks twice
  ASSERT_EQ(one.subjects.size(), 1U);
  EXPECT_EQ(one.subjects.front().files.size(), 40U);

  std::vector<int> done(41);
  ProjectRequest request{.workers = 2};
  request.share = [&](std::size_t count, const Work& work) {
    ASSERT_EQ(count, done.size());
    for (std::size_t i = count; i-- > 0;) {
      ++done[i];
      work(i, i % 2);
    }
  };
  const Project two = open_project(shelf, request);
  EXPECT_EQ(done, std::vector<int>(41, 1));
  ASSERT_EQ(two.subjects.size(), 1U);
  EXPECT_EQ(two.subjects.front().files, one.subjects.front().files);
}

// The table of a published game (craftstudio.md, 9.4), whose models have these paths.
Bytes package_of(const std::vector<std::string>& models) {
  std::string out("\1\4Game\1\0\0\0", 10);
  const auto put_number = [&](std::size_t number) {
    out += static_cast<char>(number);
    out += '\0';
  };
  put_number(models.size());
  for (std::size_t i = 0; i < models.size(); ++i) {
    put_number(i + 1);
    out += static_cast<char>(models[i].size());
    out += models[i] + '\0';
  }
  return to_bytes(out);
}

TEST(Project, NamesFromTablesCannotLeaveTheFolder) {
  Shelf game;
  const std::vector<std::string> names = {"../../evil", "..",        "a/../../b", "/root",
                                          "C:\\x",      "good/name", "..\\x",     "./y"};
  game.files["game/GamePackage.dat"] = package_of(names);
  for (std::size_t i = 1; i <= names.size(); ++i)
    game.files["game/Models/" + std::to_string(i) + ".csmodel"] =
        example("craftstudio/robot.csmodel");
  const std::vector<std::string> made = names_of(open_project(game));
  EXPECT_EQ(made.size(), names.size());
  const auto is_good = [](const std::string& name) { return name.ends_with("good/name"); };
  EXPECT_EQ(std::ranges::count_if(made, is_good), 1) << testing::PrintToString(made);
  for (const std::string& name : made) {
    EXPECT_TRUE(is_safe_name(name)) << name;
    EXPECT_EQ(name.find_first_of(":\\"), std::string::npos) << name;
  }
  Shelf shelf;
  shelf.files["up/../../x/one.TMD"] = example("psx/MODEL.TMD");
  shelf.files["up/../../x/..TMD"] = example("psx/MODEL.TMD");
  for (const Subject& subject : open_project(shelf).subjects) {
    EXPECT_EQ(("/" + subject.name + "/").find("/../"), std::string::npos) << subject.name;
    EXPECT_FALSE(subject.name.starts_with('/'));
  }
}

}  // namespace
}  // namespace anmkit
