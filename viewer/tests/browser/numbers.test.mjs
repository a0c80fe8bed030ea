// SPDX-License-Identifier: MIT
// Scrubbing, stepping and typing a frame show the numbers of `anmkit sample`.
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { drop, settled, startBrowser, state } from './chromium.mjs';
import { families, makeExamples, paths, posed } from './examples.mjs';
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

/** One frame of the family's clip, alone or on its model. */
function sampled(name, frame, { clip = 0, model = false, stepped = false, file } = {}) {
  const { moving, companions } = families[name];
  const words = [file ?? moving, ...(model ? companions.flatMap((one) => ['--with', one]) : [])]
    .map((word) => (word === '--with' ? word : path.join(examples.folder, word)));
  return json('sample', ...words, '--frame', `${frame}`, '--clip', `${clip}`, ...(stepped ? ['--stepped'] : []));
}

/** Numbers of the library are doubles in both builds, whose last digits may differ. */
function near(actual, expected, where) {
  if (typeof expected === 'number') {
    assert.equal(typeof actual, 'number', where);
    assert.ok(Math.abs(actual - expected) <= 1e-6 * Math.max(1, Math.abs(expected)), `${where}: ${actual} and not ${expected}`);
  } else if (expected !== null && typeof expected === 'object') {
    assert.deepEqual(Object.keys(actual), Object.keys(expected), where);
    for (const key of Object.keys(expected)) near(actual[key], expected[key], `${where}.${key}`);
  } else assert.equal(actual, expected, where);
}

/** The table of the Values tab. */
const table = (page) => page.getByTestId('values').evaluate((values) => ({
  frame: Number(/\d[\d.e+-]*/.exec(values.caption.textContent)[0]),
  rows: [...values.tBodies[0].rows].map((row) => {
    const numbers = (cell) => cell.textContent.split(/\s+/).filter(Boolean).map((text) => Number(text.replace('−', '-')));
    return { name: row.cells[0].textContent, translation: numbers(row.cells[1]), rotation: numbers(row.cells[2]), scale: numbers(row.cells[3]) };
  }),
}));

async function check(page, name, frame, options) {
  await settled(page);
  assert.equal((await state(page)).frame, frame);
  const shown = await page.evaluate((at) => window.anmkit.sample(at), frame);
  const wanted = sampled(name, frame, options);
  near(shown.samples, wanted.samples, `${name} at ${frame}`);
  const { rows, frame: said } = await table(page);
  assert.equal(said, frame);
  return rows;
}

