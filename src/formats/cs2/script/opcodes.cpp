// SPDX-License-Identifier: MIT
// The table of section 3.
#include "anmkit/cs2.hpp"

namespace anmkit::cs2 {
namespace {

using enum Role;
constexpr std::array<Opcode, kOpcodes> kTable = {{
    {"", 3, {number, number, maximum}},
    {"set", 3, {variable, number, maximum}},
    {"loop", 2, {variable, label}},
    {"jump", 1, {label}},
    {"if", 2, {variable, label}},
    {"ife", 3, {variable, number, label}},
    {"ifn", 3, {variable, number, label}},
    {"ifg", 3, {variable, number, label}},
    {"ifs", 3, {variable, number, label}},
    {"ifge", 3, {variable, number, label}},
    {"ifse", 3, {variable, number, label}},
    {"max", 1, {variable}},
    {"blend", 1, {number}},
    {"disp", 1, {number}},
    {"pos", 2, {number, number}},
    {"wait", 2, {number, maximum}},
    {"add", 2, {variable, number}},
    {"sub", 2, {variable, number}},
}};

}  // namespace

const Opcode* find_opcode(std::uint32_t op) {
  return op < kOpcodes ? &kTable[op] : nullptr;
}

}  // namespace anmkit::cs2
