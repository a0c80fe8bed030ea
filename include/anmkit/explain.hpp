// SPDX-License-Identifier: MIT
// Every byte of a file explained: which field it belongs to, its value, its unit and its meaning.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "anmkit/registry.hpp"
#include "anmkit/result.hpp"

namespace anmkit {

// What a range of bytes is.
enum class ByteKind : std::uint8_t {
  field,    // has a meaning of its own
  syntax,   // source texts: spaces, comments, brackets between values
  padding,  // fills up to the next field
  unused,   // no program is known to read it
  unknown,  // nothing describes it
};
// "field", "syntax", "padding", "unused" or "unknown".
std::string_view kind_name(ByteKind kind);

// A range of bytes that is no further divided.
struct Leaf {
  std::uint64_t offset = 0;
  std::uint64_t length = 0;  // bytes, at least 1
  ByteKind kind = ByteKind::field;
  std::string path;          // "frames[3].keyframes[0].rot.x"; empty when nothing describes it
  std::string_view type;     // "u16le", "f32be", "text", "bytes"; empty as above
  std::string value;         // as stored: a number, a text, or bytes as hexadecimal digits
  std::string shown;         // the value in its unit or its name; empty when it is the value
  std::string_view meaning;  // one sentence
  std::string_view section;  // of the family's specification (CodeTable); may be empty
  bool cut = false;          // the file or its part ends inside the field
};

// How many bytes are of which kind; together they are the size of the file.
struct Coverage {
  std::uint64_t field = 0, syntax = 0, padding = 0, unused = 0, unknown = 0;
  std::uint64_t leaves = 0;
};

// All bytes of one file, each in exactly one leaf. Holds a view of the bytes that were explained.
// One that was moved from explains no bytes.
class Explanation {
 public:
  struct Ranges;
  explicit Explanation(std::unique_ptr<const Ranges> ranges);
  ~Explanation();
  Explanation(Explanation&&) noexcept;
  Explanation& operator=(Explanation&&) noexcept;

  const Coverage& coverage() const;
  // Whether something is described more often than the size of the file allows: the rest is
  // `unknown`.
  bool limited() const;

  // Leaves in the order of their offsets, from the one that holds byte `from`, until `visit` says
  // false.
  void visit(const std::function<bool(const Leaf&)>& visit, std::uint64_t from = 0) const;
  // The leaf that holds a byte; one of length 0 beyond the end.
  Leaf at(std::uint64_t offset) const;

 private:
  std::unique_ptr<const Ranges> ranges_;
};

// Explains the bytes of a file of one format, broken ones too: what cannot be followed is
// `unknown`. anmkit.UNSUPPORTED when nothing describes the format. Memory and time are in
// proportion to the size.
Result<Explanation> explain(ByteView bytes, const Format& format);

// The description of a format for Kaitai Struct (a .ksy), made of the same table.
// anmkit.UNSUPPORTED for source texts and formats that nothing describes.
Result<std::string> kaitai_description(const Format& format);
// The same as a pattern for ImHex (a .hexpat).
Result<std::string> imhex_description(const Format& format);
// Magic for `file` by which it names the files of all formats that begin with a signature.
std::string file_magic();

}  // namespace anmkit
