// SPDX-License-Identifier: MIT
// Each family's example opens, however it comes in, and the page asks no one for anything.
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { zip } from '../zipwriter.mjs';
import { drop, settled, startBrowser, state } from './chromium.mjs';
import { contents, families, makeExamples, paths } from './examples.mjs';
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

/** What the tool says of the clip that is to be shown. */
function expected(name) {
  const { moving } = families[name];
  const [file] = json('info', path.join(examples.folder, moving)).files;
  return { file: path.basename(moving), format: families[name].format || file.format, clip: file.clips[0] };
}

async function check(page, name) {
  const shown = await state(page), wanted = expected(name);
  assert.equal(shown.error, '');
  assert.equal(shown.file, wanted.file);
  assert.equal(shown.format, wanted.format);
  if (wanted.clip && name !== 'cs2') {
    assert.equal(shown.clip, wanted.clip.name);
    assert.equal(shown.rate, wanted.clip.rate);
    assert.ok(Math.abs(shown.duration - wanted.clip.frames / wanted.clip.rate) < 1e-6, `${shown.duration} s`);
  }
  const colours = await page.getByTestId('canvas').evaluate((canvas) => {
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
    copy.drawImage(canvas, 0, 0);
    return new Set(new Uint32Array(copy.getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size;
  });
  assert.ok(colours > 3, `${colours} colours on the canvas`);
  assert.deepEqual(page.complaints, []);
}

for (const name of Object.keys(families)) {
  test(`${name}: by the button`, async () => {
    const page = await it.open();
    await drop(page, paths(examples.folder, name));
    await check(page, name);
    await page.context().close();
  });
}

/** Drops files on the page as a person does, with the browser's own DataTransfer. */
async function dropOn(page, files) {
  await page.evaluate((all) => {
    const transfer = new DataTransfer();
    for (const { name, text } of all) {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], name));
    }
    for (const type of ['dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: transfer }));
  }, files.map(({ name, bytes }) => ({ name, text: Buffer.from(bytes).toString('base64') })));
  await settled(page);
}

test('every family: dropped, one after the other', async () => {
  const page = await it.open();
  for (const name of Object.keys(families)) {
    await dropOn(page, contents(examples.folder, name));
    await check(page, name);
    await page.getByRole('button', { name: 'Close all' }).click();
    await page.getByRole('heading', { name: 'Drop a game animation here' }).waitFor();
  }
  await page.context().close();
});

test('every family: as a ZIP with folders', async () => {
  const page = await it.open();
  for (const name of Object.keys(families)) {
    const entries = contents(examples.folder, name).map((one) => ({ name: `some folder/${one.name}`, data: one.bytes }));
    await drop(page, { name: `${name}.zip`, mimeType: 'application/zip', buffer: Buffer.from(zip(entries)) });
    const shown = await state(page);
    assert.equal(shown.file, `${name}.zip/some folder/${expected(name).file}`);
    assert.equal(shown.error, '');
    await page.getByRole('button', { name: 'Close all' }).click();
  }
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('pasted files open', async () => {
  const page = await it.open();
  const [file] = contents(examples.folder, 'camera');
  await page.evaluate(({ name, bytes }) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([Uint8Array.from(bytes)], name));
    dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer }));
  }, { name: file.name, bytes: [...file.bytes] });
  await settled(page);
  await check(page, 'camera');
  await page.context().close();
});

test('clips of all files are listed, and a model and animations may come in any order', async () => {
  const page = await it.open();
  const [walk, wave, model] = paths(examples.folder, 'craftstudio');
  for (const order of [[model, walk, wave], [wave, walk, model]]) {
    for (const file of order) await drop(page, file);
    const names = await page.getByTestId('clip-list').locator('li span').allTextContents();
    assert.deepEqual([...names].sort(), ['Rest pose', 'robot-walk', 'robot-wave']);
    const at = names.indexOf('robot-wave');
    await page.getByTestId(`clip-${at}`).click();
    await settled(page);
    const shown = await state(page);
    assert.equal(shown.clip, 'robot-wave');
    assert.equal(shown.file, 'robot-wave.csmodelanim');
    assert.equal(shown.frames, json('info', wave).files[0].clips[0].frames);
    await page.getByRole('button', { name: 'Close all' }).click();
  }
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a folder keeps its paths', async () => {
  const page = await it.open();
  const fields = page.locator('input[type=file]');
  await fields.nth(1).setInputFiles(path.join(examples.folder, 'gc'));
  await settled(page);
  assert.equal((await state(page)).file, 'gc/stalk.anm');
  assert.equal((await state(page)).error, '');
  await page.context().close();
});
