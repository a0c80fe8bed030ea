// SPDX-License-Identifier: MIT
// The commands of geo layouts, of the game and of sm64coopdx: which arguments they have, and which
// nodes they make (section 8.1).
#include <algorithm>
#include <array>
#include <charconv>
#include <set>

#include "core/counted.hpp"
#include "core/json.hpp"
#include "formats/sm64/geo/geo_text.hpp"
#include "formats/sm64/geo/layers.hpp"
#include "formats/sm64/source/c_address.hpp"
#include "formats/sm64/source/c_tokens.hpp"

namespace anmkit::sm64 {
namespace {

// Arguments are counted from 1; 0 = the command has none of that kind.
struct Command {
  std::string_view name;
  std::size_t arguments = 0;
  GeoKind kind = GeoKind::other;
  bool node = true;
  std::size_t layer = 0, translation = 0, rotation = 0, scale = 0, scales = 0, list = 0;
  std::size_t function = 0, pair = 0;
  bool yaw = false;  // `rotation` is one number, about Y
};

constexpr GeoKind kPart = GeoKind::part, kMove = GeoKind::transform,
                  kBillboard = GeoKind::billboard;

// By name.
constexpr Command kCommands[] = {
    {.name = "GEO_ANIMATED_PART",
     .arguments = 5,
     .kind = kPart,
     .layer = 1,
     .translation = 2,
     .list = 5},
    {.name = "GEO_ASM", .arguments = 2, .function = 2},
    {.name = "GEO_ASM_EXT", .arguments = 2, .function = 2},
    {.name = "GEO_ASSIGN_AS_VIEW", .arguments = 1, .node = false},
    {.name = "GEO_BACKGROUND", .arguments = 2},
    {.name = "GEO_BACKGROUND_COLOR", .arguments = 1},
    {.name = "GEO_BACKGROUND_EXT", .arguments = 2},
    {.name = "GEO_BILLBOARD", .kind = kBillboard},
    {.name = "GEO_BILLBOARD_WITH_PARAMS",
     .arguments = 4,
     .kind = kBillboard,
     .layer = 1,
     .translation = 2},
    {.name = "GEO_BILLBOARD_WITH_PARAMS_AND_DL",
     .arguments = 5,
     .kind = kBillboard,
     .layer = 1,
     .translation = 2,
     .list = 5},
    {.name = "GEO_BONE",
     .arguments = 8,
     .kind = kPart,
     .layer = 1,
     .translation = 2,
     .rotation = 5,
     .list = 8},
    {.name = "GEO_BONE_WITH_SCALE",
     .arguments = 11,
     .kind = kPart,
     .layer = 1,
     .translation = 2,
     .rotation = 5,
     .scales = 8,
     .list = 11},
    {.name = "GEO_BRANCH", .arguments = 2, .node = false},
    {.name = "GEO_BRANCH_AND_LINK", .arguments = 1, .node = false},
    {.name = "GEO_CAMERA", .arguments = 8},
    {.name = "GEO_CAMERA_FRUSTUM", .arguments = 3},
    {.name = "GEO_CAMERA_FRUSTUM_WITH_FUNC", .arguments = 4},
    {.name = "GEO_CLOSE_NODE", .node = false},
    {.name = "GEO_COPY_VIEW", .arguments = 1, .node = false},
    {.name = "GEO_CULLING_RADIUS", .arguments = 1},
    {.name = "GEO_DISPLAY_LIST",
     .arguments = 2,
     .kind = GeoKind::display_list,
     .layer = 1,
     .list = 2},
    {.name = "GEO_END", .node = false},
    {.name = "GEO_HELD_OBJECT", .arguments = 5, .kind = GeoKind::held_object},
    {.name = "GEO_NODE_ORTHO", .arguments = 1},
    {.name = "GEO_NODE_SCREEN_AREA", .arguments = 5},
    {.name = "GEO_NODE_START"},
    {.name = "GEO_NOP_1A", .node = false},
    {.name = "GEO_NOP_1E", .node = false},
    {.name = "GEO_NOP_1F", .node = false},
    {.name = "GEO_OPEN_NODE", .node = false},
    {.name = "GEO_RENDER_OBJ"},
    {.name = "GEO_RENDER_RANGE", .arguments = 2, .kind = GeoKind::render_range, .pair = 1},
    {.name = "GEO_RETURN", .node = false},
    {.name = "GEO_ROTATE", .arguments = 4, .kind = kMove, .layer = 1, .rotation = 2},
    {.name = "GEO_ROTATE_WITH_DL",
     .arguments = 5,
     .kind = kMove,
     .layer = 1,
     .rotation = 2,
     .list = 5},
    {.name = "GEO_ROTATE_Y", .arguments = 2, .kind = kMove, .layer = 1, .rotation = 2, .yaw = true},
    {.name = "GEO_ROTATE_Y_WITH_DL",
     .arguments = 3,
     .kind = kMove,
     .layer = 1,
     .rotation = 2,
     .list = 3,
     .yaw = true},
    {.name = "GEO_ROTATION_NODE", .arguments = 4, .kind = kMove, .layer = 1, .rotation = 2},
    {.name = "GEO_ROTATION_NODE_WITH_DL",
     .arguments = 5,
     .kind = kMove,
     .layer = 1,
     .rotation = 2,
     .list = 5},
    {.name = "GEO_SCALE", .arguments = 2, .kind = kMove, .layer = 1, .scale = 2},
    {.name = "GEO_SCALE_WITH_DL", .arguments = 3, .kind = kMove, .layer = 1, .scale = 2, .list = 3},
    {.name = "GEO_SCALE_XYZ", .arguments = 4, .kind = kMove, .layer = 1, .scales = 2},
    {.name = "GEO_SCALE_XYZ_WITH_DL",
     .arguments = 5,
     .kind = kMove,
     .layer = 1,
     .scales = 2,
     .list = 5},
    {.name = "GEO_SHADOW", .arguments = 3, .kind = GeoKind::shadow},
    {.name = "GEO_SWITCH_CASE",
     .arguments = 2,
     .kind = GeoKind::switch_case,
     .function = 2,
     .pair = 1},
    {.name = "GEO_SWITCH_CASE_EXT",
     .arguments = 2,
     .kind = GeoKind::switch_case,
     .function = 2,
     .pair = 1},
    {.name = "GEO_TRANSLATE", .arguments = 4, .kind = kMove, .layer = 1, .translation = 2},
    {.name = "GEO_TRANSLATE_NODE", .arguments = 4, .kind = kMove, .layer = 1, .translation = 2},
    {.name = "GEO_TRANSLATE_NODE_WITH_DL",
     .arguments = 5,
     .kind = kMove,
     .layer = 1,
     .translation = 2,
     .list = 5},
    {.name = "GEO_TRANSLATE_ROTATE",
     .arguments = 7,
     .kind = kMove,
     .layer = 1,
     .translation = 2,
     .rotation = 5},
    {.name = "GEO_TRANSLATE_ROTATE_WITH_DL",
     .arguments = 8,
     .kind = kMove,
     .layer = 1,
     .translation = 2,
     .rotation = 5,
     .list = 8},
    {.name = "GEO_TRANSLATE_WITH_DL",
     .arguments = 5,
     .kind = kMove,
     .layer = 1,
     .translation = 2,
     .list = 5},
    {.name = "GEO_UPDATE_NODE_FLAGS", .arguments = 2, .node = false},
    {.name = "GEO_ZBUFFER", .arguments = 1},
    {.name = "GEO_Z_OFFSET", .arguments = 1},
};
static_assert(std::ranges::is_sorted(kCommands, {}, &Command::name));

const Command* find_command(std::string_view name) {
  const auto found = std::ranges::lower_bound(kCommands, name, {}, &Command::name);
  return found != std::end(kCommands) && found->name == name ? &*found : nullptr;
}

std::string_view argument(const GeoCommand& command, std::size_t number) {
  return number > 0 && number <= command.arguments.size() ? command.arguments[number - 1]
                                                          : std::string_view();
}
std::array<std::int32_t, 3> triple(const GeoCommand& command, std::size_t first) {
  return {geo_number(command, first - 1), geo_number(command, first),
          geo_number(command, first + 1)};
}
// Unsigned, 65536 = 1.
double factor(const GeoCommand& command, std::size_t number) {
  return geo_number(command, number - 1) / 65536.0;
}
std::string name_in_argument(const GeoCommand& command, std::size_t number) {
  std::string_view name = argument(command, number);
  if (!name.empty() && !is_digit(name[0])) name = name_in(name);
  return name == "NULL" || name == "0" ? std::string() : std::string(name);
}

// By name or number; others are opaque.
std::int32_t layer_of(const GeoCommand& command, std::size_t number) {
  const std::string_view name = argument(command, number);
  if (const auto known = find_layer(name)) return *known;
  return is_geo_number(command, number - 1) ? layer_of_number(geo_number(command, number - 1))
                                            : kOpaqueLayer;
}

// One finding for each word.
class WordCheck {
 public:
  explicit WordCheck(Findings& findings) : findings_(findings) {}

