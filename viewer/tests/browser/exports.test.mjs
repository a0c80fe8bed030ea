// SPDX-License-Identifier: MIT
// Every button of the Export tab gives a file that other readers open.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { film, python } from '../python.mjs';
import { drop, listen, settled, startBrowser, state } from './chromium.mjs';
import { families, makeExamples, paths } from './examples.mjs';
import { json, succeeds } from './tool.mjs';

let examples, it;
before(async () => {
  examples = makeExamples();
  it = await startBrowser();
});
after(async () => {
  await it?.stop();
  examples?.remove();
});

/** Clicks a button of the Export tab; the file's name and bytes. */
async function exported(page, id) {
  const [got] = await Promise.all([page.waitForEvent('download'), page.getByTestId(`export-${id}`).click()]);
  const bytes = readFileSync(await got.path());
  // The page may still be saying how far it is.
  await page.waitForFunction(() => !document.querySelector('[data-testid=export-status]').textContent.startsWith('Making'));
  assert.match(await page.getByTestId('export-status').textContent(), / is ready\./);
  return { name: got.suggestedFilename(), bytes };
}

/** One page, or the one given, with the family's example and the Export tab. */
async function openFor(name, used) {
  const page = used ?? (await it.open());
  if (used) await page.getByRole('button', { name: 'Close all' }).click();
  await drop(page, paths(examples.folder, name));
  await page.getByTestId('tab-export').click();
  return page;
}

