// SPDX-License-Identifier: MIT
// Animated WebP: single pictures of PIL go in, and PIL reads what comes out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';
import { frames, noise, sum } from './pictures.mjs';
import { film, python } from './python.mjs';

const { makeWebp, readWebp } = await load('out/webp');

const single = (options) => async (pixels, width, height) => {
  const text = python(
    `
import base64, io, json, sys
from PIL import Image
out = io.BytesIO()
picture = Image.frombytes("RGBA", (int(sys.argv[2]), int(sys.argv[3])), open(sys.argv[1], "rb").read())
options = json.loads(sys.argv[4])
picture.convert(options.pop("mode", "RGBA")).save(out, "WEBP", **options)
print(json.dumps(base64.b64encode(out.getvalue()).decode()))
`,
    pixels,
    String(width),
    String(height),
    JSON.stringify(options),
  );
  return new Blob([Buffer.from(text, 'base64')], { type: 'image/webp' });
};

const paint = (x, y, frame) => {
  const bits = noise(x, y, frame);
  return [bits & 0xff, (bits >> 8) & 0xff, 7 * frame, x < 10 ? 255 : bits >>> 24];
};

test('lossless frames come back to the pixel, with delays that add up', async () => {
  const source = frames(31, 23, Array(6).fill(1 / 60), paint);
  const made = await makeWebp(source, {
    encode: single({ lossless: true, exact: true }),
    loops: 5,
  });
  const read = film(made.bytes);
  assert.deepEqual(
    [read.format, read.size, read.loop, read.frames.length],
    ['WEBP', [31, 23], 5, 6],
  );
  read.frames.forEach(({ pixels }, i) =>
    assert.deepEqual(pixels, new Uint8Array(source.drawn[i]), `frame ${i}`),
  );
  assert.equal(sum(read.frames.map(({ ms }) => ms)), 100);
  assert.deepEqual(made.notes, []);
});

test('each frame encodes its changed rectangle, at even positions', async () => {
  const square = (x, y, frame) =>
    x >= 3 + 2 * frame && x < 9 + 2 * frame && y >= 5 && y < 10
      ? [255, 9, x, 255 - 50 * frame]
      : [x, y, 0, x < 4 ? 0 : 255];
  const source = frames(31, 23, [0.1, 0.1, 0.1, 0.1], (x, y, frame) =>
    square(x, y, Math.min(frame, 2)),
  );
  const sizes = [];
  const encode = single({ lossless: true, exact: true });
  const made = await makeWebp(source, {
    encode: (pixels, width, height) => (sizes.push([width, height]), encode(pixels, width, height)),
  });
  // From 3 to 11, then from 5 to 13, from row 5: the begins go one back.
  assert.deepEqual(sizes, [
    [31, 23],
    [9, 6],
    [9, 6],
    [1, 1],
  ]);
  film(made.bytes).frames.forEach(({ pixels }, i) =>
    assert.deepEqual(pixels, new Uint8Array(source.drawn[i]), `frame ${i}`),
  );
});

test('without alpha, and over 65 seconds', async () => {
  const source = frames(8, 5, [70, 0.5], (x, y, frame) => [x, y, frame, 255]);
  const made = await makeWebp(source, { encode: single({ lossless: true, mode: 'RGB' }) });
  const read = film(made.bytes);
  assert.deepEqual(
    [read.mode, read.loop, read.frames.map(({ ms }) => ms)],
    ['RGB', 0, [70_000, 500]],
  );
  read.frames.forEach(({ pixels }, i) => assert.deepEqual(pixels, new Uint8Array(source.drawn[i])));
});

test('lossy frames with alpha are kept and reported', async () => {
  const source = frames(32, 24, [0.1, 0.1], (x, y, frame) => [
    x * 8,
    y * 8,
    frame * 90,
    x < 16 ? 255 : 0,
  ]);
  const made = await makeWebp(source, { encode: single({ quality: 90, alpha_quality: 100 }) });
  assert.match(made.notes[0], /packed 2 of 2 frames with loss/);
  const read = film(made.bytes);
  read.frames.forEach(({ pixels }, frame) => {
    assert.ok(
      pixels.every((value, at) => at % 4 !== 3 || value === source.drawn[frame][at]),
      'alpha is exact',
    );
  });
});

test('browsers that return PNG instead of WebP are detected', async () => {
  const source = frames(2, 2, [0.1], () => [1, 2, 3, 255]);
  await assert.rejects(
    makeWebp(source, { encode: async () => new Blob(['x'], { type: 'image/png' }) }),
    /This browser cannot write WebP\. Save as APNG/,
  );
});

test('invalid images and other sizes are rejected', async () => {
  const blob = await single({ lossless: true })(new Uint8ClampedArray(4 * 6), 3, 2);
  const file = new Uint8Array(await blob.arrayBuffer());
  assert.equal(readWebp(file, 3, 2).lossless, true);
  assert.throws(() => readWebp(file, 2, 3), /cannot be read/);
  for (let size = 0; size < file.length - 1; size++)
    assert.throws(() => readWebp(file.subarray(0, size), 3, 2), /cannot be read/);
});
