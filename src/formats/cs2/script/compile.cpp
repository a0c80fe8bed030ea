// SPDX-License-Identifier: MIT
// The compiler of section 4.5. Both dialects are one algorithm; they differ in their errors.
#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "core/bytes.hpp"
#include "formats/cs2/findings.hpp"
#include "formats/cs2/script/labels.hpp"
#include "formats/cs2/script/pragmas.hpp"
#include "formats/cs2/script/suggest.hpp"

namespace anmkit::cs2 {
namespace {

// The command with this keyword; 0: none. Length and first letter tell most of them apart.
std::uint32_t op_named(std::string_view word) {
  static const auto kKeywords = [] {
    std::array<std::string_view, kOpcodes> keywords;
    for (std::uint32_t op = 0; op < kOpcodes; ++op)
      keywords[op] = find_opcode(op)->keyword;
    return keywords;
  }();
  for (std::uint32_t op = 1; op < kOpcodes; ++op) {
    const std::string_view keyword = kKeywords[op];
    if (keyword.size() != word.size() || ((keyword[0] ^ word[0]) & 0xDF) != 0) continue;
    if (same_name(word, keyword)) return op;
  }
  return 0;
}

class Compiler {
 public:
  Compiler(std::string_view source, const CompileOptions& options, Diagnostics& diagnostics)
      : options_(options),
        strict_(options.dialect == Dialect::strict),
        diagnostics_(diagnostics),
        empty_(source.empty()),
        text_(source),
        findings_(text_, options.dialect, diagnostics) {}
  std::optional<AnmFile> run();

 private:
  void compile_line();
  void statement();
  void image(Timeline& line, bool indirect);
  void command(Timeline& line, std::uint32_t op);
  void place_label();
  bool arguments(Timeline& line, std::size_t from);
  bool argument(Param& param);
  void unknown_argument(const Token& token);
  void leftovers();
  void pragma(bool has_command);
  bool raw_pragma(std::string_view arguments, std::size_t column);
  void append(const Timeline& line);
  void resolve();
  void report_unused();

  const Token* next() { return cursor_ < tokens_.size() ? &tokens_[cursor_++] : nullptr; }
  // A finding at a column of the line that the words are in.
  void fault(std::string_view code, std::size_t column, std::string message,
             std::string_view hint = {}) {
    findings_.fault(code, tokens_line_, column, std::move(message), hint);
  }
  std::size_t column_here() const {
    return cursor_ < tokens_.size() ? tokens_[cursor_].column
                                    : text_.lines()[tokens_line_].text.size();
  }
  std::string quoted_token(const Token& token) const {
    return quoted(text_.whole(tokens_line_, token.column, token.length));
  }

