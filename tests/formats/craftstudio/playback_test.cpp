// SPDX-License-Identifier: MIT
// Playback (section 3): worked tables, and a literal reference against random animations.
#include <gtest/gtest.h>

// Needs gtest before it.
#include <rapidcheck/gtest.h>

#include <cmath>

#include "formats/craftstudio/document.hpp"
#include "scene/reference.hpp"
#include "support.hpp"

namespace anmkit::craftstudio::test {
namespace {

// ---- section 3, word for word ----

struct RefKey {
  int time;
  std::array<double, 4> value;  // vectors use three; quaternions x, y, z, w
};

// 3.7: stably sorted; of equal times only the later record.
std::vector<RefKey> ref_sorted(std::vector<RefKey> keys) {
  std::stable_sort(keys.begin(), keys.end(),
                   [](const RefKey& a, const RefKey& b) { return a.time < b.time; });
  std::vector<RefKey> out;
  for (const RefKey& key : keys) {
    if (!out.empty() && out.back().time == key.time) {
      out.back() = key;
    } else {
      out.push_back(key);
    }
  }
  return out;
}

std::array<double, 4> ref_slerp(std::array<double, 4> a, std::array<double, 4> b, double u) {
  double cosine = 0;
  for (int i = 0; i < 4; ++i)
    cosine += a[i] * b[i];
  if (cosine < 0) {
    cosine = -cosine;
    for (double& v : b)
      v = -v;
  }
  std::array<double, 4> out{};
  const double angle = std::acos(std::min(cosine, 1.0));
  if (std::sin(angle) < 1e-7) return a;
  for (int i = 0; i < 4; ++i) {
    out[i] = (std::sin((1 - u) * angle) * a[i] + std::sin(u * angle) * b[i]) / std::sin(angle);
  }
  return out;
}

enum class RefKind { vector, orientation, step };

std::array<double, 4> ref_value(const std::vector<RefKey>& unsorted, int d, bool hold, double x,
                                RefKind kind) {
  const std::vector<RefKey> k = ref_sorted(unsorted);
  const std::size_t n = k.size();
  const int f = static_cast<int>(std::floor(x + 1e-6));
  // 3.2
  RefKey prev, next;
  if (k[n - 1].time <= f) {
    prev = k[n - 1];
    next = hold ? k[n - 1] : k[0];
  } else {
    std::size_t i = 0;
    while (k[i].time <= f)
      ++i;
    prev = k[(i + n - 1) % n];
    next = i == 0 && hold ? k[n - 1] : k[i];
  }
  // 3.3
  const int p = prev.time, q = next.time;
  double factor = 0;
  if (d > 0 && !(q % d == p % d && !(q > p))) {
    double l = q - p;
    if (l < 0) l += d;
    double y = x;
    if (f < p) y += d;
    factor = (y - p) / l;
  }
  // 3.4
  if (kind == RefKind::step) return prev.value;
  if (kind == RefKind::orientation) return ref_slerp(prev.value, next.value, factor);
  std::array<double, 4> out{};
  for (int i = 0; i < 3; ++i)
    out[i] = prev.value[i] + (next.value[i] - prev.value[i]) * factor;
  return out;
}

// ---- random animations ----

rc::Gen<Key<Float3>> any_vector_key(int last) {
  return rc::gen::map(rc::gen::tuple(rc::gen::inRange(0, last), rc::gen::inRange(-800, 800),
                                     rc::gen::inRange(-800, 800), rc::gen::inRange(-800, 800)),
                      [](const std::tuple<int, int, int, int>& t) {
                        const auto [time, x, y, z] = t;
                        return Key<Float3>{static_cast<std::uint16_t>(time),
                                           0,
                                           {static_cast<float>(x) / 16, static_cast<float>(y) / 16,
                                            static_cast<float>(z) / 16}};
                      });
}

rc::Gen<Key<Float4>> any_quat_key(int last) {
  return rc::gen::map(rc::gen::tuple(rc::gen::inRange(0, last), rc::gen::inRange(-180, 181),
                                     rc::gen::inRange(-89, 90), rc::gen::inRange(-180, 181)),
                      [](const std::tuple<int, int, int, int>& t) {
                        const auto [time, x, y, z] = t;
                        const Quat q = from_euler({to_radians(x), to_radians(y), to_radians(z)},
                                                  EulerOrder::xyz);
                        return Key<Float4>{static_cast<std::uint16_t>(time),
                                           0,
                                           {static_cast<float>(q.w), static_cast<float>(q.x),
                                            static_cast<float>(q.y), static_cast<float>(q.z)}};
                      });
}

template <class V>
std::vector<RefKey> ref_keys(const std::vector<Key<V>>& keys) {
  std::vector<RefKey> out;
  for (const auto& key : keys) {
    RefKey ref{key.time, {}};
    for (std::size_t i = 0; i < 3; ++i)
      ref.value[i] = static_cast<double>(key.delta[i]);
    if constexpr (std::same_as<V, Float4>) {
      const Quat q = normalize({key.delta[1], key.delta[2], key.delta[3], key.delta[0]});
      ref.value = {q.x, q.y, q.z, q.w};
    }
    out.push_back(ref);
  }
  return out;
}

double largest(const std::array<double, 4>& v) {
  return std::max({1.0, std::fabs(v[0]), std::fabs(v[1]), std::fabs(v[2])});
}

void assert_vec(const std::array<double, 4>& wanted, Vec3 got) {
  const double tolerance = 1e-9 * largest(wanted);
  RC_ASSERT(std::fabs(wanted[0] - got.x) <= tolerance);
  RC_ASSERT(std::fabs(wanted[1] - got.y) <= tolerance);
  RC_ASSERT(std::fabs(wanted[2] - got.z) <= tolerance);
}

Animation any_animation() {
  const int d = *rc::gen::weightedOneOf<int>(
      {{1, rc::gen::just(0)}, {1, rc::gen::just(1)}, {8, rc::gen::inRange(2, 40)}});
  // Some keys are after the end; times repeat and are unsorted.
  const int last = d + *rc::gen::elementOf(std::vector<int>{1, 1, 1, 3, 30});
  Animation animation;
  animation.duration = static_cast<std::uint16_t>(d);
  animation.hold_last_key_frame = *rc::gen::inRange<std::uint8_t>(0, 2);
  NodeAnimation& node = animation.nodes.emplace_back();
  node.name.bytes = "N";
  node.position = *rc::gen::container<std::vector<Key<Float3>>>(any_vector_key(last));
  node.orientation = *rc::gen::container<std::vector<Key<Float4>>>(any_quat_key(last));
  for (const auto& key : *rc::gen::container<std::vector<Key<Float3>>>(any_vector_key(last))) {
    const auto whole = [&](std::size_t i) { return static_cast<std::int32_t>(key.delta[i]); };
    node.block_size.push_back({key.time, 0, {whole(0), whole(1), whole(2)}});
  }
  node.pivot_offset = *rc::gen::container<std::vector<Key<Float3>>>(any_vector_key(last));
  node.scale = *rc::gen::container<std::vector<Key<Float3>>>(any_vector_key(last));
  return animation;
}

// Half a turn between neighbours has no shorter arc; floats decide. Such cases are left out.
bool has_half_turn(const Animation& animation) {
  const auto keys = ref_sorted(ref_keys(animation.nodes[0].orientation));
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const auto& a = keys[i].value;
    const auto& b = keys[(i + 1) % keys.size()].value;
    if (std::fabs(a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]) < 1e-9) return true;
  }
  return false;
}

