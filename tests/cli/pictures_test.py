# SPDX-License-Identifier: MIT
"""HG-3 and HG-2 files built here from the description of the format, through the tool, against decoders
that are not the tool's: a PNG reader of a few lines, and Pillow and ffprobe where they are installed."""
import json, os, random, shutil, struct, subprocess, sys, tempfile, zlib

TOOL = os.path.abspath(sys.argv[1])
failures = 0


def expect(good, text):
    global failures
    if not good:
        failures += 1
        print("FAILED:", text)


def run(*arguments):
    return subprocess.run([TOOL, *map(str, arguments)], capture_output=True, text=True)


# --- the format, from its description --------------------------------------------------------
def gamma(value):
    bits = bin(value)[2:]
    return "0" * (len(bits) - 1) + bits


def slice_of(rows, pixel):
    """Rows of bytes, in stored order, padded to four: data and control streams."""
    padded = [row + bytes(-len(row) % 4) for row in rows]
    deltas = bytearray()
    for y, row in enumerate(padded):
        for x, value in enumerate(row):
            before = padded[y - 1][x] if y else (row[x - pixel] if x >= pixel else 0)
            deltas.append((value - before) & 255)
    signed = [((b << 1) & 254) if b < 128 else (((b ^ 255) << 1) | 1) for b in deltas]
    quarter = len(signed) // 4
    planes = bytearray(4 * quarter)
    for i in range(quarter):
        for k in range(4):
            for p in range(4):
                planes[p * quarter + i] |= ((signed[4 * i + k] >> (6 - 2 * p)) & 3) << (2 * k)
    runs, data, at = [], bytearray(), 0
    while at < len(planes):
        end = at
        while end < len(planes) and bool(planes[end]) == bool(planes[at]):
            end += 1
        runs.append(end - at)
        if planes[at]:
            data += planes[at:end]
        at = end
    bits = ("1" if planes[0] else "0") + gamma(len(planes)) + "".join(map(gamma, runs))
    bits += "0" * (-len(bits) % 8)
    control = bytes(int(bits[i:i + 8][::-1], 2) for i in range(0, len(bits), 8))
    return bytes(data), control


def tag(name, payload, last=False):
    return struct.pack("<8sII", name, 0 if last else 16 + len(payload), len(payload)) + payload


