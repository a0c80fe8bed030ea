// SPDX-License-Identifier: MIT
// Findings about animations (sections 4 and 8.7).
#include <cmath>

#include "core/counted.hpp"
#include "core/number_text.hpp"
#include "formats/craftstudio/animation/check_keys.hpp"
#include "formats/craftstudio/check.hpp"
#include "formats/craftstudio/document.hpp"
#include "formats/craftstudio/text/read.hpp"
#include "formats/craftstudio/write.hpp"

namespace anmkit::craftstudio {

void check_text(const Text& text, std::uint64_t offset, const std::string& path,
                Findings& findings) {
  if (text.length_size) {
    findings.warning(
        "W-STRING-LONGFORM",
        "the string length takes " + counted(*text.length_size, "byte") + ", not the fewest",
        offset, path);
  }
  if (!is_utf8(text.bytes)) {
    findings.warning("W-UTF8", "the name is not valid UTF-8", offset, path);
  }
}

bool is_unit(const Float4& q) {
  double sum = 0;
  for (const float v : q)
    sum += static_cast<double>(v) * static_cast<double>(v);
  // The root of a number is nearer to 1 than the number is.
  return std::fabs(sum - 1) <= 1e-3 || std::fabs(std::sqrt(sum) - 1) <= 1e-3;
}

void check_quat(const Float4& q, std::uint64_t offset, const std::string& path,
                Findings& findings) {
  double sum = 0;
  for (const float v : q)
    sum += static_cast<double>(v) * static_cast<double>(v);
  const double norm = std::sqrt(sum);
  if (!std::isfinite(norm)) return;  // reported as E-NONFINITE
  const std::string text = number_text(norm);
  if (norm < 1e-6) {
    findings.error("E-QUAT-ZERO", "the quaternion has norm " + text + ", no orientation at all",
                   offset, path);
  } else if (std::fabs(norm - 1) > 1e-3) {
    findings.warning("W-QUAT-NORM", "the quaternion has norm " + text + ", expected 1", offset,
                     path);
  }
}

void check_trailing(const Bytes& trailing, std::uint64_t end, Findings& findings) {
  if (trailing.empty()) return;
  findings.info(
      "I-TRAILING",
      counted(trailing.size(), "byte") + " after the logical end: stale data from an in-place save",
      end, "trailing");
}

namespace {

constexpr std::uint64_t kKeyHead = 3;  // time and interpolation mode

// Whether nothing can be reported about any key by itself, nor about two that follow each other, as
// in nearly all tracks.
template <class Value>
bool are_plain(const std::vector<Key<Value>>& keys, std::uint32_t duration) {
  int before = -1;
  bool plain = true;
  for (const Key<Value>& key : keys) {
    plain &= int{key.time} > before && key.interpolation_mode == 0;
    before = key.time;
    if constexpr (std::same_as<Value, Float4>) {
      plain &= is_unit(key.delta);
    } else if constexpr (std::same_as<Value, Float3>) {
      for (const float v : key.delta)
        plain &= std::isfinite(v);
    }
  }
  return plain && (keys.empty() || keys.back().time <= duration);
}

template <class Value>
StoredKey stored_key(const std::vector<Key<Value>>& keys, std::size_t i, std::uint64_t begin) {
  StoredKey key{keys[i].time, {}, begin + i * (kKeyHead + sizeof(Value))};
  std::ranges::copy(keys[i].delta, key.value.begin());
  return key;
}

// Both ends of a plain track, and between them a key that is not neutral if there is one: what the
// checks that both spellings share look at.
template <class Value>
void store_ends(const std::vector<Key<Value>>& keys, std::uint64_t begin, StoredTrack& track) {
  if (keys.empty()) return;
  track.keys.reserve(3);
  track.keys.push_back(stored_key(keys, 0, begin));
  for (std::size_t i = 1; i + 1 < keys.size(); ++i) {
    const StoredKey key = stored_key(keys, i, begin);
    if (is_neutral(key, track)) continue;
    track.keys.push_back(key);
    break;
  }
  if (keys.size() > 1) track.keys.push_back(stored_key(keys, keys.size() - 1, begin));
}

// Reports the errors of single keys of a binary track and stores all keys.
template <class Value>
void store_all(const StoredNode& node, const std::vector<Key<Value>>& keys, std::uint64_t begin,
               StoredTrack& track, Findings& findings) {
  track.keys.reserve(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const Key<Value>& key = keys[i];
    const StoredKey& stored = track.keys.emplace_back(stored_key(keys, i, begin));
    for (std::size_t c = 0; c < key.delta.size(); ++c) {
      if (std::isfinite(stored.value[c])) continue;
      findings.error("E-NONFINITE",
                     "node " + quoted(node.name) + ", " + std::string(track.name) + ", key " +
                         std::to_string(i) + ": NaN or infinity",
                     stored.offset + kKeyHead + 4 * c, node.path(track.name, i, "delta"));
    }
    if (key.interpolation_mode != 0) {
      findings.warning("W-INTERPOLATION",
                       "interpolation mode " + std::to_string(key.interpolation_mode) +
                           ", ignored by all known players",
                       stored.offset + 2, node.path(track.name, i, "interpolationMode"));
    }
    if constexpr (std::same_as<Value, Float4>) {
      if (!is_unit(key.delta)) {
        check_quat(key.delta, stored.offset + kKeyHead, node.path(track.name, i, "delta"),
                   findings);
      }
    }
  }
}

// Goes through the tracks of a file in its order.
class TrackCheck {
 public:
  TrackCheck(const Animation& animation, bool has_model, Findings& findings)
      : duration_(animation.duration), has_model_(has_model), findings_(findings) {}

