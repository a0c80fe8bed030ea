// SPDX-License-Identifier: MIT
// Findings about a compiled script, shown where the source specifies it.
#include <charconv>

#include "formats/cs2/script/source_text.hpp"

namespace anmkit::cs2 {
namespace {

// The number after `name` and '[', which check.cpp put into a path.
std::optional<std::size_t> index_in(std::string_view path, std::string_view name) {
  const std::size_t at = path.find(std::string(name) + "[");
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view digits = path.substr(at + name.size() + 1);
  std::size_t index = 0;
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), index);
  if (result.ec != std::errc{}) return std::nullopt;
  return index;
}

Diagnostic placed(Diagnostic finding, const SourceText& text,
                  const std::vector<SourcePlace>& places) {
  // Offsets of the compiled file have no effect in the text.
  finding.offset.reset();
  const auto line = index_in(finding.path, "lines");
  if (!line || *line >= places.size()) return finding;
  const SourcePlace& place = places[*line];
  std::size_t column = place.column;
  const auto slot = index_in(finding.path, ".params");
  if (slot && *slot < place.arguments.size()) column = place.arguments[*slot];
  finding.offset = text.lines()[place.line].offset + column;
  finding.path = text.position(place.line, column);
  finding.message += text.excerpt(place.line, column);
  return finding;
}

}  // namespace

void check_source(std::string_view source, Dialect dialect,
                  const std::vector<std::uint32_t>* image_ids, std::string_view image_name,
                  Diagnostics& diagnostics) {
  std::vector<SourcePlace> places;
  const auto file = compile(source, {dialect, &places}, diagnostics);
  if (!file) return;
  Diagnostics found;
  check(*file, image_ids, image_name, found);
  const SourceText text(source);
  for (Diagnostic& finding : found.finish())
    diagnostics.add(placed(std::move(finding), text, places));
}

}  // namespace anmkit::cs2
