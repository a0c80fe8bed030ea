#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every 3D family through glTF and back, judged by an independent reader of what the tool writes.

    roads_test.py TOOL [--count N] [--seed N] [Seen | Untouched | Bodied | Blocks | Bodies | Crossed | Dropped | Edited | Losses |
                                               Foreign | Told | Taken | Retarget | Limbs | Clips | Bvh]...

Random files of every family; `--count` says how many of each.
"""
import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
import road
import support
from bodied import Bodied  # noqa: F401
from blocks import Blocks  # noqa: F401
from bodies import Bodies  # noqa: F401
from bvh import Bvh  # noqa: F401
from retarget import Retarget  # noqa: F401
from clips import Clips  # noqa: F401
from crossed import Crossed  # noqa: F401
from dropped import Dropped  # noqa: F401
from edited import Edited, Losses  # noqa: F401
from foreign import Foreign  # noqa: F401
from limbs import Limbs  # noqa: F401
from taken import Taken  # noqa: F401
from told import Told  # noqa: F401
from seen import Seen  # noqa: F401 (unittest finds the tests here)
from untouched import Untouched  # noqa: F401

KNOWN = {}


if __name__ == "__main__":
    for option in ("--count", "--seed"):
        if option in sys.argv:
            at = sys.argv.index(option)
            setattr(road, option[2:].upper(), int(sys.argv[at + 1]))
            del sys.argv[at:at + 2]
    support.main(KNOWN, __doc__)
