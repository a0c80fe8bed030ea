// SPDX-License-Identifier: MIT
// Quick check of a compiled script: a pass over its words.
#include "formats/cs2/quick_check.hpp"

#include "anmkit/cs2.hpp"
#include "core/bytes.hpp"

namespace anmkit::cs2 {
namespace {

constexpr std::size_t kUsed = 3;  // parameters that a command has at most

// Values below this are right for a parameter: by command, parameter and type. 0: the type is not.
using Bounds = std::array<std::uint64_t, 4>;
using Rows = std::array<std::array<Bounds, kUsed>, kOpcodes>;

Rows make_rows() {
  constexpr std::uint64_t kAny = std::uint64_t{1} << 32, kNotNegative = std::uint64_t{1} << 31;
  Rows rows{};
  for (std::uint32_t op = 0; op < kOpcodes; ++op) {
    const Opcode& opcode = *find_opcode(op);
    for (std::size_t i = 0; i < kUsed; ++i) {
      const Role role = i < opcode.count ? opcode.roles[i] : Role::none;
      const std::uint64_t constant = role == Role::variable ? kVariables
                                     : role == Role::label  ? kNotNegative
                                                            : kAny;
      rows[op][i] = {constant, kVariables, kAny, 0};
    }
  }
  return rows;
}

}  // namespace

bool quick_check_script(ByteView bytes) {
  static const Rows kRows = make_rows();
  if (bytes.size() < kHeaderSize || !as_text(bytes).starts_with(std::string_view("ANM\0", 4)))
    return false;
  const std::uint64_t count = load<std::uint32_t, std::endian::little>(bytes.data() + 8);
  if (count == 0 || !fits(kHeaderSize, count * kTimelineSize, bytes.size())) return false;
  const std::byte* line = bytes.data() + kHeaderSize;
  bool sound = true;
  for (std::uint64_t i = 0; i < count; ++i, line += kTimelineSize) {
    const auto word = [line](std::size_t k) {
      return load<std::uint32_t, std::endian::little>(line + 4 * k);
    };
    const std::uint32_t op = word(0);
    if (op >= kOpcodes) return false;
    const auto& row = kRows[op];
    for (std::size_t k = 0; k < kUsed; ++k) {
      const std::uint32_t type = word(1 + 2 * k);
      sound = sound & (word(2 + 2 * k) < row[k][type < 3 ? type : 3]);
    }
  }
  return sound;
}

}  // namespace anmkit::cs2
