# SPDX-License-Identifier: MIT
"""Random and small files of the 3D families, written from the formats' specifications alone.

Every function takes a random.Random (or nothing) and returns bytes; nothing here knows the program
under test. Clips move smoothly enough that angles between two frames stay below half a turn.
"""
from random_cs import *  # noqa: F401,F403
from random_gc import *  # noqa: F401,F403
from random_psx import *  # noqa: F401,F403
from random_sm64 import *  # noqa: F401,F403
from random_values import *  # noqa: F401,F403
