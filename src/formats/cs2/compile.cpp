// The compiler of section 4.5. Both dialects are one algorithm; they differ in what is an error.
#include <algorithm>
#include <map>
#include <utility>

#include "formats/cs2/findings.hpp"
#include "formats/cs2/pragmas.hpp"
#include "formats/cs2/tokens.hpp"

namespace anmkit::cs2 {
namespace {

constexpr std::size_t kLongestLine = 511;
constexpr std::size_t kLongestName = 31;

std::string folded(std::string_view name) {
  std::string key(name);
  for (char& c : key) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
  }
  return key;
}

struct Line {
  std::string_view text;
  std::size_t offset = 0;
};

struct Label {
  std::string name;
  std::uint32_t address = 0xFFFFFFFF;
  std::size_t line = 0, column = 0;
  bool used = false;
};

class Compiler {
 public:
  Compiler(std::string_view source, const CompileOptions& options, Diagnostics& diagnostics)
      : options_(options),
        strict_(options.dialect == Dialect::strict),
        diagnostics_(diagnostics),
        empty_(source.empty()) {
    split(source);
  }
  std::optional<AnmFile> run();

 private:
  void split(std::string_view source);
  void scan_line(std::size_t index, const TokenLine& line);
  void collect_labels();
  bool define(const TokenLine& line, std::size_t index);
  void compile_line(const Line& line);
  void statement();
  void image(Timeline& line, bool indirect);
  void command(Timeline& line, std::uint32_t op);
  void place_label();
  bool arguments(Timeline& line, std::size_t from);
  bool argument(Param& param);
  void leftovers();
  void pragma(const Line& line, bool has_command);
  void resolve();
  void check_token(const Token& token);

  const Token* next() { return cursor_ < tokens_.size() ? &tokens_[cursor_++] : nullptr; }
  // A finding at a column of the line being read.
  void report(std::string_view code, Severity severity, std::size_t column, std::string message,
              std::string_view hint = {});
  // An error in strict mode, a warning (what the official compiler survives) else.
  void fault(std::string_view code, std::size_t column, std::string message,
             std::string_view hint = {}) {
    report(code, strict_ ? Severity::error : Severity::warning, column, std::move(message), hint);
  }
  std::size_t column_here() const {
    return cursor_ < tokens_.size() ? tokens_[cursor_].column : lines_[current_].text.size();
  }

