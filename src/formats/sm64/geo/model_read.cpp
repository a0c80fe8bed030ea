// SPDX-License-Identifier: MIT
// Reading the declarations of display-list sources.
#include <algorithm>
#include <charconv>

#include "formats/sm64/geo/model.hpp"
#include "formats/sm64/source/c_expression.hpp"

namespace anmkit::sm64 {
namespace {

// Of 64 bits, which signed literals do not reach.
std::uint64_t parse_wide(std::string_view text) {
  const bool hex = text.starts_with("0x") || text.starts_with("0X");
  if (!hex) return static_cast<std::uint64_t>(parse_literal(text).value_or(0));
  std::uint64_t value = 0;
  std::from_chars(text.data() + 2, text.data() + text.size(), value, 16);
  return value;
}

// Up to the brace that closes them.
std::vector<std::uint64_t> read_numbers(Lexer& lexer) {
  std::vector<std::uint64_t> numbers;
  while (true) {
    const Token token = lexer.next();
    if (token.kind == TokenKind::end || token.is("}")) return numbers;
    if (token.kind == TokenKind::number) numbers.push_back(parse_wide(token.text));
  }
}

Bytes bytes_of(const std::vector<std::uint64_t>& numbers, std::size_t size) {
  Bytes bytes;
  bytes.reserve(numbers.size() * size);
  for (const std::uint64_t number : numbers) {
    for (std::size_t i = size; i-- > 0;)
      bytes.push_back(static_cast<std::byte>(number >> (8 * i)));
  }
  return bytes;
}

class ModelReader {
 public:
  ModelReader(std::string_view text, ModelSource& model)
      : text_(text), lexer_(text), model_(model) {}

  void run() {
    while (true) {
      const Token token = lexer_.next();
      if (token.kind == TokenKind::end) break;
      if (token.is("Vtx")) declaration(&ModelReader::vertices);
      if (token.is("Gfx")) declaration(&ModelReader::list);
      const bool pair = token.is("Lights1");
      if (pair || token.is("Ambient_t") || token.is("Light_t")) lights(pair);
      if (const std::size_t size = element_size(token.text); size > 0) {
        element_size_ = size;
        declaration(&ModelReader::texture);
      }
      if (token.is("ROM_ASSET_LOAD_VTX") || token.is("ROM_ASSET_LOAD_TEXTURE")) rom_asset(token);
    }
    for (const std::uint32_t at : lexer_.guesses())
      model_.guesses.push_back(text_.substr(at));
  }

 private:
  // NAME[..] = { ..., or of a texture the name of its image: "actors/x/eyes.rgba16.png"
  void declaration(void (ModelReader::*body)(std::string_view)) {
    const Token name = lexer_.next();
    if (name.kind != TokenKind::identifier || !lexer_.next().is("[")) return;
    while (true) {
      const Token token = lexer_.next();
      if (token.kind == TokenKind::end || token.is(";")) return;
      // Not `extern`.
      if (token.is("=") && !defined_.insert(name.text).second) model_.twice.insert(name.text);
      if (token.kind == TokenKind::literal && body == &ModelReader::texture) {
        model_.element_sizes.emplace(name.text, element_size_);
        model_.textures.emplace(name.text, picture_of(unquoted(token.text)));
        return;
      }
      if (token.is("{")) break;
    }
    (this->*body)(name.text);
  }

