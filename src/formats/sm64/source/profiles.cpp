// SPDX-License-Identifier: MIT
// Profiles that are made from resolved animations (section 10.3): Lua, Saturn's JSON, and packs
// of sm64coopdx, which are folders.
#include <algorithm>
#include <array>
#include <set>

#include "core/c_name.hpp"
#include "core/letters.hpp"
#include "core/paths.hpp"
#include "formats/sm64/findings.hpp"
#include "formats/sm64/source/gather.hpp"
#include "formats/sm64/source/profiles.hpp"

namespace anmkit::sm64 {
namespace {

// Names that differ also where capitals do not count, as in the folders of some systems.
class Names {
 public:
  explicit Names(std::set<std::string> taken = {}) : used_(std::move(taken)) {}
  std::string unique(const std::string& name) {
    std::string tried = name;
    for (int i = 2; !used_.insert(lowered(tried)).second; ++i)
      tried = name + "_" + std::to_string(i);
    return tried;
  }

 private:
  std::set<std::string> used_;
};

// ---- Saturn ----

void report_saturn_losses(const Motion& motion, Findings& findings) {
  const Header& h = motion.header;
  const auto lost = [&](std::string_view field, std::int64_t value) {
    findings.warning("W-LOSS",
                     motion.name + ": " + std::string(field) + " " + std::to_string(value) +
                         " has no place in Saturn's JSON",
                     motion.offset, motion.path);
  };
  const auto flags = static_cast<std::int16_t>(static_cast<std::uint16_t>(h.flags) & 0xFFFEu);
  if (flags != 0) lost("flags", flags);
  if (h.startFrame != 0) lost("startFrame", h.startFrame);
  if (h.loopStart != 0) lost("loopStart", h.loopStart);
}

}  // namespace

Result<std::vector<OutputFile>> saturn_files(const Gathered& all, std::string_view,
                                             ConversionReport& report) {
  Findings findings(report.diagnostics);
  Names names;
  std::vector<OutputFile> files;
  for (const std::size_t i : all.order) {
    const Motion& motion = all.motions[i];
    report_saturn_losses(motion, findings);
    files.push_back({names.unique(portable_name(c_name(motion.name))) + ".json",
                     to_bytes(write_saturn(motion, {}))});
  }
  return files;
}

// ---- Lua ----

Result<std::vector<OutputFile>> lua_files(const Gathered& all, std::string_view title,
                                          ConversionReport&) {
  std::vector<OutputFile> files;
  files.push_back({std::string(title) + ".lua", to_bytes(write_lua(all.motions))});
  return files;
}

// ---- Packs ----

namespace {

// The id that a header of Mario's files has by its name: "anim_0A" is 10.
std::int64_t mario_id(std::string_view name) {
  if (!name.starts_with("anim_") || name.size() < 7 || name.size() > 8) return -1;
  std::int64_t id = 0;
  for (const char c : name.substr(5)) {
    const char low = static_cast<char>(c | 0x20);
    const bool letter = low >= 'a' && low <= 'f';
    if (!letter && (c < '0' || c > '9')) return -1;
    id = id * 16 + (letter ? low - 'a' + 10 : c - '0');
  }
  return id;
}

// The table of a pack. Mario's animations are at their ids, with NULL for those that are missing.
std::vector<std::int64_t> pack_slots(const Gathered& all) {
  if (!all.slots.empty()) {
    std::vector<std::int64_t> slots = all.slots;
    const std::set<std::int64_t> listed(slots.begin(), slots.end());
    for (const std::size_t i : all.order) {
      const auto place = static_cast<std::int64_t>(i);
      if (!listed.contains(place)) slots.push_back(place);
    }
    return slots;
  }
  std::vector<std::int64_t> by_id, in_order;
  bool ids = std::ranges::all_of(all.motions, &Motion::mario);
  for (std::size_t i = 0; i < all.motions.size(); ++i) {
    in_order.push_back(static_cast<std::int64_t>(i));
    const std::int64_t id = mario_id(all.motions[i].name);
    ids = ids && id >= 0;
    if (!ids) continue;
    const auto place = static_cast<std::size_t>(id);
    if (by_id.size() <= place) by_id.resize(place + 1, -1);
    ids = by_id[place] < 0;
    by_id[place] = in_order.back();
  }
  return ids ? by_id : in_order;
}

bool says_index(std::string_view name) {
  return name.find("index") != std::string_view::npos ||
         name.find("indices") != std::string_view::npos;
}

// One animation with arrays of its own, which the pack's loader distinguishes by their names.
CFile pack_file(const Motion& motion, const std::string& name, Names& names) {
  CFile file;
  const auto array = [&](std::span<const std::uint16_t> from, const std::string& wanted,
                         ElementType type) {
    CArray& made = file.arrays.emplace_back();
    made.name = names.unique(c_name(wanted));
    made.type = type;
    made.elements.assign(from.begin(), from.end());
    return made.name;
  };
  // A name with "index" is an index table to the loader.
  const std::string base = says_index(name) ? names.unique("anim") : name;
  const bool good_values = !motion.values_name.empty() && !says_index(motion.values_name);
  const bool good_index = says_index(motion.index_name);
  CHeader header;
  header.name = name;
  header.header = motion.header;
  header.header.values = header.header.index = header.header.length = 0;
  header.values =
      array(motion.values, good_values ? motion.values_name : base + "_values", ElementType::s16);
  header.index =
      array(motion.index, good_index ? motion.index_name : name + "_indices", ElementType::u16);
  file.headers.push_back(std::move(header));
  return file;
}

}  // namespace

Result<std::vector<OutputFile>> pack_files(const Gathered& all, std::string_view title,
                                           ConversionReport&) {
  std::vector<OutputFile> files;
  Names symbols;
  // The loader skips data.inc.c; table.inc.c is the table.
  Names file_names({"data", "table"});
  std::vector<std::string> headers;
  for (const Motion& motion : all.motions)
    headers.push_back(symbols.unique(c_name(motion.name)));
  CFile tables;
  CTable& table = tables.tables.emplace_back();
  table.name = symbols.unique(c_name(all.table.empty() ? title : all.table));
  for (std::size_t i = 0; i < all.motions.size(); ++i) {
    const CFile file = pack_file(all.motions[i], headers[i], symbols);
    files.push_back({file_names.unique(portable_name(headers[i])) + ".inc.c",
                     to_bytes(write_c(file, {}, Profile::dynos))});
  }
  for (const std::int64_t slot : pack_slots(all))
    table.elements.push_back(slot < 0 ? std::string() : headers[static_cast<std::size_t>(slot)]);
  files.push_back({"table.inc.c", to_bytes(write_c(tables, {}, Profile::dynos))});
  return files;
}

// ---- The tables ----

namespace {

constexpr std::size_t names_size() {
  std::size_t size = 0;
  for (const ProfileSpec& one : kProfiles)
    size += one.name.size() + 1;
  return size - 1;
}
constexpr auto kNames = [] {
  std::array<char, names_size()> names{};
  std::size_t at = 0;
  for (const ProfileSpec& one : kProfiles) {
    if (at > 0) names[at++] = '|';
    for (const char c : one.name)
      names[at++] = c;
  }
  return names;
}();

}  // namespace

std::string_view profile_names() {
  return {kNames.data(), kNames.size()};
}

std::optional<Profile> profile_named(std::string_view name) {
  const auto found = std::ranges::find(kProfiles, name, &ProfileSpec::name);
  if (found == std::ranges::end(kProfiles)) return {};
  return found->profile;
}

std::optional<Spelling> spelling_of_output(std::string_view output) {
  for (const SpellingSpec& spec : kSpellings) {
    for (const std::string_view ending : spec.endings) {
      if (!ending.empty() && output.ends_with(ending)) return spec.spelling;
    }
  }
  return {};
}

Profile asked_profile(const Options& options, std::string_view output, Profile otherwise) {
  if (const auto named = profile_named(options.text("profile"))) return *named;
  const auto told = spelling_of_output(output);
  return told && *told != Spelling::c ? spec_of(*told).usual : otherwise;
}

bool is_made(Profile profile, std::string_view output) {
  const ProfileSpec& spec = spec_of(profile);
  return spec.make != nullptr && (!spec.folder || output.ends_with('/'));
}

}  // namespace anmkit::sm64
