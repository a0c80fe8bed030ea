// Compact clips: dump and build.
#include "formats/gc/compact.hpp"
#include "formats/gc/fields.hpp"
#include "formats/gc/findings.hpp"

namespace anmkit::gc {

template <class Archive, Of<CompactConstants> T>
void fields(Archive& archive, T& constants) {
  archive("scale", constants.scale);
  archive("euler", constants.euler);
  archive("quaternion", constants.quaternion);
  archive("translation", constants.translation);
  archive("matrix", constants.matrix);
}
template <class Archive, Of<CompactKey> T>
void fields(Archive& archive, T& key) {
  archive("time", key.time);
  archive("scale", key.scale);
  archive("euler", key.euler);
  archive("quaternion", key.quaternion);
  archive("translation", key.translation);
  archive("matrix", key.matrix);
  archive("scaleCurve", key.scale_curve);
  archive("rotationCurve", key.rotation_curve);
  archive("translationCurve", key.translation_curve);
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

void CompactDocument::dump(JsonWriter& writer) const {
  write_fields(writer, clip);
}

Result<DocumentPtr> build_compact(const JsonValue& object, Diagnostics& diagnostics) {
  auto value = read_fields<CompactClip>(object);
  if (!value) return std::unexpected(std::move(value.error()));
  if (holds(*value, &parse_compact)) return std::make_unique<CompactDocument>(std::move(*value));
  auto laid_out = canonical(*value);
  if (!laid_out) return std::unexpected(std::move(laid_out.error()));
  if (auto bytes = write(*laid_out); !bytes) return std::unexpected(std::move(bytes.error()));
  report_layout(diagnostics);
  return std::make_unique<CompactDocument>(std::move(*laid_out));
}

}  // namespace anmkit::gc
