// SPDX-License-Identifier: MIT
// A walk over the values of a JSON text in their order; the bytes between them are syntax.
#include "describe/json_text.hpp"

#include "core/json.hpp"
#include "describe/text_leaves.hpp"

namespace anmkit {
namespace {

// "nodes[3].position[0]" fits "nodes[*].position[*]", "a.b c.d" with keys `a` and `b c.d` "a.*".
struct PathStep {
  std::string_view key;  // empty: an item
  std::size_t item = 0;
};

bool fits(std::string_view pattern, std::span<const PathStep> steps) {
  if (pattern.starts_with("**")) {
    const std::string_view rest = pattern.substr(2);
    for (std::size_t skipped = 0; skipped < steps.size(); ++skipped)
      if (fits(rest, steps.subspan(skipped))) return true;
    return false;
  }
  for (const PathStep& step : steps) {
    const bool item = step.key.data() == nullptr;
    if (item) {
      if (!pattern.starts_with("[*]")) return false;
      pattern.remove_prefix(3);
      continue;
    }
    if (pattern.starts_with('.')) pattern.remove_prefix(1);
    const std::string_view word = pattern.substr(0, pattern.find_first_of(".["));
    if (word != "*" && word != step.key) return false;
    pattern.remove_prefix(word.size());
  }
  return pattern.empty();
}

class JsonExplainer {
 public:
  JsonExplainer(std::string_view text, std::span<const JsonMeaning> meanings,
                const VisitLeaf& visit)
      : text_(text),
        meanings_(meanings),
        leaves_(visit, "spaces, signs and names between values") {}

  void explain(JsonValue root) {
    if (value(root)) leaves_.fill(text_.size());
  }

 private:
  bool value(JsonValue of) {
    if (of.is(JsonKind::object) || of.is(JsonKind::array)) {
      std::size_t index = 0;
      for (JsonValue child = of.first(); child; child = child.next()) {
        const bool named = of.is(JsonKind::object);
        steps_.push_back(named ? PathStep{child.key(), 0} : PathStep{{}, index++});
        // An empty key is a key as well.
        if (named && child.key().data() == nullptr) steps_.back().key = "";
        const bool good = (!named || key(child)) && value(child);
        steps_.pop_back();
        if (!good) return false;
      }
      return true;
    }
    const JsonMeaning* meaning = meaning_of();
    Leaf leaf = leaf_of(of.begin_offset(), of.end_offset());
    leaf.kind = meaning == nullptr ? ByteKind::unknown : ByteKind::field;
    const auto text = of.string();
    leaf.type = text ? "text" : of.is(JsonKind::number) ? "number" : "word";
    leaf.value = text ? std::string(*text) : std::string(text_.substr(leaf.offset, leaf.length));
    set_meaning(leaf, meaning);
    return leaves_.put(leaf);
  }

  // Keys that have a meaning of their own are fields; the others say which value follows.
  bool key(JsonValue of) {
    const JsonMeaning* own = meaning_of();
    if (own == nullptr || !own->path.ends_with(".*")) return true;
    const std::uint64_t begin = of.key_offset();
    std::uint64_t end = begin + 1;
    while (end < text_.size() && text_[end] != '"')
      end += text_[end] == '\\' ? 2 : 1;
    Leaf leaf = leaf_of(begin, std::min<std::uint64_t>(end + 1, text_.size()));
    leaf.path += " (name)";
    leaf.type = "text";
    leaf.value = std::string(of.key());
    set_meaning(leaf, own);
    return leaves_.put(leaf);
  }

  const JsonMeaning* meaning_of() const {
    for (const JsonMeaning& one : meanings_)
      if (fits(one.path, steps_)) return &one;
    return nullptr;
  }
  static void set_meaning(Leaf& leaf, const JsonMeaning* meaning) {
    leaf.meaning = meaning == nullptr ? "no description of this value exists" : meaning->meaning;
    if (meaning != nullptr) leaf.section = meaning->section;
  }

  Leaf leaf_of(std::uint64_t begin, std::uint64_t end) const {
    Leaf leaf;
    leaf.offset = begin;
    leaf.length = end - begin;
    for (const PathStep& step : steps_) {
      if (step.key.data() == nullptr) {
        leaf.path += '[' + std::to_string(step.item) + ']';
        continue;
      }
      if (!leaf.path.empty()) leaf.path += '.';
      leaf.path += step.key;
    }
    return leaf;
  }

  std::string_view text_;
  std::span<const JsonMeaning> meanings_;
  TextLeaves leaves_;
  std::vector<PathStep> steps_;
};

}  // namespace

void explain_json(ByteView text, std::span<const JsonMeaning> meanings, const VisitLeaf& visit) {
  const auto document = JsonDocument::parse(as_text(text), kBadJson, JsonDocument::Text::borrowed);
  if (document) return JsonExplainer(as_text(text), meanings, visit).explain(document->root());
  Leaf all;
  all.length = text.size();
  all.kind = ByteKind::unknown;
  all.meaning = "no JSON text";
  if (!text.empty()) visit(all);
}

}  // namespace anmkit
