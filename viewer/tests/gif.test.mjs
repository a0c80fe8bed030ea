// SPDX-License-Identifier: MIT
// GIF as PIL reads it: pixels, holes, delays, and what is said about what it cannot hold.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';
import { frames, noise, sum } from './pictures.mjs';
import { film } from './python.mjs';

const { makeGif } = await load('out/gif');

function same(read, source) {
  assert.equal(read.frames.length, source.count);
  read.frames.forEach(({ pixels }, i) =>
    assert.deepEqual(pixels, new Uint8Array(source.drawn[i]), `frame ${i}`),
  );
}

// The number of palettes in a file, by walking its blocks.
function palettes(bytes) {
  const size = (flags) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);
  let found = bytes[10] & 0x80 ? 1 : 0;
  let at = 13 + size(bytes[10]);
  while (bytes[at] !== 0x3b) {
    if (bytes[at] === 0x21) at += 2;
    else if (bytes[at] === 0x2c) {
      if (bytes[at + 9] & 0x80) found++;
      at += 11 + size(bytes[at + 9]);
    } else throw new Error(`a block of kind ${bytes[at]} at ${at}`);
    while (bytes[at] !== 0) at += bytes[at] + 1;
    at++;
  }
  return found;
}

test('up to 256 colours are exact and share one palette', async () => {
  const delays = Array(7).fill(0.1);
  for (const count of [1, 2, 3, 5, 17, 255, 256]) {
    const source = frames(40, 30, delays, (x, y, frame) => {
      const color = noise(x, y, frame) % count;
      return [color, (color * 7) & 0xff, 255 - color, 255];
    });
    const made = await makeGif(source);
    same(film(made.bytes), source);
    assert.deepEqual([palettes(made.bytes), made.notes], [1, []], `${count} colours`);
  }
});

test('transparent pixels stay transparent under motion', async () => {
  for (const count of [3, 254, 255]) {
    const source = frames(40, 30, Array(5).fill(0.1), (x, y, frame) => {
      const color = noise(x, y) % count;
      return Math.hypot(x - 8 - 5 * frame, y - 15) < 8
        ? [color, 255 - color, 40, 255]
        : [0, 0, 0, 0];
    });
    const made = await makeGif(source);
    same(film(made.bytes), source);
    assert.deepEqual([palettes(made.bytes), made.notes], [1, []]);
  }
});

test('alpha below one half is a hole; on a ground there are none', async () => {
  const alphas = [0, 127, 128, 255];
  const source = frames(4, 1, [0.1], (x) => [200, 100, 50, alphas[x]]);
  const made = await makeGif(source);
  assert.match(made.notes[0], /no partial transparency: 1 of 1 frames have some/);
  const held = film(made.bytes).frames[0].pixels;
  assert.deepEqual(
    [...held].filter((_, i) => i % 4 === 3),
    [0, 0, 255, 255],
  );
  const solid = await makeGif(source, { background: [0, 0, 255] });
  assert.deepEqual(solid.notes, []);
  const ground = film(solid.bytes).frames[0].pixels;
  // 200 * 127 / 255 = 99.6, 100 * 127 / 255 = 49.8, (50 * 127 + 255 * 128) / 255 = 152.9, and so on.
  assert.deepEqual(
    [...ground],
    [0, 0, 255, 255, 100, 50, 153, 255, 100, 50, 152, 255, 200, 100, 50, 255],
  );
});

test('frames of few colours are exact though all together have many', async () => {
  const source = frames(32, 32, Array(6).fill(0.1), (x, y, frame) => [
    noise(x, y) % 200,
    frame * 40,
    77,
    255,
  ]);
  const made = await makeGif(source);
  same(film(made.bytes), source);
  assert.deepEqual(made.notes, []);
});

test('more colours than fit are near, with one palette where it serves all', async () => {
  const gradient = (x, y, frame) => [x * 4, y * 4, 128 + 4 * frame, 255];
  const source = frames(64, 64, Array(6).fill(0.1), gradient);
  const made = await makeGif(source);
  const read = film(made.bytes);
  assert.equal(palettes(made.bytes), 1);
  assert.match(made.notes[0], /256 colours: 6 of 6 frames have more/);
  read.frames.forEach(({ pixels }, i) => {
    const errors = [...pixels].map((value, at) => (value - source.drawn[i][at]) ** 2);
    assert.ok(sum(errors) / (64 * 64) < 200, `frame ${i}: ${sum(errors) / (64 * 64)}`);
  });
  // One frame in another light, which no sample of 16 meets: it gets a palette of its own.
  const strange = frames(64, 64, Array(40).fill(0.1), (x, y, frame) =>
    frame === 1 ? [255 - x, 0, y, 255] : [0, x * 4, y * 4, 255],
  );
  const other = await makeGif(strange);
  assert.equal(palettes(other.bytes), 2);
  const shown = film(other.bytes).frames[1].pixels;
  const errors = [...shown].map((value, at) => (value - strange.drawn[1][at]) ** 2);
  assert.ok(sum(errors) / (64 * 64) < 60, `${sum(errors) / (64 * 64)}`);
});

test('hundredths of seconds add up', async () => {
  const paint = (x, y, frame) => [frame, x, y, 255];
  for (const [rate, count] of [
    [30, 30],
    [24, 24],
    [12.5, 25],
    [7, 7],
    [50, 50],
  ]) {
    const read = film((await makeGif(frames(2, 2, Array(count).fill(1 / rate), paint))).bytes);
    assert.equal(read.frames.length, count);
    assert.equal(
      sum(read.frames.map(({ ms }) => ms)),
      Math.round((count / rate) * 100) * 10,
      `${rate}`,
    );
  }
});

test('frames too short for viewers are left out, said, and the time stays right', async () => {
  const source = frames(2, 2, Array(60).fill(1 / 60), (x, y, frame) => [frame, x, y, 255]);
  const made = await makeGif(source);
  const read = film(made.bytes);
  assert.ok(read.frames.length < 60 && read.frames.length >= 30);
  assert.ok(read.frames.every(({ ms }) => ms >= 20));
  assert.equal(sum(read.frames.map(({ ms }) => ms)), 1000);
  assert.deepEqual(made.notes, [
    `GIF shows at most 50 frames per second: ${60 - read.frames.length} of 60 frames are left out.`,
  ]);
});

test('loops: for ever, once, and a number of times', async () => {
  const source = frames(2, 2, [0.1, 0.1], (x, y, frame) => [frame, 0, 0, 255]);
  const loop = async (loops) => film((await makeGif(source, { loops })).bytes).loop;
  // The file counts how often it is played again.
  assert.deepEqual(
    [await loop(undefined), await loop(0), await loop(1), await loop(4)],
    [0, 0, null, 3],
  );
});

test('one frame and no time at all', async () => {
  const source = frames(3, 2, [0], () => [1, 2, 3, 255]);
  same(film((await makeGif(source)).bytes), source);
  const whole = frames(3, 2, [0.1], () => [0, 0, 0, 0]);
  same(film((await makeGif(whole)).bytes), whole);
});