  // The track for the checks that both spellings share. `offset` moves after it.
  template <class Value>
  StoredTrack operator()(const StoredNode& node, std::string_view name,
                         const std::vector<Key<Value>>& keys, std::uint64_t& offset) {
    StoredTrack track;
    track.name = name;
    if constexpr (std::same_as<Value, Float4>) track.neutral = {1, 0, 0, 0};
    offset += 2;
    // A model is compared with each key.
    if (!has_model_ && are_plain(keys, duration_)) {
      store_ends(keys, offset, track);
    } else {
      store_all(node, keys, offset, track, findings_);
    }
    offset += keys.size() * (kKeyHead + sizeof(Value));
    return track;
  }

 private:
  std::uint32_t duration_;
  bool has_model_;
  Findings& findings_;
};

constexpr const char* kNoMotion = "the animation has no nodes: it moves nothing";

}  // namespace

void AnimationDocument::check(const Context& context, Diagnostics& diagnostics) const {
  const Companions companions = context.companions;
  Findings findings(diagnostics);
  if (animation.duration == 0) {
    findings.warning("W-DURATION-ZERO", "the duration is 0: the reference player divides by it", 3,
                     "duration");
  }
  if (animation.hold_last_key_frame > 1) {
    findings.warning("W-BOOL",
                     "the hold byte is " + std::to_string(animation.hold_last_key_frame) +
                         ", expected 0 or 1; read as true",
                     5, "holdLastKeyFrame");
  }
  const bool hold = animation.hold_last_key_frame != 0;
  std::uint64_t offset = animation.format_version == 2 ? 7 : 8;
  const auto model = find_model(companions);
  TrackCheck check_track(animation, model.has_value(), findings);
  std::vector<StoredNode> nodes;
  nodes.reserve(animation.nodes.size());
  for (std::size_t i = 0; i < animation.nodes.size(); ++i) {
    const NodeAnimation& node = animation.nodes[i];
    StoredNode& stored = nodes.emplace_back();
    stored.list = "nodes";
    stored.index = i;
    stored.name = node.name.bytes;
    stored.name_offset = offset;
    check_text(node.name, offset, stored.path("name"), findings);
    offset += encoded_size(node.name);
    auto& tracks = stored.tracks;
    const auto& names = kBinaryTrackNames;
    tracks[0] = check_track(stored, names[0], node.position, offset);
    tracks[1] = check_track(stored, names[1], node.orientation, offset);
    tracks[2] = check_track(stored, names[2], node.block_size, offset);
    tracks[3] = check_track(stored, names[3], node.pivot_offset, offset);
    tracks[4] = check_track(stored, names[4], node.scale, offset);
    check_node(stored, animation.duration, hold, findings);
  }
  if (nodes.empty()) findings.warning("W-NO-NODES", kNoMotion, 6, "nodes");
  check_names(nodes, findings);
  check_trailing(animation.trailing, offset, findings);
  if (model) check_against(*model, nodes, 2, 4, findings);
}

void JsAnimationDocument::check(const Context& context, Diagnostics& diagnostics) const {
  const Companions companions = context.companions;
  JsNotes notes;
  Diagnostics unused;
  if (!read_js_animation(source, unused, &notes)) return;
  diagnostics.add_all(notes.findings);
  Findings findings(diagnostics);
  if (animation.duration == 0) {
    findings.warning("W-DURATION-ZERO", "the duration is 0: the reference player divides by it",
                     notes.places.duration, "duration");
  }
  std::vector<StoredNode> nodes;
  for (std::size_t i = 0; i < animation.node_animations.size(); ++i) {
    const JsNodeAnimation& node = animation.node_animations[i];
    StoredNode& stored = nodes.emplace_back();
    stored.list = "nodeAnimations";
    stored.index = i;
    stored.name = node.name;
    stored.name_offset = notes.places.names[i];
    check_text({node.name, {}}, stored.name_offset, stored.path("name"), findings);
    const auto tracks = tracks_of(node);
    for (std::size_t t = 0; t < tracks.size(); ++t) {
      stored.tracks[t].name = kJsTrackNames[t];
      if (!*tracks[t]) continue;
      const auto& keys = **tracks[t];
      for (std::size_t k = 0; k < keys.size(); ++k) {
        const Double3& v = keys[k].delta.value;
        const std::uint64_t at = notes.places.keys[i][t][k];
        stored.tracks[t].keys.push_back({keys[k].time, {v[0], v[1], v[2], 0}, at});
        if (std::isfinite(v[0]) && std::isfinite(v[1]) && std::isfinite(v[2])) continue;
        findings.error("E-NONFINITE", "a number is too large for any float", at,
                       stored.path(kJsTrackNames[t], k, "delta"));
      }
    }
    check_node(stored, animation.duration, animation.hold_last_keyframe, findings);
  }
  if (nodes.empty())
    findings.warning("W-NO-NODES", kNoMotion, notes.places.nodes, "nodeAnimations");
  check_names(nodes, findings);
  if (const auto model = find_model(companions)) check_against(*model, nodes, 2, 4, findings);
}

}  // namespace anmkit::craftstudio
