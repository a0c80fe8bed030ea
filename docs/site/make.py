#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the documentation site: a static folder for any web server, or to be opened from a disk.

    make.py TOOL VIEWER OUTPUT [--dist FOLDER] [--downloads URL]

TOOL is the built anmkit, VIEWER the built page of `./dev viewer`. Files of a release that are in the folder of --dist
become downloads of the site; with --downloads they are links to URL/NAME. Expects mkdocs-material (Debian), and the
npm package of package.json in node_modules. The same inputs give the same bytes.
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
import made
import pages
import python_reference
import reference

HERE = pathlib.Path(__file__).resolve().parent
ROOT = pages.ROOT
# What the theme leaves without a name, or out of reach of keys.
NAMED = {'data-md-component="search" role="dialog"': 'data-md-component="search" role="dialog" aria-label="Search"',
         'class="md-search__scrollwrap"': 'class="md-search__scrollwrap" tabindex="0"'}
THEME_NOTICES = pathlib.Path("/usr/share/doc/mkdocs-material/copyright")
WORKER = HERE / "node_modules/iframe-worker/shim/index.js"


def run(*words, **more):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, **more)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))} ended with {done.returncode}:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


# The words of the menu for pages with long titles; families in this order.
FAMILIES = {"sm64": "Super Mario 64", "psx": "PlayStation", "gc": "GameCube", "cs2": "CatSystem 2", "craftstudio": "CraftStudio",
            "containers": "Discs, ROMs, archives (planned)", "blocky": "Hytale, Bedrock, Blockbench (planned)", "anmkit": "Every format"}


def titled(folder, first=()):
    """The pages of a folder by their names, `first` and families before the others."""
    order = [*(name.removesuffix(".md") for name in first), *FAMILIES]
    stems = sorted(path.stem for path in (ROOT / "docs" / folder).glob("*.md") if path.stem != "README")
    family = {stem: next((name for name in order if stem == name or stem.startswith(f"{name}-")), None) for stem in stems}
    stems.sort(key=lambda stem: (order.index(family[stem]) if family[stem] else len(order), stem))
    return [{FAMILIES[family[stem]]: f"{folder}/{stem}.md"} if family[stem] in FAMILIES and folder != "start" else f"{folder}/{stem}.md"
            for stem in stems]


def with_title(text, title):
    """A page with another title for the browser than its menu has."""
    head = f'title: "{title}"\n'
    return text.replace("---\n", f"---\n{head}", 1) if text.startswith("---\n") else f"---\n{head}---\n{text}"


def navigation(commands, headers):
    """What the menu lists. Pages that are not there yet (C, Python) join by existing."""
    later = [{name: page} for name, page in (("C", "c.md"), ("Python", "python.md")) if (ROOT / "docs" / page).exists()]
    return [
        {"Start": ["index.md", {"Download": "download.md"}, *titled("start", made.DOORS), {"Examples": "examples.md"},
                   {"Compared with other tools": "compare.md"}]},
        {"Gallery": "gallery.md"},
        {"Guides": titled("guides")},
        {"Formats": [*titled("formats"), {"glTF": "gltf.md"}, {"BVH": "bvh.md"}]},
        {"Commands": [{"The command line": "cli.md"}, {"Every command": commands}, {"The viewer": "viewer.md"},
                      {"Blender": "blender.md"}, {"Windows": "windows.md"}, {"Linux": "linux.md"}, {"Limits": "limits.md"},
                      {"Diagnostic codes": ["codes/index.md", *({FAMILIES.get(one, one): f"codes/{one}.md"} for one in made.code_families())]}]},
        {"Programming": [{"C++": headers}, *later, {"JavaScript": "reference/javascript.md"},
                         {"What stays between versions": "stability.md"}]},
        {"Specifications": ["spec/index.md", *titled("spec")]},
        {"Inside": [{"Architecture": "architecture.md"}, {"Adding a format": "adding-a-format.md"},
                    {"Dependencies": "dependencies.md"}, {"Security": "security.md"}, {"Contributing": "contributing.md"},
                    {"Changes": "changelog.md"}, {"Licence": "license.md"}]},
    ]


