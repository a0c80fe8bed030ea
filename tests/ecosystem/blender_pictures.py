# SPDX-License-Identifier: MIT
"""blender -b --factory-startup --python blender_pictures.py -- IN SAME EDITED

Loads the PNG files of a folder and saves each twice, as a person would: once untouched, once with
the left half of the first one made red.
"""

import os
import sys

import bpy


def save(image, path):
    image.filepath_raw = path
    image.file_format = "PNG"
    image.save()


def main():
    source, same, edited = sys.argv[sys.argv.index("--") + 1 :]
    for number, name in enumerate(sorted(os.listdir(source))):
        image = bpy.data.images.load(os.path.join(source, name))
        image.alpha_mode = "CHANNEL_PACKED"
        pixels = list(image.pixels)
        image.pixels = pixels
        save(image, os.path.join(same, name))
        width = image.size[0]
        if number == 0:
            for at in range(0, len(pixels), 4):
                if at // 4 % width < width // 2:
                    pixels[at : at + 4] = [1, 0, 0, 1]
            image.pixels = pixels
        save(image, os.path.join(edited, name))


main()
