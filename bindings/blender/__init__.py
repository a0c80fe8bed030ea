# SPDX-License-Identifier: MIT
"""anmkit in Blender: File > Import and File > Export for game animations, and a panel in the sidebar (N > anmkit)."""

bl_info = {
    "name": "anmkit",
    "author": "The anmkit authors",
    "version": (0, 0, 0),
    "blender": (3, 3, 0),
    "location": "File > Import/Export, and Sidebar (N) > anmkit",
    "description": "Game animations of five families: import, edit, and export to the same bytes",
    "category": "Import-Export",
}

from . import export_files, import_files, panel, records  # noqa: E402

PARTS = (records, import_files, export_files, panel)


def register():
    for part in PARTS:
        part.register()


def unregister():
    for part in reversed(PARTS):
        part.unregister()
