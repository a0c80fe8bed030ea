# SPDX-License-Identifier: MIT
"""Human skeletons as many programs name them, in a motion that bends one limb after the other.

A convention is a table: what a bone is (`arm`) = its name, with {} for the side. What a convention has not is left out of the
tree; helpers (twists, targets, controls) are named with what they hang on and what they follow.
"""
import copy
import random

import rigs
from humans import conjugate, turned

# What: (hangs on, place in a T-pose: metres, +Y up, looking to +Z)
TREE = {
    "center": (None, (0, 0.9, 0)), "hips": ("center", (0, 1.0, 0)), "pelvis": ("hips", (0, 0.98, 0)),
    "spine": ("hips", (0, 1.1, 0)), "spine2": ("spine", (0, 1.2, 0)), "spine3": ("spine2", (0, 1.28, 0)),
    "chest": ("spine3", (0, 1.35, 0)), "neck": ("chest", (0, 1.5, 0)), "neck2": ("neck", (0, 1.54, 0)), "head": ("neck2", (0, 1.58, 0)),
}
SIDE = {
    "clavicle": ("chest", (0.05, 1.45, 0)), "arm": ("clavicle", (0.18, 1.45, 0)), "armtwist": ("arm", (0.3, 1.45, 0)),
    "forearm": ("armtwist", (0.46, 1.45, 0)), "forearmtwist": ("forearm", (0.6, 1.45, 0)), "hand": ("forearmtwist", (0.72, 1.45, 0)),
    "palm": ("hand", (0.76, 1.45, 0)), "thumb": ("palm", (0.78, 1.45, 0.03)), "index": ("palm", (0.8, 1.45, 0.02)),
    "hipjoint": ("pelvis", (0.02, 0.97, 0)), "thigh": ("hipjoint", (0.1, 0.95, 0)), "thightwist": ("thigh", (0.1, 0.75, 0)),
    "shin": ("thightwist", (0.1, 0.52, 0)), "foot": ("shin", (0.1, 0.1, 0)), "toe": ("foot", (0.1, 0.03, 0.12)),
}
for what, (above, (x, y, z)) in SIDE.items():
    for side, sign in ("l", 1), ("r", -1):
        hangs = f"{above}.{side}" if above in SIDE else above
        TREE[f"{what}.{side}"] = (hangs, (sign * x, y, z))
BENDS = [f"{part}.{side}" for part in ("arm", "forearm", "hand", "thigh", "shin", "foot") for side in "lr"] + ["head", "chest"]
TIMES = [n / 30 for n in range(len(BENDS) + 1)]


class Convention:
    def __init__(self, sides, bones, helpers="", must=True, **how):
        self.sides, self.must, self.how = sides, must, how
        self.bones = dict(word.split("=") for word in bones.replace("\n", " ").split())
        # name : hangs on : follows
        self.helpers = [tuple(h.split(":")) for h in helpers.split()] if helpers else []


MIXAMO = """hips=Hips spine=Spine spine2=Spine1 chest=Spine2 neck=Neck head=Head clavicle={}Shoulder arm={}Arm forearm={}ForeArm
            hand={}Hand thumb={}HandThumb1 index={}HandIndex1 thigh={}UpLeg shin={}Leg foot={}Foot toe={}ToeBase"""
LR = ("Left", "Right")


def prefixed(bones, prefix):
    return " ".join(w.replace("=", "=" + prefix, 1) for w in bones.split())


DEF = """hips=DEF-spine spine=DEF-spine.001 spine2=DEF-spine.002 chest=DEF-spine.003 neck=DEF-spine.004 neck2=DEF-spine.005 head=DEF-spine.006
         clavicle=DEF-shoulder.{} arm=DEF-upper_arm.{} armtwist=DEF-upper_arm.{}.001 forearm=DEF-forearm.{} forearmtwist=DEF-forearm.{}.001 hand=DEF-hand.{}
         palm=DEF-palm.01.{} thumb=DEF-thumb.01.{} index=DEF-f_index.01.{} thigh=DEF-thigh.{} thightwist=DEF-thigh.{}.001 shin=DEF-shin.{} foot=DEF-foot.{} toe=DEF-toe.{}"""
