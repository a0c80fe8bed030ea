// SPDX-License-Identifier: MIT
// JSON text that loses nothing: a reader that remembers offsets, number spellings, key order and
// repeated keys, and a writer whose floats come back to the same bits.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "anmkit/result.hpp"
#include "core/bytes.hpp"

namespace anmkit {

enum class JsonKind : std::uint8_t { null, boolean, number, string, array, object };

class JsonDocument;

// A value inside a JsonDocument; valid as long as the document is. A default-constructed value
// represents "absent": every question about it answers no.
class JsonValue {
 public:
  JsonValue() = default;

  bool present() const { return document_ != nullptr; }
  explicit operator bool() const { return present(); }
  JsonKind kind() const;
  bool is(JsonKind kind) const { return present() && this->kind() == kind; }

  // First and one-past-last byte of the value in the text.
  std::uint64_t begin_offset() const;
  std::uint64_t end_offset() const;

  // The key under which an object contains this value, unescaped, and where it is in the text.
  std::string_view key() const;
  std::uint64_t key_offset() const;

  std::optional<bool> boolean() const;
  // The unescaped string.
  std::optional<std::string_view> string() const;
  // A number's spelling in the text ("1.50", "-0", "1e3").
  std::string_view token() const;
  std::optional<double> number() const;
  // The number when it is written as an integer and fits.
  std::optional<std::int64_t> integer() const;

  // Number of children of an array or object, else 0.
  std::size_t size() const;
  // Children in order; `next()` of the last is absent.
  JsonValue first() const;
  JsonValue next() const;
  // The first member with this key; absent if there is none. Linear in the number of members.
  JsonValue operator[](std::string_view key) const;

 private:
  friend class JsonDocument;
  JsonValue(const JsonDocument* document, std::uint32_t index)
      : document_(document), index_(index) {}
  const JsonDocument* document_ = nullptr;
  std::uint32_t index_ = 0;
};

// A parsed text: the text, or a view of the caller's, and a flat table of nodes, so that memory is
// O(text).
class JsonDocument {
 public:
  // Parses strict JSON (RFC 8259), with or without a UTF-8 byte order mark; nesting up to
  // `kMaxDepth`. On error: `code`, the byte offset, line and column.
  enum class Text : std::uint8_t { copied, borrowed };
  static Result<JsonDocument> parse(std::string_view text, std::string_view code = kBadJson,
                                    Text kept = Text::copied);
  static constexpr std::size_t kMaxDepth = 512;

  JsonValue root() const { return {this, 0}; }
  std::string_view text() const { return borrowed_.data() != nullptr ? borrowed_ : text_; }

  // 1-based line and column (in bytes) of an offset.
  struct Position {
    std::size_t line = 1;
    std::size_t column = 1;
  };
  static Position position(std::string_view text, std::uint64_t offset);

 private:
  friend class JsonValue;
  friend class JsonParser;
  // Offsets are 32 bits wide, which bounds a text to 4 GiB and keeps a node at 32 bytes.
  struct Node {
    JsonKind kind = JsonKind::null;
    bool flag = false;                         // value of a boolean
    bool escaped = false;                      // a string that contains escapes
    bool key_escaped = false;                  // the same of the key
    std::uint32_t next = 0;                    // next sibling, 0 = none
    std::uint32_t first = 0;                   // first child, 0 = none
    std::uint32_t count = 0;                   // children
    std::uint32_t begin = 0, end = 0;          // of the value in text_, quotes included
    std::uint32_t key_begin = 0, key_end = 0;  // of the key, quotes included; equal = no key
  };
  // A string or key whose text has escapes, by where it begins.
  struct Unescaped {
    std::uint32_t begin = 0;
    std::string text;
  };
  std::string_view string_at(std::uint32_t begin, std::uint32_t end, bool escaped) const;
  std::string text_;
  std::string_view borrowed_;  // no data: text_ has it
  std::vector<Node> nodes_;
  std::vector<Unescaped> unescaped_;
};

// Writes JSON text front to back. Floats are written in the shortest form that reads back to the
// same value; NaN and infinities, which JSON lacks, as strings ("nan:7fc00001", "inf", "-inf").
// With a sink the text goes there piece by piece, and little of it is held at any time.
class JsonWriter {
 public:
  enum class Style : std::uint8_t { compact, indented };
  explicit JsonWriter(Style style = Style::compact) : style_(style) {}
  JsonWriter(Style style, Sink sink) : style_(style), most_(kPiece), sink_(std::move(sink)) {}

  void begin_object();
  void end_object();
  // An array on one line even in the indented style.
  void begin_array(bool one_line = false);
  void end_array();
  void key(std::string_view name);

  void null();
  void value(bool flag);
  void value(std::int64_t number);
  void value(std::uint64_t number);
  void value(double number);
  void value(float number);
  void value(std::string_view text);
  void value(const char* text) { value(std::string_view(text)); }
  template <class T>
    requires std::is_integral_v<T>
  void value(T number) {
    if constexpr (std::is_signed_v<T>) {
      value(static_cast<std::int64_t>(number));
    } else {
      value(static_cast<std::uint64_t>(number));
    }
  }
  // An array of numbers on one line.
  void row(std::span<const float> numbers);
  template <class T>
  void row(std::span<const T> numbers) {
    begin_array(true);
    for (const T number : numbers)
      value(number);
    end_array();
  }
  // Bytes as a string of base64 text.
  void base64(ByteView bytes);
  // Text that already is JSON.
  void raw(std::string_view json);

  template <class T>
  void member(std::string_view name, const T& member_value) {
    key(name);
    value(member_value);
  }

  // Hands what is held to the sink; false when it did not take all until now. What comes after a
  // refusal is dropped.
  bool flush();

  // Without a sink: room for a text of about so many bytes, and all of the text.
  void reserve(std::size_t bytes) { text_.reserve(bytes); }
  const std::string& text() const { return text_; }
  std::string take() { return std::move(text_); }

 private:
  static constexpr std::size_t kPiece = 65536;
  template <class Write>
  void put(std::size_t most, const Write& write);
  template <class T>
  void number(T number);
  void begin(char bracket, bool one_line);
  void end(char bracket);
  void before();
  char* separate(char* out);
  char* newline(char* out, bool comma) const;
  void quote(std::string_view text);
  Style style_;
  std::size_t most_ = static_cast<std::size_t>(-1);  // held until a piece is handed on
  bool refused_ = false;
  Sink sink_;
  std::string text_;
  struct Level {
    bool one_line = false;
    bool empty = true;
  };
  std::vector<Level> levels_;
  bool after_key_ = false;
};

// Number spelling shared by every text the library writes and reads.
// Shortest decimal text that parses back to the same value; integers without a point.
void append_number(std::string& text, double number);
void append_number(std::string& text, float number);
// The same at `out`, where there is room for kMostNumber characters; returns the end of the text.
inline constexpr std::size_t kMostNumber = 32;
char* write_number(char* out, double number);
char* write_number(char* out, float number);
char* write_number(char* out, std::int64_t number);
char* write_number(char* out, std::uint64_t number);
// Whole-string parse; empty when the text is not a number.
std::optional<double> parse_double(std::string_view text);
std::optional<float> parse_float(std::string_view text);

}  // namespace anmkit
