// SPDX-License-Identifier: MIT
// Words of C and Lua sources: which array or structure a number is in, and its place
// there (sections 1 and 4).
#include <algorithm>
#include <array>
#include <vector>

#include "describe/json_text.hpp"
#include "describe/text_leaves.hpp"
#include "formats/sm64/description.hpp"
#include "formats/sm64/source/c_tokens.hpp"
#include "formats/sm64/source/spelling.hpp"

namespace anmkit::sm64 {
namespace {

struct Member {
  std::string_view name, meaning, section;
};
// Of struct Animation, in its order (section 1.1).
constexpr std::array kMembers{
    Member{"flags", "whether it repeats, runs backwards, and which axes move the root", "3"},
    Member{"animYTransDivisor", "divisor of the height by which translations are scaled", "1.1"},
    Member{"startFrame", "frame that it begins with", "1.1"},
    Member{"loopStart", "frame shown after the last", "1.1"},
    Member{"loopEnd", "frame before which it ends", "1.1"},
    Member{"unusedBoneCount", "number of parts, which the engine does not read", "1.1"},
    Member{"values", "the array of its samples", "1.1"},
    Member{"index", "the array of its channels", "1.1"},
    Member{"length", "bytes of the entry, which the engine does not read", "1.1"},
};
constexpr JsonMeaning kSaturnMeanings[] = {
    {"name", "name of the animation", "4.4"},
    {"author", "who made it", "4.4"},
    {"looping", "whether it repeats", "4.4"},
    {"length", "number of frames", "4.4"},
    {"nodes", "number of parts", "4.4"},
    {"extra_bone", "whether a part comes before the root", "4.4"},
    {"values[*]", "a byte of the samples, high byte first", "4.4"},
    {"indices[*]", "a byte of the channels, high byte first", "4.4"},
};
constexpr std::string_view kSpaces = "spaces, comments, and lines for the preprocessor";

constexpr std::size_t kDeepest = 64;

class SourceExplainer {
 public:
  SourceExplainer(std::string_view text, Syntax syntax, const VisitLeaf& visit)
      : text_(text), lexer_(text, 0, syntax), leaves_(visit, kSpaces) {}

  void explain() {
    for (Token token = lexer_.next(); token.kind != TokenKind::end; token = lexer_.next()) {
      if (token.end() <= leaves_.at() && !token.text.empty()) break;  // a lexer that does not move
      if (!take(token)) return;
    }
    leaves_.fill(text_.size());
  }

 private:
  bool take(const Token& token) {
    Leaf leaf;
    leaf.offset = token.begin;
    leaf.length = std::max<std::size_t>(token.text.size(), 1);
    leaf.kind = ByteKind::syntax;
    leaf.meaning = "signs and words of the language";
    if (token.is("{") || token.is("(")) {
      // Calls and lists outside of all others are named by the word before them.
      if (elements_.empty() && name_.empty()) name_ = word_;
      if (elements_.size() < kDeepest) elements_.push_back(0);
    } else if (token.is("}") || token.is(")")) {
      if (!elements_.empty()) elements_.pop_back();
      if (elements_.empty() && token.is(")")) name_ = {};
    } else if (token.is(";") && elements_.empty()) {
      name_ = word_ = {};
      is_structure_ = false;
    } else if (token.is(",") || token.is(";")) {
      if (!elements_.empty()) ++elements_.back();
    } else if (token.is("=") && elements_.empty()) {
      name_ = word_;
    } else if (token.kind == TokenKind::bad) {
      leaf.kind = ByteKind::unknown;
      leaf.meaning = "no word of the language";
    } else if (token.kind != TokenKind::punctuation) {
      word(token, leaf);
    }
    return leaves_.put(leaf);
  }

  void word(const Token& token, Leaf& leaf) {
    if (elements_.empty() || name_.empty()) {
      is_structure_ = is_structure_ || token.is("Animation");
      if (token.kind == TokenKind::identifier && !token.is("Animation")) word_ = token.text;
      return;
    }
    leaf.kind = ByteKind::field;
    leaf.value = token.text;
    leaf.type = token.kind == TokenKind::number ? "number" : "word";
    leaf.path = std::string(name_);
    if (is_structure_ && elements_.size() == 1 && elements_.front() < kMembers.size()) {
      const Member& member = kMembers[elements_.front()];
      leaf.path += '.' + std::string(member.name);
      leaf.meaning = member.meaning;
      leaf.section = member.section;
    } else {
      for (const std::size_t element : elements_)
        leaf.path += '[' + std::to_string(element) + ']';
      leaf.meaning =
          token.kind == TokenKind::number ? "a number of the list" : "a word of the list";
      leaf.section = "4.1";
    }
    // Several words of one element: flags, or the name of a macro before its arguments.
    if (leaf.path == last_) {
      leaf.path += " (" + std::to_string(++again_) + ")";
    } else {
      last_ = leaf.path;
      again_ = 1;
    }
  }

  std::string_view text_;
  Lexer lexer_;
  TextLeaves leaves_;
  std::vector<std::size_t> elements_;  // the number of the current one, of each list around
  bool is_structure_ = false;
  std::string_view name_, word_;
  std::string last_;
  int again_ = 0;
};

}  // namespace

void explain_source(ByteView text, const VisitLeaf& visit) {
  const std::string_view words = as_text(text);
  switch (spelling_of(words)) {
    case Spelling::saturn:
      return explain_json(text, kSaturnMeanings, visit);
    case Spelling::lua:
      return SourceExplainer(words, Syntax::lua, visit).explain();
    case Spelling::c:
      return SourceExplainer(words, Syntax::c, visit).explain();
  }
}

}  // namespace anmkit::sm64
