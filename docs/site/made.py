# SPDX-License-Identifier: MIT
"""Pages and files of the site that are made by the tool: commands, images, examples, viewers, downloads."""
import html
import pathlib
import re
import shutil
import sys
import tempfile
import zipfile

from pages import ROOT

EXAMPLES = ROOT / "examples"
DOORS = ["sm64.md", "playstation.md", "gamecube.md", "visual-novels.md", "craftstudio.md", "program.md"]
# (name, folder of examples/, inputs, options, frame of the still image)
SCENES = [
    ("robot", "craftstudio", ["robot-walk.csmodelanim", "--with", "robot.csmodel"], ["--camera", "28,12"], 3),
    ("wave", "sm64", ["wave.inc.c", "--with", "geo.inc.c"], ["--camera", "0,10"], 12),
    ("hop", "psx", ["HOP.ANM", "--with", "MODEL.TMD"], ["--camera", "20,10", "--lines", "4", "--background", "16181e"], 6),
    ("stalk", "gc", ["stalk.anm"], ["--camera", "15,12"], 40),
]
GALLERY = ["craftstudio/robot.csmodel", "craftstudio/robot-walk.csmodelanim", "craftstudio/robot-wave.csmodelanim",
           "sm64/wave.inc.c", "sm64/geo.inc.c", "psx/HOP.ANM", "psx/MODEL.TMD", "psx/ORBIT.ANC", "gc/stalk.anm", "gc/stalk.act",
           "gc/stalk.gpl", "gc/stalk.skn", "gc/stalk.tpl"]


def code_families():
    return re.findall(r"^## .* \(`(\w+)\.`\)$", (ROOT / "docs/codes.md").read_text(encoding="utf-8"), re.M)


# --- commands ---------------------------------------------------------------------------------

def entries(text):
    """(term, meaning) of each entry of a help text."""
    found = []
    for line in text.splitlines():
        if len(line) > 2 and line.startswith("  ") and line[2] not in " " or line.startswith("      --"):
            term, _, meaning = line.strip().partition("  ")
            found.append([term, meaning.strip()])
        elif line.startswith(" " * 30) and found:
            found[-1][1] = f"{found[-1][1]} {line.strip()}".strip()
    return found


def table(title, rows):
    escape = lambda text: html.escape(text, quote=False).replace("|", "&#124;")
    lines = [f"| {title} | meaning |", "| --- | --- |"]
    for term, meaning in rows:
        meaning = re.sub(r"(?<![\w-])(--[a-z][a-z-]+)", r"`\1`", escape(meaning))
        lines.append(f"| <code>{escape(term)}</code> | {meaning} |")
    return "\n".join(lines) + "\n"


def commands(tool):
    """`anmkit help VERB all` as a page per verb: place -> text."""
    verbs = [(term.split()[0], meaning) for term, meaning in entries(tool("--help").split("Verbs:\n")[1])
             if re.fullmatch(r"[a-z]+", term.split()[0]) and term.split()[0] != "help"]
    texts, headings = {}, set(re.findall(r"^## (\w+)$", (ROOT / "docs/cli.md").read_text(encoding="utf-8"), re.M))
    rows = []
    for verb, meaning in verbs:
        text = tool("help", verb, "all")
        head, _, rest = text.partition("\n\n")
        rest, _, example = rest.partition("\nExample:\n")
        usage, _, sentence = head.partition("\n  ")
        more = f"../cli.md#{verb}" if verb.capitalize() in headings else "../cli.md"
        lines = [f"# {verb}\n", f"{sentence[0].upper()}{sentence[1:]}. [The command line]({more}) describes it in detail.\n",
                 f"```text\n{usage}\n```\n"]
        if example:
            lines.append(f"## Example\n\n```sh\n{example.strip()}\n```\n")
        for group in re.split(r"^(?=\S.*:$)", rest, flags=re.M):
            title, _, body = group.partition(":\n")
            if found := entries(body):
                lines.append(f"## {title if title == 'Options' else 'Options: ' + title}\n\n{table('option', found)}")
        texts[f"commands/{verb}.md"] = "\n".join(lines)
        rows.append(f"| [{verb}]({verb}.md) | {meaning} |")
    if len(rows) < 10:
        sys.exit(f"expected at least 10 verbs in `anmkit --help`, found {len(rows)}")
    texts["commands/index.md"] = "\n".join([
        "# Every command\n", "`anmkit help VERB all` prints the same. [The command line](../cli.md) describes what they have in common.\n",
        "| command | what it does |\n| --- | --- |", *rows]) + "\n"
    return texts


