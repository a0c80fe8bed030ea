// SPDX-License-Identifier: MIT
// Random clips through glTF and back. Untouched they are the same bytes; edited, what was edited
// arrives, the rest stays, and the report gives what an independent player measures.
#include <cmath>
#include <cstdlib>
#include <map>
#include <random>

#include "anmkit/gltf.hpp"
#include "formats/craftstudio/document.hpp"
#include "formats/craftstudio/motion.hpp"
#include "scene/reference.hpp"
#include "support.hpp"

namespace anmkit::craftstudio::test {
namespace {

class Maker {
 public:
  explicit Maker(unsigned seed) : random_(seed) {}

  std::size_t pick(std::size_t count) { return random_() % count; }
  bool rarely() { return pick(8) == 0; }
  double real(double low, double high) {
    return low + (high - low) * static_cast<double>(random_() % 100001) / 100000;
  }
  float number(double size) { return static_cast<float>(real(-size, size)); }
  Float3 vec(double size) { return {number(size), number(size), number(size)}; }
  Float4 turn() {
    const Quat q = normalize({real(-1, 1), real(-1, 1), real(-1, 1), real(-1, 1) + 0.001});
    return {static_cast<float>(q.w), static_cast<float>(q.x), static_cast<float>(q.y),
            static_cast<float>(q.z)};
  }

  // Some repeat, one is empty, some are no UTF-8.
  std::string name(bool text) {
    static const std::vector<std::string> kNames = {"body",        "arm",      "Left Leg", "head",
                                                    "t\xC3\xAAte", "body.box", "",         "arm"};
    static const std::vector<std::string> kBytes = {"\x98r", "\x95\\", "\x96r"};
    if (!text && rarely()) return kBytes[pick(kBytes.size())];
    return rarely() ? kNames[pick(kNames.size())] : "part" + std::to_string(pick(1000));
  }

  std::vector<std::uint16_t> times(std::uint16_t duration) {
    std::vector<std::uint16_t> times;
    if (pick(3) == 0) return times;
    std::size_t at = pick(2) == 0 ? 0 : pick(duration + 1u);
    for (; at <= duration && times.size() < 6; at += 1 + pick(duration / 2 + 1u))
      times.push_back(static_cast<std::uint16_t>(at));
    return times;
  }

  Animation animation() {
    Animation animation;
    animation.duration = static_cast<std::uint16_t>(rarely() ? pick(2) : 1 + pick(40));
    animation.hold_last_key_frame = pick(2) == 0 ? 1 : 0;
    const std::size_t count = rarely() ? 0 : 1 + pick(5);
    for (std::size_t i = 0; i < count; ++i) {
      NodeAnimation& node = animation.nodes.emplace_back();
      node.name.bytes = name(false);
      const auto fill = [&](auto& track, auto value) {
        for (const std::uint16_t time : times(animation.duration))
          track.push_back({time, 0, value()});
      };
      fill(node.position, [&] { return vec(5); });
      fill(node.orientation, [&] { return turn(); });
      fill(node.block_size, [&] { return size(); });
      fill(node.pivot_offset, [&] { return vec(1); });
      fill(node.scale, [&] { return pick(4) == 0 ? Float3{-1, -1, -1} : vec(1); });
    }
    if (rarely()) animation.trailing.resize(5);
    return animation;
  }

  JsAnimation js_animation() {
    JsAnimation animation;
    animation.title = "walk";
    animation.duration = static_cast<std::uint16_t>(rarely() ? pick(2) : 1 + pick(70));
    animation.hold_last_keyframe = pick(2) == 0;
    const std::size_t count = rarely() ? 0 : 1 + pick(5);
    for (std::size_t i = 0; i < count; ++i) {
      JsNodeAnimation& node = animation.node_animations.emplace_back();
      node.name = name(true);
      const auto fill = [&](JsNodeAnimation::Track& track, double size, bool whole) {
        if (rarely()) return;
        track.emplace();
        for (const std::uint16_t time : times(animation.duration)) {
          Double3 v{real(-size, size), real(-size, size), real(-size, size)};
          // As files spell them: few digits, and whole numbers where they must be.
          for (double& x : v)
            x = whole ? std::round(x) : std::round(x * 1000) / 1000;
          track->push_back({time, {v, {}}});
        }
      };
      fill(node.position, 80, false);
      fill(node.offset_from_pivot, 16, false);
      fill(node.size, 12, true);
      fill(node.rotation, 200, false);
      fill(node.stretch, 1, false);
    }
    return animation;
  }

