// SPDX-License-Identifier: MIT
// Arrays, headers and enumerators of the files of one folder, by name.
#include "formats/sm64/source/c_link.hpp"

#include "formats/sm64/check_place.hpp"
#include "formats/sm64/motion/channels.hpp"
#include "formats/sm64/source/c_parse.hpp"

namespace anmkit::sm64 {
namespace {

// The initialiser, else the header.
std::uint32_t place_of(const CHeader& header, std::string_view field) {
  const auto known = find_field(field);
  const std::uint32_t at = known && *known < kFieldCount ? header.fields_at[*known] : 0;
  return at > 0 ? at : header.range.begin;
}

}  // namespace

void CLinker::add(const CFile& file) {
  for (const CArray& array : file.arrays) {
    if (!arrays_.emplace(array.name, &array).second) {
      more_arrays_.emplace(std::pair(&file, std::string_view(array.name)), &array);
    }
    symbols_.array_lengths.emplace(array.name, array.elements.size());
  }
  for (const CHeader& header : file.headers)
    headers_.emplace(header.name, &header);
  for (const CEnumerator& one : file.enumerators)
    symbols_.enumerators.emplace(one.name, one.value);
  for (const auto& [name, reason] : file.opaque)
    opaque_.emplace(name, reason);
}

const CArray* CLinker::find(const CFile& file, std::string_view name) const {
  if (!more_arrays_.empty()) {
    const auto own = more_arrays_.find({&file, name});
    if (own != more_arrays_.end()) return own->second;
  }
  const auto found = arrays_.find(name);
  return found == arrays_.end() ? nullptr : found->second;
}

void CLinker::resolve(const CHeader& header, Header& to) const {
  for (const COpenField& open : header.open_fields) {
    Lexer lexer(open.expression);
    const Evaluated value = evaluate(lexer, symbols_);
    const auto field = find_field(open.field);
    if (field && value.state == Evaluated::State::value) set_field(to, *field, value.value);
  }
}

void CLinker::report(const CHeader& header, std::string_view field, const std::string& name,
                     const std::string& path, Findings& findings) const {
  const auto reason = opaque_.find(name);
  std::string message = header.name + ": " + std::string(field) + " refers to ";
  message += name.empty() ? "no array" : quoted(name);
  if (!name.empty()) {
    message += reason == opaque_.end() ? ", which is not defined"
                                       : ", which cannot be read: " + std::string(reason->second);
  }
  findings.error("E-CNAME", std::move(message), place_of(header, field),
                 path + "." + std::string(field));
}

std::vector<Motion> CLinker::link(const CFile& file, bool mario, bool coopdx,
                                  Findings* findings) const {
  std::vector<Motion> motions;
  motions.reserve(file.headers.size());
  for (std::size_t i = 0; i < file.headers.size(); ++i) {
    const CHeader& header = file.headers[i];
    Motion& motion = motions.emplace_back();
    motion.name = header.name;
    motion.header = header.header;
    motion.mario = mario;
    motion.offset = header.range.begin;
    motion.path = path_of("headers", i);
    motion.index_name = header.index;
    motion.values_name = header.values;
    resolve(header, motion.header);
    const CArray* index = find(file, header.index);
    const CArray* values = find(file, header.values);
    if (index != nullptr) motion.index = index->elements;
    if (values != nullptr) motion.values = values->elements;
    motion.coopdx = coopdx || file.spelling == Spelling::lua || proves_coopdx(motion);
    if (findings == nullptr) continue;
    if (index == nullptr) report(header, "index", header.index, motion.path, *findings);
    if (values == nullptr) report(header, "values", header.values, motion.path, *findings);
    for (const COpenField& open : header.open_fields) {
      Lexer lexer(open.expression);
      const Evaluated value = evaluate(lexer, symbols_);
      if (value.state == Evaluated::State::value) continue;
      if (value.name == header.index && index == nullptr) continue;
      findings->error("E-CNAME",
                      header.name + ": " + open.field + " uses " + quoted(value.name) +
                          ", which is not defined",
                      place_of(header, open.field), motion.path + "." + open.field);
    }
  }
  return motions;
}

void CLinker::check_tables(const CFile& file, std::string_view source, Findings& findings) const {
  for (std::size_t t = 0; t < file.tables.size(); ++t) {
    const CTable& table = file.tables[t];
    bool null = false, reported = false;
    const auto place = [&](std::size_t i) {
      return element_at(source, table.range, i, Syntax::c).value_or(table.range.begin);
    };
    for (std::size_t i = 0; i < table.elements.size(); ++i) {
      const std::string& name = table.elements[i];
      const std::string path = path_of("tables", t, "elements") + '[' + std::to_string(i) + ']';
      if (name.empty()) {
        null = true;
        continue;
      }
      if (null && !reported) {
        reported = true;
        findings.warning("W-TABLENULL",
                         table.name + " has NULL before element " + std::to_string(i) +
                             ": that number is not playable",
                         place(i), path);
      }
      if (!headers_.contains(name)) {
        findings.error("E-TABLEREF",
                       table.name + " refers to " + quoted(name) +
                           ", which is not a known header; name its file or folder with --with",
                       place(i), path);
      }
    }
  }
}

CLinker linker_of(const CDocument& document, Companions companions) {
  CLinker linker;
  linker.add(document.file);
  for (const Companion& companion : companions) {
    const auto* other = as<CDocument>(companion.document, kCId);
    if (other != nullptr && other != &document) linker.add(other->file);
  }
  return linker;
}

std::vector<Motion> CDocument::motions(Companions companions, const Options& options) const {
  const CLinker linker = linker_of(*this, companions);
  const bool coopdx = options.has("coopdx");
  auto own = linker.link(file, is_mario(), coopdx, nullptr);
  if (!own.empty() || file.tables.empty()) return own;
  // A table of headers that other sources define: in its order, each once.
  std::map<std::string, Motion> others;
  for (const Companion& companion : companions) {
    const auto* other = as<CDocument>(companion.document, kCId);
    if (other == nullptr || other == this) continue;
    for (Motion& motion : linker.link(other->file, other->is_mario(), coopdx, nullptr)) {
      std::string name = motion.name;
      others.emplace(std::move(name), std::move(motion));
    }
  }
  for (const CTable& table : file.tables) {
    for (const std::string& name : table.elements) {
      if (auto listed = others.extract(name)) own.push_back(std::move(listed.mapped()));
    }
  }
  return own;
}

}  // namespace anmkit::sm64
