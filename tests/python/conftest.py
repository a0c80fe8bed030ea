# SPDX-License-Identifier: MIT
"""The examples, and the tool to compare with (ANMKIT_TOOL)."""
import json
import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
CLIPS = ["craftstudio/robot-walk.csmodelanim", "gc/stalk.anm", "sm64/wave.inc.c", "psx/HOP.ANM"]


@pytest.fixture(params=CLIPS)
def clip_path(request):
    return EXAMPLES / request.param


@pytest.fixture
def walk_path():
    return EXAMPLES / CLIPS[0]


@pytest.fixture
def tool():
    def run(*words, status=0):
        done = subprocess.run([os.environ["ANMKIT_TOOL"], *map(str, words)], capture_output=True, timeout=120)
        assert done.returncode == status, done.stderr.decode()
        return done.stdout

    return run


@pytest.fixture
def tool_json(tool):
    return lambda *words, **how: json.loads(tool(*words, "--json", **how))
