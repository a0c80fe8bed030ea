# SPDX-License-Identifier: MIT
"""same_pixels.py FOLDER FOLDER: whether the PNG files of two folders, in the order of their names,
show the same."""

import pathlib
import sys

from PIL import Image

one, other = (sorted(pathlib.Path(folder).glob("*.png")) for folder in sys.argv[1:])
if not one or len(one) != len(other):
    sys.exit(f"{len(one)} images and {len(other)}")
for a, b in zip(one, other):
    left, right = Image.open(a).convert("RGBA"), Image.open(b).convert("RGBA")
    if left.size != right.size or left.tobytes() != right.tobytes():
        sys.exit(f"{a} and {b} differ")
