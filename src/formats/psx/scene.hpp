// SPDX-License-Identifier: MIT
// Parts of scenes: objects, clips, models, cameras.
#pragma once

#include "formats/psx/document.hpp"

namespace anmkit::psx {

// The readings that options choose (section 10).
struct SceneReading {
  RotationOrder order = RotationOrder::xyz;
  bool hold_absent = false;  // absent components keep the object's earlier value
  bool stepped = false;      // keys jump, as the game shows them
  bool angles = false;       // SceneRequest::angles
  double rate = kDefaultRate;
};
SceneReading scene_reading(const Options& options, std::uint16_t rate_hint);

// Which node shows each keyframe: the object's own, or a further one for each repetition of the
// object in the same frame.
struct SlotMap {
  std::size_t objects = 0;                // nodes of first occurrences
  std::vector<std::uint32_t> node;        // one per keyframe
  std::vector<std::uint32_t> copies;      // objects' numbers, for the nodes after `objects`
  std::vector<std::uint32_t> occurrence;  // next to `copies`
};

SlotMap assign_slots(const Anm& anm, std::size_t model_objects);
// Section 10.6, second reading: an absent component stays as the object had it before.
void keep_absent(const Keyframe& before, Keyframe& key);

// Nodes for objects up to `count`, named objNNN.
void add_object_nodes(Scene& scene, std::size_t count);
// Nodes with meshes for all objects, with textures where companions have them, and bodies for lines
// where --line-width asks for them. For empty scenes.
Result<void> add_model(Scene& scene, const Tmd& tmd, Companions companions, const Options& options,
                       Diagnostics& diagnostics);
// The same without textures, to compare an edited model with: texture coordinates where one of
// the materials names the texture.
void add_model_like(Scene& scene, const Tmd& tmd, std::span<const Material> materials,
                    const Options& options);
// The primitive that only tells which way an object of lines faces (section 3.4).
std::optional<std::size_t> facing_triangle(const Tmd& tmd, const TmdObject& object);
// Materials say by their name which texture page (TSB) and palette (CBA) they show, so that
// textures survive tools that know nothing of either: "page 001A clut 7FC0".
std::string texture_name(std::uint32_t texture);
std::optional<std::uint32_t> texture_of(std::string_view material);
// A clip on the scene's nodes; adds those that are missing.
void add_clip(Scene& scene, const Anm& anm, std::string name, const SceneReading& reading);
// A camera node and its clip; `flip` mirrors the view (section 6).
void add_camera(Scene& scene, const Anc& anc, std::string name, const SceneReading& reading,
                bool flip);

}  // namespace anmkit::psx
