#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What people on Windows expect of the tool, run by Wine: windows_test.py TOOL EXAMPLES"""
import contextlib
import json
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tty
import unittest
import urllib.error
import urllib.parse
import urllib.request

TOOL = os.path.abspath(sys.argv[1])
EXAMPLES = pathlib.Path(sys.argv[2]).resolve()
WALK = EXAMPLES / "craftstudio" / "robot-walk.csmodelanim"
ROBOT = EXAMPLES / "craftstudio" / "robot.csmodel"
# Names that calls of Windows get, as Wine reports them.
CALL = re.compile(r'trace:file:(?:Create|Delete|Find|Get|Move|Remove|Set)\w+ \(?L"(.*?)"')
NAMES = ("歩く é", "Müller & Söhne", "Ход (1)", "50% #1", "a'b", "🎬")
HELPER = pathlib.Path(tempfile.mkdtemp()) / "helper.exe"
unittest.addModuleCleanup(shutil.rmtree, HELPER.parent)


def setUpModule():
    source = pathlib.Path(__file__).with_name("helper.cpp")
    subprocess.run(["x86_64-w64-mingw32-g++-posix", "-std=c++20", "-Wall", "-Wextra", "-Werror", "-static", "-municode",
                    source, "-o", HELPER], check=True)


def drive_path(path):
    return "Z:" + str(path).replace("/", "\\")


