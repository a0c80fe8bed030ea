// SPDX-License-Identifier: MIT
// Geo layouts as C text (section 8.1).
#include <algorithm>
#include <map>

#include "formats/sm64/findings.hpp"
#include "formats/sm64/geo/geo_builder.hpp"
#include "formats/sm64/source/c_expression.hpp"

namespace anmkit::sm64 {
namespace {

struct Command {
  std::string_view name;
  std::vector<std::string_view> arguments;
  std::uint32_t at = 0;
};
struct Definition {
  std::string_view name;
  std::vector<Command> commands;
};

class LayoutReader {
 public:
  explicit LayoutReader(std::string_view text) : text_(text), lexer_(text) {}

  // All layouts of the text; everything else is skipped.
  Result<std::vector<Definition>> run() {
    std::vector<Definition> all;
    while (true) {
      const Token token = lexer_.next();
      if (token.kind == TokenKind::end) break;
      if (!token.is("GeoLayout")) continue;
      const Token name = lexer_.next();
      if (name.kind != TokenKind::identifier) continue;
      Token next = lexer_.next();
      while (next.is("[") || next.is("]") || next.kind == TokenKind::number)
        next = lexer_.next();
      if (!next.is("=")) continue;
      if (!lexer_.next().is("{")) return syntax(lexer_.position(), "'{'");
      Definition& definition = all.emplace_back();
      definition.name = name.text;
      if (auto body = commands(definition); !body) return std::unexpected(body.error());
    }
    return all;
  }

 private:
  std::unexpected<Error> syntax(std::uint32_t at, std::string_view wanted) const {
    return fail(prefixed("E-CSYNTAX"),
                line_column(text_, at) + ": expected " + std::string(wanted) + " in a geo layout",
                at);
  }

  Result<void> commands(Definition& definition) {
    while (true) {
      const Token token = lexer_.next();
      if (token.is("}")) return {};
      if (token.is(",")) continue;
      if (token.kind != TokenKind::identifier) return syntax(token.begin, "a command or '}'");
      Command& command = definition.commands.emplace_back();
      command.name = token.text;
      command.at = token.begin;
      if (!lexer_.peek().is("(")) continue;
      lexer_.next();
      if (!arguments(command)) return syntax(lexer_.position(), "')'");
    }
  }

  bool arguments(Command& command) {
    std::size_t depth = 0;
    std::uint32_t begin = lexer_.peek().begin, end = begin;
    while (true) {
      const Token token = lexer_.next();
      if (token.kind == TokenKind::end || token.is("}") || token.is(";")) return false;
      const bool closes = token.is(")") && depth == 0;
      if (closes || (token.is(",") && depth == 0)) {
        if (end > begin) command.arguments.push_back(text_.substr(begin, end - begin));
        if (closes) return true;
        begin = lexer_.peek().begin;
        end = begin;
        continue;
      }
      if (token.is("(")) ++depth;
      if (token.is(")")) --depth;
      end = token.end();
    }
  }

  std::string_view text_;
  Lexer lexer_;
};

std::int32_t number(const Command& command, std::size_t argument) {
  if (argument >= command.arguments.size()) return 0;
  static const Symbols kNone;
  Lexer lexer(command.arguments[argument]);
  const Evaluated result = evaluate(lexer, kNone);
  if (result.state != Evaluated::State::value) return 0;
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(result.value, INT32_MIN, INT32_MAX));
}
std::array<std::int32_t, 3> triple(const Command& command, std::size_t argument) {
  return {number(command, argument), number(command, argument + 1), number(command, argument + 2)};
}
std::string list_name(const Command& command, std::size_t argument) {
  if (argument >= command.arguments.size()) return {};
  std::string_view name = command.arguments[argument];
  if (name.starts_with('&')) name.remove_prefix(1);
  return name == "NULL" || name == "0" ? std::string() : std::string(name);
}

// The node of a command; empty for commands that make none.
std::optional<GeoNode> node_of(const Command& command) {
  const std::string_view name = command.name;
  GeoNode node;
  if (name.starts_with("GEO_NOP") || name == "GEO_UPDATE_NODE_FLAGS" ||
      name == "GEO_ASSIGN_AS_VIEW" || name == "GEO_COPY_VIEW") {
    return {};
  }
  const bool list = name.ends_with("_DL");
  std::size_t after = 0;  // argument of a display list
  if (name == "GEO_ANIMATED_PART") {
    node.kind = GeoKind::part;
    node.translation = triple(command, 1);
    node.display_list = list_name(command, 4);
  } else if (name == "GEO_BONE") {
    node.kind = GeoKind::part;
    node.translation = triple(command, 1);
    node.rotation = triple(command, 4);
    node.display_list = list_name(command, 7);
  } else if (name.starts_with("GEO_SCALE")) {
    node.kind = GeoKind::transform;
    node.scale = number(command, 1) / 65536.0;
    after = 2;
  } else if (name.starts_with("GEO_TRANSLATE_ROTATE")) {
    node.kind = GeoKind::transform;
    node.translation = triple(command, 1);
    node.rotation = triple(command, 4);
    after = 7;
  } else if (name.starts_with("GEO_TRANSLATE")) {
    node.kind = GeoKind::transform;
    node.translation = triple(command, 1);
    after = 4;
  } else if (name.starts_with("GEO_ROTATE_Y")) {
    node.kind = GeoKind::transform;
    node.rotation[1] = number(command, 1);
    after = 2;
  } else if (name.starts_with("GEO_ROTAT")) {
    node.kind = GeoKind::transform;
    node.rotation = triple(command, 1);
    after = 4;
  } else if (name.starts_with("GEO_BILLBOARD")) {
    node.kind = GeoKind::billboard;
    node.translation = triple(command, 1);
    after = 4;
  } else if (name == "GEO_SWITCH_CASE" || name == "GEO_RENDER_RANGE") {
    node.kind = name == "GEO_SWITCH_CASE" ? GeoKind::switch_case : GeoKind::render_range;
    node.first = number(command, 0);
    node.second = number(command, 1);
  } else if (name == "GEO_DISPLAY_LIST") {
    node.kind = GeoKind::display_list;
    node.display_list = list_name(command, 1);
  } else if (name == "GEO_HELD_OBJECT") {
    node.kind = GeoKind::held_object;
  } else if (name == "GEO_SHADOW") {
    node.kind = GeoKind::shadow;
  }
  if (list && after > 0) node.display_list = list_name(command, after);
  node.layer = number(command, 0);
  return node;
}

// Follows the commands of one layout and its branches.
class Expander {
 public:
  Expander(const std::map<std::string_view, const Definition*>& known, std::size_t budget,
           Findings& findings)
      : known_(known), budget_(budget), findings_(findings) {}

