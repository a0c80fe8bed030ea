// SPDX-License-Identifier: MIT
// The vertices of a scene's skins in the order of a palette's position array, and the lists that
// move them (section 10).
#pragma once

#include "formats/gc/model/body.hpp"

namespace anmkit::gc {

// A vertex as it is stored: position and normal in the bind pose, and the bones that move it with
// weights of 256ths, the sum 256. Fillers between lists have no bones.
struct ListedVertex {
  std::array<std::int16_t, 6> stored{};
  std::vector<std::pair<std::uint16_t, std::uint16_t>> bones;
  auto operator<=>(const ListedVertex&) const = default;
};

struct SkinLists {
  struct One {
    std::uint16_t bone = 0;
    std::size_t first = 0, count = 0;
  };
  struct Two {
    std::array<std::uint16_t, 2> bones{};
    std::size_t first = 0, count = 0;
  };
  unsigned fraction = 0;
  std::vector<ListedVertex> vertices;
  std::vector<One> ones;
  std::vector<Two> twos;
  std::size_t many_first = 0, many_count = 0;  // vertices of more bones than two
  // Of each skinned primitive, in the order of the nodes: where its vertices went.
  std::vector<std::pair<const Primitive*, std::vector<std::uint32_t>>> primitives;
};

// Also reports the distance between the lists and the scene, at rest and over the clip.
Result<SkinLists> list_skin(const FromScene& from, const Body& body, const RestBones& bones,
                            ConversionReport& report);

// skn_from_scene.cpp
Result<Bytes> skin_from_scene(const FromScene& from, const Context& context,
                              ConversionReport& report);

}  // namespace anmkit::gc