  // Ten numbers per vertex, in any braces: position, flag, texture position, color or normal; nine
  // as arguments of VTX, which has no flag. Arrays of anything else are not read.
  void vertices(std::string_view name) {
    std::vector<Vertex> list;
    numbers_.clear();
    std::size_t depth = 1;
    bool good = true, wide = false;
    Token token = lexer_.next();
    while (true) {
      if (token.kind == TokenKind::end || token.is(";")) {
        model_.unclosed.insert(name);
        return;
      }
      if (token.is("}")) {
        if (--depth <= 1 && !numbers_.empty()) good = false;
        if (depth == 0) break;
        token = lexer_.next();
      } else if (token.is("{")) {
        ++depth;
        token = lexer_.next();
      } else if (token.is(",")) {
        token = lexer_.next();
      } else if (token.is(".")) {
        lexer_.next();
        token = lexer_.next().is("=") ? lexer_.next() : Token{};
      } else {
        good = number(token) && good;
      }
      if (numbers_.size() < 10) continue;
      wide = wide || is_wide(numbers_);
      list.push_back(vertex(numbers_));
      numbers_.clear();
    }
    if (good) {
      if (wide) model_.wide.insert(name);
      model_.vertices.emplace(name, std::move(list));
    } else {
      model_.unread.insert(name);
    }
  }
  // The number that begins with `token`, which becomes the token after it; of VTX all of them.
  bool number(Token& token) {
    const std::uint32_t begin = token.begin;
    if (token.is("VTX") && lexer_.peek().is("(")) {
      lexer_.next();
      const std::vector<std::string_view> list = arguments();
      token = lexer_.next();
      bool good = list.size() == 9 && numbers_.empty();
      for (std::size_t i = 0; good && i < list.size(); ++i) {
        if (i == 3) numbers_.push_back(0);
        Lexer inner(list[i]);
        good = add(evaluate(inner, symbols()));
      }
      return good;
    }
    const bool minus = token.is("-");
    if (minus) token = lexer_.next();
    const auto value =
        token.kind == TokenKind::number ? parse_literal(token.text) : std::optional<std::int64_t>();
    const Token after = lexer_.next();
    if (value && (after.is(",") || after.is("}"))) {
      numbers_.push_back(minus ? -*value : *value);
      token = after;
      return true;
    }
    lexer_.rewind(begin);
    const bool good = add(evaluate(lexer_, symbols()));
    // An expression may end here, an array does not.
    token = lexer_.next();
    if (token.is(")") || token.is("]") || token.is(";")) token = lexer_.next();
    return good;
  }
  bool add(const Evaluated& result) {
    numbers_.push_back(result.value);
    return result.state == Evaluated::State::value;
  }
  // Six numbers of 16 bits, then four of 8, each signed or not.
  static bool is_wide(const std::vector<std::int64_t>& n) {
    const auto fits = [](std::int64_t value, int bits) {
      return value >= -(1 << (bits - 1)) && value < 1 << bits;
    };
    for (std::size_t i = 0; i < 10; ++i) {
      if (!fits(n[i], i < 6 ? 16 : 8)) return true;
    }
    return false;
  }
  static Vertex vertex(const std::vector<std::int64_t>& n) {
    Vertex vertex;
    for (std::size_t i = 0; i < 3; ++i)
      vertex.position[i] = static_cast<std::int16_t>(n[i]);
    for (std::size_t i = 0; i < 2; ++i)
      vertex.texel[i] = static_cast<std::int16_t>(n[4 + i]);
    for (std::size_t i = 0; i < 4; ++i)
      vertex.color[i] = static_cast<std::uint8_t>(n[6 + i]);
    return vertex;
  }

  void list(std::string_view name) {
    std::vector<ListCommand> commands;
    while (true) {
      const Token token = lexer_.next();
      if (token.kind == TokenKind::end || token.is(";")) {
        model_.unclosed.insert(name);
        break;
      }
      if (token.is("}")) break;
      if (token.is("{")) {
        // The words of a command as numbers.
        commands.push_back({token.text, {}});
        skip_braces();
      }
      if (token.kind != TokenKind::identifier) continue;
      commands.push_back({token.text, {}});
      if (!lexer_.peek().is("(")) continue;
      lexer_.next();
      commands.back().arguments = arguments();
    }
    model_.lists.emplace(name, std::move(commands));
  }
  void skip_braces() {
    for (std::size_t depth = 1; depth > 0;) {
      const Token token = lexer_.next();
      if (token.kind == TokenKind::end) return;
      if (token.is("{")) ++depth;
      if (token.is("}")) --depth;
    }
  }
  // The names that `#define` gave numbers to so far.
  const Symbols& symbols() {
    symbols_.learn(lexer_.defined());
    return symbols_;
  }
  // An argument with such names as its number.
  std::string_view numbered(std::string_view argument) {
    if ((symbols().enumerators.empty() && symbols_.macros.empty()) || parse_literal(argument))
      return argument;
    Lexer inner(argument);
    const Evaluated result = evaluate(inner, symbols_);
    if (result.state != Evaluated::State::value || inner.next().kind != TokenKind::end)
      return argument;
    return model_.own.emplace_back(std::to_string(result.value));
  }
  std::vector<std::string_view> arguments() {
    std::vector<std::string_view> list;
    std::size_t depth = 0;
    std::uint32_t begin = lexer_.peek().begin, end = begin;
    while (true) {
      const Token token = lexer_.next();
      if (token.kind == TokenKind::end) return list;
      if (depth == 0 && (token.is(",") || token.is(")"))) {
        if (end > begin) list.push_back(numbered(text_.substr(begin, end - begin)));
        if (token.is(")")) return list;
        begin = end = lexer_.peek().begin;
        continue;
      }
      if (token.is("(")) ++depth;
      if (token.is(")")) --depth;
      end = token.end();
    }
  }

