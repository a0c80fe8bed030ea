// SPDX-License-Identifier: MIT
// The module in two parts: what the first picture of a file needs, and the rest, which comes behind
// it. Which functions are which is seen by opening files with a module that writes it down.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { AnmkitError, Session } from '../bindings/js/index.js';
import { Instance } from '../bindings/js/module.js';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const contents = (folder) => fs.readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((one) => one.isFile())
  .map((one) => path.join(one.parentPath, one.name))
  .map((file) => ({ name: path.relative(folder, file), bytes: fs.readFileSync(file) }));

/** A script with its pictures, which no file of the repository is. */
function makeScript(tool, work) {
  execFileSync('python3', [path.join(root, 'examples/cs2/make_examples.py'), work]);
  execFileSync(tool, ['convert', path.join(work, 'ball'), '-q', '-o', path.join(work, 'made/ball.anm')]);
  return contents(path.join(work, 'made'));
}

/** Lists of files that belong together: the examples, and those that the tests have of every kind. */
function examples(tool, work) {
  const families = fs.readdirSync(path.join(root, 'examples'))
    .filter((name) => name !== 'cs2' && fs.existsSync(path.join(root, 'examples', name, 'make_examples.py')));
  const lists = families.map((family) =>
    contents(path.join(root, 'examples', family)).filter(({ name }) => !name.endsWith('.py')));
  lists.push(makeScript(tool, work));
  for (const family of fs.readdirSync(path.join(root, 'tests/vectors'))) {
    const good = path.join(root, 'tests/vectors', family, 'good');
    if (!fs.existsSync(good)) continue;
    for (const one of fs.readdirSync(good, { withFileTypes: true })) {
      const place = path.join(good, one.name);
      lists.push(one.isDirectory() ? contents(place) : [{ name: one.name, bytes: fs.readFileSync(place) }]);
    }
  }
  return lists;
}

/** Does with files what the page does before their picture is there. */
function open(session, files) {
  const attempt = (act) => {
    try {
      return act();
    } catch (error) {
      // Not all of them are something to see.
      if (error instanceof AnmkitError) return undefined;
      throw error;
    }
  };
  for (const { name, bytes } of files) session.put(name, bytes);
  session.formats();
  const { subjects } = session.project();
  for (const { file } of session.files()) {
    session.detect(file);
    attempt(() => session.info(file));
    const script = file.endsWith('.anm') ? attempt(() => session.script(file, { options: {} })) : undefined;
    if (script?.pictures.length > 0) script.screen(0);
    script?.close();
  }
  for (const { name } of subjects) {
    const shown = attempt(() => session.show({ subject: name, options: {}, unchecked: true }));
    if (!shown) continue;
    shown.choose(shown.clip);
    shown.tracks();
    const size = { yaw: 30, pitch: 15, width: 640, height: 480 };
    const { distance, target } = attempt(() => shown.fit(size)) ?? { distance: 1, target: [0, 0, 0] };
    shown.pose(0.5, size);
    attempt(() => shown.draw({ ...size, distance, target, frame: 0.5, background: [0, 0, 0], grid: true }));
    shown.close();
  }
  for (const { name } of files) session.remove(name);
}

// What the compiler uses; what is newer, no browser reads as these tools write it.
const features = ['bulk-memory', 'multivalue', 'mutable-globals', 'nontrapping-float-to-int', 'reference-types', 'sign-ext']
  .map((name) => `--enable-${name}`);

/** `tool`: the command line tool. */
export async function split(module, first, rest, tool) {
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'anmkit-split-'));
  const run = (tool, ...more) => {
    try {
      execFileSync(tool, [...features, ...more], { stdio: ['ignore', 'pipe', 'pipe'] });
    } catch (error) {
      if (error.code === 'ENOENT') throw new Error(`There is no ${tool}: it is in the package binaryen.`);
      throw error;
    }
  };
  try {
    const watching = path.join(work, 'watching.wasm'), seen = path.join(work, 'seen');
    run('wasm-split', '--instrument', module, '-o', watching, '--profile-export=__write_profile');
    const nothing = new Proxy({}, { get: () => new Proxy({}, { get: () => () => 0 }) });
    const { exports } = (await WebAssembly.instantiate(fs.readFileSync(watching), nothing)).instance;
    exports._initialize();
    const instance = new Instance(exports);
    instance.call('version');
    const session = new Session(instance);
    for (const files of examples(tool, work)) open(session, files);
    const size = exports.__write_profile(0, 0), at = exports.anm_alloc(size);
    exports.__write_profile(at, size);
    fs.writeFileSync(seen, new Uint8Array(exports.memory.buffer, at, size));
    run('wasm-split', module, `--profile=${seen}`, '-o1', first, '-o2', path.join(work, 'rest.wasm'));
    // The first part is smaller as it is, once it is packed.
    run('wasm-opt', '-Oz', path.join(work, 'rest.wasm'), '-o', rest);
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}
