// The vertices that a skin moves (section 10).
#include "formats/gc/findings.hpp"
#include "formats/gc/model_layout.hpp"
#include "formats/gc/model_scene.hpp"

namespace anmkit::gc {
namespace {

class SkinReader {
 public:
  SkinReader(const Skin& skin, ByteView bytes, std::size_t count, Diagnostics& diagnostics)
      : skin_(skin),
        bytes_(bytes),
        findings_(diagnostics),
        vertices_(count),
        budget_(bytes.size() / 4 + 1024),
        factor_(1.0 / static_cast<double>(std::uint64_t{1} << (skin.fraction & 31u))) {}

  std::vector<SkinVertex> read() {
    for (const OneBoneList& list : skin_.one_bone) {
      for (std::uint64_t i = 0; i < list.count && take(); ++i) {
        const std::uint64_t step = list.lead_in + kSkinnedVertexSize * i;
        add(list.source + step, list.destination + step, list.bone, 1);
      }
    }
    for (const TwoBoneList& list : skin_.two_bone) {
      for (std::uint64_t i = 0; i < list.count && take(); ++i) {
        const std::uint64_t step = list.lead_in + kSkinnedVertexSize * i;
        for (std::uint64_t k = 0; k < 2; ++k)
          add(list.source + step, list.destination + step, list.bones[k],
              weight(list.weights + 2 * i + k));
      }
    }
    for (const AccumulationList& list : skin_.accumulation) {
      for (std::uint64_t i = 0; i < list.count && take(); ++i) {
        const std::uint64_t index = list.indices + 2 * i;
        if (!fits(index, 2, bytes_.size())) {
          report(index);
          break;
        }
        const auto at = load<std::uint16_t, std::endian::big>(&bytes_[index]);
        add(list.source + kSkinnedVertexSize * i, list.destination + kSkinnedVertexSize * at,
            list.bone, weight(list.weights + i));
      }
    }
    finish();
    return std::move(vertices_);
  }

 private:
  // Lists may share vertices, but not so often that they cost more than the file's size.
  bool take() {
    if (budget_ == 0) return false;
    --budget_;
    return true;
  }
  void report(std::uint64_t offset) {
    if (findings_.wants("SKN003"))
      findings_.warning("SKN003", "a list reaches " + hex_number(offset) +
                                      ", outside the file or the positions of the palette");
  }
  double weight(std::uint64_t at) const {
    return at < bytes_.size() ? std::to_integer<int>(bytes_[at]) / 256.0 : 0;
  }
  void add(std::uint64_t source, std::uint64_t destination, std::uint16_t bone, double weight) {
    const std::uint64_t index = destination / kSkinnedVertexSize;
    if (!fits(source, kSkinnedVertexSize, bytes_.size()) || destination % kSkinnedVertexSize != 0 ||
        index >= vertices_.size())
      return report(source);
    if (weight <= 0) return;
    const auto component = [&](std::uint64_t i) {
      return load<std::int16_t, std::endian::big>(&bytes_[source + 2 * i]) * factor_;
    };
    SkinVertex& vertex = vertices_[index];
    vertex.position = vertex.position + Vec3{component(0), component(1), component(2)} * weight;
    vertex.normal = vertex.normal + Vec3{component(3), component(4), component(5)} * weight;
    vertex.weights.emplace_back(bone, weight);
  }
  // The sums become means: in the bind pose every bone leaves its vertices where they are.
  void finish() {
    for (SkinVertex& vertex : vertices_) {
      double sum = 0;
      for (const auto& [bone, part] : vertex.weights)
        sum += part;
      if (sum <= 0) continue;
      vertex.position = vertex.position * (1 / sum);
      vertex.normal = vertex.normal * (1 / sum);
    }
  }

  const Skin& skin_;
  ByteView bytes_;
  Findings findings_;
  std::vector<SkinVertex> vertices_;
  std::uint64_t budget_;
  double factor_;
};

}  // namespace

std::vector<SkinVertex> skin_vertices(const Skin& skin, ByteView bytes, std::size_t count,
                                      Diagnostics& diagnostics) {
  return SkinReader(skin, bytes, count, diagnostics).read();
}

const DisplayObject* skinned_object(const GeometryPalette& palette) {
  for (const DisplayObject& object : palette.objects)
    if (object.positions && object.positions->components == 6) return &object;
  return nullptr;
}

}  // namespace anmkit::gc
