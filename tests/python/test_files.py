# SPDX-License-Identifier: MIT
"""Files are opened, checked, converted and written back as the tool does; what is wrong is an exception."""
import gc
import io
import os
import pickle
import zlib

import anmkit
import numpy as np
import pytest
from conftest import EXAMPLES
from hypothesis import given, settings
from hypothesis import strategies as st


def test_facts_are_those_of_the_tool(clip_path, tool_json):
    file = anmkit.open(clip_path)
    told = tool_json("info", clip_path)["files"][0] if "files" in tool_json("info", clip_path) else \
        tool_json("info", clip_path)
    assert file.format == told["format"]
    assert [one.name for one in file.clips] == [one["name"] for one in told["clips"]]
    assert [one.rate for one in file.clips] == [one["rate"] for one in told["clips"]]
    assert file.nodes == told["nodeNames"]


def test_the_tool_finds_the_same_companions():
    file = anmkit.open(EXAMPLES / "psx/HOP.ANM")
    assert file.info()["companions"] == ["MODEL.TMD"]
    assert anmkit.open(EXAMPLES / "psx/HOP.ANM", []).info()["companions"] == []
    named = anmkit.open(EXAMPLES / "psx/HOP.ANM", [EXAMPLES / "psx/MODEL.TMD"])
    assert named.info()["companions"] == ["MODEL.TMD"]
    given_bytes = anmkit.open((EXAMPLES / "psx/HOP.ANM").read_bytes(),
                              {"M.TMD": (EXAMPLES / "psx/MODEL.TMD").read_bytes()}, name="HOP.ANM")
    assert given_bytes.info()["companions"] == ["M.TMD"]


def test_bytes_and_file_objects(walk_path):
    content = walk_path.read_bytes()
    for source, name in ((content, "w.csmodelanim"), (bytearray(content), "w.csmodelanim"),
                         (memoryview(content), "w.csmodelanim"), (io.BytesIO(content), "w.csmodelanim")):
        assert anmkit.open(source, name=name).format == "csmodelanim"
    with open(walk_path, "rb") as file:
        assert anmkit.open(file).name == walk_path.name
    with pytest.raises(TypeError, match="name="):
        anmkit.open(content)
    with pytest.raises(TypeError, match="name="):
        anmkit.open(io.BytesIO(content))
    with open(walk_path, "r", encoding="latin-1") as file, pytest.raises(TypeError, match="'rb'"):
        anmkit.open(file)


def test_conversion_makes_the_bytes_of_the_tool(clip_path, tool, tmp_path):
    tool("convert", clip_path, "-o", tmp_path / "a.glb")
    made = anmkit.open(clip_path).convert("gltf")
    (name, content), = made.items()
    assert name.endswith(".glb")
    assert content == (tmp_path / "a.glb").read_bytes()
    # And back: the original file.
    file = anmkit.open(clip_path)
    back = anmkit.open(content, name="a.glb").convert(file.format)
    assert list(back.values()) == [clip_path.read_bytes()]


def test_reports_and_options(walk_path):
    report = {}
    made = anmkit.convert([anmkit.open(walk_path)], "w.glb", report=report, sparse=True)
    assert list(made) == ["w.glb"] and {"fits", "diagnostics", "summary"} <= set(report)
    assert made["w.glb"] != anmkit.open(walk_path).convert("w.glb")["w.glb"]
    with pytest.raises(anmkit.Error) as caught:
        anmkit.open(walk_path).convert("w.glb", no_such=1)
    assert caught.value.code == "anmkit.OPTION" and caught.value.status == 2


def test_dumps_become_the_file_again(clip_path):
    assert anmkit.build(anmkit.open(clip_path).dump()) == clip_path.read_bytes()


def test_projects_are_folders(tool_json):
    project = anmkit.project(EXAMPLES / "craftstudio")
    told = tool_json("info", EXAMPLES / "craftstudio")
    # The tool names a lonely subject like its folder, and paths begin with that.
    assert [(one["clips"], one["missing"]) for one in project.subjects] == [
        (one["clips"], one["missing"]) for one in told["subjects"]]
    assert project.subjects[0]["model"] == "robot.csmodel"
    made = project.convert(project.subjects[0]["name"], "all.glb")
    assert made["all.glb"][:4] == b"glTF"
    with pytest.raises(anmkit.Error, match="no folder"):
        anmkit.project(EXAMPLES / "none")


