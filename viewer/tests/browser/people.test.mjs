// SPDX-License-Identifier: MIT
// For everybody: axe finds nothing, keys alone suffice, a phone's width is enough.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { drop, settled, startBrowser, state } from './chromium.mjs';
import { makeExamples, paths } from './examples.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let examples, it;
before(async () => {
  examples = makeExamples();
  it = await startBrowser();
});
after(async () => {
  await it?.stop();
  examples?.remove();
});

async function violations(page, where) {
  await settled(page);
  const found = await page.evaluate(async () => (await window.axe.run(document)).violations.map((one) => ({
    id: one.id, help: one.help, nodes: one.nodes.slice(0, 4).map((node) => `${node.target} ${node.any[0]?.message ?? ''}`),
  })));
  assert.deepEqual(found, [], where);
}

async function withAxe(options) {
  const page = await it.open(options);
  await page.evaluate(axe);
  return page;
}

const tabsOf = (page) => page.getByRole('tab').evaluateAll((all) => all.map((one) => one.dataset.testid));

for (const colorScheme of ['dark', 'light']) {
  test(`axe reports no violations: ${colorScheme}`, async () => {
    const page = await withAxe({ colorScheme });
    await violations(page, 'without files');
    await drop(page, paths(examples.folder, 'craftstudio'));
    for (const tab of await tabsOf(page)) {
      await page.getByTestId(tab).click();
      await violations(page, tab);
    }
    await page.keyboard.press('?');
    await violations(page, 'help');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Close all' }).click();
    await drop(page, paths(examples.folder, 'cs2'));
    for (const tab of ['tab-script', 'tab-export']) {
      await page.getByTestId(tab).click();
      await violations(page, `script, ${tab}`);
    }
    await page.getByRole('button', { name: 'Close all' }).click();
    await drop(page, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no animation') });
    await violations(page, 'a file that is nothing');
    await page.getByTestId('tab-findings').click();
    await violations(page, 'its findings');
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

/** Presses Tab until the focus is where it should be; gives how often. */
async function tabTo(page, selector) {
  for (let presses = 0; presses < 80; presses++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return presses;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${selector}`);
}

test('keys alone: everything is reached', async () => {
  const page = await it.open();
  await tabTo(page, 'button.primary');
  const choosing = page.waitForEvent('filechooser');
  await settled(page); // the browser knows by then who waits for it
  await page.keyboard.press('Enter');
  const chooser = await choosing;
  await chooser.setFiles(paths(examples.folder, 'craftstudio'));
  await page.waitForFunction(() => window.anmkit.state().clip === 'robot-walk');
  await settled(page);
  // What has the focus can be seen.
  for (const [name, selector] of [['clip', '[data-testid=clip-1]'], ['picture', '.stage'], ['back', '[data-testid=step-back]'],
    ['play', '[data-testid=play]'], ['forward', '[data-testid=step-forward]'], ['scrub', '[data-testid=scrub]'], ['frame', '[data-testid=frame]'],
    ['speed', '[data-testid=speed]'], ['mode', '[data-testid=mode]'], ['keys', '[data-testid=tracks]'], ['tabs', '[role=tab][aria-selected=true]'],
    ['bytes', '[data-testid=hex]']]) {
    await tabTo(page, selector);
    const rings = await page.evaluate(() =>
      [getComputedStyle(document.activeElement).outlineStyle, getComputedStyle(document.activeElement, '::after').borderTopStyle]);
    assert.ok(rings.some((one) => one !== 'none'), `${name} shows that it has the focus`);
  }
  await page.keyboard.press('ArrowDown');
  assert.ok((await state(page)).byte, 'a byte is chosen');
  await tabTo(page, '[data-testid=clip-1]');
  await page.keyboard.press('Enter');
  assert.equal((await state(page)).clip, 'robot-wave');
  await tabTo(page, '[data-testid=play]');
  await page.keyboard.press('Enter');
  assert.equal((await state(page)).playing, true);
  await page.keyboard.press('Space');
  assert.equal((await state(page)).playing, false);
  await tabTo(page, '[data-testid=scrub]');
  await page.keyboard.press('Home');
  assert.equal((await state(page)).frame, 0);
  await page.keyboard.press('ArrowRight');
  assert.equal((await state(page)).frame, 1, 'arrows on the bar go a frame on');
  await tabTo(page, '[data-testid=tracks]');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  const { key, frame } = await state(page);
  assert.ok(key && key.track >= 0, JSON.stringify(key));
  await page.keyboard.press('ArrowRight');
  assert.ok((await state(page)).frame > frame, 'the next key is at a later frame');
  await tabTo(page, '[role=tab][aria-selected=true]');
  for (const name of ['values', 'findings', 'switches', 'export']) {
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), `tab-${name}`);
  }
  await tabTo(page, '[data-testid=export-csv]');
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  assert.match(download.suggestedFilename(), /\.csv$/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('keys of the page: space, arrows, range, mode, clips, help', async () => {
  const page = await it.open();
  await drop(page, paths(examples.folder, 'craftstudio'));
  const after = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
    return state(page);
  };
  await page.locator('.stage').focus();
  const { frames } = await state(page);
  assert.equal((await after('ArrowRight', 'ArrowRight')).frame, 2);
  assert.equal((await after('ArrowLeft')).frame, 1);
  assert.equal((await after('End')).frame, frames);
  assert.equal((await after('Home')).frame, 0);
  await after('ArrowRight', 'ArrowRight', 'ArrowRight', '[');
  assert.equal((await after('End', 'Home')).frame, 3, 'the range begins at 3');
  assert.equal((await after('e')).mode, 'exact');
  assert.equal((await after('ArrowDown')).clip, 'robot-wave');
  assert.equal((await after('ArrowUp')).clip, 'robot-walk');
  assert.equal((await after('Space')).playing, true);
  assert.equal((await after('Space')).playing, false);
  await page.keyboard.press('>');
  assert.equal(await page.getByTestId('speed').inputValue(), '1.5');
  await page.keyboard.press('?');
  assert.ok(await page.getByRole('dialog').isVisible());
  assert.match(await page.getByRole('dialog').innerText(), /play or pause/);
  await page.keyboard.press('Escape');
  assert.ok(!(await page.getByRole('dialog').isVisible()));
  // In a field keys are letters.
  await page.getByTestId('frame').focus();
  await page.keyboard.press('ArrowUp');
  assert.equal((await state(page)).clip, 'robot-walk');
  await page.context().close();
});

for (const width of [390, 320]) {
  test(`a phone, ${width} pixels wide: nothing scrolls sideways`, async () => {
    const page = await it.open({ viewport: { width, height: 780 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true });
    const fits = async (where) => {
      await settled(page);
      const wide = await page.evaluate(() => ({ content: document.scrollingElement.scrollWidth, inner: innerWidth }));
      assert.ok(wide.content <= wide.inner && wide.inner <= width, `${where}: ${JSON.stringify(wide)}`);
    };
    await fits('without files');
    for (const name of ['craftstudio', 'psx', 'cs2']) {
      await drop(page, paths(examples.folder, name));
      for (const tab of await tabsOf(page)) {
        await page.getByTestId(tab).tap();
        await fits(`${name}, ${tab}`);
      }
      await page.getByRole('button', { name: 'Close all' }).tap();
    }
    await page.getByRole('button', { name: 'Keys and help' }).tap();
    await fits('help');
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

test('fingers turn the camera, and play is large enough to hit', async () => {
  const page = await it.open({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });
  await drop(page, paths(examples.folder, 'psx'));
  for (const id of ['play', 'step-back', 'step-forward', 'scrub']) {
    const { width, height } = await page.getByTestId(id).boundingBox();
    assert.ok(width >= 24 && height >= 24, `${id}: ${width} x ${height}`);
  }
  await page.getByTestId('play').tap();
  await page.waitForFunction(() => window.anmkit.state().frame > 0);
  await page.context().close();
});

test('reduced motion: no automatic playback', async () => {
  const page = await it.open({ reducedMotion: 'reduce' });
  await drop(page, paths(examples.folder, 'craftstudio'));
  assert.equal((await state(page)).playing, false);
  const moving = await page.evaluate(() => document.getAnimations().length);
  assert.equal(moving, 0);
  await page.context().close();
});
