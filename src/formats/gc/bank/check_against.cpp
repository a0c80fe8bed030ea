// SPDX-License-Identifier: MIT
// Tracks without a bone, bones without a track, parts that fight.
#include "formats/gc/bank/check_against.hpp"

#include <map>
#include <set>

#include "formats/gc/findings.hpp"
#include "formats/gc/layout.hpp"

namespace anmkit::gc {
namespace {

// animType bits of the parts of a rest control.
unsigned parts_of(unsigned type) {
  return ((type & kControlScale) != 0 ? kScale : 0) | ((type & kControlEuler) != 0 ? kEuler : 0) |
         ((type & kControlQuaternion) != 0 ? kQuaternion : 0) |
         ((type & kControlTranslation) != 0 ? kTranslation : 0);
}

}  // namespace

void check_against(std::span<const DrivenBone> driven, const Actor& actor, Diagnostics& out) {
  std::map<std::uint32_t, unsigned> types;
  for (const Control& control : actor.controls)
    types[control.offset] = control.type;
  std::map<std::uint16_t, unsigned> rest;  // boneID -> parts
  for (const std::uint32_t index : bone_array(actor)) {
    const Bone& bone = actor.bones[index];
    const auto found = types.find(bone.orientation_control);
    rest.try_emplace(bone.bone_id, found == types.end() ? 0 : parts_of(found->second));
  }
  std::set<std::uint16_t> ids;
  for (const DrivenBone& track : driven) {
    ids.insert(track.id);
    const auto bone = rest.find(track.id);
    const std::string path = path_of("tracks", track.track);
    const std::string who = "track " + std::to_string(track.track) + ": ";
    if (bone == rest.end()) {
      out.add(Severity::warning, prefixed("ANM070"),
              who + "no bone has the id " + std::to_string(track.id), track.offset + 10, path);
      continue;
    }
    if (!track.appended || (*track.appended & kMatrix) != 0) continue;
    unsigned parts = *track.appended & 15u;
    if ((parts & (kEuler | kQuaternion)) != 0) parts |= kEuler | kQuaternion;
    if ((bone->second & ~parts) == 0) continue;
    out.add(Severity::warning, prefixed("ANM072"),
            who + "bone " + std::to_string(track.id) +
                ": the track lacks a part of the rest pose, so that it is applied twice",
            track.offset + 15, path);
  }
  for (const auto& [id, parts] : rest) {
    if (!ids.contains(id))
      out.add(Severity::info, prefixed("ANM071"), "bone " + std::to_string(id) + " has no track");
  }
}

}  // namespace anmkit::gc
