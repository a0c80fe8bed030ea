// SPDX-License-Identifier: MIT
// The page in Debian's Chromium, and everything that it complains about or asks for.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { startSite } from './site.mjs';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
if (!existsSync(executablePath)) throw new Error(`There is no ${executablePath}: install chromium, or set CHROMIUM.`);

export const launch = () => chromium.launch({
  executablePath, headless: true,
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist',
    '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run', '--disable-quic'],
});

/** Collects messages and requests of a page that nobody should see. */
export function listen(page, origin) {
  const complaints = [];
  // The software renderer says the first of its own speed; the second is said of the tests.
  const ofDriver = /GPU stall due to ReadPixels|blocked by Playwright/;
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !ofDriver.test(message.text()))
      complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`error: ${error.stack ?? error}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!/^(blob|data):/.test(url) && !url.startsWith(`${origin}/`)) complaints.push(`request: ${url}`);
  });
  page.on('crash', () => complaints.push('the page crashed'));
  return complaints;
}

/** A browser and a server for one file of tests. */
export async function startBrowser(more) {
  const [site, browser] = await Promise.all([startSite(more), launch()]);
  return {
    site, browser,
    stop: async () => {
      await browser.close();
      await site.stop();
    },
    /** The page, ready, after `script` ran in it; `page.complaints` is empty when all is well. */
    open: async (options = {}, where = '/', script = () => {}) => {
      // Without the worker each page is what the server has now.
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 }, colorScheme: 'dark', serviceWorkers: 'block', acceptDownloads: true, ...options });
      const page = await context.newPage();
      await page.addInitScript(script);
      page.complaints = listen(page, site.origin);
      await page.goto(site.origin + where);
      await page.evaluate(() => window.anmkit.ready);
      return page;
    },
  };
}

/** Opens files through the button's field and waits until the page is at rest. */
export async function drop(page, files) {
  await page.getByTestId('drop').setInputFiles(files);
  await settled(page);
}

/** Nothing is being read, and what was asked for is drawn. */
export async function settled(page) {
  await page.waitForFunction(() => window.anmkit.state().busy === false);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

export const state = (page) => page.evaluate(() => window.anmkit.state());

/** A mouse click at a place that a panel told. */
export async function click(page, { x, y }) {
  await page.mouse.click(x, y);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}
