// SPDX-License-Identifier: MIT
// Types of fields.
#pragma once

#include <optional>

#include "describe/description.hpp"

namespace anmkit {

struct FieldType {
  enum class Kind : std::uint8_t {
    integer,
    real,
    bytes,
    text,
    text_zero,
    text_varint,
    record,
    let
  };
  Kind kind = Kind::bytes;
  std::uint8_t width = 0;  // bytes of a number
  bool is_signed = false;
  std::uint8_t record = 0;  // its number in the description

  bool is_number() const { return kind == Kind::integer || kind == Kind::real; }
};
// Of one type. Empty: a mistake in the table.
std::optional<FieldType> type_of(const Description& description, std::string_view type);

}  // namespace anmkit
