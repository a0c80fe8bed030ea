// SPDX-License-Identifier: MIT
// ZIP archives: honest ones give their files, all others a sentence.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { load } from './load.mjs';
import { zip } from './zipwriter.mjs';

const { openArchive, openArchives, limits } = await load('files/archive', 'files/limits');

const dropped = (bytes, path = 'a.zip') => ({ path, size: bytes.length, blob: new Blob([bytes]) });
const open = (bytes, options) => openArchive(dropped(bytes), options);
const bytesOf = async (file) => Buffer.from(await file.blob.arrayBuffer());
const paths = ({ files }) => files.map(({ path }) => path);
const random = (size) =>
  Buffer.from(Array.from({ length: size }, (_, i) => (Math.imul(i + 1, 2654435761) >>> 13) & 0xff));

test('packed and stored entries come out as they went in, in a folder of the archive', async () => {
  const large = random(300_000);
  const made = await open(
    zip([
      { name: 'm/a.bin', data: large },
      { name: 'b.bin', data: 'hello', stored: true },
      { name: 'm/', data: '' },
      { name: 'none', data: '' },
    ]),
  );
  assert.deepEqual(paths(made), ['a.zip/m/a.bin', 'a.zip/b.bin', 'a.zip/none']);
  assert.deepEqual(made.problems, []);
  assert.deepEqual(await bytesOf(made.files[0]), large);
  assert.equal(String(await bytesOf(made.files[1])), 'hello');
  assert.equal(made.files[2].size, 0);
});

test("an archive of Python's zipfile, with leading bytes and a trailing comment", async () => {
  const made = execFileSync('/usr/bin/python3', [
    '-c',
    `
import io, sys, zipfile
out = io.BytesIO()
with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
    archive.writestr("日本/é.txt", "x" * 5000)
    with archive.open(zipfile.ZipInfo("large"), "w", force_zip64=True) as entry:
        entry.write(b"64")
    archive.comment = b"PK\\5\\6 " * 20
sys.stdout.buffer.write(out.getvalue())`,
  ]);
  for (const bytes of [made, Buffer.concat([Buffer.from('MZ a program '), made])]) {
    const { files, problems } = await open(bytes);
    assert.deepEqual(problems, []);
    assert.deepEqual(
      files.map(({ path, size }) => [path, size]),
      [
        ['a.zip/日本/é.txt', 5000],
        ['a.zip/large', 2],
      ],
    );
  }
});

test('64-bit ends of directories are read', async () => {
  assert.deepEqual(paths(await open(zip([{ name: 'a', data: 'a' }], { zip64: true }))), [
    'a.zip/a',
  ]);
});

test('archives are detected by content; a broken one does not affect others', async () => {
  const good = zip([{ name: 'in.bin', data: 'in' }]);
  const made = await openArchives([
    dropped(Buffer.from('no archive'), 'x.zip'),
    dropped(good, 'd/p.cspack'),
    dropped(good.subarray(0, 60), 'cut.zip'),
  ]);
  assert.deepEqual(paths(made), ['x.zip', 'd/p.cspack/in.bin']);
  assert.equal(made.problems.length, 1);
  assert.match(made.problems[0], /^cut\.zip is cut off/);
});

test('names stay inside, hidden files are left out, duplicate names are reported', async () => {
  const names = [
    '../../etc/passwd',
    '/abs',
    'C:\\dos\\file',
    './x/../y',
    '.DS_Store',
    'f/._x',
    '__MACOSX/f',
    'Thumbs.db',
    'y2',
    '../y2',
    '..',
    'e\u0301',
  ];
  const { files, problems } = await open(
    zip(names.map((name) => ({ name, data: name, flags: 0x800 }))),
  );
  assert.deepEqual(
    files.map(({ path }) => path.slice(6)),
    ['etc/passwd', 'abs', 'dos/file', 'x/y', 'y2', 'e\u0301'],
  );
  assert.equal(String(await bytesOf(files[4])), 'y2');
  assert.equal(problems.length, 2);
  assert.match(problems[0], /more than one entry is called y2/);
  assert.match(problems[1], /no name that can be used \("\.\."\)/);
});

test('names without the flag are CP437; from Unix or with the Unicode field UTF-8', async () => {
  const upper = Buffer.from(Array.from({ length: 128 }, (_, i) => 128 + i));
  const expected = execFileSync(
    '/usr/bin/python3',
    ['-c', 'import sys; sys.stdout.buffer.write(bytes(range(128, 256)).decode("cp437").encode())'],
    { encoding: 'utf8' },
  );
  const e = Buffer.from('é');
  // The field 0x7075: version 1, the checksum of the name "?", and what it is in UTF-8; it counts
  // only while the name is the one it was written for.
  const field = Buffer.from([0x75, 0x70, 9, 0, 1, 0, 0, 0, 0, ...Buffer.from('日!')]);
  const checksum = execFileSync(
    '/usr/bin/python3',
    ['-c', 'import zlib; print(zlib.crc32(b"?"))'],
    { encoding: 'utf8' },
  );
  field.writeUInt32LE(Number(checksum), 5);
  const fields = await open(
    zip([
      { name: '?', data: '', extra: field },
      { name: '!', data: '', extra: field },
    ]),
  );
  assert.deepEqual(paths(fields), ['a.zip/日!', 'a.zip/!']);
  const made = await open(
    zip([
      { name: upper, data: '' },
      { name: e, data: '' },
      { name: e, data: '', madeBy: 3 },
      { name: Buffer.from([0x82, 0x83]), data: '', madeBy: 3 },
    ]),
  );
  assert.deepEqual(
    paths(made),
    [expected, '├⌐', 'é', 'éâ'].map((name) => `a.zip/${name}`),
  );
});

