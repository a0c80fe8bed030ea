// SPDX-License-Identifier: MIT
// The documentation site in Chromium, from a disk and from a server: it loads, fits, is found through, and is for
// everybody.
//   ANMKIT_VIEWER=SITE node --test browser.test.mjs
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { launch, listen } from '../../viewer/tests/browser/chromium.mjs';
import { pageFolder as site, startSite } from '../../viewer/tests/browser/site.mjs';

const viewer = createRequire(path.join(import.meta.dirname, '../../viewer/package.json'));
const axe = readFileSync(viewer.resolve('axe-core/axe.min.js'), 'utf8');
const disk = (name) => pathToFileURL(path.join(site, name.split('#')[0])).href + (name.includes('#') ? `#${name.split('#')[1]}` : '');
const everyPage = readdirSync(site, { recursive: true }).map((name) => name.replaceAll(path.sep, '/'))
  .filter((name) => name.endsWith('.html') && !/^(viewer|download)\//.test(name)).sort();
// One of each kind.
const kinds = ['index.html', 'download.html', 'gallery.html', 'examples.html', 'compare.html', 'start/sm64.html', 'start/program.html',
  'guides/mario-in-blender.html', 'formats/sm64.html', 'gltf.html', 'cli.html', 'commands/convert.html', 'codes/index.html', 'codes/gc.html',
  'limits.html', 'viewer.html', 'reference/cpp/index.html', 'reference/cpp/convert.html', 'reference/javascript.html', 'python.html', 'c.html', 'spec/psx-anm.html',
  'architecture.html', 'changelog.html'];

let browser, server;
before(async () => { [browser, server] = await Promise.all([launch(), startSite()]); });
after(async () => {
  await browser?.close();
  await server?.stop();
});

async function open(name, options = {}, where = disk) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  context.setDefaultTimeout(120000); // busy machines
  const page = await context.newPage();
  page.complaints = listen(page, where === disk ? 'file://' : server.origin);
  await page.goto(where(name));
  return page;
}
const served = (name) => `${server.origin}/${name}`;

async function violations(page) {
  return page.evaluate(async () => (await window.axe.run(document)).violations.map((one) =>
    `${one.id} (${one.nodes.length}): ${one.nodes.slice(0, 3).map((node) =>
      `${node.target}: ${(node.any[0] ?? node.all[0] ?? node.none[0])?.message}`).join('; ')}`));
}

for (const colorScheme of ['light', 'dark']) {
  test(`axe reports no violations: ${colorScheme}`, async () => {
    const page = await open('index.html', { colorScheme });
    const wrong = [];
    for (const name of kinds) {
      await page.goto(disk(name));
      await page.evaluate(axe);
      const found = await violations(page);
      wrong.push(...found.map((one) => `${name}: ${one}`));
    }
    await page.setViewportSize({ width: 360, height: 740 });
    for (const [what, label] of [['menu', '__drawer'], ['search', '__search']]) {
      await page.goto(disk('cli.html'));
      await page.evaluate(axe);
      await page.locator(`header label[for=${label}]`).first().click();
      await page.waitForTimeout(400); // it slides in
      const found = await violations(page);
      wrong.push(...found.map((one) => `${what}: ${one}`));
    }
    assert.equal(wrong.join('\n'), '');
    await page.context().close();
  });

  test(`colors: ${colorScheme}`, async () => {
    const page = await open('index.html', { colorScheme });
    const light = () => page.evaluate(() => Number(getComputedStyle(document.body).backgroundColor.match(/\d+/)[0]) > 128);
    assert.equal(await light(), colorScheme === 'light', 'the reader\'s choice of the system');
    await page.locator('form[data-md-component=palette] label:visible').click();
    assert.equal(await light(), colorScheme !== 'light', 'the other one, after a click');
    await page.goto(disk('cli.html'));
    assert.equal(await light(), colorScheme !== 'light', 'on other pages also');
    await page.context().close();
  });
}

