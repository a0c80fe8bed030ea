// SPDX-License-Identifier: MIT
// dump and build.
#include "formats/gc/compact/compact.hpp"
#include "formats/gc/compact/fields.hpp"
#include "formats/gc/fields.hpp"

namespace anmkit::gc {

template <class Archive, Of<CompactClip> T>
void fields(Archive& archive, T& clip) {
  archive("versionNumber", clip.version_number);
  archive("unknown", clip.unknown);
  archive("tracks", clip.tracks);
  archive("size", clip.size);
  archive("gaps", clip.gaps);
}

void dump_file(const CompactClip& clip, JsonWriter& writer) {
  write_fields(writer, clip);
}

Result<DocumentPtr> build_compact(const JsonValue& object, Diagnostics& diagnostics) {
  return build_file<CompactDocument>(
      object, &parse_compact, [](const CompactClip& clip) { return canonical(clip); }, diagnostics);
}

}  // namespace anmkit::gc
