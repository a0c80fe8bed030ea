// dump and build.
#include "formats/gc/canonical.hpp"
#include "formats/gc/document.hpp"
#include "formats/gc/fields.hpp"
#include "formats/gc/findings.hpp"

namespace anmkit::gc {

template <class Archive, Of<KeyFrame> T>
void fields(Archive& archive, T& key) {
  archive("time", key.time);
  archive("setting", key.setting);
  archive("interpolation", key.interpolation);
  archive("scale", key.scale);
  archive("euler", key.euler);
  archive("quaternion", key.quaternion);
  archive("translation", key.translation);
  archive("matrix", key.matrix);
  archive("scaleCurve", key.scale_curve);
  archive("rotationCurve", key.rotation_curve);
  archive("translationCurve", key.translation_curve);
}
template <class Archive, Of<Track> T>
void fields(Archive& archive, T& track) {
  archive("animTime", track.anim_time);
  archive("keyFrames", track.key_frames);
  archive("totalFrames", track.total_frames);
  archive("trackID", track.track_id);
  archive("quantizeInfo", track.quantize_info);
  archive("animType", track.anim_type);
  archive("interpolationType", track.interpolation_type);
  archive("replaceHierarchyCtrl", track.replace_hierarchy_ctrl);
}
template <class Archive, Of<Sequence> T>
void fields(Archive& archive, T& sequence) {
  archive("sequenceName", sequence.sequence_name);
  archive("trackArray", sequence.track_array);
  archive("totalTracks", sequence.total_tracks);
  archive("pad", sequence.pad);
  archive("name", sequence.name);
}
template <class Archive, Of<Bank> T>
void fields(Archive& archive, T& bank) {
  archive("versionNumber", bank.version_number);
  archive("animSequences", bank.anim_sequences);
  archive("bankID", bank.bank_id);
  archive("userDataSize", bank.user_data_size);
  archive("userData", bank.user_data);
  archive("sequences", bank.sequences);
  archive("tracks", bank.tracks);
  archive("keyFrames", bank.key_frames);
  archive("size", bank.size);
  archive("gaps", bank.gaps);
}
template <class Archive, Of<Control> T>
void fields(Archive& archive, T& control) {
  archive("offset", control.offset);
  archive("type", control.type);
  archive("values", control.values);
}
template <class Archive, Of<Bone> T>
void fields(Archive& archive, T& bone) {
  archive("orientationControl", bone.orientation_control);
  archive("previousSibling", bone.previous_sibling);
  archive("nextSibling", bone.next_sibling);
  archive("parent", bone.parent);
  archive("firstChild", bone.first_child);
  archive("geoFileID", bone.geo_file_id);
  archive("boneID", bone.bone_id);
  archive("inheritanceFlag", bone.inheritance_flag);
  archive("drawingPriority", bone.drawing_priority);
  archive("pad", bone.pad);
}
template <class Archive, Of<Actor> T>
void fields(Archive& archive, T& actor) {
  archive("versionNumber", actor.version_number);
  archive("actorID", actor.actor_id);
  archive("totalBones", actor.total_bones);
  archive("treeOffset", actor.tree_offset);
  archive("rootBone", actor.root_bone);
  archive("geoPaletteName", actor.geo_palette_name);
  archive("skinFileID", actor.skin_file_id);
  archive("pad", actor.pad);
  archive("userDataSize", actor.user_data_size);
  archive("userData", actor.user_data);
  archive("bones", actor.bones);
  archive("controls", actor.controls);
  archive("size", actor.size);
  archive("gaps", actor.gaps);
}

void BankDocument::dump(JsonWriter& writer) const {
  write_fields(writer, bank);
}
void ActorDocument::dump(JsonWriter& writer) const {
  write_fields(writer, actor);
}

Result<DocumentPtr> build_bank(const JsonValue& object, Diagnostics& diagnostics) {
  auto value = read_fields<Bank>(object);
  if (!value) return std::unexpected(std::move(value.error()));
  if (holds(*value, &parse_bank)) return std::make_unique<BankDocument>(std::move(*value));
  auto laid_out = canonical(*value);
  if (!laid_out) return std::unexpected(std::move(laid_out.error()));
  // What cannot be written is a fault of the dump.
  if (auto bytes = write(*laid_out); !bytes) return std::unexpected(std::move(bytes.error()));
  report_layout(diagnostics);
  return std::make_unique<BankDocument>(std::move(*laid_out));
}

Result<DocumentPtr> build_actor(const JsonValue& object, Diagnostics& diagnostics) {
  auto value = read_fields<Actor>(object);
  if (!value) return std::unexpected(std::move(value.error()));
  if (holds(*value, &parse_actor)) return std::make_unique<ActorDocument>(std::move(*value));
  if (value->bones.size() > 65535)
    return fail(std::string(kBadJson), "an actor holds at most 65535 bones", {}, "bones");
  const Bytes user_data =
      bytes_at(value->user_data, value->user_data_size, value->gaps, value->size);
  const std::string palette = text_at(value->geo_palette_name, value->gaps, value->size);
  Actor laid_out = canonical(*value, palette, user_data);
  if (auto bytes = write(laid_out); !bytes) return std::unexpected(std::move(bytes.error()));
  report_layout(diagnostics);
  return std::make_unique<ActorDocument>(std::move(laid_out));
}

}  // namespace anmkit::gc
