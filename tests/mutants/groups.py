# SPDX-License-Identifier: MIT
"""What is changed in which group, and which tests must see it."""
import fnmatch
import pathlib

FAMILIES = tuple(path.parent.name for path in sorted(pathlib.Path("src/formats").glob("*/family.cpp")))

# From a scene, a source text or other fields to a file; a group of its own.
WAY_BACK = {
    "psx": ("*from_scene.cpp", "model/bent.cpp", "model/write.cpp"),
    "cs2": ("script/compile.cpp", "script/labels.cpp", "image/script.cpp", "image/write.cpp"),
    "craftstudio": ("*from_scene.cpp", "animation/deltas.cpp", "animation/fit_keys.cpp", "animation/tracks.cpp",
                    "model/as_box.cpp", "model/boxes.cpp", "model/body_model.cpp", "model/bodied.cpp",
                    "model/known_shape.cpp"),
    "gc": ("*from_scene.cpp", "bank/differ.cpp", "bank/encode.cpp", "bank/canonical.cpp", "bank/part_keys.cpp",
           "bank/builder.cpp", "model/gpl_edit.cpp", "model/skin_lists.cpp", "texture/encode.cpp"),
    "sm64": ("*from_scene.cpp", "back/*", "motion/*"),
}
WAY_BACK_FROM_GLTF = ("src/exchange/gltf/*read.cpp", "src/exchange/gltf/container.cpp", "src/exchange/gltf/rig.cpp",
                      "src/exchange/gltf/file.cpp", "src/convert/from_gltf.cpp", "src/import/*.cpp", "src/bodies/*.cpp")
# Words and lists, which other tests compare with the documentation, the writers, and the text of `dump`.
NOT_READING = ("*codes.cpp", "*description.cpp", "family.cpp", "*json.cpp", "*write.cpp", "*info.cpp", "*_edit.cpp",
               "*_writer.cpp", "to_*.cpp", "decompile.cpp", "suggest.cpp", "blowfish_pi.cpp", "body.cpp", "looks.cpp",
               "paint.cpp", "sheet.cpp", "surface.cpp", "face_look.cpp", "convert.cpp", "gather.cpp", "builder.cpp",
               "object_tables.cpp", "object_faces.cpp", "measure.cpp")
SAMPLER = ("src/playback/*.cpp", "src/scene/evaluate.cpp", "src/scene/reference.cpp", "src/scene/pose_matrices.cpp",
           "src/scene/frame*.cpp", "src/scene/cut.cpp", "src/scene/math.cpp")
NAMES = (*FAMILIES, "sampler", "wayback")


def family_of(path):
    parts = path.split("/")
    return parts[2] if parts[:2] == ["src", "formats"] and parts[2] in FAMILIES else None


def goes_back(path):
    family = family_of(path)
    if family is None:
        return any(fnmatch.fnmatch(path, p) for p in WAY_BACK_FROM_GLTF)
    inside = path.removeprefix(f"src/formats/{family}/")
    return any(fnmatch.fnmatch(inside, p) for p in WAY_BACK.get(family, ("*from_scene.cpp",)))


def reads(path):
    inside = path.split("/", 3)[3]
    return not any(fnmatch.fnmatch(inside, p) or fnmatch.fnmatch(inside.rsplit("/")[-1], p) for p in NOT_READING)


def group_of(path):
    """The group whose source this is, or None. `path` begins at the root of the repository."""
    if goes_back(path):
        return "wayback"
    if family_of(path):
        return family_of(path) if reads(path) else None
    return "sampler" if any(fnmatch.fnmatch(path, p) for p in SAMPLER) else None


# Tests that compute for seconds come behind the others; those that look at a clock do not count here.
SLOW = {"gc": "*EveryCombination*:*ModelDamage*:*MoreKeysThan*:*MoreBonesThan*:GcPalette.ObjectsDraw*:GcSkin.Exported*"}
CLOCKS = "GcInside.Hostile*:GcPalette.SharedRecords*"


def own_tests(family):
    target = f"{family}_test"
    return [tests(target, f"--gtest_filter=-{SLOW.get(family, '*Random*')}:{CLOCKS}"),
            (f"{target}, slow", *tests(target, f"--gtest_filter={SLOW.get(family, '*Random*')}")[1:])]


def vectors(family):
    return (f"vectors {family}", "anmkit_tool", ("python", "tests/cli/run_vectors.py", "PROGRAM", "tests/vectors",
                                                 family, "--stop"))


def tests(name, *targets):
    return (name, name, ("PROGRAM", "--gtest_brief=1", "--gtest_fail_fast", *targets))


def roads(*parts):
    return ("roads " + " ".join(parts), "anmkit_tool",
            ("python", "-B", "tests/roads/roads_test.py", "PROGRAM", *parts, "--count", "1", "-f"))


def stages_of(path):
    """The tests of one source, those that see most first: name, target of the build, command."""
    family, group = family_of(path), group_of(path)
    own = own_tests(family) if family else []
    every = [tests("formats_test", f"--gtest_filter=*{family}*")] if family else []
    # Tests of all families at once; what looks at files at a glance is seen by one of them alone.
    shared = [("formats_test, shared", "formats_test", ("PROGRAM", "--gtest_brief=1", "--gtest_fail_fast",
                                                        "--gtest_filter=QuickCheck.*:Players.*:LibraryApi.*:Examples.*"))]
    if path.endswith("/sound.cpp"):
        return [*shared, *every, *own]
    if group == "sampler":
        return [tests("scene_test"), tests("convert_test"), *(vectors(f) for f in FAMILIES if f != "cs2")]
    if group == "wayback":
        if family == "cs2":
            return [*every, *own, vectors(family)]
        told = [vectors(family)] if family else []
        return [*own, tests("bodies_test"), tests("import_test"), tests("exchange_test"), tests("convert_test"), *told,
                roads("Untouched", "Edited", "Losses"), roads("Crossed", "Foreign", "Told")]
    return [*every, *own, *shared, vectors(family), tests("convert_test")]
