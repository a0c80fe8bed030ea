// SPDX-License-Identifier: MIT
// A scene as a glTF file.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "anmkit/anmkit.hpp"
#include "exchange/gltf/animations.hpp"
#include "exchange/gltf/buffer.hpp"
#include "exchange/gltf/container.hpp"
#include "exchange/gltf/extras.hpp"
#include "exchange/gltf/lens.hpp"
#include "exchange/gltf/material.hpp"
#include "exchange/gltf/names.hpp"
#include "exchange/gltf/rig.hpp"
#include "exchange/gltf/skin.hpp"
#include "exchange/gltf/write.hpp"
#include "scene/check_scene.hpp"

namespace anmkit {
namespace {

constexpr std::size_t kMostJoints = 65535;

bool fits_float(double v) {
  return std::fabs(v) <= std::numeric_limits<float>::max();
}
double or_zero(double v) {
  return fits_float(v) ? v : 0;
}

// Whether one of the numbers is none that a float can store. Without a way out of the loop and with
// whole numbers alone, so that compilers look at several at a time: the sign bit of the sum is set
// by what is larger than the largest float, infinities and NaN among it.
bool any_too_large(std::span<const double> numbers) {
  constexpr std::uint64_t kPlus = std::numeric_limits<std::uint64_t>::max() >> 1;
  constexpr std::uint64_t kMost =
      std::bit_cast<std::uint64_t>(double{std::numeric_limits<float>::max()});
  std::uint64_t found = 0;
  for (const double number : numbers)
    found |= (std::bit_cast<std::uint64_t>(number) & kPlus) + (kPlus - kMost);
  return (found & ~kPlus) != 0;
}

// Whether a clip or a rest pose has numbers that glTF cannot store. What is constant or baked would
// be 0 before the buffer sees it.
bool moves_not_finite(const Scene& scene) {
  const auto bad = [](double v) { return !fits_float(v); };
  const auto bad_place = [&](Vec3 v) { return bad(v.x) || bad(v.y) || bad(v.z); };
  for (const Node& node : scene.nodes) {
    const Quat& q = node.rest.rotation;
    if (bad_place(node.rest.translation) || bad_place(node.rest.scale) ||
        bad_place({q.x, q.y, q.z}) || bad(q.w) || bad_place(node.block_size.value_or(Vec3{})) ||
        any_too_large(node.offset.m)) {
      return true;
    }
  }
  return std::ranges::any_of(scene.clips, [&](const Clip& clip) {
    return std::ranges::any_of(clip.tracks,
                               [](const Track& track) { return any_too_large(track.values); });
  });
}

class GltfWriter {
 public:
  // What of the scene is not needed any more goes away in `spent`, which is that scene or null.
  GltfWriter(const Scene& scene, Scene* spent, const GltfWriteOptions& options,
             const WriteMembers& more, ConversionReport& report)
      : scene_(scene), spent_(spent), options_(options), more_(more), report_(report) {}

  Result<void> write() {
    double metres =
        options_.metres_per_unit != 0 ? options_.metres_per_unit : scene_.metres_per_unit;
    if (!(metres > 0) || !std::isfinite(metres)) {
      return fail(std::string(kBadOption), "metres per unit must be positive");
    }
    if (auto sound = check_outline(scene_); !sound) return sound;
    rig_ = make_rig(scene_, metres, report_);
    joints_ = skin_joints(rig_, rig_of_joint_);
    if (rig_of_joint_.size() > kMostJoints) {
      return fail("anmkit.GLTF-SIZE", std::to_string(rig_of_joint_.size()) +
                                          " joints; glTF skins count to " +
                                          std::to_string(kMostJoints));
    }
    find_turns();
    not_finite_ = moves_not_finite(scene_);
    json_.begin_object();
    write_head();
    write_scene();
    write_nodes();
    write_cameras();
    if (!rig_of_joint_.empty()) {
      const std::vector<Mat4> bind = bind_matrices(scene_, rig_);
      SkinnedMesh mesh = build_mesh(scene_, spent_ == nullptr ? nullptr : &spent_->meshes, rig_,
                                    bind, joints_, report_);
      write_mesh(std::move(mesh), bind, rig_of_joint_, axes_rotation(scene_.up) != Quat{}, buffer_,
                 json_);
    }
    write_materials(scene_, buffer_, json_, report_);
    if (spent_ != nullptr) spent_->images = {};
    if (!scene_.clips.empty()) {
      const auto done = write_animations(scene_, rig_, options_.keys, clip_extensions_, buffer_,
                                         json_, report_, [this](std::size_t clip) {
                                           if (spent_ != nullptr) spent_->clips[clip].tracks = {};
                                         });
      if (!done) return std::unexpected(done.error());
    }
    if (buffer_.view_count() > 0) buffer_.write(json_);
    if (buffer_.had_not_finite() || not_finite_) {
      report_.diagnostics.add(Severity::warning, "anmkit.GLTF-NONFINITE",
                              "values that are not finite 32-bit numbers are written as 0");
    }
    return finish();
  }

