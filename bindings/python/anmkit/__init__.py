# SPDX-License-Identifier: MIT
"""Game animations in Python: read, check, sample, convert and write back.

>>> import anmkit
>>> walk = anmkit.open("robot-walk.csmodelanim")
>>> walk.format, [clip.name for clip in walk.clips]
('csmodelanim', ['robot-walk'])
>>> translation, rotation, scale, visible = walk.clips[0].sample([0, 7.5])
>>> translation.shape
(2, 7, 3)
"""
from ._clips import Clip, Local, Track
from ._files import File, Project, build, convert, formats, open, project
from ._images import animated_png
from ._library import Error, lib

__version__: str = lib.version().decode()

__all__ = ["Clip", "Error", "File", "Local", "Project", "Track", "animated_png", "build", "convert", "formats", "open",
           "project"]
