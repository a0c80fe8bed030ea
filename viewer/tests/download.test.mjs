// SPDX-License-Identifier: MIT
// Downloads: the link that is clicked, and the ZIP of several files as Python reads it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';
import { python } from './python.mjs';

const { download, packZip } = await load('out/download');

const text = (letters) => new TextEncoder().encode(letters);
const unzip = (bytes) =>
  python(
    `
import json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
print(json.dumps([[entry.filename, entry.compress_type, archive.read(entry).hex(), list(entry.date_time)] for entry in archive.infolist()]))
`,
    bytes,
  );

test('a ZIP contains every file; compressed files are stored', async () => {
  const large = Uint8Array.from({ length: 700_000 }, (_, i) => (i >> 8) & 0xff);
  const files = [
    { name: 'm/日本.csv', bytes: text('a,b\n') },
    { name: 'large.bin', bytes: large },
    { name: 'x.PNG', bytes: large.slice(0, 300_000) },
    { name: 'empty', bytes: new Uint8Array(0) },
  ];
  const seen = [];
  const date = new Date(2020, 1, 3, 4, 5, 6);
  const blob = await packZip(files, { date, progress: (done, total) => seen.push([done, total]) });
  const read = unzip(new Uint8Array(await blob.arrayBuffer()));
  assert.deepEqual(
    read.map(([name, method]) => [name, method]),
    [
      ['m/日本.csv', 8],
      ['large.bin', 8],
      ['x.PNG', 0],
      ['empty', 8],
    ],
  );
  read.forEach(([, , hex], i) => assert.equal(hex, Buffer.from(files[i].bytes).toString('hex')));
  assert.deepEqual(read[0][3], [2020, 2, 3, 4, 5, 6]);
  assert.deepEqual(seen.at(-1), [1_000_004, 1_000_004]);
  assert.ok(blob.size < 320_000);
  await assert.rejects(packZip([files[0], files[0]]), /Two files have the name m\/日本\.csv/);
  await assert.rejects(
    packZip(files, { signal: AbortSignal.abort(new Error('enough')) }),
    /enough/,
  );
});

test('one file is handed over as it is, several as a ZIP, and addresses end later', async (t) => {
  const clicked = [];
  const revoked = [];
  t.mock.timers.enable({ apis: ['setTimeout'] });
  t.mock.method(URL, 'createObjectURL', (blob) => `blob:${clicked.push({ blob }) - 1}`);
  t.mock.method(URL, 'revokeObjectURL', (url) => revoked.push(url));
  globalThis.document = {
    body: { append: (link) => (link.inPage = true) },
    createElement: () => ({
      click() {
        Object.assign(clicked.at(-1), {
          name: this.download,
          href: this.href,
          inPage: this.inPage,
        });
      },
      remove() {
        this.inPage = false;
      },
    }),
  };
  t.after(() => delete globalThis.document);
  await download([{ name: 'out/a.csv', bytes: text('a'), type: 'text/csv' }], 'all.zip');
  await download(
    [
      { name: 'a', bytes: text('a') },
      { name: 'b', bytes: text('b') },
    ],
    'all.zip',
  );
  assert.deepEqual(
    clicked.map(({ name, href, inPage, blob }) => [name, href, inPage, blob.type]),
    [
      ['a.csv', 'blob:0', true, 'text/csv'],
      ['all.zip', 'blob:1', true, 'application/zip'],
    ],
  );
  assert.equal(await clicked[0].blob.text(), 'a');
  assert.equal(unzip(new Uint8Array(await clicked[1].blob.arrayBuffer())).length, 2);
  assert.deepEqual(revoked, []);
  t.mock.timers.tick(60_000);
  assert.deepEqual(revoked, ['blob:0', 'blob:1']);
  await assert.rejects(download([], 'x.zip'), /Nothing to download/);
});
