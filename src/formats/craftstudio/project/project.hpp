// SPDX-License-Identifier: MIT
// Tables of projects and of published games (section 9).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "anmkit/craftstudio.hpp"
#include "formats/craftstudio/asset_type.hpp"

namespace anmkit::craftstudio {

struct Control {
  std::uint16_t id = 0;
  Text name;
  // type, source, positive key, negative key, positive button, negative button, joystick, axis
  std::array<std::uint8_t, 8> codes{};
  Float3 response{};  // dead zone, sensitivity, gravity
  std::uint8_t snap = 0;
};

struct Revision {
  std::uint16_t id = 0;
  Text name;
};

// The fields that only assets have (not folders).
struct AssetState {
  std::uint8_t trashed = 0;
  std::uint16_t next_revision = 0;
  std::vector<Revision> revisions;
};

// A folder or an asset of a project.
struct Entry {
  std::uint8_t folder = 0;
  std::uint16_t id = 0;
  std::uint16_t parent = kNoParent;
  Text name;
  std::uint8_t asset_type = 0;  // AssetType
  std::uint8_t locked = 0;
  std::optional<AssetState> asset;  // present exactly when `folder` is 0
};

// An asset of a published game.
struct PackedAsset {
  std::uint16_t id = 0;
  Text path;  // "Classic/Bird"
  std::uint8_t asset_type = 0;
};

// Which of the three tables a file is.
enum class ProjectKind : std::uint8_t { project, data_package, game_package };

// The head of Project.dat, version 9 (section 9.2).
struct ProjectHead {
  std::uint8_t type = 0;  // 0 game, 1 movie
  Text name;
  std::uint16_t startup_scene = 0;
  std::uint16_t script_api = 0;
  std::uint8_t membership = 0;    // 0 request, 1 invite, 2 open
  std::uint8_t default_role = 1;  // 1 spectator ... 4 administrator
  Text description;
  std::uint16_t next_control_id = 0;
  std::vector<Control> controls;
  std::uint16_t next_entry_id = 0;
};

// The head of GamePackage.dat, version 1 or 2 (section 9.4).
struct GameHead {
  Text title;
  std::uint16_t startup_scene = 0;
  std::optional<std::uint16_t> script_api;  // version 2 only
  std::vector<Control> controls;
};

struct Project {
  ProjectKind kind = ProjectKind::project;
  std::uint8_t version = 9;
  std::optional<ProjectHead> head;  // Project.dat only
  std::optional<GameHead> game;     // GamePackage.dat only
  std::vector<Entry> entries;       // Project.dat and DataPackage.dat
  std::vector<PackedAsset> assets;  // GamePackage.dat
  Bytes trailing;                   // stale bytes after the logical end
};

// Reads one of the three tables; `kind` says which, or is found from the bytes when empty.
Result<Project> parse_project(ByteView bytes, std::optional<ProjectKind> kind,
                              Diagnostics& diagnostics);
Result<Bytes> write(const Project& project);

}  // namespace anmkit::craftstudio
