// SPDX-License-Identifier: MIT
// Descriptions as Kaitai Struct reads them (doc.kaitai.io/user_guide.html).
//
// What is at a place of its own becomes an instance; where each item has one, a type of its own
// holds the instance, with the item's number as its parameter.
#include <algorithm>

#include "anmkit/explain.hpp"
#include "describe/walk.hpp"

namespace anmkit {
namespace {

using Kind = Expression::Kind;
using Term = Expression::Node;

// "objectIndex" -> "object_index": Kaitai wants its names so.
std::string snake(std::string_view name) {
  const auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (is_upper(name[i]) && i > 0 && !is_upper(name[i - 1]) && name[i - 1] != '_') out += '_';
    out += is_upper(name[i]) ? static_cast<char>(name[i] - 'A' + 'a') : name[i];
  }
  return out;
}

std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

// Where an expression is.
enum class Place : std::uint8_t {
  record,
  item,   // it moved into the type of an item, a level deeper
  below,  // of the record of such an item, whose parent is that type
  own,    // about the item itself, which Kaitai calls `_`
};

// Expressions in Kaitai's words, where truth is no number.
class Words {
 public:
  Words(const Expression& expression, Place place) : of_(expression), place_(place) {}

  std::string number() const { return number(of_.root()); }
  std::string truth() const { return truth(of_.root()); }

 private:
  static bool is_truth(Kind kind) {
    return (kind >= Kind::equal && kind <= Kind::logic_or) || kind == Kind::invert;
  }
  std::string number(const Term& node) const {
    const std::string text = plain(node);
    return is_truth(node.kind) ? "(" + text + " ? 1 : 0)" : text;
  }
  std::string truth(const Term& node) const {
    const std::string text = plain(node);
    return is_truth(node.kind) ? text : "(" + text + " != 0)";
  }
  std::string name(std::string_view word) const {
    if (word == "_root" || word == "_io") return std::string(word);
    if (word == "_index") return place_ == Place::item ? "i" : "_index";
    const bool is_parent = word == "_parent";
    const std::string own = is_parent ? std::string(word) : snake(word);
    const bool deeper = place_ == Place::item || (place_ == Place::below && is_parent);
    if (place_ == Place::own) return "_." + own;
    return deeper ? "_parent." + own : own;
  }
  std::string plain(const Term& node) const {
    const Term &left = of_[node.left], &right = of_[node.right];
    switch (node.kind) {
      case Kind::number:
        return std::to_string(node.number);
      case Kind::name:
        return name(node.name);
      case Kind::member:
        return plain(left) + "." +
               (node.name.starts_with('_') ? std::string(node.name) : snake(node.name));
      case Kind::item:
        return plain(left) + "[" + number(right) + "]";
      case Kind::negate:
        return "-" + number(left);
      case Kind::complement:
        return "~" + number(left);
      case Kind::invert:
        return "(not " + truth(left) + ")";
      case Kind::choose:
        return "(" + truth(left) + " ? " + number(right) + " : " + number(of_[node.third]) + ")";
      default:
        break;
    }
    const std::string sign = " " + std::string(Expression::sign(node.kind)) + " ";
    if (node.kind == Kind::logic_and || node.kind == Kind::logic_or)
      return "(" + truth(left) + sign + truth(right) + ")";
    return "(" + number(left) + sign + number(right) + ")";
  }

  const Expression& of_;
  Place place_;
};

std::string number_of(std::string_view text, Place place) {
  const auto expression = Expression::parse(text);
  return in_quotes(expression ? Words(*expression, place).number() : std::string(text));
}
std::string truth_of(std::string_view text, Place place) {
  const auto expression = Expression::parse(text);
  return in_quotes(expression ? Words(*expression, place).truth() : std::string(text));
}

bool has_place_of_each(const Field& field) {
  if (field.at.empty() || field.count.empty()) return false;
  const auto expression = Expression::parse(field.at);
  return expression && expression->mentions("_index");
}

class KaitaiWriter {
 public:
  explicit KaitaiWriter(const Description& description) : description_(description) {}

  std::string write() {
    text_ =
        "meta:\n  id: " + file_id() + "\n  title: " + in_quotes(description_.title) +
        "\n  license: MIT\n  endian: " + (description_.order == std::endian::big ? "be" : "le") +
        "\n";
    text_ += "doc: Made by anmkit from the table that `anmkit explain` uses.\n";
    fields(description_.records.front(), 0);
    text_ += "types:\n";
    for (const Record& record : description_.records.subspan(1)) {
      text_ += "  " + snake(record.name) + ":\n";
      fields(record, 4);
    }
    for (const Record& record : description_.records) {
      for (const Field& field : record.fields)
        if (has_place_of_each(field)) item_type(record, field);
    }
    if (has_varint_) varint_type();
    if (text_.ends_with("types:\n")) text_.resize(text_.size() - 7);
    return std::move(text_);
  }

 private:
  std::string file_id() const {
    std::string id(description_.id);
    for (char& c : id)
      if (c == '-') c = '_';
    return id;
  }

