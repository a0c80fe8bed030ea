// SPDX-License-Identifier: MIT
// Animations in Lua scripts of sm64coopdx (section 4.4): calls of
// smlua_anim_util_register_animation(name, flags, divisor, startFrame, loopStart, loopEnd,
// values, index). The script is not run: arguments must be literals, or tables of numbers that
// were given a name before.
#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "core/counted.hpp"
#include "core/nearest.hpp"
#include "formats/sm64/source/c_parse.hpp"
#include "formats/sm64/source/lua_values.hpp"
#include "formats/sm64/source/spelling.hpp"

namespace anmkit::sm64 {
namespace {

constexpr std::size_t kArguments = 8, kNumbers = 5;
constexpr const char* kAfterArgument = "',' or ')' in the call";

class LuaParser {
 public:
  LuaParser(std::string_view text, Diagnostics& diagnostics)
      : text_(text),
        lexer_(text, 0, Syntax::lua),
        findings_(diagnostics),
        values_(lexer_, findings_, file_) {}

  Result<CFile> run() {
    if (text_.size() > 0x7FFFFFFF) {
      return fail(prefixed("E-CSYNTAX"), "the text is longer than 2 GiB", 0);
    }
    file_.spelling = Spelling::lua;
    Token before;
    for (Token token = lexer_.next(); token.kind != TokenKind::end && !error_;) {
      if (token.kind == TokenKind::identifier) {
        identifier(token, before);
      } else if (token.is("{")) {
        ++depth_;
      } else if (token.is("}") && depth_ > 0) {
        if (--depth_ == 0) table_ = {};
      }
      before = token;
      token = lexer_.next();
    }
    if (const auto open = lexer_.unclosed_comment()) syntax(*open, "']]' after this");
    // Of a script with animations that can be read the others are left out.
    if (file_.headers.empty() && !broken_.empty()) syntax(broken_.front().at, kAfterArgument);
    if (error_) return std::unexpected(std::move(*error_));
    for (const BrokenCall& call : broken_)
      left_out(call.name, std::string("the call has a syntax error, expected ") + kAfterArgument,
               call.begin);
    return std::move(file_);
  }

 private:
  void syntax(std::uint32_t at, const std::string& wanted) {
    if (error_) return;
    error_ = Error{Severity::error, prefixed("E-CSYNTAX"), at, {}, "expected " + wanted};
  }

  // Statements that have a body and are not at their `end`.
  struct Block {
    std::uint32_t at = 0;
    bool conditional = false;  // the body runs only sometimes, or several times
    bool has_do = false;       // `do` begins its body
  };

  void block(const Token& word) {
    if (word.is("end") || word.is("until")) {
      if (!blocks_.empty()) blocks_.pop_back();
    } else if (word.is("do") && !blocks_.empty() && blocks_.back().has_do) {
      blocks_.back().has_do = false;
    } else if (word.is("if") || word.is("repeat")) {
      blocks_.push_back({word.begin, true, false});
    } else if (word.is("while") || word.is("for")) {
      blocks_.push_back({word.begin, true, true});
    } else if (word.is("do") || word.is("function")) {
      blocks_.push_back({word.begin, false, false});
    }
  }
  void report_block() {
    const auto found = std::ranges::find(blocks_, true, &Block::conditional);
    if (found == blocks_.end()) return;
    found->conditional = false;
    const std::string_view line =
        text_.substr(found->at, text_.find_first_of("\r\n", found->at) - found->at);
    findings_.warning("W-CONDITION",
                      quoted(line) +
                          ": the script is not run, and the animations inside are read; "
                          "delete those that the game does not use",
                      found->at);
  }

