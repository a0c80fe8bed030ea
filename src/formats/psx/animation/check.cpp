// SPDX-License-Identifier: MIT
// Findings about animations (sections 2 and 6).
#include "formats/psx/check.hpp"
#include "core/counted.hpp"

#include <algorithm>
#include <bitset>
#include <cmath>

#include "formats/psx/document.hpp"

namespace anmkit::psx {
namespace {

// One walk over all keyframes that knows where each is in the file.
constexpr std::array<std::uint16_t, 5> kRates{1, 15, 20, 30, 60};

class AnmChecker {
 public:
  AnmChecker(const Anm& anm, Diagnostics& diagnostics) : anm_(anm), findings_(diagnostics) {}

  void check() {
    check_header();
    offset_ = 8 + 2 * anm_.frame_count() + anm_.gap.size();
    for (frame_ = 0; frame_ < anm_.frame_count(); ++frame_)
      check_frame(anm_.frame(frame_));
  }

 private:
  void check_header() {
    if (std::ranges::find(kRates, anm_.rate_hint) == kRates.end()) {
      findings_.warning("ANM-03",
                        "unusual rate field " + std::to_string(anm_.rate_hint) + " at 0x2" +
                            (anm_.rate_hint == 0 ? " (no rate at all)" : ""),
                        2, "rateHint");
    }
    if (anm_.frame_count() == 0) {
      findings_.warning("ANM-16", "animation has no frames", 4, "frames");
    }
  }

  std::string frame_name() const { return "frame " + std::to_string(frame_); }
  std::string path(std::size_t key) const {
    return path_of("frames", frame_) + "." + path_of("keyframes", key);
  }
  void check_frame(std::span<const Keyframe> keys) {
    if (keys.empty()) {
      findings_.info("ANM-17", frame_name() + " draws no object", offset_,
                     path_of("frames", frame_));
      return;
    }
    check_order(keys);
    for (std::size_t k = 0; k < keys.size(); ++k) {
      check_keyframe(keys[k], k);
      offset_ += keys[k].size();
    }
  }

  void check_order(std::span<const Keyframe> keys) {
    std::array<std::uint32_t, 256> times{};
    bool ascending = true;
    for (std::size_t k = 0; k < keys.size(); ++k) {
      ++times[keys[k].object_index];
      ascending = ascending && (k == 0 || keys[k - 1].object_index <= keys[k].object_index);
    }
    if (!ascending) {
      findings_.warning("ANM-18", frame_name() + ": objects not in ascending order", offset_,
                        path_of("frames", frame_));
    }
    for (std::size_t object = 0; object < times.size(); ++object) {
      if (times[object] < 2) continue;
      findings_.warning("ANM-13",
                        frame_name() + ": object " + std::to_string(object) + " keyed " +
                            counted(times[object], "time"),
                        offset_, path_of("frames", frame_));
    }
  }

  void check_keyframe(const Keyframe& key, std::size_t k) {
    const auto object = [&] {
      return frame_name() + ", object " + std::to_string(key.object_index) + ": ";
    };
    if ((key.flags & 0xF8) != 0 && findings_.wants(Severity::warning, "ANM-11")) {
      findings_.warning("ANM-11",
                        frame_name() + ", keyframe " + std::to_string(k) + ": unknown flag bits " +
                            hex_number(key.flags & 0xF8u),
                        offset_ + 1, path(k) + ".flags");
    }
    if ((key.flags & 7) == 0 && findings_.wants(Severity::info, "ANM-12")) {
      findings_.info("ANM-12", object() + "keyframe without components (identity transform)",
                     offset_, path(k));
    }
    if ((key.flags & kHasScale) == 0) return;
    const std::size_t at = offset_ + ((key.flags & kHasRotation) != 0 ? 8 : 2);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::string_view name = std::string_view("XYZ").substr(axis, 1);
      if (key.scale[axis] == 0 && findings_.wants(Severity::warning, "ANM-14")) {
        findings_.warning("ANM-14", object() + "zero scale on axis " + std::string(name),
                          at + 2 * axis, path(k) + "." + path_of("scale", axis));
      } else if (key.scale[axis] < 0 && findings_.wants(Severity::info, "ANM-15")) {
        findings_.info("ANM-15", object() + "mirrored axis " + std::string(name), at + 2 * axis,
                       path(k) + "." + path_of("scale", axis));
      }
    }
  }

