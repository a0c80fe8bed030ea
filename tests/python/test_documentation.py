# SPDX-License-Identifier: MIT
"""The examples in the documentation run, beside the files that they name."""
import doctest
import os

import anmkit
from conftest import EXAMPLES, ROOT


def run(monkeypatch, call):
    monkeypatch.chdir(EXAMPLES / "craftstudio")
    failed, tried = call()
    assert failed == 0 and tried > 2


def test_readme(monkeypatch):
    path = os.fspath(ROOT / "docs/python.md")
    run(monkeypatch, lambda: doctest.testfile(path, module_relative=False))


def test_docstrings(monkeypatch):
    run(monkeypatch, lambda: doctest.testmod(anmkit))