CONVENTIONS = {
    "mixamo": Convention(LR, prefixed(MIXAMO, "mixamorig:")),
    "mixamo without the colon": Convention(LR, prefixed(MIXAMO, "mixamorig")),
    "humanik": Convention(LR, MIXAMO, helpers="LeftUpLegRoll:thigh.l:thigh.l LeftArmRoll:arm.l:arm.l"),
    "humanik, Character1_": Convention(LR, prefixed(MIXAMO, "Character1_"), helpers="Character1_Reference::"),
    "humanik, Robot_Ref:": Convention(LR, prefixed(MIXAMO, "Robot_Ref:Robot_")),
    "rigify's meta-rig": Convention("LR", DEF.replace("DEF-", "").replace("armtwist=upper_arm.{}.001", "").replace(
        "forearmtwist=forearm.{}.001", "").replace("thightwist=thigh.{}.001", ""), helpers="heel.02.L:foot.l:foot.l pelvis.L:hips:hips"),
    "rigify, deforming bones": Convention("LR", DEF, loose=True),
    "rigify, all bones": Convention("LR", DEF, whole=True),
    "unreal": Convention("lr", """hips=pelvis spine=spine_01 spine2=spine_02 chest=spine_03 neck=neck_01 head=head clavicle=clavicle_{} arm=upperarm_{}
        forearm=lowerarm_{} hand=hand_{} thumb=thumb_01_{} index=index_01_{} thigh=thigh_{} shin=calf_{} foot=foot_{} toe=ball_{}""",
        helpers="root:: ik_foot_root:root: ik_foot_l:ik_foot_root:foot.l ik_hand_gun:root:hand.r ik_hand_l:ik_hand_gun:hand.l upperarm_twist_01_l:arm.l:arm.l "
                "calf_twist_01_r:shin.r:shin.r"),
    "vrm 1": Convention(LR, "".join(f"{k}=node{i}{{}} " if k in SIDE else f"{k}=node{i} " for i, k in enumerate(
        ["hips", "spine", "chest", "neck", "head", *(k for k in SIDE if "twist" not in k and k not in ("palm", "hipjoint"))])), vrm="VRMC_vrm"),
    "vrm 0": Convention("LR", """hips=J_Bip_C_Hips spine=J_Bip_C_Spine spine2=J_Bip_C_Chest chest=J_Bip_C_UpperChest neck=J_Bip_C_Neck head=J_Bip_C_Head
        clavicle=J_Bip_{}_Shoulder arm=J_Bip_{}_UpperArm forearm=J_Bip_{}_LowerArm hand=J_Bip_{}_Hand thigh=J_Bip_{}_UpperLeg shin=J_Bip_{}_LowerLeg
        foot=J_Bip_{}_Foot toe=J_Bip_{}_ToeBase""", helpers="J_Sec_Hair1:head:head", vrm="VRM"),
    "vrm animation": Convention("LR", """hips=A spine=B chest=C head=D arm=E{} forearm=F{} hand=G{} thigh=H{} shin=I{} foot=J{}""", vrm="VRMC_vrm_animation"),
    "vrm without its extension": Convention("LR", """hips=J_Bip_C_Hips spine=J_Bip_C_Spine chest=J_Bip_C_Chest neck=J_Bip_C_Neck head=J_Bip_C_Head
        arm=J_Bip_{}_UpperArm forearm=J_Bip_{}_LowerArm hand=J_Bip_{}_Hand thigh=J_Bip_{}_UpperLeg shin=J_Bip_{}_LowerLeg foot=J_Bip_{}_Foot"""),
    "smpl": Convention("LR", """hips=Pelvis spine=Spine1 spine2=Spine2 chest=Spine3 neck=Neck head=Head clavicle={}_Collar arm={}_Shoulder forearm={}_Elbow
        hand={}_Wrist palm={}_Hand thigh={}_Hip shin={}_Knee foot={}_Ankle toe={}_Foot"""),
    "smpl, m_avg_": Convention("LR", """hips=m_avg_Pelvis spine=m_avg_Spine1 spine2=m_avg_Spine2 chest=m_avg_Spine3 neck=m_avg_Neck head=m_avg_Head
        clavicle=m_avg_{}_Collar arm=m_avg_{}_Shoulder forearm=m_avg_{}_Elbow hand=m_avg_{}_Wrist palm=m_avg_{}_Hand thigh=m_avg_{}_Hip shin=m_avg_{}_Knee
        foot=m_avg_{}_Ankle toe=m_avg_{}_Foot""", helpers="m_avg_root::"),
    "smpl-x": Convention(("left", "right"), """hips=pelvis spine=spine1 spine2=spine2 chest=spine3 neck=neck head=head clavicle={}_collar arm={}_shoulder
        forearm={}_elbow hand={}_wrist index={}_index1 thumb={}_thumb1 thigh={}_hip shin={}_knee foot={}_ankle toe={}_foot""", helpers="jaw:head:head"),
    "daz": Convention("lr", """hips=hip pelvis=pelvis spine=abdomenLower spine2=abdomenUpper spine3=chestLower chest=chestUpper neck=neckLower
        neck2=neckUpper head=head clavicle={}Collar arm={}ShldrBend armtwist={}ShldrTwist forearm={}ForearmBend forearmtwist={}ForearmTwist hand={}Hand
        thumb={}Thumb1 thigh={}ThighBend thightwist={}ThighTwist shin={}Shin foot={}Foot toe={}Toe""", helpers="lMetatarsals:foot.l:foot.l lPectoral:chest:chest"),
    "poser": Convention("lr", """hips=hip spine=abdomen chest=chest neck=neck head=head clavicle={}Collar arm={}Shldr forearm={}ForeArm hand={}Hand
        hipjoint={}Buttock thigh={}Thigh shin={}Shin foot={}Foot toe={}Toe""", must=False),
    "biped": Convention("LR", """center=Bip01 hips=Bip01|Pelvis spine=Bip01|Spine chest=Bip01|Spine1 neck=Bip01|Neck head=Bip01|Head clavicle=Bip01|{}|Clavicle
        arm=Bip01|{}|UpperArm forearm=Bip01|{}|Forearm hand=Bip01|{}|Hand thigh=Bip01|{}|Thigh shin=Bip01|{}|Calf foot=Bip01|{}|Foot toe=Bip01|{}|Toe0""",
        helpers="Bip01|HeadNub:head:head Bip01|L|Finger0:hand.l:hand.l", arms="neck"),
    "valve": Convention("LR", """hips=ValveBiped.Bip01_Pelvis spine=ValveBiped.Bip01_Spine spine2=ValveBiped.Bip01_Spine1 chest=ValveBiped.Bip01_Spine4
        neck=ValveBiped.Bip01_Neck1 head=ValveBiped.Bip01_Head1 clavicle=ValveBiped.Bip01_{}_Clavicle arm=ValveBiped.Bip01_{}_UpperArm
        forearm=ValveBiped.Bip01_{}_Forearm hand=ValveBiped.Bip01_{}_Hand thigh=ValveBiped.Bip01_{}_Thigh shin=ValveBiped.Bip01_{}_Calf
        foot=ValveBiped.Bip01_{}_Foot toe=ValveBiped.Bip01_{}_Toe0""", must=False),
    "synty": Convention("LR", """hips=Hips spine=Spine_01 spine2=Spine_02 chest=Spine_03 neck=Neck head=Head clavicle=Clavicle_{} arm=Shoulder_{}
        forearm=Elbow_{} hand=Hand_{} thumb=Thumb_01_{} index=IndexFinger_01_{} thigh=UpperLeg_{} shin=LowerLeg_{} foot=Ankle_{} toe=Ball_{}""",
        helpers="Root:: Eyes:head:head Toes_L:toe.l:toe.l", must=False),
    "kinect": Convention(LR, """hips=SpineBase spine=SpineMid chest=SpineShoulder neck=Neck head=Head arm=Shoulder{} forearm=Elbow{} hand=Wrist{} palm=Hand{}
        thumb=Thumb{} thigh=Hip{} shin=Knee{} foot=Ankle{} toe=Foot{}""", helpers="HandTipLeft:hand.l:hand.l", must=False),
    "azure kinect": Convention(("LEFT", "RIGHT"), """hips=PELVIS spine=SPINE_NAVAL chest=SPINE_CHEST neck=NECK head=HEAD clavicle=CLAVICLE_{} arm=SHOULDER_{}
        forearm=ELBOW_{} hand=WRIST_{} palm=HAND_{} thigh=HIP_{} shin=KNEE_{} foot=ANKLE_{} toe=FOOT_{}""", must=False),
    "mmd": Convention("左右", """center=センター hips=下半身 spine=上半身 chest=上半身2 neck=首 head=頭 clavicle={}肩 arm={}腕 armtwist={}腕捩 forearm={}ひじ
        forearmtwist={}手捩 hand={}手首 thigh={}足 shin={}ひざ foot={}足首 toe={}つま先""", helpers="左足ＩＫ::foot.l 右足ＩＫ::foot.r 左目:head:head",
        must=False, apart=True),
    "mmd in English": Convention("LR", """center=center hips=lower_body spine=upper_body chest=upper_body2 neck=neck head=head clavicle=shoulder_{} arm=arm_{}
        forearm=elbow_{} hand=wrist_{} thigh=leg_{} shin=knee_{} foot=ankle_{} toe=toe_{}""", must=False, apart=True),
    "xsens": Convention(LR, """hips=Pelvis spine=L5 spine2=L3 spine3=T12 chest=T8 neck=Neck head=Head clavicle={}Shoulder arm={}UpperArm forearm={}ForeArm
        hand={}Hand thigh={}UpperLeg shin={}LowerLeg foot={}Foot toe={}Toe""", must=False),
    "cmu": Convention(LR, """hips=Hips spine=LowerBack spine2=Spine chest=Spine1 neck=Neck neck2=Neck1 head=Head clavicle={}Shoulder arm={}Arm
        forearm={}ForeArm hand={}Hand palm={}FingerBase hipjoint={}HipJoint thigh={}UpLeg shin={}Leg foot={}Foot toe={}ToeBase""", must=False),
    "bvh by joints": Convention(LR, """hips=Hips chest=Chest neck=Neck head=Head clavicle={}Collar arm={}Shoulder forearm={}Elbow hand={}Wrist thigh={}Hip
        shin={}Knee foot={}Ankle""", must=False),
    "character creator": Convention("LR", """hips=CC_Base_Hip pelvis=CC_Base_Pelvis spine=CC_Base_Waist spine2=CC_Base_Spine01 chest=CC_Base_Spine02
        neck=CC_Base_NeckTwist01 neck2=CC_Base_NeckTwist02 head=CC_Base_Head clavicle=CC_Base_{}_Clavicle arm=CC_Base_{}_Upperarm
        forearm=CC_Base_{}_Forearm hand=CC_Base_{}_Hand thigh=CC_Base_{}_Thigh shin=CC_Base_{}_Calf foot=CC_Base_{}_Foot toe=CC_Base_{}_ToeBase""",
        helpers="CC_Base_L_UpperarmTwist01:arm.l:arm.l CC_Base_L_ThighTwist01:thigh.l:thigh.l", must=False),
    "no names": Convention("", " ".join(f"{what}=" for what in ("hips", "spine", "chest", "head", "arm", "forearm", "hand", "thigh", "shin", "foot")), must=False),
    "numbers": Convention(("1", "2"), " ".join(f"{what}=bone_{i}{{}}" if what in SIDE else f"{what}=bone_{i}" for i, what in enumerate(
        ("hips", "spine", "chest", "head", "arm", "forearm", "hand", "thigh", "shin", "foot"))), must=False),
    "German": Convention("LR", """hips=Becken spine=Wirbel chest=Brust head=Kopf arm=Oberarm_{} forearm=Unterarm_{} hand=Hand_{} thigh=Oberschenkel_{}
        shin=Unterschenkel_{} foot=Fuss_{}""", must=False),
    "arms whose forearms hang elsewhere": Convention(LR, MIXAMO, must=False, elsewhere=True),
    "four arms": Convention(LR, MIXAMO, helpers="LeftArm2:clavicle.l:arm.l LeftForeArm2:LeftArm2:forearm.l LeftHand2:LeftForeArm2:hand.l", must=False,
                            shift=0.2),
}
VRM = {"hips": "hips", "spine": "spine", "spine2": "chest", "chest": "upperChest", "neck": "neck", "head": "head", "clavicle": "{}Shoulder", "arm": "{}UpperArm",
       "forearm": "{}LowerArm", "hand": "{}Hand", "thigh": "{}UpperLeg", "shin": "{}LowerLeg", "foot": "{}Foot", "toe": "{}Toes",
       "thumb": "{}ThumbProximal", "index": "{}IndexProximal"}


