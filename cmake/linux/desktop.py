#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the MIME types of anmkit's formats and the thumbnailer of file managers: desktop.py FOLDER

FOLDER has anmkit.magic (anmkit explain --as magic --all) and formats.json (anmkit formats --json). A format with a
signature is found by it; one that has an extension for itself by that.
"""
import json
import pathlib
import re
import sys
from xml.sax.saxutils import quoteattr, escape

# Extensions that many other programs use.
SHARED = {".act", ".anm", ".arc", ".bin", ".c", ".dat", ".gpl", ".h", ".int", ".lua", ".n64", ".pak", ".tpl", ".txt",
          ".v64", ".z64"}
KINDS = {"ubyte": "byte", "uleshort": "little16", "ubeshort": "big16", "ulelong": "little32", "ubelong": "big32",
         "string": "string"}
# Fewer fixed bytes say less than a name.
LEAST_BYTES = 4
BYTES = {"byte": 1, "little16": 2, "big16": 2, "little32": 4, "big32": 4}


def matches(text):
    """{format: nested tests} from the lines of `file` magic, and how many bytes they fix at least."""
    found, stack = {}, []
    for line in text.splitlines():
        if not (parts := re.match(r"(>*)(\d+)\t(\w+)\t(\S+)(?:\t.*)?$", line)):
            if started := re.match(r"# ([a-z0-9-]+)$", line):
                root = found[started[1]] = []
                stack = [root]
            continue
        level, offset, kind, value = len(parts[1]), *parts.groups()[1:]
        test = (offset, KINDS[kind], value, [])
        del stack[level + 1:]
        stack[level].append(test)
        stack.append(test[3])
    return found


def fixed_bytes(tests):
    return min((len(re.sub(r"\\\d{3}", ".", value)) if kind == "string" else BYTES[kind])
               + (fixed_bytes(inner) if inner else 0) for _, kind, value, inner in tests)


def written(tests, indent):
    lines = []
    for offset, kind, value, inner in tests:
        start = f'{indent}<match type="{kind}" offset="{offset}" value={quoteattr(value)}'
        lines += [f"{start}>", *written(inner, indent + "  "), f"{indent}</match>"] if inner else [f"{start}/>"]
    return lines


def mime(format):
    return f"application/x-anmkit-{format['id']}"


def main():
    folder = pathlib.Path(sys.argv[1])
    formats = json.loads((folder / "formats.json").read_text())["formats"]
    magic = matches((folder / "anmkit.magic").read_text())
    lines, drawn = [], []
    for format in formats:
        tests = magic.get(format["id"])
        users = [one for one in formats if set(one["extensions"]) & set(format["extensions"])]
        globs = [name for name in format["extensions"] if len(users) == 1 and name not in SHARED]
        if not tests and not globs:
            continue
        lines += [f'  <mime-type type="{mime(format)}">', f"    <comment>{escape(format['title'])}</comment>"]
        if tests:
            priority = 50 if fixed_bytes(tests) >= LEAST_BYTES else 30
            lines += [f'    <magic priority="{priority}">', *written(tests, "      "), "    </magic>"]
        lines += [f'    <glob pattern="*{name}"/>' for name in globs]
        lines += ["  </mime-type>"]
        if format.get("toGltf") or format.get("play"):
            drawn.append(mime(format))
    if not drawn:
        sys.exit("desktop.py: no format can be drawn: expected `anmkit formats --json` in formats.json")
    (folder / "anmkit.xml").write_text("\n".join([
        '<?xml version="1.0" encoding="UTF-8"?>', "<!-- Made by cmake/linux/desktop.py. -->",
        '<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">', *lines, "</mime-info>", ""]))
    # The output is there already, as an empty file with a name of its own.
    (folder / "anmkit.thumbnailer").write_text(
        "[Thumbnailer Entry]\nTryExec=anmkit\nExec=anmkit render %i -o %o --size %sx%s --to png -f -q\n"
        f"MimeType={';'.join(drawn)};\n")


main()
