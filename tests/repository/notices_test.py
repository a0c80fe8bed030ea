#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Everything of others that is inside of an artifact is listed there with its licence.

    notices_test.py ROOT
"""
import json
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
LISTED = json.loads((ROOT / "third-party/components.json").read_text())
# What build files call them.
NAMES = {"PNG": "libpng", "GIF": "giflib", "JPEG": "libjpeg-turbo", "webp": "libwebp", "minizip": "minizip",
         "libevent": "libevent", "hwy": "Highway", "fmt": "fmt", "CLI11_INCLUDE": "CLI11", "LIBSECCOMP": "libseccomp"}
TOOLS = {"PkgConfig", "Threads", "Python3", "LIBSECCOMP_INCLUDE", "ANMKIT_HIGHWAY"}


def made(artifact, *more):
    done = subprocess.run([sys.executable, "-B", ROOT / "third-party/notices.py", artifact, *more],
                          capture_output=True, check=True)
    return done.stdout.decode()


def used_by(artifact):
    return {one["name"] for one in LISTED if artifact in one["used"]}


class Notices(unittest.TestCase):
    def test_libraries_that_the_build_files_name(self):
        text = "\n".join((ROOT / name / "CMakeLists.txt").read_text() for name in ("src", "src/pictures", "src/cli"))
        words = set(re.findall(r"(?:find_package|pkg_check_modules|find_library|find_path)\((\w+)", text)) - TOOLS
        self.assertEqual({NAMES[word] for word in words} | {"libstdc++", "zlib"}, used_by("tool"))
        # Nothing of the system's is left for the static tool.
        self.assertEqual(used_by("tool") | {"glibc"}, used_by("static"))

    def test_packages_of_the_page(self):
        wanted = json.loads((ROOT / "viewer/package.json").read_text())["dependencies"]
        self.assertLessEqual(set(wanted), used_by("page"))
        self.assertLessEqual(used_by("npm"), used_by("page"))

    def test_each_is_named_with_its_licence(self):
        for artifact in ("tool", "static", "windows", "wheel", "npm", "page"):
            text, bill = made(artifact), json.loads(made(artifact, "--sbom"))
            self.assertEqual({one["name"] for one in bill["components"]}, used_by(artifact))
            self.assertIn("the anmkit authors", text)
            for one in LISTED:
                if artifact not in one["used"]:
                    continue
                self.assertRegex(text, rf"(?m)^{re.escape(one['name'])} .*: {re.escape(one['licence'])}$")
                for holder in one["copyright"]:
                    self.assertIn(f"Copyright (c) {holder}", text)
                for licence in re.split(r" (?:AND|WITH) ", one["licence"]):
                    if licence != "GPL-3.0-or-later":
                        self.assertIn(f"---- {licence} ----", text)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
