// SPDX-License-Identifier: MIT
// The characters of Shift-JIS that have two bytes (code page 932), which cmake/shift_jis.py writes.
#pragma once

namespace anmkit::cli::sys {

// A row per first byte (0x81 to 0x9F, 0xE0 to 0xFC), for second bytes from 0x40; 0: no character.
extern const char16_t kShiftJisPairs[60][189];

}  // namespace anmkit::cli::sys
