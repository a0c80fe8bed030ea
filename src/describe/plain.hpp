// SPDX-License-Identifier: MIT
// Records whose every field is a number at a place of its own: any number of them is one entry of a
// walk, whose fields are found by division.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "describe/field_type.hpp"

namespace anmkit {

struct PlainField {
  std::uint32_t offset = 0;  // in the record
  const Field* field = nullptr;
  FieldType type;
  std::string path;  // "rot.x", "delta[2]"
};
struct PlainRecord {
  std::uint32_t size = 0;
  std::vector<PlainField> fields;  // by their offsets, without gaps

  // The field that contains a byte of the record.
  std::size_t at(std::uint32_t offset) const;
};

// Of each record of a description; empty for those that are not plain.
std::vector<std::optional<PlainRecord>> plain_records(const Description& description);

}  // namespace anmkit
