// SPDX-License-Identifier: MIT
// Files with the viewer in one HTML file, as the viewer's own export makes it.
//   node demo_page.mjs VIEWER_FOLDER OUTPUT.html TITLE [FILE...]
import esbuild from 'esbuild';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const [folder, output, title, ...files] = process.argv.slice(2);
const here = path.dirname(fileURLToPath(import.meta.url));
const built = await esbuild.build({
  entryPoints: [path.join(here, 'src/out/standalone.ts')], bundle: true, format: 'esm', platform: 'node', write: false,
});
const { makeStandalone } = await import(`data:text/javascript;base64,${Buffer.from(built.outputFiles[0].contents).toString('base64')}`);
const read = (name) => fs.readFileSync(path.join(folder, name));
fs.mkdirSync(path.dirname(output), { recursive: true });
fs.writeFileSync(output, makeStandalone({
  page: `${read('more.js')}\n${read('viewer.js')}`,
  css: read('viewer.css').toString(),
  wasm: ['anmkit.wasm', 'anmkit-rest.wasm'].map((name) => new Uint8Array(read(name))),
  files: files.map((name) => ({ path: path.basename(name), bytes: new Uint8Array(fs.readFileSync(name)) })),
  title,
  // The address of the page says what is shown, behind '#'.
  state: {},
}));
console.log(`${output}: ${Math.round(fs.statSync(output).size / 1024)} KB`);
