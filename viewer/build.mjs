// SPDX-License-Identifier: MIT
// The page as one static folder.
//   node build.mjs OUTPUT_FOLDER TOOL
import esbuild from 'esbuild';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { split } from './split.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const out = path.resolve(process.argv[2] ?? path.join(here, 'dist'));
const library = path.join(here, '../bindings/js');
const three = path.join(here, 'node_modules/three');

/** Names of the shaders of the page's materials and of the renderer, with the parts that they include. Lines are
 *  drawn as `meshbasic`. */
const shaders = path.join(three, 'src/renderers/shaders/ShaderLib');
const usedShaders = new Set(['meshbasic', ...[path.join(here, 'src/stage/material.ts'), path.join(shaders, 'meshbasic.glsl.js'),
  path.join(three, 'examples/jsm/lines/LineMaterial.js'), path.join(three, 'src/renderers/webgl/WebGLProgram.js')]
  .flatMap((file) => [...fs.readFileSync(file, 'utf8').matchAll(/(?:#include <|ShaderChunk\[ ')(\w+)/g)])
  .map(([, name]) => name)]);

fs.rmSync(out, { recursive: true, force: true });
fs.mkdirSync(out, { recursive: true });
const built = await esbuild.build({
  absWorkingDir: here,
  // The second comes behind the first picture.
  entryPoints: { viewer: 'src/main.tsx', more: 'src/more.ts' },
  outdir: out,
  bundle: true,
  minify: true,
  // One file each, as modules of pages that open from the file system are refused.
  format: 'iife',
  target: ['es2022', 'chrome115', 'firefox115', 'safari16.4'],
  plugins: [{
    // Goes into shadow roots, where the page's style sheets do not reach.
    name: 'style-as-text',
    setup(build) {
      build.onLoad({ filter: /element\.css$/ }, async (file) => ({
        contents: await fs.promises.readFile(file.path, 'utf8'), loader: 'text' }));
    },
  }, {
    // The renderer lists the shaders of all materials, a sixth of more.js.
    name: 'unused-shaders-empty',
    setup(build) {
      build.onResolve({ filter: /^three$/ }, () => ({ path: path.join(three, 'src/Three.js'), sideEffects: false }));
      build.onLoad({ filter: /shaders.Shader(Chunk|Lib).\w+\.glsl\.js$/ }, ({ path: file }) =>
        usedShaders.has(path.basename(file, '.glsl.js')) ? undefined
          : { contents: "export const vertex = '', fragment = ''; export default '';" });
    },
  }],
  alias: { anmkit: path.join(library, 'index.js') },
  define: { 'import.meta.url': 'document.baseURI', 'process.env.NODE_ENV': '"production"' },
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  logOverride: { 'empty-import-meta': 'silent' },
});
fs.writeFileSync(path.join(out, 'meta.json'), JSON.stringify(built.metafile.outputs));
// All styles are in viewer.css.
fs.rmSync(path.join(out, 'more.css'));
fs.cpSync(path.join(here, 'public'), out, { recursive: true });
// Without what makes files of dumps and of glTF.
await split(path.join(library, 'anmkit-page.wasm'), path.join(out, 'anmkit.wasm'), path.join(out, 'anmkit-rest.wasm'),
            path.resolve(process.argv[3] ?? path.join(here, '../build/release/src/cli/anmkit')));
// What the service worker keeps, under a name that changes with the files.
const names = fs.readdirSync(out).filter((name) => !['sw.js', 'meta.json'].includes(name)).sort();
const { createHash } = await import('node:crypto');
const hash = createHash('sha256');
for (const name of names) hash.update(fs.readFileSync(path.join(out, name)));
const worker = path.join(out, 'sw.js');
fs.writeFileSync(worker, fs.readFileSync(worker, 'utf8')
  .replace('__FILES__', JSON.stringify(names)).replace('__VERSION__', hash.digest('hex').slice(0, 16)));
fs.rmSync(path.join(out, 'meta.json'));
const kb = (name) => `${name} ${Math.round(fs.statSync(path.join(out, name)).size / 1024)} KB`;
console.log(`${out}: ${names.map(kb).join(', ')}`);
