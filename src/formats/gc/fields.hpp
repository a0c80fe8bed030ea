// Parts of dumps that several formats of the family share.
#pragma once

#include "anmkit/gc.hpp"
#include "core/fields.hpp"

namespace anmkit::gc {

template <class Archive, Of<Gap> T>
void fields(Archive& archive, T& gap) {
  archive("offset", gap.offset);
  archive("bytes", gap.bytes);
}
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

// The records as text, without what only says where they stand in a file.
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

// Whether the offsets of a dump still fit its records: the file reads back as the same records.
template <class Value, class Parse>
bool holds(const Value& value, Parse parse) {
  const auto bytes = write(value);
  if (!bytes) return false;
  Diagnostics unused;
  const auto again = parse(*bytes, unused);
  return again && records_text(*again) == records_text(value);
}

}  // namespace anmkit::gc
