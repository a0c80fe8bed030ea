#include "formats/sm64/spelling.hpp"

#include "formats/sm64/c_link.hpp"
#include "formats/sm64/c_write.hpp"
#include "formats/sm64/fields.hpp"

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
  if (profile == Profile::coopdx_lua) return Spelling::lua;
  return profile == Profile::saturn_json ? Spelling::saturn : Spelling::c;
}

Result<CFile> parse_source(std::string_view text, Diagnostics& diagnostics) {
  switch (spelling_of(text)) {
    case Spelling::lua:
      return parse_lua(text, diagnostics);
    case Spelling::saturn:
      return parse_saturn(text, diagnostics);
    case Spelling::c:
      break;
  }
  return parse_c(text, diagnostics);
}

std::vector<Motion> motions_of(const CFile& file) {
  CLinker linker;
  linker.add(file);
  return linker.link(file, false, nullptr);
}

Result<std::string> edited_source(const CFile& file, std::string_view source) {
  const Spelling spelling = spelling_of(source);
  if (spelling == Spelling::c) return edited_text(file, source);
  Diagnostics unused;
  const auto from = parse_source(source, unused);
  if (from && declarations(*from) == declarations(file)) return std::string(source);
  const auto motions = motions_of(file);
  if (spelling == Spelling::lua) return write_lua(motions);
  if (motions.size() != 1) {
    return fail(std::string(kBadJson), "Saturn's JSON holds one animation", {}, "headers");
  }
  return write_saturn(motions.front(), source);
}

}  // namespace anmkit::sm64
