// SPDX-License-Identifier: MIT
// How long it takes. What is to be reached is printed beside what was measured; the tests allow four
// times as much, since other machines are slower and have other work.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { brotliCompressSync, constants } from 'node:zlib';
import { drop, settled, startBrowser } from './chromium.mjs';
import { contents, makeExamples, paths } from './examples.mjs';
import { pageFolder, startSite } from './site.mjs';

const slack = 4;
let examples, it;
before(async () => {
  examples = makeExamples();
  it = await startBrowser(Object.fromEntries(contents(examples.folder, 'craftstudio').map((one) => [one.name, one.bytes])));
});
after(async () => {
  await it?.stop();
  examples?.remove();
});

test('the first picture after a file is dropped', async () => {
  const page = await it.open();
  const files = contents(examples.folder, 'craftstudio').map(({ name, bytes }) => ({ name, bytes: [...bytes] }));
  const milliseconds = await page.evaluate(async (all) => {
    const given = all.map(({ name, bytes }) => ({ path: name, bytes: Uint8Array.from(bytes) }));
    const from = performance.now();
    await window.anmkit.open(given);
    do await new Promise(requestAnimationFrame); while (window.anmkit.state().busy);
    await new Promise(requestAnimationFrame);
    return performance.now() - from;
  }, files);
  console.log(`first picture after a drop: ${milliseconds.toFixed(0)} ms (to reach: 1000 ms)`);
  assert.ok(milliseconds < slack * 1000);
  await page.context().close();
});

test('the first picture of a page that was never there before', async () => {
  const from = performance.now();
  const page = await it.open({}, '/?file=robot-walk.csmodelanim,robot.csmodel');
  await settled(page);
  const milliseconds = performance.now() - from;
  console.log(`first picture from nothing: ${milliseconds.toFixed(0)} ms (to reach: 2000 ms)`);
  assert.ok(milliseconds < slack * 2000);
  await page.context().close();
});

test('frames per second while it plays', async () => {
  const page = await it.open();
  await drop(page, paths(examples.folder, 'craftstudio'));
  // A picture of 640 x 480 with nothing beside it.
  await page.addStyleTag({ content: '.stage { flex: none !important; width: 640px; height: 480px; } .timeline, aside, .library { display: none !important; }' });
  await settled(page);
  await page.getByTestId('play').click();
  const frames = await page.evaluate(async () => {
    const canvas = document.querySelector('[data-testid=canvas]');
    if (canvas.width !== 640 || canvas.height !== 480) throw new Error(`${canvas.width} x ${canvas.height}`);
    // The best of some: other work of the machine comes and goes.
    let best = 0;
    for (let round = 0; round < 4; round++) {
      let count = 0;
      const from = performance.now();
      while (performance.now() - from < 600) {
        await new Promise(requestAnimationFrame);
        count++;
      }
      best = Math.max(best, (1000 * count) / (performance.now() - from));
    }
    return best;
  });
  console.log(`playing at 640 x 480: ${frames.toFixed(1)} frames per second (to reach: 60)`);
  assert.ok(frames > 60 / slack);
  await page.context().close();
});

const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
const packed = (name) => brotliCompressSync(readFileSync(path.join(pageFolder, name)), { params }).length;

test('bytes that are sent before the first picture', async (t) => {
  for (const name of ['craftstudio', 'psx', 'camera', 'gc', 'sm64', 'cs2']) {
    const given = contents(examples.folder, name);
    const site = await startSite(Object.fromEntries(given.map((one) => [one.name, one.bytes])));
    t.after(() => site.stop());
    const context = await it.browser.newContext({ serviceWorkers: 'block' });
    const page = await context.newPage();
    // What comes behind the first picture comes only when the picture was seen.
    let go;
    const held = new Promise((done) => (go = done));
    await page.route(/more\.js|anmkit-rest\.wasm/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${site.origin}/?file=${given.map((one) => one.name).join(',')}`);
    await page.waitForFunction(() => {
      const canvas = document.querySelector('[data-testid=canvas]');
      if (!canvas || canvas.width < 16) return false;
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
      copy.drawImage(canvas, 0, 0);
      return new Set(new Uint32Array(copy.getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size > 3;
    });
    const asked = site.asked.filter((file) => given.every((one) => one.name !== file));
    assert.ok(!asked.includes('anmkit-rest.wasm') && !asked.includes('more.js'), asked.join(', '));
    const sent = asked.reduce((sum, file) => sum + packed(file), 0);
    console.log(`${name}: ${asked.length} files, ${Math.ceil(sent / 1000)} KB with brotli before the first picture (to reach: 400 KB)`);
    assert.ok(sent <= 400_000, `${name}: ${sent} bytes`);
    go();
    await settled(page);
    assert.equal(await page.evaluate(() => window.anmkit.state().error), '');
    await context.close();
  }
});

test('bytes that are sent', () => {
  const sizes = Object.fromEntries(readdirSync(pageFolder).map((name) => [name, packed(name)]));
  const all = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  console.log(`brotli: ${Object.entries(sizes).map(([name, size]) => `${name} ${Math.ceil(size / 1000)} KB`).join(', ')}; ` +
    `in all ${Math.ceil(all / 1000)} KB (to reach: 885 KB)`);
  // This does not depend on the machine.
  assert.ok(all <= 885_000, `${all} bytes`);
});
