# SPDX-License-Identifier: MIT
"""Patterns for ImHex, read by an interpreter of their language, find in every good file the fields
that `anmkit explain` finds, at the same places and with the same values.

usage: imhex_test.py TOOL EXAMPLES VECTORS"""
import json, os, pathlib, struct, subprocess, sys, tempfile, unittest

import hexpat, samples

TOOL = os.path.abspath(sys.argv.pop(1))
EXAMPLES = pathlib.Path(sys.argv.pop(1)).resolve()
VECTORS = pathlib.Path(sys.argv.pop(1)).resolve()
MOST = 150_000  # bytes of a file that an interpreter in Python is for


def run(*words):
    return subprocess.run([TOOL, *map(str, words)], capture_output=True)


def is_same(leaf, value):
    if leaf["type"] == "bytes":
        shown = leaf["value"].removesuffix("...")
        return value.hex().startswith(shown) if leaf["value"].endswith("...") else value.hex() == shown
    if leaf["type"] == "text":
        text, shown = value.decode("utf-8", "replace").rstrip("\0"), leaf["value"].rstrip("\0")
        return text == shown or (shown.endswith("...") and text.startswith(shown[:-3]))
    if leaf["type"].startswith("f"):
        said = float(leaf["value"])
        said = struct.unpack("<f", struct.pack("<f", said))[0] if leaf["type"].startswith("f32") else said
        return said == value or (said != said and value != value)
    return int(leaf["value"]) == value


class ImHex(unittest.TestCase):
    def compare(self, path, file, pattern):
        data = path.read_bytes()
        found = {}
        try:
            root = pattern.read(data)
        except hexpat.Broken as broken:
            self.fail(f"{path}: {broken}")
        for name, offset, length, value in hexpat.leaves(root):
            found.setdefault(name, []).append((offset, length, value))
        compared = 0
        for leaf in file["fields"]:
            if not leaf["path"] or leaf.get("cut"):
                continue
            places = found.get(leaf["path"], [])
            same = any((offset, length) == (leaf["offset"], leaf["length"]) and is_same(leaf, value)
                       for offset, length, value in places)
            self.assertTrue(same, f"{path}: {leaf}, the pattern has {places[:3]}")
            compared += 1
        return compared

    def test_patterns_find_what_explain_finds(self):
        patterns, compared = {}, {}
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        paths = [*samples.files(VECTORS, EXAMPLES), *samples.make(VECTORS, made.name)]
        paths = [path for path in paths if path.stat().st_size <= MOST]
        for file in json.loads(run("explain", "--json", *paths).stdout)["files"]:
            if "fields" not in file or "diagnostics" in file:
                continue
            id = file["format"]
            if id not in patterns:
                made = run("explain", "--as", "imhex", "--format", id)
                patterns[id] = hexpat.Pattern(made.stdout.decode()) if made.returncode == 0 else None
            if patterns[id] and file["coverage"]["syntax"] == 0:
                compared[id] = compared.get(id, 0) + self.compare(pathlib.Path(file["file"]), file, patterns[id])
        listed = json.loads(run("formats", "--json").stdout)["formats"]
        for one in listed:
            if run("explain", "--as", "imhex", "--format", one["id"]).returncode == 0:
                self.assertGreater(compared.get(one["id"], 0), 4, f"{one['id']}: no file for it")

    def test_signatures(self):
        pragmas = {}
        for id in ("cs2-anm", "psx-tmd", "gc-gpl", "psx-anm"):
            pragmas[id] = hexpat.Pattern(run("explain", "--as", "imhex", "--format", id).stdout.decode()).pragmas
        self.assertEqual(pragmas["cs2-anm"]["magic"], "[ 41 4E 4D 00 ] @ 0x00")
        self.assertEqual(pragmas["psx-tmd"]["magic"], "[ 41 00 00 00 0? 00 00 00 ] @ 0x00")
        # The usual one of 12012000 and 6012001, which have little in common.
        self.assertEqual(pragmas["gc-gpl"]["magic"], "[ %s ] @ 0x00" % (12012000).to_bytes(4).hex(" ").upper())
        self.assertNotIn("magic", pragmas["psx-anm"])
        self.assertEqual({p["endian"] for p in pragmas.values()}, {"little", "big"})
        self.assertEqual(pragmas["psx-tmd"]["description"], "PlayStation model")

    def test_words(self):
        self.assertEqual(run("explain", "--as", "imhex").returncode, 2)
        self.assertEqual(run("explain", "--as", "imhex", "--format", "sm64-c").returncode, 2)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
