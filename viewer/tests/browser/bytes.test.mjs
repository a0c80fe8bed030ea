// SPDX-License-Identifier: MIT
// A key that is clicked lights its bytes, a byte that is clicked names its field and its key.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { click, drop, startBrowser, state } from './chromium.mjs';
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

const fieldOf = (page) => page.getByTestId('field').evaluate((field) => {
  const [value, meaning] = field.querySelectorAll('dd');
  return {
    path: field.querySelector('dt')?.textContent, value: value?.textContent, type: value?.querySelector('.muted')?.textContent,
    meaning: meaning?.textContent,
  };
});

/** The page says of a byte what `anmkit explain --at` says. */
async function checkField(page, file, offset) {
  const [explained] = json('explain', file, '--at', `${offset}`).files;
  const [field] = explained.fields;
  const shown = await fieldOf(page);
  assert.equal(shown.path, field.path || field.kind);
  assert.equal(shown.value, `${field.value || '-'}${field.shown ? ` = ${field.shown}` : ''} ${field.type}`);
  assert.equal(shown.meaning, field.meaning + (field.section ? ` (${explained.specification}, section ${field.section})` : ''));
  return field;
}

/** The file with another value in some bytes. */
function changed(file, { offset, length }) {
  const bytes = readFileSync(file), last = offset + length - 1;
  const letter = String.fromCharCode(bytes[last]);
  if (/\.c$/.test(file)) bytes[last] = (letter === '7' ? '5' : '7').charCodeAt(0);
  else bytes[last] = bytes[last] === 0 ? 0x3f : bytes[last] ^ 1;
  const other = file.replace(/([^/]*)$/, 'other-$1');
  writeFileSync(other, bytes);
  return other;
}

/** What the tool samples of the file's nodes at a frame, without names of files and clips. */
const poseOf = (file, frame) => json('sample', file, '--frame', `${frame}`).samples[0].nodes;

const keys = {
  craftstudio: [['Body translation', 1], ['Antenna rotation', 2], ['Left Arm rotation', 1]],
  psx: [['obj000 translation', 5], ['obj000 rotation', 12], ['obj001 translation', 20]],
  gc: [['bone0 rotation', 1], ['bone1 rotation', 3], ['bone2 rotation', 2]],
  sm64: [['part_00 rotation', 4], ['part_01 rotation', 9], ['part_02 rotation', 20]],
};

for (const [name, wanted] of Object.entries(keys)) {
  test(`${name}: from keys to bytes and back`, async () => {
    const page = await it.open();
    await drop(page, paths(examples.folder, name));
    const file = path.join(examples.folder, families[name].moving);
    const labels = () => page.locator('[data-testid^=track-]').evaluateAll((all) =>
      all.map((one) => ({ at: Number(one.dataset.testid.slice(6)), text: one.textContent })));
    for (const [track, key] of wanted) {
      await page.locator('.sheet').focus();
      const row = (await labels()).find(({ text }) => text.replace(/\s+/g, '') === track.replace(/\s+/g, ''));
      assert.ok(row, `${track} is among ${JSON.stringify(await labels())}`);
      const point = await page.evaluate(([t, k]) => window.anmkitSheet.point(t, k), [row.at, key]);
      await click(page, point);
      const { key: chosen, byte, frame } = await state(page);
      assert.deepEqual(chosen, { track: row.at, key });
      assert.ok(byte, `${track}, key ${key}: bytes are lit`);
      const field = await checkField(page, file, byte.offset);
      assert.ok(field.offset >= byte.offset && field.kind === 'field', JSON.stringify(field));
      // These bytes make the key: with others the pose at its frame is another.
      const other = changed(file, { offset: field.offset, length: field.length });
      assert.notDeepEqual(poseOf(other, frame), poseOf(file, frame), `${track}, key ${key}: ${JSON.stringify(field)}`);
      // And the other way round.
      await page.locator('.sheet').focus();
      await click(page, await page.evaluate((at) => window.anmkitHex.point(at), byte.offset));
      const back = await state(page);
      assert.deepEqual(back.key, { track: row.at, key });
      await checkField(page, file, byte.offset);
      const said = await page.locator('.sheet [aria-live]').textContent();
      assert.match(said, new RegExp(`^Frame ${frame}: key ${key + 1} of `));
    }
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

for (const name of Object.keys(families).filter((one) => one !== 'gltf')) {
  test(`${name}: fields of bytes in each of its files`, async () => {
    const page = await it.open();
    await drop(page, paths(examples.folder, name));
    const listed = await page.getByTestId('file').locator('option').allTextContents();
    assert.deepEqual([...listed].sort(), families[name].files.map((file) => path.basename(file)).sort());
    for (const file of families[name].files) {
      await page.getByTestId('file').selectOption(path.basename(file));
      const whole = path.join(examples.folder, file);
      const { size } = json('explain', whole).files[0];
      for (const offset of [0, 9, 50, Math.min(size - 1, 130)]) {
        const point = await page.evaluate((at) => window.anmkitHex.point(at), offset);
        assert.ok(point, `${file}: byte ${offset} is in view`);
        await click(page, point);
        await checkField(page, whole, offset);
      }
      // The last byte of all, by keys.
      await page.getByTestId('hex').focus();
      await page.keyboard.press('Control+End');
      await checkField(page, whole, size - 1);
    }
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}
