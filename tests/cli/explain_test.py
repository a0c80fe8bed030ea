# SPDX-License-Identifier: MIT
"""anmkit explain FILE: each byte is in one field, fields say what `dump` reads, and a changed byte is
in the field that `explain` names for it.

usage: explain_test.py TOOL EXAMPLES VECTORS"""
import functools, json, os, pathlib, re, subprocess, sys, tempfile, unittest

import samples

TOOL = os.path.abspath(sys.argv.pop(1))
EXAMPLES = pathlib.Path(sys.argv.pop(1)).resolve()
VECTORS = pathlib.Path(sys.argv.pop(1)).resolve()
TEXT = {".c", ".lua", ".txt", ".json", ".csjsmodelanim", ".csjsmodel"}
BINARY = {".anm", ".anc", ".tmd", ".tim", ".pak", ".act", ".csmodelanim", ".csmodel", ".gpl",
          ".skn", ".tpl", ".hg3"}
MADE_HERE = tempfile.TemporaryDirectory()
SAMPLES = samples.make(VECTORS, MADE_HERE.name)

# Names in the dump that are other than in the file.
RENAMED = {
    "psx-anm": [(r"^frames\[(\d+)\]\.keyframes", r"frames[\1]"), (r"\.(rot|scale|pos)\.x$", r".\1[0]"),
                (r"\.(rot|scale|pos)\.y$", r".\1[1]"), (r"\.(rot|scale|pos)\.z$", r".\1[2]")],
    "psx-anc": [(r"\.(vp|vr)\.x$", r".\1[0]"), (r"\.(vp|vr)\.y$", r".\1[1]"), (r"\.(vp|vr)\.z$", r".\1[2]")],
    "psx-tmd": [(r"\]\.x$", "][0]"), (r"\]\.y$", "][1]"), (r"\]\.z$", "][2]"), (r"\]\.pad$", "][3]")],
    "csmodel": [(r"quadOffset\[(\d+)\]\.x", r"quadOffset[\1][0]"), (r"quadOffset\[(\d+)\]\.y", r"quadOffset[\1][1]")],
}
# Values that are no field of their own: what the dump makes of several, or of where things are.
# (Which table a project file is is told by several bytes; clips of version 2 have no byte for holdLastKeyFrame; lengths of names are in the names.)
MADE = re.compile(r"^(insertable\.)?(size|kind|holdLastKeyFrame)$|[lL]engthSize$|^(insertable\.)?(headers|references|\w+Tables)\[\d+\]\.(offset|index|values|header)$|\bpad\b|^(insertable\.)?(gaps|controls|gap|tail|trailing)\b|"
                  r"\.(data|keyframes|quaternion|matrix|euler|scale|translation|\w*[cC]urves?)\b")


def run(*words):
    return subprocess.run([TOOL, *map(str, words)], capture_output=True)