test('encrypted entries and strange methods are named, the others come in', async () => {
  const made = await open(
    zip([
      { name: 'secret', data: 'x', flags: 1 },
      { name: 'lzma', data: 'x', method: 14 },
      { name: 'odd', data: 'x', method: 77 },
      { name: 'good', data: 'x' },
    ]),
  );
  assert.deepEqual(paths(made), ['a.zip/good']);
  assert.match(made.problems[0], /^a\.zip\/secret is encrypted\./);
  assert.match(made.problems[1], /^a\.zip\/lzma is packed with LZMA;/);
  assert.match(made.problems[2], /^a\.zip\/odd is packed with method 77;/);
});

test('bombs are refused before they are unpacked', async () => {
  const zeros = Buffer.alloc(8 << 20);
  await assert.rejects(
    open(zip([{ name: 'bomb', data: zeros }])),
    /bomb would unpack to more than 1,000 times its size/,
  );
  // A short one is no threat.
  assert.equal(
    (await open(zip([{ name: 'zeros', data: zeros.subarray(0, 1 << 20) }]))).files[0].size,
    1 << 20,
  );
  // Entries that all have the same packed bytes: each is honest, their sum is not.
  const seed = Buffer.concat([random(5000), zeros.subarray(0, 4 << 20)]);
  const one = { name: 'e0', data: seed };
  const shared = Array.from({ length: 20 }, (_, i) => ({ ...one, name: `e${i + 1}`, header: 0 }));
  await assert.rejects(
    open(zip([one, ...shared])),
    /the archive would unpack to more than 1,000 times its size/,
  );
  const claims = Array.from({ length: 3 }, (_, i) => ({ name: `c${i}`, data: 'x', size: 2 ** 30 }));
  await assert.rejects(open(zip(claims)), /unpacks to 3 GiB; 2 GiB is the most/);
});

test('too many entries are refused, over all archives of a drop', async () => {
  const many = zip(
    Array.from({ length: limits.archive.entries + 1 }, (_, i) => ({ name: `f${i}`, stored: true })),
  );
  await assert.rejects(open(many), /at most 20,000 entries/);
  const half = zip(
    Array.from({ length: limits.archive.entries / 2 + 1 }, (_, i) => ({
      name: `._${i}`,
      stored: true,
    })),
  );
  const { problems } = await openArchives([dropped(half, '1.zip'), dropped(half, '2.zip')]);
  assert.equal(problems.length, 1);
  assert.match(problems[0], /^2\.zip: at most 20,000 entries/);
});

test('claims that are not true are found while unpacking', async () => {
  const data = random(1000);
  const cases = [
    [{ size: 999 }, /it unpacks to more bytes than the directory lists/],
    [{ size: 1001 }, /cut off after 1,000 of 1,001 bytes/],
    [{ crc: 1 }, /checksum is wrong/],
    [{ packed: Buffer.from([0xff, 0xff, 0xff]) }, /packed bytes are damaged/],
    [{ stored: true, size: 999 }, /sizes contradict/],
    [{ packedSize: 90_000 }, /cut off by the end of the archive/],
  ];
  for (const [lie, sentence] of cases) {
    const { files, problems } = await open(
      zip([
        { name: 'good', data },
        { name: 'bad', data, ...lie },
      ]),
    );
    assert.deepEqual(
      files.map(({ path }) => path),
      ['a.zip/good'],
    );
    assert.equal(problems.length, 1, String(sentence));
    assert.match(problems[0], sentence);
    assert.match(problems[0], /^a\.zip\/bad cannot be unpacked: .*\.$/);
  }
});

test('an archive cut off anywhere gives a sentence and never hangs', async () => {
  const whole = zip([
    { name: 'a', data: random(200) },
    { name: 'b', data: random(100) },
  ]);
  for (let size = 22; size < whole.length; size += 7)
    await assert.rejects(open(whole.subarray(0, size)), /a\.zip/);
  await assert.rejects(
    open(zip([{ name: 'a', data: 'x' }], { count: 2 })),
    /broken after 1 of 2 entries/,
  );
});

test('an archive inside an archive stays closed, and this is said', async () => {
  const made = await open(zip([{ name: 'in.zip', data: zip([{ name: 'x', data: 'x' }]) }]));
  assert.deepEqual(paths(made), ['a.zip/in.zip']);
  assert.match(made.problems[0], /opened 1 deep/);
});

test('progress counts up, a filter leaves out, and the work can be called off', async () => {
  const bytes = zip([
    { name: 'a', data: random(500_000) },
    { name: 'b', data: random(100_000) },
  ]);
  const seen = [];
  const made = await open(bytes, {
    progress: (done, total) => seen.push([done, total]),
    wanted: (path, size) => path !== 'b' && size > 0,
  });
  assert.deepEqual(paths(made), ['a.zip/a']);
  assert.deepEqual(seen.at(-1), [500_000, 500_000]);
  assert.ok(seen.every(([done], i) => i === 0 || done >= seen[i - 1][0]));
  const off = new AbortController();
  await assert.rejects(
    open(bytes, { signal: off.signal, progress: () => off.abort(new Error('enough')) }),
    /enough/,
  );
});