  const CompileOptions& options_;
  bool strict_;
  Diagnostics& diagnostics_;
  bool empty_;  // no bytes at all, which the official compiler does not load
  std::vector<Line> lines_;
  std::vector<Label> labels_;
  std::map<std::string, std::size_t, std::less<>> by_name_;
  std::vector<Token> tokens_;  // of the line being read, or stale ones (section 4.6, Q1)
  std::size_t cursor_ = 0;
  std::size_t current_ = 0;
  bool failed_ = false;
  bool has_pragma_ = false;
  // What pragmas say about slots stands as it is: no label 2 of theirs means a name.
  std::vector<std::pair<std::size_t, Timeline>> raw_;
  std::vector<std::pair<std::size_t, std::string_view>> overrides_;
  AnmFile file_;
};

void Compiler::report(std::string_view code, Severity severity, std::size_t column,
                      std::string message, std::string_view hint) {
  const Line& line = lines_[current_];
  if (severity == Severity::error) failed_ = true;
  const std::string full = prefixed(code);
  std::string text = std::string(options_.file) + ":" + std::to_string(current_ + 1) + ":" +
                     std::to_string(column + 1) + ": " + std::move(message);
  // Only a short line can be shown with a caret below it.
  if (line.text.size() <= kLongestLine && diagnostics_.wants(full)) {
    text += "\n  " + std::string(line.text) + "\n  ";
    for (std::size_t i = 0; i < column && i < line.text.size(); ++i)
      text += line.text[i] == '\t' ? '\t' : ' ';
    text += '^';
  }
  if (!hint.empty()) text += "\n  hint: " + std::string(hint);
  diagnostics_.add(severity, full, std::move(text), line.offset + column,
                   "line " + std::to_string(current_ + 1));
}

// Text ends at the first NUL; CR LF counts as LF; a final LF makes no extra line (section 4.1).
void Compiler::split(std::string_view source) {
  source = source.substr(0, source.find('\0'));
  std::size_t start = 0;
  while (start < source.size()) {
    std::size_t end = source.find('\n', start);
    const bool last = end == std::string_view::npos;
    if (last) end = source.size();
    std::size_t stop = end;
    if (!last && stop > start && source[stop - 1] == '\r') --stop;
    lines_.push_back({source.substr(start, stop - start), start});
    start = end + 1;
  }
}

void Compiler::check_token(const Token& token) {
  if (token.character) {
    report("S02", Severity::warning, token.column,
           "character literal has the odd value " + std::to_string(token.value),
           "write the number itself");
  }
  if (token.overflow) {
    report("S03", Severity::warning, token.column, "number wraps to " + std::to_string(token.value),
           "numbers have 32 bits");
  }
}

// What concerns a line as a whole.
void Compiler::scan_line(std::size_t index, const TokenLine& line) {
  current_ = index;
  const std::string_view text = lines_[index].text;
  if (index == 0 && text.starts_with("\xEF\xBB\xBF")) {
    fault("S16", 0, "a UTF-8 byte order mark hides the first line", "save without it");
  }
  // Our own pragmas are as long as they must be.
  if (text.size() > kLongestLine) {
    fault("S15", kLongestLine,
          "line has " + std::to_string(text.size()) + " bytes; the official compiler takes 511");
  }
  if (line.unclosed != std::string_view::npos) {
    fault("S17", line.unclosed, "comment is not closed on its line",
          "the lines after it are compiled; close it, or use //");
  }
  if (line.cut != std::string_view::npos) {
    report("S23", Severity::warning, line.cut, "Ctrl-Z hides the rest of the line");
  }
  for (const Token& token : line.tokens)
    check_token(token);
}

// One label of pass 1; false when the pass stops.
bool Compiler::define(const TokenLine& line, std::size_t index) {
  if (line.tokens.empty() || line.tokens[0].kind != TokenKind::hash) return true;
  if (line.tokens.size() < 2) {
    fault("S08", line.tokens[0].column, "illegal label name: nothing follows '#'");
    return strict_;
  }
  const Token& token = line.tokens[1];
  if (token.text.size() > kLongestName) {
    report("S14", Severity::error, token.column,
           "label has " + std::to_string(token.text.size()) + " bytes, at most 31 are possible");
    return true;
  }
  const auto lead = static_cast<unsigned char>(token.text.empty() ? 0 : token.text[0]);
  if (token.kind == TokenKind::other && lead >= 0x80) {
    fault("S19", token.column, "only the first character of a name outside ASCII counts",
          "put the name in quotes");
  }
  const auto known = by_name_.find(folded(token.text));
  if (known != by_name_.end()) {
    fault("S09", token.column,
          "label '" + token.text + "' already used in line " +
              std::to_string(labels_[known->second].line + 1),
          "upper and lower case are the same");
    if (!strict_) {
      report("S06", Severity::warning, token.column,
             "the official compiler knows no label that is defined after this one");
    }
    return strict_;
  }
  by_name_.emplace(folded(token.text), labels_.size());
  labels_.push_back({token.text, 0xFFFFFFFF, index, token.column, false});
  return true;
}

void Compiler::collect_labels() {
  bool more = true;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const TokenLine line = tokenise(lines_[i].text);
    scan_line(i, line);
    if (more) more = define(line, i);
  }
}

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
      fault("S10", column, "invalid variable number: '@' wants a number");
      return false;
    }
    param = {kVariable, number->value};
    return true;
  }
  const auto found = by_name_.find(folded(token->text));
  if (found != by_name_.end()) {
    labels_[found->second].used = true;
    param = {kLabel, static_cast<std::uint32_t>(found->second)};
    return true;
  }
  const bool negative =
      token->text == "-" && cursor_ < tokens_.size() && tokens_[cursor_].kind == TokenKind::integer;
  if (negative) {
    fault("S18", column, "there are no negative numbers",
          "write " + std::to_string(0u - tokens_[cursor_].value) + " for -" +
              std::to_string(tokens_[cursor_].value));
  }
  if (!negative || !strict_) fault("S12", column, "undefined label '" + token->text + "'");
  return false;
}

