// SPDX-License-Identifier: MIT
// Explains every byte of a file: its field, value, unit and meaning.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "anmkit/registry.hpp"
#include "anmkit/result.hpp"

namespace anmkit {

// The kind of a range of bytes.
enum class ByteKind : std::uint8_t {
  field,    // has a meaning
  syntax,   // source texts: spaces, comments, brackets between values
  padding,  // fills the space before the next field
  unused,   // no program is known to read it
  unknown,  // no field describes it
};
// "field", "syntax", "padding", "unused" or "unknown".
std::string_view kind_name(ByteKind kind);

// An undivided range of bytes.
struct Leaf {
  std::uint64_t offset = 0;
  std::uint64_t length = 0;  // bytes, at least 1
  ByteKind kind = ByteKind::field;
  std::string path;          // "frames[3].keyframes[0].rot.x"; empty if no field describes it
  std::string_view type;     // "u16le", "f32be", "text", "bytes"; empty as above
  std::string value;         // as stored: a number, a text, or bytes as hexadecimal digits
  std::string shown;         // the value in its unit, or its name; empty if equal to `value`
  std::string_view meaning;  // one sentence
  std::string_view section;  // of the family's specification (CodeTable); may be empty
  bool cut = false;          // the file or its part ends inside the field
};

// Number of bytes of each kind; the sum is the size of the file.
struct Coverage {
  std::uint64_t field = 0, syntax = 0, padding = 0, unused = 0, unknown = 0;
  std::uint64_t leaves = 0;
};

// All bytes of one file, each in exactly one leaf. Borrows the bytes. A moved-from explanation has
// no bytes.
class Explanation {
 public:
  struct Ranges;
  explicit Explanation(std::unique_ptr<const Ranges> ranges);
  ~Explanation();
  Explanation(Explanation&&) noexcept;
  Explanation& operator=(Explanation&&) noexcept;

  const Coverage& coverage() const;
  // Whether the file contains more records than its size allows: the rest is
  // `unknown`.
  bool limited() const;

  // Visits leaves by offset, from the one with byte `from`, until `visit` returns
  // false.
  void visit(const std::function<bool(const Leaf&)>& visit, std::uint64_t from = 0) const;
  // The leaf of a byte; beyond the end, one of length 0.
  Leaf at(std::uint64_t offset) const;

 private:
  std::unique_ptr<const Ranges> ranges_;
};

// Explains the bytes of a file of one format. In broken files, parts that cannot be followed are
// `unknown`. Error anmkit.UNSUPPORTED: the format has no description. Memory and time are
// proportional to the size.
Result<Explanation> explain(ByteView bytes, const Format& format);

// The description of a format for Kaitai Struct (a .ksy), from the same table.
// Error anmkit.UNSUPPORTED: a source text, or a format without a description.
Result<std::string> kaitai_description(const Format& format);
// The same as a pattern for ImHex (a .hexpat).
Result<std::string> imhex_description(const Format& format);
// Magic for `file`, for all formats that begin with a signature.
std::string file_magic();

}  // namespace anmkit
