#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the library as two files, for projects that keep its source: amalgamate.py FOLDER

anmkit.hpp has the public headers, anmkit.cpp all families. Images are not decoded, and Sampler (anmkit::playback) is
declared alone.

Sources have names for themselves alone in nameless namespaces, and many choose the same. In one file each source gets
a namespace of its own for them, and the functions outside of it a using-directive in their bodies. By the rules of the
language they find the same names as before, and no other source's.
"""
import functools
import pathlib
import re
import sys

from joined import own_names

ROOT = pathlib.Path(__file__).resolve().parents[1]
LEFT_OUT = {"cli", "pictures", "playback"}
# src/CMakeLists.txt leaves the same out without ANMKIT_CODECS.
CODECS = re.compile(r"src/convert/(draw|film|from_pictures|show_textures)[.]")
UNDEFINED = {"ANMKIT_HAVE_CODECS", "ANMKIT_NO_WAYS_BACK"}

HIDDEN = re.compile(r"""//[^\n]* | /\*.*?\*/ | R"(\w*)\(.*?\)\1" | "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.){1,4}'""", re.S | re.X)
INCLUDE = re.compile(r'^#include ([<"])([^>"]+)[>"].*\n', re.M)
ENTERED = re.compile(r"(?:inline )?namespace ([\w:]+) \{$")


def bare(text):
    """The same text with blanks for what is in comments and quotes."""
    return HIDDEN.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def without_branches(text):
    """Of conditions about what this library lacks, the branch that it has."""
    kept, stack = [], []
    for line in text.splitlines(keepends=True):
        if found := re.match(r"#\s*if(n?)def (\w+)", line):
            ours = found[2] in UNDEFINED
            stack.append((ours, not ours or found[1] == "n"))
            if ours:
                continue
        elif re.match(r"#\s*if", line):
            stack.append((False, True))
        elif re.match(r"#\s*else", line) and stack[-1][0]:
            stack[-1] = (True, not stack[-1][1])
            continue
        elif re.match(r"#\s*endif", line) and stack.pop()[0]:
            continue
        if all(shown for _, shown in stack):
            kept.append(line)
    return "".join(kept)


class Joined:
    """Headers and sources in one text; what each includes comes before it, once."""

    def __init__(self, done=()):
        self.seen, self.systems, self.parts = set(done), {}, []

    def add(self, path, families=""):
        self.seen.add(path)
        text = without_branches(path.read_text())
        # At the end of a header: for those who include it, after what it declares.
        last = re.search(r"#ifdef __wasm__\n#include .*\n#endif\n", text)
        text = text.replace(last[0], "") if last else text
        for kind, name in INCLUDE.findall(text):
            if kind == "<":
                # Intrinsics stay where their condition is.
                if not name.endswith("intrin.h"):
                    self.systems[name] = None
            elif name != "families.inc":
                header = self.find(name, path)
                if header not in self.seen:
                    self.add(header)
        text = text.replace('#include "families.inc"\n', families)
        text = INCLUDE.sub(lambda found: found[0] if found[2].endswith("intrin.h") else "", text)
        text = re.sub(r"^#pragma once\n|^// SPDX.*\n", "", text, flags=re.M)
        macros = set(re.findall(r"^#define\s+(\w+)", text, re.M)) - set(re.findall(r"^#undef\s+(\w+)", text, re.M))
        if path.suffix == ".cpp":
            text = separate(text, f"own_{len(self.parts)}")
            text += "".join(f"#ifdef {name}\n#undef {name}\n#endif\n" for name in sorted(macros))
        self.parts.append(f"// {path.relative_to(ROOT)}\n{text.strip()}\n")

    def find(self, name, path):
        for folder in (path.parent, ROOT / "src", ROOT / "include"):
            if (folder / name).is_file():
                return folder / name
        sys.exit(f"amalgamate.py: {path.relative_to(ROOT)} includes {name}: expected it in src or include")


@functools.cache
def declared_in(space):
    """The headers with declarations of a namespace, without comments and quotes."""
    texts = [bare(path.read_text()) for folder in ("include", "src") for path in (ROOT / folder).rglob("*.hpp")]
    return "\n".join(text for text in texts if re.search(rf"^namespace (?:\w+::)*{space} \{{", text, re.M))


def chunks(lines):
    """Declarations of a namespace, from their first line to where their brackets close."""
    start, depth = None, 0
    for number, line in enumerate(lines):
        if start is None:
            if not line.strip() or line[0] in " #}" or re.fullmatch(r"[A-Z_]+\(\w*\)", line):
                continue
            start = number
        depth += sum(map(line.count, "({[")) - sum(map(line.count, ")}]"))
        if depth == 0 and re.search(r"[;}]\s*$", line):
            yield start, number + 1
            start = None


def body_of(text):
    """Where the body of a function begins; none when the text defines no function."""
    end = text.rstrip()
    if not end.endswith("}"):
        return None
    depth = 0
    for at in range(len(end) - 1, -1, -1):
        depth += {"}": 1, "{": -1}.get(end[at], 0)
        if depth == 0:
            return at
    return None


