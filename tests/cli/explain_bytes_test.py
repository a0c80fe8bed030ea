# SPDX-License-Identifier: MIT
"""One byte of every field of every format is changed: `anmkit explain --at` names the field that it is in,
with the value that the bytes have now. What holds files of other kinds is named as far as it goes.

usage: explain_bytes_test.py TOOL EXAMPLES VECTORS"""
import json, math, os, pathlib, re, struct, subprocess, sys, tempfile, unittest

import samples

TOOL = os.path.abspath(sys.argv.pop(1))
EXAMPLES = pathlib.Path(sys.argv.pop(1)).resolve()
VECTORS = pathlib.Path(sys.argv.pop(1)).resolve()
LETTERS = {1: "bB", 2: "hH", 4: "iI", 8: "qQ"}
# Fields whose own change may make of their bytes another field: marks of what the file is, and what says
# where the field itself begins.
MARKS = {
    "cs-project": {"version", "entryCount", "head.type", "head.name", "entries.folder"},
    "sm64-anim": {"type", "dataSize", "dataStart", "pointerCount"},
    "sm64-geo": {"commands.op", "commands.param"},
    "cs2-int": {"count", "entries.offset", "entries.size"},
}


def run(*words):
    return subprocess.run([TOOL, *map(str, words)], capture_output=True)


def field_of(path):
    return re.sub(r"\[\d+\]", "", path)


def is_value(leaf, data):
    """Whether the value of a leaf is what its bytes are."""
    kind, value = leaf["type"], leaf["value"]
    if leaf.get("cut"):
        return True
    if kind == "bytes":
        return data.hex() == value or (value.endswith("...") and data.hex().startswith(value[:-3]))
    if kind == "text":
        shown = value.removesuffix("...").rstrip("\0")
        # A length stands before some texts.
        return any(data[i:].decode("utf-8", "replace").rstrip("\0").startswith(shown) for i in range(0, 6))
    number = re.fullmatch(r"([usf])(\d+)(le|be)?", kind)
    if number:
        size = int(number[2]) // 8
        if len(data) < size:
            return True  # others have a part of it
        letter = {4: "f", 8: "d"}[size] if number[1] == "f" else LETTERS[size][number[1] == "u"]
        stored = struct.unpack((">" if number[3] == "be" else "<") + letter, data)[0]
        if number[1] != "f":
            return int(value) == stored
        said = float(value)
        if size == 4 and math.isfinite(said):
            said = struct.unpack("<f", struct.pack("<f", said))[0]
        return said == stored or (math.isnan(said) and math.isnan(stored))
    return data.decode("utf-8", "replace").strip("\"'") == value.strip("\"'") or value.endswith("...")


