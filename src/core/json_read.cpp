// SPDX-License-Identifier: MIT
// Strict JSON into a flat table of nodes.
#include <charconv>
#include <limits>

#include "core/json.hpp"
#include "core/json_scan.hpp"

namespace anmkit {

// A hand-driven parser without recursion: the stack holds the open arrays and objects.
class JsonParser {
 public:
  JsonParser(std::string_view text, std::string_view code, JsonDocument::Text kept)
      : text_(text), code_(code), kept_(kept) {}

  Result<JsonDocument> run() {
    if (text_.size() > std::numeric_limits<std::uint32_t>::max()) {
      set_error("a JSON text may not be larger than 4 GiB");
      return std::unexpected(std::move(error_));
    }
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    skip_space();
    document_.nodes_.reserve(most_values());
    if (!parse_value({})) return std::unexpected(std::move(error_));
    while (!stack_.empty()) {
      if (!step()) return std::unexpected(std::move(error_));
    }
    skip_space();
    if (at_ != text_.size()) {
      set_error("unexpected text after the end of the JSON value");
      return std::unexpected(std::move(error_));
    }
    if (kept_ == JsonDocument::Text::borrowed) {
      document_.borrowed_ = text_;
    } else {
      document_.text_ = text_;
    }
    return std::move(document_);
  }

 private:
  // Each value but the first is after a comma or a bracket. The table of nodes is larger than
  // the text: it should not grow by copies.
  std::size_t most_values() const { return 1 + count_openers(text_); }

  struct Open {
    std::uint32_t node;
    std::uint32_t last;  // last child, 0 = none
  };

  // One member or element of the innermost open container, or its end.
  bool step() {
    const std::uint32_t node = stack_.back().node;
    const bool object = document_.nodes_[node].kind == JsonKind::object;
    const char close = object ? '}' : ']';
    skip_space();
    if (peek() == close) {
      if (after_comma_) return set_error("a value is missing after the comma");
      return close_container();
    }
    if (stack_.back().last != 0 && !after_comma_) {
      if (peek() != ',') {
        return set_error(object ? "expected ',' or '}'" : "expected ',' or ']'");
      }
      ++at_;
      after_comma_ = true;
      return true;
    }
    after_comma_ = false;
    JsonDocument::Node start;
    if (object && !parse_key(start)) return false;
    const auto child = static_cast<std::uint32_t>(document_.nodes_.size());
    Open& open = stack_.back();
    (open.last == 0 ? document_.nodes_[node].first : document_.nodes_[open.last].next) = child;
    open.last = child;
    ++document_.nodes_[node].count;
    return parse_value(start);
  }

  bool close_container() {
    ++at_;
    document_.nodes_[stack_.back().node].end = here();
    stack_.pop_back();
    return true;
  }

  bool parse_key(JsonDocument::Node& node) {
    if (peek() != '"') return set_error("expected a key in double quotes");
    node.key_begin = here();
    if (!parse_string(node.key_escaped)) return false;
    node.key_end = here();
    skip_space();
    if (peek() != ':') return set_error("expected ':' after the key");
    ++at_;
    skip_space();
    return true;
  }

  // Adds one node, whose key `start` already has; containers are left open on the stack.
  bool parse_value(const JsonDocument::Node& start) {
    const auto index = static_cast<std::uint32_t>(document_.nodes_.size());
    document_.nodes_.push_back(start);
    document_.nodes_.back().begin = here();
    switch (peek()) {
      case '{':
        return open_container(index, JsonKind::object);
      case '[':
        return open_container(index, JsonKind::array);
      case '"': {
        bool escaped = false;
        if (!parse_string(escaped)) return false;
        document_.nodes_[index].kind = JsonKind::string;
        document_.nodes_[index].escaped = escaped;
        break;
      }
      case 't':
        if (!parse_word(index, "true", JsonKind::boolean)) return false;
        document_.nodes_[index].flag = true;
        break;
      case 'f':
        if (!parse_word(index, "false", JsonKind::boolean)) return false;
        break;
      case 'n':
        if (!parse_word(index, "null", JsonKind::null)) return false;
        break;
      default:
        if (!parse_number(index)) return false;
    }
    document_.nodes_[index].end = here();
    return true;
  }

  bool open_container(std::uint32_t index, JsonKind kind) {
    if (stack_.size() >= JsonDocument::kMaxDepth) return set_error("nested too deeply");
    document_.nodes_[index].kind = kind;
    stack_.push_back({index, 0});
    ++at_;
    return true;
  }

  bool parse_word(std::uint32_t index, std::string_view word, JsonKind kind) {
    if (!text_.substr(at_).starts_with(word)) return set_error("expected a value");
    at_ += word.size();
    document_.nodes_[index].kind = kind;
    return true;
  }

  bool digit() const { return peek() >= '0' && peek() <= '9'; }
  void digits() {
    while (digit())
      ++at_;
  }

