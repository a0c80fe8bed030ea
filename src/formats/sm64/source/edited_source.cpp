// SPDX-License-Identifier: MIT
// The spelling of a text, and edited text in it.
#include "formats/sm64/fields.hpp"
#include "formats/sm64/source/c_link.hpp"
#include "formats/sm64/source/c_write.hpp"
#include "formats/sm64/source/profiles.hpp"

namespace anmkit::sm64 {
namespace {

// Everything but the places in the text.
std::string declarations(const CFile& file) {
  JsonWriter writer;
  writer.begin_object();
  write_fields(writer, file);
  writer.end_object();
  return writer.take();
}

bool is_saturn(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  if (first == std::string_view::npos || text[first] != '{') return false;
  for (const std::string_view key : {"\"looping\"", "\"nodes\"", "\"values\"", "\"indices\""}) {
    if (text.find(key) == std::string_view::npos) return false;
  }
  return true;
}

}  // namespace

Spelling spelling_of(std::string_view text) {
  if (is_saturn(text)) return Spelling::saturn;
  if (text.find("struct Animation") != std::string_view::npos) return Spelling::c;
  const bool calls = text.find("smlua_anim_util_register_animation") != std::string_view::npos;
  return calls ? Spelling::lua : Spelling::c;
}

Spelling spelling_of(Profile profile) {
  return spec_of(profile).spelling;
}

Result<CFile> parse_source(std::string_view text, Diagnostics& diagnostics) {
  return spec_of(spelling_of(text)).parse(text, diagnostics);
}

std::string lua_text(std::span<const Motion> motions, std::string_view) {
  return write_lua(motions);
}

std::string saturn_text(std::span<const Motion> motions, std::string_view from) {
  return motions.empty() ? std::string() : write_saturn(motions.front(), from);
}

std::vector<Motion> motions_of(const CFile& file) {
  CLinker linker;
  linker.add(file);
  return linker.link(file, false, false, nullptr);
}

Result<std::string> edited_source(const CFile& file, std::string_view source) {
  const SpellingSpec& spec = spec_of(spelling_of(source));
  if (spec.write == nullptr) return edited_text(file, source);
  Diagnostics unused;
  const auto from = spec.parse(source, unused);
  if (from && declarations(*from) == declarations(file)) return std::string(source);
  if (from && spec.spelling == Spelling::lua) {
    if (auto text = edited_lua(file, *from, source)) return std::move(*text);
  }
  const auto motions = motions_of(file);
  if (spec.single && motions.size() != 1) {
    return fail(std::string(kBadJson), "Saturn's JSON stores one animation", {}, "headers");
  }
  return spec.write(motions, source);
}

}  // namespace anmkit::sm64
