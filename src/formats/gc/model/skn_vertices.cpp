// SPDX-License-Identifier: MIT
// The vertices that a skin moves (section 10).
#include "formats/gc/model/skn_vertices.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/bytes.hpp"
#include "formats/gc/findings.hpp"
#include "formats/gc/model/layout.hpp"

namespace anmkit::gc {
namespace {

constexpr std::size_t kMostJoints = 4;  // that a scene's vertex follows

class SkinReader {
 public:
  SkinReader(const Skin& skin, ByteView bytes, SkinTarget target, Diagnostics& diagnostics)
      : skin_(skin),
        bytes_(bytes),
        target_(target),
        findings_(diagnostics),
        vertices_(target.vertices),
        spread_(target.vertices),
        budget_(bytes.size() / 4 + 1024),
        factor_(1.0 / static_cast<double>(std::uint64_t{1} << (skin.fraction & 31u))) {}

  // One-bone and two-bone lists write their vertices, accumulation lists add to them.
  std::vector<SkinVertex> read() {
    for (const OneBoneList& list : skin_.one_bone) {
      for (std::uint64_t i = 0; i < list.count && take(); ++i) {
        const std::uint64_t step = list.lead_in + kSkinnedVertexSize * i;
        clear(list.destination + step);
        add(list.source + step, list.destination + step, list.bone, 1);
      }
    }
    for (const TwoBoneList& list : skin_.two_bone) {
      for (std::uint64_t i = 0; i < list.count && take(); ++i) {
        const std::uint64_t step = list.lead_in + kSkinnedVertexSize * i;
        clear(list.destination + step);
        for (std::uint64_t k = 0; k < 2; ++k)
          add(list.source + step, list.destination + step, list.bones[k],
              weight(list.weights + 2 * i + k));
      }
    }
    for (const AccumulationList& list : skin_.accumulation) {
      for (std::uint64_t i = 0; i < list.count && take(); ++i) {
        const std::uint64_t index = list.indices + 2 * i;
        if (!fits(index, 2, bytes_.size())) {
          outside_file(index);
          break;
        }
        const auto at = load<std::uint16_t, std::endian::big>(&bytes_[index]);
        add(list.source + kSkinnedVertexSize * i, list.destination + kSkinnedVertexSize * at,
            list.bone, weight(list.weights + i));
      }
    }
    for (std::size_t i = 0; i < vertices_.size(); ++i)
      finish(i);
    return std::move(vertices_);
  }

 private:
  // Lists may share vertices, but not so often that they cost more than the file's size.
  bool take() {
    if (budget_ == 0) return false;
    --budget_;
    return true;
  }
  void outside_file(std::uint64_t offset) {
    if (findings_.wants(Severity::warning, "SKN003"))
      findings_.warning("SKN003", "a list reaches " + hex_number(offset) + ", outside the file",
                        offset);
  }
  double weight(std::uint64_t at) const {
    return at < bytes_.size() ? std::to_integer<int>(bytes_[at]) / 256.0 : 0;
  }
  bool is_vertex(std::uint64_t destination) const {
    return destination % kSkinnedVertexSize == 0 &&
           destination / kSkinnedVertexSize < vertices_.size();
  }
  void clear(std::uint64_t destination) {
    if (is_vertex(destination)) vertices_[destination / kSkinnedVertexSize] = {};
  }

  void add(std::uint64_t source, std::uint64_t destination, std::uint16_t bone, double weight) {
    if (!fits(source, kSkinnedVertexSize, bytes_.size())) return outside_file(source);
    if (!is_vertex(destination)) {
      if (findings_.wants(Severity::warning, "SKN010"))
        findings_.warning("SKN010", "a list leads to byte " + hex_number(destination) +
                                        " of the palette's positions, where no vertex begins");
      return;
    }
    if (bone >= target_.bones) {
      if (findings_.wants(Severity::warning, "SKN009"))
        findings_.warning("SKN009", "a list follows bone " + std::to_string(bone) +
                                        ", the actor has " + std::to_string(target_.bones));
      return;
    }
    if (weight <= 0) return;
    const auto component = [&](std::uint64_t i) {
      return load<std::int16_t, std::endian::big>(&bytes_[source + 2 * i]) * factor_;
    };
    const std::size_t index = destination / kSkinnedVertexSize;
    SkinVertex& vertex = vertices_[index];
    const Vec3 place{component(0), component(1), component(2)};
    if (vertex.weights.empty()) {
      spread_[index] = {place, 0};
    } else {
      spread_[index].most = std::max(spread_[index].most, length(place - spread_[index].first));
    }
    vertex.position = vertex.position + place * weight;
    vertex.normal = vertex.normal + Vec3{component(3), component(4), component(5)} * weight;
    vertex.weights.emplace_back(bone, weight);
  }

  // The sums become means: in the bind pose every bone leaves its vertices where they are.
  void finish(std::size_t index) {
    SkinVertex& vertex = vertices_[index];
    double sum = 0;
    for (const auto& [bone, part] : vertex.weights)
      sum += part;
    if (sum <= 0) return;
    vertex.position = vertex.position * (1 / sum);
    vertex.normal = vertex.normal * (1 / sum);
    const auto warn = [&](std::string_view code, const std::string& what) {
      findings_.warning(code, "vertex " + std::to_string(index) + ' ' + what);
    };
    if (spread_[index].most > 2 * factor_ && findings_.wants(Severity::warning, "SKN006"))
      warn("SKN006", "is in several places in the bind pose; their mean is shown");
    if (std::fabs(sum - 1) > 1.0 / 128 && findings_.wants(Severity::warning, "SKN008"))
      warn("SKN008", "has weights of the sum " + std::to_string(sum) + "; they are scaled to 1");
    keep_strongest(vertex);
    if (vertex.lost > 0 && findings_.wants(Severity::warning, "SKN007"))
      warn("SKN007", "follows more than 4 bones; those with " + std::to_string(vertex.lost / sum) +
                         " of its weight are left out");
  }

  // One entry per bone, the strongest first.
  static void keep_strongest(SkinVertex& vertex) {
    auto& weights = vertex.weights;
    std::ranges::stable_sort(weights, {}, [](const auto& entry) { return entry.first; });
    std::size_t used = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      if (used > 0 && weights[used - 1].first == weights[i].first) {
        weights[used - 1].second += weights[i].second;
      } else {
        weights[used++] = weights[i];
      }
    }
    weights.resize(used);
    std::ranges::stable_sort(weights, std::ranges::greater(),
                             [](const auto& entry) { return entry.second; });
    for (std::size_t i = kMostJoints; i < weights.size(); ++i)
      vertex.lost += weights[i].second;
    if (weights.size() > kMostJoints) weights.resize(kMostJoints);
  }

  // Where the first list puts a vertex, and how far others are from there.
  struct Spread {
    Vec3 first;
    double most = 0;
  };
  const Skin& skin_;
  ByteView bytes_;
  SkinTarget target_;
  Findings findings_;
  std::vector<SkinVertex> vertices_;
  std::vector<Spread> spread_;
  std::uint64_t budget_;
  double factor_;
};

}  // namespace

std::vector<SkinVertex> skin_vertices(const Skin& skin, ByteView bytes, SkinTarget target,
                                      Diagnostics& diagnostics) {
  return SkinReader(skin, bytes, target, diagnostics).read();
}

const DisplayObject* skinned_object(const GeometryPalette& palette) {
  for (const DisplayObject& object : palette.objects)
    if (object.positions && object.positions->components == 6) return &object;
  return nullptr;
}

}  // namespace anmkit::gc
