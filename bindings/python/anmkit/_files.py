# SPDX-License-Identifier: MIT
"""Files, their companions, and what is made from them."""
from __future__ import annotations

import ctypes
import json
import os
import pathlib
import weakref
from typing import IO, Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
import numpy.typing as npt

from ._clips import Clip
from ._images import animated_png
from ._library import READ, WRITE, Error, lib

Source = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview, IO[bytes]]
Companions = Union[None, Iterable[Union[str, "os.PathLike[str]"]], Mapping[str, bytes]]

#: Options of a conversion by their names here; others are options of the families.
_REQUEST = {"to": "to", "clip": "clip", "subject": "subject", "sparse": "sparse", "keep_sources": "keepSources",
            "metres_per_unit": "metresPerUnit", "start": "start", "end": "end", "length": "length",
            "merge": "merge", "family": "family", "map": "map", "ground": "ground", "in_place": "inPlace"}


class _Folder:
    """Answers the library's questions for files beside others."""

    def __init__(self, root: pathlib.Path) -> None:
        self.root = root
        self.problems: List[str] = []
        self._last = b""
        self.callback = READ(self._read)

    def _read(self, _user: Any, name: bytes, data: Any, size: Any) -> int:
        try:
            text = os.fsdecode(name)
            path = self.root if text == "/" else self.root / text
            if text.endswith("/"):
                if not path.is_dir():
                    return 1
                self._last = "\n".join(sorted(os.listdir(path))).encode("utf-8", "surrogateescape")
            elif path.is_file():
                self._last = path.read_bytes()
            else:
                return 1
        except OSError as problem:
            self.problems.append(str(problem))
            return 1
        data[0] = ctypes.cast(ctypes.c_char_p(self._last), ctypes.c_void_p).value
        size[0] = len(self._last)
        return 0


_NOTHING: Any = READ(0)