for (const name of posed) {
  test(`${name}: scrub, step, type`, async () => {
    const page = await it.open();
    await drop(page, paths(examples.folder, name));
    await page.getByTestId('tab-values').click();
    const { frames, rate } = await state(page);
    await check(page, name, 0);
    await page.getByTestId('step-forward').click();
    const first = await check(page, name, 1);
    await page.getByTestId('step-forward').click();
    await page.getByTestId('step-forward').click();
    await check(page, name, 3);
    await page.getByTestId('step-back').click();
    await check(page, name, 2);
    await page.getByTestId('frame').fill('1.25');
    await page.getByTestId('frame').press('Enter');
    const between = await check(page, name, 1.25);
    if (name === 'craftstudio') assert.notDeepEqual(between, first);
    // The middle of the bar is the middle of the clip.
    const bar = await page.getByTestId('scrub').boundingBox();
    await page.mouse.click(bar.x + bar.width / 2, bar.y + bar.height / 2);
    const { frame } = await state(page);
    assert.ok(Math.abs(frame - frames / 2) < 0.02 * frames, `${frame} of ${frames}`);
    await check(page, name, frame);
    assert.equal((await page.evaluate((at) => window.anmkit.sample(at), frame)).rate, rate);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

test('the table has each node of the model as the tool poses it', async () => {
  const page = await it.open();
  await drop(page, paths(examples.folder, 'gc'));
  await page.getByTestId('tab-values').click();
  for (const frame of [0, 45, 100]) {
    await page.getByTestId('frame').fill(`${frame}`);
    await page.getByTestId('frame').press('Enter');
    const rows = await check(page, 'gc', frame);
    const { nodes } = sampled('gc', frame, { model: true }).samples[0];
    assert.equal(rows.length, nodes.length);
    rows.forEach((row, i) => {
      assert.equal(row.name, nodes[i].name);
      for (const part of ['translation', 'rotation', 'scale']) {
        nodes[i][part].forEach((number, k) => assert.ok(
          Math.abs(row[part][k] - number) <= 1e-6 * Math.max(1, Math.abs(number)),
          `frame ${frame}, ${row.name} ${part}: ${row[part]} and not ${nodes[i][part]}`));
      }
    });
  }
  await page.context().close();
});

test('engine-exact shows whole frames', async () => {
  const page = await it.open();
  await drop(page, paths(examples.folder, 'craftstudio'));
  await page.getByTestId('tab-values').click();
  await page.getByTestId('frame').fill('7');
  await page.getByTestId('frame').press('Enter');
  const whole = await table(page);
  await page.getByTestId('mode').selectOption('exact');
  await page.getByTestId('frame').fill('7.75');
  await page.getByTestId('frame').press('Enter');
  await settled(page);
  assert.deepEqual(await table(page), whole);
  await page.context().close();
});

test('the second clip, and the second clip of a file', async () => {
  const page = await it.open();
  await drop(page, paths(examples.folder, 'craftstudio'));
  await page.getByTestId('tab-values').click();
  await page.getByTestId('clip-1').click();
  await page.getByTestId('step-forward').click();
  await check(page, 'craftstudio', 1, { file: 'craftstudio/robot-wave.csmodelanim' });
  await page.getByRole('button', { name: 'Close all' }).click();
  await drop(page, paths(examples.folder, 'gc'));
  await page.getByTestId('tab-values').click();
  await page.getByTestId('clip-1').click();
  await page.getByTestId('step-forward').click();
  await check(page, 'gc', 1, { clip: 1 });
  await page.context().close();
});

test('playing goes on at the clip\'s rate, loops, and stops at the end of `once`', async () => {
  const page = await it.open();
  await drop(page, paths(examples.folder, 'craftstudio'));
  const { frames, rate } = await state(page);
  await page.getByTestId('play').click();
  const passed = await page.evaluate(async () => {
    const from = { frame: window.anmkit.state().frame, time: performance.now() };
    await new Promise((done) => {
      const look = () => (performance.now() - from.time > 600 ? done() : requestAnimationFrame(look));
      look();
    });
    return { frames: window.anmkit.state().frame - from.frame, seconds: (performance.now() - from.time) / 1000 };
  });
  assert.ok(Math.abs(((passed.frames + frames) % frames) - (passed.seconds * rate) % frames) < 0.25 * rate, JSON.stringify(passed));
  await page.getByTestId('loop').selectOption('once');
  await page.getByTestId('speed').selectOption('4');
  await page.waitForFunction(() => !window.anmkit.state().playing);
  assert.equal((await state(page)).frame, frames);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a script: its ticks are those of `anmkit play`', async () => {
  const page = await it.open();
  await drop(page, paths(examples.folder, 'cs2'));
  await page.getByTestId('tab-script').click();
  const wanted = json('play', path.join(examples.folder, 'cs2/ball.anm')).ticks;
  await page.getByTestId('script-ticks').click();
  const shown = await page.getByTestId('ticks').evaluate((ticks) =>
    [...ticks.tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.textContent)));
  // Those of one round of its loop, and the tool goes on a little.
  const { frames } = await state(page);
  assert.deepEqual(shown.filter(([tick]) => tick <= frames), wanted.filter(({ tick }) => tick <= frames).map((one) => [`${one.tick}`, `${one.image}`, `${one.blend}`, `${one.x}, ${one.y}`]));
  await page.getByTestId('script-flow').click();
  assert.match(await page.getByTestId('script-text').textContent(), /flowchart|graph/);
  await page.getByTestId('script-steps').click();
  // One step leads to the next tick at which something happens; a breakpoint stops there.
  await page.getByTestId('script-next').click();
  const later = wanted.map((one) => one.tick).filter((tick) => tick > 0);
  assert.equal((await state(page)).frame, later[0]);
  await page.getByTestId('frame').fill('0');
  await page.keyboard.press('Enter');
  await page.getByTestId('instructions').locator('tr').nth(3).locator('input').check();
  await page.getByTestId('play').click();
  await page.waitForFunction(() => !window.anmkit.state().playing);
  assert.equal((await state(page)).frame, later[1]);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