  void identifier(const Token& token, const Token& before) {
    block(token);
    const std::string_view owner = std::exchange(owner_, {});
    const Token next = lexer_.peek();
    if (token.is(kLuaRegister)) {
      if (!next.is("(") || before.is("function")) return;
      report_block();
      return call(token);
    }
    if (next.is("(") && !before.is("function")) report_function(token);
    // `name = { numbers }`, `name = number` and `name = "text"`, the last also as a table's member.
    if (!next.is("=")) return remember_owner(token, before, next);
    const std::uint32_t here = lexer_.position();
    lexer_.next();
    const Token value = lexer_.peek();
    if (value.is("=")) return;  // a comparison
    if (define_text(token, before, owner)) return;
    if (depth_ > 0 || before.is(".")) return lexer_.rewind(here);
    if (value.is("{")) return variable(token);
    if (value.kind == TokenKind::number || value.is("-")) values_.define_number(token.text);
  }

  // A misspelt call that registers animations; the game's other functions differ more.
  void report_function(const Token& token) {
    constexpr std::size_t kSlips = 3;
    const std::size_t longest = kLuaRegister.size() + kSlips;
    if (token.text.size() > longest || distance(token.text, kLuaRegister) > kSlips) return;
    findings_.warning("W-WORD",
                      "unknown function " + quoted(token.text) + ": its animation is left out; " +
                          "did you mean " + quoted(kLuaRegister) + "?",
                      token.begin);
  }
  // The `a` of `a.b = "text"`.
  void remember_owner(const Token& token, const Token& before, const Token& next) {
    if (next.is(".") && !before.is(".")) owner_ = token.text;
  }
  // A constant text. A name that becomes something else is none any more.
  bool define_text(const Token& name, const Token& before, std::string_view owner) {
    std::string key(name.text);
    if (before.is(".")) {
      key = std::string(owner) + '.' + key;
    } else if (depth_ > 0) {
      if (depth_ > 1 || table_.empty()) return false;
      key = std::string(table_) + '.' + key;
    }
    return values_.define_text(std::move(key));
  }
  // A table of numbers that later calls may name. Any other table is read over.
  void variable(const Token& name) {
    const std::uint32_t at = lexer_.position();
    CArray array;
    array.range.begin = name.begin;
    if (values_.table(array)) {
      array.name = std::string(name.text);
      const auto place = variables_.insert_or_assign(name.text, Variable{}).first;
      place->second.array = std::move(array);
      return;
    }
    lexer_.rewind(at);
    table_ = name.text;
  }

  struct BrokenCall {
    std::string name;
    std::uint32_t begin = 0, at = 0;  // of the call, and of what it breaks at
  };
  // The animation of a call with a syntax error is left out; reading goes on at the next call.
  void skip_call(BrokenCall call, std::uint32_t after) {
    broken_.push_back(std::move(call));
    lexer_.rewind(after);
    while (lexer_.peek().kind != TokenKind::end && !lexer_.peek().is(kLuaRegister))
      lexer_.next();
  }

  void call(const Token& function) {
    const std::uint32_t open = lexer_.position();
    lexer_.next();
    std::vector<LuaArgument> given;
    while (!lexer_.peek().is(")")) {
      LuaArgument one = values_.argument();
      // More arguments than the function has are ignored, as Lua does.
      if (given.size() < kArguments) given.push_back(std::move(one));
      const Token after = lexer_.peek();
      if (after.is(",")) {
        lexer_.next();
      } else if (!after.is(")")) {
        return skip_call({given[0].text, function.begin, after.begin}, open);
      }
    }
    const std::uint32_t end = lexer_.next().end();
    if (given.size() < kArguments) {
      left_out(given.empty() ? "" : given[0].text,
               "the call has " + counted(given.size(), "argument") + ", expected 8",
               function.begin);
      return;
    }
    CHeader header;
    header.range.begin = function.begin;
    header.range.body_begin = given[0].token.begin;
    header.range.body_end = end - 1;
    header.range.end = end;
    if (fill(header, given)) file_.headers.push_back(std::move(header));
  }