def _bytes_of(source: Source, name: Optional[str]) -> Tuple[bytes, str, Optional[pathlib.Path]]:
    """The bytes, the name, and the folder of a source on the disk."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        if not name:
            raise TypeError("bytes need name=, the name of their file")
        return bytes(source), name, None
    if hasattr(source, "read"):
        content = source.read()
        if not isinstance(content, bytes):
            raise TypeError("the file object gives text; open it with mode 'rb'")
        known = name or getattr(source, "name", None)
        if not isinstance(known, str):
            raise TypeError("this file object needs name=, the name of its file")
        return content, pathlib.PurePath(known).name, None
    path = pathlib.Path(os.fspath(source))
    try:
        content = path.read_bytes()
    except OSError as problem:
        raise Error(f"cannot read {path}: {problem.strerror}", "anmkit.READ", path=str(path), status=3) from problem
    return content, name or path.name, path.parent


class File:
    """An opened file. Close it with `close()` or `with`; it is closed as well when nothing uses it any more."""

    def __init__(self, source: Source, companions: Companions = None, *, name: Optional[str] = None,
                 options: Optional[Mapping[str, Any]] = None, broken: bool = False) -> None:
        content, self.name, root = _bytes_of(source, name)
        self._folder = _Folder(root) if companions is None and root is not None else None
        beside = self._folder.callback if self._folder else _NOTHING
        handle = lib.call("open_any" if broken else "open", content, len(content), self.name.encode(), beside, None)
        self._attach(handle)
        if isinstance(companions, Mapping):
            given = [(str(key), bytes(value)) for key, value in companions.items()]
        else:
            given = [(pathlib.PurePath(path).name, _bytes_of(path, None)[0]) for path in companions or []]
        for path, content in given:
            lib.call("add_companion", self._handle, content, len(content), path.encode())
        for key, option in (options or {}).items():
            for value in (option if isinstance(option, (list, tuple)) else [option]):
                text = "" if value is True else str(value)
                lib.call("set_option", self._handle, key.replace("_", "-").encode(), text.encode())

    def _attach(self, handle: int) -> None:
        self._handle = ctypes.c_void_p(handle)
        self._close = weakref.finalize(self, lib.close, self._handle)

    def _alive(self) -> ctypes.c_void_p:
        if not self._close.alive:
            raise ValueError("the file is closed")
        return self._handle

    def close(self) -> None:
        """Frees the memory of the file. Its clips cannot be used afterwards; their arrays can."""
        self._close()

    def __enter__(self) -> "File":
        return self

    def __exit__(self, *_unused: Any) -> None:
        self.close()

    def __repr__(self) -> str:
        if not self._close.alive:
            return f"<anmkit.File {self.name!r}, closed>"
        return f"<anmkit.File {self.name!r}: {self.format or 'unknown'}, {len(self.clips)} clips>"

    @property
    def format(self) -> str:
        """The format's id ("psx-anm"), "gltf", or "" for unknown bytes."""
        return str(lib.format(self._alive()).decode())

    @property
    def clips(self) -> List[Clip]:
        """The clips, in the file's order."""
        return [Clip(self, number) for number in range(lib.clip_count(self._alive()))]

    @property
    def nodes(self) -> List[str]:
        """Names of the nodes, in the file's order."""
        return list(self.info()["nodeNames"])

    @property
    def warnings(self) -> List[Dict[str, Any]]:
        """Findings of reading the file: dicts with code, severity, offset, path and message."""
        return list(self.info().get("diagnostics", []))

    def json(self, what: str, **members: Any) -> Any:
        """The answer of anmkit_json: "info", "check", "dump", "fields", "play" ..."""
        text = _json(self._alive(), what, members)
        return json.loads(text)

    def info(self) -> Dict[str, Any]:
        """Facts, as `anmkit info --json`."""
        return dict(self.json("info"))

    def check(self) -> Dict[str, Any]:
        """Findings, as `anmkit check --json`: `ok`, `diagnostics`."""
        return dict(self.json("check"))

    def explain(self) -> Dict[str, Any]:
        """The field of every byte, as `anmkit explain --json`: `fields` with offset, length, path, value, meaning."""
        return dict(self.json("fields"))

    def dump(self) -> str:
        """The whole file as JSON text. `build` turns it into the same bytes."""
        return _json(self._alive(), "dump", {})

    def convert(self, to: str, **options: Any) -> Dict[str, bytes]:
        """Converts the file. Returns names and bytes. `to`: a format's id, "gltf", or an output's name."""
        output = to if "." in to else _output_name(self.name, to)
        if "." not in to:
            options["to"] = to
        return convert([self], output, **options)

    def render(self, frame: float = 0, size: Tuple[int, int] = (640, 480), clip: int = 0,
               **view: Any) -> npt.NDArray[np.uint8]:
        """An image at a frame: (height, width, 4) bytes, RGBA, rows from the top. `size` is (width, height).
        `view`: yaw and pitch in degrees, background (r, g, b), grid. `clip` -1 is the rest pose."""
        width, height = size
        image = np.empty((height, width, 4), np.uint8)
        lib.call("render", self._alive(), clip, float(frame), width, height, json.dumps(view).encode(),
                 image.ctypes.data, image.nbytes)
        return image

    def _repr_mimebundle_(self, **_unused: Any) -> Dict[str, Any]:
        """In a notebook: a moving image of the first clip, beside the text."""
        bundle: Dict[str, Any] = {"text/plain": repr(self)}
        clips = self.clips if self._close.alive else []
        if clips:
            bundle.update(clips[0].picture())
        return bundle


def _output_name(name: str, to: str) -> str:
    """A name with the first extension of the format."""
    stem = name.split("/")[-1].split(".")[0]
    if to in ("gltf", "glb"):
        return stem + ".glb"
    for one in formats():
        if one["id"] == to and one["extensions"]:
            return stem + str(one["extensions"][0])
    return stem + "." + to


