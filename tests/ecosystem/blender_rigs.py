# SPDX-License-Identifier: MIT
"""blender -b --factory-startup --python blender_rigs.py -- FOLDER

Makes people as animators have them in Blender, lets them walk, and exports each as FOLDER/NAME.glb
with the exporter's defaults. Where every bone really stands in each frame is written by Blender
itself to FOLDER/NAME.bones.json: {"rate", "first", "joints": {what: bone},
"frames": [{bone: matrix}]}, matrices of 16 numbers by column, in glTF's axes and metres.
"""

import json
import math
import pathlib
import random
import sys

import numpy

# Blender 3.4's glTF add-on still uses a name that newer numpy versions removed.
numpy.bool = bool

import addon_utils  # noqa: E402
import bpy  # noqa: E402
from mathutils import Matrix, Quaternion, Vector  # noqa: E402

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "roads"))
import humans  # noqa: E402

FRAMES = 31
TO_GLTF = Matrix.Rotation(-math.pi / 2, 4, "X")
TO_BLENDER = TO_GLTF.inverted()
TIPS = {"head": (0, 0.2, 0), "hand": (0.1, 0, 0), "foot": (0, -0.08, 0.15)}  # left ones, glTF's axes
# Bones between the ones that the table of a person knows, as rigs have them.
EXTRAS = {
    "rigify": {"shoulder.L": ("chest", "arm.l"), "shoulder.R": ("chest", "arm.r")},
    "mixamo": {"mixamorig:LeftShoulder": ("chest", "arm.l"), "mixamorig:RightShoulder": ("chest", "arm.r"),
               "mixamorig:Neck": ("chest", "head")},
    "unreal": {"clavicle_l": ("chest", "arm.l"), "clavicle_r": ("chest", "arm.r"), "neck_01": ("chest", "head")},
}


def point(v):
    return TO_BLENDER @ Vector(v)


def turn(q):
    """A quaternion x, y, z, w of glTF in Blender's axes."""
    axes = point(q[:3])
    return Quaternion((q[3], *axes))


def side_of(what):
    return what.partition(".")[2]


def hangs(what, a_pose):
    """How an arm is turned at rest, away from a T-pose."""
    if not a_pose or what.partition(".")[0] not in ("arm", "forearm", "hand"):
        return Quaternion()
    return turn(humans.rigs.about((0, 0, 1), -45 if side_of(what) == "l" else 45))


def rest_of(what, a_pose):
    """Head of a bone at rest, and its tail."""
    above, place = humans.BODY[what]
    at = point(place)
    if above and a_pose:
        at = rest_of(above, True)[0] + hangs(above, True) @ (at - point(humans.BODY[above][1]))
    part, side = what.partition(".")[::2]
    tip = TIPS.get(part)
    if tip:
        away = Vector((tip[0] if side == "l" else -tip[0], *tip[1:]))
    else:
        below = next(w for w, (up, _) in humans.BODY.items() if up == what)
        away = Vector(humans.BODY[below][1]) - Vector(place)
    return at, at + hangs(what, a_pose) @ point(away)