  void left_out(const std::string& name, const std::string& why, std::uint32_t at) {
    findings_.error(
        "E-SCRIPT",
        "the animation " + (name.empty() ? "" : quoted(name) + " ") + "is left out: " + why, at,
        path_of("headers", file_.headers.size()));
  }
  // The found argument, when another was expected.
  bool computed(const std::string& name, const LuaArgument& one, std::string_view what) {
    left_out(name, "the " + std::string(what) + " is computed by the script and cannot be read",
             one.token.begin);
    return false;
  }

  bool fill(CHeader& header, std::vector<LuaArgument>& given) {
    if (given[0].kind != LuaArgument::Kind::text) return computed({}, given[0], "name");
    header.name = given[0].text;
    if (!names_.insert(header.name).second) {
      findings_.error("E-CDUP", quoted(header.name) + " is registered twice", header.range.begin,
                      path_of("headers", file_.headers.size()));
    }
    // Values and index are the fields 6 and 7 of struct Animation.
    for (const std::size_t i : {6u, 7u})
      header.fields_at[i] = given[i].token.begin;
    for (std::size_t i = 0; i < kNumbers; ++i) {
      const LuaArgument& one = given[i + 1];
      header.fields_at[i] = one.token.begin;
      if (one.kind != LuaArgument::Kind::number) return computed(header.name, one, field_name(i));
      if (set_field(header.header, i, one.number)) continue;
      findings_.error("E-CRANGE",
                      std::string(field_name(i)) + " of " + header.name + " is " +
                          std::to_string(one.number) + ", which does not fit the field",
                      one.token.begin, path_of("headers", file_.headers.size(), field_name(i)));
    }
    if (!array(given[6], header.name, ElementType::s16, header.values)) return false;
    if (!array(given[7], header.name, ElementType::u16, header.index)) return false;
    // The call has no number of parts; the game counts them from the table.
    const auto index = std::ranges::find(file_.arrays, header.index, &CArray::name);
    const auto parts = static_cast<std::int64_t>(index->elements.size() / 6) - 1;
    header.header.unusedBoneCount = static_cast<std::int16_t>(parts);
    return true;
  }

  std::string unique(const std::string& name) {
    std::string tried = name;
    for (int i = 2; !array_names_.insert(tried).second; ++i)
      tried = name + "_" + std::to_string(i);
    return tried;
  }

  bool array(LuaArgument& one, const std::string& owner, ElementType type, std::string& to) {
    const std::string what = type == ElementType::s16 ? "values" : "index";
    if (one.kind == LuaArgument::Kind::table) {
      one.table.name = to = unique(owner + "_" + what);
      one.table.type = type;
      file_.arrays.push_back(std::move(one.table));
      return true;
    }
    const auto known =
        one.kind == LuaArgument::Kind::name ? variables_.find(one.token.text) : variables_.end();
    if (known == variables_.end()) return computed(owner, one, what);
    Variable& variable = known->second;
    if (variable.name.empty()) {
      variable.name = variable.array.name = unique(variable.array.name);
      variable.array.type = type;
      file_.arrays.push_back(std::move(variable.array));
    }
    to = variable.name;
    return true;
  }

  struct Variable {
    CArray array;      // until it is used
    std::string name;  // afterwards
  };

  std::string_view text_;
  Lexer lexer_;
  Findings findings_;
  CFile file_;
  LuaValues values_;
  std::map<std::string_view, Variable> variables_;
  std::string_view owner_;  // the name right before a '.'
  std::string_view table_;  // whose members are read
  std::set<std::string> names_, array_names_;
  std::size_t depth_ = 0;  // of braces
  std::vector<Block> blocks_;
  std::optional<Error> error_;
  std::vector<BrokenCall> broken_;
};

}  // namespace

Result<CFile> parse_lua(std::string_view text, Diagnostics& diagnostics) {
  auto file = LuaParser(text, diagnostics).run();
  if (!file) diagnostics.add(file.error());
  return file;
}

}  // namespace anmkit::sm64
