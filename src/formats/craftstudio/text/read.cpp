// SPDX-License-Identifier: MIT
// JSON members with kind and range proved.
#include "formats/craftstudio/text/read.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/nearest.hpp"
#include "formats/craftstudio/findings.hpp"

namespace anmkit::craftstudio {
namespace {

std::string_view kind_name(JsonKind kind) {
  static constexpr std::array<std::string_view, 6> kNames = {"null",     "a boolean", "a number",
                                                             "a string", "an array",  "an object"};
  return kNames[static_cast<std::size_t>(kind)];
}

// Shared by both exports: errors always, notes only when somebody asked.
class JsReader {
 public:
  JsReader(Diagnostics& errors, JsNotes* notes) : errors_(errors), notes_(notes) {}

  Findings& errors() { return errors_; }
  bool wants_notes() const { return notes_ != nullptr; }
  JsPlaces* places() { return notes_ == nullptr ? nullptr : &notes_->places; }
  void warn(std::string_view code, std::string message, std::uint64_t offset, std::string path) {
    if (notes_ != nullptr) {
      Findings(notes_->findings).warning(code, std::move(message), offset, std::move(path));
    }
  }

  // A member of an object; of repeated ones the last, as every known consumer reads them.
  JsonValue member(JsonValue object, std::string_view key) const {
    JsonValue found;
    for (JsonValue value = object.first(); value; value = value.next()) {
      if (value.key() == key) found = value;
    }
    return found;
  }
  // The same, reporting E-JSON-KEY when it is missing or of another kind.
  JsonValue required(JsonValue object, std::string_view key, JsonKind kind,
                     const std::string& path) {
    const JsonValue value = member(object, key);
    if (value.is(kind)) return value;
    const std::string place = path.empty() ? std::string(key) : path + "." + std::string(key);
    if (!value) {
      errors_.error("E-JSON-KEY",
                    "the key \"" + std::string(key) + "\" is missing, expected " +
                        std::string(kind_name(kind)),
                    object.begin_offset(), place);
    } else {
      errors_.error("E-JSON-KEY",
                    "\"" + std::string(key) + "\" is " + std::string(kind_name(value.kind())) +
                        ", expected " + std::string(kind_name(kind)),
                    value.begin_offset(), place);
    }
    return {};
  }

  JsTriple triple(JsonValue value, const std::string& path) {
    JsTriple triple;
    std::size_t count = 0;
    bool numbers = value.is(JsonKind::array);
    for (JsonValue item = value.first(); item; item = item.next(), ++count) {
      const auto number = item.number();
      numbers = numbers && number.has_value();
      if (count >= 3 || !number) continue;
      triple.value[count] = *number;
      triple.spelling[count] = item.token();
    }
    if (!numbers || count != 3) {
      errors_.error("E-JSON-TRIPLE", "expected an array of 3 numbers", value.begin_offset(), path);
    }
    return triple;
  }

  // Reports numbers that no float can store.
  void finite(JsonValue values, const std::string& path) {
    if (!wants_notes()) return;
    for (JsonValue item = values.first(); item; item = item.next()) {
      if (std::isfinite(item.number().value_or(0))) continue;
      Findings(notes_->findings)
          .error("E-NONFINITE", "a number is too large for any float", item.begin_offset(), path);
    }
  }

  void size_note(const JsTriple& size, bool model, JsonValue at, const std::string& path) {
    if (!wants_notes()) return;
    for (const double v : size.value) {
      if (v == std::trunc(v) && !(model && v < 0)) continue;
      return warn("W-JSON-SIZE",
                  model ? "a size is not an integer, or negative" : "a size is not an integer",
                  at.begin_offset(), path);
    }
  }

  // Repeated and unknown keys of one object. No keys given: any key is known.
  void members(JsonValue object, std::span<const std::string_view> known, const std::string& path) {
    if (!wants_notes()) return;
    std::vector<std::pair<std::string_view, std::uint64_t>> keys;
    keys.reserve(object.size());
    for (JsonValue value = object.first(); value; value = value.next()) {
      keys.emplace_back(value.key(), value.key_offset());
      if (known.empty() || std::ranges::find(known, value.key()) != known.end()) continue;
      const std::string message = "unknown key \"" + std::string(value.key()) + "\", kept";
      const std::string_view meant = nearest(value.key(), {known.begin(), known.end()});
      if (!meant.empty()) {
        warn("W-JSON-MISSPELT", message + "; did you mean \"" + std::string(meant) + "\"?",
             value.key_offset(), path);
      } else {
        Findings(notes_->findings).info("I-JSON-EXTRA", message, value.key_offset(), path);
      }
    }
    std::ranges::stable_sort(keys, {}, [](const auto& key) { return key.first; });
    for (std::size_t i = 1; i < keys.size(); ++i) {
      if (keys[i].first != keys[i - 1].first) continue;
      warn("W-JSON-DUPLICATE",
           "the key \"" + std::string(keys[i].first) + "\" appears twice; the last one counts",
           keys[i].second, path);
    }
  }

