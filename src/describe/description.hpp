// SPDX-License-Identifier: MIT
// The table of a binary format: records of fields in the order of the file.
// Explaining bytes walks it, and descriptions for other programs are printed from it; tests compare
// what it says with what the readers read.
//
// Expressions are those of Kaitai Struct: integers, names of fields of the same record, `a.b`,
// `a[i]`, `_parent`, `_root`, `_index` (of the item of a repeated field), `_io.pos` (where the
// field begins), `_root._io.size` (bytes of the file), + - * / % & | ^ << >>, comparisons, `and`,
// `or`, `not`, `c ? a : b`. A name that is not there makes the expression have no value: the field
// is left out.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <string_view>

#include "anmkit/explain.hpp"

namespace anmkit {

// Tables of what follows are local to the function that gives them, and filled in when they are
// first asked for: as constants they would hold addresses, which are set at every start of a
// program that is loaded anywhere. In WebAssembly addresses are numbers, and constants take fewer
// bytes.
#ifdef __wasm__
#define ANMKIT_TABLES constexpr
#else
#define ANMKIT_TABLES
#endif

// The name of one value.
struct NamedValue {
  ANMKIT_TABLES NamedValue(std::int64_t value, std::string_view text);

  std::int64_t value;
  std::string_view text;
};

struct Field {
  ANMKIT_TABLES Field(std::string_view name, std::string_view type, std::string_view meaning,
                      std::string_view section = {});

  std::string_view name;  // as `dump` has it, where it does
  // u1 u2 u4 u8 s1 s2 s4 f4 f8; bytes; text (of `size` bytes), textz (up to a zero byte), textv
  // (7-bit length before it, as .NET writes strings); the name of a record; or "let": no bytes, a
  // name for the expression `value`.
  std::string_view type;
  std::string_view meaning;
  std::string_view section;
  std::string_view count = {};  // repeated so often; "eos": to the end of the record's region
  std::string_view until = {};  // the last of "eos" is the one for whose own fields this is not 0
  std::string_view when = {};   // there only if this is not 0
  // Offset in the file, instead of where the field before it ends: of each item when `_index` is in
  // it, else of all of them.
  std::string_view at = {};
  std::string_view size = {};  // bytes: of bytes and text, or of a record's region
  std::string_view value = {};
  std::string_view choice = {};
  // What it always is, by which other programs know the file: of a number its values, "2|3"; of
  // bytes and text themselves.
  std::string_view always = {};
  std::string_view unit = {};  // of value * factor
  double factor = 1;
  std::span<const NamedValue> labels = {};
  ByteKind kind = ByteKind::field;
  bool peek = false;  // read for expressions only: its bytes belong to others

  // The same field with one more property.
  ANMKIT_TABLES Field& times(std::string_view expression);
  ANMKIT_TABLES Field& to_end();
  ANMKIT_TABLES Field& up_to(std::string_view expression);
  ANMKIT_TABLES Field& only_if(std::string_view expression);
  ANMKIT_TABLES Field& placed(std::string_view expression);
  ANMKIT_TABLES Field& sized(std::string_view expression);
  ANMKIT_TABLES Field& by(std::string_view expression);
  ANMKIT_TABLES Field& fixed(std::string_view values);
  ANMKIT_TABLES Field& in(std::string_view name_of_unit, double times_unit = 1);
  ANMKIT_TABLES Field& called(std::span<const NamedValue> names);
  ANMKIT_TABLES Field& unseen();
  ANMKIT_TABLES Field& as(ByteKind what);
};

// A name for an expression.
ANMKIT_TABLES Field let(std::string_view name, std::string_view value);

struct Record {
  ANMKIT_TABLES Record(std::string_view name, std::span<const Field> fields);

  std::string_view name;
  std::span<const Field> fields;
};

struct Description {
  std::string_view id;  // of the format
  std::string_view title;
  std::endian order = std::endian::little;
  std::span<const Record> records;  // the first is the file
};

}  // namespace anmkit

#ifdef __wasm__
#include "describe/tables.hpp"
#endif
