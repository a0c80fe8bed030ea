// SPDX-License-Identifier: MIT
// PNG and APNG as PIL reads them: every pixel and every delay.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';
import { frames, noise } from './pictures.mjs';
import { film } from './python.mjs';

const { makeApng, fraction, makePng, filmLimits } = await load('out/apng', 'out/png', 'out/frames');

const anyPixel = (x, y, frame) => {
  const bits = noise(x, y, frame);
  return [bits & 0xff, (bits >> 8) & 0xff, (bits >> 16) & 0xff, x % 3 === 0 ? bits >>> 24 : 255];
};
// A square that moves on a gradient: rectangles that differ, filters of every kind.
const moving = (x, y, frame) =>
  Math.abs(x - 6 - 2 * frame) < 3 && Math.abs(y - 5) < 3
    ? [255, 0, 9, 128]
    : [x * 7, y * 9, (x * y) & 0xff, 200 + (x & 31)];

for (const effort of ['small', 'fast']) {
  test(`an APNG gives back every pixel and delay (${effort})`, async () => {
    for (const [width, height, paint] of [
      [33, 17, anyPixel],
      [40, 20, moving],
      [1, 1, anyPixel],
    ]) {
      const source = frames(width, height, [1 / 60, 1 / 30, 0.1, 2.5, 0], paint);
      const seen = [];
      const made = await makeApng(source, {
        effort,
        loops: 3,
        progress: (done, total) => seen.push([done, total]),
      });
      const read = film(made.bytes);
      assert.deepEqual(
        [read.format, read.size, read.loop, read.frames.length],
        ['PNG', [width, height], 3, 5],
      );
      read.frames.forEach(({ pixels }, i) =>
        assert.deepEqual(pixels, new Uint8Array(source.drawn[i]), `frame ${i}`),
      );
      read.frames.forEach(({ ms }, i) =>
        assert.ok(Math.abs(ms - source.delay(i) * 1000) < 1e-6, `${ms}`),
      );
      assert.deepEqual(
        seen,
        [1, 2, 3, 4, 5].map((done) => [done, 5]),
      );
    }
  });
}

test('a frame that equals the one before is there nevertheless, and costs little', async () => {
  const still = frames(64, 64, [0.1, 0.1, 0.1], (x, y) => anyPixel(x, y, 0));
  const one = (await makeApng(frames(64, 64, [0.1], (x, y) => anyPixel(x, y, 0)))).bytes.length;
  const made = await makeApng(still);
  assert.ok(made.bytes.length < one + 200, `${made.bytes.length} and ${one}`);
  const read = film(made.bytes);
  assert.equal(read.loop, 0);
  assert.deepEqual(
    read.frames.map(({ pixels }) => pixels),
    still.drawn.map((pixels) => new Uint8Array(pixels)),
  );
});

test('delays are the nearest fractions of 16 bits', () => {
  assert.deepEqual([1 / 60, 1 / 24, 1001 / 30000, 0, 3, 0.5, 65_535].map(fraction), [
    [1, 60],
    [1, 24],
    [1001, 30_000],
    [0, 1],
    [3, 1],
    [1, 2],
    [65_535, 1],
  ]);
  for (const seconds of [Math.PI, 0.0123456789, 1 / 59.94, 1e-9]) {
    const [above, below] = fraction(seconds);
    assert.ok(above <= 65_535 && below > 0 && below <= 65_535);
    assert.ok(Math.abs(above / below - seconds) < 1e-6, `${seconds}: ${above}/${below}`);
  }
  assert.throws(() => fraction(70_000), /at most 65535 seconds/);
});

test('a PNG of one frame, with alpha only where there is some', async () => {
  const source = frames(19, 11, [0.1, 0.1], anyPixel);
  const read = film((await makePng(source, 1)).bytes);
  assert.deepEqual([read.mode, read.frames[0].pixels], ['RGBA', new Uint8Array(source.drawn[1])]);
  const opaque = frames(19, 11, [0.1], (x, y) => [...anyPixel(x, y, 3).slice(0, 3), 255]);
  const plain = film((await makePng(opaque, 0, 'fast')).bytes);
  assert.deepEqual([plain.mode, plain.frames[0].pixels], ['RGB', new Uint8Array(opaque.drawn[0])]);
  await assert.rejects(makePng(source, 2), /no frame 2; the last one is 1/);
});

test('the limits are named, and the work can be called off', async () => {
  const of = (width, height, count, delay = 0.1) => ({
    width,
    height,
    count,
    delay: () => delay,
    draw: async () => new Uint8ClampedArray(4),
  });
  await assert.rejects(
    makeApng(of(1, 1, filmLimits.frames + 1)),
    /2001 frames is refused: 2000 are the most/,
  );
  await assert.rejects(makeApng(of(2000, 1000, 2000)), /2147483648 pixels in all are the most/);
  await assert.rejects(makeApng(of(0, 1, 1)), /at least one frame of at least one pixel/);
  await assert.rejects(makeApng(of(70_000, 1, 1)), /at most 65535 pixels wide/);
  await assert.rejects(makeApng(of(2, 1, 1)), /Frame 0 was drawn as 4 bytes and not as 8/);
  await assert.rejects(makeApng(of(1, 1, 1, -1)), /duration of -1 seconds/);
  await assert.rejects(makeApng(of(1, 1, 1), { loops: 0.5 }), /repeats 1 to 65535 times/);
  const off = new AbortController();
  await assert.rejects(
    makeApng(of(1, 1, 5), { signal: off.signal, progress: () => off.abort(new Error('enough')) }),
    /enough/,
  );
});