  void check(const GeoCommand& command) {
    const Command* known = find_command(command.name);
    if (known == nullptr) {
      say(command, command.name,
          "unknown command " + quoted(command.name) + " in a geo layout: it is left out");
      return;
    }
    if (command.arguments.size() != known->arguments) {
      say(command, std::string(command.name) + " arguments",
          std::string(command.name) + " expects " + counted(known->arguments, "argument") +
              " and has " + std::to_string(command.arguments.size()));
      return;
    }
    check_layer(command, *known);
    check_numbers(command, known->translation, 3);
    check_numbers(command, known->rotation, known->yaw ? 1 : 3);
    check_numbers(command, known->scale, 1);
    check_numbers(command, known->scales, 3);
    check_scale(command, known->scale, 1);
    check_scale(command, known->scales, 3);
    check_list(command, known->list);
  }

 private:
  void check_layer(const GeoCommand& command, const Command& known) {
    const std::string_view layer = argument(command, known.layer);
    if (layer.empty() || find_layer(layer)) return;
    if (is_geo_number(command, known.layer - 1) &&
        is_layer_number(geo_number(command, known.layer - 1)))
      return;
    say(command, layer, "unknown layer " + quoted(layer) + ": drawn as LAYER_OPAQUE");
  }
  void check_numbers(const GeoCommand& command, std::size_t first, std::size_t count) {
    for (std::size_t i = first; first > 0 && i < first + count; ++i) {
      const std::string_view word = argument(command, i);
      if (is_geo_number(command, i - 1)) {
        check_whole(command, i, word);
        continue;
      }
      say(command, word,
          "argument " + std::to_string(i) + " of " + std::string(command.name) + " is " +
              quoted(word) + ", expected a number: 0 is used");
    }
  }
  // With a cast the author means it.
  void check_whole(const GeoCommand& command, std::size_t number, std::string_view word) {
    const auto value = parse_double(word);
    const std::int32_t stored = geo_number(command, number - 1);
    if (!value || *value == stored) return;
    say(command, word,
        "argument " + std::to_string(number) + " of " + std::string(command.name) + " is " +
            quoted(word) + ", expected a whole number: " + std::to_string(stored) + " is stored");
  }
  void check_scale(const GeoCommand& command, std::size_t first, std::size_t count) {
    for (std::size_t i = first; first > 0 && i < first + count; ++i) {
      if (!is_geo_number(command, i - 1) || geo_number(command, i - 1) != 0) continue;
      findings_.warning("W-LAYOUT",
                        "the scale of " + std::string(command.name) +
                            " is 0, expected 65536 for 1: nothing below it is seen",
                        command.at);
      return;
    }
  }
  void check_list(const GeoCommand& command, std::size_t number) {
    const std::string_view list = argument(command, number);
    if (address_in(list).is_beginning()) return;
    say(command, list,
        "argument " + std::to_string(number) + " of " + std::string(command.name) + " is " +
            quoted(list) + ", expected the name of a list: all of the list is drawn");
  }
  void say(const GeoCommand& command, std::string_view word, std::string message) {
    if (said_.emplace(word).second) findings_.warning("W-WORD", std::move(message), command.at);
  }

