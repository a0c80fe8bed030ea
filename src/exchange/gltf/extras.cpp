// SPDX-License-Identifier: MIT
// Members of the extras and of other tools' extensions: read, joined, handed on.
#include "exchange/gltf/extras.hpp"

#include <algorithm>

namespace anmkit {

std::string_view up_name(UpAxis up) {
  return up == UpAxis::y_down ? "y_down" : up == UpAxis::z_up ? "z_up" : "y_up";
}

void write_name(std::string_view key, std::string_view name, JsonWriter& json) {
  // Tools written in C end texts at a zero.
  if (is_utf8(name) && name.find('\0') == std::string_view::npos) return json.member(key, name);
  json.member(std::string(key) + "Bytes", std::string_view(to_base64(as_bytes(name))));
}

std::string read_name(JsonValue object, std::string_view key, std::string_view fallback) {
  if (const auto text = object[std::string(key) + "Bytes"].string()) {
    if (const auto bytes = from_base64(*text)) return std::string(as_text(*bytes));
  }
  return std::string(object[key].string().value_or(fallback));
}

namespace {

Result<JsonDocument> parse_object(std::string_view text, std::string_view what) {
  auto parsed = JsonDocument::parse(text);
  if (!parsed) return parsed;
  const JsonValue root = parsed->root();
  if (root.is(JsonKind::object)) return parsed;
  return fail("anmkit.GLTF-EXTRAS", std::string(what) + " must be a JSON object",
              root.begin_offset());
}

}  // namespace

Result<void> append_members(std::string_view text, JsonWriter& json) {
  if (text.empty()) return {};
  const auto parsed = parse_object(text, "extras");
  if (!parsed) return std::unexpected(parsed.error());
  const JsonValue first = parsed->root().first();
  if (!first) return {};
  JsonValue last = first;
  while (last.next())
    last = last.next();
  // All members as one piece, with their own commas and spaces.
  json.raw(parsed->text().substr(first.key_offset(), last.end_offset() - first.key_offset()));
  return {};
}

Result<void> collect_extensions(std::string_view text, std::vector<std::string>& names) {
  if (text.empty()) return {};
  const auto parsed = parse_object(text, "extensions");
  if (!parsed) return std::unexpected(parsed.error());
  for (JsonValue item = parsed->root().first(); item; item = item.next()) {
    if (std::ranges::find(names, item.key()) == names.end()) names.emplace_back(item.key());
  }
  return {};
}

std::string extensions_of(const JsonDocument& document, JsonValue object) {
  const JsonValue extensions = object["extensions"];
  if (!extensions.is(JsonKind::object) || !extensions.first()) return {};
  return std::string(
      std::string_view(document.text())
          .substr(extensions.begin_offset(), extensions.end_offset() - extensions.begin_offset()));
}

std::string foreign_members(const JsonDocument& document, JsonValue object,
                            std::span<const std::string_view> own) {
  const auto is_own = [&](JsonValue member) {
    return std::find(own.begin(), own.end(), member.key()) != own.end();
  };
  JsonValue member = object.first();
  while (member && is_own(member))
    member = member.next();
  std::string text;
  // Runs of neighbours are taken as they are; tools that sort keys make several runs.
  while (member) {
    const std::uint64_t begin = member.key_offset();
    std::uint64_t end = begin;
    for (; member && !is_own(member); member = member.next())
      end = member.end_offset();
    if (!text.empty()) text += ',';
    text += std::string_view(document.text()).substr(begin, end - begin);
    while (member && is_own(member))
      member = member.next();
  }
  return text.empty() ? text : "{" + text + "}";
}

}  // namespace anmkit
