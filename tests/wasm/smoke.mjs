// SPDX-License-Identifier: MIT
// Opens files with the WebAssembly build and compares its answers with the native tool's.
//   node smoke.mjs MODULE.wasm NATIVE_TOOL ANIMATION MODEL
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';

const [module, tool, animation, model] = process.argv.slice(2);
let memory;
const stub = () => 0;
const imports = new Proxy({}, { get: () => new Proxy({}, { get: () => stub }) });
const { instance } = await WebAssembly.instantiate(fs.readFileSync(module), imports);
const api = instance.exports;
memory = () => new Uint8Array(api.memory.buffer);
api._initialize();

function put(bytes) {
  const at = api.anm_alloc(bytes.length || 1);
  memory().set(bytes, at);
  return at;
}
function text(at) {
  const view = memory();
  let end = at;
  while (view[end] !== 0) end++;
  return new TextDecoder().decode(view.slice(at, end));
}
function open(name) {
  const bytes = fs.readFileSync(name);
  const file = api.anm_open(put(new TextEncoder().encode(name + '\0')), put(bytes), bytes.length);
  if (file < 0) throw new Error(`${name}: ${text(api.anm_answer())}`);
  return file;
}

let failed = 0;
function check(what, good) {
  console.log(`${good ? 'ok  ' : 'FAIL'} ${what}`);
  if (!good) failed++;
}

const clip = open(animation);
open(model);
check('round trip of the animation', api.anm_round_trips(clip) === 1);
check('dump equals the native one',
      text(api.anm_dump(clip)) === execFileSync(tool, ['dump', animation], { encoding: 'utf8' }));
const native = JSON.parse(execFileSync(
    tool, ['sample', animation, '--with', model, '--space', 'world', '--json', '--frame', '3.5']));
const expected = native.samples[0].nodes.map(node => node.matrix.slice(12, 15));
const found = text(api.anm_sample(clip, 3.5)).trim().split('\n').map(line => line.split(' ').map(Number));
// In 32-bit numbers there, in 64 bits here.
check('sample equals the native one',
      expected.length === found.length &&
          expected.every((p, i) => p.every((v, k) => Math.abs(v - found[i][k]) < 1e-4)));
const size = api.anm_make_glb(clip);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'anmkit-'));
execFileSync(tool, ['convert', animation, '-q', '-o', `${folder}/native.glb`]);
const same = size > 0 && Buffer.from(memory().slice(api.anm_glb(), api.anm_glb() + size))
    .equals(fs.readFileSync(`${folder}/native.glb`));
check('glb equals the one of the native tool', same);

// The pixels of a PNG of eight bits, red, green, blue and alpha, that is not interlaced.
function pixelsOf(png) {
  const width = png.readUInt32BE(16), height = png.readUInt32BE(20), parts = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const packed = zlib.inflateSync(Buffer.concat(parts)), row = 4 * width, out = Buffer.alloc(row * height);
  for (let y = 0; y < height; y++) {
    const filter = packed[y * (row + 1)];
    for (let x = 0; x < row; x++) {
      const a = x >= 4 ? out[y * row + x - 4] : 0, b = y > 0 ? out[(y - 1) * row + x] : 0;
      const c = x >= 4 && y > 0 ? out[(y - 1) * row + x - 4] : 0, p = a + b - c;
      const near = [a, b, c].reduce((best, v) => (Math.abs(p - v) < Math.abs(p - best) ? v : best));
      out[y * row + x] = packed[y * (row + 1) + 1 + x] + [0, a, b, (a + b) >> 1, near][filter];
    }
  }
  return out;
}
const psx = path.join(path.dirname(path.dirname(animation)), 'psx');
const hop = open(path.join(psx, 'HOP.ANM'));
open(path.join(psx, 'MODEL.TMD'));
for (const frame of ['0', '6.5', '17.25']) {
  execFileSync(tool, ['render', path.join(psx, 'HOP.ANM'), '--with', path.join(psx, 'MODEL.TMD'), '-q', '-f', '--frame', frame,
                      '--size', '160x120', '--background', '000000', '-o', `${folder}/native.png`]);
  const drawn = api.anm_render(hop, Number(frame), 160, 120);
  check(`picture at frame ${frame} equals the native one`, drawn > 0 &&
      Buffer.from(memory().slice(api.anm_pixels(), api.anm_pixels() + drawn)).equals(pixelsOf(fs.readFileSync(`${folder}/native.png`))));
}
fs.rmSync(folder, { recursive: true });
const junk = put(new Uint8Array([1, 2, 3]));
check('junk is refused with a reason',
      api.anm_open(put(new TextEncoder().encode('x.bin\0')), junk, 3) === -1 &&
          text(api.anm_answer()).length > 0);
console.log(`module: ${fs.statSync(module).size} bytes`);
process.exit(failed ? 1 : 0);
