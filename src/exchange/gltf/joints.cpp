// SPDX-License-Identifier: MIT
// Joints that an editor rotated get the axes back that the export gave them.
#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <utility>

#include "exchange/gltf/extras.hpp"
#include "exchange/gltf/fold.hpp"
#include "scene/reference.hpp"

namespace anmkit {
namespace {

constexpr double kBound = 1e-3;      // radians; an inverse matrix is less exact
constexpr double kSameAngle = 1e-5;  // radians; floats of an untouched file stay below

Quat load_quat(const double* v) {
  return {v[0], v[1], v[2], v[3]};
}

void store_quat(Quat q, double* v) {
  v[0] = q.x, v[1] = q.y, v[2] = q.z, v[3] = q.w;
}

void store_vec(Vec3 p, double* v) {
  v[0] = p.x, v[1] = p.y, v[2] = p.z;
}

// The diagonal of a scale seen from axes rotated by `axes`: exact for rotations by right angles.
Vec3 turned_scale(Quat axes, Vec3 scale) {
  const Mat4 m = rotation_matrix(axes);
  const auto along = [&](int column) {
    const double x = m.at(0, column), y = m.at(1, column), z = m.at(2, column);
    return x * x * scale.x + y * y * scale.y + z * z * scale.z;
  };
  return {along(0), along(1), along(2)};
}

std::optional<Quat> stored_turn(GltfFile& file, const RawNode& node, std::size_t index) {
  if (!node.extras["turn"]) return std::nullopt;
  std::array<double, 4> turn{};
  file.numbers(node.extras, "turn", turn, "nodes[" + std::to_string(index) + "].extras.anmkit");
  const Quat q = load_quat(turn.data());
  if (!(length(Vec3{q.x, q.y, q.z}) + std::fabs(q.w) > 0.5)) return std::nullopt;
  return normalize(q);
}

// The axes of joints whose skin is bound to them as the export bound it: what turned such a joint
// edited its pose. A program that gives joints other axes binds the skin to those.
std::unordered_map<std::size_t, Quat> bound_axes(GltfFile& file) {
  std::unordered_map<std::size_t, Quat> axes;
  for (const JsonValue& skin : file.list("skins")) {
    const auto accessor = skin["inverseBindMatrices"].integer().value_or(-1);
    if (accessor < 0 || static_cast<std::size_t>(accessor) >= file.list("accessors").size() ||
        !file.is_stored(static_cast<std::uint32_t>(accessor), false))
      continue;
    const auto numbers = file.read_floats(static_cast<std::uint32_t>(accessor), 16);
    std::size_t first = 0;
    for (JsonValue joint = skin["joints"].first(); joint; joint = joint.next(), first += 16) {
      if (first + 16 > numbers.size()) break;
      Mat4 inverse;
      std::copy_n(numbers.begin() + static_cast<std::ptrdiff_t>(first), 16, inverse.m.begin());
      axes.try_emplace(static_cast<std::size_t>(joint.integer().value_or(-1)),
                       normalize(decompose(affine_inverse(inverse)).rotation));
    }
  }
  return axes;
}

// The rotation of the axes node, as the export had it.
Quat exported_axes(GltfFile& file) {
  const auto up = file.shown_scene()["extras"]["anmkit"]["up"].string();
  for (const UpAxis one : {UpAxis::y_down, UpAxis::z_up}) {
    if (up == up_name(one)) return axes_rotation(one);
  }
  return {};
}

// The channels of one node in one clip; null where it has none.
struct Channels {
  RawTrack* translation = nullptr;
  RawTrack* rotation = nullptr;
};

Transform evaluate_at(const Transform& rest, const Channels& channels, double frame) {
  Transform at = rest;
  double v[4] = {};
  const auto value = [&](RawTrack* from, Property property) {
    Track track;
    track.property = property;
    track.interpolation = from->interpolation;
    if (property == Property::rotation && track.interpolation == Interpolation::linear) {
      track.interpolation = Interpolation::slerp;
    }
    // Borrowed for the moment and given back: the keys are not copied.
    track.times.swap(from->times);
    track.values.swap(from->values);
    evaluate(track, frame, v);
    track.times.swap(from->times);
    track.values.swap(from->values);
  };
  if (channels.translation != nullptr) {
    value(channels.translation, Property::translation);
    at.translation = {v[0], v[1], v[2]};
  }
  if (channels.rotation != nullptr) {
    value(channels.rotation, Property::rotation);
    at.rotation = load_quat(v);
  }
  return at;
}

bool is_still(const RawTrack& track) {
  const bool cubic = track.interpolation == Interpolation::cubic;
  for (std::size_t i = cubic ? 4 : 0; i + 4 <= track.values.size(); i += cubic ? 12 : 4) {
    if (angle_between(load_quat(&track.values[i]), Quat{}) > kSameAngle) return false;
  }
  return true;
}

// Frames at which rotated joints are sampled: every key, and every whole frame, where games show
// them. Few keys that are far apart keep only themselves, so that memory stays in proportion.
std::vector<double> frames_of(const Channels& outer, const Channels& inner) {
  std::vector<double> frames;
  for (const RawTrack* track :
       {outer.translation, outer.rotation, inner.translation, inner.rotation}) {
    if (track != nullptr) frames.insert(frames.end(), track->times.begin(), track->times.end());
  }
  const double last = *std::max_element(frames.begin(), frames.end());
  if (last <= 16 * static_cast<double>(frames.size()) + 256) {
    for (double frame = 0; frame < last; ++frame)
      frames.push_back(frame);
  }
  std::sort(frames.begin(), frames.end());
  frames.erase(std::unique(frames.begin(), frames.end()), frames.end());
  return frames;
}

// The tracks of one clip by node and path.
class TrackTable {
 public:
  explicit TrackTable(std::vector<RawTrack>& tracks) : tracks_(tracks) {
    for (std::size_t i = 0; i < tracks.size(); ++i)
      place_[slot(tracks[i].node, tracks[i].path)] = i;
  }
  RawTrack* find(std::uint32_t node, GltfPath path) {
    const auto place = place_.find(slot(node, path));
    return place == place_.end() ? nullptr : &tracks_[place->second];
  }
  Channels channels(std::uint32_t node) {
    return {find(node, GltfPath::translation), find(node, GltfPath::rotation)};
  }
  void put(std::uint32_t node, GltfPath path, std::vector<double> times,
           std::vector<double> values) {
    const auto [place, fresh] = place_.try_emplace(slot(node, path), tracks_.size());
    if (fresh) tracks_.emplace_back();
    tracks_[place->second] = {node, path, Interpolation::linear, std::move(times),
                              std::move(values)};
  }

