// SPDX-License-Identifier: MIT
// Actor -> Scene (section 6.6).
#include "formats/gc/model/scene.hpp"
#include "formats/gc/bones.hpp"

namespace anmkit::gc {

Result<Scene> ActorDocument::to_scene(const SceneRequest&, const Context& context,
                                      Diagnostics& diagnostics) const {
  const Companions companions = context.companions;
  const Actor& actor = file;
  Scene scene;
  add_bones(actor, scene);
  add_models(actor, companions, scene, diagnostics);
  return scene;
}

DocumentInfo ActorDocument::info() const {
  const Actor& actor = file;
  DocumentInfo info;
  for (const std::uint32_t index : bone_array(actor))
    info.nodes.push_back("bone" + std::to_string(actor.bones[index].bone_id));
  info.facts.emplace_back("version", std::to_string(actor.version_number));
  return info;
}

}  // namespace anmkit::gc