def flat(value, path=""):
    """Each number and text of a JSON value with its path."""
    if isinstance(value, dict):
        for key, member in value.items():
            yield from flat(member, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from flat(item, f"{path}[{i}]")
    else:
        yield path, value


def dumped(path):
    made = run("dump", path)
    return dict(flat(json.loads(made.stdout)["document"])) if made.returncode == 0 else None


@functools.cache
def dumped_once(path):
    """Of files that nobody changes."""
    return dumped(path)


EXPLAINED = {}


def explained(path):
    """Of files that nobody changes: many are read in one run."""
    if path not in EXPLAINED:
        wanted = [path, *files("good"), *files("bad"), *texts()]
        wanted = [one for one in dict.fromkeys(wanted) if one not in EXPLAINED]
        for i in range(0, len(wanted), 40):
            some = wanted[i:i + 40]
            made = json.loads(run("explain", "--json", *some).stdout)["files"]
            assert [file["file"] for file in made] == [str(one) for one in some]
            EXPLAINED.update(zip(some, made))
    file = EXPLAINED[path]
    return file if "fields" in file else None


def in_dump(format_id, path):
    for pattern, name in RENAMED.get(format_id, []):
        path = re.sub(pattern, name, path)
    return path


@functools.cache
def files(kind):
    found = [f for f in sorted((VECTORS).glob(f"*/{kind}/**/*")) if f.suffix.lower() in BINARY]
    found += [f for f in sorted(VECTORS.glob(f"sm64/{kind}/**/*.bin"))]
    found = [f for f in found if f.parent.name != "companion"]
    if kind == "good":
        found += [f for f in sorted(EXAMPLES.glob("*/*")) if f.suffix.lower() in BINARY] + SAMPLES
    return found


@functools.cache
def texts():
    paths = sorted([*VECTORS.glob("*/good/**/*"), *EXAMPLES.glob("*/*")])
    return [path for path in paths if path.suffix in TEXT and path.name not in ("cases.json", "CMakeLists.txt")
            and path.parent != EXAMPLES / "c"]  # a program


# Formats whose dump lists things in another order than the file: each number must be there, by the
# last name of its path.
ELSEWHERE = {"sm64-anim", "sm64-geo", "gc-anm-compact", "gc-gpl", "gc-skn", "gc-tpl", "cs2-hg3", "sm64-dma"}


def last_name(path):
    return re.sub(r"\[\d+\]", "", path).rsplit(".", 1)[-1]


class Explain(unittest.TestCase):
    def check_names(self, path, made, dump):
        there = {}
        for leaf in made["fields"]:
            if leaf["path"] and leaf["type"] not in ("text", "bytes"):
                there.setdefault(last_name(leaf["path"]), []).append(float(leaf["value"]))
        found = 0
        for name, value in dump.items():
            last = last_name(name)
            if isinstance(value, (int, float)) and last in there and not MADE.search(name):
                self.assertIn(float(value), there[last], f"{path}: {name}")
                there[last].remove(float(value))
                found += 1
        self.assertGreater(found, 5, path)

    def check_places(self, path, made, dump):
        """A layout is dumped as nodes: where they are and how they turn is in the file."""
        triples = {}
        for leaf in made["fields"]:
            if leaf["path"].endswith((".x", ".y", ".z")):
                triples.setdefault(leaf["path"][:-2], []).append(int(leaf["value"]))
        nodes = {}
        for name, value in dump.items():
            if re.search(r"\.(translation|rotation)\[\d\]$", name):
                nodes.setdefault(name[:-3], []).append(value)
        turned = [node for node in nodes.values() if all(node)]
        self.assertGreater(len(turned), 5, path)
        for node in turned:
            self.assertIn(node, list(triples.values()), path)

    def check_ranges(self, made, path):
        at, kinds = 0, {}
        for leaf in made["fields"]:
            self.assertEqual(leaf["offset"], at, f"{path}: {leaf}")
            self.assertGreater(leaf["length"], 0)
            self.assertTrue(leaf["path"] or leaf["kind"] in ("padding", "syntax", "unknown"), leaf)
            self.assertTrue(leaf["meaning"], leaf)
            kinds[leaf["kind"]] = kinds.get(leaf["kind"], 0) + leaf["length"]
            at += leaf["length"]
        self.assertEqual(at, path.stat().st_size, path)
        coverage = made["coverage"]
        self.assertEqual(coverage["leaves"], len(made["fields"]))
        for kind in ("field", "syntax", "padding", "unused", "unknown"):
            self.assertEqual(coverage[kind], kinds.get(kind, 0), (path, kind))

    def test_every_byte_of_good_files(self):
        seen = set()
        for path in files("good"):
            made = explained(path)
            if made is None:
                continue
            seen.add(made["format"])
            self.check_ranges(made, path)
            self.assertEqual(made["coverage"]["unknown"], 0, path)
            paths = [leaf["path"] for leaf in made["fields"] if leaf["path"]]
            self.assertEqual(len(paths), len(set(paths)), path)
        self.assertLessEqual({"psx-anm", "psx-anc", "psx-tmd", "gc-anm", "gc-act", "csmodelanim", "csmodel",
                              "cs2-anm", "sm64-dma", "sm64-anim", "sm64-geo", "cs-project", "gc-anm-compact",
                              "psx-tim", "psx-pak"}, seen)

    def test_every_byte_of_source_texts(self):
        seen = set()
        made_here = tempfile.TemporaryDirectory()
        self.addCleanup(made_here.cleanup)
        for name, to in (("robot-walk.csmodelanim", "walk.csjsmodelanim"), ("robot.csmodel", "robot.csjsmodel")):
            run("convert", EXAMPLES / "craftstudio" / name, "-o", pathlib.Path(made_here.name) / to)
        for name in ("wave.lua", "wave.json"):
            run("convert", EXAMPLES / "sm64/wave.inc.c", "-o", pathlib.Path(made_here.name) / name, "--to", "sm64-c")
        for path in [*texts(), *sorted(pathlib.Path(made_here.name).iterdir())]:
            made = explained(path)
            self.assertIsNotNone(made, path)
            seen.add(made["format"])
            self.check_ranges(made, path)
            self.assertEqual(made["coverage"]["unknown"], 0, path)
            text = path.read_bytes()
            for leaf in made["fields"]:
                if leaf["type"] in ("number", "word"):
                    there = text[leaf["offset"]:leaf["offset"] + leaf["length"]]
                    self.assertEqual(there.decode(errors="replace"), leaf["value"], path)
        self.assertLessEqual({"sm64-c", "cs2-text", "csjsmodelanim", "csjsmodel"}, seen)

    def test_every_byte_of_broken_files(self):
        count = 0
        for path in files("bad"):
            made = explained(path)
            if made is not None:
                count += 1
                self.check_ranges(made, path)
        self.assertGreater(count, 200)

    def test_sections_are_those_of_the_specification(self):
        specifications = VECTORS.parents[1] / "docs/spec"
        headings, asked = {}, 0
        for path in [*files("good"), *EXAMPLES.glob("*/*.txt"), *EXAMPLES.glob("sm64/*.c")]:
            made = explained(path)
            if made is None:
                continue
            page = made["specification"]
            if page not in headings:
                text = (specifications / page).read_text(encoding="utf-8")
                headings[page] = set(re.findall(r"^#+ (?:Appendix )?(\d+(?:\.\d+)*|[A-Z](?=\.))", text, re.M))
            cited = {leaf["section"] for leaf in made["fields"] if "section" in leaf}
            self.assertLessEqual(cited, headings[page], path)
            asked += len(cited)
        self.assertGreater(asked, 100)

    def test_values_are_those_of_the_dump(self):
        for path in files("good"):
            made, dump = explained(path), dumped_once(path)
            if made is None:
                continue
            if made["format"] in ELSEWHERE:
                (self.check_places if made["format"] == "sm64-geo" else self.check_names)(path, made, dump)
                continue
            fields = {in_dump(made["format"], leaf["path"]): leaf for leaf in made["fields"] if leaf["path"]}
            missing = []
            if made["format"] == "gc-arc":
                # The dump has paths, the file a name for each folder and file. Archives of other
                # tools are dumped as one piece.
                dump.pop("bytes", None)
                named = {leaf["value"][:200] for leaf in made["fields"] if last_name(leaf["path"]) == "name"}
                paths = [dump.pop(name) for name in list(dump) if last_name(name) == "name"]
                self.assertLessEqual({part[:200] for one in paths for part in one.split("/")}, named, path)
            for name, value in dump.items():
                leaf = fields.get(name)
                if leaf is None:
                    if not MADE.search(name) and value not in ("", None):
                        missing.append(name)
                elif isinstance(value, bool) or isinstance(value, (int, float)):
                    self.assertEqual(float(leaf["value"]), float(value), f"{path}: {name}")
                elif leaf["type"] == "text":
                    self.assertEqual(leaf["value"], value[:200] if len(value) <= 200 else leaf["value"], f"{path}: {name}")
            self.assertFalse(missing, f"{path}: in the dump only")

    def test_a_changed_byte_is_in_the_named_field(self):
        compared = {}
        with tempfile.TemporaryDirectory() as folder:
            for path in files("good"):
                made, before = explained(path), dumped_once(path)
                if made is None or before is None or compared.get(made["format"], 0) > 40:
                    continue
                data = path.read_bytes()
                # Files that belong to others are read without them here; so is the changed one.
                changed = pathlib.Path(folder) / path.name
                names = [in_dump(made["format"], leaf["path"]) for leaf in made["fields"]]
                step = max(1, len(names) // 20)
                for leaf, name in list(zip(made["fields"], names))[::step]:
                    if name not in before or leaf["type"] == "text":
                        continue
                    offset = leaf["offset"] + leaf["length"] - 1
                    changed.write_bytes(data[:offset] + bytes([data[offset] ^ 1]) + data[offset + 1:])
                    after = dumped(changed)
                    if after is None or name not in after:
                        continue
                    compared[made["format"]] = compared.get(made["format"], 0) + 1
                    self.assertNotEqual(after[name], before[name], f"{path}: {name} at {offset}")
                    named = json.loads(run("explain", "--json", "--at", offset, path).stdout)["files"][0]["fields"]
                    self.assertEqual([one["path"] for one in named], [leaf["path"]])
        for format_id in ("psx-anm", "psx-tmd", "gc-anm", "csmodelanim", "csmodel", "cs2-anm"):
            self.assertGreater(compared.get(format_id, 0), 20, compared)


class Words(unittest.TestCase):
    def test_a_screen(self):
        made = run("explain", EXAMPLES / "psx/HOP.ANM")
        self.assertEqual(made.returncode, 0)
        lines = made.stdout.decode().splitlines()
        self.assertLess(len(lines), 70)
        self.assertIn("psx-anm, 4808 bytes", lines[0])
        self.assertTrue(any("--verbose" in line for line in lines))
        whole = run("explain", "--verbose", EXAMPLES / "psx/HOP.ANM").stdout.decode().splitlines()
        self.assertGreater(len(whole), 2000)

    def test_one_byte(self):
        made = run("explain", EXAMPLES / "psx/HOP.ANM", "--at", "0x4", "--hex")
        self.assertIn("frameCount = 40", made.stdout.decode())
        self.assertIn("28 00", made.stdout.decode())
        beyond = run("explain", EXAMPLES / "psx/HOP.ANM", "--at", "999999")
        self.assertEqual(beyond.returncode, 2)
        self.assertIn("has 4808 bytes", beyond.stderr.decode())

    def test_page(self):
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder) / "page.html"
            self.assertEqual(run("explain", EXAMPLES / "gc/stalk.anm", "--html", page).returncode, 0)
            text = page.read_text()
            self.assertIn("versionNumber", text)
            self.assertNotIn("http", text)
            numbers = re.findall(r'<span class="\w+" data-i="(\d+)">([0-9a-f ]+)</span>', text)
            data = bytes.fromhex("".join(digits for _, digits in numbers))
            self.assertEqual(data, (EXAMPLES / "gc/stalk.anm").read_bytes())
            self.assertEqual(run("explain", EXAMPLES / "gc/stalk.anm", "--html", page).returncode, 3)

    def test_codes_still(self):
        self.assertIn(b"gc.ANM042", run("explain", "gc.ANM042").stdout)
        self.assertEqual(run("explain", "gc.ANM042", "--hex").returncode, 3)
        self.assertEqual(run("explain", "--all", "--at", "3").returncode, 2)

    def test_bytes_without_description(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "x.anm"
            path.write_bytes(b"nothing at all")
            made = run("explain", path)
            self.assertEqual(made.returncode, 1)
            self.assertIn(b"--format", made.stderr)
        self.assertEqual(run("explain", "nowhere.anm").returncode, 3)

    def test_json_of_several_files(self):
        with tempfile.TemporaryDirectory() as folder:
            broken = pathlib.Path(folder) / "x.tmd"
            broken.write_bytes((EXAMPLES / "psx/MODEL.TMD").read_bytes()[:100])
            made = run("explain", "--json", EXAMPLES / "psx/MODEL.TMD", broken, "nowhere.anm")
        self.assertEqual(made.returncode, 3)
        good, cut, absent = json.loads(made.stdout)["files"]
        self.assertNotIn("diagnostics", good)
        self.assertGreater(len(cut["fields"]), 10)
        self.assertTrue(cut["diagnostics"][0]["code"].startswith("psx.TMD"))
        self.assertEqual(absent["diagnostics"][0]["code"], "anmkit.READ")
        self.assertNotIn("fields", absent)
        self.assertEqual(run("explain", "--json", EXAMPLES / "psx/MODEL.TMD", "--html", "x.html").returncode, 2)

    def test_counts_beyond_the_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "x.pak"
            for format_id, data in (("psx-pak", b"\xff" * 4 + bytes(4000)), ("gc-anm", b"\xff" * 4000),
                                    ("cs2-int", b"KIF\0" + b"\xff" * 4000), ("psx-tmd", b"\x41" + b"\xff" * 4000)):
                path.write_bytes(data)
                made = subprocess.run([TOOL, "explain", "--json", "--format", format_id, path],
                                      capture_output=True, timeout=20)
                self.assertIn(made.returncode, (0, 1), made.stderr)
                (file,) = json.loads(made.stdout)["files"]
                self.assertEqual(sum(leaf["length"] for leaf in file["fields"]), len(data))

    def test_description_for_kaitai(self):
        made = run("explain", "--as", "kaitai", "--format", "psx-anm")
        self.assertIn(b"id: psx_anm", made.stdout)
        self.assertEqual(run("explain", "--as", "kaitai").returncode, 2)
        self.assertEqual(run("explain", "--as", "elf", "--format", "psx-anm").returncode, 2)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