class Person:
    skin_only = False  # the exporter's "deformation bones only"
    carried = False

    def __init__(self, name, kind="rigify", rate=30, rolled=False, world=None, ik=False, a_pose=False,
                 skin=True, carried=False):
        bpy.ops.wm.read_factory_settings(use_empty=True)
        self.scene = bpy.context.scene
        self.name, self.a_pose, self.rate, self.first = name, a_pose, rate, 1
        self.carried = carried
        self.scene.render.fps = rate
        self.scene.frame_start, self.scene.frame_end = 1, FRAMES
        self.joints = {what: humans.name_of(kind, what) for what in humans.BODY}
        self.rig = bpy.data.objects.new("Armature", bpy.data.armatures.new("Armature"))
        self.scene.collection.objects.link(self.rig)
        self.rig.matrix_world = world or Matrix()
        bpy.context.view_layer.update()
        bpy.context.view_layer.objects.active = self.rig
        self.stretch(kind, rolled, ik)
        if skin:
            self.body()
        if ik:
            self.constrain()

    def stretch(self, kind, rolled, ik):
        inside = self.rig.matrix_world.inverted()
        rng = random.Random(self.name)
        bpy.ops.object.mode_set(mode="EDIT")
        bones = self.rig.data.edit_bones

        def add(name, head, tail, parent):
            bone = bones.new(name)
            bone.head, bone.tail = inside @ head, inside @ tail
            bone.parent = bones[parent] if parent else None
            if rolled:
                bone.roll = rng.uniform(-math.pi, math.pi)

        between = {below: name for name, (_, below) in EXTRAS[kind].items()}
        for what, (above, _) in humans.BODY.items():
            head, tail = rest_of(what, self.a_pose)
            parent = self.joints[above] if above else None
            if what in between:
                start = rest_of(above, self.a_pose)[0].lerp(head, 0.3)
                add(between[what], start, head, parent)
                parent = between[what]
            add(self.joints[what], head, tail, parent)
        if ik:
            ankle = rest_of("foot.l", self.a_pose)[0]
            add("foot_ik.L", ankle, ankle + Vector((0, 0.2, 0)), None)
            knee = rest_of("shin.l", self.a_pose)[0] + Vector((0, -0.6, 0))
            add("knee_pole.L", knee, knee + Vector((0, -0.1, 0)), None)
        bpy.ops.object.mode_set(mode="OBJECT")

    def body(self):
        """A box around each bone, which follows it."""
        mesh = bpy.data.meshes.new("Body")
        points, faces, owners = [], [], []
        for name in self.joints.values():
            bone = self.rig.data.bones[name]
            wide = bone.length * 0.15
            n = len(points)
            for y in (0, bone.length):
                points += [bone.matrix_local @ Vector((x, y, z)) for x in (-wide, wide) for z in (-wide, wide)]
            faces += [[n + i for i in f] for f in ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6),
                                                   (0, 2, 6, 4), (1, 5, 7, 3))]
            owners.append((name, list(range(n, n + 8))))
        mesh.from_pydata(points, [], faces)
        thing = bpy.data.objects.new("Body", mesh)
        self.scene.collection.objects.link(thing)
        thing.parent = self.rig
        for name, members in owners:
            thing.vertex_groups.new(name=name).add(members, 1, "REPLACE")
        thing.modifiers.new("Armature", "ARMATURE").object = self.rig

    def constrain(self):
        leg = self.rig.pose.bones[self.joints["shin.l"]].constraints.new("IK")
        leg.target = leg.pole_target = self.rig
        leg.subtarget, leg.pole_subtarget = "foot_ik.L", "knee_pole.L"
        leg.chain_count, leg.pole_angle = 2, -math.pi / 2

    def walk(self):
        rig = self.rig
        lies = rig.matrix_world.to_quaternion()
        size = rig.matrix_world.to_scale()[0]
        of = {name: what for what, name in self.joints.items()}
        for n in range(FRAMES):
            t, frame = n / 30, self.first + n
            now = {}
            if self.carried:  # the object itself goes sideways and back
                rig.location = (0.5 * math.sin(2 * math.pi * t), 0, 0)
                rig.keyframe_insert("location", frame=frame)
            for bone in rig.pose.bones:  # parents come first
                local, what = bone.bone.matrix_local.to_quaternion(), of.get(bone.name)
                above = bone.parent
                held = now[above.name] @ above.bone.matrix_local.to_quaternion().inverted() if above else Quaternion()
                now[bone.name] = held @ local
                if bone.name == "foot_ik.L":
                    way = point((0, 0.12 * max(0, math.sin(2 * math.pi * t)), 0.8 * t + 0.25 * math.sin(2 * math.pi * t)))
                    bone.location = local.inverted() @ (lies.inverted() @ way / size)
                    bone.keyframe_insert("location", frame=frame)
                if bone.name == "knee_pole.L":
                    bone.location = local.inverted() @ (lies.inverted() @ point((0, 0, 0.8 * t)) / size)
                    bone.keyframe_insert("location", frame=frame)
                if what is None:
                    continue
                done = turn(humans.deed(what, t)) @ hangs(what, self.a_pose).inverted()
                now[bone.name] = lies.inverted() @ done @ lies @ local
                bone.rotation_mode = "QUATERNION"
                bone.rotation_quaternion = (held @ local).inverted() @ now[bone.name]
                bone.keyframe_insert("rotation_quaternion", frame=frame)
                if what == "hips":
                    way = point(humans.hips_at(t)) - point(humans.BODY[what][1])
                    bone.location = local.inverted() @ (lies.inverted() @ way / size)
                    bone.keyframe_insert("location", frame=frame)
        rig.animation_data.action.name = "walk"

    def save(self, folder):
        path = folder / self.name
        bpy.ops.export_scene.gltf(filepath=f"{path}.glb", export_format="GLB", export_animations=True,
                                  export_def_bones=self.skin_only)
        frames = []
        for n in range(FRAMES):
            self.scene.frame_set(self.first + n)
            shown = self.rig.evaluated_get(bpy.context.evaluated_depsgraph_get())
            frames.append({bone.name: [v for column in (TO_GLTF @ shown.matrix_world @ bone.matrix).transposed()
                                       for v in column] for bone in shown.pose.bones})
        told = {"rate": self.rate, "first": self.first, "joints": self.joints, "frames": frames}
        pathlib.Path(f"{path}.bones.json").write_text(json.dumps(told), encoding="utf-8")


