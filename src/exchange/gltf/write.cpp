// SPDX-License-Identifier: MIT
// A scene as a glTF file.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "anmkit/anmkit.hpp"
#include "exchange/gltf/animations.hpp"
#include "exchange/gltf/buffer.hpp"
#include "exchange/gltf/container.hpp"
#include "exchange/gltf/extras.hpp"
#include "exchange/gltf/glb.hpp"
#include "exchange/gltf/lens.hpp"
#include "exchange/gltf/material.hpp"
#include "exchange/gltf/names.hpp"
#include "exchange/gltf/node_write.hpp"
#include "exchange/gltf/not_finite.hpp"
#include "exchange/gltf/rig.hpp"
#include "exchange/gltf/skin.hpp"
#include "exchange/gltf/write.hpp"
#include "scene/check_scene.hpp"

namespace anmkit {
namespace {

constexpr std::size_t kMostJoints = 65535;

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
    not_finite_ = has_not_finite(scene_);
    json_.begin_object();
    write_head();
    const NodeWriter nodes(scene_, rig_, json_);
    write_scene(nodes);
    nodes.write(node_extensions_, !rig_of_joint_.empty());
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

  void write_scene(const NodeWriter& nodes) {
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
    begin_extras(json_);
    json_.member("metresPerUnit", rig_.metres);
    if (scene_.metres_per_unit != rig_.metres) json_.member("unit", scene_.metres_per_unit);
    json_.member("up", up_name(scene_.up));
    if (name != scene_.name) write_name("title", scene_.name, json_);
    write_clip_list(scene_, json_);
    nodes.write_list();
    append_foreign(scene_.extras, "extras", json_, report_);
    if (more_) more_(text_);
    end_extras(json_);
    json_.end_object();
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
