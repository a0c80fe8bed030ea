// SPDX-License-Identifier: MIT
// Reading the commands of geo layouts from C text.
#include "formats/sm64/geo/geo_text.hpp"

#include <algorithm>

#include "formats/sm64/findings.hpp"
#include "formats/sm64/source/c_expression.hpp"

namespace anmkit::sm64 {
namespace {

class LayoutReader {
 public:
  explicit LayoutReader(std::string_view text) : text_(text), lexer_(text) {}

  // All layouts of the text; everything else is skipped.
  Result<std::vector<GeoDefinition>> run() {
    std::vector<GeoDefinition> all;
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
      GeoDefinition& definition = all.emplace_back();
      definition.name = name.text;
      if (auto body = commands(definition); !body) return std::unexpected(body.error());
    }
    return all;
  }

 private:
  std::unexpected<Error> syntax(std::uint32_t at, std::string_view wanted) const {
    return fail(prefixed("E-CSYNTAX"), "expected " + std::string(wanted) + " in a geo layout", at);
  }

  Result<void> commands(GeoDefinition& definition) {
    while (true) {
      const Token token = lexer_.next();
      if (token.is("}")) return {};
      if (token.is(",")) continue;
      if (token.kind != TokenKind::identifier) return syntax(token.begin, "a command or '}'");
      GeoCommand& command = definition.commands.emplace_back();
      command.name = token.text;
      command.at = token.begin;
      if (!lexer_.peek().is("(")) continue;
      lexer_.next();
      if (!arguments(command)) return syntax(lexer_.position(), "')'");
    }
  }

