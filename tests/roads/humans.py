# SPDX-License-Identifier: MIT
"""People as four worlds of rigs write them, all with one motion, and Mario's layout to put it on.

A person here is a table of joints: what it is, what it hangs on, and where it stands (metres, +Y up, looking to +Z,
arms out). How a bone's own axes lie is each rig's own business: they are turned at random, as editors do.
"""
import math
import random

import rigs

# What: (hangs on, place in a T-pose)
BODY = {
    "hips": (None, (0, 1.0, 0)), "spine": ("hips", (0, 1.15, 0)), "chest": ("spine", (0, 1.35, 0)),
    "head": ("chest", (0, 1.55, 0)),
    "arm.l": ("chest", (0.18, 1.45, 0)), "forearm.l": ("arm.l", (0.46, 1.45, 0)), "hand.l": ("forearm.l", (0.72, 1.45, 0)),
    "arm.r": ("chest", (-0.18, 1.45, 0)), "forearm.r": ("arm.r", (-0.46, 1.45, 0)), "hand.r": ("forearm.r", (-0.72, 1.45, 0)),
    "thigh.l": ("hips", (0.1, 0.95, 0)), "shin.l": ("thigh.l", (0.1, 0.52, 0)), "foot.l": ("shin.l", (0.1, 0.1, 0)),
    "thigh.r": ("hips", (-0.1, 0.95, 0)), "shin.r": ("thigh.r", (-0.1, 0.52, 0)), "foot.r": ("shin.r", (-0.1, 0.1, 0)),
}
FINGERS = {"thumb.l": ("hand.l", (0.78, 1.45, 0.03)), "thumb.r": ("hand.r", (-0.78, 1.45, 0.03))}
NAMES = {
    "mixamo": {"hips": "mixamorig:Hips", "spine": "mixamorig:Spine", "chest": "mixamorig:Spine2",
               "head": "mixamorig:Head", "arm": "mixamorig:{}Arm", "forearm": "mixamorig:{}ForeArm",
               "hand": "mixamorig:{}Hand", "thigh": "mixamorig:{}UpLeg", "shin": "mixamorig:{}Leg",
               "foot": "mixamorig:{}Foot", "thumb": "mixamorig:{}HandThumb1", "side": ("Left", "Right")},
    "rigify": {"hips": "spine", "spine": "spine.001", "chest": "spine.002", "head": "spine.003",
               "arm": "upper_arm.{}", "forearm": "forearm.{}", "hand": "hand.{}", "thigh": "thigh.{}",
               "shin": "shin.{}", "foot": "foot.{}", "thumb": "thumb.01.{}", "side": ("L", "R")},
    "unreal": {"hips": "pelvis", "spine": "spine_01", "chest": "spine_02", "head": "head", "arm": "upperarm_{}",
               "forearm": "lowerarm_{}", "hand": "hand_{}", "thigh": "thigh_{}", "shin": "calf_{}", "foot": "foot_{}",
               "thumb": "thumb_01_{}", "side": ("l", "r")},
}


def name_of(kind, what):
    part, _, side = what.partition(".")
    names = NAMES[kind]
    return names[part].format(names["side"][side == "r"]) if side else names[part]


def conjugate(q):
    return [-q[0], -q[1], -q[2], q[3]]


def turned(q, v):
    p = rigs.hamilton(rigs.hamilton(q, [*v, 0]), conjugate(q))
    return p[:3]


def deed(what, t):
    """How far a joint is turned in the world at second t, away from the T-pose: somebody walks, arms down."""
    swing = math.sin(2 * math.pi * t)
    part, _, side = what.partition(".")
    sign = 1 if side == "l" else -1
    x = (1, 0, 0)
    down = rigs.about((0, 0, 1), -sign * 70 * min(1, 4 * t))
    if part in ("arm", "forearm", "hand"):
        back = rigs.about(x, 30 * swing * sign - (20 * abs(swing) if part != "arm" else 0))
        return rigs.hamilton(back, down)
    if part == "thigh":
        return rigs.about(x, -30 * swing * sign)
    if part in ("shin", "foot"):
        return rigs.about(x, -30 * swing * sign + 25 * abs(swing))
    if part in ("spine", "chest", "head"):
        return rigs.about((0, 1, 0), 8 * swing)
    if part == "thumb":
        return rigs.hamilton(deed("hand." + side, t), rigs.about((0, 1, 0), 15 * swing))
    return [0, 0, 0, 1]


def hips_at(t):
    return [0.05 * math.sin(2 * math.pi * t), 1.0 + 0.03 * math.sin(4 * math.pi * t), 0.8 * t]


TIMES = [n / 30 for n in range(31)]


