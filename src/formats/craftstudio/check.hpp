// SPDX-License-Identifier: MIT
// Checks of single values, shared by animations, models and projects.
#pragma once

#include "anmkit/craftstudio.hpp"
#include "formats/craftstudio/findings.hpp"

namespace anmkit::craftstudio {

// W-STRING-LONGFORM and W-UTF8.
void check_text(const Text& text, std::uint64_t offset, const std::string& path,
                Findings& findings);
// W-QUAT-NORM and E-QUAT-ZERO; nothing of a unit.
bool is_unit(const Float4& q);
void check_quat(const Float4& q, std::uint64_t offset, const std::string& path, Findings& findings);
// I-TRAILING; `end` is the logical end of the file.
void check_trailing(const Bytes& trailing, std::uint64_t end, Findings& findings);

}  // namespace anmkit::craftstudio
