# SPDX-License-Identifier: MIT
"""Clips: poses at many frames as arrays, keyframes, the engine's ticks."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np
import numpy.typing as npt

from ._images import animated_png
from ._library import CClip, CTrack, lib

if TYPE_CHECKING:
    from ._files import File

_LETTERS = ("x", "y", "z", "w")


class Local(NamedTuple):
    """Poses relative to the parents: T frames, J nodes. It unpacks into its four arrays."""

    translation: npt.NDArray[Any]  #: (T, J, 3), the file's units
    rotation: npt.NDArray[Any]  #: (T, J, 4), quaternions x, y, z, w
    scale: npt.NDArray[Any]  #: (T, J, 3), factors
    visible: npt.NDArray[Any]  #: (T, J), bool


class Track(NamedTuple):
    """The keyframes of one property of one node."""

    node: int
    property: str  #: "translation", "rotation", "scale", "visibility" ...
    interpolation: str  #: "step", "linear", "slerp", "cubic", "bezier", "slerp_long", "squad"
    keys: npt.NDArray[Any]  #: a structured array: frame, then x, y, z, w (or value), with tangents in_x ... out_x ...


class Clip:
    """A clip: poses, keyframes and ticks."""

    def __init__(self, file: "File", number: int) -> None:
        self._file, self._number = file, number

    def __repr__(self) -> str:
        return f"<anmkit.Clip {self.name!r} of {self._file.name!r}>"

    def _facts(self) -> CClip:
        facts = CClip()
        lib.call("clip", self._file._alive(), self._number, ctypes.byref(facts))
        return facts

    @property
    def name(self) -> str:
        return str(lib.clip_name(self._file._alive(), self._number).decode("utf-8", "replace"))

    @property
    def rate(self) -> float:
        """Frames per second."""
        return float(self._facts().rate)

    @property
    def duration(self) -> float:
        """Length in frames; valid frames are 0 ... duration."""
        return float(self._facts().duration)

    @property
    def loop_start(self) -> Optional[float]:
        """The frame from which the clip repeats; None if it does not."""
        start = self._facts().loop_start
        return None if start < 0 else float(start)

    @property
    def nodes(self) -> List[str]:
        """Names of the nodes of every sample, in order."""
        handle = self._file._alive()
        return [lib.node_name(handle, self._number, node).decode("utf-8", "replace")
                for node in range(self._facts().nodes)]

    @property
    def parents(self) -> List[int]:
        """For each node the index of its parent; -1 for roots."""
        handle = self._file._alive()
        return [lib.node_parent(handle, self._number, node) for node in range(self._facts().nodes)]

    def sample(self, frames: Union[float, Sequence[float], npt.NDArray[Any], None] = None, *,
               seconds: Union[float, Sequence[float], npt.NDArray[Any], None] = None, space: str = "local",
               dtype: Any = np.float32, out: Any = None) -> Any:
        """Poses at `frames` (fractions allowed) or at `seconds`; without both at every frame of the clip.

        space "local": a Local of arrays (T, J, 3), (T, J, 4), (T, J, 3), (T, J). space "world": an array
        (T, J, 4, 4) of matrices, row after row, for column vectors. `dtype` is float32 or float64. `out` takes the
        four arrays, or the one, and returns them filled. Frames outside of the clip hold its ends. Nodes are those of
        `nodes`, in that order; a number that a format does not have is NaN.
        """
        if frames is not None and seconds is not None:
            raise TypeError("sample takes frames or seconds, not both")
        facts = self._facts()
        if seconds is not None:
            moments = np.atleast_1d(np.asarray(seconds, np.float64)) * facts.rate
        elif frames is not None:
            moments = np.atleast_1d(np.asarray(frames, np.float64))
        else:
            moments = np.arange(int(facts.duration) + 1, dtype=np.float64)
        if moments.ndim != 1:
            raise ValueError("frames have one dimension")
        moments = np.ascontiguousarray(moments)
        kind = np.dtype(dtype)
        if kind not in (np.dtype(np.float32), np.dtype(np.float64)):
            raise TypeError(f"dtype is float32 or float64, found {kind}")
        many = (len(moments), facts.nodes)
        suffix = "_double" if kind == np.dtype(np.float64) else ""
        start = (self._file._alive(), self._number, moments.ctypes.data, len(moments))
        if space == "local":
            arrays = Local(*_arrays(out, [(*many, 3), (*many, 4), (*many, 3), many], [kind, kind, kind, np.bool_]))
            lib.call("sample_parts" + suffix, *start, *(one.ctypes.data for one in arrays), many[0] * many[1])
            return arrays if out is None else out
        if space == "world":
            (world,) = _arrays(None if out is None else [out], [(*many, 4, 4)], [kind])
            lib.call("sample" + suffix, *start, 2, world.ctypes.data, world.size, 0, 0)
            return world
        raise ValueError(f"space is 'local' or 'world', found {space!r}")

    def keys(self) -> List[Track]:
        """The keyframes of every track. `pandas.DataFrame(track.keys)` has a column for each number."""
        return list(self._tracks())

    def _tracks(self) -> Iterator[Track]:
        for number in range(self._facts().tracks):
            track = CTrack()
            lib.call("get_track", self._file._alive(), self._number, number, ctypes.byref(track))
            names = list(_LETTERS[:track.components]) if 1 < track.components <= 4 else (
                ["value"] if track.components == 1 else [f"m{k}" for k in range(track.components)])
            if track.stride == 3 * track.components:
                names = [before + name for before in ("in_", "", "out_") for name in names]
            keys = np.empty(track.keys, [("frame", np.float64), *((name, np.float64) for name in names)])
            if track.keys:
                keys["frame"] = np.ctypeslib.as_array(track.times, (track.keys,))
                values = np.ctypeslib.as_array(track.values, (track.keys, track.stride))
                for column, name in enumerate(names):
                    keys[name] = values[:, column]
            yield Track(track.node, track.property.decode(), track.interpolation.decode(), keys)

    def play(self, ticks: int = 60) -> Dict[str, Any]:
        """What the engine shows at each tick, as `anmkit play --json`."""
        return dict(self._file.json("play", clip=str(self._number), ticks=ticks))

    def picture(self, size: Tuple[int, int] = (240, 180), most: int = 40) -> Dict[str, Any]:
        """A moving image by its media type, for notebooks. Empty: the clip shows no node."""
        from ._library import Error
        try:
            facts = self._facts()
            step = max(1.0, facts.duration / most)
            moments = np.arange(0, max(facts.duration, 1), step)
            images = [self._file.render(moment, size, self._number, background=(255, 255, 255)) for moment in moments]
        except Error:
            return {}
        return {"image/png": animated_png(images, step / facts.rate if facts.rate > 0 else 0.1)}

    def _repr_mimebundle_(self, **_unused: Any) -> Dict[str, Any]:
        return {"text/plain": repr(self), **self.picture()}


def _arrays(given: Any, shapes: Sequence[Tuple[int, ...]], kinds: Sequence[Any]) -> List[npt.NDArray[Any]]:
    """New arrays, or the caller's after a check."""
    if given is None:
        return [np.empty(shape, kind) for shape, kind in zip(shapes, kinds)]
    if len(given) != len(shapes):
        raise ValueError(f"out has {len(given)} arrays, expected {len(shapes)}")
    for array, shape, kind in zip(given, shapes, kinds):
        good = isinstance(array, np.ndarray) and array.shape == tuple(shape) and array.dtype == np.dtype(kind)
        if not good or not array.flags.c_contiguous or not array.flags.writeable:
            raise ValueError("out needs writable, contiguous arrays; "
                             f"expected {tuple(shape)} of {np.dtype(kind)}, found "
                             f"{getattr(array, 'shape', type(array).__name__)} of {getattr(array, 'dtype', '?')}")
    return list(given)


__all__ = ["Clip", "Local", "Track"]
