// SPDX-License-Identifier: MIT
// The table of samples, read back by Python's own reader.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';
import { python } from './python.mjs';

const { makeCsv } = await load('out/csv');

const rows = (bytes) =>
  python(
    'import csv, json, sys; print(json.dumps(list(csv.reader(open(sys.argv[1], newline="", encoding="utf-8")))))',
    bytes,
  );
const node = (name, translation, visible = true) => ({
  name,
  visible,
  translation,
  rotation: [0, 0, 0, 1],
  scale: [1, 1, 1],
});

test('one line a node and frame, names of every kind, numbers that read back the same', async () => {
  const names = ['hip', 'a,b', 'say "x"', 'two\nlines', ' space ', '日本', '', '=1+1'];
  const numbers = [0.1, 1 / 3, -1e-7, 1e21, 123456.789, 5e-324, 0, -2];
  const samples = [0, 1.5].map((frame) => ({
    frame,
    seconds: frame / 24,
    nodes: names.map((name, i) => node(name, [numbers[i], frame, -i], i !== 2)),
  }));
  const read = rows((await makeCsv(samples, 2)).bytes);
  assert.deepEqual(read[0].join(), 'frame,seconds,node,visible,tx,ty,tz,qx,qy,qz,qw,sx,sy,sz');
  assert.equal(read.length, 1 + 2 * names.length);
  read.slice(1).forEach((cells, at) => {
    const [frame, i] = [at < names.length ? 0 : 1.5, at % names.length];
    assert.deepEqual(cells.slice(2, 4), [names[i], String(i !== 2)]);
    assert.deepEqual([cells[0], cells[1], ...cells.slice(4)].map(Number), [
      frame,
      frame / 24,
      numbers[i],
      frame,
      i === 0 ? 0 : -i,
      0,
      0,
      0,
      1,
      1,
      1,
      1,
    ]);
  });
});

test('numbers of 32 bits are as short as they can be, and read back the same', async () => {
  const singles = Float32Array.from(
    { length: 3000 },
    (_, i) => Math.sin(i * 12.9898) * 10 ** ((i % 40) - 20),
  );
  singles.set([0.1, 16777216, 1 / 3, 3.4028234663852886e38, 1e-45, -0.7]);
  const nodes = Array.from({ length: 1000 }, (_, i) => ({
    ...node('n', singles.subarray(3 * i, 3 * i + 3)),
  }));
  const read = rows((await makeCsv([{ frame: 0, seconds: 0, nodes }], 1)).bytes);
  const texts = read.slice(1).flatMap((cells) => cells.slice(4, 7));
  assert.deepEqual(texts.slice(0, 3), ['0.1', '16777216', '0.33333334']);
  assert.deepEqual(Float32Array.from(texts, Number), singles);
  assert.ok(
    texts.every(
      (text) =>
        text.replace(/e.*/, '').replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '').length <=
        9,
    ),
  );
});

test('samples stream, short rows are rejected, the export can be cancelled', async () => {
  async function* slowly() {
    for (let frame = 0; frame < 3; frame++)
      yield { frame, seconds: frame, nodes: [node('n', [frame, 0, 0])] };
  }
  const seen = [];
  const made = await makeCsv(slowly(), 3, { progress: (...step) => seen.push(step) });
  assert.equal(rows(made.bytes).length, 4);
  assert.deepEqual(seen, [
    [1, 3],
    [2, 3],
    [3, 3],
  ]);
  await assert.rejects(
    makeCsv([{ frame: 0, seconds: 0, nodes: [node('n', [1, 2])] }], 1),
    /2 numbers; expected 3/,
  );
  await assert.rejects(
    makeCsv(slowly(), 3, { signal: AbortSignal.abort(new Error('enough')) }),
    /enough/,
  );
});