def stage(tool, viewer, folder, dist, downloads):
    """Writes the pages and files that mkdocs reads. Gives the menu, files to add, and where names are."""
    version = re.search(r'kVersion\[\] = "([^"]+)"', (ROOT / "include/anmkit/anmkit.hpp").read_text())[1]
    texts = {}
    for name in ["CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "bindings/js/README.md", *sorted(
            str(path.relative_to(ROOT)) for path in (ROOT / "docs").rglob("*.md") if "node_modules" not in path.parts)]:
        if name != "docs/codes.md":
            place, text = pages.staged(name, html=name.startswith("docs/site/"))
            texts[place] = text
    texts |= pages.codes()
    cpp, names = reference.cpp()
    texts |= cpp
    texts["reference/javascript.md"], types = reference.javascript(texts["reference/javascript.md"])
    c_names = {}
    if (ROOT / "include/anmkit.h").exists() and "c.md" in texts:
        texts["c.md"], c_names = reference.c(texts["c.md"])
    if python_reference.PACKAGE.is_dir() and "python.md" in texts:
        texts["python.md"] = python_reference.python(texts["python.md"])
    commands = made.commands(lambda *words: run(tool, *words))
    texts |= {place: with_title(text, f"anmkit {pathlib.PurePath(place).stem}") for place, text in commands.items() if not place.endswith("index.md")}
    texts["commands/index.md"] = commands.pop("commands/index.md")
    texts["license.md"] = "# Licence\n\n```text\n" + (ROOT / "LICENSE").read_text() + "```\n"
    files = made.release_files(version, dist, downloads)
    texts["download.md"] = made.download_page(files, version)
    texts["index.md"] = texts["index.md"].replace("{{downloads}}", made.download_list(files) + made.downloads_note(files))
    made.pictures(tool, folder / "images", run)
    texts["examples.md"] = made.examples(tool, folder, run)
    for place in texts:
        family = next((FAMILIES[name] for name in FAMILIES if pathlib.PurePath(place).stem.split("-")[0] == name), None)
        what = {"spec": "specification", "codes": "diagnostic codes", "formats": "formats"}.get(place.split("/")[0])
        if family and what:
            texts[place] = with_title(texts[place], f"{family}: {what}")
    for place, text in texts.items():
        if left := re.search(r"\{\{\w+\}\}", text) if place == "index.md" else None:
            sys.exit(f"docs/site/index.md: nothing takes the place of {left[0]}")
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_text(text, encoding="utf-8")
    shutil.copytree(ROOT / "docs/images", folder / "images", dirs_exist_ok=True,
                    ignore=shutil.ignore_patterns("*.py", "*.mjs", "__pycache__"))
    shutil.copytree(HERE / "assets", folder / "assets", dirs_exist_ok=True)
    shutil.copy(ROOT / "viewer/public/icon.svg", folder / "assets/icon.svg")
    shutil.copy(WORKER, folder / "assets/iframe-worker.js")
    made.viewers(tool, viewer, folder, run)
    (folder / "notices.txt").write_text("\n\n".join(path.read_text(encoding="utf-8") for path in (
        viewer / "THIRD-PARTY.txt", THEME_NOTICES, WORKER.parents[1] / "LICENSE")), encoding="utf-8")
    headers = [{"Overview": "reference/cpp/index.md"}, *sorted(place for place in cpp if not place.endswith("index.md"))]
    for name in sorted(pages.COPIED):
        (folder / "files" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / "files" / name)
    menu = navigation(["commands/index.md", *sorted(commands)], headers)
    # Pages that no menu names yet.
    listed = json.dumps(menu)
    menu[-1]["Inside"] += [place for place in sorted(texts) if f'"{place}"' not in listed]
    kept = [source for _, _, source, _, _ in files if source and not downloads]
    return menu, kept, {"reference/cpp/": names, "reference/javascript.md": types, "c.md": c_names}