  const Anm& anm_;
  Findings findings_;
  std::size_t frame_ = 0, offset_ = 0;
};

std::bitset<256> objects_of(const Anm& anm) {
  std::bitset<256> objects;
  for (const Keyframe& key : anm.keyframes)
    objects.set(key.object_index);
  return objects;
}

// Corners of the box around an object's vertices: it leaves the range exactly where a vertex of
// the box does, so most keyframes need no look at the vertices themselves.
struct Box {
  std::array<double, 3> low{}, high{};
};
Box box_of(const TmdObject& object) {
  Box box;
  for (std::size_t i = 0; i < object.vertices.size(); ++i) {
    const TmdVector& v = object.vertices[i];
    const std::array<double, 3> p{double(v.x), double(v.y), double(v.z)};
    for (std::size_t a = 0; a < 3; ++a) {
      box.low[a] = i == 0 ? p[a] : std::min(box.low[a], p[a]);
      box.high[a] = i == 0 ? p[a] : std::max(box.high[a], p[a]);
    }
  }
  return box;
}

bool is_outside(Vec3 p) {
  const auto beyond = [](double x) { return x < -32768.5 || x >= 32767.5; };
  return beyond(p.x) || beyond(p.y) || beyond(p.z);
}

bool box_leaves(const Box& box, const Mat4& matrix) {
  for (unsigned corner = 0; corner < 8; ++corner) {
    const Vec3 p{(corner & 1) != 0 ? box.high[0] : box.low[0],
                 (corner & 2) != 0 ? box.high[1] : box.low[1],
                 (corner & 4) != 0 ? box.high[2] : box.low[2]};
    if (is_outside(transform_point(matrix, p))) return true;
  }
  return false;
}

// The first vertex that leaves the 16-bit range.
std::optional<std::size_t> leaving_vertex(const TmdObject& object, const Mat4& matrix) {
  for (std::size_t v = 0; v < object.vertices.size(); ++v) {
    const TmdVector& p = object.vertices[v];
    if (is_outside(transform_point(matrix, {double(p.x), double(p.y), double(p.z)}))) return v;
  }
  return std::nullopt;
}

void check_rate(std::size_t clip, std::uint16_t rate, std::uint16_t first, Findings& findings) {
  if (rate == first) return;
  findings.warning("SEQ-02",
                   "clip " + std::to_string(clip) + " has rate field " + std::to_string(rate) +
                       ", previous clips have " + std::to_string(first),
                   2, path_of("clips", clip) + ".rateHint");
}

}  // namespace

void check_values(const Anm& anm, Diagnostics& diagnostics) {
  AnmChecker(anm, diagnostics).check();
}

void check_with_model(const Anm& anm, const Tmd& tmd, RotationOrder order,
                      Diagnostics& diagnostics) {
  Findings findings(diagnostics);
  std::vector<Box> boxes;
  for (const TmdObject& object : tmd.objects)
    boxes.push_back(box_of(object));
  std::size_t offset = 8 + 2 * anm.frame_count() + anm.gap.size();
  for (std::size_t n = 0; n < anm.frame_count(); ++n) {
    for (const Keyframe& key : anm.frame(n)) {
      const std::size_t at = offset;
      offset += key.size();
      const std::string where =
          "frame " + std::to_string(n) + ", object " + std::to_string(key.object_index) + ": ";
      if (key.object_index >= tmd.objects.size()) {
        // No proof that this is the right model, so a warning (section 2).
        findings.warning("ANM-20",
                         "frame " + std::to_string(n) + ": object " +
                             std::to_string(key.object_index) + " does not exist in the model (" +
                             counted(tmd.objects.size(), "object") + ")",
                         at, path_of("frames", n));
        continue;
      }
      const TmdObject& object = tmd.objects[key.object_index];
      const Mat4 matrix = matrix_of(key, order);
      if (object.vertices.empty() || !box_leaves(boxes[key.object_index], matrix)) continue;
      const auto vertex = leaving_vertex(object, matrix);
      if (vertex && findings.wants(Severity::warning, "ANM-22")) {
        findings.warning("ANM-22",
                         where + "vertex " + std::to_string(*vertex) + " leaves the 16-bit range",
                         at, path_of("frames", n));
      }
    }
  }
  const auto used = objects_of(anm);
  for (std::size_t object = 0; object < tmd.objects.size(); ++object) {
    if (object < used.size() && used[object]) continue;
    findings.info("ANM-21",
                  "object " + std::to_string(object) + " is never drawn by this animation", {},
                  path_of("objects", object));
  }
}