def named(names):
    """Finds these names where they are not members of something."""
    words = "|".join(sorted(map(re.escape, names), key=len, reverse=True)) or "(?!)"
    return re.compile(rf"(?<![\w.:>])({words})\b")


def separate(text, own):
    """The source with a namespace of its own in place of the nameless ones."""
    # What is declared outside of them may be static.
    names = sorted(own_names(re.sub(r"^static .*\n", "", text, flags=re.M)))
    lines, shadow = text.splitlines(), bare(text).splitlines()
    spaces, inside, used, level = [], False, [], [""]
    for number, line in enumerate(shadow):
        if re.match(r"namespace \{", line):
            where = "::".join(spaces)
            used += [where] if where not in used else []
            lines[number] = f"namespace {own} {{"
            inside = True
        elif inside and lines[number].startswith("}  // namespace") and lines[number].strip() == "}  // namespace":
            lines[number] = f"}}  // namespace {own}"
            inside = False
        elif found := ENTERED.match(line.rstrip()):
            spaces.append(found[1])
        elif not inside and lines[number].startswith("}  // namespace ") and spaces:
            spaces.pop()
        level.append("\0" if inside else "::".join(spaces))
    if not used:
        return "\n".join(lines) + "\n"
    outside = [line if level[number + 1] != "\0" and level[number] != "\0" and "namespace" not in line.split("{")[0]
               else "" for number, line in enumerate(shadow)]
    directive = " ".join(f"using namespace ::{where}::{own};" for where in used)
    # Types and constants by their whole names, as headers that the source does not include may have them too.
    # Functions and variables may be those of headers as well, which a directive leaves to the compiler.
    types = named([name for name in names if name[0].isupper() or re.match("k[A-Z]", name)])
    others = named(names)
    for start, end in reversed(list(chunks(outside))):
        whole, hidden = "\n".join(lines[start:end]), "\n".join(shadow[start:end])
        at = body_of(hidden)
        function = at is not None and ")" in hidden[:at]
        places = {found.start(1) for found in types.finditer(hidden)}
        if not function:
            places |= {found.start(1) for found in others.finditer(hidden)}
        elif initial := re.search(r"\)(?: noexcept)?\s+:\s", hidden[:at]):
            # What a body does not cover: initial values of members.
            places |= {found.start(1) for found in others.finditer(hidden, initial.end(), at)
                       if hidden[found.end()] not in "({" or hidden[found.start() - 2] not in ",:"}
        inserted = [(place, f"{own}::") for place in places] + ([(at + 1, f" {directive}")] if function else [])
        for place, text in sorted(inserted, reverse=True):
            whole = whole[:place] + text + whole[place:]
        lines[start:end] = [whole]
    text = "\n".join(lines) + "\n"
    # A nameless namespace is searched for qualified names as well, after what the named one declares itself.
    parents = "|".join({where.split("::")[-1] for where in used})
    hidden = bare(text)
    for found in reversed(list(re.finditer(rf"(?<![\w:])({parents})::({'|'.join(names)})\b", hidden))):
        if not re.search(rf"\b{found[2]}\(", declared_in(found[1])):
            text = text[:found.start(2)] + f"{own}::" + text[found.start(2):]
    opened = "".join(f"namespace {where} {{ namespace {own} {{}} }}\n" for where in used)
    return opened + text


def main():
    folder = pathlib.Path(sys.argv[1])
    public = Joined()
    for header in sorted((ROOT / "include/anmkit").glob("*.hpp")):
        if header not in public.seen:
            public.add(header)
    version = re.search(r'kVersion[^"]*"([0-9.]+)"', (ROOT / "include/anmkit/anmkit.hpp").read_text()).group(1)
    licence = "".join(f"// {line}".rstrip() + "\n" for line in (ROOT / "LICENSE").read_text().splitlines())
    head = f"// SPDX-License-Identifier: MIT\n// anmkit {version}, all of the library in two files (./dev amalgamate).\n//\n{licence}"
    library = Joined(public.seen)
    folders = sorted(path for path in (ROOT / "src").iterdir() if path.is_dir() and path.name not in LEFT_OUT)
    sources = [path for folder in folders for path in sorted(folder.rglob("*.cpp"))
               if not CODECS.search(path.relative_to(ROOT).as_posix())]
    families = "".join(f"ANMKIT_FAMILY({path.parent.name})\n"
                       for path in sorted((ROOT / "src/formats").glob("*/family.cpp")))
    for path in sources:
        library.add(path, families)
    folder.mkdir(parents=True, exist_ok=True)

    def written(name, first, joined):
        systems = "".join(f"#include <{one}>\n" for one in sorted(joined.systems))
        (folder / f".{name}").write_text(f"{head}{first}{systems}\n" + "\n".join(joined.parts))
        (folder / f".{name}").rename(folder / name)
        print(f"{folder / name}: {sum(part.count(chr(10)) for part in joined.parts)} lines")

    written("anmkit.hpp", "#pragma once\n", public)
    written("anmkit.cpp", '#include "anmkit.hpp"\n', library)


if __name__ == "__main__":
    main()
