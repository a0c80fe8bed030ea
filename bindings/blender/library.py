# SPDX-License-Identifier: MIT
"""The Python package of anmkit, which the zip has inside (`python`), and questions about formats."""
import functools
import os

from .journal import Problem

FAMILIES = (("craftstudio", "CraftStudio"), ("gc", "GameCube"), ("psx", "PlayStation"), ("sm64", "Super Mario 64"),
            ("cs2", "CatSystem 2"))
ALL = "all"
# Formats that are no scenes: images.py shows them.
IMAGES = ("cs2-anm", "cs2-text", "cs2-hg3", "cs2-hg2")


@functools.lru_cache(maxsize=None)
def load():
    """The package. It is loaded when it is first needed, because an add-on that cannot be enabled shows no reason."""
    try:
        from . import python
    except (ImportError, OSError) as problem:
        raise Problem(f"anmkit's library does not load: {problem}. Install the zip of your system") from problem
    return python


@functools.lru_cache(maxsize=None)
def formats():
    return load().formats()


def find_format(name):
    return next((one for one in formats() if one["id"] == name), None)


def extensions(family, can):
    """The extensions of a family's formats that `can`, a function of a format, selects; each once."""
    found = [extension for one in formats() if family in (ALL, one["family"]) and can(one)
             for extension in one["extensions"]]
    return list(dict.fromkeys(found))


def can_import(one):
    """Scenes, glTF, and scripts and images (images.py)."""
    return one.get("toGltf") or one["id"] == "gltf" or one["id"] in IMAGES


def can_export(one):
    return one.get("fromGltf") or one["id"] in IMAGES and one["id"] != "cs2-hg2"


def glob_of(extensions_):
    return ";".join("*" + extension for extension in extensions_)


def options_of(text):
    """Options of a family from a text such as `rate=25 step-keys`."""
    options = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        options[name.lstrip("-")] = value if equals else True
    return options


def companions_of(paths):
    """Names and bytes of companion files, for the library."""
    found = {}
    for path in paths:
        try:
            with open(path, "rb") as file:
                found[os.path.basename(path)] = file.read()
        except OSError as problem:
            raise Problem(f"the companion {path} cannot be read: {problem.strerror}") from problem
    return found
