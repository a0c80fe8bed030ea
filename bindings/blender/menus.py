# SPDX-License-Identifier: MIT
"""The entries of File > Import > anmkit and File > Export > anmkit."""
from . import library
from .journal import Problem


def draw_entries(layout, operator, can):
    """A menu entry for all formats, and one per family."""
    try:
        for family, label in ((library.ALL, "All formats"), *library.FAMILIES):
            extensions = library.extensions(family, can)
            shown = "" if family == library.ALL else f" ({' '.join(extensions)})"
            entry = layout.operator(operator, text=label + shown)
            entry.filter_glob = library.glob_of(extensions)
            if shown and hasattr(entry, "extension"):
                entry.extension = extensions[0]
    except Problem as problem:
        layout.label(text=str(problem), icon="ERROR")
