// SPDX-License-Identifier: MIT
// The client of `anmkit view`, and files beside the page, against a real server.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';
import { sendBytes, serve } from './server.mjs';

const { servedList, openServed, besideFiles, fetchBeside, servedSource } = await load(
  'files/served',
  'files/beside',
  'files/sliced',
);

class Events extends EventTarget {
  close() {
    this.closed = true;
  }
  send(kind, data) {
    this.dispatchEvent(
      Object.assign(new Event(kind), {
        data: typeof data === 'string' ? data : JSON.stringify(data),
      }),
    );
  }
}

const get = (url, init) => fetch(url, init);
const contents = Buffer.from(Array.from({ length: 200_000 }, (_, i) => (i * 7 + (i >> 8)) & 0xff));
const list = () => ({
  files: [
    { id: 0, path: 'a/b.bin', size: contents.length, named: true, version: 1 },
    { id: 4, path: '../c.bin', size: 70 * 2 ** 20, named: false, version: 2 },
  ],
  options: { compose: 'engine' },
  with: ['a/b.bin'],
  clip: 'walk',
});

async function served(t, { ranges = true, answer = list } = {}) {
  const asked = [];
  const base = await serve(t, (request, response) => {
    asked.push(request.url);
    if (request.url === '/token/api/files') response.end(JSON.stringify(answer()));
    else if (request.url === '/token/api/file/0') sendBytes(request, response, contents, ranges);
    else response.writeHead(404).end();
  });
  const events = new Events();
  let place;
  const made = await openServed(new URL('token/api/files', base), {
    fetch: get,
    events: (url) => ((place = url), events),
  });
  assert.equal(place.href, `${base}token/api/events`);
  return { made, events, asked };
}

const page = (content, baseURI = 'http://127.0.0.1:9/t/') => ({
  baseURI,
  querySelector: (selector) =>
    selector === 'meta[name="anmkit-files"]' && content !== undefined
      ? { getAttribute: () => content }
      : null,
});

test('a page of the server names its list; others do not, and none of another server', () => {
  assert.equal(servedList(page('api/files')).href, 'http://127.0.0.1:9/t/api/files');
  assert.equal(servedList(page(undefined)), undefined);
  assert.throws(
    () => servedList(page('http://elsewhere.example/api/files')),
    /another server .*refused/,
  );
});

test('the list, whole files and parts of them', async (t) => {
  for (const ranges of [true, false]) {
    const { made } = await served(t, { ranges });
    assert.deepEqual(
      made.files.map(({ id, path, named, version }) => [id, path, named, version]),
      [
        [0, 'a/b.bin', true, 1],
        [4, 'c.bin', false, 2],
      ],
    );
    assert.deepEqual(
      [made.options, made.with, made.clip],
      [{ compose: 'engine' }, ['a/b.bin'], 'walk'],
    );
    assert.deepEqual([made.isLarge(0), made.isLarge(4)], [false, true]);
    assert.deepEqual(Buffer.from(await made.read(0)), contents);
    assert.deepEqual(
      Buffer.from(await made.slice(0, 70_000, 50_000)),
      contents.subarray(70_000, 120_000),
    );
    assert.deepEqual(Buffer.from(await made.slice(0, 199_990, 50)), contents.subarray(199_990));
    assert.equal((await made.slice(0, 200_000, 5)).length, 0);
  }
});

test('missing files, unknown files and a silent server give messages', async (t) => {
  const { made } = await served(t);
  await assert.rejects(made.read(4), /^Error: c\.bin is not on the server\.$/);
  await assert.rejects(made.read(7), /no file 7 any more/);
  const silent = new URL('http://127.0.0.1:1/api/files');
  await assert.rejects(
    openServed(silent, { fetch: get, events: () => new Events() }),
    /The list of files cannot be fetched: .*still running/,
  );
});

test('lists that make no sense are sentences', async (t) => {
  await assert.rejects(served(t, { answer: () => ({}) }), /it has no "files"/);
  await assert.rejects(
    served(t, { answer: () => ({ files: [{ id: -1, path: 'a', size: 1 }] }) }),
    /entry 0 has no id, path or size/,
  );
});

