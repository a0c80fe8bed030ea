# SPDX-License-Identifier: MIT
"""Copies of the repository's pages for the site: links lead to pages of the site, and Markdown is what mkdocs reads."""
import os
import pathlib
import posixpath
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^( *)```")
ITEM = re.compile(r"^( *)([-*]|\d+\.) ")
COPIED = set()  # files of the repository that pages link to, and that are no pages
CODE = re.compile(r"(`+[^`]*`+)")
# Pages outside of docs/, and pages that another one replaces.
PLACES = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "SECURITY.md": "security.md",
          "CHANGELOG.md": "changelog.md", "LICENSE": "license.md", "docs/codes.md": "codes/index.md",
          "docs/spec/README.md": "spec/index.md", "bindings/js/README.md": "reference/javascript.md",
          "examples": "examples.md", "docs/site/index.md": "index.md", "docs/site/gallery.md": "gallery.md"}


def place_of(name):
    """The page or file of the site for a file of the repository, None if it has none."""
    if name in PLACES:
        return PLACES[name]
    if name.startswith("docs/"):
        return name.removeprefix("docs/")
    if name.startswith("examples/"):
        return name if (ROOT / name).is_file() else "examples.md"
    if (ROOT / name).is_file() and not name.endswith(".md"):
        COPIED.add(name)
        return f"files/{name}"
    return None


def anchor(heading):
    """The id of a heading, as in the repository's own links."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def slugify(text, separator):
    """The same for mkdocs, which gives the text of a heading without its marks."""
    return anchor(text)


def link_in(name, place):
    """Replaces the target of a link on the page `name`, which the site has at `place`."""
    def replace(found):
        target, mark, part = found[1].partition("#")
        if not target or re.match(r"[a-z]+:", target):
            return found[0]
        path = posixpath.normpath(posixpath.join(posixpath.dirname(name), target))
        there, mark, part = ("download.md", "", "") if (path, part) == ("README.md", "get-it") else (place_of(path), mark, part)
        if there is None:
            raise SystemExit(f"{name}: the site has no page for {path}; add it to PLACES in docs/site/pages.py")
        return f"]({os.path.relpath(there, posixpath.dirname(place) or '.')}{mark}{part})"
    return replace


def unlisted(line):
    """A line of a paragraph, after which Markdown needs a blank line before a list."""
    return line.strip() and not ITEM.match(line) and not line.startswith(("#", "|", ">", " ", "<"))


def plain(text):
    """A piece of a line outside of code: text that looks like an element is text."""
    return re.sub(r"<(?=[a-zA-Z/])(?!/?(?:a|br|img|div|span|p|sup|sub|ul|li|code|pre|strong|em)\b)", "&lt;", text)


def markdown(text, html=False):
    """The dialect of mkdocs: lists nest by four, and code in tables has no escapes. Pages with HTML are written in it."""
    text = re.sub(r"^<!-- .*? -->\n", "", text, flags=re.M)
    if html:
        return text
    lines, inside, listed = [], False, False
    for line in text.splitlines():
        if fence := FENCE.match(line):
            inside = not inside
            if inside and (found := re.match(r"^( *)```(\w+) (\S+)$", line)):
                line = f'{found[1]}```{found[2]}' + (f' title="{found[3]}"' if "." in found[3] else "")
        elif not inside:
            item = ITEM.match(line)
            if item and not listed and lines and unlisted(lines[-1]):
                lines.append("")
            listed = bool(item) or listed and (not line.strip() or line.startswith(" "))
            row = line.startswith("|")
            line = "".join((piece.replace("\\|", "|") if row else piece) if piece.startswith("`") else plain(piece)
                           for piece in CODE.split(line))
        if listed and (indent := len(line) - len(line.lstrip())) and line.strip():
            line = " " * (4 * ((indent + 1) // 2 if indent > 3 else 1)) + line.lstrip() if not inside or fence else \
                "  " + line
        lines.append(line)
    return "\n".join(lines) + "\n"


def staged(name, html=False):
    """A page of the repository as the site has it: its place and its text."""
    place = place_of(name)
    text = (ROOT / name).read_text(encoding="utf-8")
    # Not in code, where brackets may be followed by parentheses.
    parts = re.split(r"(^```.*?^```$|`[^`\n]*`)", text, flags=re.M | re.S)
    link = re.compile(r"\]\(([^)\s]+)\)")
    parts[::2] = [link.sub(link_in(name, place), part) for part in parts[::2]]
    return place, markdown("".join(parts), html)


def sections(name):
    """The anchors of a specification's sections by their numbers."""
    text = (ROOT / "docs/spec" / name).read_text(encoding="utf-8")
    return {found[2].rstrip("."): anchor(found[1])
            for found in re.finditer(r"^#+ ((\d+(?:\.\d+)*)\.? .*)$", text, re.M)}


def codes():
    """docs/codes.md as one page per family, on which each code is a heading: place -> text."""
    text = (ROOT / "docs/codes.md").read_text(encoding="utf-8")
    head, *families = re.split(r"^## ", text, flags=re.M)
    pages, index = {}, ["# Diagnostic codes\n", head.split("\n\n", 2)[2],
                        "`anmkit explain CODE` prints the same words.\n", "| family | codes |\n| --- | --- |"]
    for part in families:
        title, prefix = re.match(r"(.*) \(`(\w+)\.`\)\n", part).groups()
        page = re.search(r"\]\(spec/([\w-]+\.md)\)", part)
        numbers = sections(page[1]) if page else {}
        rows = re.findall(r"^\| `([A-Z0-9-]+)` \| (.*?) \| (.*?) \| (.*?) \| (.*?) \|$", part, re.M)
        lines = [f"---\nhide: [toc]\n---\n# Codes: {title}\n",
                 f"{len(rows)} codes with the prefix `{prefix}.` [All codes](index.md) lists the families.\n"]
        for code, severity, meaning, remedy, rule in rows:
            first = severity.split(",")[0]
            lines.append(f"## {prefix}.{code} {{: #{code.lower()} .code }}\n")
            lines.append(f'<span class="severity {first}">{severity}</span> {meaning}\n')
            if remedy != "–":
                lines.append(f"**What to do:** {remedy}\n")
            if rule != "–":
                there = f"../spec/{page[1]}#{numbers[rule]}" if page and rule in numbers else f"../spec/{page[1]}"
                lines.append(f"[Section {rule} of the specification]({there})\n")
        pages[f"codes/{prefix}.md"] = markdown("\n".join(lines))
        index.append(f"| [{title}]({prefix}.md) | {len(rows)} with the prefix `{prefix}.` |")
    return {"codes/index.md": markdown("\n".join(index)), **pages}