 private:
  static std::size_t slot(std::uint32_t node, GltfPath path) {
    return std::size_t{node} * kGltfPathCount + static_cast<std::size_t>(path);
  }
  std::vector<RawTrack>& tracks_;
  std::unordered_map<std::size_t, std::size_t> place_;  // as many as tracks, not as nodes
};

// Moves the rotation of centre joint `inner` to pivot joint `outer`: the block stands as before.
void turn_pivot(const std::vector<RawNode>& raw, std::uint32_t outer, std::uint32_t inner,
                TrackTable& table) {
  const Channels around = table.channels(outer), own = table.channels(inner);
  std::vector<double> frames = frames_of(around, own), turns, centers;
  for (const double frame : frames) {
    const Transform a = evaluate_at(raw[outer].rest, around, frame);
    const Transform b = evaluate_at(raw[inner].rest, own, frame);
    double v[4];
    store_quat(normalize(a.rotation * b.rotation), v);
    turns.insert(turns.end(), v, v + 4);
    store_vec(rotate(conjugate(b.rotation), b.translation), v);
    centers.insert(centers.end(), v, v + 3);
  }
  table.put(outer, GltfPath::rotation, frames, std::move(turns));
  table.put(inner, GltfPath::translation, std::move(frames), std::move(centers));
}

}  // namespace

std::vector<std::uint32_t> parents_first(const std::vector<RawNode>& raw) {
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < raw.size(); ++i) {
    if (raw[i].parent < 0) order.push_back(i);
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto& children = raw[order[i]].children;
    order.insert(order.end(), children.begin(), children.end());
  }
  return order;
}

void straighten_axes(GltfFile& file, std::vector<RawNode>& raw,
                     const std::vector<std::vector<RawTrack>>& clips) {
  const Quat turn = exported_axes(file);
  const auto is_axes = [](const RawNode& node) {
    return node.extras["part"].string() == part_name(GltfPart::axes);
  };
  const auto axes = std::ranges::find_if(raw, is_axes);
  if (turn == Quat{} || axes == raw.end()) return;
  // Other programs move the rotation to its children; restore_joint_axes finds it there.
  if (angle_between(axes->rest.rotation, {}) < 1e-4) return;
  const auto at = static_cast<std::uint32_t>(axes - raw.begin());
  Mat4 edit;
  std::string name = axes->name;
  for (std::int64_t i = at; i >= 0; i = raw[static_cast<std::size_t>(i)].parent) {
    const auto moves = [&](const RawTrack& track) { return track.node == i; };
    for (const auto& clip : clips)
      if (std::ranges::any_of(clip, moves)) return;
    const RawNode& node = raw[static_cast<std::size_t>(i)];
    edit = trs_matrix(node.rest.translation, node.rest.rotation, node.rest.scale) * edit;
    name = node.name;
  }
  edit = rotation_matrix(conjugate(turn)) * edit;
  const Transform parts = decompose(edit);
  if (length(parts.translation) < 1e-9 && angle_between(parts.rotation, {}) < 1e-4 &&
      length(parts.scale - Vec3{1, 1, 1}) < 1e-6)
    return;
  const Mat4 straight = trs_matrix(parts.translation, parts.rotation, parts.scale);
  for (std::size_t k = 0; k < edit.m.size(); ++k)
    if (std::fabs(straight.m[k] - edit.m[k]) > 1e-6) return;
  const auto below = static_cast<std::uint32_t>(raw.size());
  RawNode edited;
  edited.name = name;
  edited.parent = static_cast<std::int32_t>(at);
  edited.rest = parts;
  edited.children = std::exchange(raw[at].children, {below});
  for (const std::uint32_t child : edited.children)
    raw[child].parent = static_cast<std::int32_t>(below);
  if (raw[at].parent >= 0) std::erase(raw[static_cast<std::size_t>(raw[at].parent)].children, at);
  raw[at].parent = -1;
  raw[at].rest = {{}, turn, {1, 1, 1}, {}};
  raw.push_back(std::move(edited));
}