class Bytes(unittest.TestCase):
    def setUp(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        self.folder = pathlib.Path(made.name)

    def explained(self):
        """Good files with their fields, small ones first."""
        (self.folder / "made").mkdir()
        texts = self.folder / "texts"
        texts.mkdir()
        for name, to in (("robot-walk.csmodelanim", "walk.csjsmodelanim"), ("robot.csmodel", "robot.csjsmodel")):
            run("convert", EXAMPLES / "craftstudio" / name, "-o", texts / to)
        paths = [*samples.files(VECTORS, EXAMPLES), *samples.make(VECTORS, self.folder / "made"), *texts.iterdir()]
        paths = sorted((p for p in paths if p.stat().st_size < 100_000), key=lambda p: p.stat().st_size)
        for file in json.loads(run("explain", "--json", *paths).stdout)["files"]:
            if "fields" in file and "diagnostics" not in file:
                yield pathlib.Path(file["file"]), file

    def test_every_field(self):
        seen, counts, other = set(), {}, {}
        for path, file in self.explained():
            id, data = file["format"], path.read_bytes()
            changed = self.folder / ("x" + path.suffix)
            for leaf in file["fields"]:
                name = (id, field_of(leaf["path"]), leaf["type"])
                if not leaf["path"] or name in seen:
                    continue
                seen.add(name)
                # The lowest bit of a number, the first letter of a text; in source texts not the quotes.
                is_text = file["coverage"]["syntax"] > 0
                last = leaf["type"].endswith("be") or is_text
                at = leaf["offset"] + (leaf["length"] - 1 if last else 0)
                at -= is_text and data[at] in b"\"'" and leaf["length"] > 2
                changed.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1:])
                made = run("explain", "--json", "--format", id, "--at", at, changed)
                fields = json.loads(made.stdout)["files"][0].get("fields", [])
                self.assertEqual(len(fields), 1, f"{path} at {at}: {made.stderr}")
                (now,) = fields
                where = f"{path} at {at}: {leaf} became {now}"
                self.assertTrue(now["offset"] <= at < now["offset"] + now["length"], where)
                counts[id] = counts.get(id, 0) + 1
                if now["path"]:
                    there = changed.read_bytes()[now["offset"]:now["offset"] + now["length"]]
                    self.assertTrue(is_value(now, there), where)
                # The path of a key of JSON ends in what it says.
                is_key = all(one["path"].endswith(" (name)") for one in (now, leaf))
                if now["offset"] != leaf["offset"] or (now["path"] != leaf["path"] and not is_key):
                    other.setdefault(id, []).append(where)
                    self.assertTrue(is_text or name[1] in MARKS.get(id, ()), where)
                else:
                    self.assertNotEqual(now["value"], leaf["value"], where)
        listed = [one["id"] for one in json.loads(run("formats", "--json").stdout)["formats"] if one["id"] not in ("gltf", "bvh")]
        for id in listed:
            self.assertGreater(counts.get(id, 0), 4, f"{id}: {counts}")
            self.assertLess(len(other.get(id, ())), counts[id] / 2, other.get(id))
        self.assertGreater(sum(counts.values()), 400, counts)

    def test_a_rom(self):
        """Mario's table where the US version has it, in a ROM that holds nothing else."""
        animation = (struct.pack(">6h3I", 0, 189, 0, 0, 1, 0, 36, 24, 42) +
                     struct.pack(">6H", 1, 0, 1, 1, 1, 2) + struct.pack(">3h", 5, -6, 7) + bytes(2))
        place, count, first = 0x4EC000, 209, 0x690
        table = struct.pack(">2I", count, 0) + b"".join(
            struct.pack(">2I", first + len(animation) * i, 42) for i in range(count)) + animation * count
        rom = bytearray(1 << 23)
        rom[:64] = struct.pack(">6I8x20s7x4sB", 0x80371240, 15, 0x80246000, 0x1444, 1, 2, b"SUPER MARIO 64      ", b"NSME", 0)
        rom[place:place + len(table)] = table
        rom[place + len(table) + 64] = 1
        path = self.folder / "game.z64"
        path.write_bytes(rom)
        (file,) = json.loads(run("explain", "--json", path).stdout)["files"]
        self.assertEqual(file["format"], "sm64-dma")
        fields = {leaf["path"]: leaf for leaf in file["fields"]}
        self.assertEqual(fields["rom.title"]["value"], "SUPER MARIO 64      ")
        self.assertEqual((fields["before"]["offset"], fields["before"]["length"]), (64, place - 64))
        self.assertEqual(fields["numEntries"]["offset"], place)
        last = fields["entries[208].animation.samples[1]"]
        self.assertEqual((last["offset"], last["value"]), (place + first + 44 * 208 + 38, "-6"))
        self.assertEqual(fields["after"]["kind"], "unknown")
        self.assertEqual(fields["after"]["offset"] + fields["after"]["length"], len(rom))
        for group in (2, 4):
            turned = bytearray(len(rom))
            for i in range(group):
                turned[i::group] = rom[group - 1 - i::group]
            path.write_bytes(turned)
            (file,) = json.loads(run("explain", "--json", path).stdout)["files"]
            self.assertEqual([leaf["path"] for leaf in file["fields"]], ["swapped"])

    def test_a_segment(self):
        path = self.folder / "segment.bin"
        path.write_bytes(bytes(range(200)))
        (file,) = json.loads(run("explain", "--json", "--format", "sm64-anim", path).stdout)["files"]
        (leaf,) = file["fields"]
        self.assertEqual((leaf["path"], leaf["kind"], leaf["length"]), ("segment", "unknown", 200))
        self.assertIn("--segment", leaf["meaning"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
