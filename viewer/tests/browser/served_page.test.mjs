// SPDX-License-Identifier: MIT
// The page with files that come from elsewhere: `anmkit view`, its own address, another page.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { drop, listen, settled, startBrowser, state } from './chromium.mjs';
import { makeExamples, paths } from './examples.mjs';
import { pageFolder, startSite } from './site.mjs';
import { json, start } from './tool.mjs';

// The example of the documentation, as it stands there.
const example = /```html\n([^]*?)```/.exec(readFileSync(path.join(import.meta.dirname, '../../../docs/viewer.md'), 'utf8'))[1];

let examples, it;
const bytesOf = (name) => readFileSync(path.join(examples.folder, name));
before(async () => {
  examples = makeExamples();
  it = await startBrowser({
    'walk.csmodelanim': bytesOf('craftstudio/robot-walk.csmodelanim'),
    'robot.csmodel': bytesOf('craftstudio/robot.csmodel'),
    'robot-walk.csmodelanim': bytesOf('craftstudio/robot-walk.csmodelanim'),
    'example.html': Buffer.from(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Example</title>
<style>anmkit-viewer { display: block; width: 400px; height: 300px }</style><body>${example}</body></html>`),
    'embedding.html': Buffer.from(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Walk</title>
<body><anmkit-viewer src="walk.csmodelanim robot.csmodel" frame="5" style="width: 400px; height: 300px"></anmkit-viewer>
<anmkit-viewer id="broken" src="none.csmodelanim"></anmkit-viewer>
<script src="viewer.js"></script></body></html>`),
  });
});
after(async () => {
  await it?.stop();
  examples?.remove();
});

/** The canvas has pictures of more than one colour. */
const colours = (canvas) => canvas.evaluate((one) => {
  const copy = new OffscreenCanvas(one.width, one.height).getContext('2d');
  copy.drawImage(one, 0, 0);
  return new Set(new Uint32Array(copy.getImageData(0, 0, one.width, one.height).data.buffer)).size;
});

test('anmkit view: shows, reloads and reports deletion', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'anmkit-view-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(path.join(examples.folder, 'craftstudio'), folder, { recursive: true });
  const file = path.join(folder, 'robot-walk.csmodelanim');
  const server = start(['view', file, '--no-open'], { env: { ...process.env, ANMKIT_VIEWER: pageFolder } });
  t.after(() => server.kill());
  const [url] = await new Promise((done) => createInterface(server.stdout).once('line', (line) => done([line.trim()])));
  const context = await it.browser.newContext({ colorScheme: 'dark' });
  const page = await context.newPage();
  const complaints = listen(page, new URL(url).origin);
  await page.goto(url);
  await page.evaluate(() => window.anmkit.ready);
  await settled(page);
  const walk = await state(page);
  assert.deepEqual([walk.error, walk.file, walk.clip], ['', 'robot-walk.csmodelanim', 'robot-walk']);
  assert.ok((await page.getByTestId('file').locator('option').allTextContents()).includes('robot.csmodel'), 'its model came, too');
  await page.getByTestId('frame').fill('7');
  await page.getByTestId('frame').press('Enter');
  // Another clip's bytes under the same name, as editors write: a new file in its place.
  writeFileSync(`${file}.new`, readFileSync(path.join(folder, 'robot-wave.csmodelanim')));
  renameSync(`${file}.new`, file);
  await page.locator('.note', { hasText: 'was written' }).waitFor();
  await settled(page);
  const wave = await state(page);
  assert.equal(wave.frames, json('info', file).files[0].clips[0].frames);
  assert.notEqual(wave.frames, walk.frames);
  assert.equal(wave.frame, 7, 'the frame stays');
  rmSync(file);
  await page.locator('.note', { hasText: 'was deleted' }).waitFor();
  assert.equal((await state(page)).frames, wave.frames);
  server.kill();
  await page.locator('.note', { hasText: 'has ended' }).waitFor();
  // The browser itself says that the connection is gone.
  assert.deepEqual(complaints.filter((one) => !/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|Failed to load resource/.test(one)), []);
  await context.close();
});

test('anmkit view --clip: that clip', async (t) => {
  const server = start(['view', path.join(examples.folder, 'gc/stalk.anm'), '--clip', 'stretch', '--no-open'],
                       { env: { ...process.env, ANMKIT_VIEWER: pageFolder } });
  t.after(() => server.kill());
  const url = await new Promise((done) => createInterface(server.stdout).once('line', (line) => done(line.trim())));
  const page = await it.browser.newPage();
  const complaints = listen(page, new URL(url).origin);
  await page.goto(url);
  await page.evaluate(() => window.anmkit.ready);
  await settled(page);
  assert.deepEqual([(await state(page)).clip, complaints], ['stretch', []]);
  await page.close();
});