  // A model with the records' names, some of its own, and some twice.
  Model model(const std::vector<std::string>& names) {
    Model model;
    for (const std::string& name : names) {
      for (std::size_t copies = rarely() ? 2 : 1; copies > 0; --copies)
        add_block(model, name);
    }
    if (model.nodes.empty() || pick(2) == 0) add_block(model, "still");
    return model;
  }

 private:
  Int3 size() {
    if (pick(3) == 0) return {0, 0, 0};
    if (pick(3) == 0) return {-8, -6, 0};
    const auto side = [&] { return static_cast<std::int32_t>(pick(21)) - 8; };
    return {side(), side(), side()};
  }

  void add_block(Model& model, const std::string& name) {
    ModelNode& node = model.nodes.emplace_back();
    node.id = static_cast<std::uint16_t>(model.nodes.size() - 1);
    const std::size_t parent = pick(model.nodes.size());
    node.parent_id = parent == node.id ? kNoParent : static_cast<std::uint16_t>(parent);
    node.name.bytes = name;
    node.position = vec(3);
    if (pick(2) == 0) node.pivot_offset = vec(1);
    if (pick(3) == 0) node.scale = {number(2), 1, number(2)};
    node.orientation = turn();
    node.block_size = {8, 6, static_cast<std::uint16_t>(pick(2) == 0 ? 0 : 4)};
  }

  std::mt19937 random_;
};

struct Case {
  std::unique_ptr<Loaded> animation, model;

  Case(unsigned seed, Maker& maker) {
    const bool binary = seed % 4 < 2, with_model = seed % 2 == 1;
    std::vector<std::string> names;
    if (binary) {
      const Animation made = maker.animation();
      for (const NodeAnimation& node : made.nodes)
        names.push_back(node.name.bytes);
      animation = parse("csmodelanim", write(made).value(), "walk.csmodelanim");
    } else {
      const JsAnimation made = maker.js_animation();
      for (const JsNodeAnimation& node : made.node_animations)
        names.push_back(node.name);
      animation = parse("csjsmodelanim", to_bytes(write_text(made)), "walk.csjsmodelanim");
    }
    if (with_model) model = parse("csmodel", write(maker.model(names)).value(), "body.csmodel");
  }

