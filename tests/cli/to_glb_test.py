#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The example program makes the very bytes that the tool makes: of clips with their model, with companions
found beside the file, of tables and models alone.

    to_glb_test.py TOOL TO_GLB EXAMPLES
"""
import pathlib
import subprocess
import sys
import tempfile

tool, program, examples = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
CASES = [["craftstudio/robot-walk.csmodelanim", "craftstudio/robot-wave.csmodelanim",
          "craftstudio/robot.csmodel"],
         ["craftstudio/robot-walk.csmodelanim"], ["psx/HOP.ANM"], ["psx/MODEL.TMD"], ["psx/ORBIT.ANC"],
         ["gc/stalk.anm"], ["gc/stalk.act"], ["sm64/wave.inc.c"], ["sm64/wave.inc.c", "sm64/geo.inc.c"]]
failed = 0
for case in CASES:
    files = [str(examples / name) for name in case]
    with tempfile.TemporaryDirectory() as folder:
        by_tool, by_program = f"{folder}/tool.glb", f"{folder}/program.glb"
        subprocess.run([tool, "convert", *files, "-q", "-o", by_tool], check=True)
        subprocess.run([program, by_program, *files], check=True, stdout=subprocess.DEVNULL)
        same = pathlib.Path(by_tool).read_bytes() == pathlib.Path(by_program).read_bytes()
    print("same" if same else "DIFFERENT", *case)
    failed += not same
sys.exit(1 if failed else 0)