test('?file= only loads files from the folder of the page', async () => {
  const page = await it.open({}, '/?file=walk.csmodelanim,robot.csmodel');
  await settled(page);
  const shown = await state(page);
  assert.deepEqual([shown.error, shown.file, shown.thing], ['', 'walk.csmodelanim', 'robot']);
  assert.ok((await colours(page.getByTestId('canvas'))) > 50);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
  const other = await it.open({}, '/?file=http://192.0.2.1/walk.csmodelanim');
  assert.match(await other.getByTestId('error').textContent(), /not in the folder of this page/);
  assert.deepEqual(other.complaints, []);
  await other.context().close();
  const missing = await it.open({}, '/?file=none.csmodelanim');
  assert.match(await missing.getByTestId('error').textContent(), /none\.csmodelanim is not on the server/);
  assert.ok(await missing.getByRole('heading', { name: 'Drop a game animation here' }).isVisible());
  await missing.context().close();
});

test('the address keeps clip, frame, camera, mode and overlays', async () => {
  const page = await it.open({}, '/?file=walk.csmodelanim,robot.csmodel');
  await settled(page);
  await page.getByTestId('frame').fill('11');
  await page.getByTestId('frame').press('Enter');
  await page.getByTestId('mode').selectOption('exact');
  await page.locator('.stage').focus();
  for (const key of ['d', 'd', 'w', '+', 'b']) await page.keyboard.press(key);
  await page.waitForFunction(() => /frame=11.*camera=40%2C20%2C.*mode=exact.*bones/.test(location.hash));
  const before = page.url();
  const picture = () => page.getByTestId('canvas').evaluate((canvas) => canvas.toDataURL());
  await settled(page);
  const seen = await picture();
  await page.reload();
  await page.evaluate(() => window.anmkit.ready);
  await settled(page);
  const now = await state(page);
  assert.deepEqual([now.frame, now.mode, now.thing], [11, 'exact', 'robot']);
  await page.waitForFunction((hash) => location.hash === hash, new URL(before).hash);
  assert.equal(await picture(), seen);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('<anmkit-viewer> in another page', async () => {
  const context = await it.browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const complaints = listen(page, it.site.origin);
  await page.goto(`${it.site.origin}/embedding.html`);
  const viewer = page.locator('anmkit-viewer').first();
  await page.waitForFunction(() => document.querySelector('anmkit-viewer').work?.frame.value === 5);
  await page.waitForFunction(() => document.querySelector('anmkit-viewer').work.underway.value === 0);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.ok((await colours(viewer.getByTestId('canvas'))) > 50, 'an image');
  await viewer.getByTestId('step-forward').click();
  assert.equal(await viewer.getByTestId('frame').inputValue(), '6');
  await viewer.evaluate((one) => one.setAttribute('frame', '9'));
  assert.equal(await viewer.getByTestId('frame').inputValue(), '9');
  await page.locator('#broken').getByRole('alert').waitFor();
  assert.match(await page.locator('#broken').getByRole('alert').textContent(), /none\.csmodelanim: 404/);
  assert.deepEqual(complaints.filter((one) => !/404/.test(one)), []);
  await context.close();
});

test('the documented <anmkit-viewer autoplay> plays on a busy machine', async () => {
  const context = await it.browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const complaints = listen(page, it.site.origin);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 8 });
  // Whatever plays before the stage is there was not seen.
  await page.addInitScript(() => {
    document.addEventListener('load', (event) => {
      if (event.target instanceof HTMLElement && event.target.localName === 'anmkit-viewer') window.whole = event.target.work.underway.value === 0;
    }, true);
  });
  await page.goto(`${it.site.origin}/example.html`);
  await page.waitForFunction(() => document.querySelector('anmkit-viewer').work?.playing.value === true);
  assert.equal(await page.evaluate(() => window.whole), true, 'the stage was there before it played');
  await page.waitForFunction(() => document.querySelector('anmkit-viewer').work.frame.value > 1);
  const canvas = page.locator('anmkit-viewer').getByTestId('canvas');
  const picture = async () => (await canvas.screenshot()).toString('base64');
  const first = await picture();
  assert.ok((await colours(canvas)) > 50, 'an image');
  for (let i = 0; i < 20 && (await picture()) === first; i++);
  assert.notEqual(await picture(), first, 'it moves');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('the second visit needs no server', async () => {
  const site = await startSite();
  const context = await it.browser.newContext();
  const page = await context.newPage();
  const complaints = listen(page, site.origin);
  await page.goto(site.origin);
  await page.evaluate(async () => {
    await window.anmkit.ready;
    await navigator.serviceWorker.ready;
  });
  await site.stop();
  await page.reload();
  await page.evaluate(() => window.anmkit.ready);
  await drop(page, paths(examples.folder, 'sm64'));
  const shown = await state(page);
  assert.deepEqual([shown.error, shown.file, complaints], ['', 'wave.inc.c', []]);
  await context.close();
});
