// SPDX-License-Identifier: MIT
// Fast64's draft keys in a glTF: headers and tables back from them.
#include "formats/sm64/fast64/keys.hpp"

#include <utility>

#include "formats/sm64/source/c_expression.hpp"

namespace anmkit::sm64 {
namespace {

// Members of one object. A member of the wrong kind is reported and counts as missing.
class Members {
 public:
  Members(JsonValue object, std::string path, Findings& findings)
      : object_(object), path_(std::move(path)), findings_(findings) {
    if (object_.present() && !object_.is(JsonKind::object)) {
      wrong(path_, "expected an object");
      object_ = {};
    }
  }

  bool present() const { return object_.present(); }
  bool has(std::string_view name) const { return object_[name].present(); }
  bool has_number(std::string_view name) const { return object_[name].is(JsonKind::number); }
  std::string path_of(std::string_view name) const { return path_ + "." + std::string(name); }

  Members object(std::string_view name) const { return {object_[name], path_of(name), findings_}; }
  // The elements of an array.
  std::vector<Members> objects(std::string_view name) const {
    std::vector<Members> members;
    const JsonValue list = object_[name];
    if (list.present() && !list.is(JsonKind::array)) {
      wrong(path_of(name), "expected an array");
      return members;
    }
    for (JsonValue one = list.first(); one; one = one.next())
      members.emplace_back(one, anmkit::path_of(path_of(name), members.size()), findings_);
    return members;
  }
  std::optional<bool> flag(std::string_view name) const {
    const JsonValue value = object_[name];
    const auto flag = value.boolean();
    if (value.present() && !flag) wrong(path_of(name), "expected true or false");
    return flag;
  }
  std::optional<std::int64_t> number(std::string_view name, std::int64_t least,
                                     std::int64_t most) const {
    const JsonValue value = object_[name];
    if (!value.present()) return {};
    const auto number = value.integer();
    if (number && *number >= least && *number <= most) return number;
    wrong(path_of(name),
          "expected an integer from " + std::to_string(least) + " to " + std::to_string(most));
    return {};
  }
  std::optional<std::int16_t> s16(std::string_view name) const {
    const auto value = number(name, INT16_MIN, INT16_MAX);
    return value ? std::optional(static_cast<std::int16_t>(*value)) : std::nullopt;
  }
  std::string text(std::string_view name) const {
    const JsonValue value = object_[name];
    const auto text = value.string();
    if (value.present() && !text) wrong(path_of(name), "expected a string");
    return std::string(text.value_or(""));
  }
  // A text that counts unless its switch says no.
  std::string switched_text(std::string_view name, std::string_view by) const {
    const bool on = flag(by).value_or(true);
    std::string value = text(name);
    return on ? value : std::string();
  }
  void wrong(const std::string& path, const std::string& wanted) const {
    findings_.warning("W-FAST64", "a key of Fast64 is not read: " + wanted, {}, path);
  }

 private:
  JsonValue object_;
  std::string path_;
  Findings& findings_;
};

// Flags as a number, a numeral or an expression of C ("ANIM_FLAG_NOLOOP | 0x80").
std::optional<std::uint16_t> custom_flags(const Members& header) {
  constexpr std::string_view kName = "custom_flags";
  if (header.has_number(kName)) {
    const auto value = header.number(kName, 0, 0xFFFF);
    return value ? std::optional(static_cast<std::uint16_t>(*value)) : std::nullopt;
  }
  const std::string text = header.text(kName);
  if (text.empty()) return {};
  Lexer lexer(text);
  const Symbols symbols;
  const Evaluated value = evaluate(lexer, symbols);
  const bool good = value.state == Evaluated::State::value && value.value >= 0 &&
                    value.value <= 0xFFFF && lexer.peek().kind == TokenKind::end;
  if (good) return static_cast<std::uint16_t>(value.value);
  header.wrong(header.path_of(kName), "expected flags of 16 bits");
  return {};
}

std::optional<std::int16_t> read_flags(const Members& header) {
  if (header.flag("set_custom_flags").value_or(header.has("custom_flags"))) {
    if (const auto flags = custom_flags(header)) {
      return static_cast<std::int16_t>(*flags);
    }
  }
  bool any = false;
  unsigned flags = 0;
  for (const auto& [name, bit] : kFast64Flags) {
    const auto set = header.flag(name);
    any = any || set.has_value();
    if (set.value_or(false)) flags |= bit;
  }
  return any ? std::optional(static_cast<std::int16_t>(flags)) : std::nullopt;
}

Fast64Header read_header(const Members& from) {
  Fast64Header header;
  from.number("header_variant", 0, UINT32_MAX);
  header.name = from.switched_text("custom_name", "use_custom_name");
  from.switched_text("custom_enum", "use_custom_enum");
  header.flags = read_flags(from);
  header.trans_divisor = from.s16("trans_divisor");
  if (!from.flag("use_manual_loop").value_or(true)) return header;
  header.start_frame = from.s16("start_frame");
  header.loop_start = from.s16("loop_start");
  header.loop_end = from.s16("loop_end");
  return header;
}

// The value of a member of an extensions object. Whoever made the scene keeps the document.
JsonValue extension_of(const Result<JsonDocument>& document, std::string_view name) {
  return document ? document->root()[name] : JsonValue();
}

}  // namespace

std::optional<Fast64Clip> fast64_clip(std::string_view extensions, const std::string& path,
                                      Findings& findings) {
  if (extensions.empty()) return {};
  const auto document = JsonDocument::parse(extensions);
  const Members from(extension_of(document, kFast64Anim),
                     path + ".extensions." + std::string(kFast64Anim), findings);
  if (!from.present()) return {};
  Fast64Clip clip;
  clip.header = read_header(from.object("header"));
  for (const Members& variant : from.objects("header_variants"))
    clip.variants.push_back(read_header(variant));
  clip.values_table = from.text("values_table");
  clip.indices_table = from.text("indices_table");
  return clip;
}

void apply(const Fast64Header& keys, Header& header) {
  header.flags = keys.flags.value_or(header.flags);
  header.startFrame = keys.start_frame.value_or(header.startFrame);
  header.loopStart = keys.loop_start.value_or(header.loopStart);
  header.loopEnd = keys.loop_end.value_or(header.loopEnd);
}

std::optional<Fast64Table> fast64_table(const Scene& scene, Findings& findings) {
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    if (scene.nodes[i].extensions.empty()) continue;
    const auto document = JsonDocument::parse(scene.nodes[i].extensions);
    const Members from(extension_of(document, kFast64Table),
                       anmkit::path_of("nodes", i, "extensions.") + std::string(kFast64Table),
                       findings);
    if (!from.present()) continue;
    Fast64Table table;
    table.name = from.switched_text("custom_table_name", "use_custom_table_name");
    table.is_dma = from.flag("is_dma").value_or(false);
    table.null_delimiter = from.flag("null_delimiter").value_or(!table.is_dma);
    for (const Members& one : from.objects("elements")) {
      Fast64Element& element = table.elements.emplace_back();
      element.header_name = one.text("header_name");
      element.enum_name = one.text("enum_name");
      const auto variant = one.number("variant", 0, UINT32_MAX);
      element.variant = static_cast<std::uint32_t>(variant.value_or(0));
    }
    return table;
  }
  return {};
}

}  // namespace anmkit::sm64