void restore_joint_axes(GltfFile& file, std::vector<RawNode>& raw,
                        std::vector<std::vector<RawTrack>>& clips) {
  bool turned = false;
  const auto bound = bound_axes(file);
  const Quat below_axes = exported_axes(file);
  // How an edit of the pose turned each node, with all above it.
  std::vector<Quat> posed(raw.size());
  std::vector<Quat> world(raw.size());
  for (const std::uint32_t i : parents_first(raw)) {
    RawNode& node = raw[i];
    if (node.extras["part"].string() == part_name(GltfPart::axes)) continue;
    if (node.parent >= 0) {
      world[i] = world[static_cast<std::size_t>(node.parent)];
      posed[i] = posed[static_cast<std::size_t>(node.parent)];
    }
    world[i] = normalize(world[i] * node.rest.rotation);
    if (const auto turn = stored_turn(file, node, i)) {
      // Or it took over the rotation of the axes node.
      const Quat whole = below_axes * *turn;
      const auto skin = bound.find(i);
      const bool kept = skin != bound.end() && angle_between(skin->second, whole) < kBound &&
                        angle_between(world[i], whole) > kBound;
      if (kept) posed[i] = world[i] * conjugate(*turn);
      const Quat back = conjugate(world[i]) * posed[i] * *turn;
      if (angle_between(back, Quat{}) > kSameAngle) node.axes = normalize(back), turned = true;
    }
  }
  if (!turned) return;
  const auto outside = [&](std::size_t i) {
    const std::int32_t parent = raw[i].parent;
    return parent < 0 ? Quat{} : conjugate(raw[static_cast<std::size_t>(parent)].axes);
  };
  for (std::size_t i = 0; i < raw.size(); ++i) {
    Transform& rest = raw[i].rest;
    rest.translation = rotate(outside(i), rest.translation);
    rest.rotation = normalize(outside(i) * rest.rotation * raw[i].axes);
    rest.scale = turned_scale(raw[i].axes, rest.scale);
  }
  for (auto& clip : clips) {
    for (RawTrack& track : clip) {
      const Quat before = outside(track.node), after = raw[track.node].axes;
      const std::size_t components = path_components(track.path);
      // Turning is linear, so tangents turn like values.
      for (std::size_t k = 0; k + components <= track.values.size(); k += components) {
        double* v = &track.values[k];
        switch (track.path) {
          case GltfPath::translation:
            store_vec(rotate(before, {v[0], v[1], v[2]}), v);
            break;
          case GltfPath::rotation:
            store_quat(before * load_quat(v) * after, v);
            break;
          case GltfPath::scale:
            store_vec(turned_scale(after, {v[0], v[1], v[2]}), v);
            break;
        }
      }
    }
  }
}

void turn_pivots(const std::vector<RawNode>& raw, const Folding& folding,
                 std::vector<RawTrack>& tracks) {
  std::vector<std::uint32_t> turned;
  for (const RawTrack& track : tracks) {
    const std::int32_t parent = raw[track.node].parent;
    if (parent < 0 || track.path != GltfPath::rotation) continue;
    const Role& own = folding.roles[track.node];
    const Role& outer = folding.roles[static_cast<std::size_t>(parent)];
    const bool pivoted = own.part == GltfPart::node && outer.part == GltfPart::pivot;
    if (pivoted && own.scene == outer.scene && !is_still(track)) turned.push_back(track.node);
  }
  if (turned.empty()) return;
  TrackTable table(tracks);
  for (const std::uint32_t inner : turned)
    turn_pivot(raw, static_cast<std::uint32_t>(raw[inner].parent), inner, table);
}

}  // namespace anmkit
