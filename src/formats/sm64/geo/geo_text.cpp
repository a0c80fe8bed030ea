// SPDX-License-Identifier: MIT
// Reading the commands of geo layouts from C text.
#include "formats/sm64/geo/geo_text.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/json.hpp"
#include "formats/sm64/findings.hpp"
#include "formats/sm64/source/c_expression.hpp"

namespace anmkit::sm64 {
namespace {

class LayoutReader {
 public:
  explicit LayoutReader(std::string_view text) : text_(text), lexer_(text) {}

  // All layouts of the text; everything else is skipped.
  Result<std::vector<GeoDefinition>> run() {
    std::vector<GeoDefinition> all;
    while (true) {
      const Token token = lexer_.next();
      if (token.kind == TokenKind::end) break;
      find_left_out(token);
      if (!token.is("GeoLayout")) continue;
      const Token name = lexer_.next();
      if (name.kind != TokenKind::identifier) continue;
      Token next = lexer_.next();
      while (next.is("[") || next.is("]") || next.kind == TokenKind::number)
        next = lexer_.next();
      if (!next.is("=")) continue;
      if (!lexer_.next().is("{")) return syntax(lexer_.position(), "'{'");
      GeoDefinition& definition = all.emplace_back();
      definition.name = name.text;
      definition.at = name.begin;
      definition.numbers = numbers_;
      if (auto body = commands(definition); !body) return std::unexpected(body.error());
    }
    return all;
  }

  const std::set<std::uint32_t>& guesses() const { return lexer_.guesses(); }

  // Declarations of other types whose values are commands.
  struct LeftOut {
    std::string_view type, name;
    std::uint32_t at;
  };
  const std::vector<LeftOut>& left_out() const { return left_out_; }

 private:
  void find_left_out(const Token& token) {
    if (token.kind == TokenKind::identifier) {
      type_ = std::exchange(name_, token);
    } else if (token.is("=") && lexer_.peek().is("{") && type_.kind == TokenKind::identifier) {
      lexer_.next();
      if (lexer_.peek().text.starts_with("GEO_"))
        left_out_.push_back({type_.text, name_.text, type_.begin});
    }
  }
  std::unexpected<Error> syntax(std::uint32_t at, std::string_view wanted) const {
    return fail(prefixed("E-CSYNTAX"), "expected " + std::string(wanted) + " in a geo layout", at);
  }

  Result<void> commands(GeoDefinition& definition) {
    while (true) {
      const Token token = lexer_.next();
      if (token.is("}")) return {};
      if (token.is(",")) continue;
      if (token.kind != TokenKind::identifier) return syntax(token.begin, "a command or '}'");
      GeoCommand& command = definition.commands.emplace_back();
      command.name = token.text;
      command.at = token.begin;
      if (!lexer_.peek().is("(")) continue;
      lexer_.next();
      if (!arguments(command)) return syntax(lexer_.position(), "')'");
    }
  }

  bool arguments(GeoCommand& command) {
    std::size_t depth = 0;
    std::uint32_t begin = lexer_.peek().begin, end = begin;
    while (true) {
      const Token token = lexer_.next();
      if (token.kind == TokenKind::end || token.is("}") || token.is(";")) return false;
      const bool closes = token.is(")") && depth == 0;
      if (closes || (token.is(",") && depth == 0)) {
        if (end > begin) command.arguments.push_back(numbered(text_.substr(begin, end - begin)));
        if (closes) return true;
        begin = lexer_.peek().begin;
        end = begin;
        continue;
      }
      if (token.is("(")) ++depth;
      if (token.is(")")) --depth;
      end = token.end();
    }
  }

  // An argument of names that `#define` gave numbers to, as its number.
  std::string_view numbered(std::string_view argument) {
    symbols_.learn(lexer_.defined());
    if (symbols_.enumerators.empty() && symbols_.macros.empty()) return argument;
    const auto value = number_of(argument, {}) ? std::nullopt : number_of(argument, symbols_);
    return value ? numbers_->emplace_back(std::to_string(*value)) : argument;
  }
  static std::optional<std::int64_t> number_of(std::string_view argument, const Symbols& symbols) {
    Lexer lexer(argument);
    const Evaluated result = evaluate(lexer, symbols);
    const bool whole = lexer.next().kind == TokenKind::end;
    return whole && result.state == Evaluated::State::value ? std::optional(result.value)
                                                            : std::nullopt;
  }

  std::string_view text_;
  Lexer lexer_;
  Token type_, name_;  // the last two words outside of layouts
  std::vector<LeftOut> left_out_;
  Symbols symbols_;
  std::shared_ptr<std::deque<std::string>> numbers_ = std::make_shared<std::deque<std::string>>();
};

}  // namespace

namespace {

// "(f32)-45.5" and "45.5f", as C stores them in a whole number.
std::optional<std::int64_t> fraction_in(std::string_view text) {
  for (const std::string_view cast : {"(f32)", "(float)"}) {
    if (text.starts_with(cast)) text.remove_prefix(cast.size());
  }
  while (text.starts_with(' '))
    text.remove_prefix(1);
  if (text.ends_with('f')) text.remove_suffix(1);
  const auto value = parse_double(text);
  if (!value || !(std::fabs(*value) < 1e9)) return {};
  return static_cast<std::int64_t>(*value);
}

std::optional<std::int64_t> number_in(const GeoCommand& command, std::size_t argument) {
  if (argument >= command.arguments.size()) return {};
  static const Symbols kNone;
  const std::string_view text = command.arguments[argument];
  Lexer lexer(text);
  const Evaluated result = evaluate(lexer, kNone);
  return result.state == Evaluated::State::value ? result.value : fraction_in(text);
}

}  // namespace

std::int32_t geo_number(const GeoCommand& command, std::size_t argument) {
  const std::int64_t value = number_in(command, argument).value_or(0);
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(value, INT32_MIN, INT32_MAX));
}

bool is_geo_number(const GeoCommand& command, std::size_t argument) {
  return number_in(command, argument).has_value();
}

Result<std::vector<GeoDefinition>> read_geo_definitions(std::string_view text, Findings* findings) {
  LayoutReader reader(text);
  auto all = reader.run();
  if (findings != nullptr) {
    for (const std::uint32_t at : reader.guesses())
      findings->warning("W-CONDITION", guess_text(text, at), at);
    for (const auto& [type, name, at] : reader.left_out()) {
      findings->warning("W-WORD",
                        quoted(name) + " is left out: its type is " + quoted(type) +
                            "; did you mean 'GeoLayout'?",
                        at);
    }
  }
  return all;
}

std::string_view branch_target(const GeoCommand& command) {
  const std::size_t argument = command.name == "GEO_BRANCH" ? 1 : 0;
  if (argument == 0 && command.name != "GEO_BRANCH_AND_LINK") return {};
  return argument < command.arguments.size() ? command.arguments[argument] : std::string_view();
}

}  // namespace anmkit::sm64
