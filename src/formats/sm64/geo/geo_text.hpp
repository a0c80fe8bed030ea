// SPDX-License-Identifier: MIT
// Geo layouts as C text (section 8.1): their commands, before branches are followed.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "formats/sm64/findings.hpp"
#include "formats/sm64/geo/layout.hpp"

namespace anmkit::sm64 {

struct GeoCommand {
  std::string_view name;
  std::vector<std::string_view> arguments;
  std::uint32_t at = 0;
};
struct GeoDefinition {
  std::string_view name;
  std::vector<GeoCommand> commands;
  std::uint32_t at = 0;  // its name
  // Arguments that names of the text are worth, which commands borrow.
  std::shared_ptr<std::deque<std::string>> numbers;
};

// All layouts of a text, which they borrow; everything else is skipped. Conditions that are guessed
// are findings.
Result<std::vector<GeoDefinition>> read_geo_definitions(std::string_view text,
                                                        Findings* findings = nullptr);

// An argument as a number; 0 for other arguments.
std::int32_t geo_number(const GeoCommand& command, std::size_t argument);
bool is_geo_number(const GeoCommand& command, std::size_t argument);
// Reports what none of the known games has, each word once: commands, layers, numbers of arguments,
// and names where numbers are expected; and scales of 0.
void check_words(std::span<const GeoDefinition> definitions, Findings& findings);
// Reports nodes that are not closed, layouts without an end, switches whose cases are not the nodes
// below them, and numbers that do not fit.
void check_structure(std::span<const GeoDefinition> definitions, Findings& findings);
// The layout that GEO_BRANCH and GEO_BRANCH_AND_LINK name; empty for other commands.
std::string_view branch_target(const GeoCommand& command);
// The node of a command; empty for commands that make none.
std::optional<GeoNode> node_of(const GeoCommand& command);

}  // namespace anmkit::sm64