  // After write().
  bool hand_over(const Sink& sink) {
    if (options_.binary) return hand_over_glb(sink);
    return text_.write(sink) && sink(as_bytes("\n"));
  }
  std::uint64_t size() { return text_.size() + buffer_.size() + 64; }

 private:
  void write_head() {
    json_.key("asset");
    json_.begin_object();
    json_.member("version", "2.0");
    json_.member("generator", std::string("anmkit ") + kVersion);
    json_.end_object();
    const auto& materials = scene_.materials;
    const bool unlit =
        std::any_of(materials.begin(), materials.end(), [](const auto& m) { return m.unlit; });
    const bool lens = !rig_of_joint_.empty() && has_moving_lens(scene_, rig_);
    std::vector<std::string> names;
    if (unlit) names.emplace_back("KHR_materials_unlit");
    if (lens) names.emplace_back(kPointerExtension);
    collect_foreign(names);
    if (names.empty()) return;
    json_.key("extensionsUsed");
    json_.begin_array();
    for (const std::string& name : names)
      json_.value(name);
    json_.end_array();
  }

  // Extensions that formats keep for other tools; text that is none is left out and reported.
  void collect_foreign(std::vector<std::string>& names) {
    const auto collect = [&](std::string_view text, std::string_view list, std::size_t i) {
      const auto done = collect_extensions(text, names);
      if (done) return !text.empty();
      report_.diagnostics.add(Severity::warning, "anmkit.GLTF-EXTRAS", done.error().message, {},
                              std::string(list) + "[" + std::to_string(i) + "].extensions");
      return false;
    };
    node_extensions_.assign(scene_.nodes.size(), false);
    for (std::size_t i = 0; i < scene_.nodes.size(); ++i)
      node_extensions_[i] = collect(scene_.nodes[i].extensions, "nodes", i);
    clip_extensions_.assign(scene_.clips.size(), false);
    for (std::size_t i = 0; i < scene_.clips.size(); ++i)
      clip_extensions_[i] = collect(scene_.clips[i].extensions, "clips", i);
  }

  void write_extensions(std::string_view text) {
    json_.key("extensions");
    json_.raw(text);
  }

  void write_scene() {
    json_.member("scene", 0);
    json_.key("scenes");
    json_.begin_array();
    json_.begin_object();
    const std::string name = clean_name(scene_.name, kLongestName);
    if (!name.empty()) json_.member("name", name);
    json_.key("nodes");
    json_.begin_array(true);
    json_.value(0);
    // The skinned mesh is a root of its own: its place is in its joints.
    if (!rig_of_joint_.empty()) json_.value(rig_.nodes.size());
    json_.end_array();
    json_.key("extras");
    json_.begin_object();
    json_.key("anmkit");
    json_.begin_object();
    json_.member("metresPerUnit", rig_.metres);
    if (scene_.metres_per_unit != rig_.metres) json_.member("unit", scene_.metres_per_unit);
    json_.member("up", up_name(scene_.up));
    if (name != scene_.name) write_name("title", scene_.name, json_);
    write_clip_list(scene_, json_);
    write_node_list();
    append_foreign(scene_.extras, "extras", json_, report_);
    if (more_) more_(text_);
    json_.end_object();
    json_.end_object();
    json_.end_object();
    json_.end_array();
  }

  template <class T, std::size_t N>
  void write_numbers(std::string_view name, const std::array<T, N>& numbers) {
    json_.key(name);
    json_.begin_array(true);
    for (const T number : numbers)
      json_.value(number);
    json_.end_array();
  }

  static float as_float(double number) {
    const auto f = static_cast<float>(number);
    return std::isfinite(f) ? f : 0.0F;
  }