NodePose sample_at(const Scene& scene, double frame) {
  Pose pose;
  ReferenceSampler(scene, scene.clips.front()).sample(frame, pose);
  return pose.front();
}

RC_GTEST_PROP(CraftStudioPlayback, SamplerEqualsTheSpecification, ()) {
  const Animation animation = any_animation();
  RC_PRE(!has_half_turn(animation));
  const AnimationDocument document(animation);
  Diagnostics diagnostics;
  const Scene scene = document.to_scene({}, {{}, Options{}}, diagnostics).value();
  const int d = animation.duration;
  const bool hold = animation.hold_last_key_frame != 0;
  for (int i = 0; i < 24; ++i) {
    // Every multiple of 1/8 is exact, so whole frames are met as well as fractions.
    const double x = d == 0 ? 0 : *rc::gen::inRange(0, 8 * d + 1) / 8.0;
    const NodePose got = sample_at(scene, x);
    const NodeAnimation& node = animation.nodes[0];
    if (!node.position.empty()) {
      assert_vec(ref_value(ref_keys(node.position), d, hold, x, RefKind::vector),
                 got.local.translation);
    }
    if (!node.pivot_offset.empty()) {
      assert_vec(ref_value(ref_keys(node.pivot_offset), d, hold, x, RefKind::vector),
                 got.local.pivot);
    }
    if (!node.scale.empty()) {
      assert_vec(ref_value(ref_keys(node.scale), d, hold, x, RefKind::vector), got.local.scale);
    }
    if (!node.block_size.empty()) {
      assert_vec(ref_value(ref_keys(node.block_size), d, hold, x, RefKind::step), got.block_size);
    }
    if (!node.orientation.empty()) {
      const auto q = ref_value(ref_keys(node.orientation), d, hold, x, RefKind::orientation);
      RC_ASSERT(angle_between(normalize({q[0], q[1], q[2], q[3]}), got.local.rotation) < 1e-8);
    }
  }
}