class Windows(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def run_tool(self, *words, status=0, **more):
        done = subprocess.run([TOOL, *map(str, words)], cwd=self.folder, capture_output=True, timeout=120, **more)
        self.assertEqual(done.returncode, status, (words, done.stdout[:300], done.stderr[:1000]))
        return done

    @contextlib.contextmanager
    def helper(self, *words):
        process = subprocess.Popen(["wine", HELPER, *map(str, words)], cwd=self.folder, stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE)
        try:
            self.assertEqual(process.stdout.readline().strip(), b"held")
            yield
        finally:
            process.communicate(timeout=60)

    def test_names_in_any_script(self):
        for name in NAMES:
            with self.subTest(name):
                file = name + ".csmodelanim"
                shutil.copy(WALK, self.folder / file)
                done = self.run_tool("convert", file, "--with", ROBOT, "-o", name + "/out.glb")
                self.assertIn(name, done.stderr.decode())
                self.assertTrue((self.folder / name / "out.glb").is_file())
                self.assertIn(name, self.run_tool("info", file).stdout.decode())
                listed = json.loads(self.run_tool("info", file, "--json").stdout)
                self.assertIn(file, json.dumps(listed, ensure_ascii=False))
                self.assertIn(name, self.run_tool("info", name + ".nothing", status=3).stderr.decode())

    def test_words_with_spaces_and_quotes(self):
        for word in ('two words', 'a "quoted" one', 'ends with \\', '\\"'):
            with self.subTest(word):
                said = self.run_tool("info", "--format", word, WALK, status=2).stderr.decode()
                self.assertIn(f"'{word}'", said)

    def test_both_separators(self):
        (self.folder / "in" / "deep").mkdir(parents=True)
        shutil.copy(WALK, self.folder / "in/deep/walk.csmodelanim")
        shutil.copy(ROBOT, self.folder / "in/deep/walk.csmodel")
        self.run_tool("convert", r"in\deep\walk.csmodelanim", "--with", r"in\deep\walk.csmodel", "-o",
                      r"out\new\walk.glb")
        self.assertTrue((self.folder / "out/new/walk.glb").is_file())
        self.run_tool("convert", "in\\", "-o", "all\\")
        self.assertTrue(any((self.folder / "all").iterdir()))
        drive = drive_path(self.folder / "in/deep/walk.csmodelanim")
        self.assertEqual(self.run_tool("dump", drive).stdout, self.run_tool("dump", WALK).stdout)
        for pattern in (drive, "in\\deep\\walk.csmodelanim", "in/deep\\walk.csmodelanim"):
            self.assertNotIn(b"\\", self.run_tool("check", pattern, "--json").stdout)

    def test_patterns_of_names(self):
        for name in ("b.csmodelanim", "a.csmodelanim", "c.txt"):
            shutil.copy(WALK, self.folder / name)
        found = json.loads(self.run_tool("info", "*.csmodelanim", "--json").stdout)
        self.assertEqual(re.findall(r"\w\.csmodelanim", json.dumps(found))[:1], ["a.csmodelanim"])
        self.assertIn("b.csmodelanim", json.dumps(found))
        self.run_tool("info", "*.nothing", status=3)

    def test_bytes_are_not_translated(self):
        text = self.run_tool("dump", WALK).stdout
        self.assertNotIn(b"\r", text)
        self.assertNotIn(b"\r", self.run_tool("--help").stdout)
        self.run_tool("dump", WALK, "-o", "walk.json")
        self.assertEqual((self.folder / "walk.json").read_bytes(), text)
        # A byte 0x1A ends no input, and a pair of 0x0D 0x0A stays one.
        made = self.run_tool("build", "-", "-o", "-", input=text).stdout
        self.assertEqual(made, WALK.read_bytes())
        self.assertEqual(self.run_tool("dump", "-", "--format", "csmodelanim", input=made).stdout, text)

    def test_errors_come_before_later_results(self):
        (self.folder / "wink.txt").write_bytes(b"\tset 0 0\r\n\tpos 0 -5\r\n")
        done = subprocess.run([TOOL, "check", "wink.txt"], cwd=self.folder, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        self.assertTrue(done.stdout.startswith(b"wink.txt:2:8: error cs2.S18"), done.stdout)
        self.assertTrue(done.stdout.endswith(b"\nwink.txt: bad (cs2-text)\n"), done.stdout)

    def test_outputs_are_replaced_whole(self):
        (self.folder / "walk.json").write_bytes(b"before")
        self.run_tool("dump", WALK, "-o", "walk.json", status=3)
        self.assertEqual((self.folder / "walk.json").read_bytes(), b"before")
        self.run_tool("dump", WALK, "-o", "WALK.JSON", "-f")
        self.assertEqual([file.name.lower() for file in self.folder.iterdir()], ["walk.json"])
        self.assertEqual((self.folder / "walk.json").read_bytes(), self.run_tool("dump", WALK).stdout)

    def test_an_output_is_no_input_in_other_letters(self):
        shutil.copy(WALK, self.folder / "walk.csmodelanim")
        self.run_tool("convert", "walk.csmodelanim", "-o", "WALK.csmodelanim", "-f", status=2)
        self.assertEqual((self.folder / "walk.csmodelanim").read_bytes(), WALK.read_bytes())

    def test_a_file_that_another_program_has_open_stays(self):
        old = b"before"
        (self.folder / "walk.json").write_bytes(old)
        with self.helper("hold", "walk.json"):
            said = self.run_tool("dump", WALK, "-o", "walk.json", "-f", status=3).stderr.decode()
            self.assertIn("cannot be written: permission denied, or another program has it open", said)
            said = self.run_tool("info", "walk.json", status=3).stderr.decode()
            self.assertIn("another program has it open", said)
        self.assertEqual((self.folder / "walk.json").read_bytes(), old)
        self.assertEqual([file.name for file in self.folder.iterdir()], ["walk.json"])
        self.run_tool("dump", WALK, "-o", "walk.json", "-f")
        self.assertEqual((self.folder / "walk.json").read_bytes(), self.run_tool("dump", WALK).stdout)

    def test_all_outputs_stay_when_one_is_open(self):
        self.run_tool("render", WALK, "--with", ROBOT, "--size", "16x16", "-o", "walk.gif")
        words = ["convert", "walk.gif", "-o", "out/walk.anm"]
        self.run_tool(*words)
        names = sorted(file.name for file in (self.folder / "out").iterdir())
        self.assertEqual(names, ["walk.anm", "walk.hg3"])
        for held in names:
            with self.subTest(held):
                for name in names:
                    (self.folder / "out" / name).write_bytes(b"before")
                with self.helper("hold", "out/" + held):
                    self.run_tool(*words, "-f", status=3)
                self.assertEqual({name: (self.folder / "out" / name).read_bytes() for name in names},
                                 {name: b"before" for name in names})
                self.assertEqual(sorted(file.name for file in (self.folder / "out").iterdir()), names)

    def test_a_file_that_a_careful_program_has_open(self):
        (self.folder / "walk.json").write_bytes(b"before")
        with self.helper("share", "walk.json"):
            done = subprocess.run([TOOL, "dump", WALK, "-o", "walk.json", "-f"], cwd=self.folder, capture_output=True)
        # Versions of Windows differ: replaced, or kept with an error.
        whole = self.run_tool("dump", WALK).stdout
        self.assertEqual((self.folder / "walk.json").read_bytes(), whole if done.returncode == 0 else b"before")
        self.assertIn(done.returncode, (0, 3))
        self.assertEqual([file.name for file in self.folder.iterdir()], ["walk.json"])

    def test_long_paths(self):
        """Windows opens them with a prefix alone, whatever its settings; Wine does without, and shows the names."""
        folder = "/".join(["a-folder-with-a-rather-long-name-for-this"] * 8)
        inside = f"{folder}/walk.csmodelanim"
        (self.folder / folder).mkdir(parents=True)
        shutil.copy(WALK, self.folder / inside)
        shutil.copy(ROBOT, self.folder / folder / "walk.csmodel")
        runs = (["info", inside], ["info", drive_path(self.folder / inside)], ["info", folder],
                ["check", folder + "/*.csm*"], ["convert", inside, "-o", f"{folder}/new/walk.glb"],
                ["convert", inside, "-f", "-o", f"{folder}/new/walk.glb"], ["convert", folder, "-o", f"{folder}/all/"],
                ["dump", inside, "-o", f"{folder}/again/x.json"])
        prefix = r"\\\\?\\"
        for words in runs:
            with self.subTest(words):
                done = self.run_tool(*words, env={**os.environ, "WINEDEBUG": "-all,+file"})
                opened = CALL.findall(done.stderr.decode(errors="replace"))
                self.assertTrue(any(name.startswith(prefix) for name in opened), done.stderr[-2000:])
                long = [name for name in opened if len(name.replace(r"\\", "x")) > 240]
                self.assertEqual([name for name in long if not name.startswith(prefix)], [])
        for made in ("new/walk.glb", "again/x.json"):
            self.assertTrue((self.folder / folder / made).is_file())
        self.assertTrue(any((self.folder / folder / "all").iterdir()))

    def test_a_reader_that_leaves_is_no_error_to_report(self):
        done = subprocess.run(f"'{TOOL}' sample '{WALK}' --fps 300000 | head -c 100 >/dev/null", shell=True,
                              capture_output=True, timeout=120)
        self.assertEqual(done.stderr, b"")

    def test_images(self):
        for name, frame, begin in (("a.png", "0", b"\x89PNG"), ("a.gif", "0..3", b"GIF8"), ("a.webp", "0..3", b"RIFF")):
            self.run_tool("render", WALK, "--with", ROBOT, "--size", "32x32", "--frame", frame, "-o", name)
            self.assertTrue((self.folder / name).read_bytes().startswith(begin))

    def test_options_of_linux_are_refused(self):
        done = self.run_tool("info", WALK, "--sandbox", status=3)
        self.assertIn(b"--sandbox is for Linux only", done.stderr)

    def test_videos_are_made_by_another_program(self):
        programs = self.folder / "für Programme"
        programs.mkdir()
        shutil.copy(HELPER, programs / "ffmpeg.exe")
        name = "a 'b' 歩く.mp4"
        self.run_tool("render", WALK, "--with", ROBOT, "--size", "32x32", "-o", name,
                      env={**os.environ, "WINEPATH": drive_path(programs)})
        words, frames = (self.folder / name).read_bytes().split(b"\n", 1)
        self.assertIn(b"32x32", words)
        self.assertEqual(len(frames) % (32 * 32 * 4), 0)
        self.assertGreaterEqual(len(frames) // (32 * 32 * 4), 30)
        self.assertEqual(sorted(file.name for file in self.folder.iterdir()), sorted([name, programs.name]))

    def test_programs_without_an_address_are_found_in_path_alone(self):
        (self.folder / "ffmpeg.exe").write_bytes(b"MZ")
        done = self.run_tool("render", WALK, "--with", ROBOT, "--size", "32x32", "-o", "a.mp4", status=2)
        self.assertIn(b"ffmpeg, which is not in a folder of PATH", done.stderr)
        self.assertFalse((self.folder / "a.mp4").exists())

    def test_the_page_is_inside(self):
        process = subprocess.Popen([TOOL, "view", "--no-open", "--json", WALK], cwd=self.folder, stdout=subprocess.PIPE)
        try:
            url = json.loads(process.stdout.readline())["url"]
            page = urllib.request.urlopen(url).read()
            self.assertIn(b"anmkit-files", page)
            self.assertGreater(len(urllib.request.urlopen(url + "viewer.js").read()), 10000)
            listed = json.load(urllib.request.urlopen(url + "api/files"))["files"]
            data = urllib.request.urlopen(f"{url}api/file/{listed[0]['id']}").read()
            self.assertEqual(data, WALK.read_bytes())
            with self.assertRaises(urllib.error.HTTPError):
                urllib.request.urlopen(url + "../secret")
        finally:
            process.send_signal(signal.SIGTERM)
            process.stdout.close()
            process.wait()


class Console:
    """A window that the tool alone uses, as a program gets that the shell starts."""

    def __init__(self, folder, words, **environment):
        self.master, slave = pty.openpty()
        tty.setraw(slave)
        environment = {**os.environ, **environment}
        environment.pop("BROWSER", None)
        self.process = subprocess.Popen(list(map(str, words)), cwd=folder, stdin=slave, stdout=slave, stderr=slave,
                                        env=environment, start_new_session=True)
        os.close(slave)
        self.printed = ""

    @property
    def said(self):
        """Without the commands of the terminal, of which one is a space, and the ends of its lines."""
        text = self.printed.replace("\x1b[K", "").replace("\r", "").replace("\n", "")
        text = re.sub(r"\x1b\[(\d+)C", lambda found: " " * int(found[1]), text)
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\].*?\x07", "", text)

    def until(self, done, seconds=60):
        """Whether that is done in time."""
        end = time.monotonic() + seconds
        while not done() and time.monotonic() < end:
            if select.select([self.master], [], [], 0.1)[0]:
                try:
                    self.printed += os.read(self.master, 65536).decode(errors="replace")
                except OSError:
                    break
        return done()

    def ended(self):
        return self.process.poll() is not None

    def close(self):
        if not self.ended():
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self.master)


class Dropped(unittest.TestCase):
    """Files that are dropped onto the program's icon."""
    WAITS = "Press Enter to close this window."

    @classmethod
    def setUpClass(cls):
        cls.opened = HELPER.parent / "opened"
        browser = HELPER.parent / "browser"
        browser.write_text(f'#!/bin/sh\nprintf %s "$1" >"{cls.opened}.new" && mv "{cls.opened}.new" "{cls.opened}"\n')
        browser.chmod(0o755)
        # What Wine starts for pages.
        key = r"HKCU\Software\Wine\WineBrowser"
        subprocess.run(["wine", "reg", "add", key, "/v", "Browsers", "/d", browser, "/f"], check=True,
                       capture_output=True)
        cls.addClassCleanup(subprocess.run, ["wine", "reg", "delete", key, "/f"], capture_output=True)

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.opened.unlink(missing_ok=True)

    def window(self, *words, **environment):
        window = Console(self.folder, words, **environment)
        self.addCleanup(window.close)
        return window

    def check_page(self, window, names):
        self.assertTrue(window.until(self.opened.exists), window.said)
        page = pathlib.Path(urllib.parse.unquote(self.opened.read_text()).removeprefix("file://"))
        url = re.search(r"url=(http[^\"]+)", page.read_text()).group(1)
        self.assertIn(b"anmkit-files", urllib.request.urlopen(url).read())
        listed = json.load(urllib.request.urlopen(url + "api/files"))["files"]
        self.assertEqual(sorted(pathlib.PurePath(file["path"]).name for file in listed), sorted(names))
        return page

    def test_files_open_the_viewer_in_the_default_browser(self):
        window = self.window(TOOL, drive_path(WALK), drive_path(ROBOT))
        self.check_page(window, [WALK.name, ROBOT.name])
        self.assertFalse(window.ended())

    def test_names_and_folders_of_any_script(self):
        files = self.folder / "Müller & Söhne 歩く"
        files.mkdir()
        shutil.copy(WALK, files / "歩く.csmodelanim")
        window = self.window(TOOL, drive_path(files))
        self.check_page(window, ["歩く.csmodelanim"])

    def test_the_page_is_in_a_folder_of_any_name(self):
        away = self.folder / "50% of #1"
        away.mkdir()
        window = self.window(TOOL, drive_path(WALK), XDG_RUNTIME_DIR=drive_path(away))
        self.assertEqual(self.check_page(window, [WALK.name, ROBOT.name]).parent, away)

    def test_the_window_stays_until_enter(self):
        for words, said in (([], "anmkit"), (["missing.anm"], "missing.anm"), (["--version"], "anmkit"),
                            (["info", drive_path(WALK)], "robot-walk")):
            with self.subTest(words):
                window = self.window(TOOL, *words)
                self.assertTrue(window.until(lambda: self.WAITS in window.said), window.said)
                self.assertIn(said, window.said)
                self.assertFalse(window.ended())
                for _ in range(10):
                    os.write(window.master, b"\r")
                    if window.until(window.ended, seconds=6):
                        break
                self.assertTrue(window.ended(), window.said)
        self.assertFalse(self.opened.exists())

    def test_a_window_of_a_shell_does_not_wait(self):
        window = self.window("wine", "cmd", "/c", drive_path(os.environ["ANMKIT_EXE"]), drive_path(WALK))
        self.assertTrue(window.until(window.ended), window.said)
        self.assertIn("robot-walk", window.said)
        self.assertNotIn(self.WAITS, window.said)
        self.assertFalse(self.opened.exists())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
