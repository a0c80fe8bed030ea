// SPDX-License-Identifier: MIT
// Fields of the tables of projects and published games (section 9).
#include "formats/craftstudio/description.hpp"

namespace anmkit::craftstudio {

Description project_description() {
  static const NamedValue kTypesLabels[] = {{0, "game"}, {1, "movie"}};
  static const NamedValue kMembershipsLabels[] = {
      {0, "on request"}, {1, "by invitation"}, {2, "open"}};
  static const NamedValue kRolesLabels[] = {
      {1, "spectator"}, {2, "member"}, {3, "moderator"}, {4, "administrator"}};
  static const NamedValue kAnswersLabels[] = {{0, "no"}, {1, "yes"}};
  static const NamedValue kRootsLabels[] = {{65535, "none: at the root"}};
  static const NamedValue kAssetTypesLabels[] = {
      {0, "model"},    {1, "map"},    {2, "scene"},           {3, "tile set"},
      {4, "document"}, {5, "sprite"}, {6, "model animation"}, {7, "script"},
      {8, "sound"},    {9, "font"}};
  static const Field kTableFields[] = {
      {"version", "u1", "version of the layout: 9, of published games 1 or 2", "9.2"},
      // Projects and packages have the same version. A package goes on with a count and its first
      // entry, which begins with 0 or 1 where the name of a project has a letter.
      Field{"entries_there", "u2", "number of entries of a package", "9.3"}.placed("1").unseen(),
      Field{"first_there", "u1", "begin of the first entry of a package", "9.3"}
          .placed("_root._io.size > 3 ? 3 : 0")
          .unseen(),
      let("is_game", "version != 9"),
      let("is_package",
          "version == 9 and (_root._io.size == 3 or (entries_there != 0 and first_there < 2))"),
      Field{"head", "project_head", "metadata of a project", "9.2"}.only_if(
          "is_game == 0 and is_package == 0"),
      Field{"game", "game_head", "metadata of a published game", "9.4"}.only_if("is_game"),
      Field{"entryCount", "u2", "number of entries", "9.2"}.only_if("is_game == 0"),
      Field{"entries", "entry", "a folder or an asset", "9.2"}
          .only_if("is_game == 0")
          .times("entryCount"),
      Field{"assetCount", "u2", "number of assets", "9.4"}.only_if("is_game"),
      Field{"assets", "asset", "an asset", "9.4"}.only_if("is_game").times("assetCount"),
      Field{"trailing", "bytes", "the end of a longer version that was stored here before", "2.5"}
          .sized("_root._io.size - _io.pos")
          .as(ByteKind::unused),
  };
  static const Field kProjectHeadFields[] = {
      Field{"type", "u1", "type", "9.2"}.called(kTypesLabels),
      {"name", "textv", "name of the project, with the length before it", "9.2"},
      {"startupScene", "u2", "asset number of the first scene", "9.2"},
      {"scriptApi", "u2", "version of the scripting API", "9.2"},
      Field{"membership", "u1", "how one becomes a member", "9.2"}.called(kMembershipsLabels),
      Field{"defaultRole", "u1", "default role of new members", "9.2"}.called(kRolesLabels),
      {"description", "textv", "description, with the length before it", "9.2"},
      {"nextControlId", "u2", "number that the next control will get", "9.2"},
      {"controlCount", "u2", "number of controls", "9.2"},
      Field{"controls", "control", "key bindings of players", "9.2"}.times("controlCount"),
      {"nextEntryId", "u2", "number that the next entry will get", "9.2"},
  };
  static const Field kGameHeadFields[] = {
      {"title", "textv", "title of the game, with the length before it", "9.4"},
      {"startupScene", "u2", "asset number of the first scene", "9.4"},
      Field{"scriptApi", "u2", "version of the scripting API", "9.4"}.only_if(
          "_parent.version == 2"),
      {"controlCount", "u2", "number of controls", "9.4"},
      Field{"controls", "control", "key bindings of players", "9.2"}.times("controlCount"),
  };
  static const Field kControlFields[] = {
      {"id", "u2", "number of the control", "9.2"},
      {"name", "textv", "name that scripts ask for, with the length before it", "9.2"},
      Field{"codes", "u1",
            "type (0 axis, 1 button), source (0 keyboard, 1 mouse, 2 joystick button, 3 joystick "
            "axis), positive and negative key, positive and negative button, joystick, axis",
            "9.2"}
          .times("8"),
      Field{"response", "f4", "dead zone, sensitivity, gravity", "9.2"}.times("3"),
      Field{"snap", "u1", "whether it jumps to 0 when the direction changes", "9.2"}.called(
          kAnswersLabels),
  };
  static const Field kEntryFields[] = {
      Field{"folder", "u1", "whether it is a folder", "9.2"}.called(kAnswersLabels),
      {"id", "u2", "number of the entry", "9.2"},
      Field{"parent", "u2", "number of the folder that it is in", "9.2"}.called(kRootsLabels),
      {"name", "textv", "name, with the length before it", "9.2"},
      Field{"assetType", "u1", "type of the asset, or purpose of the folder", "9.2"}.called(
          kAssetTypesLabels),
      Field{"locked", "u1", "whether it is kept from changes", "9.2"}.called(kAnswersLabels),
      Field{"asset", "state", "fields that only assets have", "9.2"}.only_if("folder == 0"),
  };
  static const Field kStateFields[] = {
      Field{"trashed", "u1", "whether it was thrown away", "9.2"}.called(kAnswersLabels),
      {"nextRevision", "u2", "number that the next revision will get", "9.2"},
      {"revisionCount", "u2", "number of revisions", "9.2"},
      Field{"revisions", "revision", "a revision that was kept", "9.2"}.times("revisionCount"),
  };
  static const Field kRevisionFields[] = {
      {"id", "u2", "number of the revision", "9.2"},
      {"name", "textv", "its name, with the length before it", "9.2"},
  };
  static const Field kAssetFields[] = {
      {"id", "u2", "number of the asset", "9.4"},
      {"path", "textv", "name with its folders, with the length before it", "9.4"},
      Field{"assetType", "u1", "type of the asset", "9.4"}.called(kAssetTypesLabels),
  };
  static const Record kRecords[] = {
      {"table", kTableFields},        {"project_head", kProjectHeadFields},
      {"game_head", kGameHeadFields}, {"control", kControlFields},
      {"entry", kEntryFields},        {"state", kStateFields},
      {"revision", kRevisionFields},  {"asset", kAssetFields}};
  return {"cs-project", "CraftStudio project and package tables", std::endian::little, kRecords};
}

}  // namespace anmkit::craftstudio