test('a phone, 360 pixels wide: no page scrolls sideways or complains', async () => {
  const page = await open('index.html', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const wide = [];
  for (const name of everyPage) {
    await page.goto(disk(name));
    const { content, inner } = await page.evaluate(() => ({ content: document.scrollingElement.scrollWidth, inner: innerWidth }));
    if (content > 360 || inner > 360) wide.push(`${name}: ${content} of ${inner}`);
  }
  assert.deepEqual(wide, []);
  assert.deepEqual(page.complaints, []);
  assert.ok(everyPage.length > 60);
  await page.context().close();
});

for (const [what, where] of [['a disk', disk], ['a server', served]]) {
  test(`search finds codes and names, from ${what}`, async () => {
    const page = await open('start/sm64.html', {}, where);
    // The theme listens for keys.
    const ask = async (text) => {
      await page.locator('.md-search__input').fill(text);
      await page.locator('.md-search__input').press('End');
    };
    for (const [asked, wanted] of [['gc.ACT001', 'codes/gc.html#act001'], ['E-TRUNCATED', 'codes/craftstudio.html#e-truncated'],
      ['plan_conversion', 'reference/cpp/convert.html#plan_conversion'], ['retarget', 'reference/cpp/retarget.html']]) {
      await ask(asked);
      const links = page.locator('.md-search-result__link');
      await links.first().waitFor();
      await page.waitForFunction((text) => document.querySelector('.md-search-result__meta').textContent.includes('match') &&
        document.querySelector('.md-search__input').value === text, asked);
      await page.waitForTimeout(300);
      const hrefs = await links.evaluateAll((all) => all.slice(0, 5).map((one) => one.href.split('?')[0] + one.hash));
      assert.ok(hrefs.some((href) => href.includes(wanted)), `${asked}: ${hrefs.join(' ')}`);
    }
    await ask('gc.ACT001');
    await page.waitForTimeout(300);
    await page.locator('.md-search-result__link[href$="#act001"]').first().click();
    await page.waitForURL(/codes\/gc\.html.*#act001$/);
    assert.ok(await page.locator('#act001').isVisible());
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

test('the gallery opens each family in the viewer, from a disk', async () => {
  const page = await open('gallery.html');
  const stages = page.locator('.stage');
  const count = await stages.count();
  assert.equal(count, 5);
  for (let i = 0; i < count; i++) {
    const stage = stages.nth(i), file = await stage.locator('a').getAttribute('data-name');
    await stage.locator('a').click();
    const frame = await (await stage.locator('iframe').elementHandle()).contentFrame();
    await frame.waitForFunction(() => window.anmkit !== undefined);
    await frame.evaluate(() => window.anmkit.ready);
    await frame.waitForFunction(() => window.anmkit.state().busy === false);
    const state = await frame.evaluate(() => window.anmkit.state());
    assert.deepEqual([state.error, state.file], ['', file]);
    // One at a time, so that the memory of a phone is enough.
    await page.goto(disk('gallery.html'));
  }
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('the empty viewer opens, from a disk', async () => {
  const page = await open('viewer/open.html');
  await page.evaluate(() => window.anmkit.ready);
  assert.deepEqual((await page.evaluate(() => window.anmkit.state())).error, '');
  assert.ok(await page.locator('button.primary').isVisible());
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('the download is that of the reader\'s system', async () => {
  const systems = [['Win32', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'windows-x64', /Windows/],
    ['Linux x86_64', 'Mozilla/5.0 (X11; Linux x86_64)', 'linux-x64', /Linux$/],
    ['Linux aarch64', 'Mozilla/5.0 (X11; Linux aarch64)', 'linux-arm64', /ARM64/],
    ['MacIntel', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'browser', /viewer/],
    ['Linux armv8l', 'Mozilla/5.0 (Linux; Android 14; Pixel 8)', 'browser', /viewer/]];
  for (const [platform, userAgent, wanted, button] of systems) {
    const context = await browser.newContext({ userAgent });
    await context.addInitScript((value) => Object.defineProperty(navigator, 'platform', { get: () => value }), platform);
    const page = await context.newPage();
    await page.goto(disk('index.html'));
    assert.equal(await page.locator('.downloads .yours').getAttribute('data-system'), wanted);
    assert.equal(await page.locator('.downloads li').first().getAttribute('data-system'), wanted);
    assert.match(await page.locator('#get-it').textContent(), button);
    await context.close();
  }
  const page = await open('index.html', { javaScriptEnabled: false });
  assert.equal(await page.locator('.downloads li').count(), 4);
  assert.equal(await page.locator('.downloads li:visible').count(), 4);
  assert.ok(await page.locator('.doors a').first().isVisible());
  await page.context().close();
});

test('reduced motion: a still image', async () => {
  const source = async (reducedMotion) => {
    const page = await open('index.html', { reducedMotion });
    const shown = await page.locator('.hero-image img').evaluate((image) => image.currentSrc);
    await page.context().close();
    return shown;
  };
  assert.match(await source('reduce'), /still-robot\.png$/);
  assert.match(await source('no-preference'), /moving-robot\.webp$/);
});