def test_checks_and_bytes(walk_path, tool_json):
    checked = anmkit.open(walk_path).check()
    assert checked["ok"] is True
    explained = anmkit.open(walk_path).explain()
    assert sum(one["length"] for one in explained["fields"]) == walk_path.stat().st_size
    played = anmkit.open(walk_path).clips[0].play(5)
    assert [one["tick"] for one in played["ticks"]] == list(range(5))
    assert any(one["id"] == "csmodelanim" for one in anmkit.formats())


def test_broken_files_say_where(walk_path, tool_json):
    content = walk_path.read_bytes()[:20]
    with pytest.raises(anmkit.Error) as caught:
        anmkit.open(content, name="cut.csmodelanim")
    error = caught.value
    assert error.code == "craftstudio.E-TRUNCATED" and error.status == 1
    assert 0 < error.offset <= 20 and error.path and str(error).startswith(error.code)
    again = pickle.loads(pickle.dumps(error))
    assert (again.code, again.offset, str(again)) == (error.code, error.offset, str(error))
    broken = anmkit.open(content, name="cut.csmodelanim", broken=True)
    assert broken.check()["ok"] is False and broken.clips == []
    assert broken.explain()["fields"]
    with pytest.raises(anmkit.Error):
        broken.dump()
    with pytest.raises(anmkit.Error) as missing:
        anmkit.open("no-such-file.anm")
    assert missing.value.status == 3 and missing.value.path == "no-such-file.anm"


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_hostile_bytes_are_errors_or_files(data):
    from conftest import CLIPS
    content = bytearray((EXAMPLES / data.draw(st.sampled_from(CLIPS))).read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(content)))
    try:
        file = anmkit.open(bytes(content[:cut]), [], name="hostile.anm")
        for clip in file.clips:
            clip.sample([0, 3], space="world")
    except anmkit.Error as error:
        assert error.code and error.message


def test_closed_files(walk_path):
    with anmkit.open(walk_path) as file:
        clip = file.clips[0]
        kept = clip.sample([0])
        keys = clip.keys()
    assert "closed" in repr(file)
    for use in (lambda: file.format, lambda: clip.sample([0]), lambda: clip.name, file.dump):
        with pytest.raises(ValueError, match="closed"):
            use()
    file.close()
    assert np.isfinite(kept.rotation).all() and keys


def test_collected_in_any_order(walk_path):
    clips = [anmkit.open(walk_path).clips[0] for _ in range(20)]
    gc.collect()
    assert all(one.sample([1]).scale.size for one in clips)  # a clip keeps its file
    clips.reverse()
    while clips:
        clips.pop(len(clips) // 2)
        gc.collect()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_forks(walk_path):
    file = anmkit.open(walk_path)
    expected = file.clips[0].sample([3]).rotation
    child = os.fork()
    if child == 0:
        os._exit(0 if np.array_equal(file.clips[0].sample([3]).rotation, expected) else 1)
    assert os.waitpid(child, 0)[1] == 0


def chunks(png):
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    at = 8
    while at < len(png):
        size = int.from_bytes(png[at:at + 4], "big")
        kind, body = png[at + 4:at + 8], png[at + 8:at + 8 + size]
        assert int.from_bytes(png[at + 8 + size:at + 12 + size], "big") == zlib.crc32(kind + body)
        yield kind, body
        at += 12 + size


def test_images_and_notebooks():
    file = anmkit.open(EXAMPLES / "craftstudio/robot-walk.csmodelanim")
    first, later = file.render(0, (80, 60)), file.render(8, (80, 60))
    assert first.shape == (60, 80, 4) and first.dtype == np.uint8
    assert not np.array_equal(first, later)
    assert first[0, 0, 3] == 0 and first[..., 3].max() == 255
    bundle = file._repr_mimebundle_()
    assert "csmodelanim" in bundle["text/plain"]
    parts = list(chunks(bundle["image/png"]))
    images = [body for kind, body in parts if kind == b"fcTL"]
    assert len(images) > 5 and parts[-1][0] == b"IEND"
    with pytest.raises(anmkit.Error, match="1 to 16384"):
        file.render(0, (0, 5))
