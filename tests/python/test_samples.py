# SPDX-License-Identifier: MIT
"""Samples are those of the tool, in arrays that nobody copies."""
import threading
import tracemalloc

import anmkit
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

FRAMES = [0, 2.5, 7]


def of_tool(tool_json, path, space, frames=FRAMES):
    told = tool_json("sample", path, "--space", space, "--frame", *frames)
    names = [one["name"] for one in told["nodes"]]
    return names, [{one["name"]: one for one in sample["nodes"]} for sample in told["samples"]]


def test_local_equals_the_tool_to_the_bit(clip_path, tool_json):
    clip = anmkit.open(clip_path).clips[0]
    names, samples = of_tool(tool_json, clip_path, "local")
    assert clip.nodes == names
    poses = clip.sample(FRAMES, dtype=np.float64)
    assert poses.translation.shape == (3, len(names), 3) and poses.visible.dtype == bool
    compared = 0
    for frame, sample in enumerate(samples):
        for node, name in enumerate(names):
            if name not in sample or names.count(name) > 1:
                continue
            for part, values in (("translation", poses.translation), ("rotation", poses.rotation),
                                 ("scale", poses.scale)):
                assert values[frame, node].tolist() == sample[name][part]
            assert poses.visible[frame, node] == sample[name]["visible"]
            compared += 1
    assert compared > 3


def test_world_is_row_after_row(clip_path, tool_json):
    clip = anmkit.open(clip_path).clips[0]
    names, samples = of_tool(tool_json, clip_path, "world")
    world = clip.sample(FRAMES, space="world")
    assert world.shape == (3, len(names), 4, 4) and world.dtype == np.float32
    for frame, sample in enumerate(samples):
        for node, name in enumerate(names):
            if name in sample and names.count(name) == 1:
                theirs = np.array(sample[name]["matrix"]).reshape(4, 4).T
                np.testing.assert_allclose(world[frame, node], theirs, rtol=1e-6, atol=1e-6)
    # A point of a node, in the world: a matrix times a column.
    assert np.array_equal(world[..., 3, :], np.broadcast_to([0, 0, 0, 1], (3, len(names), 4)))


def test_seconds_and_all_frames(walk_path):
    clip = anmkit.open(walk_path).clips[0]
    by_frame = clip.sample([clip.rate * 0.25])
    by_time = clip.sample(seconds=0.25)
    assert np.array_equal(by_frame.rotation, by_time.rotation)
    assert clip.sample().translation.shape[0] == int(clip.duration) + 1
    with pytest.raises(TypeError, match="frames or seconds"):
        clip.sample([0], seconds=0)


def test_out_is_filled_and_returned(walk_path):
    clip = anmkit.open(walk_path).clips[0]
    expected = clip.sample(FRAMES)
    out = tuple(np.full_like(one, 9) for one in expected)
    places = [one.ctypes.data for one in out]
    assert clip.sample(FRAMES, out=out) is out
    assert [one.ctypes.data for one in out] == places
    for ours, theirs in zip(out, expected):
        assert np.array_equal(ours, theirs)
    world = np.empty((3, len(clip.nodes), 4, 4), np.float32)
    assert clip.sample(FRAMES, space="world", out=world) is world
    for bad in (world[:2], world.astype(np.float64), np.asfortranarray(world), [1]):
        with pytest.raises(ValueError, match="out needs"):
            clip.sample(FRAMES, space="world", out=bad)
    with pytest.raises(ValueError, match="expected 4"):
        clip.sample(FRAMES, out=[world])


def test_samples_are_never_copied(walk_path):
    clip = anmkit.open(walk_path).clips[0]
    frames = np.linspace(0, 20, 5000)
    out = clip.sample(frames)
    size = sum(one.nbytes for one in out)
    tracemalloc.start()
    clip.sample(frames, out=out)
    assert tracemalloc.get_traced_memory()[1] < size / 10
    tracemalloc.stop()


def test_threads_share_a_clip(clip_path):
    file = anmkit.open(clip_path)
    expected = anmkit.open(clip_path).clips[0].sample(FRAMES, space="world")
    wrong = []

    def work():
        for _ in range(30):
            if not np.array_equal(file.clips[0].sample(FRAMES, space="world"), expected):
                wrong.append(1)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert not wrong


@settings(max_examples=60, deadline=None)
@given(st.lists(st.floats(allow_nan=False, allow_infinity=False, width=64), max_size=6))
def test_any_finite_frames(frames):
    from conftest import CLIPS, EXAMPLES
    clip = anmkit.open(EXAMPLES / CLIPS[0]).clips[0]
    poses = clip.sample(frames)
    assert poses.rotation.shape == (len(frames), len(clip.nodes), 4)
    assert np.isfinite(poses.rotation).all()


def test_bad_frames_are_errors(walk_path):
    clip = anmkit.open(walk_path).clips[0]
    with pytest.raises(anmkit.Error) as caught:
        clip.sample([0, float("nan")])
    assert caught.value.code == "anmkit.USAGE" and "frame 1" in str(caught.value)
    with pytest.raises(ValueError, match="space"):
        clip.sample([0], space="sideways")
    with pytest.raises(TypeError, match="float32 or float64"):
        clip.sample([0], dtype=np.int32)


def test_keys_are_tables(clip_path):
    clip = anmkit.open(clip_path).clips[0]
    tracks = clip.keys()
    assert tracks
    for track in tracks:
        assert 0 <= track.node < len(clip.nodes)
        assert track.keys.dtype.names[0] == "frame"
        assert (np.diff(track.keys["frame"]) >= 0).all()
    rotations = [one for one in tracks if one.property == "rotation" and one.interpolation == "slerp"]
    for track in rotations:
        assert track.keys.dtype.names == ("frame", "x", "y", "z", "w")
        # Where a key lies, the pose has it.
        poses = clip.sample(track.keys["frame"], dtype=np.float64)
        values = np.stack([track.keys[name] for name in "xyzw"], axis=1)
        np.testing.assert_allclose(np.abs((poses.rotation[:, track.node] * values).sum(axis=1)),
                                   (values * values).sum(axis=1), atol=1e-6)
