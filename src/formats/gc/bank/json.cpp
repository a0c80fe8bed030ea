// SPDX-License-Identifier: MIT
// dump and build.
#include "formats/gc/bank/canonical.hpp"
#include "formats/gc/bank/fields.hpp"
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

void dump_file(const Bank& bank, JsonWriter& writer) {
  write_fields(writer, records_of(bank));
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

}  // namespace anmkit::gc
