// SPDX-License-Identifier: MIT
// The picture is the one that `anmkit render` makes: another rasteriser, the same files and camera.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { drop, settled, startBrowser, state } from './chromium.mjs';
import { families, makeExamples, paths } from './examples.mjs';
import { canvasOf, compare, covered, readPng, softened } from './pixels.mjs';
import { run } from './tool.mjs';

let examples, it;
before(async () => {
  examples = makeExamples();
  it = await startBrowser();
});
after(async () => {
  await it?.stop();
  examples?.remove();
});

const background = '20252c';

function rendered(name, { frame, width, height, camera, stepped }) {
  const { moving, companions } = families[name];
  const out = path.join(examples.folder, 'golden.png');
  run('render', path.join(examples.folder, moving), ...companions.flatMap((one) => ['--with', path.join(examples.folder, one)]),
      '-o', out, '--force', '--quiet', '--frame', `${frame}`, '--size', `${width}x${height}`, '--background', background,
      ...(camera ? ['--camera', camera] : []), ...(stepped ? ['--stepped'] : []));
  return readPng(readFileSync(out));
}

async function seek(page, frame) {
  const field = page.getByTestId('frame');
  await field.fill(`${frame}`);
  await field.press('Enter');
  await settled(page);
  assert.equal((await state(page)).frame, frame);
}

/** The camera in the address, as `--camera` wants it, when it is there: the address follows a little behind. */
async function seesCamera(page, like) {
  await page.waitForFunction((pattern) => {
    const camera = new URLSearchParams(location.hash.slice(1)).get('camera') ?? '';
    return new RegExp(pattern).test(camera);
  }, like.source);
}

// Of the pixels, how many may differ by more than 24 of 255, and the mean difference. Corners
// and lines are smoothed by the browser and not by the tool.
const limits = { above: 0.01, mean: 1 };

async function same(page, name, wanted, what) {
  const shown = await canvasOf(page);
  const golden = rendered(name, { width: shown.width, height: shown.height, ...wanted });
  const soft = (picture) => (name === 'psx' ? softened(picture) : picture);
  const { mean, above } = compare(soft(shown), soft(golden)), part = covered(golden);
  console.log(`${what}: mean ${mean.toFixed(3)}, ${(100 * above).toFixed(3)} % differ, ${(100 * part).toFixed(1)} % covered`);
  assert.ok(part > 0.002, `${what}: the picture shows something`);
  assert.ok(mean <= limits.mean && above <= limits.above, `${what}: mean ${mean}, ${100 * above} % differ`);
  // What is shown is nearer to what should be than to an empty picture.
  assert.ok(above < 0.5 * part, `${what}: ${above} of ${part}`);
}

for (const name of ['craftstudio', 'psx', 'gc', 'sm64', 'gltf']) {
  test(`${name}: frames, smooth and engine-exact`, async () => {
    const page = await it.open();
    await drop(page, paths(examples.folder, name));
    await page.keyboard.press('g');
    const { frames } = await state(page);
    for (const frame of [0, Math.floor(frames / 3), Math.floor(frames / 2) + 0.5]) {
      await seek(page, frame);
      await same(page, name, { frame }, `${name}, frame ${frame}`);
    }
    await page.getByTestId('mode').selectOption('exact');
    const between = Math.floor(frames / 4) + 0.75;
    await seek(page, between);
    await same(page, name, { frame: between, stepped: true }, `${name}, frame ${between} stepped`);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

test('the camera: rotate by keys, zoom, resize, reset', async () => {
  const page = await it.open();
  await drop(page, paths(examples.folder, 'craftstudio'));
  await page.keyboard.press('g');
  await page.locator('.stage').focus();
  for (const key of ['d', 'd', 'd', 'w', 'w', 'w', 'w', '+', '+']) await page.keyboard.press(key);
  await settled(page);
  await seesCamera(page, /^45,35,/);
  const near = covered(await canvasOf(page));
  await page.keyboard.press('0');
  await settled(page);
  const whole = covered(await canvasOf(page));
  assert.ok(near > 1.1 * whole, `${near} of the picture and not ${whole}`);
  await same(page, 'craftstudio', { frame: 0, camera: '45,35' }, 'turned');
  await page.setViewportSize({ width: 1400, height: 1000 });
  await settled(page);
  await same(page, 'craftstudio', { frame: 0, camera: '45,35' }, 'the whole of it at another size');
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a script: images of its ticks', async () => {
  const page = await it.open();
  await drop(page, paths(examples.folder, 'cs2'));
  for (const tick of [0, 10, 33]) {
    await seek(page, tick);
    const shown = await canvasOf(page);
    const out = path.join(examples.folder, 'tick.png');
    run('render', path.join(examples.folder, 'cs2/ball.anm'), '-o', out, '--force', '--quiet', '--frame', `${tick}`,
        '--size', `${shown.width}x${shown.height}`);
    assert.equal(compare(shown, readPng(readFileSync(out)), 1).above, 0, `tick ${tick}`);
  }
  await page.context().close();
});

test('without WebGL the page draws in software and reports it', async () => {
  const page = await it.open({}, '/', () => {
    const own = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
      return kind.startsWith('webgl') ? null : own.call(this, kind, ...rest);
    };
  });
  await drop(page, paths(examples.folder, 'psx'));
  await page.keyboard.press('g');
  await seek(page, 12);
  const shown = await canvasOf(page);
  const { above } = compare(shown, rendered('psx', { ...shown, frame: 12 }), 2);
  assert.ok(above < 0.001, `${100 * above} % differ`);
  assert.ok(await page.getByText('This browser has no WebGL').isVisible());
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
