// SPDX-License-Identifier: MIT
// Declarations as C text, in the style of a profile (sections 4.2 to 4.4, 10.3).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "anmkit/sm64.hpp"

namespace anmkit::sm64 {

class TextWriter {
 public:
  TextWriter(std::string_view source, Profile profile) : source_(source), profile_(profile) {}

  void array(const CArray& array, bool is_index);
  void array_body(const std::vector<std::uint16_t>& elements, bool is_index);
  void header(const CHeader& header);
  void header_body(const CHeader& header);
  void table(const CTable& table);
  void table_body(const CTable& table);
  void blank() { text += '\n'; }
  std::string text;

 private:
  bool fast64() const;
  std::string_view end() const;
  static std::string four(std::int16_t value);
  std::string index_name(const std::string& name) const;
  void address(const TextRange& range);

  std::string_view source_;
  Profile profile_;
};

const CArray* find_array(const CFile& file, std::string_view name);

}  // namespace anmkit::sm64
