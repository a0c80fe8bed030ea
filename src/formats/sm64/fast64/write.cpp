// SPDX-License-Identifier: MIT
// Fast64's draft keys for a glTF.
#include "formats/sm64/fast64/keys.hpp"

#include <algorithm>
#include <map>

#include "formats/sm64/motion/data_sets.hpp"

namespace anmkit::sm64 {
namespace {

struct Place {
  std::uint32_t variant = 0;
  const Motion* first = nullptr;  // of the data set
  std::string_view enumerator;    // of the table's element
};

std::vector<Place> places_of(std::span<const Motion> motions) {
  DataSets<> sets;
  std::vector<Place> last;  // of each data set
  std::vector<Place> places;
  for (const Motion& motion : motions) {
    const std::size_t set = sets.number(motion);
    const bool tables = !motion.index.empty() && !motion.values.empty();
    if (set == last.size()) {
      last.push_back({0, &motion, {}});
    } else {
      ++last[set].variant;
    }
    places.push_back(tables ? last[set] : Place{0, &motion, {}});
  }
  return places;
}

void write_header(JsonWriter& json, const Motion& motion, const Place& place) {
  const Header& h = motion.header;
  const auto flags = static_cast<std::uint16_t>(h.flags);
  json.begin_object();
  json.member("header_variant", place.variant);
  json.member("use_custom_name", true);
  json.member("custom_name", motion.name);
  if (!place.enumerator.empty()) {
    json.member("use_custom_enum", true);
    json.member("custom_enum", place.enumerator);
  }
  json.member("use_manual_loop", true);
  json.member("start_frame", h.startFrame);
  json.member("loop_start", h.loopStart);
  json.member("loop_end", h.loopEnd);
  json.member("trans_divisor", h.animYTransDivisor);
  std::uint16_t named = 0;
  for (const auto& [name, bit] : kFast64Flags) {
    json.member(name, (flags & bit) != 0);
    named |= bit;
  }
  json.member("set_custom_flags", (flags & ~named) != 0);
  json.member("custom_flags", hex_number(flags));
  json.end_object();
}

std::string clip_text(const Motion& motion, const Place& place) {
  const auto table = [&](const std::string& name, std::string_view ending) {
    return name.empty() ? place.first->name + std::string(ending) : name;
  };
  JsonWriter json;
  json.begin_object();
  json.key(kFast64Anim);
  json.begin_object();
  json.key("header");
  write_header(json, motion, place);
  json.member("values_table", table(motion.values_name, "_values"));
  json.member("indices_table", table(motion.index_name, "_indices"));
  json.end_object();
  json.end_object();
  return json.take();
}

std::string table_text(const Fast64Table& table) {
  JsonWriter json;
  json.begin_object();
  json.key(kFast64Table);
  json.begin_object();
  json.member("is_dma", table.is_dma);
  json.member("use_custom_table_name", !table.name.empty());
  if (!table.name.empty()) json.member("custom_table_name", table.name);
  json.member("null_delimiter", table.null_delimiter);
  json.key("elements");
  json.begin_array();
  for (const Fast64Element& element : table.elements) {
    json.begin_object();
    json.member("header_name", element.header_name);
    json.member("variant", element.variant);
    if (!element.enum_name.empty()) json.member("enum_name", element.enum_name);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  json.end_object();
  return json.take();
}

using ByName = std::map<std::string_view, std::size_t>;

ByName by_name_of(std::span<const Motion> motions) {
  ByName by_name;
  for (std::size_t i = 0; i < motions.size(); ++i)
    by_name.emplace(motions[i].name, i);
  return by_name;
}

// The first table that names one of the animations, in the document's own files or next to them.
const CTable* table_of(std::span<const CFile* const> files, const ByName& by_name) {
  for (const CFile* file : files) {
    for (const CTable& table : file->tables) {
      const bool known = std::ranges::any_of(
          table.elements, [&](const std::string& name) { return by_name.contains(name); });
      if (known) return &table;
    }
  }
  return nullptr;
}

// Enumerators by number, where only one has it: the enumeration of a table is not stored.
std::map<std::int64_t, std::string_view> enumerators_of(std::span<const CFile* const> files) {
  std::map<std::int64_t, std::string_view> names;
  for (const CFile* file : files) {
    for (const CEnumerator& one : file->enumerators) {
      const auto [place, fresh] = names.emplace(one.value, one.name);
      if (!fresh && place->second != one.name) place->second = {};
    }
  }
  return names;
}

Fast64Table listed(std::span<const Motion> motions, std::span<const Place> places) {
  Fast64Table table;
  for (std::size_t i = 0; i < motions.size(); ++i)
    table.elements.push_back({motions[i].name, {}, places[i].variant});
  return table;
}

// A table of C, whose last NULL is the delimiter; the animations learn their enumerators.
Fast64Table table_in_c(const CTable& from, std::span<const CFile* const> files,
                       const ByName& by_name, std::span<Place> places) {
  const auto enumerators = enumerators_of(files);
  Fast64Table table;
  table.name = from.name;
  table.null_delimiter = !from.elements.empty() && from.elements.back().empty();
  for (std::size_t i = 0; i < from.elements.size(); ++i) {
    if (table.null_delimiter && i + 1 == from.elements.size()) break;
    Fast64Element& element = table.elements.emplace_back();
    element.header_name = from.elements[i];
    const auto name = enumerators.find(static_cast<std::int64_t>(i));
    if (name != enumerators.end()) element.enum_name = name->second;
    const auto known = by_name.find(from.elements[i]);
    if (known == by_name.end()) continue;
    Place& place = places[known->second];
    element.variant = place.variant;
    if (place.enumerator.empty() && name != enumerators.end()) place.enumerator = name->second;
  }
  return table;
}

}  // namespace

void add_fast64_keys(Scene& scene, const MotionDocument& document, std::span<const Motion> motions,
                     Companions companions) {
  std::vector<const CFile*> files;
  if (const auto* own = as<CDocument>(&document, kCId)) files.push_back(&own->file);
  for (const Companion& companion : companions) {
    const auto* other = as<CDocument>(companion.document, kCId);
    if (other != nullptr && !files.empty()) files.push_back(&other->file);
  }
  std::vector<Place> places = places_of(motions);
  const ByName by_name = by_name_of(motions);
  const CTable* from = table_of(files, by_name);
  Fast64Table table =
      from != nullptr ? table_in_c(*from, files, by_name, places) : listed(motions, places);
  table.is_dma = !motions.empty() && std::ranges::all_of(motions, &Motion::mario);
  table.null_delimiter = table.null_delimiter && !table.is_dma;
  for (std::size_t i = 0; i < motions.size() && i < scene.clips.size(); ++i)
    scene.clips[i].extensions = clip_text(motions[i], places[i]);
  const auto root = std::ranges::find_if(scene.nodes, [](const Node& n) { return n.parent < 0; });
  if (root != scene.nodes.end()) root->extensions = table_text(table);
}

}  // namespace anmkit::sm64
