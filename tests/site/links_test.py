#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every link of the documentation site leads to a file and an id of it, and nothing is loaded from outside.

    links_test.py SITE [OTHER]

SITE is the folder that docs/site/make.py makes; OTHER a second one, which has the same bytes."""
import html.parser
import json
import pathlib
import re
import sys
import tempfile
import unittest
import urllib.parse

SITE = pathlib.Path(sys.argv.pop(1)).resolve()
OTHER = pathlib.Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else None
ROOT = pathlib.Path(__file__).resolve().parents[2]
# Pages that hold the viewer; its own tests look into them.
VIEWERS = ("viewer/", "download/")
# Attributes that load something as soon as a page opens.
LOADS = {"src", "srcset", "poster", "data"}


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.title = ""
        self.ids, self.twice, self.links, self.loads, self.styles, self.inside = set(), [], [], [], [], None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        for name in {given.get("id"), given.get("name") if tag == "a" else None} - {None}:
            if name in self.ids:
                self.twice.append(name)
            self.ids.add(name)
        for name, value in attributes:
            if name in LOADS or tag == "link" and name == "href" and given.get("rel") not in ("prev", "next", "canonical"):
                self.loads.append(value)
            elif name == "href":
                self.links.append(value)
            elif name == "style":
                self.styles.append(value)
        self.inside = tag

    def handle_data(self, data):
        if self.inside == "title" and not self.title:
            self.title = data.strip()
        if self.inside == "style":
            self.styles.append(data)


def pages(site):
    found = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))
             if not path.relative_to(site).as_posix().startswith(VIEWERS)}
    return found


def broken(site, found):
    """Links and resources that lead to nothing inside of the site."""
    for path, page in found.items():
        for link in page.links + page.loads:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or link.startswith("//"):
                continue
            if link.startswith("/"):
                yield f"{path.relative_to(site)}: {link} leaves the folder of the site"
                continue
            target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            if not target.is_relative_to(site) or not target.is_file():
                yield f"{path.relative_to(site)}: there is no {link}"
            elif parts.fragment and target in found and urllib.parse.unquote(parts.fragment) not in found[target].ids:
                yield f"{path.relative_to(site)}: {parts.path or 'the page'} has no id {parts.fragment}"


def outside(site, found):
    """Resources of other hosts."""
    address = re.compile(r"(?:url\(\s*['\"]?|@import\s+['\"]?)((?:https?:)?//[^'\")\s]+)")
    for path, page in found.items():
        yield from (f"{path.relative_to(site)}: loads {one}" for one in page.loads if re.match(r"(https?:)?//", one))
        yield from (f"{path.relative_to(site)}: loads {one}" for text in page.styles for one in address.findall(text))
    for path in site.rglob("*.css"):
        yield from (f"{path.relative_to(site)}: loads {one}" for one in address.findall(path.read_text(encoding="utf-8")))


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.pages = pages(SITE)

    def test_the_site_has_its_pages(self):
        names = {path.relative_to(SITE).as_posix() for path in self.pages}
        self.assertGreater(len(names), 60)
        families = [path.name for path in (ROOT / "src/formats").iterdir() if path.is_dir()]
        for name in ["index.html", "download.html", "gallery.html", "examples.html", "compare.html", "reference/javascript.html",
                     "python.html", "c.html",
                     "commands/convert.html", *(f"formats/{one}.html" for one in families), *(f"codes/{one}.html" for one in families),
                     *(path.relative_to(ROOT / "docs").as_posix().replace(".md", ".html").replace("README", "index")
                       for folder in ("start", "guides", "spec") for path in (ROOT / "docs" / folder).glob("*.md")),
                     *(f"reference/cpp/{path.stem}.html" for path in (ROOT / "include/anmkit").glob("*.hpp"))]:
            self.assertIn(name, names)
        doors = [link for link in self.pages[SITE / "index.html"].links if link.startswith("start/")]
        self.assertGreaterEqual(len(set(doors)), 6)

    def test_python_has_every_name(self):
        text = (ROOT / "bindings/python/anmkit/__init__.py").read_text(encoding="utf-8")
        names = re.findall(r'"(\w+)"', re.search(r"__all__ = \[(.*?)\]", text, re.S)[1])
        self.assertIn("open", names)
        self.assertLessEqual({f"anmkit-{name}" for name in names}, self.pages[SITE / "python.html"].ids)
        self.assertIn("Clip-sample", self.pages[SITE / "python.html"].ids)

    def test_downloads(self):
        """Each system has a link, or the page says why not."""
        text = (SITE / "index.html").read_text(encoding="utf-8")
        rows = re.findall(r'<li data-system="[\w-]+">(.*?)</li>', text)
        self.assertEqual(len(rows), 4)
        self.assertEqual(all("<a href" in row for row in rows), "downloads-note" not in text)

    def test_links_lead_somewhere(self):
        self.assertEqual(list(broken(SITE, self.pages)), [])
        self.assertGreater(sum(len(page.links) for page in self.pages.values()), 5000)

    def test_ids_are_unique(self):
        self.assertEqual([(path.name, page.twice) for path, page in self.pages.items() if page.twice], [])

    def test_titles_are_unique(self):
        titles = [page.title for page in self.pages.values()]
        self.assertEqual(sorted({title for title in titles if titles.count(title) > 1 or "`" in title or not title}), [])

    def test_nothing_is_loaded_from_outside(self):
        self.assertEqual(list(outside(SITE, self.pages)), [])

    def test_markup_is_not_text(self):
        """Marks of Markdown that no page of mkdocs shows as they are."""
        wrong = []
        for path in self.pages:
            text = re.sub(r"<(pre|code|script|style)\b.*?</\1>", "", path.read_text(encoding="utf-8"), flags=re.S)
            wrong += [f"{path.name}: {found}" for found in re.findall(r"\]\([^)\s]*\)|^\|.*\|$|\{: ?#.*?\}|\{\{.*?\}\}|```|&lt;!--|&lt;/?(?:span|div|p|ul|li)\b", text, re.M)]
        self.assertEqual(wrong, [])

    def test_every_code_is_a_heading_and_is_found(self):
        text = (ROOT / "docs/codes.md").read_text(encoding="utf-8")
        index = {one["title"] for one in json.loads((SITE / "search/search_index.json").read_text())["docs"]}
        count = 0
        for part in re.split(r"^## ", text, flags=re.M)[1:]:
            prefix = re.search(r"`(\w+)\.`", part)[1]
            for code in re.findall(r"^\| `([A-Z0-9-]+)` \|", part, re.M):
                self.assertIn(f"{prefix}.{code}", index)
                self.assertIn(code.lower(), self.pages[SITE / f"codes/{prefix}.html"].ids)
                count += 1
        self.assertGreater(count, 400)

    def test_the_index_for_files_on_a_disk_is_the_same(self):
        script = (SITE / "search/search_index.js").read_text(encoding="utf-8")
        self.assertEqual(script, f"window.anmkitSearchIndex = {(SITE / 'search/search_index.json').read_text(encoding='utf-8')}\n")

    def test_no_trace_of_the_machine(self):
        wrong = [path.relative_to(SITE).as_posix() for path in SITE.rglob("*") if path.suffix in (".html", ".js", ".json", ".css")
                 and str(ROOT) in path.read_text(encoding="utf-8", errors="replace")]
        self.assertEqual(wrong, [])

    @unittest.skipUnless(OTHER, "one site was given")
    def test_two_builds_have_the_same_bytes(self):
        listed = lambda site: {path.relative_to(site).as_posix(): path for path in site.rglob("*") if path.is_file()}
        one, two = listed(SITE), listed(OTHER)
        self.assertEqual(set(one), set(two))
        self.assertEqual([name for name in one if one[name].read_bytes() != two[name].read_bytes()], [])

    def test_wrong_links_are_detected(self):
        with tempfile.TemporaryDirectory() as folder:
            site = pathlib.Path(folder).resolve()
            (site / "a.html").write_text('<a href="b.html">1</a> <a href="a.html#no">2</a> <a href="#yes" id="yes">3</a> <a href="/a.html">4</a>'
                                         '<a href="../a.html">5</a> <img src="no.png"> <img src="https://example.org/x.png">'
                                         '<style>@import "//example.org/y.css";</style> <a href="https://example.org/">6</a>')
            (site / "a.css").write_text("a { background: url(https://example.org/z.png) }")
            self.assertEqual(len(list(broken(site, pages(site)))), 5)
            self.assertEqual(len(list(outside(site, pages(site)))), 3)


if __name__ == "__main__":
    unittest.main()
