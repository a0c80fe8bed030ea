// SPDX-License-Identifier: MIT
// Canonical C text (sections 4.3, 4.4, 10.3).
#include "formats/sm64/source/c_write.hpp"

#include <algorithm>
#include <set>

#include "formats/sm64/source/c_text.hpp"
#include "formats/sm64/source/c_tokens.hpp"
#include "formats/sm64/source/profiles.hpp"

namespace anmkit::sm64 {
namespace {

// All headers that share a data set, then its arrays (section 4.2).
void write_mario(const CFile& file, TextWriter& writer) {
  std::vector<bool> done(file.headers.size());
  std::set<std::string_view> written;
  for (std::size_t i = 0; i < file.headers.size(); ++i) {
    if (done[i]) continue;
    const CHeader& first = file.headers[i];
    for (std::size_t j = i; j < file.headers.size(); ++j) {
      const CHeader& other = file.headers[j];
      if (done[j] || other.index != first.index || other.values != first.values) continue;
      done[j] = true;
      writer.header(other);
      writer.blank();
    }
    writer.blank();
    for (const bool is_index : {true, false}) {
      const CArray* array = find_array(file, is_index ? first.index : first.values);
      if (array == nullptr || !written.insert(array->name).second) continue;
      writer.array(*array, is_index);
      writer.blank();
    }
  }
}

// Values, index, header of each animation, a blank line between (section 4.3).
void write_plain(const CFile& file, TextWriter& writer, bool trailing_blank) {
  std::set<std::string_view> written;
  bool any = false;
  const auto separate = [&] {
    if (any && !trailing_blank) writer.blank();
    any = true;
  };
  const auto after = [&] {
    if (trailing_blank) writer.blank();
  };
  const auto array = [&](std::string_view name, bool is_index) {
    const CArray* found = find_array(file, name);
    if (found == nullptr || !written.insert(found->name).second) return;
    separate();
    writer.array(*found, is_index);
    after();
  };
  for (const CHeader& header : file.headers) {
    array(header.values, false);
    array(header.index, true);
    separate();
    writer.header(header);
    after();
  }
  for (const CArray& other : file.arrays)
    array(other.name, other.type == ElementType::u16);
  for (const CTable& table : file.tables) {
    separate();
    writer.table(table);
    after();
  }
}

}  // namespace

std::string write_c(const CFile& file, std::string_view source, Profile profile) {
  if (const auto write = spec_of(spelling_of(profile)).write)
    return write(motions_of(file), source);
  TextWriter writer(source, profile);
  if (profile == Profile::mario_dma) {
    write_mario(file, writer);
  } else {
    write_plain(file, writer, profile == Profile::fast64);
  }
  return std::move(writer.text);
}

std::string mario_text(std::span<const CHeader> headers, const CArray& index,
                       const CArray& values) {
  TextWriter writer("", Profile::mario_dma);
  for (const CHeader& header : headers) {
    writer.header(header);
    writer.blank();
  }
  writer.blank();
  writer.array(index, true);
  writer.blank();
  writer.array(values, false);
  writer.blank();
  return std::move(writer.text);
}

}  // namespace anmkit::sm64
