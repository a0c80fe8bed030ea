// SPDX-License-Identifier: MIT
// The page comes in two parts: what the first picture needs, and the rest. Whatever needs the rest
// before it is there is done again with it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { settled, startBrowser, state } from './chromium.mjs';
import { contents, makeExamples } from './examples.mjs';

let examples, it, given;
before(async () => {
  examples = makeExamples();
  given = Object.fromEntries(['gltf', 'craftstudio'].flatMap((name) => contents(examples.folder, name)).map((one) => [one.name, one.bytes]));
  // The last keys are after the end.
  given['short.csmodelanim'] = Buffer.from(given['robot-walk.csmodelanim']);
  given['short.csmodelanim'].writeUInt16LE(10, 3);
  it = await startBrowser(given);
});
after(async () => {
  await it?.stop();
  examples?.remove();
});

/** The page with some of its files late, or never. */
async function open(where, answer) {
  const context = await it.browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  page.errors = [];
  page.on('pageerror', (error) => page.errors.push(error));
  await page.route(/more\.js|anmkit-rest\.wasm/, answer);
  await page.goto(it.site.origin + where);
  return page;
}
const late = async (route) => {
  await new Promise((done) => setTimeout(done, 700));
  await route.continue();
};

test('a file that needs the rest at once waits for it', async () => {
  const page = await open('/?file=robot.glb', late);
  await page.waitForFunction(() => window.anmkit.state().frames === 30);
  await settled(page);
  const shown = await state(page);
  assert.equal(shown.error, '');
  assert.equal(shown.file, 'robot.glb');
  assert.equal(await page.getByTestId('clip-list').locator('li').count(), 2);
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('requests wait for the second module', async () => {
  const page = await open('/?file=robot-walk.csmodelanim,robot.csmodel', late);
  await page.waitForFunction(() => window.anmkit.state().frames === 30);
  await page.evaluate(() => {
    try {
      window.anmkit.sample(7.5);
    } catch { /* the first part cannot */ }
  });
  await page.waitForFunction(() => {
    const { busy, format } = window.anmkit.state();
    return !busy && format === 'csmodelanim';
  });
  const samples = await page.evaluate(() => window.anmkit.sample(7.5));
  assert.equal(samples.samples[0].frame, 7.5);
  assert.equal((await state(page)).error, '');
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('an error of a file is reported once the checks are there', async () => {
  const page = await open('/?file=short.csmodelanim,robot.csmodel', late);
  await page.waitForFunction(() => window.anmkit.state().frames === 10);
  assert.doesNotMatch(await page.locator('.note').textContent(), /error of the file/);
  await settled(page);
  assert.match(await page.locator('.note').textContent(), /error of the file/);
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('without the second module the image stays and an error is shown', async () => {
  const page = await open('/?file=robot-walk.csmodelanim,robot.csmodel', (route) => route.abort());
  await page.waitForFunction(() => window.anmkit.state().error && !window.anmkit.state().busy);
  assert.match((await state(page)).error, /cannot be fetched/);
  assert.equal((await state(page)).frames, 30);
  await page.getByTestId('play').click();
  await page.waitForFunction(() => window.anmkit.state().frame > 1);
  await page.context().close();
});