  const CompileOptions& options_;
  bool strict_;
  Diagnostics& diagnostics_;
  bool empty_;  // no bytes at all, which the official compiler does not load
  SourceText text_;
  SourceFindings findings_;
  Labels labels_;
  std::vector<Token> tokens_;  // of the line being read, or stale ones (section 4.6, Q1)
  std::forward_list<std::string> unescaped_;  // texts of theirs
  TokenLine spare_;                           // memory for the next ones
  std::size_t tokens_line_ = 0;
  std::size_t comment_ = std::string_view::npos;  // column of the line's "//"
  std::size_t cursor_ = 0;
  std::size_t current_ = 0;
  bool has_pragma_ = false;
  int suggestions_ = 20;  // each looks at all labels
  SourcePlace place_;     // of the statement being read
  // What pragmas say about slots stands as it is: no label 2 of theirs means a name.
  std::vector<std::pair<std::size_t, Timeline>> raw_;
  std::vector<std::pair<std::size_t, std::string_view>> overrides_;
  AnmFile file_;
};

bool Compiler::argument(Param& param) {
  const std::size_t column = column_here();
  const Token* token = next();
  if (token == nullptr) return false;
  if (token->kind == TokenKind::integer) {
    param = {kConstant, token->value};
    return true;
  }
  if (token->kind == TokenKind::at) {
    const Token* number = next();
    if (number == nullptr || number->kind != TokenKind::integer) {
      fault("S10", column, "invalid variable number: '@' expects a number");
      return false;
    }
    param = {kVariable, number->value};
    return true;
  }
  if (Label* label = labels_.find(token->text)) {
    label->used = true;
    param = {kLabel, static_cast<std::uint32_t>(label - labels_.all().data())};
    return true;
  }
  unknown_argument(*token);
  return false;
}

void Compiler::unknown_argument(const Token& token) {
  const bool negative =
      token.text == "-" && cursor_ < tokens_.size() && tokens_[cursor_].kind == TokenKind::integer;
  if (negative) {
    const std::uint32_t value = tokens_[cursor_].value;
    fault("S18", token.column, "negative numbers do not exist",
          "write " + std::to_string(0u - value) + " for -" + std::to_string(value));
  }
  if (negative && strict_) return;
  std::string hint;
  if (suggestions_ > 0) {
    --suggestions_;
    const auto near = std::ranges::find_if(
        labels_.all(), [&](const Label& label) { return one_slip(token.text, label.name); });
    if (near != labels_.all().end()) {
      hint = "did you mean " + quoted(text_.whole(near->line, near->column, near->length)) + "?";
    }
  }
  fault("S12", token.column, "undefined label " + quoted_token(token), hint);
}

// Fills the slots from `from` on; false drops the line.
bool Compiler::arguments(Timeline& line, std::size_t from) {
  const Opcode& opcode = *find_opcode(line.op);
  for (std::size_t slot = from; slot < opcode.count; ++slot) {
    const std::size_t column = column_here();
    const bool missing = cursor_ >= tokens_.size();
    place_.arguments[slot] = static_cast<std::uint32_t>(column);
    Param param;
    const bool optional = opcode.roles[slot] == Role::maximum;
    if (optional && missing) {
      line.params[slot] = line.params[slot - 1];
    } else if (argument(param)) {
      line.params[slot] = param;
    } else if (optional) {
      line.params[slot] = line.params[slot - 1];
    } else {
      fault("S13", column, "invalid parameter " + std::to_string(slot + 1),
            missing ? "the command needs more of them" : "");
      return false;
    }
  }
  return true;
}

void Compiler::image(Timeline& line, bool indirect) {
  const Token* token = &tokens_[cursor_ - 1];
  if (indirect) {
    const std::size_t column = token->column;
    token = next();
    if (token == nullptr)
      return fault("S10", column, "invalid variable number: expected a number after '@'");
    if (token->kind != TokenKind::integer && strict_) {
      return fault("S10", token->column, "invalid variable number " + quoted_token(*token));
    }
    if (token->value >= kVariables) {
      return fault("S11", token->column, "outside the usable variables 0-63");
    }
  }
  line.params[0] = {indirect ? kVariable : kConstant, token->value};
  if (arguments(line, 1)) append(line);
}

void Compiler::command(Timeline& line, std::uint32_t op) {
  line.op = op;
  if (arguments(line, 0)) append(line);
}

void Compiler::append(const Timeline& line) {
  file_.lines.push_back(line);
  if (options_.places != nullptr) options_.places->push_back(place_);
}

void Compiler::place_label() {
  const Token* name = next();
  if (name == nullptr) return;
  Label* label = labels_.find(name->text);
  if (label != nullptr) label->address = static_cast<std::uint32_t>(file_.lines.size());
}

// One statement from the tokens at hand.
void Compiler::statement() {
  const Token* first = next();
  if (first == nullptr) return;
  if (first->kind == TokenKind::hash) return place_label();
  const auto column = static_cast<std::uint32_t>(first->column);
  place_ = {static_cast<std::uint32_t>(tokens_line_), column, {column, column, column}};
  Timeline line;
  if (first->kind == TokenKind::integer) return image(line, false);
  if (first->kind == TokenKind::at) return image(line, true);
  if (const std::uint32_t op = op_named(first->text); op != 0) return command(line, op);
  std::string hint = "the official compiler ignores this line without a word";
  for (std::uint32_t op = 1; op < kOpcodes; ++op) {
    const std::string_view keyword = find_opcode(op)->keyword;
    if (!one_slip(first->text, keyword)) continue;
    hint = "did you mean '" + std::string(keyword) + "'? " + hint;
    break;
  }
  fault("S05", first->column, "unknown command " + quoted_token(*first), hint);
  if (strict_) cursor_ = tokens_.size();  // one finding is enough
}

void Compiler::leftovers() {
  if (cursor_ >= tokens_.size()) return;
  fault("S04", tokens_[cursor_].column,
        quoted_token(tokens_[cursor_]) + " is not part of the command",
        "the official compiler ignores it, unless an empty line follows");
}

bool Compiler::raw_pragma(std::string_view arguments, std::size_t column) {
  Timeline raw;
  if (!tokens_.empty() || !read_raw(arguments, raw)) return false;
  raw_.emplace_back(file_.lines.size(), raw);
  const auto place = static_cast<std::uint32_t>(column);
  place_ = {static_cast<std::uint32_t>(current_), place, {place, place, place}};
  append({});
  findings_.report("S24", Severity::warning, current_, column,
                   "the official compiler skips this timeline");
  return true;
}

void Compiler::pragma(bool has_command) {
  const std::string_view line = text_.lines()[current_].text;
  if (comment_ == std::string_view::npos || !line.substr(comment_).starts_with("//%")) return;
  const std::string_view text = line.substr(comment_ + 2);
  const std::size_t space = text.find(' ');
  const std::string_view word = text.substr(0, space);
  const std::string_view rest = space == std::string_view::npos ? "" : text.substr(space + 1);
  const std::size_t column = comment_ + 2;
  bool good = false;
  if (word == "%header") {
    good = read_header(rest, file_);
  } else if (word == "%raw") {
    good = raw_pragma(rest, column);
  } else if (word == "%p") {
    Timeline unused;
    good = has_command && read_overrides(rest, unused);
    if (good) overrides_.emplace_back(file_.lines.size() - 1, rest);
  } else if (word == "%tail") {
    const auto bytes = from_hex(rest);
    good = bytes.has_value();
    if (good) file_.tail.insert(file_.tail.end(), bytes->begin(), bytes->end());
  } else {
    findings_.report("S21", Severity::warning, current_, column,
                     "unknown pragma " + quoted(word) + " is a plain comment");
    return;
  }
  has_pragma_ = true;
  if (!good) findings_.fault("S21", current_, column, "malformed pragma");
}

void Compiler::compile_line() {
  const std::size_t before = file_.lines.size();
  const bool empty = text_.lines()[current_].text.empty();
  if (empty && cursor_ < tokens_.size()) {
    findings_.fault("S01", current_, 0,
                    "empty line after extra words: the official compiler takes them as a line");
  }
  if (strict_ || !empty) {
    tokenise(text_.lines()[current_].text, spare_);
    if (!may_define(text_.lines()[current_].text)) check_line(text_, spare_, current_, findings_);
    std::swap(tokens_, spare_.tokens);
    std::swap(unescaped_, spare_.unescaped);
    comment_ = spare_.comment;
    tokens_line_ = current_;
    cursor_ = 0;
  }
  const std::size_t errors = findings_.errors();
  statement();
  // After a fault the rest of the line is nothing to complain about.
  if (findings_.errors() == errors) leftovers();
  if (strict_) pragma(file_.lines.size() > before);
}

// Pass 3: labels become addresses.
void Compiler::resolve() {
  for (Timeline& line : file_.lines) {
    const Opcode* opcode = find_opcode(line.op);
    const std::size_t count = opcode != nullptr ? opcode->count : 0u;
    for (std::size_t slot = 0; slot < count; ++slot) {
      Param& param = line.params[slot];
      if (param.type == kLabel) param = {kConstant, labels_.all()[param.value].address};
    }
  }
  for (const auto& [index, line] : raw_)
    file_.lines[index] = line;
  for (const auto& [index, text] : overrides_)
    read_overrides(text, file_.lines[index]);
}

void Compiler::report_unused() {
  for (const Label& label : labels_.all()) {
    if (label.used) continue;
    findings_.report(
        "S20", Severity::info, label.line, label.column,
        "label " + quoted(text_.whole(label.line, label.column, label.length)) + " is never used");
  }
}

std::optional<AnmFile> Compiler::run() {
  if (empty_) {
    diagnostics_.add(Severity::error, prefixed("S07"), "the source is empty", 0);
    return std::nullopt;
  }
  labels_.collect(text_, findings_);
  // At most one statement a line; tables this large should not grow by copies.
  file_.lines.reserve(text_.lines().size());
  if (options_.places != nullptr) options_.places->reserve(text_.lines().size());
  for (current_ = 0; current_ < text_.lines().size(); ++current_)
    compile_line();
  resolve();
  report_unused();
  if (strict_ && file_.lines.empty() && !has_pragma_) {
    diagnostics_.add(Severity::error, prefixed("S22"), "no statement in the source", 0);
    return std::nullopt;
  }
  if (findings_.errors() > 0) return std::nullopt;
  return std::move(file_);
}

}  // namespace

std::optional<AnmFile> compile(std::string_view source, const CompileOptions& options,
                               Diagnostics& diagnostics) {
  Diagnostics found;
  auto file = Compiler(source, options, found).run();
  // The passes find things in their own order; people read from the top.
  std::vector<Diagnostic> sorted = found.finish();
  std::ranges::stable_sort(sorted, {}, [](const Diagnostic& one) {
    return one.offset.value_or(std::numeric_limits<std::uint64_t>::max());
  });
  for (Diagnostic& finding : sorted)
    diagnostics.add(std::move(finding));
  return file;
}

}  // namespace anmkit::cs2
