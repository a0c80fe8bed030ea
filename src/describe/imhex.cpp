// SPDX-License-Identifier: MIT
// Patterns for ImHex (https://docs.werwolv.net/pattern-language).
//
// Variables are read in their order and can be asked for after themselves only, so that names for
// expressions are written where all that they need is there. Items that have each a place or a size
// of their own are the `body` of a struct around them, which knows its number.
#include <algorithm>
#include <utility>

#include "describe/imhex_parts.hpp"
#include "describe/pattern_words.hpp"
#include "describe/plain.hpp"

namespace anmkit {
namespace {

using Place = PatternWords::Place;

std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

bool is_number(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

class PatternWriter {
 public:
  explicit PatternWriter(const Description& description)
      : description_(description),
        plain_(plain_records(description)),
        depths_(description.records.size(), -1) {
    measure(0, 0);
  }

  std::string write() {
    text_ = "#pragma description " + std::string(description_.title) + "\n#pragma endian " +
            (description_.order == std::endian::big ? "big" : "little") + "\n" +
            magic_line(description_) +
            "#pragma array_limit 0x1000000\n#pragma pattern_limit 0x10000000\n\n"
            "// Made by anmkit from the table that `anmkit explain` uses.\nimport std.core;\n";
    record(0);
    const std::string_view name = description_.records.front().name;
    return text_ + "\n" + type_name(name) + " " + std::string(name) + " @ 0x00;\n";
  }

 private:
  static std::string type_name(std::string_view record) { return std::string(record) + "_t"; }

  // Items that know where they are by their number, or how long.
  bool is_wrapped(const Field& field) const {
    if (field.count.empty()) return false;
    const auto at = Expression::parse(field.at);
    return (at && at->mentions("_index")) || !field.size.empty();
  }
  std::vector<FieldType> types_of(const Field& field) const {
    std::vector<FieldType> all;
    std::string_view types = field.type;
    while (!types.empty()) {
      const std::string_view one = types.substr(0, types.find('|'));
      all.push_back(type_of(description_, one).value_or(FieldType{}));
      types.remove_prefix(std::min(types.size(), one.size() + 1));
    }
    return all;
  }

  // How many structs each record is inside of; and which are inside of a wrapped item.
  void measure(std::size_t number, int depth) {
    if (depths_[number] >= 0) return;
    depths_[number] = depth;
    for (const Field& field : description_.records[number].fields) {
      for (const FieldType& type : types_of(field)) {
        if (type.kind == FieldType::Kind::record)
          measure(type.record, depth + (is_wrapped(field) ? 2 : 1));
      }
    }
  }
  template <class Test>
  bool any_use(std::string_view record, Test test) const {
    for (const Record& other : description_.records) {
      for (const Field& field : other.fields)
        if (field.type == record && test(field)) return true;
    }
    return false;
  }

  void line(int indent, const std::string& text) {
    text_.append(static_cast<std::size_t>(indent) * 4, ' ');
    text_ += text + '\n';
  }

  // Definitions are before their uses.
  void record(std::size_t number) {
    const Record& of = description_.records[number];
    if (std::ranges::find(written_, number) != written_.end()) return;
    written_.push_back(number);
    for (const Field& field : of.fields) {
      for (const FieldType& type : types_of(field)) {
        if (type.kind == FieldType::Kind::record) record(type.record);
        if (type.kind == FieldType::Kind::text_varint && !std::exchange(has_lengths_, true))
          text_ += text_with_length();
      }
    }
    const bool below = any_use(of.name, [&](const Field& field) { return is_wrapped(field); });
    const PatternWords words(depths_[number], below ? Place::below : Place::record);
    for (const Field& field : of.fields)
      if (is_wrapped(field)) item_type(of, field, depths_[number]);
    line(0, "\nstruct " + type_name(of.name) + " {");
    std::vector<const Field*> waiting, known;
    for (const Field& field : of.fields) {
      if (field.type == "let") waiting.push_back(&field);
    }
    for (const Field& field : of.fields) {
      if (field.type == "let") continue;
      names(of, waiting, known, words);
      written(of, field, words);
      known.push_back(&field);
    }
    names(of, waiting, known, words);
    for (const Record& other : description_.records) {
      for (const Field& field : other.fields) {
        if (field.type != of.name || field.until.empty()) continue;
        line(1, "if (" + words.truth(field.until) + ") break;");
      }
    }
    line(0, "};");
  }

  // Names for expressions, as soon as what they speak of is there.
  void names(const Record& of, std::vector<const Field*>& waiting, std::vector<const Field*>& known,
             const PatternWords& words) {
    const auto is_ready = [&](const Field* let) {
      const auto expression = Expression::parse(let->value);
      return expression && std::ranges::all_of(of.fields, [&](const Field& field) {
               return &field == let || !expression->mentions(field.name) ||
                      std::ranges::find(known, &field) != known.end();
             });
    };
    for (bool again = true; again;) {
      const auto next = std::ranges::find_if(waiting, is_ready);
      again = next != waiting.end();
      if (!again) break;
      line(1,
           "s64 " + PatternWords::own((*next)->name) + " = " + words.number((*next)->value) + ";");
      known.push_back(*next);
      waiting.erase(next);
    }
  }

  void written(const Record& of, const Field& field, const PatternWords& words) {
    int indent = 1;
    if (!field.when.empty()) line(indent++, "if (" + words.truth(field.when) + ") {");
    if (is_wrapped(field)) {
      const std::string count =
          field.count == "eos" ? "while($ < " + end_of(of, words) + ")" : words.number(field.count);
      line(indent, item_name(of, field) + " " + PatternWords::own(field.name) + "[" + count + "]" +
                       attributes(field) + ";");
    } else {
      variable(of, field, field.name, words, indent);
    }
    if (!field.when.empty()) line(1, "}");
  }

  static std::string item_name(const Record& record, const Field& field) {
    return std::string(record.name) + "_" + std::string(field.name) + "_item";
  }
  void item_type(const Record& record, const Field& field, int depth) {
    const PatternWords words(depth + 1, Place::item);
    line(0, "\nstruct " + item_name(record, field) + " {");
    line(1, "s64 i = std::core::array_index();");
    Field one = field;
    one.count = {};
    one.until = {};
    variable(record, one, "body", words, 1);
    line(0, "};");
  }

  // Where the bytes end that a record may take.
  std::string end_of(const Record& of, const PatternWords& words) const {
    const bool sized = any_use(of.name, [](const Field& field) { return !field.size.empty(); });
    if (!sized) return "sizeof($)";
    const std::string end = "end_of_" + std::string(of.name);
    return words.place() == Place::item ? "parent.parent." + end : "parent." + end;
  }

  std::string attributes(const Field& field) const {
    std::string meaning(field.meaning);
    if (!field.unit.empty()) meaning += ", in " + std::string(field.unit);
    std::string text = " [[comment(" + in_quotes(meaning) + ")";
    if (field.peek) text += ", hidden";
    return text + "]]";
  }

  void variable(const Record& of, const Field& field, std::string_view called,
                const PatternWords& words, int indent) {
    const std::string name = PatternWords::own(called);
    const bool placed = !field.at.empty();
    std::string at;
    if (placed) {
      at = "at_" + std::string(called);
      line(indent, "s64 " + at + " = " + words.number(field.at) + ";");
      line(indent++, "if (" + at + " >= 0 && " + at + " < sizeof($)) {");
    }
    const auto types = types_of(field);
    if (field.choice.empty()) {
      typed(of, field, types.front(), {name, at}, words, indent);
    } else {
      const std::string choice = "choice_of_" + std::string(called);
      line(indent, "s64 " + choice + " = " + words.number(field.choice) + ";");
      for (std::size_t i = 0; i < types.size(); ++i) {
        line(indent, "if (" + choice + " == " + std::to_string(i) + ") {");
        typed(of, field, types[i], {name, at}, words, indent + 1);
        line(indent, "}");
      }
    }
    if (placed) line(indent - 1, "}");
  }

  struct Naming {
    std::string name, at;
  };
  void typed(const Record& of, const Field& field, const FieldType& type, const Naming& naming,
             const PatternWords& words, int indent) {
    using Kind = FieldType::Kind;
    const std::string behind =
        (naming.at.empty() ? "" : " @ " + naming.at) + attributes(field) + ";";
    const auto declare = [&](const std::string& what, const std::string& count) {
      line(indent, what + " " + naming.name + (count.empty() ? "" : "[" + count + "]") + behind);
    };
    if (type.kind == Kind::text_zero) return line(indent, "char " + naming.name + "[]" + behind);
    if (type.kind == Kind::text_varint) return declare("text_with_length", "");
    if (type.kind == Kind::bytes || type.kind == Kind::text) {
      const std::string what = type.kind == Kind::text ? "char" : "u8";
      const std::string start = naming.at.empty() ? "$" : naming.at;
      if (is_number(field.size)) return declare(what, std::string(field.size));
      const std::string size = "size_of_" + naming.name;
      line(indent,
           "s64 " + size + " = " +
               (field.size.empty() ? end_of(of, words) + " - " + start : words.number(field.size)) +
               ";");
      line(indent, "if (" + size + " > 0)");
      return line(indent + 1, what + " " + naming.name + "[" + size + "]" + behind);
    }
    const bool is_record = type.kind == Kind::record;
    const std::string what =
        is_record ? type_name(description_.records[type.record].name) : number_type(type);
    const std::uint32_t width = !is_record            ? type.width
                                : plain_[type.record] ? plain_[type.record]->size
                                                      : 1;
    if (field.count == "eos") {
      return declare(
          what, is_record ? "while($ + " + std::to_string(width) + " <= " + end_of(of, words) + ")"
                          : "(" + end_of(of, words) + " - $) / " + std::to_string(width));
    }
    if (!is_record || field.size.empty())
      return declare(what, field.count.empty() ? "" : words.number(field.count));
    const std::string end = "end_of_" + std::string(description_.records[type.record].name);
    line(indent, "s64 " + end + " = " + (naming.at.empty() ? "$" : naming.at) + " + " +
                     words.number(field.size) + ";");
    declare(what, "");
    if (naming.at.empty()) line(indent, "$ = " + end + ";");
  }

  static std::string number_type(const FieldType& type) {
    if (type.kind == FieldType::Kind::real) return type.width == 8 ? "double" : "float";
    return (type.is_signed ? "s" : "u") + std::to_string(type.width * 8);
  }

  const Description& description_;
  std::vector<std::optional<PlainRecord>> plain_;
  std::vector<int> depths_;
  std::vector<std::size_t> written_;
  std::string text_;
  bool has_lengths_ = false;
};

}  // namespace

Result<std::string> imhex_description(const Format& format) {
  if (format.description == nullptr) {
    return fail(std::string(kUnsupported),
                "no description of the bytes of " + std::string(format.id));
  }
  return PatternWriter(format.description()).write();
}

}  // namespace anmkit
