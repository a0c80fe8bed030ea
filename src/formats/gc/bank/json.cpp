// SPDX-License-Identifier: MIT
// dump and build.
#include "formats/gc/bank/canonical.hpp"
#include "formats/gc/compact/compact.hpp"
#include "formats/gc/document.hpp"
#include "formats/gc/fields.hpp"

namespace anmkit::gc {

template <class Archive, Of<KeyFrame> T>
void fields(Archive& archive, T& key) {
  archive("time", key.time);
  archive("setting", key.setting);
  archive("interpolation", key.interpolation);
  part_fields(archive, key);
  curve_fields(archive, key);
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
template <class Archive, Of<BankRecords> T>
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

template <class Archive, Of<CompactConstants> T>
void fields(Archive& archive, T& constants) {
  part_fields(archive, constants);
}
template <class Archive, Of<CompactKey> T>
void fields(Archive& archive, T& key) {
  archive("time", key.time);
  part_fields(archive, key);
  curve_fields(archive, key);
}
template <class Archive, Of<CompactTrack> T>
void fields(Archive& archive, T& track) {
  archive("animTime", track.anim_time);
  archive("data", track.data);
  archive("keyCount", track.key_count);
  archive("trackID", track.track_id);
  archive("quantizeInfo", track.quantize_info);
  archive("keyedParts", track.keyed_parts);
  archive("interpolationType", track.interpolation_type);
  archive("constantParts", track.constant_parts);
  archive("constants", track.constants);
  archive("keys", track.keys);
}
template <class Archive, Of<CompactClip> T>
void fields(Archive& archive, T& clip) {
  archive("versionNumber", clip.version_number);
  archive("unknown", clip.unknown);
  archive("tracks", clip.tracks);
  archive("size", clip.size);
  archive("gaps", clip.gaps);
}

void dump_file(const Bank& bank, JsonWriter& writer) {
  write_fields(writer, records_of(bank));
}
void dump_file(const CompactClip& clip, JsonWriter& writer) {
  write_fields(writer, clip);
}
void dump_file(const Actor& actor, JsonWriter& writer) {
  write_fields(writer, actor);
}

Result<DocumentPtr> build_bank(const JsonValue& object, Diagnostics& diagnostics) {
  const auto read = [](ByteView bytes, Diagnostics& found) -> Result<BankRecords> {
    const auto bank = parse_bank(bytes, found);
    if (!bank) return std::unexpected(bank.error());
    return records_of(*bank);
  };
  const auto lay_out = [](const BankRecords& records) { return canonical(records); };
  const auto records = build_value<BankRecords>(object, read, lay_out, diagnostics);
  if (!records) return std::unexpected(records.error());
  const auto bytes = gc::write(*records);
  if (!bytes) return std::unexpected(bytes.error());
  Diagnostics unused;
  auto bank = parse_bank(*bytes, unused);
  if (!bank) return std::unexpected(std::move(bank.error()));
  return std::make_unique<BankDocument>(std::move(*bank));
}

Result<DocumentPtr> build_compact(const JsonValue& object, Diagnostics& diagnostics) {
  return build_file<CompactDocument>(
      object, &parse_compact, [](const CompactClip& clip) { return canonical(clip); }, diagnostics);
}

Result<DocumentPtr> build_actor(const JsonValue& object, Diagnostics& diagnostics) {
  const auto lay_out = [](const Actor& actor) -> Result<Actor> {
    if (actor.bones.size() > 65535)
      return fail(std::string(kBadJson), "an actor has at most 65535 bones", {}, "bones");
    const Bytes user_data = bytes_at(actor.user_data, actor.user_data_size, actor.gaps, actor.size);
    return canonical(actor, text_at(actor.geo_palette_name, actor.gaps, actor.size), user_data);
  };
  return build_file<ActorDocument>(object, &parse_actor, lay_out, diagnostics);
}

}  // namespace anmkit::gc
