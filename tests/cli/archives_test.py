# SPDX-License-Identifier: MIT
"""KIF archives built and encrypted here from the description of the format, read by the tool. The cipher, the
generator and the substitution of names are written again, and proved with published values."""
import json, os, random, struct, subprocess, sys, tempfile

TOOL = os.path.abspath(sys.argv[1])
failures = 0


def expect(good, text):
    global failures
    if not good:
        failures += 1
        print("FAILED:", text)


def run(*arguments):
    return subprocess.run([TOOL, *map(str, arguments)], capture_output=True, text=True)


# --- Blowfish, from the digits of pi ----------------------------------------------------------
def arctan(x, one):
    total = term = one // x
    n, sign = 3, -1
    while term:
        term //= x * x
        total += sign * (term // n)
        n, sign = n + 2, -sign
    return total


def pi_words(count):
    one = 1 << (32 * count + 128)
    fraction = (4 * (4 * arctan(5, one) - arctan(239, one)) - 3 * one) >> 128
    return [fraction >> (32 * (count - 1 - i)) & 0xFFFFFFFF for i in range(count)]


PI = pi_words(1042)


class Blowfish:
    def __init__(self, key):
        self.p = [PI[i] ^ int.from_bytes(bytes(key[(4 * i + k) % len(key)] for k in range(4)), "big")
                  for i in range(18)]
        self.s = [PI[18 + 256 * b:18 + 256 * (b + 1)] for b in range(4)]
        pair = (0, 0)
        for table in [self.p, *self.s]:
            for i in range(0, len(table), 2):
                pair = self.encrypt(*pair)
                table[i:i + 2] = pair

    def f(self, x):
        s = self.s
        mixed = (s[0][x >> 24] + s[1][x >> 16 & 255]) & 0xFFFFFFFF
        return ((mixed ^ s[2][x >> 8 & 255]) + s[3][x & 255]) & 0xFFFFFFFF

    def encrypt(self, left, right):
        for i in range(16):
            left ^= self.p[i]
            right ^= self.f(left)
            left, right = right, left
        left, right = right, left
        return left ^ self.p[17], right ^ self.p[16]

    def encrypt_bytes(self, data):
        out = b""
        for at in range(0, len(data) // 8 * 8, 8):
            out += struct.pack("<II", *self.encrypt(*struct.unpack_from("<II", data, at)))
        return out + data[len(out):]


# Eric Young's test vectors.
for key, plain, wanted in ((bytes(8), (0, 0), (0x4EF99745, 0x6198DD78)),
                           (b"\x11" * 8, (0x11111111, 0x11111111), (0x2466DD87, 0x8B963C9D)),
                           (bytes.fromhex("0123456789ABCDEF"), (0x11111111, 0x11111111), (0x61F9C380, 0x2281B096))):
    assert Blowfish(key).encrypt(*plain) == wanted


# --- MT19937 in its three published seedings --------------------------------------------------
def seed_2002(seed):
    state = [seed]
    for i in range(1, 624):
        state.append((1812433253 * (state[-1] ^ state[-1] >> 30) + i) & 0xFFFFFFFF)
    return state


def seed_1999(seed):
    state = []
    for _ in range(624):
        high = seed & 0xFFFF0000
        seed = (69069 * seed + 1) & 0xFFFFFFFF
        state.append(high | seed >> 16)
        seed = (69069 * seed + 1) & 0xFFFFFFFF
    return state


def seed_1998(seed):
    state = [seed]
    for _ in range(623):
        state.append(69069 * state[-1] & 0xFFFFFFFF)
    return state


def twist(state, count):
    state, out = list(state), []
    for n in range(count):
        i = n % 624
        y = (state[i] & 0x80000000) | (state[(i + 1) % 624] & 0x7FFFFFFF)
        y = state[i] = state[(i + 397) % 624] ^ y >> 1 ^ (0x9908B0DF if y & 1 else 0)
        y ^= y >> 11
        y ^= y << 7 & 0x9D2C5680
        y ^= y << 15 & 0xEFC60000
        out.append(y ^ y >> 18)
    return out


# The thousandth numbers that the GNU Scientific Library publishes for these generators.
for seeding, wanted in ((seed_2002, 1186927261), (seed_1999, 1030650439), (seed_1998, 1309179303)):
    assert twist(seeding(4357), 1000)[-1] == wanted, seeding
assert twist(seed_2002(5489), 1)[0] == 3499211612

# --- names ------------------------------------------------------------------------------------
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def seed_of(text):
    crc = 0xFFFFFFFF
    for byte in text.encode("ascii"):
        crc ^= byte << 24
        for _ in range(8):
            crc <<= 1
            if crc >> 32:
                crc ^= 0x104C11DB7
        crc ^= 0xFFFFFFFF
    return crc


def scramble(name, number, seeding, sign):
    shift = sum(struct.pack("<I", twist(seeding(number), 1)[0])) & 255
    return "".join(ALPHABET[(51 - ALPHABET.index(c) + sign * (shift + i)) % 52] if c in ALPHABET else c
                   for i, c in enumerate(name))


# --- archives ---------------------------------------------------------------------------------
def plain_kif(files, name_size=64):
    at, table, data = 8 + len(files) * (name_size + 8), b"", b""
    for name, content in files.items():
        table += struct.pack("<%dsII" % name_size, name.encode(), at + len(data), len(content))
        data += content
    return struct.pack("<4sI", b"KIF\0", len(files)) + table + data


def encrypted_kif(files, seed, v_code2, seeding, sign, name_size=64):
    fish = Blowfish(struct.pack("<I", twist(seeding(seed), 1)[0]))
    names = seed_of(v_code2)
    table = struct.pack("<%dsII" % name_size, b"__key__.dat", 0, seed)
    at, data = 8 + (len(files) + 1) * (name_size + 8), b""
    for i, (name, content) in enumerate(files.items(), 1):
        offset, size = fish.encrypt(at + len(data), len(content))
        table += struct.pack("<%dsII" % name_size, scramble(name, (names + i) & 0xFFFFFFFF, seeding, sign).encode(),
                             (offset - i) & 0xFFFFFFFF, size)
        data += fish.encrypt_bytes(content)
    return struct.pack("<4sI", b"KIF\0", len(files) + 1) + table + data


def anm(*ids):
    out = struct.pack("<4sII20x", b"ANM\0", 0, len(ids))
    for i in ids:
        out += struct.pack("<7I", 0, 0, i, 0, 10, 0, 10) + bytes(40)
    return out


def contents(folder):
    found = {}
    for root, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(root, name)
            found[os.path.relpath(path, folder)] = open(path, "rb").read()
    return found


def write(name, data):
    with open(name, "wb") as out:
        out.write(data)


def codes(*arguments):
    report = json.loads(run("check", "--json", *arguments).stdout)["files"][0]["diagnostics"]
    return {(d["code"], d["severity"]) for d in report}, report


def test_plain(files):
    for name_size in (64, 32):
        name, archive = "plain%d.int" % name_size, plain_kif(files, name_size)
        write(name, archive)
        expect(run("check", "--strict", name).returncode == 0, "check " + name)
        out = "out%d/" % name_size
        expect(run("convert", name, "-o", out).returncode == 0, "extract " + name)
        expect(contents(out) == files, "contents of " + name)
        dumped = run("dump", name).stdout
        expect('"entries"' in dumped, "a plain archive lists its files")
        write("dump.json", dumped.encode())
        expect(run("build", "dump.json", "-o", "back.int", "-f").returncode == 0, "build " + name)
        expect(open("back.int", "rb").read() == archive, "dump and build keep " + name)
    expect(run("convert", "out64", "-o", "new.int").returncode == 0, "a new archive")
    expect(open("new.int", "rb").read() == plain_kif(dict(sorted(files.items()))), "bytes of a new archive")
    expect("wink.anm" in run("info", "plain64.int").stdout, "info lists names")
    play = run("play", "plain64.int//sub/wink.anm", "--ticks", "30", "--json")
    shown = [(t["tick"], t["image"]) for t in json.loads(play.stdout)["ticks"]]
    expect((10, 5) in shown and (0, 3) in shown, "an entry plays: %s" % shown)


def test_encrypted(files):
    key = "Vx4x5x8xTest"
    for seeding in (seed_2002, seed_1999, seed_1998):
        for sign in (1, -1):
            name = "%s%+d" % (seeding.__name__, sign)
            archive = encrypted_kif(files, 0x1234ABCD, key, seeding, sign)
            write("e.int", archive)
            folder = name + "/"
            result = run("convert", "e.int", "-o", folder, "--key", key)
            expect(result.returncode == 0 and contents(folder) == files, "contents of %s: %s" % (name, result.stderr))
            number = run("convert", "e.int", "-o", "n" + folder, "--key", "0x%08x" % seed_of(key))
            expect(number.returncode == 0 and contents("n" + folder) == files, "the key as a number, " + name)
            expect(run("check", "--strict", "e.int", "--key", key).returncode == 0, "check " + name)
            expect(run("dump", "e.int//sub/wink.anm", "--key", key).returncode == 0, "dump of an entry, " + name)
            write("dump.json", run("dump", "e.int").stdout.encode())
            expect(run("build", "dump.json", "-o", "back.int", "-f").returncode == 0, "build " + name)
            expect(open("back.int", "rb").read() == archive, "dump and build keep " + name)
    for given in ([], ["--key", "Another"]):
        said = run("convert", "e.int", "-o", "unnamed/", "-f", *given)
        expect(said.returncode == 1, "names that nobody can read fail the extraction, key %s" % given)
        expect("error cs2.KIF-" in said.stderr and "V_CODE2" in said.stderr, "the next step: " + said.stderr)
    os.system("rm -r unnamed")
    run("convert", "e.int", "-o", "unnamed/")
    expect(sorted(contents("unnamed").values()) == sorted(files.values()), "contents need no key")
    expect(codes("e.int")[0] == {("cs2.KIF-KEY", "warning")}, "KIF-KEY")
    expect(codes("e.int", "--key", "Another")[0] == {("cs2.KIF-WRONG-KEY", "warning")}, "KIF-WRONG-KEY")


# --- a game's program with the key of its archives ------------------------------------------------
def little(data):
    """The two words of a block of eight bytes, as they lie in memory, for a cipher that takes them as numbers."""
    return [int.from_bytes(data[i:i + 4], "little") for i in (0, 4)]


def encipher(text, key):
    cipher, out = Blowfish(key), b""
    text = text.ljust((len(text) + 8) // 8 * 8, b"\0")
    for at in range(0, len(text), 8):
        out += b"".join(word.to_bytes(4, "little") for word in cipher.encrypt(*little(text[at:at + 8])))
    return out


def program(resources):
    """A Windows program of one section, which begins at 0x400 in the file and at 0x2000 in memory."""
    count = len(resources)
    names, languages, places = 16 + 8 * count, 16 + 32 * count, 16 + 56 * count
    texts, table, data, where = places + 16 * count, [], b"", []
    strings = b""
    for kind, name, _ in resources:
        for text in (kind, name):
            where.append(texts + len(strings))
            strings += struct.pack("<H", len(text)) + text.encode("utf-16-le")
    table.append(struct.pack("<12xHH", count, 0))
    for i in range(count):
        table.append(struct.pack("<II", 1 << 31 | where[2 * i], 1 << 31 | names + 24 * i))
    for i in range(count):
        table.append(struct.pack("<12xHHII", 1, 0, 1 << 31 | where[2 * i + 1], 1 << 31 | languages + 24 * i))
    for i in range(count):
        table.append(struct.pack("<12xHHII", 0, 1, 1041, places + 16 * i))
    for i, (_, _, content) in enumerate(resources):
        table.append(struct.pack("<IIII", 0x2000 + texts + len(strings) + len(data), len(content), 0, 0))
        data += content
    section = b"".join(table) + strings + data
    head = b"MZ".ljust(0x3C, b"\0") + struct.pack("<I", 0x80)
    head = head.ljust(0x80, b"\0") + b"PE\0\0" + struct.pack("<HHIIIHH", 0x14C, 1, 0, 0, 0, 0xE0, 0x102)
    optional = struct.pack("<H94x", 0x10B) + struct.pack("<16xII", 0x2000, len(section))
    head += optional.ljust(0xE0, b"\0")
    head += struct.pack("<8sIIII16x", b".rsrc", len(section), 0x2000, len(section), 0x400)
    return head.ljust(0x400, b"\0") + section


def test_program(files):
    code = "Game 7 Code"
    own = b"another key"
    write("e.int", encrypted_kif(files, 0x1234ABCD, code, seed_2002, 1))
    write("Game.EXE", program([("ICON", "A", b"x" * 5), ("V_CODE2", "DATA", encipher(code.encode(), b"windmill"))]))
    write("own.exe", program([("KEY_CODE", "KEY", bytes(c ^ 0xCD for c in own)),
                              ("V_CODE2", "DATA", encipher(code.encode(), own))]))
    write("none.exe", program([("ICON", "A", b"x" * 5)]))
    for name in ("Game.EXE", "own.exe"):
        out = "p" + name + "/"
        result = run("convert", "e.int", "-o", out, "--key", name)
        expect(result.returncode == 0 and contents(out) == files, "contents by %s: %s" % (name, result.stderr))
    entry = run("dump", "e.int//sub/wink.anm", "--key", "Game.EXE")
    expect(entry.returncode == 0, "an entry by its readable name: " + entry.stderr)
    for name in ("none.exe", "e.int/../missing.exe"):
        result = run("info", "e.int", "--key", name)
        expect(result.returncode != 0 and name.split("/")[-1] in result.stderr or "KIF-PROGRAM" in result.stderr,
               "%s is no program of a game: %s" % (name, result.stderr))
    for verb in (("info", "e.int"), ("convert", "e.int", "-o", "stored/")):
        said = run(*verb)
        expect("names are encrypted: --key" in said.stderr + said.stdout, "%s reports encrypted names" % verb[0])
        said = run(*verb, "--key", "Another", *(["-f"] if verb[0] == "convert" else []))
        expect("no name has an extension of this engine" in said.stderr + said.stdout, "%s reports a wrong key" % verb[0])


def test_findings(files):
    good = plain_kif(files)

    def broken(code, severity, offset, data):
        write("bad.int", data)
        found, report = codes("bad.int", "--format", "cs2-int")
        at = [d["offset"] for d in report if d["code"] == "cs2." + code]
        expect(("cs2." + code, severity) in found and offset in at, "%s: %s" % (code, report))

    def changed(offset, value):
        return good[:offset] + value + good[offset + len(value):]

    broken("KIF-TRUNCATED", "error", 0, good[:7])
    broken("KIF-TRUNCATED", "error", 4, changed(4, b"\xff\xff\xff\xff"))
    broken("KIF-SIGNATURE", "error", 0, changed(0, b"KIX"))
    broken("KIF-ENTRY", "error", 72, changed(76, b"\xff\xff\xff\x7f"))
    end = 8 + 72 * len(files)
    broken("KIF-NAME", "error", 8, changed(8, b"../evil\0"))
    first = list(files)[0]
    broken("KIF-TWICE", "warning", 80, changed(80, first.encode().ljust(64, b"\0")))
    broken("KIF-PADDING", "warning", 8 + 60, changed(8 + 60, b"x"))
    broken("KIF-OVERLAP", "warning", 80 + 64, changed(80 + 64, struct.pack("<I", end)))
    broken("KIF-GAP", "info", len(good), good + b"more")
    shared = struct.pack("<4sI", b"KIF\0", 6) + b"".join(
        struct.pack("<64sII", b"f%d" % i, 440, 4000) for i in range(6)) + bytes(4000)
    broken("KIF-SHARE", "error", 8, shared)
    write("evil.int", changed(8, b"../evil\0"))
    left = run("convert", "evil.int", "-o", "deep/er/")
    expect(left.returncode == 1 and "anmkit.UNSAFE-NAME" in left.stderr, "a name that leaves the folder")
    expect(not os.path.exists("deep/evil") and len(contents("deep")) == len(files) - 1, "nothing leaves the folder")
    write("x" * 70, b"1")
    expect("KIF-NAME" in run("convert", "x" * 70, "-o", "long.int").stderr, "a name that is too long")
    for length in range(0, len(good), 53):
        write("cut.int", good[:length])
        expect(run("check", "cut.int", "--format", "cs2-int").returncode == 1, "cut at %d" % length)
    r = random.Random(8)
    encrypted = encrypted_kif(files, 99, "key", seed_2002, 1)
    for _ in range(25):
        data = bytearray(r.choice((good, encrypted)))
        for _ in range(r.randrange(1, 6)):
            data[r.randrange(8 + 72)] = r.randrange(256)
        write("random.int", data)
        expect(run("check", "random.int", "--format", "cs2-int").returncode in (0, 1), "random damage")


def main(folder):
    os.chdir(folder)
    r = random.Random(4)
    files = {"title.hg3": r.randbytes(1001), "sub/wink.anm": anm(3, 5, 9), "empty.cst": b"",
             "b_017.ogg": r.randbytes(64), "Seven.txt": b"seven 7", "MixedCASE.fes": b"12345678" * 3}
    test_plain(files)
    test_encrypted(files)
    test_program(files)
    test_findings(files)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        main(temporary)
    print("archives: %d failures" % failures)
    sys.exit(failures != 0)
