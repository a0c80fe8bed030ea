// SPDX-License-Identifier: MIT
// Geo layouts as C text (section 8.1): branches followed, nodes hung below each other.
#include <algorithm>
#include <map>
#include <set>

#include "formats/sm64/findings.hpp"
#include "formats/sm64/geo/geo_builder.hpp"
#include "formats/sm64/geo/geo_text.hpp"

namespace anmkit::sm64 {
namespace {

// Follows the commands of one layout and its branches.
class Expander {
 public:
  Expander(const std::map<std::string_view, const GeoDefinition*>& known, std::size_t budget,
           Findings& findings)
      : known_(known), budget_(budget), findings_(findings) {}

  std::vector<GeoNode> run(const GeoDefinition& start) {
    here_ = &start;
    while (here_ != nullptr) {
      if (next_ >= here_->commands.size()) {
        pop();
        continue;
      }
      const GeoCommand& command = here_->commands[next_++];
      if (steps_++ > kMostGeoNodes || builder_.size() >= budget_) {
        findings_.error("E-CSYNTAX", "the layouts are too large: branches repeat too much",
                        command.at);
        break;
      }
      step(command);
    }
    return builder_.take();
  }

 private:
  struct Call {
    const GeoDefinition* from;
    std::size_t next;
    std::optional<std::size_t> level;  // to be restored (branch and link)
  };

  void step(const GeoCommand& command) {
    if (command.name == "GEO_OPEN_NODE") return builder_.open();
    if (command.name == "GEO_CLOSE_NODE") return builder_.close();
    if (command.name == "GEO_RETURN") return pop();
    if (command.name == "GEO_END") {
      // Ends everything, or the layout that a branch and link called.
      while (!calls_.empty() && !calls_.back().level)
        calls_.pop_back();
      return pop();
    }
    if (command.name == "GEO_BRANCH") return branch(command, geo_number(command, 0) == 1, false);
    if (command.name == "GEO_BRANCH_AND_LINK") return branch(command, true, true);
    if (auto node = node_of(command)) builder_.add(std::move(*node));
  }
  void branch(const GeoCommand& command, bool call, bool link) {
    const std::string_view name = branch_target(command);
    const auto found = known_.find(name);
    if (found == known_.end()) {
      findings_.warning("W-MODEL", "branch to the layout " + quoted(name) + ", which is not known",
                        command.at);
      return;
    }
    if (call) {
      if (calls_.size() >= kMostGeoCalls) {
        findings_.error("E-CSYNTAX", "branches call each other without end", command.at);
        here_ = nullptr;
        return;
      }
      calls_.push_back({here_, next_, link ? std::optional(builder_.level()) : std::nullopt});
    }
    here_ = found->second;
    next_ = 0;
  }
  void pop() {
    if (calls_.empty()) {
      here_ = nullptr;
      return;
    }
    const Call call = calls_.back();
    calls_.pop_back();
    here_ = call.from;
    next_ = call.next;
    if (call.level) builder_.restore(*call.level);
  }

  const std::map<std::string_view, const GeoDefinition*>& known_;
  std::size_t budget_;
  Findings& findings_;
  GeoBuilder builder_;
  const GeoDefinition* here_ = nullptr;
  std::size_t next_ = 0;
  std::size_t steps_ = 0;
  std::vector<Call> calls_;
};

// The names that other layouts branch to.
std::set<std::string_view> branches_of(
    const std::map<std::string_view, const GeoDefinition*>& known) {
  std::set<std::string_view> branches;
  for (const auto& [name, definition] : known) {
    for (const GeoCommand& command : definition->commands) {
      const std::string_view target = branch_target(command);
      if (!target.empty() && target != name) branches.insert(target);
    }
  }
  return branches;
}

}  // namespace

Result<std::vector<GeoLayout>> parse_geo_c(std::string_view text,
                                           std::span<const std::string_view> others,
                                           Diagnostics& diagnostics) {
  Findings findings(diagnostics);
  auto own = read_geo_definitions(text, &findings);
  if (!own) {
    diagnostics.add(own.error());
    return std::unexpected(own.error());
  }
  std::map<std::string_view, const GeoDefinition*> known;
  for (const GeoDefinition& definition : *own)
    known.emplace(definition.name, &definition);
  std::vector<std::vector<GeoDefinition>> rest;
  rest.reserve(others.size());
  for (const std::string_view other : others) {
    auto more = read_geo_definitions(other);
    if (more) rest.push_back(std::move(*more));
  }
  for (const auto& more : rest) {
    for (const GeoDefinition& definition : more)
      known.emplace(definition.name, &definition);
  }
  const auto branches = branches_of(known);
  check_words(*own, findings);
  check_structure(*own, findings);
  std::vector<GeoLayout> layouts;
  std::size_t budget = kMostGeoNodes;
  for (const GeoDefinition& definition : *own) {
    GeoLayout& layout = layouts.emplace_back();
    layout.name = definition.name;
    layout.branch = branches.contains(definition.name);
    layout.nodes = Expander(known, budget, findings).run(definition);
    budget -= std::min(budget, layout.nodes.size());
    if (budget == 0) break;
  }
  return layouts;
}

}  // namespace anmkit::sm64