def finish(out, names):
    """What mkdocs does not do: links in code, the search for files on a disk, and nothing that is not used."""
    for folder, where in names.items():
        for path in sorted(out.rglob("*.html")):
            place = path.relative_to(out).as_posix().replace(".html", ".md")
            if place.startswith(folder) and where:
                text = path.read_text(encoding="utf-8")
                relative = lambda there: os.path.relpath(there.replace(".md", ".html"), os.path.dirname(place))
                path.write_text(reference.link_names(text, place, where, relative), encoding="utf-8")
    for path in out.rglob("*.html"):
        if "viewer" not in path.relative_to(out).parts[:-1]:
            text = path.read_text(encoding="utf-8")
            for old, new in NAMED.items():
                if text.count(old) != 1:
                    sys.exit(f"{path.relative_to(out)}: expected {old} once, found it {text.count(old)} times; see NAMED in make.py")
                text = text.replace(old, new)
            path.write_text(text, encoding="utf-8")
    # Words of the search end at spaces and dashes: parts of names that have dots and colons are found by themselves.
    listed = json.loads((out / "search/search_index.json").read_text(encoding="utf-8"))
    for one in listed["docs"]:
        parts = [part for name in re.findall(r"[\w-]+(?:(?:\.|::|/)[\w-]+)+", one["title"]) for part in re.split(r"\.|::|/", name)]
        one["text"] = " ".join([one["text"], *parts])
    index = json.dumps(listed, ensure_ascii=False, separators=(",", ":"))
    (out / "search/search_index.json").write_text(index, encoding="utf-8")
    (out / "search/search_index.js").write_text(f"window.anmkitSearchIndex = {index}\n", encoding="utf-8")
    for path in [*out.rglob("*.map"), *out.glob("sitemap.xml*"), out / "404.html"]:
        path.unlink()
    shutil.rmtree(out / "assets/javascripts/lunr")  # other languages than English
    for path in [*out.glob("assets/javascripts/**/*.js"), *out.glob("assets/stylesheets/*.css")]:
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub(r"(//# sourceMappingURL=\S+|/\*# sourceMappingURL=\S+ \*/)\s*$", "", text), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].strip())
    parser.add_argument("tool", type=pathlib.Path)
    parser.add_argument("viewer", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--dist", type=pathlib.Path, default=ROOT / "dist")
    parser.add_argument("--downloads", default="")
    given = parser.parse_args()
    tool, viewer, output = given.tool.resolve(), given.viewer.resolve(), given.output.resolve()
    for path, step in ((tool, "./dev build"), (viewer / "viewer.js", "./dev viewer"), (WORKER, "npm ci in docs/site"),
                       (THEME_NOTICES, "apt-get install mkdocs-material")):
        if not path.exists():
            sys.exit(f"expected {path}: run {step} first")
    work = output.with_name(f"{output.name}-work")
    shutil.rmtree(work, ignore_errors=True)
    staged, made_site = work / "pages", work / "site"
    staged.mkdir(parents=True)
    menu, kept, names = stage(tool, viewer, staged, given.dist, given.downloads.rstrip("/"))
    config = {"INHERIT": str(HERE / "mkdocs.yml"), "docs_dir": str(staged), "site_dir": str(made_site), "nav": menu,
              "theme": {"custom_dir": str(HERE / "theme")}}
    (work / "mkdocs.yml").write_text(json.dumps(config))
    environment = os.environ | {"PYTHONPATH": str(HERE), "PYTHONDONTWRITEBYTECODE": "1", "SOURCE_DATE_EPOCH": "0"}
    run("/usr/bin/mkdocs", "build", "--strict", "--quiet", "-f", work / "mkdocs.yml", env=environment)
    finish(made_site, names)
    # As they are: mkdocs would make pages of their texts.
    for source in kept:
        (made_site / "download").mkdir(exist_ok=True)
        shutil.copy(source, made_site / "download")
    shutil.rmtree(output, ignore_errors=True)
    made_site.rename(output)
    shutil.rmtree(work)
    count = len(list(output.rglob("*.html")))
    size = sum(path.stat().st_size for path in output.rglob("*") if path.is_file())
    print(f"{output}: {count} pages, {size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
