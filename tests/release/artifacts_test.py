#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Each file of a release in a root that has nothing else, with one real command.

    artifacts_test.py DIST [TEST...]

As root: it uses empty roots.
"""
import hashlib
import http.client
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
DIST = pathlib.Path(sys.argv[1]).resolve()
sys.path.insert(0, str(ROOT / "cmake/release"))
from artifacts import FILES, VERSION  # noqa: E402

# Joined by other parts of the release.
LATER = {name for name in FILES if name.endswith(".whl") or "blender" in name}
EXAMPLES = ROOT / "examples"
OLD_KERNEL = "4.4.0"
# Its programs get no environment, not even where this one is.
CHROOT = shutil.which("chroot", path="/usr/sbin:/usr/bin:/sbin:/bin")
QEMU = {"x64": "qemu-x86_64-static", "arm64": "qemu-aarch64-static", "amd64": None}


def artifact(name):
    return DIST / name.replace("V", VERSION, 1)


def run(*words, **options):
    return subprocess.run([*map(str, words)], capture_output=True, **options)


def good(*words, **options):
    done = run(*words, **options)
    if done.returncode != 0:
        raise AssertionError(f"{words}: {done.returncode}\n{done.stdout.decode()}{done.stderr.decode()}")
    return done


class Artifacts(unittest.TestCase):
    def setUp(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        self.folder = pathlib.Path(made.name)
        # Other users must reach it.
        self.folder.chmod(0o755)

    def unpacked(self, name):
        good("tar", "-xf", artifact(name), "-C", self.folder)
        return self.folder / re.sub(r"\.(tar\.gz|tgz)$", "", artifact(name).name)

    def put_examples(self, root):
        for name in ("gc/stalk.anm", "gc/stalk.act", "gc/stalk.gpl", "gc/stalk.skn", "gc/stalk.tpl", "cs2/bounce.txt"):
            shutil.copy(EXAMPLES / name, root)
        (root / "names.txt").write_bytes((root / "bounce.txt").read_bytes() + "\n\t跳ねる 5\n".encode("shift-jis"))

    def works(self, in_root, root):
        """The program reads, converts, draws, and decodes texts; in_root(*words) runs it where files are in /."""
        info = json.loads(in_root("info", "--json", "stalk.anm").stdout)
        self.assertEqual(info["files"][0]["format"], "gc-anm")
        in_root("convert", "stalk.anm", "-o", "stalk.glb")
        in_root("render", "stalk.anm", "-o", "stalk.png", "--size", "64x48")
        in_root("render", "stalk.anm", "-o", "stalk.webp", "--size", "64x48")
        self.assertEqual((root / "stalk.glb").read_bytes()[:4], b"glTF")
        self.assertEqual(struct.unpack(">II", (root / "stalk.png").read_bytes()[16:24]), (64, 48))
        self.assertEqual((root / "stalk.webp").read_bytes()[8:12], b"WEBP")
        told = in_root("check", "names.txt", status=1).stderr.decode()
        self.assertIn("unknown command '跳'", told)
        self.assertIn("\t跳ねる 5\n", told)

    def in_empty_root(self, machine):
        folder = self.unpacked(f"anmkit-V-linux-{machine}.tar.gz")
        notices = (folder / "THIRD-PARTY-NOTICES.txt").read_text()
        self.assertIn("\nglibc ", notices)
        kind = good("readelf", "-ld", folder / "bin/anmkit").stdout.decode()
        self.assertNotIn("INTERP", kind)
        self.assertNotIn("NEEDED", kind)
        root = self.folder / "root"
        root.mkdir()
        shutil.copy(folder / "bin/anmkit", root)
        shutil.copy(shutil.which(QEMU[machine]), root / "qemu")
        self.put_examples(root)

        def in_root(*words, status=0, how=("/qemu", "-r", OLD_KERNEL)):
            done = run(CHROOT, root, *how, "/anmkit", *words, env={})
            self.assertEqual(done.returncode, status, done.stderr.decode())
            return done

        self.works(in_root, root)
        self.shows_page(root, () if machine == "x64" else ("/qemu",))
        if machine == "x64":
            for name in ("stalk.glb", "stalk.png", "stalk.webp"):
                (root / name).rename(root / f"old-{name}")
            self.works(lambda *words, **more: in_root(*words, how=(), **more), root)
            for name in ("stalk.glb", "stalk.png", "stalk.webp"):
                self.assertEqual((root / name).read_bytes(), (root / f"old-{name}").read_bytes())
        return folder

    def shows_page(self, root, how):
        with subprocess.Popen([CHROOT, root, *how, "/anmkit", "view", "--no-open", "stalk.anm"], env={},
                              stdout=subprocess.PIPE) as server:
            self.addCleanup(server.kill)
            host, path = re.match(r"http://([^/]+)(/\S*)", server.stdout.readline().decode()).groups()
            connection = http.client.HTTPConnection(host, timeout=60)
            connection.request("GET", path)
            page = connection.getresponse().read().decode()
            self.assertIn("anmkit-files", page)
            connection.close()
            server.kill()

    def test_linux_x64(self):
        folder = self.in_empty_root("x64")
        # As a user without rights, into a folder of theirs.
        home = self.folder / "home"
        home.mkdir()
        os.chown(home, 65534, 65534)
        user = {"user": 65534, "group": 65534, "extra_groups": (), "env": {"HOME": str(home), "PATH": os.environ["PATH"]},
                "cwd": home}
        said = good(folder / "install.sh", **user).stdout.decode()
        self.assertIn(f"anmkit {VERSION}", said)
        self.assertIn(f"add {home}/.local/bin to PATH", said)
        self.assertIn(b"GameCube animation bank", good(home / ".local/bin/anmkit", "info", EXAMPLES / "gc/stalk.anm", **user).stdout)
        self.assertIn(b"ANMKIT", good("man", "-l", home / ".local/share/man/man1/anmkit.1.gz").stdout)
        good("bash", "-n", home / ".local/share/bash-completion/completions/anmkit")
        good(sys.executable, "-B", HERE / "desktop_test.py", home / ".local", EXAMPLES)

    def test_linux_arm64(self):
        self.in_empty_root("arm64")

    def in_debian(self, machine, package, *more):
        """A root with the package and what it depends on; its own scripts do not run."""
        depends = good("dpkg-deb", "--field", package, "Depends").stdout.decode().strip()
        names = [re.split(r"[ (|]", one.strip())[0] for one in depends.split(",")]
        root = self.folder / f"debian-{machine}"
        good(ROOT / "cmake/linux/packages.sh", machine, root, *names, *more)
        for name, version in re.findall(r"([a-z0-9+.-]+) \(>= ([^)]+)\)", depends):
            control = (root / "packages" / name / "control").read_text()
            there = re.search(r"(?m)^Version: (\S+)$", control).group(1)
            good("dpkg", "--compare-versions", there, "ge", version)
        self.assertEqual(good("dpkg-deb", "--field", package, "Architecture").stdout.decode().strip(), machine)
        good("dpkg-deb", "--extract", package, root)
        return root

    def runs_in_debian(self, machine):
        root = self.in_debian(machine, artifact(f"anmkit_V_{machine}.deb"))
        self.put_examples(root)
        how = ()
        if machine == "arm64":
            shutil.copy(shutil.which(QEMU[machine]), root / "qemu")
            how = ("/qemu",)

        def in_root(*words, status=0):
            done = run(CHROOT, root, *how, "/usr/bin/anmkit", *words, env={})
            self.assertEqual(done.returncode, status, done.stderr.decode())
            return done

        self.works(in_root, root)
        copyright = (root / "usr/share/doc/anmkit-tools/copyright").read_text()
        self.assertIn("libpng", copyright)
        wrapper = ("qemu-aarch64-static", "-L", root) if machine == "arm64" else ("env", f"LD_LIBRARY_PATH={root}/none")
        good(sys.executable, "-B", HERE / "desktop_test.py", root / "usr", EXAMPLES, *wrapper)

    def test_packages_amd64(self):
        self.runs_in_debian("amd64")

    def test_packages_arm64(self):
        self.runs_in_debian("arm64")

    def test_library_arm64(self):
        root = self.in_debian("arm64", artifact("libanmkit-dev_V_arm64.deb"), "libstdc++6", "libc6-dev", "zlib1g-dev")
        environment = {**os.environ, "PKG_CONFIG_SYSROOT_DIR": str(root), "PKG_CONFIG_LIBDIR":
                       f"{root}/usr/lib/aarch64-linux-gnu/pkgconfig:{root}/usr/lib/pkgconfig"}
        flags = good("pkg-config", "--cflags", "--libs", "anmkit-playback", env=environment).stdout.decode().split()
        program = self.folder / "consumer"
        good("aarch64-linux-gnu-g++", f"--sysroot={root}", ROOT / "tests/consumer/consumer.cpp", "-o", program, *flags)
        good(QEMU["arm64"], "-L", root, program, EXAMPLES / "craftstudio/robot-walk.csmodelanim")

    def test_library_amd64(self):
        root = self.folder / "root"
        good("dpkg-deb", "--extract", artifact("libanmkit-dev_V_amd64.deb"), root)
        build = self.folder / "build"
        good("cmake", "-S", ROOT / "tests/consumer", "-B", build, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={root}/usr",
             f"-DANMKIT_WANTED={VERSION}")
        good("ninja", "-C", build)
        good(build / "consumer", EXAMPLES / "craftstudio/robot-walk.csmodelanim")

    def test_npm(self):
        (self.folder / "package.json").write_text('{"name": "fresh", "version": "1.0.0", "type": "module"}')
        # As a tool of Node does it: by name, from the archive, with nothing else.
        good("npm", "install", "--offline", "--no-audit", "--no-fund", artifact("anmkit-V.tgz"), cwd=self.folder)
        shutil.copy(EXAMPLES / "gc/stalk.anm", self.folder)
        (self.folder / "run.js").write_text(
            "import { readFile } from 'node:fs/promises';\nimport { load } from 'anmkit';\n"
            "const kit = await load();\nconst session = await kit.session();\n"
            "session.put('stalk.anm', await readFile('stalk.anm'));\n"
            "const { files } = session.convert({ files: ['stalk.anm'], output: 'stalk.glb' });\n"
            "console.log(kit.version, String.fromCharCode(...files[0].bytes.slice(0, 4)));\n")
        self.assertEqual(good("node", "run.js", cwd=self.folder).stdout.decode().strip(), f"{VERSION} glTF")
        self.assertTrue((self.folder / "node_modules/anmkit/THIRD-PARTY-NOTICES.txt").is_file())

    def test_windows(self):
        with zipfile.ZipFile(artifact("anmkit-V-windows-x64.zip")) as archive:
            archive.extractall(self.folder)
        folder = self.folder / f"anmkit-{VERSION}-windows-x64"
        self.assertTrue((folder / "THIRD-PARTY-NOTICES.txt").is_file())
        self.put_examples(folder)
        environment = {**os.environ, "WINEPREFIX": str(self.folder / "wine"), "WINEDEBUG": "-all"}

        def in_wine(*words, status=0):
            done = run("wine", "anmkit.exe", *words, cwd=folder, env=environment)
            self.assertEqual(done.returncode, status, done.stderr.decode())
            return done

        self.works(in_wine, folder)
        good(sys.executable, "-B", ROOT / "tests/windows/library_test.py", artifact("anmkit-V-windows-x64.zip"), env=environment)

    def test_viewer(self):
        page = artifact("anmkit-viewer-V.html")
        text = page.read_text()
        self.assertFalse(re.findall(r"""(?:src|href)=["']https?:""", text))
        self.assertRegex(text, r"(?m)^three [\d.]+: MIT$")
        shown = good("chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={self.folder}/browser",
                     "--virtual-time-budget=20000", "--dump-dom", page.as_uri()).stdout.decode()
        self.assertGreater(shown.count("<button"), 3)

    def test_sources(self):
        folder = self.unpacked("anmkit-V.tar.gz")
        self.assertIn(b"./dev COMMAND", good(folder / "dev", "help").stdout)
        good("cmake", "-S", folder, "-B", self.folder / "build", "-G", "Ninja", "-DANMKIT_ONLY=psx", "-DANMKIT_CODECS=OFF",
             "-DANMKIT_TOOL=OFF", "-DANMKIT_TESTS=OFF", "-DANMKIT_HIGHWAY_HEADERS=ON")
        good("ninja", "-C", self.folder / "build", "src/CMakeFiles/anmkit.dir/core/crc32.cpp.o")

    def test_all_are_there(self):
        expected = {artifact(name).name for name in set(FILES) - LATER}
        self.assertLessEqual(expected, {path.name for path in DIST.iterdir()})
        for line in (DIST / "SHA256SUMS").read_text().splitlines():
            wanted, name = line.split("  ")
            self.assertEqual(hashlib.sha256((DIST / name).read_bytes()).hexdigest(), wanted, name)

    def test_no_folder_of_the_build_is_inside(self):
        for path in DIST.iterdir():
            data = path.read_bytes()
            if path.suffix == ".zip":
                with zipfile.ZipFile(path) as archive:
                    data = b"".join(map(archive.read, archive.namelist()))
            elif path.suffix in (".gz", ".tgz") and path.name != f"anmkit-{VERSION}.tar.gz":
                with tarfile.open(path) as archive:
                    data = b"".join(archive.extractfile(one).read() for one in archive if one.isfile())
            elif path.suffix == ".deb":
                data = good("dpkg-deb", "--fsys-tarfile", path).stdout
            self.assertNotIn(str(ROOT).encode() + b"/", data, path.name)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
