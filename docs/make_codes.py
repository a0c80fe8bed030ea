#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the page of all diagnostic codes from the tables that the tool carries.

    make_codes.py TOOL > docs/codes.md

A test fails while the page is not what this prints.
"""
import json
import pathlib
import subprocess
import sys

PAGES = pathlib.Path(__file__).parent / "formats"
HEAD = """# Diagnostic codes

`docs/make_codes.py` makes this page from the tables in `src/formats/*/codes.cpp` and `src/formats/codes.cpp`; do not
edit it here. `anmkit explain CODE` prints the same words.

A code never changes its meaning and is never used again for another one. *Severity* lists the usual one first. An
error means that the file cannot be trusted, or that nothing was written. A warning means that something was lost, or
that the file works but probably not as meant. Information is worth knowing. *Rule* is the section of the family's
specification.
"""


def cell(text):
    return text.replace("|", "\\|")


def title(family):
    if family == "anmkit":
        return "Every format"
    return (PAGES / f"{family}.md").read_text().splitlines()[0].removeprefix("# ")


def page(tool):
    answer = subprocess.run([tool, "explain", "--all", "--json"], check=True, capture_output=True).stdout
    text, family = HEAD, None
    for code in json.loads(answer)["codes"]:
        if code["family"] != family:
            family = code["family"]
            page_name = code["specification"]
            text += f"\n## {title(family)} (`{family}.`)\n\n"
            if page_name:
                text += f"Sections are those of [{page_name}](spec/{page_name}).\n\n"
            text += "| code | severity | meaning | what to do | rule |\n| --- | --- | --- | --- | --- |\n"
        short = code["code"].split(".", 1)[1]
        text += (f"| `{short}` | {', '.join(code['severities'])} | {cell(code['meaning'])} | "
                 f"{cell(code['remedy']) or '–'} | {code['section'] or '–'} |\n")
    return text


if __name__ == "__main__":
    sys.stdout.write(page(sys.argv[1]))
