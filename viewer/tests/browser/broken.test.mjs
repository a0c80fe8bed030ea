// SPDX-License-Identifier: MIT
// Broken files of every family: a sentence or a finding and what can be shown, and never a page that
// is blank or complains. Files of the fuzz corpora, each cut and with other bytes in its middle.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { drop, settled, startBrowser, state } from './chromium.mjs';
import { makeExamples, paths } from './examples.mjs';
import { tool } from './tool.mjs';

const corpus = path.join(import.meta.dirname, '../../../fuzz/corpus');
const EACH = 2; // files of a folder

let examples, it, page;
before(async () => {
  examples = makeExamples();
  it = await startBrowser();
  page = await it.open();
});
after(async () => {
  await it?.stop();
  examples?.remove();
});

/** As many as asked for, evenly taken from all. */
const some = (all, count) => all.filter((_, i) => Math.floor((i * count) / all.length) !== Math.floor(((i - 1) * count) / all.length));

/** Shorter by a third, and eight bytes of the middle turned round. */
function damaged(bytes) {
  const cut = Buffer.from(bytes.subarray(0, Math.ceil((bytes.length * 2) / 3)));
  for (let i = Math.floor(cut.length / 2); i < Math.min(cut.length, Math.floor(cut.length / 2) + 8); i++) cut[i] ^= 0xff;
  return cut;
}

/** What a person sees of it. */
const seen = () => page.evaluate(() => ({
  error: document.querySelector('[data-testid=error]').textContent,
  note: document.querySelector('.note').textContent,
  opened: document.querySelectorAll('[role=tab]').length > 0,
  codes: [...document.querySelectorAll('[data-testid=diagnostics] li > p > code')].map((code) => code.textContent),
  text: document.body.innerText.length,
}));

async function dropped(name, bytes) {
  await drop(page, { name, mimeType: 'application/octet-stream', buffer: bytes });
  const tab = page.getByTestId('tab-findings');
  if (await tab.count()) await tab.click();
  const now = await seen();
  assert.deepEqual(page.complaints.splice(0), [], name);
  assert.ok(now.text > 100, `${name}: the page is not blank`);
  assert.ok(!/undefined|\[object|NaN/.test(now.error + now.note), `${name}: ${now.error} ${now.note}`);
  return now;
}

async function empty() {
  const close = page.getByRole('button', { name: 'Close all' });
  if (await close.count()) await close.click();
  await page.getByRole('heading', { name: 'Drop a game animation here' }).waitFor();
}

for (const folder of readdirSync(corpus).sort()) {
  test(`${folder}: whole and broken`, async () => {
    for (const name of some(readdirSync(path.join(corpus, folder)).sort(), EACH)) {
      const whole = readFileSync(path.join(corpus, folder, name));
      for (const bytes of [whole, damaged(whole)]) {
        const file = path.join(examples.folder, name);
        writeFileSync(file, bytes);
        const now = await dropped(name, bytes);
        if (!now.opened) {
          assert.match(now.error, /\w+ .*\./, `${name}: a sentence`);
          continue;
        }
        const { stdout } = spawnSync(tool, ['check', file, '--json'], { encoding: 'utf8' });
        // The page has no readers of JPEG and WebP inside of other pictures, and says so.
        const codes = now.codes.filter((code) => code !== 'cs2.HG-CODING');
        assert.deepEqual(codes, JSON.parse(stdout).files[0].diagnostics.map(({ code }) => code), name);
        await empty();
      }
    }
  });
}

test('empty, short and text files show their bytes', async () => {
  for (const [name, bytes] of [['empty.anm', Buffer.alloc(0)], ['three.bin', Buffer.from([0xa7, 0x03, 0xf1])],
    ['notes.txt', Buffer.from('This is not an animation.\n')], ['empty', Buffer.alloc(0)]]) {
    const now = await dropped(name, bytes);
    assert.ok(now.opened && now.codes.length > 0, `${name}: ${JSON.stringify(now)}`);
    assert.equal((await state(page)).file, name);
    await empty();
  }
});

test('a finding leads to its bytes', async () => {
  const bytes = damaged(readFileSync(path.join(corpus, 'psx/ORBIT.ANC')));
  await dropped('ORBIT.ANC', bytes);
  const place = page.getByTestId('diagnostics').locator('button.link').first();
  const offset = Number(/\d+/.exec(await place.textContent())[0]);
  await place.click();
  const { byte } = await state(page);
  assert.ok(byte.offset <= offset && offset < byte.offset + Math.max(1, byte.length), `${offset} in ${JSON.stringify(byte)}`);
  await empty();
});

test('a broken archive and an empty one', async () => {
  for (const [name, bytes] of [['half.zip', Buffer.from('PK\x03\x04 and no more of it', 'latin1')],
    ['none.zip', Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1')]]) {
    const now = await dropped(name, bytes);
    assert.ok(now.error !== '' || now.opened, `${name}: ${JSON.stringify(now)}`);
    await empty();
  }
});

test('afterwards a good file opens as ever', async () => {
  await drop(page, paths(examples.folder, 'craftstudio'));
  const now = await state(page);
  assert.deepEqual([now.error, now.file, now.clip], ['', 'robot-walk.csmodelanim', 'robot-walk']);
  assert.deepEqual(page.complaints, []);
});

test('a module that fails during a call is replaced', async () => {
  const torn = await it.open({}, '/', () => {
    // A pose ends as at the end of the memory, when a test asks for it.
    const instantiate = WebAssembly.instantiate;
    WebAssembly.instantiate = async (...words) => {
      const made = await instantiate(...words), pose = made.exports?.anm_pose;
      if (!pose) return made;
      window.modules = (window.modules ?? 0) + 1;
      return { exports: { ...made.exports, anm_pose: (...numbers) => {
        if (window.tear) throw new WebAssembly.RuntimeError('unreachable');
        return pose(...numbers);
      } } };
    };
  });
  await drop(torn, paths(examples.folder, 'craftstudio'));
  assert.equal((await state(torn)).error, '');
  const before = await torn.evaluate(() => {
    window.tear = true;
    return window.modules;
  });
  await torn.keyboard.press('ArrowRight');
  await torn.waitForFunction((count) => window.modules > count, before);
  await settled(torn);
  assert.match((await state(torn)).error, /ran out of memory/);
  await torn.evaluate(() => (window.tear = false));
  // Its files are still open, and are shown again.
  assert.equal((await state(torn)).file, 'robot-walk.csmodelanim');
  await drop(torn, paths(examples.folder, 'psx'));
  const now = await state(torn);
  assert.deepEqual([now.error, now.clip], ['', 'HOP']);
  await torn.keyboard.press('ArrowRight');
  await settled(torn);
  assert.equal((await state(torn)).error, '');
  assert.deepEqual(torn.complaints, []);
  await torn.context().close();
});
