// SPDX-License-Identifier: MIT
// Drops, dialogs and pastes, with entries as browsers give them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

globalThis.File ??= (await import('node:buffer')).File;
const { fromTransfer, fromFiles, hasFiles, cleanPath, limits } = await load(
  'files/intake',
  'files/paths',
  'files/limits',
);

const later = (call) => setImmediate(call);

function fileEntry(fullPath, text = fullPath, error) {
  const file = new File([text], fullPath.split('/').at(-1));
  return {
    isFile: true,
    isDirectory: false,
    fullPath,
    file: (good, bad) => later(() => (error ? bad(error) : good(file))),
  };
}

// Readers give at most `batch` entries at a time, and an empty list at the end.
function folderEntry(fullPath, children, batch = 2) {
  return {
    isFile: false,
    isDirectory: true,
    fullPath,
    createReader() {
      let at = 0;
      return { readEntries: (good) => later(() => good(children.slice(at, (at += batch)))) };
    },
  };
}

// As in browsers, the items are gone once the event was handled.
function transferOf(entries, files = []) {
  let alive = true;
  const items = entries.map((entry) => ({
    get kind() {
      return !alive ? '' : typeof entry === 'string' ? 'string' : 'file';
    },
    webkitGetAsEntry: () => (alive && !(entry instanceof File) ? entry : null),
    getAsFile: () => (alive && entry instanceof File ? entry : null),
  }));
  return { transfer: { items, files, types: ['Files'] }, end: () => (alive = false) };
}

async function take(entries, files) {
  const { transfer, end } = transferOf(entries, files);
  const taken = fromTransfer(transfer);
  end();
  return taken;
}

const pathsOf = ({ files }) => files.map(({ path }) => path);

test('folders come with all that is in them, in order, and hidden files stay away', async () => {
  const five = [1, 2, 3, 4, 5].map((i) => fileEntry(`/m/sub/${i}.bin`));
  const made = await take([
    fileEntry('/a.bin', 'hello'),
    folderEntry('/m', [
      folderEntry('/m/sub', five),
      fileEntry('/m/.DS_Store'),
      fileEntry('/m/._x'),
      fileEntry('/m/e\u0301.tmd'),
    ]),
    fileEntry('/z.bin'),
    'text',
  ]);
  assert.deepEqual(pathsOf(made), [
    'a.bin',
    ...five.map((_, i) => `m/sub/${i + 1}.bin`),
    'm/e\u0301.tmd',
    'z.bin',
  ]);
  assert.equal(await made.files[0].blob.text(), 'hello');
  assert.equal(made.files[0].size, 5);
  assert.deepEqual(made.problems, []);
});

test('unreadable files are reported, the others load', async () => {
  const made = await take([fileEntry('/m/a', '', new Error('it is gone')), fileEntry('/b')]);
  assert.deepEqual(pathsOf(made), ['b']);
  assert.deepEqual(made.problems, ['m/a cannot be read: it is gone']);
});

test('files without entries, and files only in the list', async () => {
  assert.deepEqual(pathsOf(await take([new File(['x'], 'pasted.png')])), ['pasted.png']);
  assert.deepEqual(pathsOf(await take([], [new File(['x'], 'listed.png')])), ['listed.png']);
  assert.equal(hasFiles({ types: ['text/plain', 'Files'] }), true);
  assert.equal(hasFiles({ types: ['text/plain'] }), false);
});

test('the dialog gives names, or paths from the chosen folder', () => {
  const inFolder = Object.defineProperty(new File(['x'], 'b'), 'webkitRelativePath', {
    value: 'm/sub/b',
  });
  assert.deepEqual(pathsOf(fromFiles([new File(['x'], 'a'), inFolder])), ['a', 'm/sub/b']);
});

test('more files than the limit are left out, and this is said', async () => {
  const file = fileEntry('/m/f');
  const made = await take([folderEntry('/m', Array(limits.files + 5).fill(file), 5000)]);
  assert.equal(made.files.length, limits.files);
  assert.match(made.problems[0], /more than 20,000 files/);
});

test('paths are relative and lead nowhere else', () => {
  const cases = {
    '/a//b/./c': 'a/b/c',
    '../../x': 'x',
    'a\\b': 'a/b',
    'C:\\x': 'x',
    'a/C:/x': 'a/C:/x',
    '/..': '',
    '...': '...',
    'e\u0301': 'e\u0301',
  };
  for (const [path, cleaned] of Object.entries(cases)) assert.equal(cleanPath(path), cleaned);
});
