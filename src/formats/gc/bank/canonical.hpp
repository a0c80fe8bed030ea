// SPDX-License-Identifier: MIT
// The layouts of sections 8.4 and 13.1, for files that were edited or are new.
#pragma once

#include "anmkit/gc.hpp"

namespace anmkit::gc {

// A bank that says the same with every record at its canonical place: no sharing, no gaps, user
// data kept. Where an owner's offset is off the grid, all owners of that array take their records
// one after the other. Errors: more than 65535 records, or values that a track's type cannot store.
Result<BankRecords> canonical(const BankRecords& bank);

// The same for an actor: bones in boneArray order, controls after them. Names and user data are
// those given.
Actor canonical(const Actor& actor, std::string_view geo_palette, ByteView user_data);

// The record at an offset of a file; empty when it is outside.
std::string text_at(std::uint32_t offset, const std::vector<Gap>& gaps, std::uint64_t size);
Bytes bytes_at(std::uint32_t offset, std::uint32_t count, const std::vector<Gap>& gaps,
               std::uint64_t size);

}  // namespace anmkit::gc
