// SPDX-License-Identifier: MIT
// The parser of C files, split over c_parse.cpp (declarations), c_arrays.cpp and
// c_initialisers.cpp (headers and tables).
#pragma once

#include <map>
#include <set>
#include <vector>

#include "anmkit/sm64.hpp"
#include "formats/sm64/findings.hpp"
#include "formats/sm64/source/c_expression.hpp"

namespace anmkit::sm64 {

// Why an array that a program loads when it starts cannot be read.
inline constexpr std::string_view kInRom = "its data is loaded from the ROM";

// Fields of struct Animation in order; sm64coopdx adds two lengths.
inline constexpr std::size_t kFieldCount = 9, kCoopFieldCount = 11;
std::string_view field_name(std::size_t field);
// Position of a field's name or alias (section 4.1); empty when there is none.
std::optional<std::size_t> find_field(std::string_view name);
// Stores a field's value; false when it is out of range (it is stored modulo its width).
bool set_field(Header& header, std::size_t field, std::int64_t value);

class CParser {
 public:
  CParser(std::string_view text, Diagnostics& diagnostics)
      : text_(text), lexer_(text), findings_(diagnostics) {}
  Result<CFile> run();

 private:
  struct Head {
    std::uint32_t begin = 0;
    std::string_view name;
    std::size_t dimensions = 0;
    std::optional<std::uint32_t> dimension_at;
    bool is_extern = false, is_typedef = false, is_enum = false, is_struct = false, pointer = false;
    bool animation = false, animation_table = false, is_unsigned = false;
    std::optional<ElementType> type;
    std::string_view last_word, word_before;
    bool is_c_linkage = false;
  };
  struct Pending {
    std::size_t header;
    std::size_t field;
    std::uint32_t at;
  };

  // c_parse.cpp
  bool item();
  bool head_token(Head& head, const Token& token);
  bool definition(Head& head);
  bool skip_balanced(char close);
  bool skip_statement();
  void report_type(const Head& head);
  bool parentheses(Head& head);
  const Symbols& symbols();
  bool read_enum(Head& head);
  bool expect_semicolon(TextRange& range);
  void finish();
  void check_dimensions();
  void check_left_out();
  bool is_left_out_header(std::uint32_t at) const;
  void check_duplicates();
  bool syntax(std::uint32_t at, const std::string& wanted);

  // c_arrays.cpp
  bool array(Head& head);
  bool array_elements(CArray& array, std::string& opaque);
  void quick_elements(CArray& array);
  bool array_element(CArray& array, std::size_t& position, std::string& opaque);
  void store(CArray& array, std::size_t position, std::int64_t value, std::uint32_t at);

  // c_initialisers.cpp
  bool header(Head& head);
  bool header_element(CHeader element, std::size_t& position);
  bool header_fields(CHeader& header);
  bool designator(std::size_t& position, bool& problem);
  bool field_value(CHeader& header, std::size_t field);
  bool reference(std::size_t field, std::string& name);
  bool table(Head& head, bool coop);
  bool table_elements(CTable& table);
  bool table_element(CTable& table, std::size_t& position);
  bool table_name(std::string& name);
  void skip_cast();

  std::string_view text_;
  Lexer lexer_;
  Findings findings_;
  CFile file_;
  Symbols symbols_;
  std::vector<Pending> pending_;
  struct DimensionAt {
    std::size_t array;
    std::uint32_t at;
  };
  std::vector<DimensionAt> dimensions_;
  // Definitions in braces whose type is not one of those that are read.
  struct LeftOut {
    std::string_view name, type;
    std::string meant;
    std::uint32_t begin, body;
  };
  std::vector<LeftOut> left_out_;
  std::set<std::string_view> aliases_;  // of struct Animation
  std::size_t aliases_read_ = 0;        // definitions that were looked through for them
  std::size_t linkage_depth_ = 0;       // of extern "C" braces
  std::size_t designated_ = 0;          // elements made by designators only
  std::optional<Error> error_;
};

}  // namespace anmkit::sm64