  std::vector<GeoNode> run(const Definition& start) {
    here_ = &start;
    while (here_ != nullptr) {
      if (next_ >= here_->commands.size()) {
        pop();
        continue;
      }
      const Command& command = here_->commands[next_++];
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
    const Definition* from;
    std::size_t next;
    std::optional<std::size_t> level;  // to be restored (branch and link)
  };

  void step(const Command& command) {
    if (command.name == "GEO_OPEN_NODE") return builder_.open();
    if (command.name == "GEO_CLOSE_NODE") return builder_.close();
    if (command.name == "GEO_RETURN") return pop();
    if (command.name == "GEO_END") {
      // Ends everything, or what a branch and link called.
      while (!calls_.empty() && !calls_.back().level)
        calls_.pop_back();
      return pop();
    }
    if (command.name == "GEO_BRANCH") return branch(command, number(command, 0) == 1, false, 1);
    if (command.name == "GEO_BRANCH_AND_LINK") return branch(command, true, true, 0);
    if (auto node = node_of(command)) builder_.add(std::move(*node));
  }
  void branch(const Command& command, bool call, bool link, std::size_t argument) {
    const std::string_view name =
        argument < command.arguments.size() ? command.arguments[argument] : std::string_view();
    const auto found = known_.find(name);
    if (found == known_.end()) {
      findings_.warning("E-CNAME", "branch to the layout " + quoted(name) + ", which is not known",
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

  const std::map<std::string_view, const Definition*>& known_;
  std::size_t budget_;
  Findings& findings_;
  GeoBuilder builder_;
  const Definition* here_ = nullptr;
  std::size_t next_ = 0;
  std::size_t steps_ = 0;
  std::vector<Call> calls_;
};

}  // namespace

Result<std::vector<GeoLayout>> parse_geo_c(std::string_view text,
                                           std::span<const std::string_view> others,
                                           Diagnostics& diagnostics) {
  auto own = LayoutReader(text).run();
  if (!own) {
    diagnostics.add(own.error());
    return std::unexpected(own.error());
  }
  std::map<std::string_view, const Definition*> known;
  for (const Definition& definition : *own)
    known.emplace(definition.name, &definition);
  std::vector<std::vector<Definition>> rest;
  rest.reserve(others.size());
  for (const std::string_view other : others) {
    auto more = LayoutReader(other).run();
    if (more) rest.push_back(std::move(*more));
  }
  for (const auto& more : rest) {
    for (const Definition& definition : more)
      known.emplace(definition.name, &definition);
  }
  Findings findings(diagnostics);
  std::vector<GeoLayout> layouts;
  std::size_t budget = kMostGeoNodes;
  for (const Definition& definition : *own) {
    GeoLayout& layout = layouts.emplace_back();
    layout.name = definition.name;
    layout.nodes = Expander(known, budget, findings).run(definition);
    budget -= std::min(budget, layout.nodes.size());
    if (budget == 0) break;
  }
  return layouts;
}

}  // namespace anmkit::sm64
