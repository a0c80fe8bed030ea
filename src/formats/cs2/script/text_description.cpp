// SPDX-License-Identifier: MIT
// Words of a script's source, line by line (sections 3 and 4).
#include <algorithm>
#include <array>

#include "describe/text_leaves.hpp"
#include "formats/cs2/description.hpp"
#include "formats/cs2/script/source_text.hpp"
#include "formats/cs2/script/tokens.hpp"

namespace anmkit::cs2 {
namespace {

std::string_view meaning_of(Role role, bool is_second_number) {
  switch (role) {
    case Role::variable:
      return "number of the variable";
    case Role::maximum:
      return "the largest number that chance may give";
    case Role::label:
      return "where it goes on";
    default:
      return is_second_number ? "the number that it takes, or the smallest that chance may give"
                              : "the number that it takes";
  }
}

class LineExplainer {
 public:
  LineExplainer(std::string_view text, const VisitLeaf& visit)
      : text_(text), leaves_(visit, "spaces, comments and ends of lines", "4.3") {}

  void explain() {
    const SourceText source(text_);
    TokenLine line;
    for (std::size_t i = 0; i < source.lines().size(); ++i) {
      tokenise(source.lines()[i].text, line);
      line_ = i + 1;
      if (!statement(line.tokens, source.lines()[i].offset)) return;
    }
    leaves_.fill(text_.size());
  }

 private:
  bool statement(const std::vector<Token>& tokens, std::size_t offset) {
    const bool is_label = !tokens.empty() && tokens.front().kind == TokenKind::hash;
    const Opcode* opcode = tokens.empty() || is_label ? nullptr : opcode_of(tokens.front());
    const bool has_keyword = opcode != nullptr && !opcode->keyword.empty();
    std::size_t parameter = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      const Token& token = tokens[i];
      Leaf leaf;
      leaf.offset = offset + token.column;
      leaf.length = token.length;
      leaf.kind = ByteKind::field;
      leaf.path = "line " + std::to_string(line_);
      leaf.type = token.kind == TokenKind::integer ? "number" : "word";
      leaf.value = text_.substr(leaf.offset, leaf.length);
      leaf.section = "4.4";
      if (is_label && i < 2) {
        leaf.path += i == 0 ? ".#" : ".label";
        leaf.meaning = i == 0 ? "here is a label" : "its name";
      } else if (has_keyword && i == 0) {
        leaf.path += ".command";
        leaf.meaning = "operation";
        leaf.section = "3";
      } else if (opcode != nullptr && parameter < opcode->count) {
        const Role role = opcode->roles[parameter];
        const bool indirect = token.kind == TokenKind::at;
        leaf.path += ".params[" + std::to_string(parameter) + "]";
        if (indirect) {
          leaf.path += ".@";
          leaf.meaning = "the operand is the content of a variable";
        } else {
          const bool ranges =
              parameter + 1 < opcode->count && opcode->roles[parameter + 1] == Role::maximum;
          leaf.meaning = opcode->keyword.empty() && parameter == 0 ? "number of the image"
                                                                   : meaning_of(role, ranges);
          ++parameter;
        }
      } else {
        leaf.path += ".ignored[" + std::to_string(i) + "]";
        leaf.kind = ByteKind::unused;
        leaf.meaning = "the compiler takes no notice of it";
      }
      if (!leaves_.put(leaf)) return false;
    }
    return true;
  }

  static const Opcode* opcode_of(const Token& first) {
    if (first.kind == TokenKind::integer || first.kind == TokenKind::at) return find_opcode(0);
    if (first.kind != TokenKind::name) return nullptr;
    for (std::uint32_t op = 1; const Opcode* one = find_opcode(op); ++op)
      if (same_name(one->keyword, first.text)) return one;
    return nullptr;
  }

  std::string_view text_;
  TextLeaves leaves_;
  std::size_t line_ = 0;
};

}  // namespace

void explain_source(ByteView text, const VisitLeaf& visit) {
  LineExplainer(as_text(text), visit).explain();
}

}  // namespace anmkit::cs2