def renamed(kind, names):
    """A convention like another one but for these names; None: the bone is left out."""
    convention = copy.deepcopy(CONVENTIONS[kind])
    convention.bones = {bone: name for bone, name in (convention.bones | names).items() if name}
    return convention


def name_of(convention, what):
    part, _, side = what.partition(".")
    name = convention.bones[part].format(convention.sides["lr".index(side)]) if side and convention.sides else convention.bones[part]
    return name.replace("|", " ")


def bend(what, n):
    """How far the n-th pose bends a bone (and what hangs on it) in the world; pose 0 bends none."""
    if n == 0 or BENDS[n - 1] != what:
        return [0, 0, 0, 1]
    part = what.partition(".")[0]
    axis = {"thigh": (1, 0.2, 0.3), "shin": (1, 0.1, 0), "foot": (1, 0, 0.2), "head": (0, 1, 0), "chest": (0, 1, 0)}.get(part, (0.3, 0.6, 1))
    return rigs.about(axis, 60)


def skeleton(kind, seed=0, a_pose=False, skin=True):
    """(a .glb, numbers of its nodes by what they are) of a convention or its name."""
    convention = kind if isinstance(kind, Convention) else CONVENTIONS[kind]
    how, rng = convention.how, random.Random(f"{kind if convention is not kind else convention.bones} {seed}")
    rig = rigs.Rig()
    has = [what for what in TREE if what.partition(".")[0] in convention.bones]

    def above(what):
        up = TREE[what][0]
        if how.get("apart") and what.partition(".")[0] == "spine":
            up = "center"
        if how.get("arms") and what.partition(".")[0] == "clavicle":
            up = how["arms"]
        if how.get("elsewhere") and what.partition(".")[0] == "forearm":
            up = "chest"
        while up is not None and up not in has:
            up = TREE[up][0]
        return up

    # Bones: name, the index of what they hang on, what they follow.
    bones, number = [], {}

    def add(name, hangs, follows):
        bones.append((name, hangs, follows))
        return len(bones) - 1

    root = None
    if how.get("loose") or how.get("whole"):
        root = add("rig", None, None)
    for name, hangs, follows in convention.helpers:
        if hangs == "" and follows == "":
            root = add(name.replace("|", " "), None, None)
    if how.get("whole"):
        whole(add, number, has, above, convention, root)
    else:
        for what in has:
            up = above(what)
            loose = how.get("loose") and what.partition(".")[0] in ("clavicle", "arm", "thigh")
            number[what] = add(name_of(convention, what), number[up] if up and not loose else root, what)
    names = {name: i for i, (name, _, _) in enumerate(bones)}
    for name, hangs, follows in convention.helpers:
        if (hangs, follows) == ("", ""):
            continue
        up = number.get(hangs, names.get(hangs.replace("|", " "), root))
        names[name] = add(name.replace("|", " "), up, follows or None)

    lies = [rigs.about([rng.gauss(0, 1) for _ in range(3)], rng.uniform(0, 180)) for _ in bones]
    jitter = [0.0 if i in number.values() or how.get("whole") else how.get("shift", 0.02) for i in range(len(bones))]

    # Where joints are and how they are turned in the world, with arms hanging in an A-pose, in pose n (None: at rest).
    def chain(what):
        links = []
        while what is not None:
            links.insert(0, what)
            what = TREE[what][0]
        return links

    def world_turn(what, n):
        turn = [0, 0, 0, 1]
        for link in chain(what) if what else []:
            if a_pose and link.startswith("arm."):
                turn = rigs.hamilton(rigs.about((0, 0, 1), -45 if link.endswith("l") else 45), turn)
            if n is not None:
                turn = rigs.hamilton(bend(link, n), turn)
        return turn

    def world_at(what, n):
        if what is None:
            return (0, 0, 0)
        links = chain(what)
        at, before = TREE[links[0]][1], links[0]
        for link in links[1:]:
            away = [a - b for a, b in zip(TREE[link][1], TREE[before][1])]
            at = [a + b for a, b in zip(at, turned(world_turn(before, n), away))]
            before = link
        return at

    def place(i, n):
        name, hangs, follows = bones[i]
        at = world_at(follows, n)
        if jitter[i] and follows:
            at = [a + b for a, b in zip(at, turned(world_turn(follows, n), (0, -jitter[i], 0)))]
        return at, rigs.hamilton(world_turn(follows, n), lies[i])

    def local(i, n):
        at, turn = place(i, n)
        hangs = bones[i][1]
        if hangs is None:
            return turn, list(at)
        up_at, up_turn = place(hangs, n)
        return rigs.hamilton(conjugate(up_turn), turn), turned(conjugate(up_turn), [a - b for a, b in zip(at, up_at)])

    for i, (name, hangs, follows) in enumerate(bones):
        turn, at = local(i, None)
        fields = {"name": name} if name else {}
        rig.node(rotation=turn, translation=at, **fields)
        if hangs is not None:
            rig.json["nodes"][hangs].setdefault("children", []).append(i)
    for i in range(len(bones)):
        keys = [local(i, n) for n in range(len(TIMES))]
        rig.channel(i, "rotation", TIMES, [k[0] for k in keys])
        rig.channel(i, "translation", TIMES, [k[1] for k in keys])
    if skin:
        joints = list(range(len(bones)))
        rig.node(name="Body", **rig.skinned_mesh(joints, [(0.1 * i, 0.2, 0) for i in joints]))
    if "vrm" in how:
        mark(rig, how["vrm"], number)
    return rig.glb(), number