  void write_rest(const Transform& rest) {
    const auto three = [](Vec3 v) {
      return std::array<float, 3>{as_float(v.x), as_float(v.y), as_float(v.z)};
    };
    const Quat q = normalize(rest.rotation);
    if (rest.translation != Vec3{}) write_numbers("translation", three(rest.translation));
    if (q != Quat{}) {
      write_numbers("rotation", std::array<float, 4>{as_float(q.x), as_float(q.y), as_float(q.z),
                                                     as_float(q.w)});
    }
    if (rest.scale != Vec3{1, 1, 1}) write_numbers("scale", three(rest.scale));
  }

  // Rotations of the joints at rest, below the axes node.
  void find_turns() {
    turns_.assign(rig_.nodes.size(), Quat{});
    for (const std::uint32_t i : rig_.order) {
      const RigNode& node = rig_.nodes[i];
      if (node.part == GltfPart::axes) continue;
      const Quat around = node.parent < 0 ? Quat{} : turns_[static_cast<std::size_t>(node.parent)];
      turns_[i] = normalize(around * normalize(node.rest.rotation));
    }
  }

  void write_node_list() {
    json_.key("nodes");
    json_.begin_array();
    for (const RigNode& node : rig_.nodes) {
      json_.begin_object();
      json_.member("joint", node.name);
      write_node_members(node);
      json_.end_object();
    }
    json_.end_array();
  }

  void write_node_extras(const RigNode& rig_node) {
    json_.key("extras");
    json_.begin_object();
    json_.key("anmkit");
    json_.begin_object();
    write_node_members(rig_node);
    json_.end_object();
    json_.end_object();
  }
  void write_node_members(const RigNode& rig_node) {
    json_.member("part", part_name(rig_node.part));
    if (rig_node.part != GltfPart::axes) {
      json_.member("node", rig_node.scene_node);
    }
    if (rig_node.part != GltfPart::axes && rig_node.part != GltfPart::camera) {
      // Editors lay bones along their children; this tells which way the joint lay.
      const Quat turn = turns_[static_cast<std::size_t>(&rig_node - rig_.nodes.data())];
      write_numbers("turn", std::array<float, 4>{as_float(turn.x), as_float(turn.y),
                                                 as_float(turn.z), as_float(turn.w)});
    }
    if (rig_node.part == GltfPart::node) {
      const Node& node = scene_.nodes[rig_node.scene_node];
      json_.member("id", node.id);
      if (node.name != rig_node.name) write_name("name", node.name, json_);
      const bool whole = rig_.chains[rig_node.scene_node].matrix;
      if (!node.inherit_scale && !whole) json_.member("inheritScale", false);
      if (!node.inherit_parent) {
        json_.member("inheritParent", false);
        json_.member("parent", node.parent);
      }
      if (node.billboard) json_.member("billboard", true);
      if (node.block_size) {
        const Vec3 size = *node.block_size;
        write_numbers("blockSize",
                      std::array<double, 3>{or_zero(size.x), or_zero(size.y), or_zero(size.z)});
      }
      if (rig_.chains[rig_node.scene_node].fold_offset) {
        std::array<double, 16> offset = node.offset.m;
        std::ranges::transform(offset, offset.begin(), or_zero);
        write_numbers("offset", offset);
      }
    }
  }

  void write_nodes() {
    json_.key("nodes");
    json_.begin_array();
    std::uint32_t camera = 0;
    for (const RigNode& node : rig_.nodes) {
      json_.begin_object();
      json_.member("name", node.name);
      write_rest(node.rest);
      if (!node.children.empty()) {
        json_.key("children");
        json_.begin_array(true);
        for (const std::uint32_t child : node.children)
          json_.value(child);
        json_.end_array();
      }
      if (node.part == GltfPart::camera) json_.member("camera", camera++);
      if (node.part == GltfPart::node && node_extensions_[node.scene_node]) {
        write_extensions(scene_.nodes[node.scene_node].extensions);
      }
      write_node_extras(node);
      json_.end_object();
    }
    if (!rig_of_joint_.empty()) {
      json_.begin_object();
      json_.member("name", kMeshName);
      json_.member("mesh", 0);
      json_.member("skin", 0);
      json_.key("extras");
      json_.begin_object();
      json_.key("anmkit");
      json_.begin_object();
      json_.member("part", "mesh");
      json_.end_object();
      json_.end_object();
      json_.end_object();
    }
    json_.end_array();
  }

