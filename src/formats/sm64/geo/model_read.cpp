// SPDX-License-Identifier: MIT
// Reading the declarations of display-list sources.
#include <algorithm>

#include "formats/sm64/geo/model.hpp"
#include "formats/sm64/source/c_expression.hpp"

namespace anmkit::sm64 {
namespace {

class ModelReader {
 public:
  ModelReader(std::string_view text, ModelSource& model)
      : text_(text), lexer_(text), model_(model) {}

  void run() {
    while (true) {
      const Token token = lexer_.next();
      if (token.kind == TokenKind::end) return;
      if (token.is("Vtx")) declaration(&ModelReader::vertices);
      if (token.is("Gfx")) declaration(&ModelReader::list);
      const bool pair = token.is("Lights1");
      if (pair || token.is("Ambient_t") || token.is("Light_t")) lights(pair);
      if (token.is("Texture") || token.is("u8") || token.is("u64"))
        declaration(&ModelReader::texture);
    }
  }

 private:
  // NAME[..] = { ...
  void declaration(void (ModelReader::*body)(std::string_view)) {
    const Token name = lexer_.next();
    if (name.kind != TokenKind::identifier || !lexer_.next().is("[")) return;
    while (true) {
      const Token token = lexer_.next();
      if (token.kind == TokenKind::end || token.is(";")) return;
      if (token.is("{")) break;
    }
    (this->*body)(name.text);
  }

  // Ten numbers a vertex, whatever the braces: position, flag, texture place, colour or normal.
  void vertices(std::string_view name) {
    std::vector<Vertex> list;
    std::vector<std::int64_t> numbers;
    std::size_t depth = 1;
    bool minus = false;
    while (depth > 0) {
      const Token token = lexer_.next();
      if (token.kind == TokenKind::end) return;
      if (token.is("{")) ++depth;
      if (token.is("}")) --depth;
      if (token.is("-")) minus = true;
      if (token.kind != TokenKind::number) continue;
      const std::int64_t value = parse_literal(token.text).value_or(0);
      numbers.push_back(minus ? -value : value);
      minus = false;
      if (numbers.size() == 10) {
        list.push_back(vertex(numbers));
        numbers.clear();
      }
    }
    model_.vertices.emplace(name, std::move(list));
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
      if (token.kind == TokenKind::end || token.is("}")) break;
      if (token.kind != TokenKind::identifier || !lexer_.peek().is("(")) continue;
      lexer_.next();
      commands.push_back({token.text, arguments()});
    }
    model_.lists.emplace(name, std::move(commands));
  }
  std::vector<std::string_view> arguments() {
    std::vector<std::string_view> list;
    std::size_t depth = 0;
    std::uint32_t begin = lexer_.peek().begin, end = begin;
    while (true) {
      const Token token = lexer_.next();
      if (token.kind == TokenKind::end) return list;
      if (depth == 0 && (token.is(",") || token.is(")"))) {
        if (end > begin) list.push_back(text_.substr(begin, end - begin));
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
  // the colour comes first, of an ambient one and a light it stands behind the eight numbers of the
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
    for (std::size_t i = 0; i < 3; ++i)
      light.diffuse[i] = static_cast<float>(numbers[first + i] & 255) / 255.0F;
    model_.lights.emplace(name.text, light);
  }

  // { #include "actors/x/picture.rgba16.inc.c" }
  void texture(std::string_view name) {
    const std::uint32_t begin = lexer_.position();
    const std::size_t close = text_.find('}', begin);
    const std::string_view body = text_.substr(begin, close - begin);
    const std::size_t include = body.find("#include");
    std::string picture;
    if (include != std::string_view::npos) {
      const std::size_t open = body.find('"', include);
      const std::size_t end = open == std::string_view::npos ? open : body.find('"', open + 1);
      if (end != std::string_view::npos) picture = body.substr(open + 1, end - open - 1);
      if (picture.ends_with(".inc.c")) picture.resize(picture.size() - 6);
    }
    model_.textures.emplace(name, std::move(picture));
    lexer_.rewind(
        static_cast<std::uint32_t>(close == std::string_view::npos ? text_.size() : close));
  }

  std::string_view text_;
  Lexer lexer_;
  ModelSource& model_;
};

}  // namespace

void read_model(std::string_view text, ModelSource& model) {
  ModelReader(text, model).run();
}

// `Vtx NAME[` or `Gfx NAME[`: fast64 leaves `const` out.
bool is_model_text(std::string_view text) {
  for (const std::string_view type : {"Vtx ", "Gfx "}) {
    for (std::size_t at = text.find(type); at != std::string_view::npos;
         at = text.find(type, at + 1)) {
      if (at > 0 && (is_identifier_start(text[at - 1]) || is_digit(text[at - 1]))) continue;
      Lexer lexer(text.substr(at + type.size(), 256));
      if (lexer.next().kind == TokenKind::identifier && lexer.next().is("[")) return true;
    }
  }
  return false;
}

}  // namespace anmkit::sm64
