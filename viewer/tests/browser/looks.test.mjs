// SPDX-License-Identifier: MIT
// Front and back, near and far, solid, cut and mixed: what the rules of a format say of a few points
// of a scene is what the page shows of its export, what three.js shows of it, and what `anmkit
// render` draws.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { settled, startBrowser } from './chromium.mjs';
import { canvasOf, readPng } from './pixels.mjs';
import { csmodelOf, gltfOf, looks, png, sm64Of } from './scenes.mjs';
import { threePage } from './three_page.mjs';
import { json, run } from './tool.mjs';

const FOV = 0.5;
const folder = mkdtempSync(path.join(tmpdir(), 'anmkit-looks-'));
let served, it, three;
before(async () => {
  served = await threePage();
  it = await startBrowser(served);
  three = await (await it.browser.newContext()).newPage();
  await three.goto(`${it.site.origin}/three.html`);
});
after(async () => {
  await it?.stop();
  rmSync(folder, { recursive: true });
});

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
/** The directions of the picture: right, up, towards the camera. */
function axes({ yaw, pitch }) {
  const [a, b] = [yaw, pitch].map((degrees) => (degrees * Math.PI) / 180);
  const { sin, cos } = Math;
  return [[cos(a), 0, -sin(a)], [-sin(a) * sin(b), cos(b), -cos(a) * sin(b)], [sin(a) * cos(b), sin(b), cos(a) * cos(b)]];
}
/** The pixel at which a point is seen. */
function pixelOf(point, view, { width, height }) {
  const [right, up, back] = axes(view), from = point.map((v, k) => v - view.target[k]);
  const scale = height / 2 / Math.tan(FOV / 2) / (view.distance - dot(from, back));
  return [Math.floor(width / 2 + dot(from, right) * scale), Math.floor(height / 2 - dot(from, up) * scale)];
}

// The least and the most of red, green and blue. Lit colors are darker, and mixes are made of light
// or of its numbers.
const no = [0, 70], all = [150, 255], some = [75, 235];
const rules = {
  nothing: [no, no, no],
  red: [all, no, no], green: [no, all, no], blue: [no, no, all], yellow: [all, all, no], white: [all, all, all],
  'red and blue': [some, no, some], 'red and green': [some, some, no], 'red and nothing': [some, no, no],
};
function check(picture, view, points, who) {
  const wrong = [];
  for (const [what, point, rule] of points) {
    const [x, y] = pixelOf(point, view, picture);
    assert.ok(x > 1 && y > 1 && x < picture.width - 2 && y < picture.height - 2, `${what}: ${x}, ${y} is in the picture`);
    for (const [dx, dy] of [[0, 0], [-1, 0], [1, 0], [0, -1], [0, 1]]) {
      const at = 4 * ((y + dy) * picture.width + x + dx), seen = [...picture.pixels.subarray(at, at + 3)];
      if (seen.some((value, k) => value < rules[rule][k][0] || value > rules[rule][k][1])) {
        wrong.push(`${what}: ${seen} at ${x}, ${y} is not ${rule}`);
        break;
      }
    }
  }
  assert.deepEqual(wrong, [], who);
}

