// SPDX-License-Identifier: MIT
// Values of a parsed JSON text.
#include <algorithm>
#include <charconv>

#include "core/json.hpp"

namespace anmkit {

JsonDocument::Position JsonDocument::position(std::string_view text, std::uint64_t offset) {
  const std::string_view before = text.substr(0, std::min<std::uint64_t>(offset, text.size()));
  const std::size_t last = before.rfind('\n');
  return {static_cast<std::size_t>(std::ranges::count(before, '\n')) + 1,
          before.size() - (last == std::string_view::npos ? 0 : last + 1) + 1};
}

JsonKind JsonValue::kind() const {
  return document_ ? document_->nodes_[index_].kind : JsonKind::null;
}
std::uint64_t JsonValue::begin_offset() const {
  return document_ ? document_->nodes_[index_].begin : 0;
}
std::uint64_t JsonValue::end_offset() const {
  return document_ ? document_->nodes_[index_].end : 0;
}
std::uint64_t JsonValue::key_offset() const {
  return document_ ? document_->nodes_[index_].key_begin : 0;
}

// The part between the quotes; unescaped where that makes a difference. Strings were stored in
// the order of the text.
std::string_view JsonDocument::string_at(std::uint32_t begin, std::uint32_t end,
                                         bool escaped) const {
  if (!escaped) return text().substr(begin + 1, end - begin - 2);
  return std::ranges::lower_bound(unescaped_, begin, {}, &Unescaped::begin)->text;
}

std::string_view JsonValue::key() const {
  if (!document_) return {};
  const auto& node = document_->nodes_[index_];
  if (node.key_begin == node.key_end) return {};
  return document_->string_at(node.key_begin, node.key_end, node.key_escaped);
}

std::optional<bool> JsonValue::boolean() const {
  if (!is(JsonKind::boolean)) return std::nullopt;
  return document_->nodes_[index_].flag;
}

std::optional<std::string_view> JsonValue::string() const {
  if (!is(JsonKind::string)) return std::nullopt;
  const auto& node = document_->nodes_[index_];
  return document_->string_at(node.begin, node.end, node.escaped);
}

std::string_view JsonValue::token() const {
  if (!is(JsonKind::number)) return {};
  const auto& node = document_->nodes_[index_];
  return document_->text().substr(node.begin, node.end - node.begin);
}

std::optional<double> JsonValue::number() const {
  if (!is(JsonKind::number)) return std::nullopt;
  const std::string_view text = token();
  // Counts, indices and offsets: whole numbers that a double can store.
  constexpr std::size_t kExact = 15;
  if (text.size() > kExact) return parse_double(text);
  std::int64_t whole = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return parse_double(text);
    whole = 10 * whole + (c - '0');
  }
  return static_cast<double>(whole);
}

std::optional<std::int64_t> JsonValue::integer() const {
  const std::string_view text = token();
  std::int64_t value = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end.ec != std::errc{} || end.ptr != text.data() + text.size()) return std::nullopt;
  return value;
}

std::size_t JsonValue::size() const {
  return document_ ? document_->nodes_[index_].count : 0;
}

JsonValue JsonValue::first() const {
  if (!document_ || document_->nodes_[index_].first == 0) return {};
  return {document_, document_->nodes_[index_].first};
}

JsonValue JsonValue::next() const {
  if (!document_ || document_->nodes_[index_].next == 0) return {};
  return {document_, document_->nodes_[index_].next};
}

JsonValue JsonValue::operator[](std::string_view key) const {
  if (!is(JsonKind::object)) return {};
  const auto& nodes = document_->nodes_;
  const std::string_view text = document_->text();
  for (std::uint32_t at = nodes[index_].first; at != 0; at = nodes[at].next) {
    const auto& node = nodes[at];
    // Keys with escapes are longer in the text than they are.
    const bool equal = node.key_escaped ? JsonValue(document_, at).key() == key
                                        : node.key_end - node.key_begin == key.size() + 2 &&
                                              text.substr(node.key_begin + 1, key.size()) == key;
    if (equal) return {document_, at};
  }
  return {};
}

}  // namespace anmkit