  void write_cameras() {
    bool open = false;
    for (const RigNode& node : rig_.nodes) {
      if (node.part != GltfPart::camera) continue;
      const auto index = static_cast<std::size_t>(scene_.nodes[node.scene_node].camera);
      const Camera camera = index < scene_.cameras.size() ? scene_.cameras[index] : Camera{};
      if (!open) {
        json_.key("cameras");
        json_.begin_array();
        open = true;
      }
      json_.begin_object();
      json_.member("type", "perspective");
      json_.key("perspective");
      json_.begin_object();
      const double fov =
          std::isnan(camera.vertical_fov) ? Camera{}.vertical_fov : camera.vertical_fov;
      json_.member("yfov", std::clamp(fov, kLeastFov, kMostFov));
      const double least = or_zero(camera.near_plane * rig_.metres);
      const double near = least > 0 ? least : 0.01;
      json_.member("znear", near);
      const double far = or_zero(camera.far_plane * rig_.metres);
      if (far > near) json_.member("zfar", far);
      json_.end_object();
      json_.end_object();
    }
    if (open) json_.end_array();
  }

  Result<void> finish() {
    Blocks& binary = buffer_.blocks();
    binary.align(4);
    if (binary.size() > 0) {
      json_.key("buffers");
      json_.begin_array();
      json_.begin_object();
      json_.member("byteLength", binary.size());
      if (!options_.binary) {
        json_.key("uri");
        text_.base64(kGltfDataUri, binary.size(),
                     [&binary](const Sink& sink) { return binary.write(sink); });
      }
      json_.end_object();
      json_.end_array();
    }
    json_.end_object();
    if (text_.size() + binary.size() > kMostGltfBytes) {
      return fail("anmkit.GLTF-SIZE", "the scene does not fit into glTF's 4 GiB");
    }
    return {};
  }

  bool hand_over_glb(const Sink& sink) {
    const std::uint64_t text = text_.size(), filled = (text + 3) & ~std::uint64_t{3};
    const std::uint64_t chunk = buffer_.size();
    LittleWriter head, tail;
    head.put(kGlbMagic);
    head.put(std::uint32_t{2});
    head.put(static_cast<std::uint32_t>(20 + filled + (chunk == 0 ? 0 : 8 + chunk)));
    head.put(static_cast<std::uint32_t>(filled));
    head.put(kJsonChunk);
    tail.put_text(std::string(static_cast<std::size_t>(filled - text), ' '));
    if (chunk != 0) {
      tail.put(static_cast<std::uint32_t>(chunk));
      tail.put(kBinChunk);
    }
    return sink(head.take()) && text_.write(sink) && sink(tail.take()) &&
           buffer_.blocks().write(sink);
  }

  const Scene& scene_;
  Scene* spent_;
  const GltfWriteOptions& options_;
  const WriteMembers& more_;
  ConversionReport& report_;
  bool not_finite_ = false;
  Rig rig_;
  std::vector<Quat> turns_;  // one a rig node
  std::vector<std::int32_t> joints_;
  std::vector<std::uint32_t> rig_of_joint_;
  std::vector<bool> node_extensions_, clip_extensions_;  // what can be written
  GltfBuffer buffer_;
  GltfText text_;
  JsonWriter& json_ = text_.json;
};

}  // namespace

Result<Bytes> write_gltf(const Scene& scene, const GltfWriteOptions& options,
                         ConversionReport& report) {
  const WriteMembers none;
  GltfWriter writer(scene, nullptr, options, none, report);
  if (auto done = writer.write(); !done) return std::unexpected(std::move(done.error()));
  Bytes file;
  file.reserve(static_cast<std::size_t>(writer.size()));
  writer.hand_over([&](ByteView piece) {
    file.insert(file.end(), piece.begin(), piece.end());
    return true;
  });
  return file;
}

Result<void> stream_gltf(Scene scene, const GltfWriteOptions& options, const WriteMembers& more,
                         ConversionReport& report, const TakePieces& take) {
  GltfWriter writer(scene, &scene, options, more, report);
  if (auto done = writer.write(); !done) return done;
  take([&](const Sink& sink) { return writer.hand_over(sink); });
  return {};
}

}  // namespace anmkit