async function inPage(file, view) {
  served[path.basename(file)] = readFileSync(file);
  const camera = [view.yaw, view.pitch, view.distance, ...view.target].join(',');
  const page = await it.open({}, `/?file=${path.basename(file)}#camera=${camera}&view=grid=0`);
  await settled(page);
  const picture = await canvasOf(page);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
  return picture;
}
async function inThree(file, view) {
  const bytes = readFileSync(file);
  const { scenes } = JSON.parse(file.endsWith('.glb') ? bytes.subarray(20, 20 + bytes.readUInt32LE(12)) : bytes);
  const metres = scenes[0].extras?.anmkit.metresPerUnit ?? 1, [, up, back] = axes(view);
  const request = {
    eye: view.target.map((v, k) => metres * (v + view.distance * back[k])), target: view.target.map((v) => metres * v), up, fov: FOV,
    near: metres * view.distance / 1000, far: metres * view.distance * 1000, width: 640, height: 480,
  };
  const url = await three.evaluate(([data, asked]) => window.draw(data, asked), [bytes.toString('base64'), request]);
  return readPng(Buffer.from(url.split(',')[1], 'base64'));
}
function rendered(words, view) {
  const out = path.join(folder, 'picture.png');
  const [{ camera }] = json('render', ...words, '-o', out, '--force', '--quiet', '--size', '640x480', '--background', '202020',
                            `--camera=${view.yaw},${view.pitch},${view.distance}`).pictures;
  return [readPng(readFileSync(out)), { ...view, ...camera }];
}
/** The file's picture in three programs; `source`: what it was made of. */
async function same(file, views, source = [file]) {
  for (const { points, ...view } of views) {
    const from = `from ${view.yaw}, ${view.pitch}, ${view.distance} away`;
    for (const words of new Set([source, [file]])) {
      const [picture, camera] = rendered(words, view);
      check(picture, camera, points, `anmkit render ${words.map((word) => path.basename(word)).join(' ')}, ${from}`);
    }
    check(await inThree(file, view), view, points, `three.js, ${from}`);
    check(await inPage(file, view), view, points, `the page, ${from}`);
  }
}
const front = { yaw: 0, pitch: 0 }, behind = { yaw: 180, pitch: 0 }, aside = { yaw: 40, pitch: 30 };
function written(name, bytes) {
  const file = path.join(folder, name);
  writeFileSync(file, bytes);
  return file;
}
/** Writes the files, and their export as `name`.glb. */
function exported(name, files) {
  const [first, ...others] = Object.entries(files).map(([file, bytes]) => written(file, bytes));
  const out = path.join(folder, `${name}.glb`), source = [first, ...others.flatMap((one) => ['--with', one])];
  run('convert', ...source, '-o', out, '--force', '--quiet');
  return [out, source];
}

test('back faces are culled unless double-sided; mirrored nodes keep their front', async () => {
  const both = { doubleSided: true };
  const squares = [
    { at: [-6, 0, 0], color: 'red' }, { at: [-3, 0, 0], color: 'green', turned: true },
    { at: [0, 0, 0], color: 'blue', turned: true, material: both },
    { at: [3, 0, 0], color: 'yellow', scale: [-1, 1, 1] }, { at: [6, 0, 0], color: 'white', scale: [-1, 1, 1], turned: true },
  ];
  const at = squares.map((one) => one.at), target = [0, 0, 0], distance = 24;
  const seen = (...colors) => colors.map((rule, i) => [`square ${i}`, at[i], rule]);
  await same(written('sides.gltf', gltfOf(squares)), [
    { ...front, distance, target, points: seen('red', 'nothing', 'blue', 'yellow', 'nothing') },
    { ...behind, distance, target, points: seen('nothing', 'green', 'blue', 'nothing', 'white') },
  ]);
});

test('depth: the nearer one is seen, in whichever order', async () => {
  const squares = [
    { at: [-3, 0, 1], color: 'red' }, { at: [-3, 0, 0], half: 2, color: 'green' },
    { at: [3, 0, 0], half: 2, color: 'green' }, { at: [3, 0, 1], color: 'red' },
  ];
  for (const one of squares) one.material = { doubleSided: true };
  const points = [['middle', [-3, 0, 1], 'red'], ['rim', [-3, 1.6, 0], 'green'], ['middle', [3, 0, 1], 'red'], ['rim', [3, 1.6, 0], 'green']];
  const hidden = [['left', [-3, 0, 0], 'green'], ['right', [3, 0, 0], 'green']];
  await same(written('depth.gltf', gltfOf(squares)), [
    { ...front, distance: 24, target: [0, 0, 0], points },
    { ...behind, distance: 24, target: [0, 0, 0], points: hidden },
    { ...front, distance: 150, target: [0, 0, 0], points: points.filter(([what]) => what === 'middle') },
  ]);
});