// Fills the slots from `from` on; false drops the line.
bool Compiler::arguments(Timeline& line, std::size_t from) {
  const Opcode& opcode = *find_opcode(line.op);
  for (std::size_t slot = from; slot < opcode.count; ++slot) {
    const std::size_t column = column_here();
    Param param;
    const bool optional = opcode.roles[slot] == Role::maximum;
    if (optional && cursor_ >= tokens_.size()) {
      line.params[slot] = line.params[slot - 1];
    } else if (argument(param)) {
      line.params[slot] = param;
    } else if (optional) {
      line.params[slot] = line.params[slot - 1];
    } else {
      fault("S13", column, "invalid parameter " + std::to_string(slot + 1),
            cursor_ >= tokens_.size() ? "the command wants more of them" : "");
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
    if (token == nullptr) return fault("S10", column, "invalid variable number: '@' stands alone");
    if (token->kind != TokenKind::integer && strict_) {
      return fault("S10", token->column, "invalid variable number '" + token->text + "'");
    }
    if (token->value >= kVariables) {
      return fault("S11", token->column, "outside the usable variables 0-63");
    }
  }
  line.params[0] = {indirect ? kVariable : kConstant, token->value};
  if (arguments(line, 1)) file_.lines.push_back(line);
}

void Compiler::command(Timeline& line, std::uint32_t op) {
  line.op = op;
  if (arguments(line, 0)) file_.lines.push_back(line);
}

void Compiler::place_label() {
  const Token* name = next();
  if (name == nullptr) return;
  const auto found = by_name_.find(folded(name->text));
  if (found == by_name_.end()) return;
  labels_[found->second].address = static_cast<std::uint32_t>(file_.lines.size());
}

// One statement from the tokens at hand.
void Compiler::statement() {
  const Token* first = next();
  if (first == nullptr) return;
  if (first->kind == TokenKind::hash) return place_label();
  Timeline line;
  if (first->kind == TokenKind::integer) return image(line, false);
  if (first->kind == TokenKind::at) return image(line, true);
  for (std::uint32_t op = 1; op < kOpcodes; ++op) {
    if (same_name(first->text, find_opcode(op)->keyword)) return command(line, op);
  }
  fault("S05", first->column, "unknown command '" + first->text + "'",
        "the official compiler ignores this line without a word");
  if (strict_) cursor_ = tokens_.size();  // one finding is enough
}

void Compiler::leftovers() {
  if (cursor_ >= tokens_.size()) return;
  fault("S04", tokens_[cursor_].column,
        "'" + tokens_[cursor_].text + "' is not part of the command",
        "the official compiler ignores it, unless an empty line follows");
}

void Compiler::pragma(const Line& line, bool has_command) {
  std::string_view text = pragma_of(line.text);
  if (text.empty()) return;
  const std::size_t space = text.find(' ');
  const std::string_view word = text.substr(0, space);
  const std::string_view rest = space == std::string_view::npos ? "" : text.substr(space + 1);
  const auto column = static_cast<std::size_t>(text.data() - line.text.data());
  bool good = false;
  if (word == "%header") {
    good = read_header(rest, file_);
  } else if (word == "%raw") {
    Timeline raw;
    good = tokens_.empty() && read_raw(rest, raw);
    if (good) {
      raw_.emplace_back(file_.lines.size(), raw);
      file_.lines.emplace_back();
    }
    if (good) {
      report("S24", Severity::warning, column, "the official compiler skips this timeline");
    }
  } else if (word == "%p") {
    Timeline unused;
    good = has_command && read_overrides(rest, unused);
    if (good) overrides_.emplace_back(file_.lines.size() - 1, rest);
  } else if (word == "%tail") {
    const auto bytes = from_hex(rest);
    good = bytes.has_value();
    if (good) file_.tail.insert(file_.tail.end(), bytes->begin(), bytes->end());
  }
  has_pragma_ = true;
  if (!good) fault("S21", column, "malformed pragma");
}

void Compiler::compile_line(const Line& line) {
  const std::size_t before = file_.lines.size();
  const bool stale = line.text.empty() && cursor_ < tokens_.size();
  if (stale) {
    fault("S01", 0, "empty line after extra words: the official compiler takes them as a line");
  }
  if (strict_ || !line.text.empty()) {
    tokens_ = tokenise(line.text).tokens;
    cursor_ = 0;
  }
  const bool failed = std::exchange(failed_, false);
  statement();
  // After a fault the rest of the line is nothing to complain about.
  if (!failed_) leftovers();
  failed_ = failed_ || failed;
  if (strict_) pragma(line, file_.lines.size() > before);
}

// Pass 3: labels become addresses.
void Compiler::resolve() {
  for (Timeline& line : file_.lines) {
    const Opcode* opcode = find_opcode(line.op);
    const std::size_t count = opcode != nullptr ? opcode->count : 0u;
    for (std::size_t slot = 0; slot < count; ++slot) {
      Param& param = line.params[slot];
      if (param.type == kLabel) param = {kConstant, labels_[param.value].address};
    }
  }
  for (const auto& [index, line] : raw_)
    file_.lines[index] = line;
  for (const auto& [index, text] : overrides_)
    read_overrides(text, file_.lines[index]);
  for (const Label& label : labels_) {
    current_ = label.line;
    if (!label.used) {
      report("S20", Severity::info, label.column, "label '" + label.name + "' is never used");
    }
  }
}

std::optional<AnmFile> Compiler::run() {
  if (empty_) {
    diagnostics_.add(Severity::error, "cs2.S07", "the source is empty", 0);
    return std::nullopt;
  }
  collect_labels();
  tokens_.clear();
  cursor_ = 0;
  for (current_ = 0; current_ < lines_.size(); ++current_)
    compile_line(lines_[current_]);
  resolve();
  if (strict_ && file_.lines.empty() && !has_pragma_) {
    diagnostics_.add(Severity::error, "cs2.S22", "no statement in the source", 0);
    failed_ = true;
  }
  if (failed_) return std::nullopt;
  return std::move(file_);
}

}  // namespace

std::optional<AnmFile> compile(std::string_view source, const CompileOptions& options,
                               Diagnostics& diagnostics) {
  return Compiler(source, options, diagnostics).run();
}

}  // namespace anmkit::cs2
