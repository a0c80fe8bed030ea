// SPDX-License-Identifier: MIT
// Reading the JSON export of a model (section 8).
#include "formats/craftstudio/text/read.hpp"

#include <cmath>

#include "formats/craftstudio/text/reader.hpp"

namespace anmkit::craftstudio {
namespace {

constexpr std::array<std::string_view, 9> kBlockKeys = {"name",    "position",  "offsetFromPivot",
                                                        "size",    "rotation",  "vertexCoords",
                                                        "vertexs", "texOffset", "children"};

void read_corners(JsReader& in, JsonValue object, JsBlock& block, const std::string& path) {
  JsonValue corners = in.member(object, "vertexCoords");
  if (const JsonValue alias = in.member(object, "vertexs"); alias) {
    in.warn("W-JSON-VERTEXS", "\"vertexs\" read as \"vertexCoords\"", alias.key_offset(),
            path + ".vertexCoords");
    if (!corners) corners = alias;
  }
  if (!corners) return;
  if (!corners.is(JsonKind::array) || corners.size() != 8) {
    in.errors().error("E-JSON-VERTEX", "expected 8 corners of 3 numbers", corners.begin_offset(),
                      path + ".vertexCoords");
    return;
  }
  auto& list = block.vertex_coords.emplace();
  std::size_t i = 0;
  for (JsonValue corner = corners.first(); corner; corner = corner.next(), ++i) {
    std::size_t numbers = 0;
    for (JsonValue item = corner.first(); item; item = item.next())
      numbers += item.is(JsonKind::number) ? 1 : 0;
    if (!corner.is(JsonKind::array) || corner.size() != 3 || numbers != 3) {
      in.errors().error("E-JSON-VERTEX", "a corner is not 3 numbers", corner.begin_offset(),
                        path_of(path + ".vertexCoords", i));
      continue;
    }
    list[i] = in.triple(corner, path);
    in.finite(corner, path_of(path + ".vertexCoords", i));
  }
  // A box about the centre: every corner has the first one's distances, with these signs.
  static constexpr double kSigns[8][3] = {{1, 1, 1},   {-1, 1, 1}, {-1, -1, 1}, {1, -1, 1},
                                          {-1, 1, -1}, {1, 1, -1}, {1, -1, -1}, {-1, -1, -1}};
  for (i = 0; i < 8; ++i) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double first = list[0].value[axis];
      if (std::fabs(list[i].value[axis] - kSigns[i][axis] * first) <=
          1e-4 * std::max(1.0, std::fabs(first))) {
        continue;
      }
      return in.warn("W-JSON-VERTEX", "the corners are not a box about the block's centre",
                     corners.begin_offset(), path_of(path + ".vertexCoords", i));
    }
  }
}

void read_tex_offset(JsReader& in, JsonValue object, JsBlock& block, const std::string& path) {
  const JsonValue value = in.required(object, "texOffset", JsonKind::array, path);
  if (!value) return;
  const auto u = value.first().number();
  const auto v = value.first() ? value.first().next().number() : std::nullopt;
  if (value.size() != 2 || !u || !v) {
    in.errors().error("E-JSON-KEY", "expected an array of 2 numbers", value.begin_offset(),
                      path + ".texOffset");
    return;
  }
  block.tex_offset = {*u, *v};
  in.finite(value, path + ".texOffset");
}

// Everything of a block but its children; gives the children's array.
JsonValue read_block(JsReader& in, JsonValue object, JsBlock& block, std::size_t index) {
  const std::string path = path_of("blocks", index);
  if (!object.is(JsonKind::object)) {
    in.errors().error("E-JSON-KEY", "a block is not an object", object.begin_offset(), path);
    return {};
  }
  if (in.places() != nullptr) {
    const auto place_of = [&](std::string_view key) {
      return in.member(object, key).begin_offset();
    };
    in.places()->blocks.push_back(
        {place_of("name"), place_of("vertexCoords"), place_of("texOffset")});
  }
  if (const auto name = in.required(object, "name", JsonKind::string, path)) {
    block.name = *name.string();
  }
  const auto triple = [&](std::string_view key, JsTriple& into) {
    const std::string place = path + "." + std::string(key);
    const JsonValue value = in.member(object, key);
    if (!value) {
      in.required(object, key, JsonKind::array, path);
      return;
    }
    into = in.triple(value, place);
    in.finite(value, place);
    if (key == "size") in.size_note(into, true, value, place);
  };
  triple("position", block.position);
  triple("offsetFromPivot", block.offset_from_pivot);
  triple("size", block.size);
  triple("rotation", block.rotation);
  read_corners(in, object, block, path);
  read_tex_offset(in, object, block, path);
  in.members(object, kBlockKeys, path);
  return in.required(object, "children", JsonKind::array, path);
}

void read_tree(JsReader& in, JsonValue tree, std::vector<JsBlock>& blocks) {
  // The next sibling to read at each depth, with the parent's index. Depth is the file's, so the
  // stack is ours.
  struct Level {
    JsonValue next;
    std::int32_t parent;
  };
  std::vector<Level> levels{{tree.first(), -1}};
  while (!levels.empty()) {
    const Level level = levels.back();
    if (!level.next) {
      levels.pop_back();
      continue;
    }
    levels.back().next = level.next.next();
    const auto index = static_cast<std::int32_t>(blocks.size());
    JsBlock& block = blocks.emplace_back();
    block.parent = level.parent;
    const JsonValue children = read_block(in, level.next, block, blocks.size() - 1);
    if (children.size() > 0) levels.push_back({children.first(), index});
  }
}

}  // namespace

Result<JsModel> read_js_model(std::string_view text, Diagnostics& diagnostics, JsNotes* notes) {
  const auto fill = [&](JsReader& in, JsonValue root, JsModel& model) {
    if (in.member(root, "transparent")) {
      if (const auto flag = in.required(root, "transparent", JsonKind::boolean, {}))
        model.transparent = flag.boolean();
    }
    if (const auto tree = in.required(root, "tree", JsonKind::array, {})) {
      read_tree(in, tree, model.blocks);
      if (notes != nullptr) notes->places.nodes = tree.begin_offset();
    }
    static constexpr std::array<std::string_view, 3> kKeys = {"title", "tree", "transparent"};
    in.members(root, kKeys, {});
  };
  return read_export<JsModel>(text, diagnostics, notes, fill);
}

Result<JsModel> parse_js_model(std::string_view text, Diagnostics& diagnostics) {
  return read_js_model(text, diagnostics, nullptr);
}

}  // namespace anmkit::craftstudio