  bool arguments(GeoCommand& command) {
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

std::array<std::int32_t, 3> triple(const GeoCommand& command, std::size_t argument) {
  return {geo_number(command, argument), geo_number(command, argument + 1),
          geo_number(command, argument + 2)};
}
std::string list_name(const GeoCommand& command, std::size_t argument) {
  if (argument >= command.arguments.size()) return {};
  std::string_view name = command.arguments[argument];
  if (name.starts_with('&')) name.remove_prefix(1);
  return name == "NULL" || name == "0" ? std::string() : std::string(name);
}

// The game's layers by name or number; where the name is not one of them, the opaque one.
std::int32_t layer_of(const GeoCommand& command) {
  static constexpr std::array<std::string_view, 8> kNames = {
      "LAYER_FORCE", "LAYER_OPAQUE",      "LAYER_OPAQUE_DECAL",      "LAYER_OPAQUE_INTER",
      "LAYER_ALPHA", "LAYER_TRANSPARENT", "LAYER_TRANSPARENT_DECAL", "LAYER_TRANSPARENT_INTER"};
  const std::string_view name =
      command.arguments.empty() ? std::string_view() : command.arguments[0];
  const auto known = std::ranges::find(kNames, name);
  if (known != kNames.end()) return static_cast<std::int32_t>(known - kNames.begin());
  return name.starts_with("LAYER_") ? 1 : geo_number(command, 0);
}

// Commands that draw nothing themselves, and those of whole levels.
bool draws_nothing(std::string_view name) {
  static constexpr std::array<std::string_view, 10> kNames = {
      "GEO_NODE_START", "GEO_CULLING_RADIUS",  "GEO_RENDER_OBJ",     "GEO_NODE_SCREEN_AREA",
      "GEO_NODE_ORTHO", "GEO_CAMERA",          "GEO_CAMERA_FRUSTUM", "GEO_CAMERA_FRUSTUM_WITH_FUNC",
      "GEO_ZBUFFER",    "GEO_BACKGROUND_COLOR"};
  return std::ranges::find(kNames, name) != kNames.end() || name == "GEO_BACKGROUND";
}

// The argument at which a command's display list stands; 0 = it has none.
std::size_t set_transform(GeoNode& node, const GeoCommand& command) {
  const std::string_view name = command.name;
  const bool moved = name.starts_with("GEO_TRANSLATE"), turned = name.starts_with("GEO_ROTAT");
  if (name.starts_with("GEO_SCALE")) {
    node.kind = GeoKind::transform;
    node.scale = geo_number(command, 1) / 65536.0;
    return 2;
  }
  if (name.starts_with("GEO_BILLBOARD")) {
    node.kind = GeoKind::billboard;
    node.translation = triple(command, 1);
    return 4;
  }
  if (!moved && !turned) return 0;
  node.kind = GeoKind::transform;
  // Command 0x10 in the game, whose nodes some functions look for.
  node.translate_rotate = name.find("_NODE") == std::string_view::npos;
  if (name.starts_with("GEO_TRANSLATE_ROTATE")) {
    node.translation = triple(command, 1);
    node.rotation = triple(command, 4);
    return 7;
  }
  if (name.starts_with("GEO_ROTATE_Y")) {
    node.rotation[1] = geo_number(command, 1);
    return 2;
  }
  (moved ? node.translation : node.rotation) = triple(command, 1);
  return 4;
}

}  // namespace

std::int32_t geo_number(const GeoCommand& command, std::size_t argument) {
  if (argument >= command.arguments.size()) return 0;
  static const Symbols kNone;
  Lexer lexer(command.arguments[argument]);
  const Evaluated result = evaluate(lexer, kNone);
  if (result.state != Evaluated::State::value) return 0;
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(result.value, INT32_MIN, INT32_MAX));
}

Result<std::vector<GeoDefinition>> read_geo_definitions(std::string_view text) {
  return LayoutReader(text).run();
}

std::string_view branch_target(const GeoCommand& command) {
  const std::size_t argument = command.name == "GEO_BRANCH" ? 1 : 0;
  if (argument == 0 && command.name != "GEO_BRANCH_AND_LINK") return {};
  return argument < command.arguments.size() ? command.arguments[argument] : std::string_view();
}

std::optional<GeoNode> node_of(const GeoCommand& command) {
  const std::string_view name = command.name;
  GeoNode node;
  if (name.starts_with("GEO_NOP") || name == "GEO_UPDATE_NODE_FLAGS" ||
      name == "GEO_ASSIGN_AS_VIEW" || name == "GEO_COPY_VIEW") {
    return {};
  }
  const std::size_t list = set_transform(node, command);
  node.layer = layer_of(command);
  if (list > 0) {
    if (name.ends_with("_DL")) node.display_list = list_name(command, list);
  } else if (name == "GEO_ANIMATED_PART") {
    node.kind = GeoKind::part;
    node.translation = triple(command, 1);
    node.display_list = list_name(command, 4);
  } else if (name == "GEO_BONE") {
    node.kind = GeoKind::part;
    node.translation = triple(command, 1);
    node.rotation = triple(command, 4);
    node.display_list = list_name(command, 7);
  } else if (name == "GEO_SWITCH_CASE" || name == "GEO_RENDER_RANGE") {
    node.kind = name == "GEO_SWITCH_CASE" ? GeoKind::switch_case : GeoKind::render_range;
    node.first = geo_number(command, 0);
    node.second = geo_number(command, 1);
    if (node.kind == GeoKind::switch_case) node.function = list_name(command, 1);
  } else if (name == "GEO_DISPLAY_LIST") {
    node.kind = GeoKind::display_list;
    node.display_list = list_name(command, 1);
  } else if (name == "GEO_ASM") {
    node.function = list_name(command, 1);
  } else if (name == "GEO_HELD_OBJECT") {
    node.kind = GeoKind::held_object;
  } else if (name == "GEO_SHADOW") {
    node.kind = GeoKind::shadow;
  } else if (!draws_nothing(name)) {
    node.kind = GeoKind::unknown;
    node.function = name;
  }
  return node;
}

}  // namespace anmkit::sm64
