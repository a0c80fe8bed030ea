# SPDX-License-Identifier: MIT
"""An independent reader of BVH: joints with their offsets and channels, and world matrices at a frame. A position channel
replaces the offset on its axis, as Blender reads it; rotations apply in the order of the channels, the first outermost."""
import math

from gltf_sampler import multiply

AXES = {"X": 0, "Y": 1, "Z": 2}


def moved(v):
    return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, *v, 1]


def turned(axis, degrees):
    m = moved((0, 0, 0))
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    a, b = (axis + 1) % 3, (axis + 2) % 3
    m[4 * a + a], m[4 * a + b], m[4 * b + a], m[4 * b + b] = c, s, -s, c
    return m


class Joint:
    def __init__(self, name, parent):
        self.name, self.parent, self.offset, self.channels = name, parent, None, []


class Bvh:
    def __init__(self, path):
        text = path.read_text()
        head, _, motion = text.partition("MOTION")
        self.joints, self.ends = [], 0
        above, current, skipping = [], None, False
        for line in head.splitlines():
            words = line.split()
            if not words or words[0] == "HIERARCHY":
                continue
            if words[0] in ("ROOT", "JOINT"):
                assert len(words) == 2, f"a name with blanks: {line!r}"
                current = Joint(words[1], above[-1] if above else None)
                self.joints.append(current)
            elif words[0] == "End":
                skipping, current = True, Joint(None, above[-1])
                self.ends += 1
            elif words[0] == "{":
                above.append(current)
            elif words[0] == "}":
                above.pop()
            elif words[0] == "OFFSET":
                current.offset = [float(w) for w in words[1:]]
                assert len(current.offset) == 3
            else:
                assert words[0] == "CHANNELS" and int(words[1]) == len(words) - 2, line
                current.channels = words[2:]
        assert not above and self.joints
        lines = motion.split("\n")
        self.frames = [[float(w) for w in line.split()] for line in lines[3:] if line.strip()]
        assert lines[1].startswith("Frames: ") and int(lines[1][8:]) == len(self.frames), lines[1]
        assert lines[2].startswith("Frame Time: ")
        self.time = float(lines[2][12:])
        wide = sum(len(joint.channels) for joint in self.joints)
        assert all(len(frame) == wide for frame in self.frames)
        names = [joint.name for joint in self.joints]
        assert len(set(names)) == len(names), "two joints of one name"

    def world(self, frame=None):
        """World matrices by name, column-major; without a frame those of the rest pose."""
        values = iter(self.frames[frame]) if frame is not None else None
        made = {None: moved((0, 0, 0))}
        for joint in self.joints:
            at, turn = list(joint.offset), moved((0, 0, 0))
            for channel in joint.channels if values else []:
                axis, value = AXES[channel[0]], next(values)
                if channel.endswith("position"):
                    at[axis] = value
                else:
                    turn = multiply(turn, turned(axis, value))
            made[joint.name] = multiply(made[joint.parent.name if joint.parent else None], multiply(moved(at), turn))
        del made[None]
        return made
