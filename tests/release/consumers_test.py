#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Projects that fetch the sources from an archive, and the port of vcpkg: a program of theirs runs.

    consumers_test.py ROOT

The library of one family without codecs, which compiles in a minute. ./dev test package has find_package, pkg-config
and add_subdirectory.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
EXAMPLE = ROOT / "examples/craftstudio/robot-walk.csmodelanim"
SMALL = ["-DANMKIT_ONLY=craftstudio", "-DANMKIT_JOIN=ON", "-DCMAKE_CXX_COMPILER_LAUNCHER=ccache",
         "-DCMAKE_CXX_FLAGS_RELEASE=-O0"]


def good(*words, **options):
    done = subprocess.run([*map(str, words)], capture_output=True, text=True, **options)
    if done.returncode != 0:
        raise AssertionError(f"{words}: {done.returncode}\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
    return done.stdout


class Consumers(unittest.TestCase):
    def setUp(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        self.folder = pathlib.Path(made.name)
        self.jobs = os.environ.get("JOBS", str(os.cpu_count()))

    def program(self, *options):
        build = self.folder / "consumer"
        good("cmake", "-S", ROOT / "tests/consumer", "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", *options)
        good("ninja", "-C", build, "-j", self.jobs, "consumer")
        return good(build / "consumer", EXAMPLE)

    def test_fetch_content(self):
        archive = self.folder / "anmkit.tar.gz"
        listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True,
                                check=True).stdout.splitlines()
        good("tar", "-czf", archive, "--transform", "s,^,anmkit/,", *[name for name in listed if (ROOT / name).is_file()],
             cwd=ROOT)
        self.program(f"-DANMKIT_URL={archive.as_uri()}", "-DANMKIT_CODECS=OFF", *SMALL)
        self.assertFalse(list((self.folder / "consumer").rglob("anmkit_tool*")), "users get no targets of the tool")

    def test_vcpkg_port(self):
        work = self.folder / "vcpkg"
        port = ROOT / "cmake/vcpkg/anmkit"
        good("cmake", f"-DPORT={port}", f"-DWORK={work}", f"-DMORE={';'.join(one.replace(';', chr(92) + ';') for one in SMALL)}",
             "-P", ROOT / "tests/release/vcpkg_stubs.cmake", env={**os.environ, "CMAKE_BUILD_PARALLEL_LEVEL": self.jobs})
        packages = work / "packages"
        self.assertFalse((packages / "bin").exists())
        self.assertTrue((packages / "share/anmkit/copyright").is_file())
        self.program(f"-Danmkit_DIR={packages}/share/anmkit")

    def test_manifests_name_the_same(self):
        own, port = (json.loads((ROOT / name).read_text()) for name in ("vcpkg.json", "cmake/vcpkg/anmkit/vcpkg.json"))
        self.assertEqual(port.pop("version-string"), "local")
        self.assertEqual(own, port)
        # What the build files ask for, under the names that vcpkg has for them.
        wanted = set(re.findall(r"find_package\((\w+)", (ROOT / "src/pictures/CMakeLists.txt").read_text())) - {"PkgConfig"}
        self.assertEqual(wanted, {"PNG", "GIF", "JPEG"})
        self.assertEqual(own["features"]["codecs"]["dependencies"], ["giflib", "libjpeg-turbo", "libpng", "libwebp"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
