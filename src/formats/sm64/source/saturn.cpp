// SPDX-License-Identifier: MIT
// Saturn's JSON (section 4.4): one animation, its tables as hexadecimal bytes, high byte first.
#include <algorithm>

#include "core/counted.hpp"
#include "core/json.hpp"
#include "formats/sm64/source/c_parse.hpp"
#include "formats/sm64/source/spelling.hpp"

namespace anmkit::sm64 {
namespace {

std::unexpected<Error> unexpected(const JsonValue& value, const std::string& wanted,
                                  std::string path) {
  return fail(prefixed("E-CSYNTAX"), "expected " + wanted,
              value ? std::optional(value.begin_offset()) : std::nullopt, std::move(path));
}

// "B4", "0xb4", "4"; -1 when it is something else.
int byte_of(std::string_view text) {
  if (text.starts_with("0x") || text.starts_with("0X")) text.remove_prefix(2);
  if (text.empty() || text.size() > 2) return -1;
  int value = 0;
  for (const char c : text) {
    const char low = static_cast<char>(c | 0x20);
    if (is_digit(c)) {
      value = value * 16 + (c - '0');
    } else if (low >= 'a' && low <= 'f') {
      value = value * 16 + (low - 'a' + 10);
    } else {
      return -1;
    }
  }
  return value;
}

Result<std::vector<std::uint16_t>> read_words(const JsonValue& root, const std::string& key) {
  const JsonValue list = root[key];
  if (!list.is(JsonKind::array)) return unexpected(list, "an array of bytes", key);
  if (list.size() % 2 != 0) {
    return unexpected(list, "pairs of bytes, found " + counted(list.size(), "byte"), key);
  }
  std::vector<std::uint16_t> words;
  words.reserve(list.size() / 2);
  std::size_t i = 0;
  for (JsonValue one = list.first(); one; one = one.next(), ++i) {
    const auto text = one.string();
    const int byte = text ? byte_of(*text) : -1;
    if (byte < 0) return unexpected(one, "a byte as a hexadecimal string", path_of(key, i));
    if (i % 2 == 0) words.push_back(0);
    words.back() = static_cast<std::uint16_t>(words.back() << 8 | byte);
  }
  return words;
}

// A number, or a number in quotes.
std::optional<std::int64_t> integer_of(const JsonValue& value) {
  if (const auto text = value.string()) return parse_literal(*text);
  return value.integer();
}

Result<CFile> read(std::string_view text, Findings& findings) {
  const auto json = JsonDocument::parse(text, prefixed("E-CSYNTAX"));
  if (!json) return std::unexpected(json.error());
  const JsonValue root = json->root();
  if (!root.is(JsonKind::object)) return unexpected(root, "an object", {});
  CHeader header;
  header.name = std::string(root["name"].string().value_or("animation"));
  const JsonValue looping = root["looping"];
  const bool loops = looping.boolean().value_or(looping.string().value_or("") == "true");
  if (!loops) header.header.flags = kNoLoop;
  for (const auto& [key, field] : {std::pair("length", 4), std::pair("nodes", 5)}) {
    const JsonValue value = root[key];
    const auto number = integer_of(value);
    if (!number) return unexpected(value, "a number", key);
    if (set_field(header.header, static_cast<std::size_t>(field), *number)) continue;
    findings.error(
        "E-CRANGE",
        std::string(key) + " is " + std::to_string(*number) + ", which does not fit the field",
        value.begin_offset(), key);
  }
  CFile file;
  file.spelling = Spelling::saturn;
  for (const bool is_index : {false, true}) {
    auto words = read_words(root, is_index ? "indices" : "values");
    if (!words) return std::unexpected(std::move(words.error()));
    CArray& array = file.arrays.emplace_back();
    array.name = header.name + (is_index ? "_indices" : "_values");
    array.type = is_index ? ElementType::u16 : ElementType::s16;
    array.elements = std::move(*words);
    (is_index ? header.index : header.values) = array.name;
  }
  header.range.end = static_cast<std::uint32_t>(text.size());
  file.headers.push_back(std::move(header));
  return file;
}

void put_bytes(JsonWriter& writer, std::string_view key, std::span<const std::uint16_t> words) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  writer.key(key);
  writer.begin_array(true);
  for (const std::uint16_t word : words) {
    for (const int shift : {8, 0}) {
      const char digits[] = {kDigits[word >> (shift + 4) & 15], kDigits[word >> shift & 15]};
      writer.value(std::string_view(digits, 2));
    }
  }
  writer.end_array();
}

}  // namespace

Result<CFile> parse_saturn(std::string_view text, Diagnostics& diagnostics) {
  Findings findings(diagnostics);
  if (text.size() > 0x7FFFFFFF) {
    return fail(prefixed("E-CSYNTAX"), "the text is longer than 2 GiB", 0);
  }
  auto file = read(text, findings);
  if (!file) diagnostics.add(file.error());
  return file;
}

std::string write_saturn(const Motion& motion, std::string_view from) {
  const auto old = JsonDocument::parse(from);
  const JsonValue before = old ? old->root() : JsonValue();
  JsonWriter writer(JsonWriter::Style::indented);
  writer.begin_object();
  writer.member("name", std::string_view(motion.name));
  writer.member("author", before["author"].string().value_or(""));
  const bool loops = (static_cast<std::uint16_t>(motion.header.flags) & kNoLoop) == 0;
  writer.member("looping", loops ? "true" : "false");
  writer.member("length", motion.header.loopEnd);
  writer.member("nodes",
                std::max<std::int64_t>(static_cast<std::int64_t>(motion.index.size() / 6) - 1, 0));
  if (const JsonValue extra = before["extra_bone"]) {
    writer.key("extra_bone");
    writer.raw(old->text().substr(extra.begin_offset(), extra.end_offset() - extra.begin_offset()));
  }
  put_bytes(writer, "values", motion.values);
  put_bytes(writer, "indices", motion.index);
  writer.end_object();
  return writer.take() + "\n";
}

}  // namespace anmkit::sm64