for (const name of ['craftstudio', 'psx', 'camera', 'gc', 'sm64', 'gltf']) {
  test(`${name}: .glb opens again`, async () => {
    const page = await openFor(name);
    const before = await state(page);
    const clips = await page.getByTestId('clip-list').locator('li span').allTextContents();
    const { name: file, bytes } = await exported(page, 'glb');
    assert.match(file, /\.glb$/);
    const saved = path.join(examples.folder, `${name}-exported.glb`);
    writeFileSync(saved, bytes);
    assert.ok(succeeds('check', saved), `anmkit check finds ${file} good`);
    await page.getByRole('button', { name: 'Close all' }).click();
    await drop(page, saved);
    const again = await state(page);
    assert.equal(again.error, '');
    assert.equal(again.format, 'gltf');
    assert.ok(Math.abs(again.duration - before.duration) < 1e-4, `${again.duration} s and not ${before.duration}`);
    assert.deepEqual((await page.getByTestId('clip-list').locator('li span').allTextContents()).sort(), clips.sort());
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

test('an unedited file is written unchanged', async () => {
  let page;
  for (const name of Object.keys(families)) {
    if (name === 'gltf') continue;
    page = await openFor(name, page);
    const { format, file } = await state(page);
    const { bytes } = await exported(page, format);
    assert.deepEqual(bytes, readFileSync(path.join(examples.folder, families[name].moving)), file);
  }
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('other spellings of the family are good files', async () => {
  let page;
  for (const name of Object.keys(families)) {
    page = await openFor(name, page);
    const { format } = await state(page);
    const taken = new Set(['glb', 'csv', 'png', 'gif', 'apng', 'webp', 'html', 'size', 'status', format]);
    const ids = (await page.locator('[data-testid^=export-]').evaluateAll((all) => all.map((one) => one.dataset.testid.slice(7))))
      .filter((id) => !taken.has(id));
    for (const id of ids) {
      const { name: file, bytes } = await exported(page, id);
      if (/\.zip$/.test(file)) continue;
      const saved = path.join(examples.folder, `again-${name}-${file}`);
      writeFileSync(saved, bytes);
      assert.ok(succeeds('check', saved), `${name} as ${id}: ${file}`);
    }
  }
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('images and animations have the frames of the range', async () => {
  const page = await openFor('craftstudio');
  await page.getByTestId('export-size').fill('120x90');
  const { frames, rate } = await state(page);
  const still = film((await exported(page, 'png')).bytes);
  assert.deepEqual([still.format, ...still.size, still.frames.length], ['PNG', 120, 90, 1]);
  const wanted = Math.ceil((frames / rate) * 30);
  for (const [id, format] of [['gif', 'GIF'], ['apng', 'PNG'], ['webp', 'WEBP']]) {
    const { name, bytes } = await exported(page, id);
    assert.match(name, /^robot-robot-walk\./);
    const read = film(bytes);
    assert.deepEqual([read.format, ...read.size], [format, 120, 90]);
    assert.equal(read.frames.length, wanted, id);
    const seconds = read.frames.reduce((sum, { ms }) => sum + ms, 0) / 1000;
    assert.ok(Math.abs(seconds - frames / rate) < 0.02, `${id}: ${seconds} s`);
    assert.ok(read.frames.some((one) => !Buffer.from(one.pixels).equals(Buffer.from(read.frames[0].pixels))), `${id} moves`);
  }
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a script: animated images of its ticks', async () => {
  const page = await openFor('cs2');
  const read = film((await exported(page, 'gif')).bytes);
  const { frames } = await state(page);
  const seconds = read.frames.reduce((sum, { ms }) => sum + ms, 0) / 1000;
  assert.ok(Math.abs(seconds - (frames + 1) / 60) < 0.1, `${seconds} s`);
  assert.ok(read.frames.length > 5);
  assert.equal(film((await exported(page, 'png')).bytes).frames.length, 1);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('numbers: the table equals `anmkit sample`', async () => {
  const page = await openFor('gc');
  const { bytes } = await exported(page, 'csv');
  const rows = python('import csv, json, sys; print(json.dumps(list(csv.DictReader(open(sys.argv[1], newline="")))))', bytes);
  const { frames } = await state(page);
  const { moving, companions } = families.gc;
  const file = (one) => path.join(examples.folder, one);
  const { samples } = json('sample', file(moving), ...companions.flatMap((one) => ['--with', file(one)]), '--frame', '0', '45');
  assert.equal(rows.length, (frames + 1) * samples[0].nodes.length);
  for (const sample of samples) {
    const of = rows.filter((row) => Number(row.frame) === sample.frame);
    assert.deepEqual(of.map((row) => row.node), sample.nodes.map((node) => node.name));
    sample.nodes.forEach((node, i) => {
      const columns = { tx: node.translation[0], ty: node.translation[1], tz: node.translation[2], qx: node.rotation[0], qy: node.rotation[1],
        qz: node.rotation[2], qw: node.rotation[3], sx: node.scale[0], sy: node.scale[1], sz: node.scale[2] };
      for (const [column, number] of Object.entries(columns))
        assert.ok(Math.abs(Number(of[i][column]) - number) < 1e-6 * Math.max(1, Math.abs(number)), `${node.name} ${column}: ${of[i][column]} and not ${number}`);
    });
  }
  await page.context().close();
});

for (const name of ['craftstudio', 'cs2']) {
  test(`${name}: one page plays from a disk without a network`, async () => {
    const page = await openFor(name);
    await page.getByTestId('frame').fill('5');
    await page.getByTestId('frame').press('Enter');
    const before = await state(page);
    const { name: file, bytes } = await exported(page, 'html');
    assert.match(file, /\.html$/);
    const saved = path.join(examples.folder, `${name}.html`);
    writeFileSync(saved, bytes);
    await page.context().close();
    const context = await it.browser.newContext();
    await context.setOffline(true);
    const alone = await context.newPage();
    const { href } = pathToFileURL(saved);
    const requests = [];
    alone.on('request', (request) => !/^(data|blob):/.test(request.url()) && requests.push(request.url()));
    const errors = listen(alone, 'file://');
    await alone.goto(href);
    await alone.evaluate(() => window.anmkit.ready);
    await settled(alone);
    const now = await state(alone);
    for (const key of ['file', 'thing', 'format', 'clip', 'frame', 'rate', 'duration', 'error']) assert.deepEqual(now[key], before[key], key);
    await alone.getByTestId('play').click();
    await alone.waitForFunction((from) => window.anmkit.state().frame !== from, now.frame);
    assert.deepEqual([requests, errors], [[href], []]);
    await context.close();
  });
}
