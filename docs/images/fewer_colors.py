#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A screenshot as a small PNG.

    fewer_colors.py FROM.png TO.png
"""
import sys

from PIL import Image

picture = Image.open(sys.argv[1]).convert("RGB").quantize(128, dither=Image.Dither.NONE)
picture.save(sys.argv[2], optimize=True)