def hg3(images, slices=2):
    """images: (id, width, height, rgba rows from the top, bytes a pixel, x, y, canvas)"""
    out = struct.pack("<4sII", b"HG-3", 12, 0x300)
    for number, (id_, w, h, rows, pixel, x, y, canvas) in enumerate(images):
        stored = [b"".join(bytes((p[2], p[1], p[0]) + ((p[3],) if pixel == 4 else ())) for p in row)
                  for row in reversed(rows)]
        body = tag(b"stdinfo", struct.pack("<IIHHiiIIIii", w, h, 8 * pixel, 0, x, y, *canvas, 1, 0, 0))
        cuts = [h * i // slices for i in range(slices + 1)]
        for i in range(slices):
            if cuts[i] == cuts[i + 1]:
                continue
            data, control = slice_of(stored[cuts[i]:cuts[i + 1]], pixel)
            a, b = zlib.compress(data, 9), zlib.compress(control, 6)
            head = struct.pack("<6I", cuts[i], cuts[i + 1] - cuts[i], len(a), len(data), len(b), len(control))
            body += tag(b"img%04d" % i, head + a + b)
        body += tag(b"cptype", bytes(4), True)
        body += bytes(-len(body) % 8)
        out += struct.pack("<II", 0 if number == len(images) - 1 else 8 + len(body), id_) + body
    return out


def hg2_oldest(w, h, rows):
    stored = [b"".join(bytes((p[2], p[1], p[0], 255 - p[3])) for p in row) for row in rows]
    data, control = slice_of(stored, 4)
    a, b = zlib.compress(data), zlib.compress(control)
    return struct.pack("<4sII", b"HG-2", 12, 0x10) + struct.pack(
        "<9I", w, h, 32, 0, h, len(a), len(data), len(b), len(control)) + a + b


def read_png(path):
    bytes_ = open(path, "rb").read()
    at, data = 8, b""
    while at < len(bytes_):
        size, kind = struct.unpack(">I4s", bytes_[at:at + 8])
        body = bytes_[at + 8:at + 8 + size]
        if kind == b"IHDR":
            w, h, depth, colour = struct.unpack(">IIBB", body[:10])
            assert (depth, colour) == (8, 6)
        if kind == b"IDAT":
            data += body
        at += 12 + size
    raw, rows, before = zlib.decompress(data), [], bytes(4 * w)
    for y in range(h):
        kind, line = raw[y * (4 * w + 1)], bytearray(raw[y * (4 * w + 1) + 1:(y + 1) * (4 * w + 1)])
        for i in range(4 * w):
            a, b, c = line[i - 4] if i >= 4 else 0, before[i], before[i - 4] if i >= 4 else 0
            p = a + b - c
            paeth = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
            line[i] = (line[i] + (0, a, b, (a + b) // 2, paeth)[kind]) & 255
        before = bytes(line)
        rows.append([tuple(line[4 * x:4 * x + 4]) for x in range(w)])
    return rows


def anm(lines):
    out = struct.pack("<4sII20x", b"ANM\0", 0, len(lines))
    for op, *values in lines:
        out += struct.pack("<I", op) + b"".join(struct.pack("<II", 0, v) for v in values) + bytes(8 * (8 - len(values)))
    return out


def disc(width, height, cx, colour):
    return [[(*colour, 255) if (x - cx) ** 2 + (y - height / 2) ** 2 < (height / 3) ** 2 else (0, 0, 0, 0)
             for x in range(width)] for y in range(height)]


def noise(width, height, alpha, seed):
    r = random.Random(seed)
    return [[(r.randrange(256), r.randrange(256), r.randrange(256), r.randrange(256) if alpha else 255)
             for _ in range(width)] for _ in range(height)]


def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def apng(size, frames, plays=0, still_first=False):
    """frames: (rgba rows, x, y, numerator, denominator, dispose, blend); small frames may stand anywhere."""
    packed = [zlib.compress(b"".join(b"\0" + b"".join(map(bytes, row)) for row in frame[0])) for frame in frames]
    out = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", *size, 8, 6, 0, 0, 0))
    out += chunk(b"acTL", struct.pack(">II", len(frames), plays))
    number = 0
    if still_first:
        out += chunk(b"IDAT", zlib.compress((b"\0" + bytes([255, 0, 0, 255]) * size[0]) * size[1]))
    for i, (rows, x, y, num, den, dispose, blend) in enumerate(frames):
        out += chunk(b"fcTL", struct.pack(">5IHHBB", number, len(rows[0]), len(rows), x, y, num, den, dispose, blend))
        number += 1
        half = len(packed[i]) // 2
        for part in (packed[i][:half], packed[i][half:]):
            if i == 0 and not still_first:
                out += chunk(b"IDAT", part)
            else:
                out += chunk(b"fdAT", struct.pack(">I", number) + part)
                number += 1
    return out + chunk(b"IEND", b"")


def lines_of(path):
    data = open(path, "rb").read()
    count = struct.unpack_from("<I", data, 8)[0]
    return [struct.unpack_from("<17I", data, 32 + 68 * i)[::2][:1] + struct.unpack_from("<17I", data, 32 + 68 * i)[2::2]
            for i in range(count)]


def shown_by(name, folder):
    """The images a script shows, in order, with their lengths: through the images it was written with."""
    expect(run("convert", name + ".hg3", "-o", folder).returncode == 0, "images of " + name)
    return [(read_png("%s%s_%04d.png" % (folder, name, line[1])), line[2])
            for line in lines_of(name + ".anm") if line[0] == 0]


def test_animated_png():
    red, blue = [[(200, 0, 0, 255)] * 6] * 4, [[(0, 0, 250, 255)] * 2] * 3
    glass, empty = [[(0, 250, 0, 0)] * 2] * 3, [[(0, 0, 0, 0)] * 6] * 4
    patched = [[(0, 0, 250, 255) if 3 <= x < 5 and y >= 1 else (200, 0, 0, 255) for x in range(6)] for y in range(4)]
    holed = [[(0, 0, 0, 0) if 3 <= x < 5 and y >= 1 else (200, 0, 0, 255) for x in range(6)] for y in range(4)]
    frames = [(red, 0, 0, 1, 30, 0, 0), (blue, 3, 1, 7, 60, 2, 0), (glass, 3, 1, 1, 24, 0, 1),
              (blue, 3, 1, 1, 24, 1, 1), (glass, 3, 1, 1, 60, 0, 1), (glass, 3, 1, 0, 100, 0, 0)]
    for still in (False, True):
        open("parts.png", "wb").write(apng((6, 4), frames, 3, still))
        result = run("convert", "parts.png", "-o", "parts.anm", "-f")
        expect(result.returncode == 0, "animated PNG: " + result.stderr)
        # 1/24 second is 2.5 ticks: ends at 2, 9, 11.5, 14, 15 and 21; the last two look alike.
        wanted = [(red, 2), (patched, 7), (red, 3), (patched, 2), (holed, 7)]
        got = shown_by("parts", "parts%d/" % still)
        expect([t for _, t in got] == [t for _, t in wanted], "lengths: %s" % [t for _, t in got])
        for i, (picture, _) in enumerate(wanted):
            # What lies under transparent pixels is not shown.
            clear = lambda rows: [[p if p[3] else 0 for p in row] for row in rows]
            expect(clear(got[i][0]) == clear(picture), "frame %d of the animated PNG" % i)
        script = lines_of("parts.anm")
        expect((script[0][:4], script[-1][:3]) == ((1, 0, 2, 2), (2, 0, 1)), "three times: %s" % script)
        expect(len(os.listdir("parts%d" % still)) == 3, "equal frames are one image")
    good = apng((6, 4), frames)
    at = good.index(b"fcTL")
    for name, data, text in (("crc", good[:at + 6] + b"\1" + good[at + 7:], "checksum"),
                             ("cut", good[:-30], "cut short"),
                             ("out", apng((6, 4), [frames[0], (blue, 5, 1, 1, 1, 0, 0)]), "leaves the image"),
                             ("bomb", apng((60000, 60000), [frames[0]]), "promises"),
                             ("none", good[:33] + chunk(b"IEND", b""), "no frame")):
        open("bad.png", "wb").write(data)
        result = run("convert", "bad.png", "-o", "bad.anm", "-f")
        expect(result.returncode == 1 and "anmkit.PNG" in result.stderr and text in result.stderr,
               "%s: %s" % (name, result.stderr))


def test_back_and_forth():
    """Every tick of a script is the same after a turn through each kind of animated image."""
    size = (20, 16)
    discs = [(i, *size, disc(*size, 4 + 4 * i, (250, 60 * i, 30)), 4, 0, 0, size) for i in range(4)]
    open("turn.hg3", "wb").write(hg3(discs))
    steps = [(0, 1), (1, 7), (2, 2), (1, 11), (3, 1), (0, 125)]
    open("turn.anm", "wb").write(anm([(0, i, t, t) for i, t in steps] + [(3, 0)]))
    for end in ("webp", "gif", "apng"):
        expect(run("convert", "turn.anm", "-o", "turned." + end).returncode == 0, "turn to " + end)
        expect(run("convert", "turned." + end, "-o", "turned.anm", "-f").returncode == 0, "turn from " + end)
        got = shown_by("turned", "turned_%s/" % end)
        expect([t for _, t in got] == [t for _, t in steps], "%s keeps ticks: %s" % (end, [t for _, t in got]))
        for (picture, _), (image, _) in zip(got, steps):
            expect(picture == discs[image][3], "%s keeps pixels of image %d" % (end, image))
        expect(len(os.listdir("turned_" + end)) == 4, end + ": equal frames are one image")
        expect(lines_of("turned.anm")[-1][:2] == (3, 0), end + " goes on for ever")
    # Once: no jump at the end.
    open("once.anm", "wb").write(anm([(0, i, t, t) for i, t in steps[:3]]))
    os.symlink("turn.hg3", "once.hg3")
    for end in ("webp", "gif", "apng"):
        run("convert", "once.anm", "-o", "again." + end)
        run("convert", "again." + end, "-o", "again.anm", "-f")
        expect([l[0] for l in lines_of("again.anm")] == [0, 0, 0], end + " plays once")
        data = open("again." + end, "rb").read()
        for length in {len(data) * i // 9 for i in range(9)}:
            open("short." + end, "wb").write(data[:length])
            expect(run("convert", "short." + end, "-o", "short.anm", "-f").returncode == 1, "%s cut at %d" % (end, length))


def test_foreign_animations():
    """Files that Pillow makes: partial frames, disposal, interlaced rows, other clocks."""
    try:
        from PIL import Image, ImageDraw, ImageSequence
    except ImportError:
        return print("Pillow is not installed: its animations are not read")
    def make(colours):
        frames = [Image.new("RGBA", (31, 17), colour) for colour in colours]
        for i, frame in enumerate(frames):
            ImageDraw.Draw(frame).ellipse((4 * i, 2, 4 * i + 9, 11), fill=(250, 50 * i, 5, 255))
        return frames
    mixed = make([(10, 20, 30, 255), (0, 0, 0, 0)] * 2 + [(10, 20, 30, 255)])
    ms = [40, 130, 20, 500, 70]
    for end, more in (("gif", {"disposal": 2}), ("gif", {"disposal": 1}), ("gif", {"disposal": 3}), ("webp", {"lossless": True}), ("png", {})):
        # Where GIF clears to transparent, as browsers do, Pillow shows a colour if the file has one.
        frames = make([(0, 0, 0, 0)] * 5) if "disposal" in more else mixed
        frames[0].save("made." + end, save_all=True, append_images=frames[1:], duration=ms, loop=0, **more)
        result = run("convert", "made." + end, "-o", "made_by.anm", "-f")
        expect(result.returncode == 0, "made." + end + result.stderr)
        got = shown_by("made_by", "made_%s%d/" % (end, more.get("disposal", 0)))
        ends = [round(sum(ms[:i + 1]) * 60 / 1000 + 1e-9) for i in range(5)]
        expect([sum(t for _, t in got[:i + 1]) for i in range(5)] == ends, "%s: %s" % (end, [t for _, t in got]))
        with Image.open("made." + end) as picture:
            for i, frame in enumerate(ImageSequence.Iterator(picture)):
                wanted = [p if p[3] else 0 for p in frame.convert("RGBA").getdata()]
                mine = [p if p[3] else 0 for p in sum(got[i][0], [])] if i < len(got) else None
                expect(mine == wanted, "%s %s: frame %d as Pillow shows it" % (end, more, i))
    mixed[2].convert("RGB").convert("P").save("still.gif", interlace=1)
    expect(run("convert", "still.gif", "-o", "still.anm").returncode == 0, "a still GIF")
    with Image.open("still.gif") as picture:
        expect(sum(shown_by("still", "still/")[0][0], []) == list(picture.convert("RGBA").getdata()), "interlaced rows")
    several = run("convert", "made.gif", "made.webp", "-o", "several/", "--to", "cs2-anm")
    expect(several.returncode == 2, "two inputs of one name")
    os.rename("made.webp", "other.webp")
    expect(run("convert", "made.gif", "other.webp", "-o", "many/", "--to", "cs2-anm").returncode == 0 and
           sorted(os.listdir("many")) == ["made.anm", "made.hg3", "other.anm", "other.hg3"], "several animations")


def test_lists_and_screens():
    """A folder whose frames.json says lengths; the screen of what is shown."""
    os.makedirs("list/sub")
    discs = {3: disc(8, 6, 2, (1, 2, 3)), 9: disc(8, 6, 6, (200, 100, 50))}
    open("list.hg3", "wb").write(hg3([(i, 8, 6, rows, 4, 0, 0, (8, 6)) for i, rows in discs.items()]))
    run("convert", "list.hg3", "-o", "from/")
    shutil.copy("from/list_0003.png", "list/open.png")
    shutil.copy("from/list_0009.png", "list/sub/shut_9.png")
    frames = [{"file": "open.png", "ticks": 1, "id": 3}, {"file": "sub/shut_9.png", "ticks": 1},
              {"file": "open.png", "ticks": 3, "id": 3}]
    def write_list(**more):
        json.dump({"ticksPerSecond": 24, "loops": 2, "frames": frames, **more}, open("list/frames.json", "w"))
    write_list()
    result = run("convert", "list", "-o", "listed.anm", "--canvas", "10x12")
    expect(result.returncode == 0, "a folder with a list: " + result.stderr)
    script = lines_of("listed.anm")
    # Ends at 2.5, 5 and 12.5 ticks, halves up.
    expect([l[:3] for l in script] == [(1, 0, 1), (0, 3, 3), (0, 9, 2), (0, 3, 8), (2, 0, 1)], "list: %s" % script)
    expect(script[1][2:4] == (3, 3), "a fixed length: %s" % (script[1],))
    for i, rows in discs.items():
        run("convert", "listed.hg3", "-o", "listed/", "-f")
        expect(read_png("listed/listed_%04d.png" % i) == rows, "listed image %d" % i)
    for name, more in (("escapes", {"frames": [{"file": "../x_1.png", "ticks": 1}]}), ("clock", {"ticksPerSecond": 0}),
                       ("loops", {"loops": -1}), ("nothing", {"frames": []}), ("id", {"frames": [{"file": "open.png", "ticks": 1}]}),
                       ("ticks", {"frames": [{"file": "open.png", "ticks": 0, "id": 1}]}),
                       ("same", {"frames": frames + [{"file": "sub/shut_9.png", "ticks": 1, "id": 3}]})):
        write_list(**more)
        result = run("convert", "list", "-o", "no.anm")
        expect(result.returncode == 1 and "anmkit." in result.stderr and not os.path.exists("no.anm"),
               "a bad list, %s: %s" % (name, result.stderr))
    # The screen of the script is the canvas that was asked for, with the pictures at its corner.
    result = run("convert", "listed.anm", "-o", "screen.png", "--length", "4", "--background", "0a141e")
    expect(result.returncode == 0, "screen: " + result.stderr)
    sheet = read_png("screen.png")
    first = [row[:10] for row in sheet[:12]]
    wanted = [[(10, 20, 30, 255)] * 10 for _ in range(12)]
    for y, row in enumerate(discs[3]):
        for x, pixel in enumerate(row):
            wanted[y][x] = pixel if pixel[3] else wanted[y][x]
    expect(first == wanted, "canvas and background")
    expect([f["ticks"] for f in json.load(open("screen.json"))["frames"]] == [3, 1], "length")
    run("convert", "listed.anm", "-o", "small.png", "--length", "3", "--canvas", "4x3")
    expect(read_png("small.png") == [row[:4] for row in discs[3][:3]], "a screen smaller than the images")
    for bad in (["--canvas", "0x4"], ["--canvas", "4"], ["--canvas", "4x4x"], ["--canvas", "99999x99999"],
                ["--background", "red"], ["--length", "0"], ["--length", "x"]):
        expect(run("convert", "listed.anm", "-o", "bad.webp", *bad).returncode == 2, " ".join(bad))
    text = run("help", "convert", "all").stdout
    expect(all(word in text for word in ("--canvas", "--background", "--length")), "the help names them")


def findings(name, data):
    open(name, "wb").write(data)
    kind = "cs2-hg2" if name.endswith("hg2") else "cs2-hg3"
    report = json.loads(run("check", "--json", "--format", kind, name).stdout)["files"][0]["diagnostics"]
    return [(d["code"][4:], d["severity"], d["offset"], d["path"]) for d in report]


def test_blank_animations_are_named():
    open("seen.hg3", "wb").write(hg3([(5, 8, 8, noise(8, 8, True, 5), 4, 0, 0, (8, 8))]))
    for script, blank in (("disp 0\n5 10\n", True), ("pos 999 999\n5 10\n", True), ("5 10\n", False),
                          ("disp 0\n5 10\ndisp 1\n5 10\n", False)):
        open("seen.txt", "w").write(script)
        for verb, output in (("render", "seen.webp"), ("render", "seen.gif"), ("convert", "seen.webp"), ("convert", "seen.apng")):
            said = run(verb, "seen.txt", "--with", "seen.hg3", "-o", output, "-f")
            expect(said.returncode == 0 and said.stderr.count("anmkit.BLANK: nothing is visible in any of") == blank,
                   f"{verb} {output} of {script!r}: {said.stderr}")
    open("endless.txt", "w").write("#a\nset 1 2\njump a\n")
    said = run("convert", "endless.txt", "-o", "endless.anm")
    expect("infinite loop without waiting (cs2.A50)" in said.stderr, "a finding is one line")


def test_codes_of_check():
    """Each code once, with what it says about the place."""
    one = (5, 2, 2, noise(2, 2, True, 5), 4, 0, 0, (2, 2))
    good = hg3([one], 1)
    expect(findings("g.hg3", good) == [], "a good file has no findings")

    def changed(offset, kind, *values):
        data = bytearray(good)
        struct.pack_into(kind, data, offset, *values)
        return bytes(data)

    info, image = 12 + 8 + 16, good.index(b"img0000")
    where = "images[0]"
    for data, code, severity, offset, path in (
            (good[:11], "HG-TRUNCATED", "error", 0, ""), (good[:40], "HG-TRUNCATED", "error", 20, ""),
            (changed(0, "4s", b"HG-9"), "HG-SIGNATURE", "error", 0, ""), (changed(4, "<I", 8), "HG-HEADER", "error", 4, ""),
            (changed(12, "<I", 8), "HG-OFFSET", "error", 12, ""), (changed(28, "<I", 15), "HG-OFFSET", "error", 28, ""),
            (changed(20, "8s", b"another"), "HG-STDINFO", "error", 20, ""),
            (hg3([(5, 2, 2, one[3], 4, 1, 0, (2, 2))], 1), "HG-CANVAS", "warning", 12, where),
            (hg3([(5, 2, 2, one[3], 4, 0, -1, (2, 2))], 1), "HG-CANVAS", "warning", 12, where),
            (hg3([one, one], 1), "HG-ID", "warning", len(hg3([one], 1)), "images[1].id"),
            (changed(info, "<I", 0), "HG-SIZE", "error", 12, where), (changed(info + 8, "<H", 16), "HG-BITS", "error", 12, where),
            (changed(image, "8s", b"img_jpg\0"), "HG-JPEG", "error", image, where),
            (changed(image, "8s", b"img_al\0\0"), "HG-CODING", "info", image, where),
            (changed(image, "8s", b"img_wbp\0"), "HG-WEBP", "error", image, where),
            (changed(image + 24, "<I", 0xFFFF), "HG-SLICE", "error", image, where),
            (changed(image + 20, "<I", 1), "HG-ROWS", "error", 12, where),
            (changed(image + 40, "<I", 0), "HG-ZLIB", "error", image, where),
            (changed(image + 40 + (good[image + 24] - 1), "B", 255), "HG-SUM", "warning", image, where),
            (changed(info, "<I", 3), "HG-LENGTH", "error", image, where)):
        found = findings("b.hg3", data)
        expect((code, severity, offset, path) in found, "%s: %s" % (code, found))
    # Runs that leave the slice, and literal ones that leave the data; 2 x 2 pixels are 16 bytes.
    for data, runs in ((b"", [17]), (bytes(15), [16]), (bytes(4), [4, 13]), (b"", [])):
        bits = "1" + gamma(16) + "".join(map(gamma, runs))
        bits += "0" * (-len(bits) % 8)
        control = bytes(int(bits[i:i + 8][::-1], 2) for i in range(0, len(bits), 8))
        a, b = zlib.compress(data), zlib.compress(control)
        head = struct.pack("<6I", 0, 2, len(a), len(data), len(b), len(control))
        found = findings("b.hg3", one_image((2, 2), 32, (b"img0000", head + a + b)))
        expect(found == [("HG-RUNS", "error", 12 + 8 + 56, where)], "runs %s: %s" % (runs, found))
    old = hg2_oldest(2, 2, noise(2, 2, True, 6))
    for data, code, offset in ((old[:30], "HG-TRUNCATED", 12), (old[:-1], "HG-SLICE", 12)):
        found = findings("b.hg2", data)
        expect((code, "error", offset) in [f[:3] for f in found], "%s of HG-2: %s" % (code, found))


def test_webp_inside():
    try:
        from PIL import Image
    except ImportError:
        return
    rows = noise(9, 7, True, 11)
    picture = Image.new("RGBA", (9, 7))
    picture.putdata(sum(rows, []))
    picture.save("in.webp", lossless=True, exact=True)
    body = tag(b"stdinfo", struct.pack("<IIHHiiIIIii", 9, 7, 32, 0, 0, 0, 9, 7, 1, 0, 0))
    body += tag(b"img_wbp", open("in.webp", "rb").read(), True)
    open("in.hg3", "wb").write(struct.pack("<4sIIII", b"HG-3", 12, 0x300, 0, 4) + body)
    expect(run("convert", "in.hg3", "-o", "in.png").returncode == 0 and read_png("in.png") == rows, "WebP inside HG-3")


def one_image(size, bits, *tags):
    """An HG-3 of one image with these tags behind stdinfo."""
    body = tag(b"stdinfo", struct.pack("<IIHHiiIIIii", *size, bits, 0, 0, 0, *size, 1, 0, 0))
    body += b"".join(tag(*one) for one in tags[:-1]) + tag(*tags[-1], True)
    return struct.pack("<4sIIII", b"HG-3", 12, 0x300, 0, 4) + body


def test_jpeg_inside():
    try:
        from PIL import Image
    except ImportError:
        return print("Pillow is not installed: no JPEG is made")
    w, h = 19, 10
    rows = [[(10 * x, 20 * y, 200 - 5 * x - 3 * y, (31 * x + 7 * y) & 255) for x in range(w)] for y in range(h)]
    picture = Image.new("RGB", (w, h))
    picture.putdata([p[:3] for row in rows for p in row])
    picture.save("in.jpg", quality=98, subsampling=0)
    jpeg = open("in.jpg", "rb").read()
    plane = bytes(p[3] for row in rows for p in row)

    def alpha(data, size=None):
        packed = zlib.compress(data)
        return struct.pack("<II", len(packed), len(data) if size is None else size) + packed

    def near(got, wanted):
        return all(abs(a - b) <= 6 for g, r in zip(got, wanted) for p, q in zip(g, r) for a, b in zip(p[:3], q[:3]))

    def shown(data):
        open("jpeg.hg3", "wb").write(data)
        result = run("convert", "jpeg.hg3", "-o", "jpeg.png", "-f")
        expect(result.returncode == 0, "JPEG inside HG-3: " + result.stderr)
        return read_png("jpeg.png")

    got = shown(one_image((w, h), 32, (b"img_jpg", jpeg), (b"img_al", alpha(plane))))
    expect(near(got, rows), "colours of a JPEG, rows from the top")
    expect([[p[3] for p in row] for row in got] == [[p[3] for p in row] for row in rows], "alpha of img_al")
    expect(findings("j.hg3", one_image((w, h), 24, (b"img_jpg", jpeg))) == [], "a JPEG alone has no findings")
    got = shown(one_image((w, h), 24, (b"img_jpg", jpeg)))
    expect(all(p[3] == 255 for row in got for p in row), "without img_al nothing is transparent")
    swapped = shown(one_image((w, h), 24, (b"imgmode", bytes(4)), (b"img_jpg", jpeg)))
    expect(near(swapped, [[(p[2], p[1], p[0]) for p in row] for row in rows]), "imgmode: red and blue change places")
    grey = picture.convert("L")
    grey.save("grey.jpg", quality=98)
    got = shown(one_image((w, h), 24, (b"img_jpg", open("grey.jpg", "rb").read())))
    light = list(grey.getdata())
    expect(near(got, [[(light[y * w + x],) * 3 for x in range(w)] for y in range(h)]), "a grey JPEG")
    # A script shows it like any other image.
    open("jpeg.anm", "wb").write(anm([(0, 4, 3, 3)]))
    expect(run("convert", "jpeg.anm", "-o", "jpeg.webp").returncode == 0, "a script shows a JPEG")
    at = 12 + 8 + 56
    for name, data, code, offset in (
            ("another size", one_image((w, h + 1), 24, (b"img_jpg", jpeg)), "HG-JPEG", at),
            ("cut", one_image((w, h), 24, (b"img_jpg", jpeg[:-20])), "HG-JPEG", at),
            ("empty", one_image((w, h), 24, (b"img_jpg", b"")), "HG-JPEG", at),
            ("a promise", one_image((8000, 8000), 24, (b"img_jpg", jpeg.replace(
                struct.pack(">HH", h, w), struct.pack(">HH", 8000, 8000)))), "HG-JPEG", at),
            ("cut alpha", one_image((w, h), 32, (b"img_jpg", jpeg), (b"img_al", alpha(plane)[:-9])), "HG-SLICE", at + 16 + len(jpeg)),
            ("short alpha", one_image((w, h), 32, (b"img_jpg", jpeg), (b"img_al", alpha(plane[:-1]))), "HG-LENGTH", at + 16 + len(jpeg)),
            ("bad alpha", one_image((w, h), 32, (b"img_jpg", jpeg), (b"img_al", alpha(plane[:-1], w * h))), "HG-ZLIB", at + 16 + len(jpeg)),
            ("alpha alone", one_image((w, h), 32, (b"img_al", alpha(plane))), "HG-CODING", at)):
        found = findings("j.hg3", data)
        expect([f[0] for f in found] == [code] and found[0][2:] == (offset, "images[0]"), "%s: %s" % (name, found))


def test_folders_of_scripts():
    """Scripts and their images side by side: in a folder, and in an archive."""
    os.makedirs("show/sub")
    for name, colour in (("show/one", (200, 0, 0)), ("show/sub/two", (0, 200, 0))):
        open(name + ".hg3", "wb").write(hg3([(i, 8, 6, disc(8, 6, 2 + 3 * i, colour), 4, 0, 0, (8, 6)) for i in range(2)]))
        open(name + ".anm", "wb").write(anm([(0, 0, 3, 3), (0, 1, 5, 5), (3, 0)]))
    os.rename("show/sub/two.hg3", "show/sub/TWO.HG3")  # as on systems that do not tell them apart
    play = run("play", "show", "--ticks", "4", "--json")
    played = [json.loads(line) for line in play.stdout.splitlines()]
    expect(play.returncode == 0 and [p["file"] for p in played] == ["show/one.anm", "show/sub/two.anm"],
           "play a folder: %s%s" % (play.stdout, play.stderr))
    expect(run("play", "show/one.hg3").returncode == 2, "an image file does not play")
    os.makedirs("still")
    shutil.copy("show/one.hg3", "still")
    expect(run("play", "still").returncode == 2, "a folder without scripts does not play")
    for kind in ("webp", "gif", "apng", "png"):
        result = run("convert", "show", "-o", "shown_%s/" % kind, "--to", kind)
        wanted = ["one." + kind] + (["one.json"] if kind == "png" else [])
        expect(result.returncode == 0 and sorted(f for f in os.listdir("shown_" + kind) if f != "sub") == sorted(wanted),
               "a folder of scripts to %s: %s" % (kind, result.stderr))
        for name in ("one", "sub/two"):
            run("convert", "show/%s.anm" % name, "-o", "alone.%s" % kind, "-f")
            expect(open("alone." + kind, "rb").read() == open("shown_%s/%s.%s" % (kind, name, kind), "rb").read(),
                   "%s.%s as if it were alone" % (name, kind))
    open("show/bad.anm", "wb").write(b"ANM\0")
    result = run("convert", "show", "-o", "shown_rest/", "--to", "gif")
    expect(result.returncode == 1 and os.path.exists("shown_rest/sub/two.gif"), "a bad script stops no other: " + result.stderr)
    os.remove("show/bad.anm")
    result = run("convert", "show/one.anm", "show/sub/two.anm", "-o", "both.webp")
    expect(result.returncode == 2 and "--to webp" in result.stderr, "several files, one image: " + result.stderr)
    piped = subprocess.run([TOOL, "convert", "show/one.anm", "--to", "gif", "-o", "-"], capture_output=True).stdout
    expect(piped == open("shown_gif/one.gif", "rb").read(), "the kind of what goes to standard output")
    expect(run("convert", "show", "-o", "show.int").returncode == 0, "an archive of scripts")
    for name in ("one", "sub/two"):
        result = run("convert", "show.int//%s.anm" % name, "-o", "alone.gif", "-f")
        expect(result.returncode == 0 and open("alone.gif", "rb").read() == open("shown_gif/%s.gif" % name, "rb").read(),
               "images beside %s in an archive: %s" % (name, result.stderr))
    open("dice.anm", "wb").write(anm([(0, 0, 1, 9), (3, 0)]))
    expect("clip dice: no length, 60 fps" in run("info", "dice.anm").stdout, "a random script has no length")
    result = run("convert", "dice.anm", "--with", "show/one.hg3", "-o", "dice.gif")
    expect(result.returncode == 0 and "anmkit.PART" in result.stderr and "--length" in result.stderr,
           "what is shown of a random script: " + result.stderr)
    # What moves nodes is no picture.
    shutil.copy(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../examples/psx/HOP.ANM"), "HOP.ANM")
    result = run("convert", "HOP.ANM", "-o", "hop.gif")
    expect(result.returncode == 2 and "-o FILE.glb" in result.stderr and not os.path.exists("hop.gif"),
           "an animation of nodes: " + result.stderr)
    # A source shows the pictures of its name too.
    expect(run("convert", "show/one.anm", "-o", "show/one.txt").returncode == 0, "a source")
    result = run("convert", "show/one.txt", "-o", "alone.gif", "-f")
    expect(result.returncode == 0 and open("alone.gif", "rb").read() == open("shown_gif/one.gif", "rb").read(),
           "images of a source: " + result.stderr)
    # The canvas of what an animated picture becomes.
    for source in ("shown_gif/one.gif", "shown_webp/one.webp", "shown_apng/one.apng"):
        expect(run("convert", source, "-o", "canvas.anm", "--canvas", "30x20", "-f").returncode == 0, "canvas of " + source)
        expect("8x6, 32 bits, at 0,0 of 30x20" in run("info", "canvas.hg3").stdout, "canvas of " + source)
        run("convert", "canvas.anm", "-o", "canvas.png", "-f", "--length", "3")
        expect((len(read_png("canvas.png")), len(read_png("canvas.png")[0])) == (20, 30), "screen of " + source)
        expect(run("convert", source, "-o", "no.anm", "--canvas", "30").returncode == 2, "a bad canvas")


def main(folder):
    os.chdir(folder)
    test_blank_animations_are_named()
    test_codes_of_check()
    test_webp_inside()
    test_jpeg_inside()
    test_folders_of_scripts()
    test_lists_and_screens()
    test_animated_png()
    test_back_and_forth()
    test_foreign_animations()
    images = [(7, 13, 9, noise(13, 9, True, 1), 4, 0, 0, (13, 9)),
              (2, 5, 7, noise(5, 7, False, 2), 3, 0, 0, (5, 7)),
              (40, 16, 4, disc(16, 4, 8, (9, 8, 7)), 4, 1, 2, (20, 20))]
    open("x.hg3", "wb").write(hg3(images))
    expect(run("convert", "x.hg3", "-o", "out/").returncode == 0, "images of an HG-3")
    for image in images:
        expect(read_png("out/x_%04d.png" % image[0]) == image[3], "pixels of image %d" % image[0])
    expect(run("convert", "x.hg3", "-o", "one.png").returncode == 2, "several images, one PNG")
    open("old.hg2", "wb").write(hg2_oldest(6, 5, noise(6, 5, True, 3)))
    expect(run("convert", "old.hg2", "-o", "old.png").returncode == 0, "HG-2")
    expect(read_png("old.png") == noise(6, 5, True, 3), "pixels of the HG-2")

    # Every way in which pixels can be wrong has its code.
    good = bytearray(hg3(images[:1], 1))
    at = good.index(b"img0000") + 16
    def broken(code, offset, value, kind="<I"):
        bytes_ = bytearray(good)
        struct.pack_into(kind, bytes_, offset, value)
        open("bad.hg3", "wb").write(bytes_)
        result = run("convert", "bad.hg3", "-o", "bad.png", "-f")
        expect(result.returncode == 1 and code in result.stderr, code + ": " + result.stderr)
    info = good.index(b"stdinfo") + 16
    broken("HG-SIZE", info, 0)
    broken("HG-SIZE", info, 0xFFFFFFFF)
    broken("HG-BITS", info + 8, 8, "<H")
    broken("HG-ROWS", at + 4, 8)
    broken("HG-SLICE", at + 8, 0x7FFFFFFF)
    broken("HG-ZLIB", at + 24, 0)
    broken("HG-ZLIB", at + 12, 0xFFFFFFFF)
    broken("HG-LENGTH", info, 12)
    broken("HG-LENGTH", info, 14)
    broken("HG-CODING", at - 16, b"img_al\0\0", "8s")
    broken("HG-JPEG", at - 16, b"img_jpg\0", "8s")
    packed, size = struct.unpack_from("<I4xI", good, at + 8)
    data, control = slice_of([b"\1\2\3\4"], 4)
    bits = "1" + gamma(4) + gamma(9)
    wrong = bytes(int(bits[i:i + 8].ljust(8, "0")[::-1], 2) for i in range(0, len(bits), 8))
    a, b = zlib.compress(data), zlib.compress(wrong)
    body = tag(b"stdinfo", struct.pack("<IIHHiiIIIii", 1, 1, 32, 0, 0, 0, 1, 1, 1, 0, 0)) + tag(
        b"img0000", struct.pack("<6I", 0, 1, len(a), len(data), len(b), len(wrong)) + a + b, True)
    open("runs.hg3", "wb").write(struct.pack("<4sIIII", b"HG-3", 12, 0x300, 0, 1) + body)
    expect("HG-RUNS" in run("convert", "runs.hg3", "-o", "runs.png").stderr, "HG-RUNS")

    # A folder of pictures and back.
    os.makedirs("walk")
    for i, image in enumerate([7, 2]):
        shutil.copy("out/x_%04d.png" % image, "walk/step_%d@%d.png" % (3 * i + 1, i + 4))
    expect(run("convert", "walk", "-o", "made/walk.anm").returncode == 0, "a folder becomes a script")
    play = json.loads(run("play", "made/walk.anm", "--ticks", "14", "--json").stdout)
    shown = [(t["tick"], t["image"]) for t in play["ticks"]]
    expect(shown[-3:] == [(0, 1), (4, 4), (9, 1), (13, 4)][-3:], "played: %s" % shown)
    expect(run("convert", "made/walk.hg3", "-o", "again/").returncode == 0, "written HG-3")
    expect(read_png("again/walk_0001.png") == images[0][3], "pixels through a written HG-3")
    expect(read_png("again/walk_0004.png") == images[1][3], "pixels through a written HG-3")

    written = open("made/walk.hg3", "rb").read()
    at = written.index(b"img0000") + 16
    _, _, a, data_size, b, control_size = struct.unpack_from("<6I", written, at)
    for start, size, wanted in ((at + 24, a, data_size), (at + 24 + a, b, control_size)):
        expect(len(zlib.decompress(written[start:start + size])) == wanted, "zlib reads what is written")

    # Moving pictures: one image before the loop, then three of 7, 2 and 11 ticks.
    size = (64, 48)
    discs = [(i, *size, disc(*size, 12 + 13 * i, (250, 60 * i, 30)), 4, 0, 0, size) for i in range(4)]
    open("ball.hg3", "wb").write(hg3(discs))
    open("ball.anm", "wb").write(anm([(0, 0, 5, 5), (0, 1, 7, 7), (0, 2, 2, 2), (0, 3, 11, 11), (3, 1)]))
    for end in ("webp", "gif", "apng", "png"):
        result = run("convert", "ball.anm", "--with", "ball.hg3", "-o", "ball." + end)
        expect(result.returncode == 0, end + ": " + result.stderr)
    atlas = json.load(open("ball.json"))
    expect([f["ticks"] for f in atlas["frames"]] == [5, 7, 2, 11] and atlas["loopStart"] == 1, "atlas")
    sheet = read_png("ball.png")
    for i, frame in enumerate(atlas["frames"]):
        cell = [row[frame["x"]:frame["x"] + 64] for row in sheet[frame["y"]:frame["y"] + 48]]
        expect(cell == discs[i][3], "cell %d of the sheet" % i)
    # The engine's product of blend and opacity has no sign: what is below 0 is far above 255.
    open("negative.anm", "wb").write(anm([(12, 0xFFFFFFFF), (0, 1, 3, 3)]))
    expect(run("convert", "negative.anm", "--with", "ball.hg3", "-o", "negative.png").returncode == 0 and
           read_png("negative.png") == discs[1][3], "a negative blend is drawn opaque")
    missing = run("convert", "ball.anm", "--with", "x.hg3", "-o", "no.webp")
    expect(missing.returncode == 1 and "the image 1, 3, which is not among its images (ids: 7, 2, 40)" in missing.stderr,
           "missing images: " + missing.stderr)
    os.rename("ball.hg3", "away.hg3")
    without = run("convert", "ball.anm", "-o", "no.webp")
    expect(without.returncode == 2 and ".hg3 or .hg2" in without.stderr, "no images at all: " + without.stderr)
    try:
        from PIL import Image, ImageSequence
    except ImportError:
        print("Pillow is not installed: animated images are not decoded")
        return
    lengths = {"webp": [117, 33, 183], "gif": [120, 30, 180], "apng": [7000 / 60, 2000 / 60, 11000 / 60]}
    for end, wanted in lengths.items():
        with Image.open("ball." + end) as picture:
            frames = [(f.convert("RGBA"), f.info.get("duration")) for f in ImageSequence.Iterator(picture)]
        expect(len(frames) == 3, "%s has %d frames" % (end, len(frames)))
        for i, (frame, length) in enumerate(frames):
            expect(abs(length - wanted[i]) < 0.01, "%s frame %d lasts %s" % (end, i, length))
            got = [p if p[3] else (0, 0, 0, 0) for p in frame.getdata()]
            expect(got == sum(discs[i + 1][3], []), "%s pixels of frame %d" % (end, i))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        main(temporary)
        if len(sys.argv) > 2:
            shutil.copytree(temporary, sys.argv[2], dirs_exist_ok=True)
    print("images: %d failures" % failures)
    sys.exit(failures != 0)
