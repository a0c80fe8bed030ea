#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`anmkit view`: what the page gets, what nobody else gets, and what happens to files meanwhile.

    view_test.py TOOL EXAMPLES
"""
import http.client
import json
import os
import pathlib
import queue
import re
import resource
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import unittest

TOOL = str(pathlib.Path(sys.argv[1]).resolve())
EXAMPLES = pathlib.Path(sys.argv[2]).resolve()
ROBOT = EXAMPLES / "craftstudio"
PAGE = b"<!doctype html>\n<html><head><title>page</title></head><body></body></html>\n"
MARK = b'<meta name="anmkit-files" content="api/files">'
PATIENCE = 60


class Server:
    """A running `anmkit view`."""

    def __init__(self, folder, args, env):
        self.said_file = open(folder / "said.txt", "w+b")
        self.process = subprocess.Popen([TOOL, "view", *map(str, args)], cwd=folder, env=env,
                                        stdout=subprocess.PIPE, stderr=self.said_file)
        self.line = self.process.stdout.readline().decode()
        if not self.line:
            raise AssertionError(f"no address; status {self.process.wait()}: {self.said()}")
        self.url = json.loads(self.line)["url"] if self.line.startswith("{") else self.line.strip()
        match = re.fullmatch(r"http://127\.0\.0\.1:(\d+)(/[0-9a-f]{32}/)", self.url)
        if not match:
            raise AssertionError(self.line)
        self.port, self.root = int(match[1]), match[2]

    def said(self):
        self.said_file.seek(0)
        return self.said_file.read().decode()

    def ask(self, path, method="GET", headers={}, whole=False):
        """The answer and its bytes; `path` goes out as it is, inside the token unless `whole`."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.putrequest(method, path if whole else self.root + path,
                                  skip_host="Host" in headers, skip_accept_encoding=True)
            for name, value in headers.items():
                connection.putheader(name, value)
            connection.endheaders()
            answer = connection.getresponse()
            return answer, answer.read()
        finally:
            connection.close()

    def bytes(self, path, **more):
        answer, body = self.ask(path, **more)
        if answer.status != 200:
            raise AssertionError(f"{path}: {answer.status} {body}")
        return body

    def list(self):
        return json.loads(self.bytes("api/files"))

    def end(self, how=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(how)
        status = self.process.wait(PATIENCE)
        self.process.stdout.close()
        self.said_file.close()
        return status


class Listener:
    """Server-sent events, read as they come."""

    def __init__(self, server):
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        self.connection.request("GET", server.root + "api/events")
        self.answer = self.connection.getresponse()
        self.events = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        name = None
        try:
            while line := self.answer.readline():
                if line.startswith(b"event: "):
                    name = line[7:].strip().decode()
                elif line.startswith(b"data: "):
                    self.events.put((name, json.loads(line[6:])))
        except (OSError, ValueError, AttributeError, http.client.HTTPException):
            pass  # the server ended
        finally:
            self.answer.close()
            self.connection.close()

    def next(self):
        return self.events.get(timeout=PATIENCE)


class View(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name).resolve()
        self.page = self.folder / "page"
        (self.page / "sub").mkdir(parents=True)
        (self.page / "index.html").write_bytes(PAGE)
        (self.page / "app.js").write_text("'use strict';\n")
        (self.page / "core.wasm").write_bytes(b"\0asm")
        (self.page / "sub" / "a b.css").write_text("a{}")
        self.files = self.folder / "files"
        self.files.mkdir()

    def env(self, **more):
        env = {name: value for name, value in os.environ.items() if name != "BROWSER"}
        env["ANMKIT_VIEWER"] = str(self.page)
        return {**env, **more}

    def serve(self, *args, opens=False, **env):
        server = Server(self.folder, [*args, *([] if opens else ["--no-open"])], self.env(**env))
        self.addCleanup(server.end)
        return server

    def robot(self):
        for name in ("robot-walk.csmodelanim", "robot.csmodel"):
            shutil.copy(ROBOT / name, self.files / name)
        return self.serve("files/robot-walk.csmodelanim")

    def refused(self, status, hint, *args, tool=TOOL, **env):
        done = subprocess.run([tool, "view", *map(str, args)], cwd=self.folder, capture_output=True,
                              env=self.env(**env), timeout=PATIENCE)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertIn(hint, done.stderr.decode())
        self.assertEqual(done.stdout, b"")


class Page(View):
    def test_page_and_its_files(self):
        server = self.robot()
        answer, body = server.ask("")
        self.assertEqual(answer.headers["Content-Type"], "text/html; charset=utf-8")
        self.assertEqual(body, PAGE.replace(b"<head>", b"<head>" + MARK))
        self.assertEqual(server.bytes("index.html"), body)
        for path, kind, wanted in (("app.js", "text/javascript; charset=utf-8", b"'use strict';\n"),
                                   ("core.wasm?v=1", "application/wasm", b"\0asm"),
                                   ("sub/a%20b.css", "text/css; charset=utf-8", b"a{}")):
            answer, body = server.ask(path)
            self.assertEqual((answer.status, answer.headers["Content-Type"], body), (200, kind, wanted))

    def test_nothing_outside_of_the_folder(self):
        (self.folder / "secret.txt").write_text("secret")
        (self.page / "out.txt").symlink_to(self.folder / "secret.txt")
        (self.page / "way").symlink_to(self.folder)
        (self.page / "in.js").symlink_to("app.js")
        # Begins like the folder, and is another one.
        (self.folder / "page-2").mkdir()
        (self.folder / "page-2" / "secret.txt").write_text("secret")
        (self.page / "other.txt").symlink_to(self.folder / "page-2" / "secret.txt")
        server = self.robot()
        for path in ("../secret.txt", "%2e%2e/secret.txt", "..%2fsecret.txt", "%2E%2E%2Fsecret.txt",
                     "sub/../../secret.txt", "..%5csecret.txt", "out.txt", "way/secret.txt", "other.txt",
                     str(self.folder / "secret.txt"), "%2f" + str(self.folder / "secret.txt")[1:],
                     "sub", "sub/", ".", "app.js%00", "app.js/", "nothing.js", "api", "api/", "api/file",
                     "api/file/", "api/file/-1", "api/file/2", "api/file/0x0", "api/file/00/..",
                     "api/file/robot.csmodel", "api/file/99999999999999999999"):
            with self.subTest(path):
                answer, body = server.ask(path)
                self.assertEqual(answer.status, 404)
                self.assertNotIn(b"secret", body)
        self.assertEqual(server.bytes("in.js"), b"'use strict';\n")

    def test_a_page_without_a_head_is_reported(self):
        server = self.robot()
        (self.page / "index.html").write_text("<!doctype html><header></header>")
        answer, body = server.ask("")
        self.assertEqual(answer.status, 500)
        self.assertIn(b"has no <head>", body)
        (self.page / "index.html").write_text("<HTML><HEAD lang='en'>x")
        self.assertEqual(server.bytes(""), b"<HTML><HEAD lang='en'>" + MARK + b"x")

    def test_where_the_page_is(self):
        (self.folder / "empty").mkdir()
        self.refused(3, "has no index.html", ROBOT / "robot.csmodel", ANMKIT_VIEWER=str(self.folder / "empty"))
        installed = self.folder / "usr"
        (installed / "bin").mkdir(parents=True)
        tool = str(installed / "bin" / "anmkit")
        shutil.copy(TOOL, tool)
        self.refused(3, "./dev viewer", ROBOT / "robot.csmodel", tool=tool, ANMKIT_VIEWER="")
        shutil.copytree(self.page, installed / "share" / "anmkit" / "viewer")
        process = subprocess.Popen([tool, "view", ROBOT / "robot.csmodel", "--no-open"], env=self.env(ANMKIT_VIEWER=""),
                                   stdout=subprocess.PIPE)
        self.assertTrue(process.stdout.readline().startswith(b"http://"))
        process.terminate()
        self.assertEqual(process.wait(PATIENCE), 0)
        process.stdout.close()


class Nobody(View):
    """Who was not told the address gets nothing."""

    def test_token(self):
        server = self.robot()
        other = self.robot()
        self.assertNotEqual(server.root, other.root)
        wrong = server.root[:-2] + ("0" if server.root[-2] != "0" else "1") + "/"
        for path in ("/", "/index.html", "/api/files", server.root[:-1], wrong, wrong + "api/files", other.root,
                     "/x" + server.root, "/../" + server.root[1:], "*"):
            with self.subTest(path):
                answer, body = server.ask(path, whole=True)
                self.assertEqual(answer.status, 404)
                self.assertNotIn(b"<head", body)

    def test_host(self):
        server = self.robot()
        for host in (f"127.0.0.1:{server.port}", f"localhost:{server.port}"):
            self.assertEqual(server.ask("api/files", headers={"Host": host})[0].status, 200)
        for host in ("evil.example", f"evil.example:{server.port}", "127.0.0.1", "localhost", f"127.0.0.1:{server.port + 1}",
                     f"127.0.0.1:{server.port}.evil.example", ""):
            for path in ("", "api/files", "api/file/0", "api/events"):
                self.assertEqual(server.ask(path, headers={"Host": host})[0].status, 403, host)
        answer, _ = server.ask(f"http://evil.example{server.root}", whole=True)
        self.assertEqual(answer.status, 403)
        with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as one:
            one.sendall(f"GET {server.root}api/files HTTP/1.0\r\n\r\n".encode())
            self.assertTrue(one.recv(100).split(b"\r\n")[0].endswith(b"403 Forbidden"))

    def test_this_machine_alone(self):
        server = self.robot()
        for place in ("127.0.0.2", "::1"):
            with self.assertRaises(OSError):
                socket.create_connection((place, server.port), 5)

    def test_headers(self):
        server = self.robot()
        for path, status in (("", 200), ("app.js", 200), ("api/files", 200), ("api/file/0", 200), ("nothing", 404)):
            answer, _ = server.ask(path)
            self.assertEqual(answer.status, status)
            policy = dict(part.strip().split(" ", 1) for part in answer.headers["Content-Security-Policy"].split(";"))
            self.assertEqual(policy, {
                "default-src": "'self'", "script-src": "'self' 'wasm-unsafe-eval'", "style-src": "'self' 'unsafe-inline'",
                "img-src": "'self' blob: data:", "connect-src": "'self'", "worker-src": "'self' blob:", "font-src": "'self'",
                "frame-ancestors": "'none'"})
            self.assertEqual(answer.headers["X-Content-Type-Options"], "nosniff")
            self.assertEqual(answer.headers["Referrer-Policy"], "no-referrer")
            self.assertEqual(answer.headers["Cache-Control"], "no-store")
            self.assertIsNone(answer.headers["Access-Control-Allow-Origin"])

    def test_only_reading(self):
        server = self.robot()
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"):
            answer, _ = server.ask("api/file/0", method=method)
            self.assertEqual((answer.status, answer.headers["Allow"]), (405, "GET, HEAD"), method)
        self.assertEqual((self.files / "robot-walk.csmodelanim").read_bytes(), (ROBOT / "robot-walk.csmodelanim").read_bytes())
        for path in ("", "app.js", "api/files", "api/file/0", "api/events"):
            answer, body = server.ask(path, method="HEAD")
            self.assertEqual((answer.status, body), (200, b""))
            if path != "api/events":
                self.assertEqual(int(answer.headers["Content-Length"]), len(server.bytes(path)))

    def test_nonsense(self):
        server = self.robot()
        for words in (b"\r\n\r\n", b"GET\r\n\r\n", b"X" * 100000, b"GET / HTTP/9.9\r\n\r\n", b"GET % HTTP/1.1\r\nHost: x\r\n\r\n",
                      b"GET / HTTP/1.1\r\nno header\r\n\r\n", b"POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n",
                      b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 50000, b"CONNECT a:1 HTTP/1.1\r\n\r\n", bytes(range(256)) * 9):
            with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as one:
                try:
                    one.sendall(words)
                    one.shutdown(socket.SHUT_WR)
                    while one.recv(65536):
                        pass
                except OSError:
                    pass  # closed before it was all said
        self.assertEqual(server.ask("")[0].status, 200)


class Files(View):
    def test_companions_are_found(self):
        listed = self.robot().list()
        self.assertEqual(listed, {
            "files": [{"id": 0, "path": "robot-walk.csmodelanim", "size": (ROBOT / "robot-walk.csmodelanim").stat().st_size, "named": True, "version": 1},
                      {"id": 1, "path": "robot.csmodel", "size": (ROBOT / "robot.csmodel").stat().st_size, "named": False, "version": 1}],
            "options": {}, "with": []})

    def test_bytes(self):
        server = self.robot()
        for one in server.list()["files"]:
            self.assertEqual(server.bytes(f"api/file/{one['id']}"), (ROBOT / one["path"]).read_bytes())

    def test_companions_of_each_family(self):
        for name, found in (("gc/stalk.anm", {"stalk.act", "stalk.gpl", "stalk.skn", "stalk.tpl"}), ("psx/HOP.ANM", {"MODEL.TMD"}),
                            ("sm64/wave.inc.c", {"geo.inc.c"})):
            server = self.serve(EXAMPLES / name)
            files = server.list()["files"]
            self.assertEqual([one["path"] for one in files if one["named"]], [pathlib.Path(name).name])
            self.assertEqual({one["path"] for one in files if not one["named"]}, found)

    def test_names_are_those_below_the_folder_of_all(self):
        (self.files / "a" / "b").mkdir(parents=True)
        (self.files / "c").mkdir()
        shutil.copy(ROBOT / "robot-walk.csmodelanim", self.files / "a" / "b")
        shutil.copy(ROBOT / "robot.csmodel", self.files / "c")
        server = self.serve("files/a/b/robot-walk.csmodelanim", "--with", "files/c/../c/robot.csmodel")
        listed = server.list()
        self.assertEqual([(one["path"], one["named"]) for one in listed["files"]],
                         [("a/b/robot-walk.csmodelanim", True), ("c/robot.csmodel", False)])
        self.assertEqual(listed["with"], ["c/robot.csmodel"])
        # A folder is what holds its files, though all of them are deeper.
        self.assertEqual([one["path"] for one in self.serve("files/a/").list()["files"]], ["b/robot-walk.csmodelanim"])

    def test_a_folder_has_all_its_files(self):
        for i in range(1000):
            (self.files / f"{i:04}.dat").write_bytes(b"%d" % i)
        (self.files / ".git").mkdir()
        (self.files / ".git" / "config").write_text("")
        server = self.serve("files", "files/0007.dat")
        files = server.list()["files"]
        self.assertEqual([one["path"] for one in files], [f"{i:04}.dat" for i in range(1000)])
        self.assertTrue(all(one["named"] for one in files))
        self.assertEqual(server.bytes("api/file/321"), b"321")

    def test_a_folder_includes_animations_of_its_models(self):
        """As `info` finds it: Mario's animations and their names lie in other folders of his tree."""
        index = "0x0001, 0x0000, " * 6
        for name in ("anim_00", "anim_01"):
            path = self.files / "assets" / "anims" / f"{name}.inc.c"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(
                f"static const s16 {name}_values[] = {{0x0000}};\nstatic const u16 {name}_index[] = {{{index}}};\n"
                f"static const struct Animation {name}[] = {{0, 0, 0, 0, 0x10, ANIMINDEX_NUMPARTS({name}_index), "
                f"{name}_values, {name}_index, 0}};\n")
        (self.files / "actors" / "mario").mkdir(parents=True)
        (self.files / "actors" / "mario" / "geo.inc.c").write_text(
            "const GeoLayout mario_geo[] = {\n GEO_NODE_START(),\n GEO_OPEN_NODE(),\n"
            "  GEO_ANIMATED_PART(LAYER_OPAQUE, 0, 10, 0, NULL),\n GEO_CLOSE_NODE(),\n GEO_END(),\n};\n")
        (self.files / "include").mkdir()
        (self.files / "include" / "mario_animation_ids.h").write_text(
            "enum MarioAnimID {\n  MARIO_ANIM_GRAB,\n  MARIO_ANIM_WAIT,\n};\n")
        files = self.serve("files/actors/mario").list()["files"]
        self.assertEqual({(one["path"], one["named"]) for one in files},
                         {("actors/mario/geo.inc.c", True), ("assets/anims/anim_00.inc.c", False),
                          ("assets/anims/anim_01.inc.c", False), ("include/mario_animation_ids.h", False)})

    def test_too_many_files(self):
        for i in range(5001):
            (self.files / str(i)).touch()
        self.refused(2, "the limit view-files is 5000", "files")
        (self.files / "0").unlink()
        self.assertEqual(len(self.serve("files").list()["files"]), 5000)

    def test_data_files_of_a_gltf(self):
        (self.files / "bare.gltf").write_text(json.dumps({
            "asset": {"version": "2.0"}, "buffers": [{"uri": "some%20data.bin", "byteLength": 4}],
            "images": [{"uri": "../../secret.png"}]}))
        (self.files / "some data.bin").write_bytes(b"abcd")
        (self.folder / "secret.png").write_bytes(b"secret")
        self.assertEqual([one["path"] for one in self.serve("files/bare.gltf").list()["files"]], ["bare.gltf", "some data.bin"])

    def test_no_link_leads_out_of_the_folder_of_a_gltf(self):
        (self.folder / "secret.bin").write_bytes(bytes(4))
        (self.files / "link.bin").symlink_to("../secret.bin")
        (self.files / "own.bin").write_bytes(bytes(4))
        (self.files / "a.gltf").write_text(json.dumps({"asset": {"version": "2.0"}, "buffers": [
            {"byteLength": 4, "uri": "link.bin"}, {"byteLength": 4, "uri": "own.bin"}]}))
        server = self.serve("files/a.gltf")
        self.assertEqual([one["path"] for one in server.list()["files"]], ["a.gltf", "own.bin"])

    def test_the_page_reports_broken_and_unknown_files(self):
        (self.files / "broken.csmodelanim").write_bytes(b"\x04")
        (self.files / "empty").touch()
        server = self.serve("files/broken.csmodelanim", "files/empty")
        self.assertEqual([one["size"] for one in server.list()["files"]], [1, 0])
        self.assertEqual(server.bytes("api/file/1"), b"")

    def test_options_are_handed_on(self):
        walk = ROBOT / "robot-walk.csmodelanim"
        listed = self.serve(walk, "--compose", "euler-add", "--clip", "robot-walk", "--with", ROBOT / "robot.csmodel").list()
        self.assertEqual((listed["options"], listed["clip"], listed["with"]), ({"compose": "euler-add"}, "robot-walk", ["robot.csmodel"]))
        self.refused(2, "did you mean", walk, "--compoes", "euler-add")
        self.refused(2, "does not apply to these files", walk, "--flip")

    def test_files_that_options_name(self):
        (self.files / "raw.bin").write_bytes(bytes(64))
        (self.folder / "level.bin").write_bytes(bytes(64))
        listed = self.serve("files/raw.bin", "--segment", "6=files/raw.bin", "--segment", "7=level.bin@0x10", "--header", "0x06000000").list()
        self.assertEqual([one["path"] for one in listed["files"]], ["files/raw.bin", "level.bin"])
        self.assertEqual(listed["options"], {"segment": ["6=files/raw.bin", "7=level.bin@0x10"], "header": "0x06000000"})
        (self.files / "sub").mkdir()
        shutil.move(self.folder / "level.bin", self.files / "sub")
        listed = self.serve("files/raw.bin", "--segment", "7=files/sub/level.bin@16", "--header", "0x06000000").list()
        self.assertEqual(listed["options"]["segment"], "7=sub/level.bin@16")

    def test_ranges(self):
        data = bytes(i * 7 % 251 for i in range(1000))
        (self.files / "x.bin").write_bytes(data)
        (self.files / "empty").touch()
        server = self.serve("files/x.bin", "files/empty")
        self.assertEqual(server.ask("api/file/0")[0].headers["Accept-Ranges"], "bytes")
        for asked, part, said in (("bytes=0-0", data[:1], "0-0"), ("bytes=10-19", data[10:20], "10-19"), ("bytes=990-", data[990:], "990-999"),
                                  ("bytes=-5", data[-5:], "995-999"), ("bytes=-5000", data, "0-999"), ("bytes=900-99999", data[900:], "900-999"),
                                  ("bytes=1-99999999999999999999999", data[1:], "1-999")):
            answer, body = server.ask("api/file/0", headers={"Range": asked})
            self.assertEqual((answer.status, body, answer.headers["Content-Range"]), (206, part, f"bytes {said}/1000"), asked)
            self.assertEqual(int(answer.headers["Content-Length"]), len(part))
        for asked in ("bytes=1000-", "bytes=99999999999999999999999-", "bytes=-0"):
            answer, body = server.ask("api/file/0", headers={"Range": asked})
            self.assertEqual((answer.status, answer.headers["Content-Range"]), (416, "bytes */1000"), asked)
        # What is no range, or several, is answered with the whole file.
        for asked in ("bytes=0-1,5-6", "bytes=5-2", "bytes=a-b", "bytes=", "bytes=-", "lines=0-1", "bytes=1-2x", "bytes=+1-2"):
            answer, body = server.ask("api/file/0", headers={"Range": asked})
            self.assertEqual((answer.status, body), (200, data), asked)
        self.assertEqual(server.ask("api/file/1", headers={"Range": "bytes=0-"})[0].status, 416)
        answer, body = server.ask("api/file/0", method="HEAD", headers={"Range": "bytes=10-19"})
        self.assertEqual((answer.status, answer.headers["Content-Length"], body), (206, "10", b""))

    def test_a_huge_file_is_never_all_in_memory(self):
        size = 3 << 30
        with open(self.files / "huge.bin", "wb") as huge:
            huge.truncate(size)
            huge.seek(size - 4)
            huge.write(b"end!")
        server = self.serve("files/huge.bin")
        self.assertEqual(server.list()["files"][0]["size"], size)
        answer, body = server.ask("api/file/0", headers={"Range": f"bytes={size - 4}-"})
        self.assertEqual((answer.status, body), (206, b"end!"))
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        connection.request("GET", server.root + "api/file/0")
        answer = connection.getresponse()
        self.assertEqual(int(answer.headers["Content-Length"]), size)
        for _ in range(64):
            self.assertEqual(len(answer.read(1 << 20)), 1 << 20)
        status = pathlib.Path(f"/proc/{server.process.pid}/status")
        if status.exists():
            most = int(re.search(r"VmHWM:\s+(\d+) kB", status.read_text())[1])
            self.assertLess(most, 512 << 10)  # of which sanitizers are the most
        connection.close()
        self.assertEqual(server.ask("")[0].status, 200)


class Watched(View):
    def test_changes_are_reported(self):
        server = self.robot()
        listener = Listener(server)
        self.assertEqual(listener.answer.headers["Content-Type"], "text/event-stream")
        walk = self.files / "robot-walk.csmodelanim"
        data = walk.read_bytes()
        walk.write_bytes(data + b"tail")
        self.assertEqual(listener.next(), ("change", {"id": 0, "version": 2, "size": len(data) + 4}))
        self.assertEqual(server.bytes("api/file/0"), data + b"tail")
        # Another file in its place, as editors save: the same size, and an older time.
        other = self.files / "new"
        other.write_bytes(data[::-1] + b"tail")
        os.utime(other, (1, 1))
        other.replace(walk)
        self.assertEqual(listener.next(), ("change", {"id": 0, "version": 3, "size": len(data) + 4}))
        self.assertEqual(server.list()["files"][0]["version"], 3)
        self.assertEqual(server.bytes("api/file/0"), data[::-1] + b"tail")
        # A companion is watched, too.
        (self.files / "robot.csmodel").write_bytes(b"")
        self.assertEqual(listener.next(), ("change", {"id": 1, "version": 2, "size": 0}))

    def test_deleted_and_recreated(self):
        server = self.robot()
        first, second = Listener(server), Listener(server)
        walk = self.files / "robot-walk.csmodelanim"
        data = walk.read_bytes()
        walk.unlink()
        for listener in (first, second):
            name, what = listener.next()
            self.assertEqual((name, what["id"]), ("gone", 0))
        self.assertIn("robot-walk.csmodelanim is gone", server.said())
        self.assertTrue(server.list()["files"][0]["gone"])
        self.assertEqual(server.ask("api/file/0")[0].status, 404)
        first.connection.close()
        walk.write_bytes(data)
        self.assertEqual(second.next(), ("change", {"id": 0, "version": 2, "size": len(data)}))
        self.assertIn("robot-walk.csmodelanim is back", server.said())
        self.assertNotIn("gone", server.list()["files"][0])
        self.assertEqual(server.bytes("api/file/0"), data)

    def test_a_half_written_file_is_not_reported(self):
        server = self.robot()
        listener = Listener(server)
        walk = self.files / "robot-walk.csmodelanim"
        size, before, longest = walk.stat().st_size, time.monotonic(), 0.0
        with open(walk, "ab", buffering=0) as out:
            for _ in range(25):
                out.write(b"more")
                size += 4
                longest = max(longest, time.monotonic() - before)
                before = time.monotonic()
                told = listener.events.qsize()
                time.sleep(0.1)
        if longest > 0.4:
            self.skipTest("this computer is too busy to write steadily")
        self.assertEqual(told, 0)
        self.assertEqual(listener.next(), ("change", {"id": 0, "version": 2, "size": size}))

    def test_a_file_truncated_while_it_is_served(self):
        size = 64 << 20
        with open(self.files / "x.bin", "wb") as out:
            out.truncate(size)
        server = self.serve("files/x.bin")
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        connection.request("GET", server.root + "api/file/0")
        answer = connection.getresponse()
        self.assertEqual(len(answer.read(1000)), 1000)
        os.truncate(self.files / "x.bin", 10)
        with self.assertRaises(http.client.IncompleteRead):
            answer.read()
        connection.close()
        self.assertEqual(len(server.bytes("api/file/0")), 10)

    def test_closed_pipes(self):
        with open(self.files / "x.bin", "wb") as out:
            out.truncate(64 << 20)
        server = self.serve("files/x.bin")
        for path in ("api/file/0", "api/events") * 10:
            for reset in (False, True):
                with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as one:
                    one.sendall(f"GET {server.root}{path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
                    one.recv(1000)
                    if reset:
                        one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        listener = Listener(server)
        (self.files / "x.bin").write_bytes(b"short")
        self.assertEqual(listener.next(), ("change", {"id": 0, "version": 2, "size": 5}))

    def test_pages_that_listen_are_limited(self):
        server = self.robot()
        listeners = [Listener(server) for _ in range(64)]
        self.assertEqual({one.answer.status for one in listeners}, {200})
        self.assertEqual(server.ask("api/events")[0].status, 503)
        self.assertEqual(server.ask("api/files")[0].status, 200)


class Ends(View):
    def test_signals(self):
        with open(self.files / "x.bin", "wb") as out:
            out.truncate(64 << 20)
        for how in (signal.SIGTERM, signal.SIGINT):
            server = self.serve("files/x.bin")
            listener = Listener(server)
            half = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
            half.request("GET", server.root + "api/file/0")
            half.getresponse().read(1000)
            self.assertEqual(server.said(), "")
            self.assertEqual(server.end(how), 0)
            half.close()
            self.assertEqual(listener.answer.status, 200)

    def test_ports(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            self.refused(3, f"port {port} is taken", ROBOT / "robot.csmodel", "--no-open", "--port", str(port))
        server = self.serve(ROBOT / "robot.csmodel", "--port", str(port))
        self.assertEqual(server.port, port)
        self.assertEqual(server.ask("api/files")[0].status, 200)
        # Free again at once, though its connections are not forgotten yet.
        self.assertEqual(server.end(), 0)
        self.assertEqual(self.serve(ROBOT / "robot.csmodel", "--port", str(port)).port, port)
        for wrong in ("-1", "65536", "1.5", "x"):
            self.refused(2, "--port expects a", ROBOT / "robot.csmodel", f"--port={wrong}")

    def test_json(self):
        server = self.serve(ROBOT / "robot.csmodel", "--json")
        self.assertEqual(json.loads(server.line), {"url": server.url, "port": server.port})

    def test_inputs_that_cannot_be(self):
        self.refused(3, "No such file", "gone.csmodelanim")
        self.refused(3, "No such file", ROBOT / "robot.csmodel", "gone.csmodelanim")
        self.refused(3, "No such file", ROBOT / "robot-walk.csmodelanim", "--with", "gone.csmodel")
        self.refused(3, "a folder without any file", "files")
        self.refused(2, "standard input", "-")
        self.refused(2, "view expects FILE...")
        os.mkfifo(self.files / "pipe")
        self.refused(3, "not a file", "files/pipe")
        shutil.make_archive(str(self.folder / "some"), "zip", ROBOT)
        self.refused(2, "anmkit view some.zip", "some.zip//robot.csmodel")
        self.assertEqual([one["path"] for one in self.serve("some.zip").list()["files"]], ["some.zip"])

    def test_help(self):
        text = subprocess.run([TOOL, "view", "--help"], capture_output=True, text=True, check=True).stdout
        self.assertIn("Example:\n  anmkit view robot-walk.csmodelanim --with robot.csmodel", text)
        for option in ("--port N", "--no-open", "--with FILE", "--clip N", "--compose"):
            self.assertIn(option, text)


class Crowded(View):
    @unittest.skipUnless(hasattr(resource, "prlimit"), "this system sets no limits of other processes")
    def test_connections_wait_for_free_descriptors(self):
        server = self.serve(ROBOT / "robot.csmodel")
        self.assertEqual(server.ask("")[0].status, 200)
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (32, 32))
        idle = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(60)]
        time.sleep(0.3)
        spent = lambda: sum(map(int, pathlib.Path(f"/proc/{server.process.pid}/stat").read_text().split()[13:15]))
        before = spent()
        time.sleep(1)
        self.assertLess(spent() - before, 0.3 * os.sysconf("SC_CLK_TCK"))
        for one in idle:
            one.close()
        self.assertEqual(server.ask("")[0].status, 200)


class Browsers(View):
    def wait_for(self, found):
        end = time.monotonic() + PATIENCE
        while not found() and time.monotonic() < end:
            time.sleep(0.05)
        self.assertTrue(found())

    def browser(self, name="browser"):
        program = self.folder / name
        program.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >"{self.folder}/{name}.tmp"\nmv "{self.folder}/{name}.tmp" "{self.folder}/{name}.args"\n')
        program.chmod(0o755)
        return str(program)

    def opened(self, server, name="browser"):
        args = self.folder / f"{name}.args"
        self.wait_for(args.exists)
        self.assertEqual(server.ask("")[0].status, 200)
        return args.read_text().splitlines()

    def leads(self, address, server):
        """What a command line shows is a file that its owner alone reads; the page is in that."""
        self.assertNotIn(server.root.strip("/"), address)
        page = pathlib.Path(address.removeprefix("file://"))
        self.assertEqual(page.stat().st_mode & 0o777, 0o600)
        self.assertIn(f'content="0;url={server.url}"', page.read_text())
        return page

    def test_the_one_that_is_named(self):
        server = self.serve(ROBOT / "robot.csmodel", opens=True, BROWSER=self.browser())
        address, = self.opened(server)
        page = self.leads(address, server)
        server.end()
        self.assertFalse(page.exists())

    def test_own_folder_for_the_page(self):
        (self.folder / "run").mkdir()
        server = self.serve(ROBOT / "robot.csmodel", opens=True, BROWSER=self.browser(), XDG_RUNTIME_DIR=str(self.folder / "run"))
        address, = self.opened(server)
        self.assertEqual(self.leads(address, server).parent, self.folder / "run")

    def test_the_first_of_several_that_is_there(self):
        server = self.serve(ROBOT / "robot.csmodel", opens=True, BROWSER=f"/no/such/browser:{self.browser()} --app=%s --new")
        app, new = self.opened(server)
        self.leads(app.removeprefix("--app="), server)
        self.assertEqual(new, "--new")

    @unittest.skipIf(sys.platform == "darwin", "another program opens pages there")
    def test_the_systems_own(self):
        self.browser("xdg-open")
        server = self.serve(ROBOT / "robot.csmodel", opens=True, PATH=f"{self.folder}:{os.environ['PATH']}")
        address, = self.opened(server, "xdg-open")
        self.leads(address, server)

    def test_none(self):
        for env in ({"PATH": str(self.folder)}, {"BROWSER": "/no/such/browser"}, {"BROWSER": "false"}):
            with self.subTest(env):
                server = self.serve(ROBOT / "robot.csmodel", opens=True, **env)
                self.wait_for(lambda: "no browser could be started" in server.said())
                self.assertIn(server.url, server.said())
                self.assertEqual(server.ask("")[0].status, 200)
                self.assertEqual(server.end(), 0)

    def test_not_requested(self):
        server = self.serve(ROBOT / "robot.csmodel", BROWSER=self.browser())
        time.sleep(0.5)
        self.assertEqual(server.said(), "")
        self.assertFalse((self.folder / "browser.args").exists())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
