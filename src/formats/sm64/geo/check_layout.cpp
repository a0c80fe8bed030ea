// SPDX-License-Identifier: MIT
// The structure of geo layouts in C text: nesting, ends, cases and ranges (section 8.1).
#include <algorithm>
#include <set>

#include "core/counted.hpp"
#include "formats/sm64/geo/geo_text.hpp"

namespace anmkit::sm64 {
namespace {

bool ends(const GeoCommand& command) {
  return command.name == "GEO_END" || command.name == "GEO_RETURN" ||
         (command.name == "GEO_BRANCH" && geo_number(command, 0) == 0);
}

class StructureCheck {
 public:
  StructureCheck(const GeoDefinition& definition, Findings& findings)
      : definition_(definition), findings_(findings) {}

  void run() {
    const auto& commands = definition_.commands;
    for (std::size_t i = 0; i < commands.size(); ++i) {
      const GeoCommand& command = commands[i];
      if (command.name == "GEO_OPEN_NODE") {
        open(command);
      } else if (command.name == "GEO_CLOSE_NODE") {
        // A surplus one at the end is harmless, and occurs in the game.
        const bool last = i + 1 == commands.size() || ends(commands[i + 1]);
        if (levels_.size() > 1) {
          close();
        } else if (!last) {
          say(command, "GEO_CLOSE_NODE without an open node");
        }
      } else if (!branch_target(command).empty()) {
        levels_.back().branches = true;
      } else if (const auto made = node_of(command)) {
        node(command, *made);
      }
    }
    for (std::size_t i = 1; i < levels_.size(); ++i)
      say(*levels_[i].opened, "the node is opened and not closed");
    if (commands.empty()) {
      findings_.warning("W-LAYOUT", "layout " + quoted(definition_.name) + " has no commands",
                        definition_.at);
    } else if (!ends(commands.back())) {
      say(commands.back(),
          "layout " + quoted(definition_.name) + " does not end with GEO_END or GEO_RETURN");
    }
  }

 private:
  // The nodes of one level, which hang on `above`.
  struct Level {
    const GeoCommand* opened = nullptr;
    const GeoCommand* above = nullptr;  // when it is a switch
    std::int32_t cases = 0;
    std::int32_t nodes = 0;
    bool branches = false;  // into layouts with any number of nodes
    const GeoCommand* last = nullptr;
    std::optional<GeoNode> made;  // by `last`
  };

  void open(const GeoCommand& command) {
    const Level& here = levels_.back();
    Level below;
    below.opened = &command;
    // Two in a row hang on the same node.
    below.last = here.last;
    if (here.last == nullptr && !here.branches) say(command, "GEO_OPEN_NODE follows no node");
    if (here.made && here.made->kind == GeoKind::switch_case) {
      below.above = here.last;
      below.cases = here.made->first;
    }
    levels_.push_back(std::move(below));
  }
  void close() {
    const Level& level = levels_.back();
    if (level.above != nullptr && !level.branches && level.cases > level.nodes) {
      say(*level.above, "the switch has " + counted(level.cases, "case") + " and " +
                            counted(level.nodes, "node") + " below it");
    }
    levels_.pop_back();
  }
  void node(const GeoCommand& command, const GeoNode& made) {
    const auto fits = [](std::int32_t value) { return value >= INT16_MIN && value <= INT16_MAX; };
    if (!std::ranges::all_of(made.translation, fits))
      say(command, "a position does not fit 16 bits");
    Level& level = levels_.back();
    ++level.nodes;
    level.last = &command;
    level.made = made;
  }
  void say(const GeoCommand& command, std::string message) {
    findings_.warning("W-LAYOUT", std::move(message), command.at);
  }

  const GeoDefinition& definition_;
  Findings& findings_;
  std::vector<Level> levels_ = std::vector<Level>(1);
};

}  // namespace

void check_structure(std::span<const GeoDefinition> definitions, Findings& findings) {
  std::set<std::string_view> names;
  for (const GeoDefinition& definition : definitions) {
    if (!names.insert(definition.name).second) {
      findings.warning("W-LAYOUT",
                       "layout " + quoted(definition.name) +
                           " is defined twice: other layouts branch to the first",
                       definition.at);
    }
    StructureCheck(definition, findings).run();
  }
}

}  // namespace anmkit::sm64
