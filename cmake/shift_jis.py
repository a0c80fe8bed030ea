#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the source with the characters of Shift-JIS (code page 932): shift_jis.py OUTPUT

One row of 189 characters per first byte, for second bytes from 0x40; 0 where there is none.
"""
import pathlib
import sys

LEADS = [*range(0x81, 0xA0), *range(0xE0, 0xFD)]
TRAILS = range(0x40, 0xFD)


def character(lead, trail):
    text = bytes([lead, trail]).decode("cp932", errors="replace")
    if len(text) == 1 and text != "\N{REPLACEMENT CHARACTER}":
        return ord(text)
    # Characters of the user's own, which Python leaves out; Windows and the C library read them so.
    if 0xF0 <= lead <= 0xF9 and trail != 0x7F:
        return 0xE000 + (lead - 0xF0) * 188 + trail - 0x40 - (trail > 0x7F)
    return 0


def main():
    rows = "".join("    {" + ",".join(str(character(lead, trail)) for trail in TRAILS) + "},\n" for lead in LEADS)
    pathlib.Path(sys.argv[1]).write_text(
        "// SPDX-License-Identifier: MIT\n// Made by cmake/shift_jis.py.\n"
        '#include "cli/platform/posix/shift_jis_table.hpp"\n\nnamespace anmkit::cli::sys {\n\n'
        f"const char16_t kShiftJisPairs[{len(LEADS)}][{len(TRAILS)}] = {{\n{rows}}};\n\n}}  // namespace anmkit::cli::sys\n")


main()
