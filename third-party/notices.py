#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The notices of an artifact, its bill of materials, or the notices as a C++ source.

    notices.py tool|static|windows|wheel|npm|page [--sbom | --cpp] [-o FILE]

components.json lists what is inside of which artifact; licences/ has the texts. Versions are those of this system's
packages and of viewer/package-lock.json.
"""
import argparse
import json
import pathlib
import re
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
# What an expression names; exceptions are texts of their own, and the GPL does not reach what its exception allows.
WITHOUT_TEXT = {"GPL-3.0-or-later"}
# Licences that have the text of another one.
SAME_TEXT = {"LGPL-2.1-or-later": "LGPL-2.1-only"}


def printed(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def version_of(component, locked):
    if component.get("npm"):
        return locked[f"node_modules/{component['name']}"]["version"]
    if "pkgconfig" in component:
        return printed("pkg-config", "--modversion", component["pkgconfig"]) or "unknown"
    return printed("dpkg-query", "-W", "-f=${Version}", component["package"]) or "unknown"


def components_of(artifact):
    locked = json.loads((ROOT / "viewer/package-lock.json").read_text())["packages"]
    listed = json.loads((HERE / "components.json").read_text())
    return [{**one, "version": version_of(one, locked)} for one in listed if artifact in one["used"]]


def licences_of(components):
    ids = {word for one in components for word in re.split(r" (?:AND|WITH) ", one["licence"])}
    return sorted(ids - WITHOUT_TEXT)


def notices(artifact):
    components = components_of(artifact)
    parts = [(ROOT / "LICENSE").read_text(), "anmkit contains or uses this software of others.\n"]
    for one in components:
        lines = [f"{one['name']} {one['version']}: {one['licence']}"]
        lines += [f"  Copyright (c) {holder}" for holder in one["copyright"]]
        lines += [f"  {one['notice']}"] if "notice" in one else []
        parts.append("\n".join(lines) + "\n")
    for licence in licences_of(components):
        text = f"The text is that of {SAME_TEXT[licence]}.\n" if licence in SAME_TEXT else \
            (HERE / "licences" / f"{licence}.txt").read_text()
        parts.append(f"---- {licence} ----\n\n{text}")
    return "\n".join(parts)


def bill(artifact):
    """CycloneDX; without a time, so that the same packages give the same bytes."""
    header = (ROOT / "include/anmkit/anmkit.hpp").read_text()
    version = re.search(r'kVersion[^"]*"([0-9.]+)"', header).group(1)
    listed = [{"type": "library", "name": one["name"], "version": one["version"],
               "licenses": [{"expression": one["licence"]}], "copyright": "; ".join(one["copyright"])}
              for one in components_of(artifact)]
    return json.dumps({"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
                       "metadata": {"component": {"type": "application", "name": f"anmkit ({artifact})",
                                                  "version": version, "licenses": [{"license": {"id": "MIT"}}]}},
                       "components": listed}, indent=1, ensure_ascii=False) + "\n"


def source(text):
    pieces = "\n".join(f'    R"notice({text[i:i + 8000]})notice"' for i in range(0, len(text), 8000))
    return f"// Made by third-party/notices.py.\n#include \"cli/notices.hpp\"\n\nnamespace anmkit::cli {{\n\n" \
           f"const std::string_view kNotices =\n{pieces};\n\n}}  // namespace anmkit::cli\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("artifact", choices=("tool", "static", "windows", "wheel", "npm", "page"))
    parser.add_argument("--sbom", action="store_true")
    parser.add_argument("--cpp", action="store_true")
    parser.add_argument("-o", dest="output", type=pathlib.Path)
    wanted = parser.parse_args()
    text = bill(wanted.artifact) if wanted.sbom else notices(wanted.artifact)
    if wanted.cpp:
        text = source(text)
    if wanted.output:
        wanted.output.write_text(text, encoding="utf-8")
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