  bool parse_number(std::uint32_t index) {
    const std::uint64_t begin = at_;
    if (peek() == '-') ++at_;
    if (!digit()) {
      at_ = begin;
      return set_error(at_ == text_.size() ? "the text ends where a value was expected"
                                           : "expected a value");
    }
    if (peek() == '0') {
      ++at_;
    } else {
      digits();
    }
    if (peek() == '.') {
      ++at_;
      if (!digit()) return set_error("expected a digit after the point");
      digits();
    }
    if (peek() == 'e' || peek() == 'E') {
      ++at_;
      if (peek() == '+' || peek() == '-') ++at_;
      if (!digit()) return set_error("expected a digit in the exponent");
      digits();
    }
    document_.nodes_[index].kind = JsonKind::number;
    return true;
  }

  // Only strings with escapes need a text of their own.
  bool parse_string(bool& escaped) {
    const std::uint32_t begin = here();
    ++at_;
    std::string value;
    while (true) {
      const std::uint64_t run = at_;
      at_ = find_special(text_, at_);
      if (at_ == text_.size()) return set_error("the string has no end");
      const bool end = text_[at_] == '"';
      if (!end && text_[at_] != '\\') {
        return set_error("a control character must be escaped in a string");
      }
      if (escaped || !end) value.append(text_.substr(run, at_ - run));
      if (end) break;
      escaped = true;
      if (!parse_escape(value)) return false;
    }
    ++at_;
    if (escaped) document_.unescaped_.push_back({begin, std::move(value)});
    return true;
  }

  bool parse_escape(std::string& value) {
    static constexpr std::string_view kFrom = "\"\\/bfnrt";
    static constexpr std::string_view kTo = "\"\\/\b\f\n\r\t";
    ++at_;
    const char c = peek();
    if (c == 'u') {
      ++at_;
      return parse_unicode(value);
    }
    const std::size_t found = c == '\0' ? std::string_view::npos : kFrom.find(c);
    if (found == std::string_view::npos) return set_error("unknown escape in a string");
    value.push_back(kTo[found]);
    ++at_;
    return true;
  }

  bool parse_unicode(std::string& value) {
    std::uint32_t code = 0;
    if (!parse_hex4(code)) return false;
    // A high surrogate followed by a low one is one character; lone ones become U+FFFD.
    if (code >= 0xD800 && code < 0xDC00 && text_.substr(at_).starts_with("\\u")) {
      const std::uint64_t back = at_;
      at_ += 2;
      std::uint32_t low = 0;
      if (!parse_hex4(low)) return false;
      if (low >= 0xDC00 && low < 0xE000) {
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
      } else {
        at_ = back;
      }
    }
    if (code >= 0xD800 && code < 0xE000) code = 0xFFFD;
    append_utf8(value, code);
    return true;
  }

  bool parse_hex4(std::uint32_t& code) {
    if (text_.size() - at_ < 4) return set_error("expected four hexadecimal digits");
    const auto end = std::from_chars(text_.data() + at_, text_.data() + at_ + 4, code, 16);
    if (end.ptr != text_.data() + at_ + 4) return set_error("expected four hexadecimal digits");
    at_ += 4;
    return true;
  }

  static void append_utf8(std::string& text, std::uint32_t code) {
    const auto push = [&](std::uint32_t byte) { text.push_back(static_cast<char>(byte)); };
    if (code < 0x80) {
      push(code);
    } else if (code < 0x800) {
      push(0xC0 | code >> 6);
      push(0x80 | (code & 63));
    } else if (code < 0x10000) {
      push(0xE0 | code >> 12);
      push(0x80 | (code >> 6 & 63));
      push(0x80 | (code & 63));
    } else {
      push(0xF0 | code >> 18);
      push(0x80 | (code >> 12 & 63));
      push(0x80 | (code >> 6 & 63));
      push(0x80 | (code & 63));
    }
  }

  std::uint32_t here() const { return static_cast<std::uint32_t>(at_); }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_space() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\r' || text_[at_] == '\t')) {
      ++at_;
    }
  }

  bool set_error(std::string_view message) {
    const auto where = JsonDocument::position(text_, at_);
    error_ = Error{Severity::error,
                   std::string(code_),
                   at_,
                   {},
                   std::string(message),
                   static_cast<std::uint32_t>(where.line),
                   static_cast<std::uint32_t>(where.column)};
    return false;
  }

  JsonDocument document_;
  std::string_view text_;
  std::string_view code_;
  JsonDocument::Text kept_;
  std::uint64_t at_ = 0;
  bool after_comma_ = false;
  std::vector<Open> stack_;
  Error error_;
};

Result<JsonDocument> JsonDocument::parse(std::string_view text, std::string_view code, Text kept) {
  return JsonParser(text, code, kept).run();
}

}  // namespace anmkit