 private:
  Findings errors_;
  JsNotes* notes_;
};

Result<JsonDocument> parse_text(std::string_view text, Diagnostics& diagnostics) {
  auto parsed =
      JsonDocument::parse(text, "craftstudio.E-JSON-SYNTAX", JsonDocument::Text::borrowed);
  if (!parsed) diagnostics.add(parsed.error());
  return parsed;
}

std::optional<std::uint16_t> frame_number(std::string_view key) {
  unsigned frame = 0;
  const char* end = key.data() + key.size();
  const auto result = std::from_chars(key.data(), end, frame);
  // from_chars takes no sign here; an empty key gives an error.
  if (result.ec != std::errc{} || result.ptr != end || frame > 65535) return std::nullopt;
  return static_cast<std::uint16_t>(frame);
}

std::vector<JsKey> read_keys(JsReader& in, JsonValue track, std::size_t index,
                             const std::string& path, std::vector<std::uint64_t>* places) {
  std::vector<JsKey> keys;
  keys.reserve(track.size());
  std::size_t i = 0;
  for (JsonValue value = track.first(); value; value = value.next(), ++i) {
    const auto frame = frame_number(value.key());
    if (!frame) {
      in.errors().error(
          "E-JSON-FRAME",
          "frame key \"" + std::string(value.key()) + "\", expected a decimal integer 0 ... 65535",
          value.key_offset(), path_of(path, i, "time"));
    }
    const std::string place = path_of(path, i, "delta");
    keys.push_back({frame.value_or(0), in.triple(value, place)});
    if (kJsTrackNames[index] == "size") in.size_note(keys.back().delta, false, value, place);
    if (places != nullptr) places->push_back(value.key_offset());
  }
  in.members(track, {}, path);
  return keys;
}

JsNodeAnimation read_node(JsReader& in, JsonValue value, std::size_t index) {
  JsNodeAnimation node;
  node.name = value.key();
  const std::string path = path_of("nodeAnimations", index);
  if (!value.is(JsonKind::object)) {
    in.errors().error("E-JSON-KEY", "a node's animation is not an object", value.begin_offset(),
                      path);
    return node;
  }
  std::array<std::vector<std::uint64_t>, 5>* places = nullptr;
  if (in.places() != nullptr) {
    in.places()->names.push_back(value.key_offset());
    places = &in.places()->keys.emplace_back();
  }
  const auto tracks = tracks_of(node);
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    const std::string key(kJsTrackNames[i]);
    const JsonValue track = in.member(value, key);
    if (!track) {
      in.warn("W-JSON-TRACK", "node " + quoted(node.name) + " has no \"" + key + "\"",
              value.begin_offset(), path + "." + key);
    } else if (!track.is(JsonKind::object)) {
      in.errors().error("E-JSON-KEY", "\"" + key + "\" is not an object", track.begin_offset(),
                        path + "." + key);
    } else {
      *tracks[i] =
          read_keys(in, track, i, path + "." + key, places == nullptr ? nullptr : &(*places)[i]);
    }
  }
  in.members(value, kJsTrackNames, path);
  return node;
}

// ---- models ----

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

Result<JsAnimation> read_js_animation(std::string_view text, Diagnostics& diagnostics,
                                      JsNotes* notes) {
  Diagnostics found;
  const auto parsed = parse_text(text, found);
  if (parsed) {
    JsReader in(found, notes);
    JsAnimation animation;
    const JsonValue root = parsed->root();
    if (const auto title = in.required(root, "title", JsonKind::string, {})) {
      animation.title = *title.string();
    }
    if (const auto duration = in.required(root, "duration", JsonKind::number, {})) {
      const auto frames = duration.integer();
      if (!frames || *frames < 0 || *frames > 65535) {
        in.errors().error("E-JSON-KEY",
                          "\"duration\" is " + std::string(duration.token()) +
                              ", expected an integer 0 ... 65535",
                          duration.begin_offset(), "duration");
      }
      animation.duration = static_cast<std::uint16_t>(frames.value_or(0));
      if (notes != nullptr) notes->places.duration = duration.begin_offset();
    }
    if (const auto hold = in.required(root, "holdLastKeyframe", JsonKind::boolean, {})) {
      animation.hold_last_keyframe = *hold.boolean();
    }
    if (const auto nodes = in.required(root, "nodeAnimations", JsonKind::object, {})) {
      std::size_t index = 0;
      for (JsonValue node = nodes.first(); node; node = node.next(), ++index)
        animation.node_animations.push_back(read_node(in, node, index));
      in.members(nodes, {}, "nodeAnimations");
      if (notes != nullptr) notes->places.nodes = nodes.begin_offset();
    }
    static constexpr std::array<std::string_view, 4> kKeys = {"title", "duration",
                                                              "holdLastKeyframe", "nodeAnimations"};
    in.members(root, kKeys, {});
    if (!found.has_errors()) return animation;
  }
  diagnostics.add_all(found);
  return first_error(found);
}

Result<JsModel> read_js_model(std::string_view text, Diagnostics& diagnostics, JsNotes* notes) {
  Diagnostics found;
  const auto parsed = parse_text(text, found);
  if (parsed) {
    JsReader in(found, notes);
    JsModel model;
    const JsonValue root = parsed->root();
    if (const auto title = in.required(root, "title", JsonKind::string, {})) {
      model.title = *title.string();
    }
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
    if (!found.has_errors()) return model;
  }
  diagnostics.add_all(found);
  return first_error(found);
}

Result<JsAnimation> parse_js_animation(std::string_view text, Diagnostics& diagnostics) {
  return read_js_animation(text, diagnostics, nullptr);
}
Result<JsModel> parse_js_model(std::string_view text, Diagnostics& diagnostics) {
  return read_js_model(text, diagnostics, nullptr);
}

}  // namespace anmkit::craftstudio