  Scene scene() const {
    std::vector<Companion> with;
    if (model) with.push_back({model->path, model->bytes, model->document.get()});
    Diagnostics unused;
    return animation->document->to_scene({}, {with, Options{}}, unused).value();
  }
  Scene through_gltf(bool sparse) const {
    GltfWriteOptions options;
    options.keys = sparse ? GltfWriteOptions::Keys::sparse : GltfWriteOptions::Keys::bake;
    ConversionReport report;
    Scene back = read_gltf(write_gltf(scene(), options, report).value()).value();
    change_frame(back, format().frame);
    return back;
  }
  const Format& format() const { return *find_format(animation->document->format()); }
  Motion motion() const { return motion_of(*animation->document).value(); }
};

std::string said(const ConversionReport& report) {
  std::string text;
  for (const FitLine& line : report.fits)
    text += "\n" + line.what + ": " + std::to_string(line.error) + " " + line.unit;
  return text;
}

TEST(CraftStudioRandomImports, UntouchedClipsAreTheSameBytes) {
  for (unsigned seed = 0; seed < random_clip_count(); ++seed) {
    Maker maker(seed);
    const Case test(seed, maker);
    const Scene back = test.through_gltf(maker.pick(2) == 0);
    ConversionReport report;
    const auto bytes = test.format().from_scene({back, test.animation->document.get(), {}, {}},
                                                {{}, Options{}}, report);
    ASSERT_TRUE(bytes.has_value()) << "seed " << seed << ": " << bytes.error().message;
    ASSERT_TRUE(*bytes == test.animation->bytes) << "seed " << seed << said(report);
    EXPECT_EQ(report.clips, 1u);
  }
}

// Blender's bones have no scale at rest: what stood there comes back as keys of every node.
TEST(CraftStudioRandomImports, ExportsWithoutAModelImportAfterEditing) {
  for (unsigned seed = 0; seed < random_clip_count() / 10; ++seed) {
    Maker maker(seed);
    const Case test(seed, maker);
    if (test.model) continue;
    Scene back = test.through_gltf(false);
    for (std::uint32_t i = 0; i < back.nodes.size(); ++i) {
      Node& node = back.nodes[i];
      node.rest.scale = {1, 1, 1};
      const auto scales = [&](const Track& track) {
        return track.node == i && track.property == Property::scale;
      };
      if (std::ranges::any_of(back.clips[0].tracks, scales)) continue;
      Track& still = back.clips[0].tracks.emplace_back();
      still.node = i;
      still.property = Property::scale;
      still.times = {0, back.clips[0].duration};
      still.values.assign(6, 0);
    }
    ConversionReport report;
    const auto bytes = test.format().from_scene({back, test.animation->document.get(), {}, {}},
                                                {{}, Options{}}, report);
    ASSERT_TRUE(bytes.has_value()) << "seed " << seed;
    ASSERT_TRUE(*bytes == test.animation->bytes) << "seed " << seed << said(report);
  }
}

// ---- an independent player: sections 3.2 to 3.4, key by key ----

struct Played {
  Vec3 position, pivot, scale, size;
  Quat rotation;
};

std::array<double, 4> play_track(std::vector<MotionKey> keys, const Motion& motion, double x,
                                 Channel channel) {
  const bool turns = channel == Channel::rotation;
  if (keys.empty()) return {0, 0, 0, turns ? 1.0 : 0.0};
  const double d = motion.duration;
  std::size_t i = 0;
  while (i < keys.size() && keys[i].time <= x)
    ++i;
  const std::size_t n = keys.size();
  const MotionKey& a = keys[(i + n - 1) % n];
  MotionKey b = i == n ? (motion.hold ? keys[n - 1] : keys[0]) : keys[i];
  if (i == 0 && motion.hold) b = keys[n - 1];
  if (channel == Channel::size) return a.value;
  double u = 0;
  if (d > 0 && !(std::fmod(b.time, d) == std::fmod(a.time, d) && !(b.time > a.time))) {
    double length = b.time - a.time, at = x;
    if (length < 0) length += d;
    if (x < a.time) at += d;
    u = (at - a.time) / length;
  }
  if (!turns) {
    std::array<double, 4> v{};
    for (std::size_t k = 0; k < 3; ++k)
      v[k] = a.value[k] + (b.value[k] - a.value[k]) * u;
    return v;
  }
  const Quat p{a.value[0], a.value[1], a.value[2], a.value[3]};
  Quat q{b.value[0], b.value[1], b.value[2], b.value[3]};
  if (dot(p, q) < 0) q = -q;
  // Half the angle from its sine and cosine, which holds its digits everywhere.
  const double half = std::atan2(length(q + -p) / 2, length(q + p) / 2);
  const double angle = 2 * half, sine = std::sin(angle);
  const Quat r =
      sine < 1e-9 ? p : p * (std::sin((1 - u) * angle) / sine) + q * (std::sin(u * angle) / sine);
  return {r.x, r.y, r.z, r.w};
}

Played play(const MotionNode* node, const Motion& motion, const Transform& rest, Vec3 size,
            double x) {
  const auto value = [&](Channel channel) {
    return node == nullptr ? std::array<double, 4>{0, 0, 0, channel == Channel::rotation ? 1. : 0.}
                           : play_track(node->at(channel), motion, x, channel);
  };
  const auto vec = [&](Channel channel) {
    const auto v = value(channel);
    return Vec3{v[0], v[1], v[2]};
  };
  const auto q = value(Channel::rotation);
  return {rest.translation + vec(Channel::position), rest.pivot + vec(Channel::pivot),
          rest.scale + vec(Channel::scale), size + vec(Channel::size),
          normalize(rest.rotation * normalize({q[0], q[1], q[2], q[3]}))};
}

// An edit as an editor makes it: a node gets other keys, everything else stays.
struct Edit {
  std::uint32_t node = 0;
  Property property = Property::translation;
};
Edit edit(Scene& scene, Maker& maker) {
  static constexpr Property kWhat[] = {Property::translation, Property::rotation, Property::scale};
  Edit edit{static_cast<std::uint32_t>(maker.pick(scene.nodes.size())), kWhat[maker.pick(3)]};
  Clip& clip = scene.clips[0];
  std::erase_if(clip.tracks, [&](const Track& track) {
    return track.node == edit.node && track.property == edit.property;
  });
  Track& track = clip.tracks.emplace_back();
  track.node = edit.node;
  track.property = edit.property;
  track.interpolation =
      edit.property == Property::rotation ? Interpolation::slerp : Interpolation::linear;
  for (double time = 0; time <= clip.duration; time += static_cast<double>(1 + maker.pick(9))) {
    track.times.push_back(time);
    if (edit.property == Property::rotation) {
      const Float4 q = maker.turn();
      for (const std::size_t i : {1, 2, 3, 0})
        track.values.push_back(static_cast<double>(q[i]));
    } else {
      for (int i = 0; i < 3; ++i)
        track.values.push_back(maker.real(-2, 2));
    }
  }
  return edit;
}

std::string word(Property property) {
  return property == Property::translation ? "position"
         : property == Property::rotation  ? "rotation"
                                           : "scale";
}

// Tracks that were not edited have the very keys of the original.
void expect_kept(const Motion& before, const Motion& after, const std::string& name,
                 Property property, unsigned seed) {
  const Channel edited = property == Property::translation ? Channel::position
                         : property == Property::rotation  ? Channel::rotation
                                                           : Channel::scale;
  ASSERT_GE(after.nodes.size(), before.nodes.size()) << seed;
  for (std::size_t i = 0; i < before.nodes.size(); ++i) {
    for (std::size_t c = 0; c < kChannelCount; ++c) {
      const auto channel = static_cast<Channel>(c);
      if (before.nodes[i].name == name && channel == edited) continue;
      const auto &a = before.nodes[i].at(channel), &b = after.nodes[i].at(channel);
      ASSERT_EQ(a.size(), b.size()) << "seed " << seed << " record " << i << " track " << c;
      for (std::size_t k = 0; k < a.size(); ++k) {
        EXPECT_EQ(a[k].time, b[k].time) << seed;
        EXPECT_EQ(a[k].euler, b[k].euler) << seed;
      }
    }
  }
}

TEST(CraftStudioRandomImports, EditsAreKeptAndErrorsMeasured) {
  unsigned edited = 0;
  for (unsigned seed = 0; seed < random_clip_count(); ++seed) {
    Maker maker(seed);
    const Case test(seed, maker);
    Scene scene = test.through_gltf(maker.pick(2) == 0);
    if (scene.nodes.empty()) continue;
    const Edit what = edit(scene, maker);
    const std::string& name = scene.nodes[what.node].name;
    ConversionReport report;
    const auto bytes = test.format().from_scene({scene, test.animation->document.get(), {}, {}},
                                                {{}, Options{}}, report);
    ASSERT_TRUE(bytes.has_value()) << "seed " << seed;
    const auto again = parse(test.format().id, *bytes);
    ASSERT_TRUE(again->document) << "seed " << seed;
    const Motion before = test.motion(), after = motion_of(*again->document).value();
    expect_kept(before, after, name, what.property, seed);
    // Records of one name move several nodes: nothing else can be asked of them.
    if (std::ranges::count(scene.nodes, name, &Node::name) > 1) continue;
    ++edited;

    const MotionNode* record = nullptr;
    for (std::size_t i = 0; i < after.nodes.size(); ++i)
      if (after.nodes[i].name == name) record = &after.nodes[i];
    const Node& node = scene.nodes[what.node];
    const ReferenceSampler sampler(scene, scene.clips[0]);
    Pose pose;
    double worst = 0;
    for (double frame = 0; frame <= scene.clips[0].duration; ++frame) {
      sampler.sample(frame, pose);
      const Transform& want = pose[what.node].local;
      const Played is = play(record, after, node.rest, node.block_size.value_or(Vec3{}), frame);
      const double error = what.property == Property::translation
                               ? length(want.translation - is.position)
                           : what.property == Property::rotation
                               ? to_degrees(angle_between(normalize(want.rotation), is.rotation))
                               : length(want.scale - is.scale);
      worst = std::max(worst, error);
    }
    const double most = what.property == Property::rotation ? 0.02 : after.pixels ? 0.004 : 3e-4;
    EXPECT_LT(worst, most) << "seed " << seed << ": the edit did not arrive";
    const std::string line = "node " + name + ", " + word(what.property);
    const auto said = std::ranges::find(report.fits, line, &FitLine::what);
    const double noise = what.property == Property::rotation ? 2e-4 : 2e-6;
    if (said == report.fits.end()) {
      EXPECT_LT(worst, noise) << "seed " << seed << ": nothing said of " << line;
    } else {
      EXPECT_NEAR(said->error, worst, noise) << "seed " << seed << ": " << line;
    }
  }
  EXPECT_GT(edited, random_clip_count() / 2);
}

}  // namespace
}  // namespace anmkit::craftstudio::test
