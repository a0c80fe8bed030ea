#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the source with the files of the viewer's page: embed.py OUTPUT [FOLDER]"""
import pathlib
import sys

HEADER = """// SPDX-License-Identifier: MIT
// Made by cmake/embed.py.
#include "cli/view/embedded_page.hpp"

"""


def main():
    folder = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
    files = sorted(p for p in folder.rglob("*") if p.is_file()) if folder else []
    if folder and not (folder / "index.html").is_file():
        sys.exit(f"{folder} has no index.html: ./dev viewer builds it")
    text = HEADER
    for i, file in enumerate(files):
        text += (f'asm(".section .rodata\\n"\n'
                 f'    ".globl anmkit_page_{i}, anmkit_page_{i}_end\\n"\n'
                 f'    "anmkit_page_{i}: .incbin \\"{file.resolve()}\\"\\n"\n'
                 f'    "anmkit_page_{i}_end: .byte 0\\n"\n    ".text\\n");\n')
    text += 'extern "C" {\n' if files else ""
    for i in range(len(files)):
        text += f"extern const char anmkit_page_{i}[], anmkit_page_{i}_end[];\n"
    text += "}\n\n" if files else ""
    text += "namespace anmkit::cli {\n\nstd::span<const EmbeddedFile> embedded_page() {\n"
    if files:
        text += "  static const EmbeddedFile kFiles[] = {\n"
        for i, file in enumerate(files):
            text += (f'      {{"{file.relative_to(folder).as_posix()}", {{anmkit_page_{i}, '
                     f"static_cast<std::size_t>(anmkit_page_{i}_end - anmkit_page_{i})}}}},\n")
        text += "  };\n  return kFiles;\n"
    else:
        text += "  return {};\n"
    text += "}\n\n}  // namespace anmkit::cli\n"
    pathlib.Path(sys.argv[1]).write_text(text)


main()
