// SPDX-License-Identifier: MIT
// Meanings of bone names, and pairs of bones.
#include <gtest/gtest.h>

#include <algorithm>

#include "anmkit/retarget.hpp"
#include "formats/sm64/geo/geo.hpp"
#include "retarget/presets.hpp"
#include "retarget/roles.hpp"
#include "retarget/skeleton.hpp"

namespace anmkit {
namespace {

using bones::Part;
using bones::Role;
using bones::Side;

struct Named {
  const char* name;
  Part part;
  Side side;
};

// Names of rigs that people have.
TEST(Roles, NamesOfManyRigs) {
  const Named names[] = {
      {"mixamorig:Hips", Part::hips, Side::none},
      {"mixamorig:LeftUpLeg", Part::thigh, Side::left},
      {"mixamorig:LeftLeg", Part::shin, Side::left},
      {"mixamorig:RightForeArm", Part::forearm, Side::right},
      {"mixamorig1:Spine2", Part::spine, Side::none},
      {"mixamorig:LeftHandThumb1", Part::thumb, Side::left},
      {"mixamorig:HeadTop_End", Part::none, Side::none},
      {"DEF-upper_arm.L", Part::upper_arm, Side::left},
      {"upper_arm.R", Part::upper_arm, Side::right},
      {"shin.L", Part::shin, Side::left},
      {"f_index.01.R", Part::index, Side::right},
      {"Arm_L", Part::upper_arm, Side::left},
      {"LArm", Part::upper_arm, Side::left},
      {"leftArm", Part::upper_arm, Side::left},
      {"leftarm", Part::upper_arm, Side::left},
      {"upperarm_l", Part::upper_arm, Side::left},
      {"lowerarm_r", Part::forearm, Side::right},
      {"calf_l", Part::shin, Side::left},
      {"clavicle_r", Part::shoulder, Side::right},
      {"ball_l", Part::toe, Side::left},
      {"pelvis", Part::hips, Side::none},
      {"spine_03", Part::spine, Side::none},
      {"J_Bip_L_LowerLeg", Part::shin, Side::left},
      {"J_Bip_C_Chest", Part::spine, Side::none},
      {"arm_stretch.l", Part::upper_arm, Side::left},
      {"thigh_stretch.r", Part::thigh, Side::right},
      {"spine_01.x", Part::spine, Side::none},
      {"Head_M", Part::head, Side::none},
      {"Bip01 R Thigh", Part::thigh, Side::right},
      {"CC_Base_L_Forearm", Part::forearm, Side::left},
      {"mario_medium_poly_left_forearm_shared_dl", Part::forearm, Side::left},
      {"mario_butt", Part::hips, Side::none},
      {"Left Leg", Part::shin, Side::left},
      {"tail", Part::none, Side::none},
      {"", Part::none, Side::none},
      {"::", Part::none, Side::none},
      {"42", Part::none, Side::none},
      {"lamp", Part::none, Side::none},
  };
  for (const Named& one : names) {
    const Role role = bones::role_of(one.name);
    EXPECT_EQ(role.part, one.part) << one.name;
    if (one.part != Part::none) {
      EXPECT_EQ(role.side, one.side) << one.name;
    }
  }
}

TEST(Roles, SpellingsDropPrefixesAndNumbers) {
  EXPECT_EQ(bones::spelling_of("Armature|mixamorig:Left_Arm_02"),
            (bones::Spelling{"arm", Side::left, "2"}));
  EXPECT_EQ(bones::spelling_of("ORG-tail.000"), (bones::Spelling{"tail", Side::none, "0"}));
  EXPECT_EQ(bones::spelling_of("L"), (bones::Spelling{"l", Side::none, ""}));
}

Scene tree(std::initializer_list<std::pair<const char*, int>> nodes) {
  Scene scene;
  for (const auto& [name, parent] : nodes) {
    Node& node = scene.nodes.emplace_back();
    node.name = name;
    node.parent = parent;
    node.id = static_cast<std::int64_t>(scene.nodes.size()) - 1;
  }
  return scene;
}
std::string source_of(const BoneMap& map, std::string_view target) {
  const auto found = std::ranges::find(map.pairs, target, &BonePair::target);
  return found == map.pairs.end() ? "" : found->source;
}

TEST(Guess, LegsOfOnePieceAreWholeLegs) {
  const Scene blocks = tree({{"body", -1},
                             {"head", 0},
                             {"left_arm", 0},
                             {"right_arm", 0},
                             {"left_leg", 0},
                             {"right_leg", 0}});
  const Scene person = tree({{"Hips", -1},
                             {"Spine", 0},
                             {"Spine1", 1},
                             {"Head", 2},
                             {"LeftShoulder", 2},
                             {"LeftArm", 4},
                             {"LeftForeArm", 5},
                             {"RightArm", 2},
                             {"LeftUpLeg", 0},
                             {"LeftLeg", 8},
                             {"RightUpLeg", 0},
                             {"RightLeg", 10}});
  const BoneMap map = guess_bones(person, blocks);
  EXPECT_TRUE(map.missing.empty());
  EXPECT_EQ(source_of(map, "left_leg"), "LeftUpLeg");
  EXPECT_EQ(source_of(map, "right_arm"), "RightArm");
  EXPECT_EQ(source_of(map, "body"), "Spine1");
  EXPECT_EQ(source_of(map, "head"), "Head");
}

// A layout's parts have no names that say anything; seen alone he is.
TEST(Guess, RecognisesMarioInBothRestPoses) {
  const Scene person = tree({{"mixamorig:Hips", -1},
                             {"mixamorig:Spine", 0},
                             {"mixamorig:Head", 1},
                             {"mixamorig:LeftArm", 1},
                             {"mixamorig:LeftForeArm", 3},
                             {"mixamorig:LeftHand", 4},
                             {"mixamorig:RightArm", 1},
                             {"mixamorig:RightForeArm", 6},
                             {"mixamorig:RightHand", 7},
                             {"mixamorig:LeftUpLeg", 0},
                             {"mixamorig:LeftLeg", 9},
                             {"mixamorig:LeftFoot", 10},
                             {"mixamorig:RightUpLeg", 0},
                             {"mixamorig:RightLeg", 12},
                             {"mixamorig:RightFoot", 13}});
  Scene mario =
      tree({{"part_00", -1}, {"part_01", 0},  {"part_02", 1},  {"part_03", 2},  {"part_04", 2},
            {"part_05", 4},  {"part_06", 5},  {"part_07", 6},  {"part_08", 2},  {"part_09", 8},
            {"part_10", 9},  {"part_11", 10}, {"part_12", 1},  {"part_13", 12}, {"part_14", 13},
            {"part_15", 14}, {"part_16", 1},  {"part_17", 16}, {"part_18", 17}, {"part_19", 18}});
  for (const bool stands : {false, true}) {
    if (stands) sm64::stand_like_mario(mario.nodes);
    const BoneMap map = guess_bones(person, mario);
    EXPECT_TRUE(map.missing.empty()) << stands;
    EXPECT_EQ(source_of(map, "part_00"), "mixamorig:Hips") << stands;
    EXPECT_EQ(source_of(map, "part_05"), "mixamorig:LeftArm") << stands;
    EXPECT_EQ(source_of(map, "part_13"), "mixamorig:LeftUpLeg") << stands;
    EXPECT_EQ(source_of(map, "part_19"), "mixamorig:RightFoot") << stands;
    EXPECT_EQ(bones::preset_reference(mario).size(), mario.nodes.size()) << stands;
  }
  // Another body of that shape.
  mario.nodes[13].rest.rotation = {};
  EXPECT_TRUE(guess_bones(person, mario).pairs.empty());
  EXPECT_TRUE(bones::preset_reference(mario).empty());
}

TEST(Guess, SpinesThatEndInHeads) {
  const Scene rigify = tree({{"spine", -1},
                             {"spine.001", 0},
                             {"spine.002", 1},
                             {"spine.003", 2},
                             {"spine.004", 3},
                             {"spine.005", 4},
                             {"spine.006", 5},
                             {"upper_arm.L", 3},
                             {"thigh.L", 0},
                             {"thigh.R", 0}});
  const auto roles = bones::anatomy_of(rigify, std::vector<bool>(rigify.nodes.size(), true)).roles;
  const Part wanted[] = {Part::hips, Part::spine, Part::spine, Part::spine,
                         Part::neck, Part::neck,  Part::head};
  for (std::size_t i = 0; i < std::size(wanted); ++i)
    EXPECT_EQ(roles[i].part, wanted[i]) << i;
}

// Exports of a generated Rigify rig with the skin's bones alone: limbs hang on the whole.
TEST(Guess, SpinesWithoutAttachedArms) {
  Scene rig = tree({{"rig", -1},
                    {"DEF-spine", 0},
                    {"DEF-spine.001", 1},
                    {"DEF-spine.002", 2},
                    {"DEF-spine.003", 3},
                    {"DEF-spine.004", 4},
                    {"DEF-spine.005", 5},
                    {"DEF-spine.006", 6},
                    {"DEF-upper_arm.L", 0},
                    {"DEF-upper_arm.R", 0}});
  for (std::size_t i = 2; i < 8; ++i)
    rig.nodes[i].rest.translation = {0, 0.1, 0};
  rig.nodes[1].rest.translation = {0, 1, 0};
  for (std::size_t i = 8; i < 10; ++i)
    rig.nodes[i].rest.translation = {i == 8 ? 0.2 : -0.2, 1.35, 0};
  const auto roles = bones::anatomy_of(rig, std::vector<bool>(rig.nodes.size(), true)).roles;
  const Part wanted[] = {Part::none,  Part::hips, Part::spine, Part::spine,
                         Part::spine, Part::neck, Part::neck,  Part::head};
  for (std::size_t i = 0; i < std::size(wanted); ++i)
    EXPECT_EQ(roles[i].part, wanted[i]) << i;
}

TEST(Guess, TheParentOfTheLegsIsTheHips) {
  const Scene scene = tree({{"thing", -1}, {"LeftUpLeg", 0}, {"RightUpLeg", 0}});
  EXPECT_EQ(bones::anatomy_of(scene, {true, true, true}).roles[0].part, Part::hips);
}

TEST(Guess, UsesStructureWithoutHelpfulNames) {
  const Scene a = tree({{"x0", -1}, {"x1", 0}, {"x2", 1}, {"x3", 0}});
  const Scene b = tree({{"root", -1}, {"lid", 0}, {"bolt", 1}, {"peg", 0}});
  const BoneMap map = guess_bones(a, b);
  EXPECT_EQ(source_of(map, "root"), "x0");
  EXPECT_EQ(source_of(map, "lid"), "x1");
  EXPECT_EQ(source_of(map, "bolt"), "x2");
  EXPECT_EQ(source_of(map, "peg"), "x3");
  const Scene other = tree({{"x0", -1}, {"x1", 0}, {"x2", 1}});
  EXPECT_EQ(guess_bones(other, b).missing.size(), 4u);
}

// A person whose spine and index finger have these names, each joint one unit from the last one,
// or as far from the hand as `finger_places` says.
Scene numbered(const std::vector<std::string>& spine, const std::vector<std::string>& finger,
               const std::vector<double>& finger_places = {}) {
  Scene scene;
  const auto add = [&](const std::string& name, std::int64_t parent, Vec3 place) {
    Node& node = scene.nodes.emplace_back();
    node.name = name;
    node.parent = static_cast<std::int32_t>(parent);
    node.rest.translation = place;
    return static_cast<std::int64_t>(scene.nodes.size()) - 1;
  };
  const std::int64_t hips = add("Hips", -1, {0, 10, 0});
  std::int64_t chest = hips;
  for (const std::string& name : spine)
    chest = add(name, chest, {0, 1, 0});
  add("Head", chest, {0, 2, 0});
  for (const double side : {1.0, -1.0}) {
    const std::string begin = side > 0 ? "Left" : "Right";
    std::int64_t hand = add(begin + "Arm", chest, {side, 1, 0});
    hand = add(begin + "ForeArm", hand, {3 * side, 0, 0});
    hand = add(begin + "Hand", hand, {3 * side, 0, 0});
    double before = 0;
    for (std::size_t i = 0; i < finger.size(); ++i) {
      const double place = finger_places.empty() ? static_cast<double>(i + 1) : finger_places[i];
      hand = add(begin + finger[i], hand, {(place - before) * side, 0, 0});
      before = place;
    }
    std::int64_t foot = add(begin + "UpLeg", hips, {side, -1, 0});
    foot = add(begin + "Leg", foot, {0, -4, 0});
    add(begin + "Foot", foot, {0, -4, 0});
  }
  return scene;
}

// The roles of the left arm when the last bone is `beyond` units from the one called hand, and the
// lengths before it are those of a collarbone and of an upper arm.
std::vector<Part> arm_with(double beyond) {
  Scene scene = tree({{"Hips", -1},
                      {"Spine", 0},
                      {"Head", 1},
                      {"LeftArm", 1},
                      {"LeftForeArm", 3},
                      {"LeftHand", 4},
                      {"LeftTip", 5},
                      {"RightArm", 1},
                      {"RightForeArm", 7},
                      {"RightHand", 8},
                      {"RightTip", 9},
                      {"LeftUpLeg", 0},
                      {"RightUpLeg", 0}});
  const double along[] = {0.3, 2, 3.2, beyond};
  scene.nodes[1].rest.translation = {0, 5, 0};
  scene.nodes[2].rest.translation = {0, 2, 0};
  for (std::size_t i = 0; i < 4; ++i) {
    scene.nodes[3 + i].rest.translation = {along[i], 0, 0};
    scene.nodes[7 + i].rest.translation = {-along[i], 0, 0};
  }
  scene.nodes[11].rest.translation = {1, -1, 0};
  scene.nodes[12].rest.translation = {-1, -1, 0};
  const auto roles = bones::anatomy_of(scene, std::vector<bool>(13, true)).roles;
  return {roles[3].part, roles[4].part, roles[5].part};
}

// Where a hand is at the elbow, the bone beyond it is as long as a forearm.
TEST(Guess, RefusesArmsThatBeginAtTheCollarbone) {
  using Parts = std::vector<Part>;
  EXPECT_EQ(arm_with(0.8), Parts({Part::upper_arm, Part::forearm, Part::hand}));
  EXPECT_EQ(arm_with(3), Parts({Part::none, Part::none, Part::none}));
}

// The same bones, numbered from another one: the order of the chain decides.
TEST(Guess, FollowsTheOrderOfShiftedNames) {
  const std::vector<std::string> spine{"Spine", "Spine1", "Spine2"},
      finger{"HandIndex1", "HandIndex2", "HandIndex3"};
  const Scene target = numbered(spine, finger);
  using Names = std::vector<std::string>;
  for (const auto& [other_spine, other_finger] : std::vector<std::pair<Names, Names>>{
           {spine, finger},
           {{"Spine1", "Spine2", "Spine3"}, {"HandIndex2", "HandIndex3", "HandIndex4"}},
           {{"Spine0", "Spine1", "Spine2"}, {"HandIndex0", "HandIndex1", "HandIndex2"}},
           {{"Chest", "Spine", "Spine1"}, {"HandIndex3", "HandIndex2", "HandIndex1"}}}) {
    const BoneMap map = guess_bones(numbered(other_spine, other_finger), target);
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(source_of(map, spine[i]), other_spine[i]);
      for (const std::string side : {"Left", "Right"})
        EXPECT_EQ(source_of(map, side + finger[i]), side + other_finger[i]);
    }
  }
}

// Bones of the palm and of the fingertip make chains as long whose names are right.
TEST(Guess, KeepsNamesThatFitThePlaces) {
  const Scene palm =
      numbered({"Spine"}, {"HandIndex0", "HandIndex1", "HandIndex2", "HandIndex3"}, {0.5, 3, 4, 5});
  const Scene tip =
      numbered({"Spine"}, {"HandIndex1", "HandIndex2", "HandIndex3", "HandIndex4"}, {3, 4, 5, 5.8});
  const BoneMap map = guess_bones(tip, palm);
  EXPECT_EQ(source_of(map, "LeftHandIndex0"), "");
  EXPECT_EQ(source_of(map, "LeftHandIndex1"), "LeftHandIndex1");
  EXPECT_EQ(source_of(map, "LeftHandIndex3"), "LeftHandIndex3");
}

// Bones that only one side has are between those that both have.
TEST(Guess, FillsChainsBetweenEqualNames) {
  const BoneMap map = guess_bones(numbered({"Spine1", "Spine2", "Spine3"}, {}),
                                  numbered({"Spine1", "Chest", "Spine3"}, {}));
  EXPECT_EQ(source_of(map, "Chest"), "Spine2");
  const BoneMap fewer =
      guess_bones(numbered({"Spine1", "Spine2"}, {}), numbered({"Spine0", "Spine1", "Spine2"}, {}));
  EXPECT_EQ(source_of(fewer, "Spine0"), "");
  EXPECT_EQ(source_of(fewer, "Spine2"), "Spine2");
}

// Rigs that are named by joints: the shoulder is where the upper arm begins.
TEST(Guess, NamesOfJoints) {
  const Scene synty = tree({{"Hips", -1},
                            {"Spine_01", 0},
                            {"Clavicle_L", 1},
                            {"Shoulder_L", 2},
                            {"Elbow_L", 3},
                            {"Hand_L", 4},
                            {"UpperLeg_L", 0},
                            {"LowerLeg_L", 6},
                            {"Ankle_L", 7},
                            {"Foot_L", 8}});
  const auto roles = bones::anatomy_of(synty, std::vector<bool>(synty.nodes.size(), true)).roles;
  const Part wanted[] = {Part::hips, Part::spine, Part::shoulder, Part::upper_arm, Part::forearm,
                         Part::hand, Part::thigh, Part::shin,     Part::foot,      Part::toe};
  for (std::size_t i = 0; i < std::size(wanted); ++i)
    EXPECT_EQ(roles[i].part, wanted[i]) << i;
}

// Extruded in Blender, or counted: the second of two bones of one word is the lower one.
TEST(Guess, TakesTheSecondBoneOfOneWordForTheLower) {
  const Scene person = tree({{"Hips", -1},
                             {"Spine", 0},
                             {"Arm.L", 1},
                             {"Arm.L.001", 2},
                             {"Hand.L", 3},
                             {"Leg1_R", 0},
                             {"Leg2_R", 5},
                             {"Leg_L", 0},
                             {"Leg_L.001", 7},
                             {"Leg_L.002", 8}});
  const auto roles = bones::anatomy_of(person, std::vector<bool>(person.nodes.size(), true)).roles;
  const Part wanted[] = {Part::hips,  Part::spine, Part::upper_arm, Part::forearm, Part::hand,
                         Part::thigh, Part::shin,  Part::thigh,     Part::none,    Part::none};
  for (std::size_t i = 0; i < std::size(wanted); ++i)
    EXPECT_EQ(roles[i].part, wanted[i]) << i;
}

// A shoulder above bones whose names are not known may be the collarbone.
TEST(Guess, DoubtsShouldersAboveUnknownBones) {
  const Scene target = tree({{"body", -1}, {"left_arm", 0}});
  const Scene french = tree({{"Spine", -1}, {"Shoulder_L", 0}, {"Bras_L", 1}, {"AvantBras_L", 2}});
  const BoneMap map = guess_bones(french, target);
  EXPECT_EQ(source_of(map, "left_arm"), "");
  ASSERT_EQ(map.missing.size(), 1u);
  EXPECT_EQ(map.missing[0].candidates, (std::vector<std::string>{"Shoulder_L", "Bras_L"}));
  const Scene blocks = tree({{"Spine", -1}, {"Shoulder_L", 0}, {"Hand_L", 1}});
  EXPECT_EQ(source_of(guess_bones(blocks, target), "left_arm"), "Shoulder_L");
}

TEST(Guess, IgnoresCommonPrefixes) {
  const Scene person = tree({{"Character1_Hips", -1},
                             {"Character1_Spine", 0},
                             {"Character1_Head", 1},
                             {"Character1_LeftArm", 1},
                             {"Character1_RightArm", 1},
                             {"Character1_LeftUpLeg", 0},
                             {"Character1_RightUpLeg", 0}});
  const auto names = bones::spellings_of(person, std::vector<bool>(person.nodes.size(), true));
  EXPECT_EQ(names[0], (bones::Spelling{"hips", Side::none, ""}));
  EXPECT_EQ(names[3], (bones::Spelling{"arm", Side::left, ""}));
}

// Both arms of one name: which is meant cannot be known.
TEST(Guess, TwoChainsForOneLimb) {
  Scene person = tree({{"Spine", -1},
                       {"LeftArm", 0},
                       {"LeftForeArm", 1},
                       {"LeftHand", 2},
                       {"LeftArm2", 0},
                       {"LeftForeArm2", 4},
                       {"LeftHand2", 5}});
  for (std::size_t i = 1; i < person.nodes.size(); ++i)
    person.nodes[i].rest.translation = {1, i > 3 ? 1.0 : 0.0, 0};
  const std::vector<bool> all(person.nodes.size(), true);
  const auto doubtful = bones::anatomy_of(person, all);
  EXPECT_EQ(doubtful.roles[1].part, Part::none);
  ASSERT_FALSE(doubtful.doubts.empty());
  EXPECT_EQ(doubtful.doubts[0].nodes, (std::vector<std::size_t>{1, 4}));
  const Scene target = tree({{"Spine", -1}, {"Upper_Arm_L", 0}});
  const BoneMap map = guess_bones(person, target);
  ASSERT_EQ(map.missing.size(), 1u);
  EXPECT_EQ(map.missing[0].candidates, (std::vector<std::string>{"LeftArm", "LeftArm2"}));
  EXPECT_NE(write_bones(map).find("Upper_Arm_L =  # no bone was found; candidates: LeftArm, "
                                  "LeftArm2\n"),
            std::string::npos);
  // The one that moves is.
  Clip& clip = person.clips.emplace_back();
  Track& track = clip.tracks.emplace_back();
  track.node = 5;
  track.property = Property::rotation;
  track.times = {0, 1};
  track.values = {0, 0, 0, 1, 1, 0, 0, 0};
  EXPECT_EQ(source_of(guess_bones(person, target), "Upper_Arm_L"), "LeftArm2");
}

TEST(Guess, SidesThatAreCrossed) {
  Scene person = tree({{"Hips", -1},
                       {"Spine", 0},
                       {"LeftArm", 1},
                       {"LeftForeArm", 2},
                       {"RightArm", 1},
                       {"RightForeArm", 4},
                       {"LeftUpLeg", 0},
                       {"LeftLeg", 6},
                       {"RightUpLeg", 0},
                       {"RightLeg", 8}});
  const auto place = [&](std::size_t node, double x, double y) {
    person.nodes[node].rest.translation = {x, y, 0};
  };
  place(2, 1, 1), place(3, 1, 0), place(4, -1, 1), place(5, -1, 0);
  place(6, 1, -1), place(7, 0, -1), place(8, -1, -1), place(9, 0, -1);
  const std::vector<bool> all(person.nodes.size(), true);
  EXPECT_EQ(bones::anatomy_of(person, all).roles[2].part, Part::upper_arm);
  place(6, -1, -1), place(8, 1, -1);
  EXPECT_EQ(bones::anatomy_of(person, all).roles[2].part, Part::none);
}

TEST(Guess, PartsThatTheFileNames) {
  Scene person = tree({{"a", -1}, {"LeftArm", 0}, {"c", 1}});
  person.nodes[0].extensions = R"({"VRMC_vrm":{"humanBone":"hips"}})";
  person.nodes[1].extensions = R"({"KHR_x":{},"VRM":{"humanBone":"leftLowerLeg"}})";
  const auto roles = bones::anatomy_of(person, {true, true, true}).roles;
  EXPECT_EQ(roles[0].part, Part::hips);
  EXPECT_EQ(roles[1], (Role{Part::shin, Side::left}));
  EXPECT_EQ(roles[2].part, Part::none);
}

// One skeleton twice: the one that the clip moves is the source.
TEST(Guess, TwoSkeletonsOfEqualNames) {
  Scene scene = tree({{"Armature", -1},
                      {"Hips", 0},
                      {"Spine", 1},
                      {"Head", 2},
                      {"Armature.001", -1},
                      {"Hips", 4},
                      {"Spine", 5},
                      {"Head", 6}});
  const Scene target = tree({{"Hips", -1}, {"Spine", 0}, {"Head", 1}});
  const auto driver = [&] { return guess_bones(scene, target).pairs.at(0).source_node; };
  EXPECT_EQ(driver(), 1);
  Clip& clip = scene.clips.emplace_back();
  Track turn;
  turn.property = Property::rotation;
  turn.times = {0, 1};
  turn.values = {0, 0, 0, 1, 1, 0, 0, 0};
  turn.node = 6;
  clip.tracks = {turn};
  EXPECT_EQ(driver(), 5);
  EXPECT_TRUE(bones::find_twins(scene).rivals.empty());
  EXPECT_EQ(bones::by_name(scene, bones::find_twins(scene).others).at("Head"), 7u);
  turn.node = 2;
  clip.tracks.push_back(turn);
  EXPECT_EQ(bones::find_twins(scene).rivals,
            (std::vector<std::string>{"Armature", "Armature.001"}));
}

TEST(Guess, HoldersAndCamerasAreNotBones) {
  Scene target = tree({{"a", -1}, {"holder", 0}});
  target.nodes[1].id = -1;
  Scene source = tree({{"a", -1}, {"holder", 0}});
  const BoneMap map = guess_bones(source, target);
  EXPECT_EQ(map.pairs.size(), 1u);
  EXPECT_TRUE(map.missing.empty());
}

TEST(Map, RoundTripsText) {
  const Scene source = tree({{"a bone", -1}, {"b\"=#", 0}, {"c", 0}});
  const Scene target = tree({{"part 1", -1}, {"p", 0}, {"q", 0}});
  const BoneMap map{{{"part 1", "b\"=#", BonePair::Reason::given}, {"q", "c", {}}}, {"p"}, {}};
  const auto again = read_bones(write_bones(map), source, target);
  ASSERT_TRUE(again.has_value()) << again.error().message;
  EXPECT_EQ(source_of(*again, "part 1"), "b\"=#");
  EXPECT_EQ(source_of(*again, "q"), "c");
  EXPECT_EQ(again->at_rest, std::vector<std::string>{"p"});
}

// What a person may write: quotes where a name is not plain, notes, marks of the encoding, JSON.
TEST(Map, AcceptsHandwrittenLines) {
  const Scene source = tree({{"a_1", -1}, {"b.2:x-Y", 0}, {"\xC3\xA9", 0}});
  const Scene target = tree({{"P", -1}, {"q z", 0}, {"", 0}});
  const auto said = [&](const std::string& text) {
    const auto map = read_bones(text, source, target);
    if (!map) return map.error().message;
    std::string all;
    for (const auto& pair : map->pairs)
      all += pair.target + "<" + pair.source + ";";
    for (const std::string& name : map->at_rest)
      all += name + ";";
    return all;
  };
  for (const auto& [text, wanted] : std::vector<std::pair<std::string, std::string>>{
           {"P = a_1", "P<a_1;"},
           {"\xEF\xBB\xBFP = a_1", "P<a_1;"},
           {"# note\n\n \t\r\nP = b.2:x-Y # note\n\"q z\" =\n", "P<b.2:x-Y;q z;"},
           {"P = \"\xC3\xA9\"\n\"\" = # rests", "P<\xC3\xA9;;"},
           {"{\"P\": \"a_1\", \"q z\": null}", "P<a_1;q z;"},
           {"", "the map names no bone; expected lines 'target = source'"},
           {"  \n", "the map names no bone; expected lines 'target = source'"},
           {"{}", "the map names no bone; expected lines 'target = source'"},
           {"{\"P\": 5}", "expected a name or null"},
           {"P a_1", "expected '=' after P"},
           {"= a_1", "expected a name; names with other letters are written in quotes"},
           {"P = \xC3\xA9", "expected a name; names with other letters are written in quotes"},
           {"P = a_1 b", "a comment after the names begins with '#'"},
           {"P = a_1\nP = b.2:x-Y", "P appears twice"},
           {"\"q z = a_1", "the quotes are not closed"},
           {"\"q\\z\" = a_1", "the name in quotes is not a JSON string"},
           {"\"@@@@@\" = a_1", "the target has no \"@@@@@\""}})
    EXPECT_EQ(said(text), wanted) << text;
}

// Left and right as rigs spell them.
TEST(Roles, RecognisesSidesInEverySpelling) {
  for (const std::string left : {"l", "left", "lf", "lft"})
    EXPECT_EQ(bones::role_of("arm_" + left).side, Side::left) << left;
  for (const std::string right : {"r", "right", "rt", "rgt"})
    EXPECT_EQ(bones::role_of("arm_" + right).side, Side::right) << right;
}

}  // namespace
}  // namespace anmkit