# --- downloads --------------------------------------------------------------------------------

def release_files(version, dist, downloads):
    """(system, name, source or None, what it is, address or '') of each file of a release that the site lists."""
    listed = [
        ("windows-x64", f"anmkit-{version}-windows-x64.zip", "Windows, 64-bit", True),
        ("linux-x64", f"anmkit-{version}-linux-x64.tar.gz", "Linux, x86-64", True),
        ("linux-arm64", f"anmkit-{version}-linux-arm64.tar.gz", "Linux, ARM64", True),
        ("browser", f"anmkit-viewer-{version}.html", "Any browser: the viewer in one file", True),
        ("", f"anmkit_{version}_amd64.deb", "Debian, x86-64: the tool", True),
        ("", f"libanmkit-dev_{version}_amd64.deb", "Debian, x86-64: the library for C and C++", True),
        ("", f"anmkit_{version}_arm64.deb", "Debian, ARM64: the tool", True),
        ("", f"libanmkit-dev_{version}_arm64.deb", "Debian, ARM64: the library for C and C++", True),
        ("", f"anmkit-{version}.tgz", "npm: the JavaScript library", True),
        ("", f"anmkit-{version}-py3-none-manylinux_2_36_x86_64.whl", "Python, Linux x86-64", False),
        ("", f"anmkit-blender-{version}-linux-x64.zip", "Blender add-on, Linux", False),
        ("", f"anmkit-blender-{version}-windows-x64.zip", "Blender add-on, Windows", False),
        ("", f"anmkit-{version}.tar.gz", "Source", True),
        ("", "SHA256SUMS", "SHA-256 of every file", True),
        ("", f"anmkit-{version}.spdx.json", "Bill of materials (SPDX)", True),
        ("", "RELEASE-NOTES.md", "What is new", True),
    ]
    found = []
    for system, name, what, always in listed:
        source = dist / name if (dist / name).is_file() else None
        if always or source:
            found.append((system, name, source, what,
                          f"{downloads}/{name}" if downloads else f"download/{name}" if source else ""))
    return found


def linked(address, text):
    return f'<a href="{address}">{text}</a>' if address else text


def download_list(files):
    """One line per system; site.js marks the reader's."""
    lines = [f'<li data-system="{system}">{linked(address, what)} <code>{name}</code></li>'
             for system, name, _, what, address in files if system]
    return '<ul class="downloads">\n' + "\n".join(lines) + "\n</ul>"


def downloads_note(files):
    """Pages are made without a release, too, and links would lead to nothing."""
    if all(address for system, _, _, _, address in files if system):
        return ""
    return ('\n<p class="downloads-note">This copy of the site was made without a release, so that the files have no links: '
            "<code>./dev release</code> puts them into <code>dist/</code>, and <code>./dev site</code> then links them.</p>")


def download_page(files, version):
    missing = [name for _, name, _, _, address in files if not address]
    note = ("\n!!! note\n    Files without a link are not part of this copy of the site. [Building](contributing.md#build-and-test) "
            "makes them from the source.\n" if missing else "")
    rows = "\n".join(f"| {what} | {linked(address, f'<code>{name}</code>')} |" for _, name, _, what, address in files)
    return f"""# Download

anmkit {version}. One file per system, nothing to install. MIT licence.
{note}
{download_list(files)}

## Windows

Unpack the ZIP. Drop a file onto `anmkit.exe`: it opens in your browser. For commands, open a terminal in the folder.
`anmkit.dll` and its header are for [programs](c.md).
[Windows](windows.md) lists the differences from Linux.

## Linux

Unpack the archive: `bin/anmkit` runs from where it is. `install.sh` in it installs the tool, its manual page and
completions for you alone, without root. The `.deb` files are for Debian and its relatives.

## macOS and phones

There is no download of the tool for these systems. The viewer runs in every browser of the last years: it shows,
explains, checks and converts files, and uploads nothing. <a href="viewer/open.html">Open it here</a>.

## Try it

[The examples](examples.md) are one ZIP, in which the commands of all pages run.

## All files

| what | file |
| --- | --- |
{rows}
"""