  // NAME = gdSPDefLights1(ambient, diffuse, direction), or structures in braces: of a light alone
  // the colour comes first, of an ambient one and a light it is after the eight numbers of the
  // former.
  void lights(bool pair) {
    const Token name = lexer_.next();
    if (name.kind != TokenKind::identifier) return;
    std::vector<std::int64_t> numbers;
    while (true) {
      const Token token = lexer_.next();
      if (token.kind == TokenKind::end || token.is(";")) break;
      if (token.kind == TokenKind::number) {
        numbers.push_back(parse_literal(token.text).value_or(0));
      }
    }
    const bool macro = numbers.size() < 20;
    const std::size_t first = !pair ? 0 : macro ? 3 : 8;
    if (numbers.size() < first + 3) return;
    Light light;
    for (std::size_t i = 0; i < 3; ++i) {
      light.diffuse[i] = static_cast<float>(numbers[first + i] & 255) / 255.0F;
      light.ambient[i] = static_cast<float>(numbers[i] & 255) / 255.0F;
    }
    model_.lights.emplace(name.text, light);
  }

  // { #include "actors/x/picture.rgba16.inc.c" }, the name as a string, or the elements themselves
  void texture(std::string_view name) {
    model_.element_sizes.emplace(name, element_size_);
    if (const Token string = lexer_.peek(); string.kind == TokenKind::literal) {
      model_.textures.emplace(name, picture_of(unquoted(string.text)));
      return;
    }
    const std::uint32_t begin = lexer_.position();
    const std::size_t close = text_.find('}', begin);
    const std::string_view body = text_.substr(begin, close - begin);
    const std::size_t include = body.find("#include");
    if (include == std::string_view::npos) {
      model_.textures.emplace(name, std::string());
      return elements(name);
    }
    const std::size_t open = body.find('"', include);
    const std::size_t end = open == std::string_view::npos ? open : body.find('"', open + 1);
    model_.textures.emplace(name, end == std::string_view::npos
                                      ? std::string()
                                      : picture_of(body.substr(open + 1, end - open - 1)));
    lexer_.rewind(
        static_cast<std::uint32_t>(close == std::string_view::npos ? text_.size() : close));
  }
  static std::string_view unquoted(std::string_view literal) {
    return literal.size() > 2 ? literal.substr(1, literal.size() - 2) : std::string_view();
  }
  static std::string picture_of(std::string_view included) {
    if (included.ends_with(".inc.c")) included.remove_suffix(6);
    if (included.ends_with(".png")) included.remove_suffix(4);
    return std::string(included);
  }
  // Bytes an element takes; 0 for types that no texture has.
  static std::size_t element_size(std::string_view type) {
    if (type == "Texture" || type == "u8") return 1;
    return type == "u16" ? 2 : type == "u32" ? 4 : type == "u64" ? 8 : 0;
  }
  void elements(std::string_view name) {
    Bytes bytes = bytes_of(read_numbers(lexer_), element_size_);
    if (bytes.empty()) return;
    model_.texels.emplace(name, model_.own_bytes.emplace_back(std::move(bytes)));
  }
  // ROM_ASSET_LOAD_VTX(NAME, ...), ROM_ASSET_LOAD_TEXTURE(NAME, "actors/x/picture.rgba16.inc.c",
  // ...)
  void rom_asset(const Token& kind) {
    if (!lexer_.next().is("(")) return;
    const auto list = arguments();
    if (list.empty()) return;
    if (kind.is("ROM_ASSET_LOAD_VTX")) {
      model_.in_rom.insert(list[0]);
    } else if (list.size() > 1 && list[1].size() > 2 && list[1].starts_with('"')) {
      model_.textures.emplace(list[0], picture_of(unquoted(list[1])));
    }
  }

  std::string_view text_;
  Lexer lexer_;
  ModelSource& model_;
  Symbols symbols_;
  std::vector<std::int64_t> numbers_;  // of a vertex
  std::set<std::string_view> defined_;
  std::size_t element_size_ = 1;
};

}  // namespace

void read_model(std::string_view text, ModelSource& model, std::string_view path) {
  model.texts.push_back({text, std::string(path)});
  ModelReader(text, model).run();
}

Bytes read_elements(std::string_view text) {
  Lexer lexer(text);
  const std::vector<std::uint64_t> numbers = read_numbers(lexer);
  std::uint64_t most = 0;
  for (const std::uint64_t number : numbers)
    most = std::max(most, number);
  return bytes_of(numbers, most > 0xFFFFFFFF ? 8 : most > 0xFFFF ? 4 : most > 0xFF ? 2 : 1);
}

}  // namespace anmkit::sm64
