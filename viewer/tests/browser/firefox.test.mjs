// SPDX-License-Identifier: MIT
// The page in Debian's Firefox: each family opens, its numbers are right, and nothing is logged.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import path from 'node:path';
import { contents, families, makeExamples } from './examples.mjs';
import { firefox, installed, startFirefox } from './firefox.mjs';
import { startSite } from './site.mjs';
import { json } from './tool.mjs';

const skip = installed ? false : `There is no ${firefox}; install firefox-esr, or set FIREFOX.`;
let examples, site, page, picture;
before(async () => {
  if (skip) return console.log(skip);
  examples = makeExamples();
  const files = Object.keys(families).flatMap((name) => contents(examples.folder, name).map((one) => [`${name}/${one.name}`, one.bytes]));
  site = await startSite(Object.fromEntries(files));
  page = await startFirefox(site.origin);
  await page.goto(`${site.origin}/`);
  await page.call(() => window.anmkit.ready);
  picture = await page.call(() => document.createElement('canvas').getContext('webgl2') !== null);
  console.log(picture ? 'This Firefox has WebGL 2.' : 'This Firefox has no WebGL: the page draws plainly and says so.');
});
after(async () => {
  await page?.stop();
  await site?.stop();
  examples?.remove();
});

const settled = () => page.call(async () => {
  const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  do await frames(); while (window.anmkit.state().busy);
  await frames();
});

for (const name of Object.keys(families)) {
  test(`${name} opens`, { skip }, async () => {
    await page.call(async (files) => {
      const all = await Promise.all(files.map(async (one) => ({ path: one.split('/').at(-1), bytes: await (await fetch(one)).arrayBuffer() })));
      await window.anmkit.open(all);
    }, contents(examples.folder, name).map((one) => `${name}/${one.name}`));
    await settled();
    const shown = await page.call(() => window.anmkit.state());
    const { moving, format } = families[name];
    assert.equal(shown.error, '');
    assert.equal(shown.file, path.basename(moving));
    assert.equal(shown.format, format || 'gltf');
    const seen = await page.call(() => {
      const canvas = document.querySelector('[data-testid=canvas]'), plain = document.querySelector('.plain');
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
      copy.drawImage(canvas, 0, 0);
      const pixels = new Uint32Array(copy.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
      return { colours: new Set(pixels).size, plain: plain.checkVisibility() && /no WebGL/.test(plain.textContent) };
    });
    assert.ok(seen.colours > 3, `${seen.colours} colours on the canvas`);
    assert.equal(seen.plain, !picture, 'the page says how it draws');
    if (name !== 'cs2') {
      const sample = await page.call(() => {
        document.querySelector('[data-testid=step-forward]').click();
        return window.anmkit.sample(window.anmkit.state().frame);
      });
      const wanted = json('sample', path.join(examples.folder, moving), '--frame', '1');
      assert.equal(sample.samples[0].frame, 1);
      sample.samples[0].nodes.forEach((node, i) => {
        for (const part of ['translation', 'rotation', 'scale']) {
          node[part].forEach((number, k) => assert.ok(
            Math.abs(number - wanted.samples[0].nodes[i][part][k]) < 1e-6 * Math.max(1, Math.abs(number)), `${node.name} ${part}`));
        }
      });
    }
    await page.call(() => [...document.querySelectorAll('button')].find((one) => one.textContent === 'Close all').click());
    assert.deepEqual(page.complaints.splice(0), []);
  });
}

test('keys and bytes lead to each other', { skip }, async () => {
  await page.call(async () => {
    const all = await Promise.all(['HOP.ANM', 'MODEL.TMD'].map(async (one) => ({ path: one, bytes: await (await fetch(`psx/${one}`)).arrayBuffer() })));
    await window.anmkit.open(all);
  });
  await settled();
  const click = async ({ x, y }) => {
    await page.send('input.performActions', { context: page.context, actions: [{ type: 'pointer', id: 'mouse', actions: [
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y) }, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }] }] });
    await settled();
  };
  await click(await page.call(() => window.anmkitSheet.point(1, 4)));
  const { key, byte } = await page.call(() => window.anmkit.state());
  assert.deepEqual(key, { track: 1, key: 4 });
  assert.ok(byte);
  await click(await page.call((at) => window.anmkitHex.point(at), byte.offset));
  assert.deepEqual((await page.call(() => window.anmkit.state())).key, { track: 1, key: 4 });
  const { fields } = json('explain', path.join(examples.folder, 'psx/HOP.ANM'), '--at', `${byte.offset}`).files[0];
  assert.equal(await page.call(() => document.querySelector('[data-testid=field] dt').textContent), fields[0].path);
  assert.deepEqual(page.complaints.splice(0), []);
});

test('nothing scrolls sideways on a phone\'s width', { skip }, async () => {
  await page.send('browsingContext.setViewport', { context: page.context, viewport: { width: 390, height: 780 } });
  await settled();
  const wide = await page.call(() => [document.scrollingElement.scrollWidth, innerWidth]);
  assert.ok(wide[0] <= wide[1] && wide[1] === 390, `${wide}`);
  assert.deepEqual(page.complaints, []);
});