  Findings& findings_;
  std::set<std::string> said_;
};

}  // namespace

void check_words(std::span<const GeoDefinition> definitions, Findings& findings) {
  WordCheck check(findings);
  for (const GeoDefinition& definition : definitions) {
    for (const GeoCommand& command : definition.commands)
      check.check(command);
  }
}

std::optional<GeoNode> node_of(const GeoCommand& command) {
  GeoNode node;
  const Command* known = find_command(command.name);
  if (known == nullptr) {
    node.kind = GeoKind::unknown;
    node.function = command.name;
    return node;
  }
  if (!known->node) return {};
  node.kind = known->kind;
  // Command 0x10 in the game, whose nodes some functions look for.
  node.translate_rotate = known->kind == kMove && known->scale == 0 && known->scales == 0 &&
                          command.name.find("_NODE") == std::string_view::npos;
  if (known->layer > 0) node.layer = layer_of(command, known->layer);
  if (known->translation > 0) node.translation = triple(command, known->translation);
  if (known->yaw) {
    node.rotation[1] = geo_number(command, known->rotation - 1);
  } else if (known->rotation > 0) {
    node.rotation = triple(command, known->rotation);
  }
  if (known->scale > 0) node.scale.fill(factor(command, known->scale));
  for (std::size_t i = 0; known->scales > 0 && i < 3; ++i)
    node.scale[i] = factor(command, known->scales + i);
  if (known->list > 0) node.display_list = name_in_argument(command, known->list);
  if (known->function > 0) node.function = name_in_argument(command, known->function);
  if (known->pair > 0) {
    node.first = geo_number(command, known->pair - 1);
    node.second = geo_number(command, known->pair);
  }
  return node;
}

}  // namespace anmkit::sm64