  void line(int indent, std::string_view text) {
    text_.append(static_cast<std::size_t>(indent), ' ');
    text_ += text;
    text_ += '\n';
  }

  // Whether some item with a place of its own is such a record.
  bool is_item(const Record& record) const {
    for (const Record& other : description_.records) {
      for (const Field& field : other.fields)
        if (field.type == record.name && has_place_of_each(field)) return true;
    }
    return false;
  }

  void fields(const Record& record, int indent) {
    const Place place = is_item(record) ? Place::below : Place::record;
    bool open = false;
    for (const Field& field : record.fields) {
      // The type of items goes where their places are counted from; it has no bytes.
      if (field.type == "let" || (!field.at.empty() && !has_place_of_each(field))) continue;
      if (!open) line(indent, "seq:");
      open = true;
      line(indent + 2, "- id: " + snake(field.name));
      if (has_place_of_each(field)) {
        line(indent + 4, "type: " + item_name(record, field) + "(_index)");
      } else {
        type(field, indent + 4, place);
      }
      repetition(field, indent + 4, place);
    }
    open = false;
    for (const Field& field : record.fields) {
      const bool is_let = field.type == "let";
      if (!is_let && (field.at.empty() || has_place_of_each(field))) continue;
      if (!open) line(indent, "instances:");
      open = true;
      line(indent + 2, snake(field.name) + ":");
      if (is_let) {
        line(indent + 4, "value: " + number_of(field.value, place));
        continue;
      }
      line(indent + 4, "io: _root._io");
      line(indent + 4, "pos: " + number_of(field.at, place));
      type(field, indent + 4, place);
      repetition(field, indent + 4, place);
    }
  }

  static std::string item_name(const Record& record, const Field& field) {
    return snake(record.name) + "_" + snake(field.name) + "_item";
  }

  void repetition(const Field& field, int indent, Place place) {
    if (!field.when.empty()) line(indent, "if: " + truth_of(field.when, place));
    if (!field.until.empty()) {
      line(indent, "repeat: until");
      line(indent, "repeat-until: " + truth_of(field.until, Place::own));
    } else if (field.count == "eos") {
      line(indent, "repeat: eos");
    } else if (!field.count.empty()) {
      line(indent, "repeat: expr");
      line(indent, "repeat-expr: " + number_of(field.count, place));
    }
    std::string meaning(field.meaning);
    if (!field.unit.empty()) meaning += ", in " + std::string(field.unit);
    if (!meaning.empty()) line(indent, "doc: " + in_quotes(meaning));
  }

  void type(const Field& field, int indent, Place place) {
    if (field.type == "textz") {
      line(indent, "type: strz");
      line(indent, "encoding: UTF-8");
    } else if (field.type == "text") {
      line(indent, "type: str");
      line(indent, "encoding: UTF-8");
    } else if (field.type == "textv") {
      has_varint_ = true;
      line(indent, "type: text_with_length");
    } else if (!field.choice.empty()) {
      choice(field, indent, place);
    } else if (field.type != "bytes") {
      line(indent, "type: " + snake(field.type));
    }
    if (!field.size.empty()) line(indent, "size: " + number_of(field.size, place));
    if (field.type == "bytes" && field.size.empty()) line(indent, "size-eos: true");
  }

  void choice(const Field& field, int indent, Place place) {
    line(indent, "type:");
    line(indent + 2, "switch-on: " + number_of(field.choice, place));
    line(indent + 2, "cases:");
    std::string_view types = field.type;
    for (int i = 0; !types.empty(); ++i) {
      const std::string_view one = types.substr(0, types.find('|'));
      line(indent + 4, std::to_string(i) + ": " + snake(one));
      types.remove_prefix(std::min(types.size(), one.size() + 1));
    }
  }

  void item_type(const Record& record, const Field& field) {
    line(2, item_name(record, field) + ":");
    line(4, "params:");
    line(6, "- id: i");
    line(8, "type: s4");
    line(4, "instances:");
    line(6, "body:");
    line(8, "io: _root._io");
    line(8, "pos: " + number_of(field.at, Place::item));
    type(field, 8, Place::item);
  }

  void varint_type() {
    line(2, "text_with_length:");
    line(4, "seq:");
    line(6, "- id: digits");
    line(8, "type: u1");
    line(8, "repeat: until");
    line(8, "repeat-until: (_ & 0x80) == 0");
    line(6, "- id: text");
    line(8, "type: str");
    line(8, "size: length");
    line(8, "encoding: UTF-8");
    line(4, "instances:");
    line(6, "length:");
    line(8,
         "value: \"(digits[0] & 0x7f) + (digits.size > 1 ? (digits[1] & 0x7f) << 7 : 0) + "
         "(digits.size > 2 ? (digits[2] & 0x7f) << 14 : 0)\"");
  }

  const Description& description_;
  std::string text_;
  bool has_varint_ = false;
};

}  // namespace

Result<std::string> kaitai_description(const Format& format) {
  if (format.description == nullptr) {
    return fail(std::string(kUnsupported),
                "no description of the bytes of " + std::string(format.id));
  }
  return KaitaiWriter(format.description()).write();
}

}  // namespace anmkit
