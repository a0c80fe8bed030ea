#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Times whole commands on invented data of the size of Super Mario 64's: whole_process.py TOOL [RUNS]

193 C files (2.4 MB, 209 animations of 20 parts) to one table, that table to a .glb, the start of the tool, and, to
compare computers by, the start of a program that does nothing and of this interpreter. The files are where TMPDIR
says: on a disk the time of the .glb has that of the disk in it, since a single output is on it when the tool ends.
The smallest and the median time count: a busy computer only ever makes a run slower.
"""
import os
import pathlib
import random
import shutil
import statistics
import sys
import tempfile
import time

ANIMATIONS, PARTS, PAIRS = 209, 20, 16


def lines(numbers, first, others):
    rows = [numbers[:first]] + [numbers[i:i + others] for i in range(first, len(numbers), others)]
    return "".join("    " + ", ".join(f"0x{n:04X}" for n in row) + ",\n" for row in rows)


def data_set(ids, draw):
    """One file in Mario's dialect: about half of the channels hold still."""
    frames, values, index = draw.randint(7, 66), [0], []
    for channel in range(3 * (PARTS + 1)):
        base = draw.randrange(65536)
        still = channel > 2 and draw.random() < 0.46
        samples = [(base + i * draw.randint(0, 200)) & 0xFFFF for i in range(1 if still else frames)]
        index += [len(samples), len(values)]
        values += samples
    name = "anim_" + "_".join(f"{i:02X}" for i in ids)
    text = "".join(
        f"static const struct Animation anim_{i:02X}[] = {{\n    1,\n    189,\n    0,\n    0,\n    0x{frames:02X},\n"
        f"    ANIMINDEX_NUMPARTS({name}_indices),\n    {name}_values,\n    {name}_indices,\n    0,\n}};\n\n" for i in ids)
    text += f"\nstatic const u16 {name}_indices[] = {{\n{lines(index, 12, 6)}}};\n\n"
    return name, text + f"static const s16 {name}_values[] = {{\n{lines(values, 8, 8)}}};\n\n"


def make_sources(folder):
    draw = random.Random(1)
    paired = {13 * k for k in range(PAIRS)}
    i = 0
    while i < ANIMATIONS:
        ids = [i, i + 1] if i in paired else [i]
        name, text = data_set(ids, draw)
        (folder / (name + ".inc.c")).write_text(text)
        i += len(ids)


def run(command):
    """Wall and processor milliseconds of one run."""
    silent = [(os.POSIX_SPAWN_OPEN, fd, os.devnull, os.O_WRONLY, 0) for fd in (1, 2)]
    begin = time.perf_counter()
    child = os.posix_spawn(command[0], command, os.environ, file_actions=silent)
    _, status, usage = os.wait4(child, 0)
    if status != 0:
        sys.exit(f"failed: {' '.join(command)}")
    return (time.perf_counter() - begin) * 1e3, (usage.ru_utime + usage.ru_stime) * 1e3


def measure(commands, runs):
    """Runs all commands in turn, so that a busy minute hits them alike. Outputs are new files:
    to replace one, some file systems first write the new one out. The last command is the unit."""
    times = {name: [] for name, _, _ in commands}
    for _ in range(runs):
        for name, command, output in commands:
            if output:
                pathlib.Path(output).unlink(missing_ok=True)
            times[name].append(run(command))
    base = commands[-1][0]
    unit = min(wall for wall, _ in times[base])
    for name, _, _ in commands:
        wall, cpu = zip(*times[name])
        print(f"{name:<28} {min(wall):7.2f} ms wall at best, {statistics.median(wall):7.2f} median, "
              f"{min(cpu):7.2f} processor, {min(wall) / unit:5.2f} x {base}")


def main():
    tool, runs = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 60
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        sources, table, scene = folder / "anims", str(folder / "table.bin"), str(folder / "table.glb")
        copy = str(folder / "copy.bin")
        sources.mkdir()
        make_sources(sources)
        size = sum(path.stat().st_size for path in sources.iterdir())
        to_table = [tool, "convert", "-q", str(sources), "--to", "sm64-dma", "-o"]
        to_scene = [tool, "convert", "-q", table, "-o", scene]
        run(to_table + [table])
        run(to_scene)
        print(f"{len(list(sources.iterdir()))} C files, {size} bytes; table {os.path.getsize(table)} bytes; "
              f".glb {os.path.getsize(scene)} bytes")
        measure([("C files to table", to_table + [copy], copy), ("table to .glb", to_scene, scene),
                 ("start of the interpreter", [sys.executable, "-c", "pass"], None)], runs)
        # Starts are in turn with each other alone: what reads megabytes leaves the processor's caches
        # empty. The tool is a copy, as installing makes one.
        installed = str(folder / "anmkit")
        shutil.copy(tool, installed)
        measure([("start of the tool", [installed, "--version"], None),
                 ("formats --json", [installed, "formats", "--json"], None),
                 ("start of /bin/true", ["/bin/true"], None)], 10 * runs)


if __name__ == "__main__":
    main()
