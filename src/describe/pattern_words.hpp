// SPDX-License-Identifier: MIT
// Expressions of descriptions in the words of ImHex's patterns.
#pragma once

#include <string>
#include <string_view>

#include "describe/expression.hpp"

namespace anmkit {

class PatternWords {
 public:
  // Where an expression is.
  enum class Place : std::uint8_t {
    record,
    item,   // in the struct around an item, a level deeper
    below,  // in the record of such an item, whose parent is that struct
  };
  // `depth`: in how many structs.
  PatternWords(int depth, Place place) : depth_(depth), place_(place) {}

  std::string number(std::string_view expression) const;
  std::string truth(std::string_view expression) const;
  Place place() const { return place_; }

  // A name that is none of the language's own words.
  static std::string own(std::string_view name);

 private:
  std::string number(const Expression& of, const Expression::Node& node) const;
  std::string truth(const Expression& of, const Expression::Node& node) const;
  std::string plain(const Expression& of, const Expression::Node& node) const;
  std::string name(std::string_view word) const;

  int depth_;
  Place place_;
};

}  // namespace anmkit
