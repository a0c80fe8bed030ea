// SPDX-License-Identifier: MIT
// Findings about project tables.
#include "formats/craftstudio/check.hpp"
#include "formats/craftstudio/document.hpp"
#include "formats/craftstudio/write.hpp"

namespace anmkit::craftstudio {
namespace {

// Follows the table's layout (section 9), so that every text has its offset.
class ProjectChecker {
 public:
  explicit ProjectChecker(Findings& findings) : findings_(findings) {}
  std::uint64_t offset = 0;

  void text(const Text& value, const std::string& path) {
    check_text(value, offset, path, findings_);
    offset += encoded_size(value);
  }
  void controls(const std::vector<Control>& list) {
    offset += 2;
    for (std::size_t i = 0; i < list.size(); ++i) {
      offset += 2;
      text(list[i].name, path_of("controls", i, "name"));
      offset += 21;
    }
  }
  void entries(const std::vector<Entry>& list) {
    offset += 2;
    for (std::size_t i = 0; i < list.size(); ++i) {
      offset += 5;
      text(list[i].name, path_of("entries", i, "name"));
      offset += 2;
      if (!list[i].asset) continue;
      offset += 5;
      for (std::size_t r = 0; r < list[i].asset->revisions.size(); ++r) {
        offset += 2;
        text(list[i].asset->revisions[r].name,
             path_of(path_of("entries", i, "revisions"), r, "name"));
      }
    }
  }
  void assets(const std::vector<PackedAsset>& list) {
    offset += 2;
    for (std::size_t i = 0; i < list.size(); ++i) {
      offset += 2;
      text(list[i].path, path_of("assets", i, "path"));
      offset += 1;
    }
  }

 private:
  Findings& findings_;
};

}  // namespace

void ProjectDocument::check(const Context&, Diagnostics& diagnostics) const {
  Findings findings(diagnostics);
  ProjectChecker checker(findings);
  checker.offset = 1;
  if (project.head) {
    const ProjectHead& head = *project.head;
    checker.offset += 1;
    checker.text(head.name, "head.name");
    checker.offset += 6;
    checker.text(head.description, "head.description");
    checker.offset += 2;
    checker.controls(head.controls);
    checker.offset += 2;
  }
  if (project.game) {
    checker.text(project.game->title, "game.title");
    checker.offset += project.game->script_api ? 4 : 2;
    checker.controls(project.game->controls);
    checker.assets(project.assets);
  } else {
    checker.entries(project.entries);
  }
  check_trailing(project.trailing, checker.offset, findings);
}

}  // namespace anmkit::craftstudio