test('changes and deletions are reported once, invalid events are not', async (t) => {
  const { made, events } = await served(t);
  const told = [];
  made.onchange = (file) => told.push(['change', file.path, file.version, file.size]);
  made.ongone = (file) => told.push(['gone', file.path]);
  events.send('change', { id: 0, version: 2, size: 10 });
  events.send('change', { id: 0, version: 2, size: 10 });
  events.send('change', { id: 9, version: 2, size: 10 });
  events.send('change', 'not JSON');
  events.send('gone', { id: 4 });
  events.send('gone', { id: 4 });
  assert.deepEqual(told, [
    ['change', 'a/b.bin', 2, 10],
    ['gone', 'c.bin'],
  ]);
  assert.deepEqual(
    made.files.map(({ size }) => size),
    [10],
  );
  made.close();
  assert.equal(events.closed, true);
});

test('changes during a lost connection are caught up', async (t) => {
  let now = list();
  const { made, events } = await served(t, { answer: () => now });
  const told = [];
  made.onchange = (file) => told.push(`change ${file.path} ${file.version}`);
  made.ongone = (file) => told.push(`gone ${file.path}`);
  const back = new Promise((resolve) => {
    made.onconnection = (alive) => {
      told.push(alive);
      if (alive) resolve();
    };
  });
  now = {
    files: [
      { ...now.files[0], version: 5 },
      { id: 6, path: 'new', size: 1, named: false, version: 1 },
    ],
  };
  events.send('error', '');
  events.send('error', '');
  events.send('open', '');
  await back;
  assert.deepEqual(told, [false, 'gone c.bin', 'change a/b.bin 5', 'change new 1', true]);
});

test('a hex pane reads a served file in pages', async (t) => {
  const { made } = await served(t);
  const source = servedSource(made, 0);
  const came = new Promise((resolve) => (source.onread = resolve));
  assert.equal(source.read(65_530, 10), undefined);
  await came;
  while (!source.read(65_530, 10)) await new Promise((resolve) => (source.onread = resolve));
  assert.deepEqual(Buffer.from(source.read(65_530, 10)), contents.subarray(65_530, 65_540));
});

test('the address names files by comma and by repetition, relative to the page', () => {
  const named = (search, at = 'https://a.example/x/viewer/index.html') =>
    besideFiles(new URL(search, at)).map(({ path, url }) => [path, url.pathname]);
  assert.deepEqual(named('?file=a.bin,m%2Fb.bin&clip=w&file=c%20d.bin'), [
    ['a.bin', '/x/viewer/a.bin'],
    ['m/b.bin', '/x/viewer/m/b.bin'],
    ['c d.bin', '/x/viewer/c%20d.bin'],
  ]);
  assert.deepEqual(named('?file=../m/a.bin,b.bin'), [
    ['m/a.bin', '/x/m/a.bin'],
    ['viewer/b.bin', '/x/viewer/b.bin'],
  ]);
  assert.deepEqual(named('?clip=w'), []);
  assert.deepEqual(named('?clip=w', 'file:///home/page.html'), []);
});

test('another origin is refused in every spelling', () => {
  for (const name of [
    'https://b.example/a',
    '//b.example/a',
    'http://a.example/a',
    'https://a.example:8443/a',
    'data:,x',
    'blob:https://a.example/1',
    'https://u:p@a.example/a',
    '\\\\b.example\\a',
    'javascript:1',
  ]) {
    const url = new URL('https://a.example/x/');
    url.searchParams.set('file', name);
    assert.throws(() => besideFiles(url), /is not in the folder of this page/, name);
  }
  assert.throws(() => besideFiles(new URL('file:///home/page.html?file=a')), /opened from a disk/);
});

test('files of the page load with progress; missing and truncated ones give messages', async (t) => {
  const base = await serve(t, (request, response) => {
    if (request.url === '/a.bin') {
      response.writeHead(200, { 'Content-Length': contents.length });
      return response.end(contents);
    }
    if (request.url === '/cut.bin') {
      response.writeHead(200, { 'Content-Length': 1000 });
      response.write('only this');
      return setTimeout(() => response.destroy(), 20);
    }
    return response.writeHead(404).end();
  });
  const seen = [];
  const named = (names) => besideFiles(new URL(`?file=${names}`, base));
  const [file] = await fetchBeside(named('a.bin'), { progress: (step) => seen.push(step) });
  assert.deepEqual([file.path, file.size], ['a.bin', contents.length]);
  assert.deepEqual(Buffer.from(await file.blob.arrayBuffer()), contents);
  assert.deepEqual(seen.at(-1), { path: 'a.bin', done: contents.length, total: contents.length });
  await assert.rejects(fetchBeside(named('none.bin')), /none\.bin is not on the server/);
  await assert.rejects(fetchBeside(named('cut.bin')), /cut\.bin is cut off/);
});
