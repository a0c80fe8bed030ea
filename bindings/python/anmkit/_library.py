# SPDX-License-Identifier: MIT
"""The shared library, its functions with their types, and errors as exceptions (include/anmkit.h)."""
from __future__ import annotations

import ctypes
import os
import pathlib
import sys
from ctypes import POINTER, c_char, c_char_p, c_double, c_int32, c_int64, c_size_t, c_uint32, c_void_p
from typing import Any, Callable, Optional, Tuple


class Error(Exception):
    """What cannot be done. `code` is stable (docs/codes.md); `offset` is in bytes or None; `path` is a place in
    the document, or a file. `status` is 1 for a broken file, 2 for wrong arguments, 3 for a failure of the system."""

    def __init__(self, message: str, code: str = "", offset: Optional[int] = None, path: str = "",
                 status: int = 1) -> None:
        super().__init__(message)
        self.message, self.code, self.offset, self.path, self.status = message, code, offset, path, status

    def __reduce__(self) -> Tuple[Any, ...]:
        return Error, (self.message, self.code, self.offset, self.path, self.status)

    def __str__(self) -> str:
        place = "" if self.offset is None else f" at byte {self.offset}"
        inside = f" ({self.path})" if self.path else ""
        return f"{self.code}{place}{inside}: {self.message}" if self.code else self.message


class CError(ctypes.Structure):
    _fields_ = [("status", c_int32), ("code", c_char * 64), ("offset", c_int64), ("path", c_char * 256),
                ("message", c_char * 512)]


class CClip(ctypes.Structure):
    _fields_ = [("rate", c_double), ("duration", c_double), ("loop_start", c_double), ("nodes", c_int32),
                ("tracks", c_int32)]


class CTrack(ctypes.Structure):
    _fields_ = [("node", c_int32), ("components", c_int32), ("stride", c_int32), ("reserved", c_int32),
                ("property", c_char_p), ("interpolation", c_char_p), ("keys", c_size_t),
                ("times", POINTER(c_double)), ("values", POINTER(c_double))]


READ = ctypes.CFUNCTYPE(ctypes.c_int, c_void_p, c_char_p, POINTER(c_void_p), POINTER(c_size_t))
WRITE = ctypes.CFUNCTYPE(ctypes.c_int, c_void_p, c_char_p, c_void_p, c_size_t)

_FILE, _ERROR = c_void_p, POINTER(CError)
_OPEN = [c_char_p, c_size_t, c_char_p, READ, c_void_p, _ERROR]
_SAMPLE = [_FILE, c_int32, c_void_p, c_size_t]
_PARTS = _SAMPLE + [c_void_p, c_void_p, c_void_p, c_void_p, c_size_t, _ERROR]
_FUNCTIONS: dict[str, Tuple[Any, list[Any]]] = {
    "version": (c_char_p, []),
    "open": (_FILE, _OPEN),
    "open_any": (_FILE, _OPEN),
    "open_folder": (_FILE, [READ, c_void_p, _ERROR]),
    "add_companion": (c_int32, [_FILE, c_char_p, c_size_t, c_char_p, _ERROR]),
    "set_option": (c_int32, [_FILE, c_char_p, c_char_p, _ERROR]),
    "close": (None, [_FILE]),
    "format": (c_char_p, [_FILE]),
    "clip_count": (c_int32, [_FILE]),
    "clip_name": (c_char_p, [_FILE, c_int32]),
    "node_name": (c_char_p, [_FILE, c_int32, c_int32]),
    "node_parent": (c_int32, [_FILE, c_int32, c_int32]),
    "clip": (c_int32, [_FILE, c_int32, POINTER(CClip), _ERROR]),
    "sample": (c_int32, _SAMPLE + [c_int32, c_void_p, c_size_t, c_size_t, c_size_t, _ERROR]),
    "sample_double": (c_int32, _SAMPLE + [c_int32, c_void_p, c_size_t, c_size_t, c_size_t, _ERROR]),
    "sample_parts": (c_int32, _PARTS),
    "sample_parts_double": (c_int32, _PARTS),
    "get_track": (c_int32, [_FILE, c_int32, c_int32, POINTER(CTrack), _ERROR]),
    "json": (c_int32, [_FILE, c_char_p, c_void_p, c_size_t, POINTER(c_size_t), _ERROR]),
    "convert": (c_int32, [POINTER(_FILE), c_size_t, c_char_p, c_char_p, WRITE, c_void_p, _ERROR]),
    "build": (c_int32, [c_char_p, c_size_t, WRITE, c_void_p, _ERROR]),
    "render": (c_int32, [_FILE, c_int32, c_double, c_uint32, c_uint32, c_char_p, c_void_p, c_size_t, _ERROR]),
}


def _load() -> ctypes.CDLL:
    name = "anmkit.dll" if sys.platform == "win32" else "libanmkit.so.0"
    inside = pathlib.Path(__file__).with_name(name)
    path = os.environ.get("ANMKIT_LIBRARY") or (str(inside) if inside.is_file() else name)
    try:
        return ctypes.CDLL(path)
    except OSError as problem:
        raise ImportError(f"the library {path} cannot be loaded: {problem}; ANMKIT_LIBRARY names another") from problem


class Library:
    """The functions by their names without the prefix. `call` raises the error of the call."""

    def __init__(self) -> None:
        library = _load()
        self.raw: dict[str, Any] = {}
        for name, (result, arguments) in _FUNCTIONS.items():
            function = getattr(library, "anmkit_" + name)
            function.restype, function.argtypes = result, arguments
            self.raw[name] = function

    def __getattr__(self, name: str) -> Callable[..., Any]:
        try:
            return self.raw[name]  # type: ignore[no-any-return]
        except KeyError:
            raise AttributeError(name) from None

    def call(self, name: str, *arguments: Any) -> Any:
        """Calls a function whose last argument is the error."""
        error = CError()
        result = self.raw[name](*arguments, ctypes.byref(error))
        if error.status != 0:
            text = [value.decode("utf-8", "replace") for value in (error.message, error.code, error.path)]
            raise Error(text[0], text[1], None if error.offset < 0 else error.offset, text[2], error.status)
        return result


lib = Library()

__all__ = ["CClip", "CTrack", "Error", "READ", "WRITE", "lib"]
