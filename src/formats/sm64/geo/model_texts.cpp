// SPDX-License-Identifier: MIT
// Texts of display lists: which are such, and where a word of a model is.
#include <algorithm>
#include <functional>
#include <initializer_list>

#include "core/paths.hpp"
#include "formats/sm64/geo/model.hpp"
#include "formats/sm64/source/c_tokens.hpp"

namespace anmkit::sm64 {
namespace {

const ModelSource::Text* text_of(const ModelSource& model, std::string_view word) {
  const std::less_equal<> order;
  for (const ModelSource::Text& one : model.texts) {
    const char* const end = one.text.data() + one.text.size();
    if (order(one.text.data(), word.data()) && order(word.data(), end)) return &one;
  }
  return nullptr;
}

// Whether `TYPE NAME[` is in a text.
bool declares(std::string_view text, std::initializer_list<std::string_view> types) {
  for (const std::string_view type : types) {
    for (std::size_t at = text.find(type); at != std::string_view::npos;
         at = text.find(type, at + 1)) {
      if (at > 0 && (is_identifier_start(text[at - 1]) || is_digit(text[at - 1]))) continue;
      Lexer lexer(text.substr(at + type.size(), 256));
      if (lexer.next().kind == TokenKind::identifier && lexer.next().is("[")) return true;
    }
  }
  return false;
}

}  // namespace

std::string_view ModelSource::path_of(std::string_view word) const {
  const Text* text = text_of(*this, word);
  return text == nullptr ? std::string_view() : text->path;
}

std::string ModelSource::place_of(std::string_view word) const {
  const Text* text = text_of(*this, word);
  if (text == nullptr || text->path.empty()) return {};
  const auto line = 1 + std::count(text->text.data(), word.data(), '\n');
  return std::string(file_name(text->path)) + ":" + std::to_string(line);
}

// fast64 leaves `const` out.
bool is_model_text(std::string_view text) {
  return declares(text, {"Vtx ", "Gfx "});
}

bool has_textures(std::string_view text) {
  return declares(text, {"Texture ", "u8 ", "u64 "});
}

}  // namespace anmkit::sm64
