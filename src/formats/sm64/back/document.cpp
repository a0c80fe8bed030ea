// SPDX-License-Identifier: MIT
// Edited animations in the file that they came from.
#include <algorithm>
#include <set>

#include "formats/sm64/from_scene.hpp"
#include "formats/sm64/source/c_write.hpp"
#include "formats/sm64/source/spelling.hpp"

namespace anmkit::sm64 {
namespace {

void copy_fields(const Header& from, Header& to) {
  to.flags = from.flags;
  to.animYTransDivisor = from.animYTransDivisor;
  to.startFrame = from.startFrame;
  to.loopStart = from.loopStart;
  to.loopEnd = from.loopEnd;
}

bool same_fields(const Header& a, const Header& b) {
  return a.flags == b.flags && a.animYTransDivisor == b.animYTransDivisor &&
         a.startFrame == b.startFrame && a.loopStart == b.loopStart && a.loopEnd == b.loopEnd;
}

// New arrays of a file, with names that nothing else has.
class NewArrays {
 public:
  explicit NewArrays(CFile& file) : file_(file) {
    for (const CArray& array : file.arrays)
      names_.insert(array.name);
    for (const CHeader& header : file.headers)
      names_.insert(header.name);
  }
  std::string header_name(const std::string& name) { return unique(c_name(name)); }
  std::string add(std::span<const std::uint16_t> table, const std::string& name, ElementType type) {
    const auto known = made_.find(table.data());
    if (known != made_.end()) return known->second;
    CArray array;
    array.name = unique(c_name(name));
    array.type = type;
    array.elements.assign(table.begin(), table.end());
    made_.emplace(table.data(), array.name);
    file_.arrays.push_back(std::move(array));
    return file_.arrays.back().name;
  }
  // A second array of the same elements; its name follows that of `owner`.
  std::string copy_of(const std::string& array, const std::string& owner, std::string_view what) {
    const auto known = std::ranges::find(file_.arrays, array, &CArray::name);
    if (known == file_.arrays.end()) return array;
    CArray again = *known;
    again.name = unique(owner + std::string(what));
    file_.arrays.push_back(std::move(again));
    return file_.arrays.back().name;
  }

 private:
  std::string unique(const std::string& name) {
    std::string tried = name;
    for (int i = 2; !names_.insert(tried).second; ++i)
      tried = name + "_" + std::to_string(i);
    return tried;
  }
  CFile& file_;
  std::set<std::string> names_;
  std::map<const std::uint16_t*, std::string> made_;
};

// Mario's files hold headers in groups, each before the tables that it shares. Where an edit took a
// header out of the middle of a group, those after it get tables of their own: the order of the
// headers is that of the animations in the game's table.
void keep_order(CFile& file, NewArrays& arrays) {
  using Tables = std::pair<std::string, std::string>;
  std::set<Tables> seen;
  Tables last, copied_from, copied_to;
  for (CHeader& header : file.headers) {
    Tables own{header.values, header.index};
    if (own == copied_from) {
      own = copied_to;
    } else if (own != last && seen.contains(own)) {
      copied_from = own;
      copied_to = {arrays.copy_of(own.first, header.name, "_values"),
                   arrays.copy_of(own.second, header.name, "_indices")};
      own = copied_to;
    } else if (own != last) {
      copied_from = Tables();
      copied_to = Tables();
    }
    header.values = own.first;
    header.index = own.second;
    seen.insert(own);
    last = own;
  }
}

}  // namespace

Result<std::string> edited_document(const CDocument& document, const Back& back) {
  CFile file = document.file;
  std::set<const std::uint16_t*> own;
  for (std::size_t i = 0; i < file.arrays.size(); ++i) {
    const auto now = back.tables.changed.find(document.file.arrays[i].elements.data());
    own.insert(document.file.arrays[i].elements.data());
    if (now == back.tables.changed.end()) continue;
    own.insert(now->second.data());
    file.arrays[i].elements.assign(now->second.begin(), now->second.end());
  }
  NewArrays arrays(file);
  const std::size_t before = file.arrays.size();
  std::vector<std::string> added;
  for (std::size_t i = 0; i < back.clips.size(); ++i) {
    const Motion& motion = back.clips[i].motion;
    const bool known = i < document.file.headers.size();
    CHeader& header = known ? file.headers[i] : file.headers.emplace_back();
    if (!known) {
      header.name = arrays.header_name(motion.name);
      header.header.unusedBoneCount = motion.header.unusedBoneCount;
      added.push_back(header.name);
    }
    if (!same_fields(motion.header, back.clips[i].before != nullptr
                                        ? back.clips[i].before->motion.header
                                        : Header{}) ||
        !known) {
      copy_fields(motion.header, header.header);
    }
    if (!own.contains(motion.values.data()) && !motion.values.empty() &&
        (!known || back.tables.split)) {
      header.values = arrays.add(motion.values, header.name + "_values", ElementType::s16);
    }
    if (!own.contains(motion.index.data()) && !motion.index.empty() &&
        (!known || back.tables.split)) {
      header.index = arrays.add(motion.index, header.name + "_indices", ElementType::u16);
    }
  }
  // A new animation is playable when the table names it.
  if (file.tables.size() == 1) {
    auto& elements = file.tables.front().elements;
    auto end = elements.end();
    while (end != elements.begin() && (end - 1)->empty())
      --end;
    elements.insert(end, added.begin(), added.end());
  }
  // The converter of Mario's files lays tables out as they are: each after its headers.
  if (file.arrays.size() > before && back.all_mario()) {
    keep_order(file, arrays);
    return write_c(file, document.source, Profile::mario_dma);
  }
  return edited_source(file, document.source);
}

std::optional<BinaryFile> edited_pieces(const BinaryFile& pieces,
                                        std::span<const std::int32_t> references,
                                        const Back& back) {
  BinaryFile file = pieces;
  if (back.tables.split || references.size() != back.clips.size()) return {};
  for (auto* list : {&file.indexTables, &file.valueTables}) {
    const auto& from = list == &file.indexTables ? pieces.indexTables : pieces.valueTables;
    for (std::size_t i = 0; i < from.size(); ++i) {
      const auto now = back.tables.changed.find(from[i].elements.data());
      if (now == back.tables.changed.end()) continue;
      if (now->second.size() != from[i].elements.size()) return {};
      (*list)[i].elements.assign(now->second.begin(), now->second.end());
    }
  }
  for (std::size_t i = 0; i < references.size(); ++i) {
    if (references[i] < 0 || back.clips[i].same || back.clips[i].clip == nullptr) continue;
    const Reference& reference = file.references[static_cast<std::size_t>(references[i])];
    copy_fields(back.clips[i].motion.header, file.headers[reference.header].header);
  }
  return file;
}

}  // namespace anmkit::sm64