# --- images, examples, viewers ----------------------------------------------------------------

def pictures(tool, folder, run):
    """Animated images, each with one frame as a still; transparent for both color schemes, but for white lines."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, family, inputs, options, frame in SCENES:
        common = ["render", *inputs, *options, "--quiet", "--force", "--size"]
        run(tool, *common, "480x400", "-o", folder / f"moving-{name}.webp", cwd=EXAMPLES / family)
        run(tool, *common, "480x400", "--frame", frame, "-o", folder / f"still-{name}.png", cwd=EXAMPLES / family)
    with ball(tool, run) as place:
        run(tool, "render", "bounce.txt", "--with", "ball.hg3", "-o", folder / "moving-ball.webp", "--quiet", cwd=place)
        run(tool, "render", "bounce.txt", "--with", "ball.hg3", "--frame", 12, "-o", folder / "still-ball.png", "--quiet", cwd=place)


class ball:
    """A folder with the example of CatSystem 2, whose images are drawn by a script."""

    def __init__(self, tool, run):
        self.folder = tempfile.TemporaryDirectory()
        place = pathlib.Path(self.folder.name)
        run(sys.executable, EXAMPLES / "cs2/make_examples.py", place)
        run(tool, "convert", "ball/", "-o", "ball.anm", "--quiet", cwd=place)
        shutil.copy(EXAMPLES / "cs2/bounce.txt", place)

    def __enter__(self):
        return pathlib.Path(self.folder.name)

    def __exit__(self, *_):
        self.folder.cleanup()


def examples(tool, folder, run):
    """The examples as files of the site, as the ZIP in which the commands of the pages run, and as a page."""
    kept = [path for path in sorted(EXAMPLES.rglob("*")) if path.is_file() and "__pycache__" not in path.parts]
    rows, contents = [], {}
    with ball(tool, run) as place:
        extra = {path.relative_to(place).as_posix(): path.read_bytes() for path in sorted(place.rglob("*")) if path.is_file()}
    for path in kept:
        name = path.relative_to(EXAMPLES).as_posix()
        (folder / "examples" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, folder / "examples" / name)
        contents[f"examples/{name}"] = contents[path.name] = path.read_bytes()
        rows.append(f'| <a href="examples/{name}" download><code>{name}</code></a> | {path.stat().st_size:,} |')
    contents |= extra
    with zipfile.ZipFile(folder / "anmkit-examples.zip", "w") as archive:
        for name, content in sorted(contents.items()):
            entry = zipfile.ZipInfo(f"anmkit-examples/{name}", (1980, 1, 1, 0, 0, 0))
            entry.external_attr, entry.compress_type = 0o644 << 16, zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    files = "\n".join(rows)
    return f"""# Examples

<a class="md-button md-button--primary" href="anmkit-examples.zip" download>anmkit-examples.zip</a>

Unpack it, open a terminal in the folder `anmkit-examples`, and run the commands of any page: each page runs from its
top. The commands call the tool `anmkit`: add its folder to `PATH`, or put it into the folder of the examples and write
`./anmkit` (on Windows `.\\anmkit`).

Scripts made these files for anmkit, so that they may be used for anything.

| file | bytes |
| --- | ---: |
{files}
"""


def viewers(tool, viewer, folder, run):
    """The viewer as one file each: empty, and with the examples. Both work from a disk."""
    page = ROOT / "viewer/demo_page.mjs"
    run("node", page, viewer, folder / "viewer/open.html", "anmkit viewer")
    with ball(tool, run) as place:
        shown = [*(EXAMPLES / name for name in GALLERY), place / "ball.anm", place / "ball.hg3"]
        run("node", page, viewer, folder / "viewer/gallery.html", "anmkit: examples", *shown)
