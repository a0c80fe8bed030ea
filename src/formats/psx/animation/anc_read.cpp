// SPDX-License-Identifier: MIT
// Reading ANC (section 6).
#include "core/counted.hpp"
#include "formats/psx/fields.hpp"
#include "formats/psx/findings.hpp"

namespace anmkit::psx {

namespace {

Result<Anc> read_anc(ByteView bytes, Diagnostics& diagnostics) {
  Findings findings(diagnostics);
  LittleReader in(bytes);
  Anc anc;
  get_record(in, anc);
  const std::uint64_t count = in.get<std::uint16_t>("count");
  if (bytes.size() >= 2 && anc.tag != kTag) {
    findings.error("ANC-02", "bad tag " + hex_number(anc.tag) + " at 0x0, expected 0x8000", 0,
                   "tag");
  }
  if (!in.ok()) {
    findings.error(
        "ANC-01",
        "file too short for an ANC header (" + counted(bytes.size(), "byte") + ", need at least 6)",
        0);
  } else if (bytes.size() != 6 + 16 * count) {
    findings.error("ANC-01",
                   "file has " + counted(bytes.size(), "byte") + ", " +
                       counted(count, "keyframe takes", "keyframes take") + " " +
                       std::to_string(6 + 16 * count),
                   4, "count");
  }
  if (findings.failed()) return first_error(diagnostics);
  anc.keyframes.resize(count);
  for (CameraKey& key : anc.keyframes)
    get_record(in, key);
  return anc;
}

}  // namespace

Result<Anc> parse_anc(ByteView bytes, Diagnostics& diagnostics) {
  return with_own_findings(diagnostics, [&](Diagnostics& own) { return read_anc(bytes, own); });
}

}  // namespace anmkit::psx
