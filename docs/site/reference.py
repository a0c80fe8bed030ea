# SPDX-License-Identifier: MIT
"""References of the library from its headers (C++ and C) and types (TypeScript): one heading per declaration, its comment as text, its code
with links to other declarations.

Doxygen reads neither the headers' plain comments nor the theme, search and dark mode of the site."""
import html
import re

from pages import ROOT, anchor

HEADERS = ROOT / "include/anmkit"
NAME = re.compile(r"^(?:template <.*?>\s*)?(?:export |typedef )?(?:struct|class|enum class|enum|interface|type|using|concept)\s+(\w+)")
CONSTANT = re.compile(r"^(?:inline )?constexpr [\w:<>]+(?:<[^=]*>)? (\w+)")
POINTER = re.compile(r"^typedef [\w *]+\(\*(\w+)\)\(")
FUNCTION = re.compile(r"(?:^|[\s*&])(?:export function )?(operator\S+|\w+)\((?![^()]*\)\s*>)")


def prose(lines):
    """Comments as HTML: paragraphs, lists and code that is indented."""
    out, code, items, words = [], [], [], []

    def text(part):
        return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(" ".join(part), quote=False))

    def close():
        if code:
            out.append("<pre><code>" + html.escape("\n".join(code), quote=False) + "</code></pre>")
        if words:
            out.append(f"<p>{text(words)}</p>")
        if items:
            out.append("<ul>" + "".join(f"<li>{text(one)}</li>" for one in items) + "</ul>")
        code.clear(), words.clear(), items.clear()

    for line in lines:
        if not line.strip():
            close()
        elif line.startswith("- "):
            if not items:
                close()
            items.append([line[2:]])
        elif line.startswith("  ") and items:
            items[-1].append(line.strip())
        elif line.startswith("  "):
            if not code:
                close()
            code.append(line[2:])
        else:
            if code or items:
                close()
            words.append(line)
    close()
    return "\n".join(out)


def bare(line):
    """A line without comments, texts and characters, whose brackets count."""
    return re.sub(r"//.*|/\*.*?\*/|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'", "", line)


def uncomment(lines):
    text = [re.sub(r"^\s*(//|/\*\*?|\*(?!/))? ?", "", line) for line in lines]
    return [re.sub(r"\s*\*/$", "", line) for line in text]


def declarations(text, typescript=False):
    """(namespace, comment lines, code lines) of each group at the level of a namespace."""
    spaces, comment, code, depth, within = [], [], [], 0, False

    def flush():
        nonlocal comment, code
        if code:
            yield "::".join(spaces), uncomment(comment), code
        comment, code = [], []

    for line in text.splitlines():
        opened = re.match(r"namespace ([\w:]+) \{$", line)
        if depth == 0 and opened:
            yield from flush()
            spaces.append(opened[1])
        elif depth == 0 and re.match(r"\}  // namespace", line):
            yield from flush()
            spaces.pop()
        elif depth == 0 and re.match(r"/\* -+ .* -+ \*/$|extern \"C\" \{$|\}$", line):
            yield from flush()
        elif depth == 0 and (line.startswith(("#", "//", "/*")) or within):
            if code:
                yield from flush()
            within = line.startswith("/*") and "*/" not in line or within and "*/" not in line
            if not line.startswith("#"):
                comment.append(line)
        elif depth == 0 and not line.strip():
            yield from flush()
        else:
            if typescript and depth == 0 and line.startswith("export") and code:
                yield from flush()
            code.append(line)
            depth += sum(bare(line).count(one) for one in "{(") - sum(bare(line).count(one) for one in "})")
    yield from flush()


def names(code):
    """Declared names of a group, in order."""
    found, depth = [], 0
    for line in code:
        if depth == 0 and line.strip() and not line.startswith(("  ", "}", "template")):
            match = POINTER.match(line) or NAME.match(line) or CONSTANT.match(line) or FUNCTION.search(bare(line))
            if match and match[1] not in found and match[1] not in ("if", "for", "return"):
                found.append(match[1])
        depth += sum(bare(line).count(one) for one in "{(") - sum(bare(line).count(one) for one in "})")
    # Constants without a type of their own.
    if code[0].startswith("enum {"):
        found = re.findall(r"[A-Z][A-Z0-9_]+(?= = )", "\n".join(bare(line) for line in code))
    return found