def person(kind, seed=0, scale=1.0, fingers=False, a_pose=False, controls=False, facing=0):
    """(a .glb, numbers of its nodes by what they are). With controls: bones that exporters store, too, a "lip" that does
    not move and a "handle" that carries no skin. `facing`: degrees about +Y that an armature turns it by."""
    rng = random.Random(f"{kind} {seed}")
    rig = rigs.Rig()
    body = BODY | (FINGERS if fingers else {})
    lies, number = {}, {}
    for what in body:
        lies[what] = rigs.about([rng.gauss(0, 1) for _ in range(3)], rng.uniform(0, 180))
        number[what] = rig.node(name=name_of(kind, what))

    def local(what, world_turn, at):
        """Rotation and translation below the parent, from where parent and joint are in the world."""
        above = body[what][0]
        if above is None:
            return world_turn(what), [scale * v for v in at(what)]
        up = world_turn(above)
        away = [scale * (a - b) for a, b in zip(at(what), at(above))]
        return rigs.hamilton(conjugate(up), world_turn(what)), turned(conjugate(up), away)

    # Arms that hang at rest: everything below the shoulder turned down about the shoulder.
    def rest_turn(what):
        part, _, side = what.partition(".")
        if a_pose and part in ("arm", "forearm", "hand", "thumb"):
            return rigs.about((0, 0, 1), -45 if side == "l" else 45)
        return [0, 0, 0, 1]

    def rest_at(what):
        above, place = body[what]
        if above is None or rest_turn(above) == [0, 0, 0, 1]:
            return place
        away = [a - b for a, b in zip(place, body[above][1])]
        return [a + b for a, b in zip(rest_at(above), turned(rest_turn(above), away))]

    for what, (above, _) in body.items():
        node = rig.json["nodes"][number[what]]
        turn, at = local(what, lambda w: rigs.hamilton(rest_turn(w), lies[w]), rest_at)
        node |= {"rotation": turn, "translation": at}
        if above:
            rig.json["nodes"][number[above]].setdefault("children", []).append(number[what])
    for what in body:
        keys = []
        for t in TIMES:
            now = lambda w: rigs.hamilton(deed(w, t), lies[w])
            above = body[what][0]
            keys.append(rigs.hamilton(conjugate(now(above)), now(what)) if above else now(what))
        rig.channel(number[what], "rotation", TIMES, keys)
    rig.channel(number["hips"], "translation", TIMES, [[scale * v for v in hips_at(t)] for t in TIMES])
    joints = list(number.values())
    if controls:
        joints.append(rig.node(name="lip", translation=[0, 0.1 * scale, 0]))
        rig.json["nodes"][number["head"]]["children"] = joints[-1:]
        rig.channel(joints[-1], "rotation", TIMES, [[0, 0, 0, 1]] * len(TIMES))
        rig.channel(rig.node(name="handle"), "translation", TIMES, [[t, 0, 0] for t in TIMES])
    skin = rig.skinned_mesh(joints, [(0.1 * i, 0.2, 0) for i in range(len(joints))])
    rig.node(name="Body", **skin)
    if facing:
        rig.node(name="Armature", rotation=rigs.about((0, 1, 0), facing), children=[number["hips"]])
    return rig.glb(), number


# Section 8.4 of the specification: (parent, offset, what of a body it is).
MARIO = [(-1, (0, 0, 0), "hips"), (0, (0, 0, 0), None), (1, (68, 0, 0), "chest"), (2, (87, 0, 0), "head"),
         (2, (67, -10, 79), None), (4, (0, 0, 0), "arm.l"), (5, (65, 0, 0), "forearm.l"), (6, (60, 0, 0), "hand.l"),
         (2, (68, -10, -79), None), (8, (0, 0, 0), "arm.r"), (9, (65, 0, 0), "forearm.r"), (10, (60, 0, 0), "hand.r"),
         (1, (13, -8, 42), None), (12, (0, 0, 0), "thigh.l"), (13, (89, 0, 0), "shin.l"), (14, (67, 0, 0), "foot.l"),
         (1, (13, -8, -42), None), (16, (0, 0, 0), "thigh.r"), (17, (89, 0, 0), "shin.r"), (18, (67, 0, 0), "foot.r")]


def mario_layout():
    lines = ["const GeoLayout mario_geo[] = {", "    GEO_NODE_START(),", "    GEO_OPEN_NODE(),",
             "    GEO_SCALE(LAYER_FORCE, 16384),", "    GEO_OPEN_NODE(),"]

    def part(i):
        x, y, z = MARIO[i][1]
        lines.append(f"    GEO_ANIMATED_PART(LAYER_OPAQUE, {x}, {y}, {z}, NULL),")
        below = [k for k, (parent, _, _) in enumerate(MARIO) if parent == i]
        if below:
            lines.append("    GEO_OPEN_NODE(),")
            for k in below:
                part(k)
            lines.append("    GEO_CLOSE_NODE(),")

    part(0)
    return "\n".join(lines + ["    GEO_CLOSE_NODE(),", "    GEO_CLOSE_NODE(),", "    GEO_END(),", "};", ""])