// ---- worked tables ----

struct Row {
  double x;
  bool hold;
  double y, w, qx;
};

TEST(CraftStudioPlayback, Example141) {
  Diagnostics diagnostics;
  Animation animation = parse_animation(example_animation(), diagnostics).value();
  const Row rows[] = {{0, true, 0, 1, 0},
                      {5, true, 0.25, 0.923880, 0.382683},
                      {10, true, 0.5, 0.707107, 0.707107},
                      {15, true, 0.5, 0.707107, 0.707107},
                      {15, false, 0.25, 0.923880, 0.382683},
                      {20, false, 0, 1, 0}};
  for (const Row& row : rows) {
    animation.hold_last_key_frame = row.hold ? 1 : 0;
    const AnimationDocument document(animation);
    const NodePose pose =
        sample_at(document.to_scene({}, {{}, Options{}}, diagnostics).value(), row.x);
    EXPECT_NEAR(pose.local.translation.y, row.y, 1e-6) << row.x;
    EXPECT_NEAR(pose.local.rotation.w, row.w, 1e-6) << row.x;
    EXPECT_NEAR(pose.local.rotation.x, row.qx, 1e-6) << row.x;
    EXPECT_EQ(pose.block_size, (Vec3{0, -2, 0})) << row.x;
    EXPECT_NEAR(pose.local.scale.x, 0.25, 1e-7) << row.x;
  }
}

Scene scene_with_model(const Options& options = {}) {
  const auto animation = parse("csmodelanim", example_animation(), "arm.csmodelanim");
  const auto model = parse("csmodel", example_model(), "arm.csmodel");
  const Companion with[] = {{"arm.csmodel", model->bytes, model->document.get()}};
  Diagnostics diagnostics;
  return animation->document->to_scene({}, {with, options}, diagnostics).value();
}

// The end of section 14.2: 14.1 at x = 10 on the model.
TEST(CraftStudioPlayback, Example142AnimatedCorners) {
  const Scene scene = scene_with_model();
  const NodePose pose = sample_at(scene, 10);
  EXPECT_NEAR(pose.local.translation.y, 1.5, 1e-6);
  EXPECT_EQ(pose.block_size, (Vec3{4, 10, 4}));
  EXPECT_NEAR(pose.local.scale.x, 1.25, 1e-7);
  const Mat4 world = local_matrix(scene.nodes[0], pose);
  const Vec3 origin = transform_point(world, {0, 0, 0});
  EXPECT_NEAR(origin.y, 1.5, 1e-6);
  EXPECT_NEAR(origin.z, -0.5, 1e-6);
  Vec3 low{9, 9, 9}, high{-9, -9, -9};
  const Vec3 own = own_scale(scene.nodes[0], pose);
  for (const auto& p : scene.meshes[0].primitives[0].positions) {
    const Vec3 v = transform_point(world, scale(own, Vec3{p[0], p[1], p[2]}));
    low = {std::min(low.x, v.x), std::min(low.y, v.y), std::min(low.z, v.z)};
    high = {std::max(high.x, v.x), std::max(high.y, v.y), std::max(high.z, v.z)};
  }
  EXPECT_NEAR(low.x, -0.15625, 1e-6);
  EXPECT_NEAR(high.x, 0.15625, 1e-6);
  EXPECT_NEAR(low.y, 1.375, 1e-6);
  EXPECT_NEAR(high.y, 1.625, 1e-6);
  EXPECT_NEAR(low.z, -0.8125, 1e-6);
  EXPECT_NEAR(high.z, -0.1875, 1e-6);
}

TEST(CraftStudioPlayback, RestCorners) {
  const auto model = parse("csmodel", example_model());
  Diagnostics diagnostics;
  const Scene scene = model->document->to_scene({}, {{}, Options{}}, diagnostics).value();
  const Pose pose = rest_pose(scene);
  const Mat4 world = local_matrix(scene.nodes[0], pose[0]);
  float low = 9, high = -9;
  for (const auto& p : scene.meshes[0].primitives[0].positions) {
    const Vec3 v = transform_point(world, {p[0], p[1], p[2]});
    low = std::min(low, static_cast<float>(v.y));
    high = std::max(high, static_cast<float>(v.y));
    EXPECT_NEAR(std::fabs(v.x), 0.125, 1e-7);
    EXPECT_NEAR(std::fabs(v.z), 0.125, 1e-7);
  }
  EXPECT_NEAR(low, 0.125, 1e-7);
  EXPECT_NEAR(high, 0.875, 1e-7);
  EXPECT_EQ(scene.images.size(), 1u);
  EXPECT_EQ(scene.meshes[0].primitives[0].indices.size(), 36u);
}