def mark(rig, extension, number):
    """Says which node is which bone, as VRM does; its names cannot be known otherwise."""
    bones = {}
    for what, i in number.items():
        part, _, side = what.partition(".")
        if part in VRM:
            word = VRM[part].format({"l": "left", "r": "right", "": ""}[side])
            bones["chest" if word == "upperChest" and "spine2" not in number else word] = i
    humanoid = {"humanBones": [{"bone": k, "node": v} for k, v in bones.items()] if extension == "VRM"
                else {k: {"node": v} for k, v in bones.items()}}
    rig.json.setdefault("extensions", {})[extension] = {"specVersion": "1.0", "humanoid": humanoid}
    rig.json.setdefault("extensionsUsed", []).append(extension)


def whole(add, number, has, above, convention, root):
    """Rigify's generated rig: ORG bones carry the tree, DEF bones hang on them, controls beside them."""
    org, control = {}, {}
    torso = add("torso", add("root", root, None), "hips")
    control["hips"] = add("hips", add("MCH-hips", torso, "hips"), "hips")
    control["chest"] = add("chest", add("MCH-chest", torso, "spine"), "chest")
    control["head"] = add("head", add("MCH-head", control["chest"], "chest"), "head")
    for what in has:
        name = name_of(convention, what)[4:]
        up = above(what)
        if what.partition(".")[0] in ("hips", "spine", "spine2", "chest", "neck", "neck2", "head"):
            up_tweak = control["chest"] if what in ("chest", "spine2") else control["head"] if what in ("neck", "neck2", "head") else torso
            tweak = add("tweak_" + name, add("MCH-" + name, up_tweak, what), what)
            org[what] = add("ORG-" + name, tweak, what)
            number[what] = add(name_of(convention, what), org[what], what)
            continue
        limb = what.partition(".")[0] in ("arm", "thigh")
        if limb:
            parent = add("MCH-" + name + "_parent", org[up], up)
            control[what] = add(name.replace(".", "_fk.", 1), parent, what)
            add(name.replace(".", "_ik.", 1), parent, what)
        elif what.partition(".")[0] in ("forearm", "hand", "shin", "foot"):
            fk = up if up in control else above(up)
            control[what] = add(name.replace(".", "_fk.", 1), control[fk], what)
            if what.partition(".")[0] in ("hand", "foot"):
                add(name.replace(".", "_ik.", 1), root, what)
        org[what] = add("ORG-" + name, org[up], what)
        number[what] = add(name_of(convention, what), org[up] if limb or up not in number or up.partition(".")[0] in ("chest", "hips") else number[up], what)
