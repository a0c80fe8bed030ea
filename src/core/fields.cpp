// SPDX-License-Identifier: MIT
// Numbers, strings and bytes between structs and JSON, and errors with the member's path.
#include "core/fields.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>

namespace anmkit {
namespace {

// "nan:7fc00001", "inf", "-inf" as JsonWriter writes them.
template <class T, class Bits>
std::optional<T> special(std::string_view text) {
  if (text == "inf") return std::numeric_limits<T>::infinity();
  if (text == "-inf") return -std::numeric_limits<T>::infinity();
  if (!text.starts_with("nan:")) return std::nullopt;
  text.remove_prefix(4);
  Bits bits = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), bits, 16);
  if (end.ec != std::errc{} || end.ptr != text.data() + text.size()) return std::nullopt;
  const T value = std::bit_cast<T>(bits);
  if (!std::isnan(value)) return std::nullopt;
  return value;
}

}  // namespace

void FieldWriter::write_string(const std::string& text) {
  if (is_utf8(text)) {
    writer_.value(std::string_view(text));
    return;
  }
  writer_.begin_object();
  writer_.member("hex", std::string_view(to_hex(as_bytes(text))));
  writer_.end_object();
}

void FieldReader::read_float(JsonValue from, float& value, const std::string& path) {
  auto number = from.is(JsonKind::number) ? parse_float(from.token()) : std::nullopt;
  if (const auto text = from.string()) number = special<float, std::uint32_t>(*text);
  if (!number) return set_error(from, path, "a number, or \"nan:HEX\", \"inf\", \"-inf\"");
  value = *number;
}

void FieldReader::read_double(JsonValue from, double& value, const std::string& path) {
  auto number = from.number();
  if (const auto text = from.string()) number = special<double, std::uint64_t>(*text);
  if (!number) return set_error(from, path, "a number, or \"nan:HEX\", \"inf\", \"-inf\"");
  value = *number;
}

void FieldReader::read_string(JsonValue from, std::string& value, const std::string& path) {
  if (const auto text = from.string()) {
    value = *text;
    return;
  }
  if (const auto hex = from["hex"].string()) {
    if (const auto bytes = from_hex(*hex)) {
      value = as_text(*bytes);
      return;
    }
  }
  set_error(from, path, "a string or {\"hex\": ...}");
}

void FieldReader::read_bytes(JsonValue from, Bytes& value, const std::string& path) {
  const auto text = from.string();
  auto bytes = text ? from_base64(*text) : std::nullopt;
  if (!bytes) return set_error(from, path, "base64 text");
  value = std::move(*bytes);
}

void FieldReader::set_error(JsonValue at, const std::string& path, const std::string& wanted) {
  if (error_) return;
  error_ = Error{Severity::error, std::string(kBadJson),
                 at.present() ? std::optional(at.begin_offset()) : std::nullopt, path,
                 "expected " + wanted};
}

std::optional<Error> FieldReader::finish() {
  if (error_ || seen_ == object_.size()) return error_;
  std::vector<std::string_view> met;
  for (JsonValue member = object_.first(); member; member = member.next()) {
    const bool known = std::ranges::find(known_, member.key()) != known_.end();
    const bool repeated = std::ranges::find(met, member.key()) != met.end();
    if (!known || repeated) {
      return Error{Severity::error, std::string(kBadJson), member.key_offset(), join(member.key()),
                   known ? "member appears twice" : "unknown member"};
    }
    met.push_back(member.key());
  }
  return error_;
}

}  // namespace anmkit
