// SPDX-License-Identifier: MIT
// Makes the picture of docs/viewer.md: the built page with the example robot, a key and its bytes.
//   node docs/images/viewer.mjs VIEWER_FOLDER OUTPUT.png
import fs from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const [folder, output] = process.argv.slice(2).map((name) => path.resolve(name));
const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..');
const { chromium } = createRequire(path.join(root, 'viewer/'))('playwright-core');
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.svg': 'image/svg+xml' };
const server = http.createServer((request, response) => {
  const name = path.join(folder, new URL(request.url, 'http://page').pathname.replace(/\/$/, '/index.html'));
  if (!name.startsWith(folder) || !fs.existsSync(name)) return void response.writeHead(404).end();
  response.writeHead(200, { 'content-type': types[path.extname(name)] ?? 'application/octet-stream' }).end(fs.readFileSync(name));
}).listen(0, '127.0.0.1');
await new Promise((done) => server.once('listening', done));
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium', headless: true,
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
});
const page = await browser.newPage({ viewport: { width: 1280, height: 760 }, colorScheme: 'dark' });
await page.goto(`http://127.0.0.1:${server.address().port}/`);
await page.evaluate(() => window.anmkit.ready);
const robot = path.join(root, 'examples/craftstudio');
await page.getByTestId('drop').first().setInputFiles(['robot.csmodel', 'robot-walk.csmodelanim', 'robot-wave.csmodelanim'].map((name) => path.join(robot, name)));
await page.waitForFunction(() => window.anmkit.state().clip === 'robot-walk' && window.anmkitSheet?.point(3, 1));
const key = await page.evaluate(() => window.anmkitSheet.point(3, 1));
await page.mouse.click(key.x, key.y);
await page.waitForFunction(() => document.querySelector('[data-testid=field] dt'));
await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
await page.screenshot({ path: output });
await browser.close();
server.close();