def _json(handle: Optional[ctypes.c_void_p], what: str, members: Mapping[str, Any]) -> str:
    request = json.dumps({"what": what, **members}).encode()
    needed = ctypes.c_size_t()
    lib.call("json", handle, request, None, 0, ctypes.byref(needed))
    while True:
        room = needed.value
        text = ctypes.create_string_buffer(room)
        try:
            lib.call("json", handle, request, text, room, ctypes.byref(needed))
            return text.value.decode()
        except Error:
            if needed.value <= room:
                raise


def formats() -> List[Dict[str, Any]]:
    """All formats: dicts with id, family, title, extensions and what is possible."""
    return list(json.loads(_json(None, "formats", {}))["formats"])


class _Outputs:
    """Keeps what the library makes."""

    def __init__(self) -> None:
        self.files: Dict[str, bytes] = {}
        self.callback = WRITE(self._write)

    def _write(self, _user: Any, name: bytes, data: int, size: int) -> int:
        self.files[name.decode()] = ctypes.string_at(data, size) if size else b""
        return 0


def convert(inputs: Sequence[Union[File, "Project"]], output: str, *, report: Optional[Dict[str, Any]] = None,
            **options: Any) -> Dict[str, bytes]:
    """Converts as `anmkit convert` does. Returns names and bytes. `output` is the name of a file, or of a
    folder with a '/' at its end. `report`, where it is a dict, gets the fits, losses and findings. Options: to,
    clip, subject, sparse, keep_sources, metres_per_unit, start, end, length, merge, family, map, ground, in_place,
    and those of the families (hold=True, rate=25)."""
    request: Dict[str, Any] = {"report": True, "options": {}}
    for key, value in options.items():
        if key in _REQUEST:
            request[_REQUEST[key]] = value
        else:
            request["options"][key.replace("_", "-")] = value
    handles = (ctypes.c_void_p * len(inputs))(*[one._alive().value for one in inputs])
    outputs = _Outputs()
    lib.call("convert", handles, len(inputs), output.encode(), json.dumps(request).encode(), outputs.callback, None)
    told = json.loads(outputs.files.pop(""))
    if report is not None:
        report.update(told)
    return outputs.files


def build(dump: str) -> bytes:
    """The bytes of the file that a dump describes."""
    text = dump.encode()
    outputs = _Outputs()
    lib.call("build", text, len(text), outputs.callback, None)
    return next(iter(outputs.files.values()))


class Project:
    """A folder: `subjects` are what can be looked at, with their files and clips."""

    def __init__(self, folder: Union[str, "os.PathLike[str]"]) -> None:
        root = pathlib.Path(folder)
        if not root.is_dir():
            raise Error(f"{root} is no folder", "anmkit.READ", path=str(root), status=3)
        self._folder = _Folder(root)
        self._handle = ctypes.c_void_p(lib.call("open_folder", self._folder.callback, None))
        self._close = weakref.finalize(self, lib.close, self._handle)
        answer = json.loads(_json(self._handle, "project", {}))
        self.subjects: List[Dict[str, Any]] = answer["subjects"]
        self.orphans: List[str] = answer["orphans"]
        self.broken: List[Any] = answer["broken"]

    def _alive(self) -> ctypes.c_void_p:
        return self._handle

    def convert(self, subject: str, output: str, **options: Any) -> Dict[str, bytes]:
        """One file with a subject and all its clips: names and bytes."""
        return convert([self], output, subject=subject, **options)


def open(source: Source, companions: Companions = None, *, name: Optional[str] = None,
         options: Optional[Mapping[str, Any]] = None, broken: bool = False) -> File:
    """Opens a path, bytes or a binary file object. `companions`: None finds them beside a path as the tool does, []
    uses none, a list of paths or a dict of names to bytes uses these. Bytes need `name`. `broken` opens files that
    cannot be read as well, to check and explain them. Raises Error."""
    return File(source, companions, name=name, options=options, broken=broken)


def project(folder: Union[str, "os.PathLike[str]"]) -> Project:
    """The subjects of a folder."""
    return Project(folder)


__all__ = ["File", "Project", "animated_png", "build", "convert", "formats", "open", "project"]
