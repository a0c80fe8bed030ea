#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes RELEASE-NOTES.md: the files of a release, and its part of CHANGELOG.md: notes.py FOLDER"""
import pathlib
import re
import sys

from artifacts import ROOT, VERSION, files_of


def changes(text):
    """The section of the version, without its heading."""
    found = re.search(rf"^## {re.escape(VERSION)}\b[^\n]*\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    if not found or not found[1].strip():
        sys.exit(f"CHANGELOG.md: expected a section '## {VERSION} – DATE' with the changes of the version")
    return found[1].strip()


def without_links(text):
    """Notes are read outside of the sources, where links into them lead nowhere."""
    def plain(match):
        label, target = match.groups()
        if re.match(r"https?:", target):
            return match[0]
        return label if target.split("#")[0].endswith(label.split("/")[-1]) else f"{label} ({target})"
    return re.sub(r"\[([^\]]+)\]\(([^)]+)\)", plain, text)


def main():
    folder = pathlib.Path(sys.argv[1])
    rows = "\n".join(f"| `{path.name}` | {what} |" for path, what, _ in files_of(folder))
    text = f"""# anmkit {VERSION}

| file | for |
| --- | --- |
{rows}

`SHA256SUMS` lists the sums of all files (`sha256sum -c SHA256SUMS`), `anmkit-{VERSION}.spdx.json` what is inside of
each, with versions and licences. Page names below are those of the sources.

{without_links(changes((ROOT / "CHANGELOG.md").read_text()))}
"""
    beside = folder / ".RELEASE-NOTES.md"
    beside.write_text(text)
    beside.rename(folder / "RELEASE-NOTES.md")
    print(folder / "RELEASE-NOTES.md")


main()
