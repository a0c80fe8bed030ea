// SPDX-License-Identifier: MIT
// Project.dat, DataPackage.dat and GamePackage.dat (section 9).
#include "formats/craftstudio/read.hpp"
#include "formats/craftstudio/write.hpp"

namespace anmkit::craftstudio {
namespace {

void read_controls(RecordReader& in, std::vector<Control>& controls) {
  const auto count = in.get<std::uint16_t>("controlCount");
  if (!in.ok()) return;
  controls.reserve(in.bounded(count, 24));
  for (std::size_t i = 0; i < count && in.ok(); ++i) {
    in.context = {"controls", i, {}, {}, 0};
    Control& control = controls.emplace_back();
    control.id = in.get<std::uint16_t>("id");
    control.name = in.get_text("name");
    in.get(control.codes, "codes");
    in.get(control.response, "response");
    control.snap = in.get<std::uint8_t>("snap");
  }
  in.context = {};
}

void read_entry(RecordReader& in, Entry& entry) {
  entry.folder = in.get<std::uint8_t>("folder");
  entry.id = in.get<std::uint16_t>("id");
  entry.parent = in.get<std::uint16_t>("parent");
  entry.name = in.get_text("name");
  in.context.name = entry.name.bytes;
  entry.asset_type = in.get<std::uint8_t>("assetType");
  entry.locked = in.get<std::uint8_t>("locked");
  if (entry.folder != 0 || !in.ok()) return;
  AssetState& asset = entry.asset.emplace();
  asset.trashed = in.get<std::uint8_t>("trashed");
  asset.next_revision = in.get<std::uint16_t>("nextRevision");
  const auto count = in.get<std::uint16_t>("revisionCount");
  if (!in.ok()) return;
  asset.revisions.reserve(in.bounded(count, 3));
  for (std::size_t i = 0; i < count && in.ok(); ++i) {
    Revision& revision = asset.revisions.emplace_back();
    revision.id = in.get<std::uint16_t>("revisions");
    revision.name = in.get_text("revisions");
  }
}

void read_entries(RecordReader& in, std::vector<Entry>& entries) {
  const auto count = in.get<std::uint16_t>("entryCount");
  if (!in.ok()) return;
  entries.reserve(in.bounded(count, 8));
  for (std::size_t i = 0; i < count && in.ok(); ++i) {
    in.context = {"entries", i, {}, {}, 0};
    read_entry(in, entries.emplace_back());
  }
  in.context = {};
}

void read_project(RecordReader& in, Project& project) {
  ProjectHead& head = project.head.emplace();
  head.type = in.get<std::uint8_t>("type");
  head.name = in.get_text("name");
  head.startup_scene = in.get<std::uint16_t>("startupScene");
  head.script_api = in.get<std::uint16_t>("scriptApi");
  head.membership = in.get<std::uint8_t>("membership");
  head.default_role = in.get<std::uint8_t>("defaultRole");
  head.description = in.get_text("description");
  head.next_control_id = in.get<std::uint16_t>("nextControlId");
  read_controls(in, head.controls);
  head.next_entry_id = in.get<std::uint16_t>("nextEntryId");
  read_entries(in, project.entries);
}

void read_game(RecordReader& in, Project& project) {
  GameHead& head = project.game.emplace();
  head.title = in.get_text("title");
  head.startup_scene = in.get<std::uint16_t>("startupScene");
  if (project.version == 2) head.script_api = in.get<std::uint16_t>("scriptApi");
  read_controls(in, head.controls);
  const auto count = in.get<std::uint16_t>("assetCount");
  if (!in.ok()) return;
  project.assets.reserve(in.bounded(count, 4));
  for (std::size_t i = 0; i < count && in.ok(); ++i) {
    in.context = {"assets", i, {}, {}, 0};
    PackedAsset& asset = project.assets.emplace_back();
    asset.id = in.get<std::uint16_t>("id");
    asset.path = in.get_text("path");
    asset.asset_type = in.get<std::uint8_t>("assetType");
  }
  in.context = {};
}

Result<Project> read_as(ByteView bytes, ProjectKind kind, Diagnostics& diagnostics) {
  Diagnostics found;
  RecordReader in(bytes, found);
  Project project;
  project.kind = kind;
  project.version = in.get<std::uint8_t>("version");
  const bool game = kind == ProjectKind::game_package;
  const bool known = game ? project.version == 1 || project.version == 2 : project.version == 9;
  if (in.ok() && !known) {
    in.refuse("E-VERSION",
              "table version " + std::to_string(project.version) +
                  " is not known, supported: " + (game ? "1 and 2" : "9"),
              0, "version");
  }
  if (in.ok()) {
    if (kind == ProjectKind::project) read_project(in, project);
    if (kind == ProjectKind::data_package) read_entries(in, project.entries);
    if (game) read_game(in, project);
  }
  diagnostics.add_all(found);
  if (!in.ok()) return first_error(found);
  project.trailing = in.rest();
  return project;
}

void write_controls(RecordWriter& out, const std::vector<Control>& controls) {
  out.put_count(controls.size(), "controls");
  for (const Control& control : controls) {
    out.put(control.id);
    out.put_text(control.name);
    out.put(control.codes);
    out.put(control.response);
    out.put(control.snap);
  }
}

void write_entries(RecordWriter& out, const std::vector<Entry>& entries) {
  out.put_count(entries.size(), "entries");
  for (const Entry& entry : entries) {
    out.put(entry.folder);
    out.put(entry.id);
    out.put(entry.parent);
    out.put_text(entry.name);
    out.put(entry.asset_type);
    out.put(entry.locked);
    if ((entry.folder == 0) != entry.asset.has_value()) {
      out.refuse("entry " + quoted(entry.name.bytes) +
                 ": an asset has revisions, a folder has none");
    }
    if (!entry.asset) continue;
    out.put(entry.asset->trashed);
    out.put(entry.asset->next_revision);
    out.put_count(entry.asset->revisions.size(), "revisions");
    for (const Revision& revision : entry.asset->revisions) {
      out.put(revision.id);
      out.put_text(revision.name);
    }
  }
}

void write_project(RecordWriter& out, const Project& project) {
  if (!project.head) return out.refuse("a project needs its head");
  const ProjectHead& head = *project.head;
  out.put(head.type);
  out.put_text(head.name);
  out.put(head.startup_scene);
  out.put(head.script_api);
  out.put(head.membership);
  out.put(head.default_role);
  out.put_text(head.description);
  out.put(head.next_control_id);
  write_controls(out, head.controls);
  out.put(head.next_entry_id);
  write_entries(out, project.entries);
}

void write_game(RecordWriter& out, const Project& project) {
  if (!project.game) return out.refuse("a published game needs its head");
  const GameHead& head = *project.game;
  out.put_text(head.title);
  out.put(head.startup_scene);
  if ((project.version == 2) != head.script_api.has_value()) {
    out.refuse("version 2 of the game table, and only it, has a script API number");
  }
  if (head.script_api) out.put(*head.script_api);
  write_controls(out, head.controls);
  out.put_count(project.assets.size(), "assets");
  for (const PackedAsset& asset : project.assets) {
    out.put(asset.id);
    out.put_text(asset.path);
    out.put(asset.asset_type);
  }
}

}  // namespace

Result<Project> parse_project(ByteView bytes, std::optional<ProjectKind> kind,
                              Diagnostics& diagnostics) {
  if (kind) return read_as(bytes, *kind, diagnostics);
  if (!bytes.empty() && bytes[0] != std::byte{9}) {
    return read_as(bytes, ProjectKind::game_package, diagnostics);
  }
  // Version 9 begins both other tables; a project has a head that the package lacks, so bytes
  // that read as one do not read as the other except by accident. The package has no stale tail.
  Diagnostics unused;
  auto package = read_as(bytes, ProjectKind::data_package, unused);
  if (package && package->trailing.empty()) return package;
  return read_as(bytes, ProjectKind::project, diagnostics);
}

Result<Bytes> write(const Project& project) {
  RecordWriter out;
  out.put(project.version);
  switch (project.kind) {
    case ProjectKind::project:
      write_project(out, project);
      break;
    case ProjectKind::data_package:
      write_entries(out, project.entries);
      break;
    case ProjectKind::game_package:
      write_game(out, project);
      break;
  }
  out.put_bytes(project.trailing);
  return out.finish();
}

}  // namespace anmkit::craftstudio