// Faces of blocks are seen from outside however they are mirrored (section 6.2), and no stored
// normal can express otherwise.
TEST(CraftStudioPlayback, MirroredBlocksKeepTheirOutside) {
  for (unsigned signs = 0; signs < 8; ++signs) {
    Diagnostics diagnostics;
    Model model = parse_model(example_model(), diagnostics).value();
    ModelNode& node = model.nodes[0];
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if ((signs >> axis & 1) != 0) node.scale[axis] = -node.scale[axis];
    }
    const ModelDocument document(model);
    const Scene scene = document.to_scene({}, {{}, Options{}}, diagnostics).value();
    const Primitive& box = scene.meshes[0].primitives[0];
    EXPECT_TRUE(box.normals.empty());
    const Vec3 own = own_scale(scene.nodes[0], rest_pose(scene)[0]);
    const auto corner = [&](std::size_t i) {
      const auto& p = box.positions[box.indices[i]];
      return scale(own, Vec3{p[0], p[1], p[2]});
    };
    for (std::size_t i = 0; i < box.indices.size(); i += 3) {
      const Vec3 a = corner(i), b = corner(i + 1), c = corner(i + 2);
      EXPECT_GT(dot(cross(b - a, c - a), a + b + c), 0) << signs << " " << i;
    }
  }
}

// Section 3.8, the rows whose keys the text gives.
TEST(CraftStudioPlayback, FlipBook) {
  // Three flat blocks; sizes jump at 0, 5 and 10 of 15.
  Animation animation;
  animation.duration = 15;
  NodeAnimation& first = animation.nodes.emplace_back();
  first.block_size = {{0, 0, {0, 0, 0}}, {5, 0, {-85, -60, 0}}};
  const AnimationDocument document(animation);
  Diagnostics diagnostics;
  const Scene scene = document.to_scene({}, {{}, Options{}}, diagnostics).value();
  for (const double x : {0.0, 4.0, 4.99})
    EXPECT_EQ(sample_at(scene, x).block_size, (Vec3{0, 0, 0})) << x;
  for (const double x : {5.0, 10.0, 14.0, 15.0})
    EXPECT_EQ(sample_at(scene, x).block_size, (Vec3{-85, -60, 0})) << x;
}

TEST(CraftStudioPlayback, WrapBlendAndHold) {
  // D 16, keys 4 and 12, five degrees about X either way.
  Animation animation;
  animation.duration = 16;
  NodeAnimation& node = animation.nodes.emplace_back();
  node.orientation = {{4, 0, {0.999048f, -0.043619f, 0, 0}}, {12, 0, {0.999048f, 0.043619f, 0, 0}}};
  Diagnostics diagnostics;
  const auto at = [&](double x) {
    const AnimationDocument document(animation);
    return sample_at(document.to_scene({}, {{}, Options{}}, diagnostics).value(), x).local.rotation;
  };
  EXPECT_NEAR(at(0).w, 1, 1e-5);
  EXPECT_NEAR(at(0).x, 0, 1e-5);
  EXPECT_NEAR(at(4).x, -0.043619, 1e-5);
  EXPECT_NEAR(at(14).w, 0.999762, 1e-5);
  EXPECT_NEAR(at(14).x, 0.021815, 1e-5);
  animation.hold_last_key_frame = 1;
  EXPECT_NEAR(at(0).x, 0.043619, 1e-5);
  EXPECT_NEAR(at(2).x, 0.043619, 1e-5);
}

TEST(CraftStudioPlayback, ClosingKeyAndBlendBack) {
  Animation animation;
  animation.duration = 15;
  NodeAnimation& node = animation.nodes.emplace_back();
  node.position = {{0, 0, {0, 0, 0}}, {15, 0, {0, 1, 0}}};
  Diagnostics diagnostics;
  const auto at = [&](double x) {
    const AnimationDocument document(animation);
    return sample_at(document.to_scene({}, {{}, Options{}}, diagnostics).value(), x)
        .local.translation.y;
  };
  EXPECT_NEAR(at(7.5), 0.5, 1e-12);
  EXPECT_NEAR(at(15), 1, 1e-12);
  animation.duration = 60;
  node.position = {{0, 0, {0, 0, 0}}, {30, 0, {0, 0.625f, 0}}};
  EXPECT_NEAR(at(45), 0.3125, 1e-12);
  EXPECT_NEAR(at(60), 0, 1e-12);
}

