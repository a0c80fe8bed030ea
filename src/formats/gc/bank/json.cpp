// SPDX-License-Identifier: MIT
// dump and build.
#include "formats/gc/actor/fields.hpp"
#include "formats/gc/bank/canonical.hpp"
#include "formats/gc/bank/fields.hpp"
#include "formats/gc/compact/fields.hpp"
#include "formats/gc/document.hpp"
#include "formats/gc/fields.hpp"

namespace anmkit::gc {

template <class Archive, Of<KeyFrame> T>
void fields(Archive& archive, T& key) {
  key_fields(archive, key);
  part_fields(archive, key);
  curve_fields(archive, key);
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
