// SPDX-License-Identifier: MIT
// Readings of a format are switched in the page as the tool's options do, and what is drawn, too.
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { drop, settled, startBrowser, state } from './chromium.mjs';
import { families, makeExamples, paths } from './examples.mjs';
import { json } from './tool.mjs';

let examples, it;
before(async () => {
  examples = makeExamples();
  it = await startBrowser();
});
after(async () => {
  await it?.stop();
  examples?.remove();
});

async function openFor(name) {
  const page = await it.open();
  await drop(page, paths(examples.folder, name));
  await page.getByTestId('tab-switches').click();
  return page;
}

for (const [name, option, value, frame] of [['psx', 'rotation', 'zyx', 12], ['psx', 'absent', 'previous', 12]]) {
  test(`${name}: --${option} ${value}`, async () => {
    const page = await openFor(name);
    const file = path.join(examples.folder, families[name].moving);
    const sample = () => page.evaluate((at) => window.anmkit.sample(at).samples[0].nodes.map(({ name: node, translation, rotation }) => ({ name: node, translation, rotation })), frame);
    const wanted = (...words) => json('sample', file, '--frame', `${frame}`, ...words).samples[0].nodes
      .map(({ name: node, translation, rotation }) => ({ name: node, translation, rotation }));
    const round = (nodes) => JSON.parse(JSON.stringify(nodes, (_, one) => (typeof one === 'number' ? Number(one.toFixed(5)) + 0 : one)));
    assert.deepEqual(round(await sample()), round(wanted()));
    const control = page.getByTestId(`option-${option}`);
    if (await control.evaluate((one) => one instanceof HTMLSelectElement)) await control.selectOption(value);
    else {
      await control.fill(value);
      await control.press('Enter');
    }
    await settled(page);
    const now = round(await sample());
    assert.deepEqual(now, round(wanted(`--${option}`, value)));
    if (option === 'rotation') assert.notDeepEqual(now, round(wanted()), 'it makes a difference');
    assert.equal((await state(page)).error, '');
    // The address keeps it.
    await page.waitForFunction((wished) => decodeURIComponent(location.hash).includes(wished), `option=${option}=${value}`);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

test('overlays can be switched', async () => {
  const page = await openFor('craftstudio');
  const picture = () => page.getByTestId('canvas').evaluate((canvas) => canvas.toDataURL());
  const first = await picture();
  for (const name of ['grid', 'bones', 'wireframe', 'trail']) {
    await page.getByTestId(`show-${name}`).click();
    await settled(page);
    assert.notEqual(await picture(), first, name);
    await page.getByTestId(`show-${name}`).click();
    await settled(page);
    assert.equal(await picture(), first, `without ${name} again`);
  }
  await page.getByTestId('show-names').check();
  await settled(page);
  const names = await page.locator('.names span:visible').allTextContents();
  assert.ok(names.includes('Head') && names.includes('Antenna'), names.join());
  await page.getByTestId('show-onion').fill('2');
  await page.getByTestId('show-onion').press('Enter');
  await settled(page);
  assert.notEqual(await picture(), first, 'onion skins');
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('another rate changes the length as in the tool; an invalid one is rejected', async () => {
  const page = await openFor('psx');
  const { duration } = json('sample', path.join(examples.folder, 'psx/HOP.ANM'), '--frame', '0', '--rate', '12');
  const control = page.getByTestId('option-rate');
  await control.fill('12');
  await control.press('Enter');
  await settled(page);
  const slow = await state(page);
  assert.deepEqual([slow.rate, slow.error], [12, '']);
  assert.ok(Math.abs(slow.duration - duration) < 1e-6, `${slow.duration} s and not ${duration}`);
  await control.fill('0');
  await control.press('Enter');
  await settled(page);
  const now = await state(page);
  assert.deepEqual([now.rate, now.clip], [12, 'HOP'], 'the clip is shown as before');
  assert.match(now.error, /rate/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
