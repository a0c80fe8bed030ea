// SPDX-License-Identifier: MIT
// Parts of dumps that several formats of the family share.
#pragma once

#include "anmkit/gc.hpp"
#include "core/fields.hpp"
#include "formats/gc/findings.hpp"

namespace anmkit::gc {

template <class Archive, Of<Triple> T>
void fields(Archive& archive, T& triple) {
  archive("integers", triple.integers);
  archive("floats", triple.floats);
}
template <class Archive, Of<Curve> T>
void fields(Archive& archive, T& curve) {
  archive("in", curve.in);
  archive("out", curve.out);
  archive("inQuat", curve.in_quat);
  archive("outQuat", curve.out_quat);
  archive("bothQuat", curve.both_quat);
  archive("easeIn", curve.ease_in);
  archive("easeOut", curve.ease_out);
}

// The parts of a key in banks and compact clips, and the constants of a compact track.
template <class Archive, class Parts>
void part_fields(Archive& archive, Parts& parts) {
  archive("scale", parts.scale);
  archive("euler", parts.euler);
  archive("quaternion", parts.quaternion);
  archive("translation", parts.translation);
  archive("matrix", parts.matrix);
}
template <class Archive, class Key>
void curve_fields(Archive& archive, Key& key) {
  archive("scaleCurve", key.scale_curve);
  archive("rotationCurve", key.rotation_curve);
  archive("translationCurve", key.translation_curve);
}

// The records as text, without their positions in a file.
template <class Value>
std::string records_text(Value value) {
  value.gaps.clear();
  value.size = 0;
  JsonWriter writer;
  writer.begin_object();
  write_fields(writer, value);
  writer.end_object();
  return writer.take();
}

// The records of a dump. While the offsets still fit them, the file that they make reads back as
// the same records; else `lay_out` gives all of them their places anew, or an error.
template <class Value, class Parse, class LayOut>
Result<Value> build_value(const JsonValue& object, Parse parse, LayOut lay_out,
                          Diagnostics& diagnostics) {
  auto value = read_fields<Value>(object);
  if (!value) return value;
  if (const auto bytes = write(*value)) {
    Diagnostics unused;
    const auto again = parse(*bytes, unused);
    if (again && records_text(*again) == records_text(*value)) return value;
  }
  auto laid_out = lay_out(*value);
  if (!laid_out) return std::unexpected(std::move(laid_out.error()));
  // Values that cannot be written are errors of the dump.
  if (auto bytes = write(*laid_out); !bytes) return std::unexpected(std::move(bytes.error()));
  report_layout(diagnostics);
  return laid_out;
}

// A document from its dump.
template <class DocumentType, class Parse, class LayOut>
Result<DocumentPtr> build_file(const JsonValue& object, Parse parse, LayOut lay_out,
                               Diagnostics& diagnostics) {
  auto value = build_value<typename DocumentType::File>(object, parse, lay_out, diagnostics);
  if (!value) return std::unexpected(std::move(value.error()));
  return std::make_unique<DocumentType>(std::move(*value));
}

}  // namespace anmkit::gc