class Metarig(Person):
    """The human that the Rigify add-on brings, with its own proportions, fingers and face."""

    def __init__(self, name):
        bpy.ops.wm.read_factory_settings(use_empty=True)
        addon_utils.enable("rigify", default_set=True)
        self.scene = bpy.context.scene
        self.name, self.a_pose, self.rate, self.first = name, False, 30, 1
        self.scene.render.fps = 30
        self.scene.frame_start, self.scene.frame_end = 1, FRAMES
        bpy.ops.object.armature_human_metarig_add()
        self.rig = bpy.context.active_object
        self.joints = {what: humans.name_of("rigify", what) for what in humans.BODY} | {
            "chest": "spine.003", "head": "spine.006"}
        self.body()


class Generated(Metarig):
    """What Rigify makes of it: hundreds of controls, and the skin on bones that only follow them."""

    def __init__(self, name, skin_only=False):
        super().__init__(name)
        self.skin_only = skin_only
        meta = self.rig
        bpy.ops.pose.rigify_generate()
        self.rig = bpy.context.view_layer.objects.active
        bpy.data.objects.remove(bpy.data.objects["Body"])
        bpy.data.objects.remove(meta)
        bones = self.joints
        self.joints = {what: "DEF-" + name for what, name in bones.items()}
        self.body()

    def walk(self):
        """Keys where an animator sets them: the torso and the limbs' own controls, not the skin's bones."""
        bones = self.rig.pose.bones
        for side in "LR":
            for limb in "upper_arm_parent", "thigh_parent":
                bones[f"{limb}.{side}"]["IK_FK"] = 1.0
        controls = {"hips": "torso", "head": "head"}
        for side in "lr":
            controls |= {f"{part}.{side}": f"{fk}_fk.{side.upper()}" for part, fk in (
                ("arm", "upper_arm"), ("forearm", "forearm"), ("hand", "hand"), ("thigh", "thigh"), ("shin", "shin"),
                ("foot", "foot"))}
        for n in range(FRAMES):
            t, frame = n / 30, self.first + n
            for what, name in controls.items():
                bone = bones[name]
                above = next((w for w in (humans.BODY[what][0],) if w in controls), None)
                local = bone.bone.matrix_local.to_quaternion()
                done = turn(humans.deed(what, t))
                if above:
                    done = turn(humans.deed(above, t)).inverted() @ done
                bone.rotation_mode = "QUATERNION"
                bone.rotation_quaternion = local.inverted() @ done @ local
                bone.keyframe_insert("rotation_quaternion", frame=frame)
                if what == "hips":
                    way = point(humans.hips_at(t)) - point(humans.BODY[what][1])
                    bone.location = local.inverted() @ way
                    bone.keyframe_insert("location", frame=frame)
        self.rig.animation_data.action.name = "walk"


def main():
    folder = pathlib.Path(sys.argv[sys.argv.index("--") + 1])
    folder.mkdir(parents=True, exist_ok=True)
    centimetres = Matrix.Rotation(math.pi / 2, 4, "X") @ Matrix.Scale(0.01, 4)
    people = [
        lambda: Person("rigify"),
        lambda: Person("mixamo", "mixamo"),
        lambda: Person("unreal", "unreal", rate=24),
        lambda: Person("rolled", rolled=True),
        lambda: Person("centimetres", "mixamo", world=centimetres),
        lambda: Person("ik", ik=True),
        lambda: Person("a-pose", "mixamo", a_pose=True),
        lambda: Person("bones-alone", "mixamo", a_pose=True, skin=False),
        lambda: Person("carried", "unreal", carried=True),
        lambda: Person("looks-back", rolled=True, world=Matrix.Rotation(math.pi, 4, "Z")),
        lambda: Metarig("metarig"),
        lambda: Generated("generated"),
        lambda: Generated("generated-skin", skin_only=True),
    ]
    for make in people:
        person = make()
        person.walk()
        person.save(folder)
    print(f"Blender: {len(people)} rigs made")


main()
