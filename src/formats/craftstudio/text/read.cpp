// SPDX-License-Identifier: MIT
// Reading the JSON export of an animation (section 8).
#include "formats/craftstudio/text/read.hpp"

#include <charconv>

#include "formats/craftstudio/text/reader.hpp"

namespace anmkit::craftstudio {
namespace {

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

}  // namespace

Result<JsAnimation> read_js_animation(std::string_view text, Diagnostics& diagnostics,
                                      JsNotes* notes) {
  const auto fill = [&](JsReader& in, JsonValue root, JsAnimation& animation) {
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
  };
  return read_export<JsAnimation>(text, diagnostics, notes, fill);
}

Result<JsAnimation> parse_js_animation(std::string_view text, Diagnostics& diagnostics) {
  return read_js_animation(text, diagnostics, nullptr);
}

}  // namespace anmkit::craftstudio