test('alpha: opaque, masked, blended', async () => {
  const board = { at: [0, 0, -2], half: 14, color: 'blue' };
  const smooth = [[255, 0, 0, 100], [255, 0, 0, 160]], cases = [
    ['OPAQUE', {}, 'red', 'red'], ['MASK', { alphaMode: 'MASK' }, 'blue', 'red'],
    ['MASK 0.2', { alphaMode: 'MASK', alphaCutoff: 0.2 }, 'red', 'red'], ['MASK 0.9', { alphaMode: 'MASK', alphaCutoff: 0.9 }, 'blue', 'blue'],
    ['BLEND', { alphaMode: 'BLEND' }, 'red and blue', 'red and blue'],
  ];
  const squares = [board, ...cases.map(([, material], i) => ({ at: [3 * i - 6, 2, 0], texture: smooth, material }))];
  // Of two that are mixed the farther one is drawn first, wherever it is in the file; behind them is
  // the board, and what is nearer hides them.
  const half = [[0, 255, 0, 160], [0, 255, 0, 160]], glass = { alphaMode: 'BLEND' };
  squares.push({ at: [-3, -2, 1], texture: half, material: glass }, { at: [-3, -2, 0], texture: [[255, 0, 0, 255], [255, 0, 0, 255]], material: glass },
               { at: [3, -2, 1], color: 'red' }, { at: [3, -2, 0], texture: half, material: glass });
  const points = cases.flatMap(([what, , left, right], i) => [[`${what}, left`, [3 * i - 6.5, 2, 0], left], [`${what}, right`, [3 * i - 5.5, 2, 0], right]]);
  points.push(['glass in front', [-3, -2, 1], 'red and green'], ['glass behind', [3, -2, 1], 'red']);
  await same(written('alpha.gltf', gltfOf(squares)), [{ ...front, distance: 30, target: [0, 0, 0], points }]);
});

test('Super Mario 64: layers', async () => {
  const board = { at: [0, 0, -100], half: 1200, look: looks.paint(0, 0, 255) };
  const solid = ['red', 'red'], cut = ['red', 'blue'], mixed = ['red and blue', 'blue'];
  const cases = [
    ['LAYER_FORCE', 'holes', solid], ['LAYER_OPAQUE', 'holes', solid], ['LAYER_OPAQUE_INTER', 'holes', solid],
    ['LAYER_ALPHA', 'holes', cut], ['LAYER_OCCLUDE_SILHOUETTE_ALPHA', 'holes', cut], ['LAYER_ALPHA', 'smooth', ['blue', 'white']],
    ['LAYER_TRANSPARENT', 'faded', mixed], ['LAYER_TRANSPARENT_INTER', 'faded', mixed], ['LAYER_TRANSPARENT', 'holes', cut],
  ];
  const place = (i) => [120 * (i % 5) - 240, i < 5 ? 90 : -90, 0];
  const squares = [board, ...cases.map(([layer, look], i) => ({ layer, at: place(i), look: looks[look], texels: look === 'smooth' ? 8 : 4 }))];
  const points = cases.flatMap(([layer, look, [left, right]], i) => {
    const [x, y] = place(i);
    return [[`${layer} ${look}, left`, [x - 25, y, 0], left], [`${layer} ${look}, right`, [x + 25, y, 0], right]];
  });
  const [file, source] = exported('layers', sm64Of(squares));
  await same(file, [{ ...front, distance: 1200, target: [0, 0, 0], points }, { ...aside, distance: 1400, target: [0, 0, 0], points }], source);
});