def page(groups, language, place, where):
    """The sections of a page; `where` gets the inner namespaces and places of each name."""
    lines, marks = [], {}
    for space, comment, code in groups:
        declared = names(code)
        if not declared:
            continue
        mark = anchor("-".join([*space.split("::")[1:], declared[0]]))
        marks[mark] = marks.get(mark, 0) + 1
        mark += f"-{marks[mark]}" if marks[mark] > 1 else ""
        inner = space.removeprefix("anmkit").removeprefix("::")
        title = ", ".join(f"{inner}::{one}" if inner else one for one in declared)
        lines.append(f'## {title} {{: #{mark} .declaration }}\n')
        if comment:
            lines.append(f"{prose(comment)}\n")
        lines.append(f"```{language}\n" + "\n".join(code).strip("\n") + "\n```\n")
        for one in declared:
            where.setdefault(one, []).append((inner, f"{place}#{mark}"))
    return "\n".join(lines)


def cpp():
    """Pages of the C++ library, and where names are declared: (place -> text), (name -> [(namespace, place#anchor)])."""
    pages, where, rows = {}, {}, []
    for path in sorted(HEADERS.glob("*.hpp")):
        place = f"reference/cpp/{path.stem}.md"
        head, _, body = path.read_text(encoding="utf-8").partition("#pragma once\n")
        purpose = uncomment(head.splitlines()[1:])
        includes = re.findall(r'^#include "anmkit/(\w+)\.hpp"', body, re.M)
        lines = [f"---\ntitle: {path.name}\n---\n# anmkit/{path.name}\n", prose(purpose) + "\n",
                 f"```cpp\n#include <anmkit/{path.name}>\n```\n"]
        if includes:
            lines.append("Includes " + ", ".join(f"[{one}.hpp]({one}.md)" for one in includes) + ".\n")
        lines.append(page(declarations(body), "cpp", place, where))
        pages[place] = "\n".join(lines)
        first = " ".join(purpose).split("  ")[0]
        first = re.split(r"(?<=\.)\s", first)[0].rstrip(":")
        rows.append(f"| [{path.name}]({path.stem}.md) | {first} |")
    every = sorted((f"{inner}::{name}" if inner else name, there) for name, found in where.items() for inner, there in found)
    listed = "\n".join(f"- [{name}]({there})" for name, there in
                       sorted({name: there.removeprefix("reference/cpp/") for name, there in reversed(every)}.items(),
                              key=lambda one: one[0].lower()))
    pages["reference/cpp/index.md"] = "\n".join([
        "---\ntitle: The C++ library\n---\n# The C++ library\n",
        "The library has C++23 headers that include only the standard library. [For programmers](../../start/program.md) "
        "shows how to link it.\n",
        "| header | contents |\n| --- | --- |", *rows,
        f"\n## All names\n\n<div class=\"names\" markdown>\n\n{listed}\n\n</div>\n"])
    return pages, where


def javascript(readme):
    """The page of the npm package: its README, then each declaration of its types."""
    where, place = {}, "reference/javascript.md"
    text = (ROOT / "bindings/js/index.d.ts").read_text(encoding="utf-8").split("\n", 2)[2]
    groups = list(declarations(text, typescript=True))
    # Classes first: they are what programs call.
    calls = [one for one in groups if re.match(r"export (function|class)", one[2][0])]
    body = page([*reversed(calls), *[one for one in groups if one not in calls]], "ts", place, where)
    return readme.replace("# anmkit\n", "# The JavaScript library\n", 1) + "\n" + body, where


def c(page_text):
    """docs/c.md, then each declaration of the C header."""
    where = {}
    text = (ROOT / "include/anmkit.h").read_text(encoding="utf-8").split("\n#ifndef ", 1)[1]
    return page_text + "\n" + page(declarations(text), "c", "c.md", where), where


def link_names(text, page_place, where, relative):
    """The HTML of a page, in whose code known names are links: to the page itself, else to names of no family."""
    def replace(found):
        there = [one for inner, one in where.get(found[2], []) if one.startswith(f"{page_place}#")] or [
            one for inner, one in where.get(found[2], []) if not inner]
        if not there:
            return found[0]
        place, _, mark = there[0].partition("#")
        href = f"#{mark}" if place == page_place else f"{relative(place)}#{mark}"
        return f'<a class="{found[1]}" href="{href}">{found[2]}</a>'
    return re.sub(r'<span class="(n|nc|nf|nx|kt)">(\w+)</span>', replace, text)