void check_sequence(std::span<const Anm* const> clips, Diagnostics& diagnostics) {
  Findings findings(diagnostics);
  if (clips.empty()) return;
  std::bitset<256> used = objects_of(*clips[0]);
  for (std::size_t c = 1; c < clips.size(); ++c) {
    const auto objects = objects_of(*clips[c]);
    if ((objects & ~used).any()) {
      findings.warning("SEQ-01",
                       "clip " + std::to_string(c) +
                           " keys objects outside the set used by the "
                           "others",
                       {}, path_of("clips", c));
    }
    used |= objects;
    check_rate(c, clips[c]->rate_hint, clips[0]->rate_hint, findings);
  }
}

void check_sequence(std::span<const Anc* const> clips, Diagnostics& diagnostics) {
  Findings findings(diagnostics);
  for (std::size_t c = 1; c < clips.size(); ++c)
    check_rate(c, clips[c]->rate_hint, clips[0]->rate_hint, findings);
}

void check_values(const Anc& anc, Diagnostics& diagnostics) {
  Findings findings(diagnostics);
  if (std::ranges::find(kRates, anc.rate_hint) == kRates.end())
    findings.warning("ANC-05", "unusual rate field " + std::to_string(anc.rate_hint), 2,
                     "rateHint");
  if (anc.keyframes.empty()) findings.warning("ANC-06", "camera has no keyframes", 4, "keyframes");
  for (std::size_t k = 0; k < anc.keyframes.size(); ++k) {
    const CameraKey& key = anc.keyframes[k];
    const std::uint64_t at = 6 + 16 * k;
    const std::string where = "keyframe " + std::to_string(k) + ": ";
    if (key.vp == key.vr) {
      findings.warning("ANC-03", where + "eye and target are the same point (no view direction)",
                       at, path_of("keyframes", k));
    }
    if (key.fov <= 0 || key.fov >= kUnitsPerTurn / 2) {
      findings.warning(
          "ANC-04", where + "field of view is " + std::to_string(key.fov) + ", expected 1 ... 2047",
          at + 14, path_of("keyframes", k) + ".fov");
    }
  }
}

void AnmDocument::check(const Context& context, Diagnostics& diagnostics) const {
  const auto& [companions, options] = context;
  check_values(anm, diagnostics);
  std::vector<const Anm*> clips{&anm};
  for (const Companion& companion : companions) {
    if (const auto* model = as<TmdDocument>(companion.document, kTmdId)) {
      check_with_model(anm, model->tmd, rotation_order(options), diagnostics);
    }
    if (const auto* clip = as<AnmDocument>(companion.document, kAnmId)) clips.push_back(&clip->anm);
  }
  if (clips.size() > 1) check_sequence(clips, diagnostics);
}
void AncDocument::check(const Context&, Diagnostics& diagnostics) const {
  check_values(anc, diagnostics);
}
void TmdDocument::check(const Context&, Diagnostics& diagnostics) const {
  check_values(tmd, diagnostics);
}
void TimDocument::check(const Context&, Diagnostics& diagnostics) const {
  check_values(tim, diagnostics);
}
void PakDocument::check(const Context&, Diagnostics& diagnostics) const {
  check_values(pak, diagnostics);
}

}  // namespace anmkit::psx