test('Super Mario 64: decals, sides and depth', async () => {
  const ground = (x) => ({ at: [x, 0, 0], half: 80, look: looks.paint(0, 255, 0) });
  const squares = [
    ground(-200), ground(0), { at: [200, 0, 40], look: looks.paint(255, 0, 0) }, ground(200),
    { layer: 'LAYER_OPAQUE_DECAL', at: [-203, 2, 0], half: 41, look: looks.holes },
    { layer: 'LAYER_TRANSPARENT_DECAL', at: [3, 2, 0], half: 41, look: looks.faded },
    { at: [-200, -200, 0], look: looks.paint(255, 0, 0), turned: true },
    { at: [0, -200, 0], look: looks.paint(255, 0, 0).replace(/^.*?\), .*?\)/, 'gsSPClearGeometryMode(G_CULL_BACK)'), turned: true },
    { at: [200, -200, 0], look: looks.paint(255, 255, 0).replace(/^.*?\), .*?\)/, 'gsSPClearGeometryMode(G_CULL_BACK), gsSPSetGeometryMode(G_CULL_FRONT)'), turned: true },
  ];
  const points = [
    ['decal', [-220, 2, 0], 'red'], ['decal, its holes are solid', [-180, 2, 0], 'red'], ['beside the decal', [-200, 65, 0], 'green'],
    ['glass decal', [-20, 2, 0], 'red and green'], ['its hole', [22, 2, 0], 'green'], ['in front', [200, 0, 40], 'red'],
    ['looks away', [-200, -200, 0], 'nothing'], ['both sides', [0, -200, 0], 'red'], ['the back only', [200, -200, 0], 'yellow'],
  ];
  const [file, source] = exported('decals', sm64Of(squares));
  await same(file, [400, 1400, 3000].flatMap((distance) => [front, aside].map((view) => ({
    ...view, distance, target: [0, 0, 0],
    points: distance === 400 ? points.slice(3, 5) : distance === 3000 ? points.filter(([what]) => /decal$|in front/.test(what)) : points,
  }))), source);
});

test('CraftStudio: flat blocks have two faces, holes are transparent', async () => {
  const colors = { red: [255, 0, 0, 255], yellow: [255, 255, 0, 255], green: [0, 255, 0, 255], blue: [0, 0, 255, 255], hole: [0, 0, 0, 0] };
  // Fronts are red and yellow, backs green and blue, the rest of the texture is a hole.
  const texture = png(32, 16, (x, y) => colors[y >= 8 ? 'hole' : ['red', 'yellow', 'green', 'blue'][x >> 2] ?? 'hole']);
  const pages = [[0, 0], [8, 0], [24, 8], [24, 8], [24, 8], [24, 8]], open = [[24, 8], ...pages.slice(1)];
  const flat = [8, 8, 0];
  const blocks = [
    { size: flat, at: [-18, 0, 0], faces: pages }, { size: flat, at: [-6, 0, 0], faces: pages, scale: [-1, 1, 1] },
    { size: flat, at: [6, 0, 0], faces: pages, scale: [1, 1, -1] }, { size: [8, 8, 8], at: [18, 0, -4], faces: open },
  ];
  // Sixteen pixels are a unit of the file.
  const halves = (x, left, right, z = 0) => [[`${x}, left`, [(x - 2) / 16, 0, z / 16], left], [`${x}, right`, [(x + 2) / 16, 0, z / 16], right]];
  const [file, source] = exported('blocks', { 'blocks.csmodel': csmodelOf(blocks, texture) });
  const before = [...halves(-18, 'red', 'yellow'), ...halves(-6, 'yellow', 'red'), ...halves(6, 'blue', 'green')];
  const after = [...halves(-18, 'blue', 'green'), ...halves(-6, 'green', 'blue'), ...halves(6, 'red', 'yellow'), ...halves(18, 'blue', 'green', -8)];
  const target = [0, 0, 0];
  await same(file, [
    { ...front, distance: 6, target, points: [...before, ...halves(18, 'blue', 'green', -8)] },
    { ...behind, distance: 6, target, points: after },
    { ...front, distance: 30, target, points: before }, { ...behind, distance: 30, target, points: after },
    { ...aside, distance: 6, target, points: before }, { yaw: 140, pitch: -30, distance: 6, target, points: after.slice(0, 6) },
  ], source);
});