// Section 6.1: the evidence for rest (x) delta, from the angles printed there.
TEST(CraftStudioPlayback, ComposesRestThenDelta) {
  JsModel model;
  JsBlock& block = model.blocks.emplace_back();
  block.name = "A";
  block.rotation.value = {0.2339692, -63.46978, -0.4686372};
  block.size.value = {1, 1, 1};
  JsAnimation animation;
  animation.duration = 90;
  JsNodeAnimation& node = animation.node_animations.emplace_back();
  node.name = "A";
  node.rotation.emplace().push_back({0, {{-40.33549, 13.12927, -39.47359}, {}}});
  const JsModelDocument model_document("", model);
  const JsAnimationDocument document("", animation);
  const Companion with[] = {{"a", {}, &model_document}};
  Diagnostics diagnostics;
  const auto angles = [&](std::string_view compose) {
    Options options;
    options.set("compose", std::string(compose));
    const Scene scene = document.to_scene({}, {with, options}, diagnostics).value();
    const Vec3 radians = to_euler(sample_at(scene, 0).local.rotation, EulerOrder::zxy);
    return Vec3{to_degrees(radians.x), to_degrees(radians.y), to_degrees(radians.z)};
  };
  EXPECT_NEAR(angles("rest-delta").x, -40, 2e-3);
  EXPECT_NEAR(angles("rest-delta").y, -50, 2e-3);
  EXPECT_NEAR(angles("rest-delta").z, -40, 2e-3);
  EXPECT_NEAR(angles("delta-rest").x, -46.08, 0.01);
  EXPECT_NEAR(angles("delta-rest").y, -78.99, 0.01);
  EXPECT_NEAR(angles("delta-rest").z, 31.05, 0.01);
  EXPECT_NEAR(angles("euler-add").x, -40.10, 0.01);
  EXPECT_NEAR(angles("euler-add").y, -50.34, 0.01);
  EXPECT_NEAR(angles("euler-add").z, -39.94, 0.01);
}

TEST(CraftStudioPlayback, MinecraftCutsTheLastFrameAndIgnoresSizes) {
  Options options;
  options.set("runtime", "minecraft");
  const Scene scene = scene_with_model(options);
  EXPECT_EQ(scene.clips[0].duration, 19);
  EXPECT_EQ(sample_at(scene, 10).block_size, (Vec3{4, 12, 4}));
}

TEST(CraftStudioPlayback, TicksOfTheEngine) {
  const auto loaded = parse("csmodelanim", example_animation());
  const auto frames = [&](const Options& options, std::int64_t count) {
    const auto playback = loaded->document->play({{}, count}, {{}, options}).value();
    std::vector<double> list;
    for (const FrameTick& tick : std::get<FramePlayback>(playback).ticks)
      list.push_back(tick.frame);
    return list;
  };
  const auto looping = frames({}, 42);
  EXPECT_EQ(looping[0], 0);
  EXPECT_EQ(looping[1], 0.5);
  EXPECT_EQ(looping[39], 19.5);
  EXPECT_EQ(looping[40], 0);  // frame D is never shown
  Options once;
  once.set("once", "");
  EXPECT_EQ(frames(once, 42)[40], 20);
  EXPECT_EQ(frames(once, 42)[41], 20);
  Options fast;
  fast.set("rate", "60");
  EXPECT_EQ(frames(fast, 3)[2], 2);
}

// A spelling of another unit than the model's: the animation's unit wins.
TEST(CraftStudioPlayback, UnitsOfMixedSpellings) {
  Diagnostics diagnostics;
  const Animation binary = parse_animation(example_animation(), diagnostics).value();
  const JsAnimation js = to_js(binary, "arm", diagnostics);
  const auto model = parse("csmodel", example_model());
  const Companion with[] = {{"m", {}, model->document.get()}};
  const JsAnimationDocument document("", js);
  const Scene scene = document.to_scene({}, {with, Options{}}, diagnostics).value();
  EXPECT_EQ(scene.clips[0].rate, 60);
  EXPECT_NEAR(scene.metres_per_unit, 1.0 / 16, 1e-15);
  EXPECT_NEAR(sample_at(scene, 5).local.translation.y, 20, 1e-9);
  EXPECT_NEAR(scene.meshes[0].primitives[0].positions[0][1], 6, 1e-6);
}

}  // namespace
}  // namespace anmkit::craftstudio::test
