// SPDX-License-Identifier: MIT
// The npm package as a user gets it, against the native tool: the same numbers, bytes and pixels.
//   node package_test.mjs PACKAGE_FOLDER NATIVE_TOOL EXAMPLES
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import zlib from 'node:zlib';

const [packageFolder, tool, examples] = process.argv.slice(2).map((name) => path.resolve(name));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'anmkit-'));
after(() => fs.rmSync(folder, { recursive: true }));

// Packed, unpacked and loaded as npm would.
const packed = JSON.parse(execFileSync('npm', ['pack', '--json', '--pack-destination', folder],
                                       { cwd: packageFolder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))[0];
execFileSync('tar', ['-xzf', path.join(folder, packed.filename), '-C', folder]);
const { load, AnmkitError, TornError } = await import(pathToFileURL(path.join(folder, 'package/index.js')));
const kit = await load();

const native = (...args) => execFileSync(tool, args, { encoding: 'utf8', cwd: examples, stdio: ['ignore', 'pipe', 'ignore'] });
const nativeJson = (...args) => JSON.parse(native(...args));

async function sessionWith(...folders) {
  const session = await kit.session();
  for (const one of folders) {
    for (const name of fs.readdirSync(path.join(examples, one)))
      session.put(`${one}/${name}`, fs.readFileSync(path.join(examples, one, name)));
  }
  return session;
}
const families = { craftstudio: 'robot-walk.csmodelanim', psx: 'HOP.ANM', gc: 'stalk.anm', sm64: 'wave.inc.c' };

test('the package holds what it names', () => {
  const names = packed.files.map((file) => file.path).sort();
  assert.deepEqual(names, ['LICENSE', 'README.md', 'THIRD-PARTY-NOTICES.txt', 'anmkit.wasm', 'index.d.ts', 'index.js', 'module.js',
                           'package.json', 'sbom.cdx.json', 'shown.js']);
  assert.equal(JSON.parse(fs.readFileSync(path.join(folder, 'package/package.json'))).version, kit.version);
});

test('the program of README.md runs', () => {
  const [, program] = fs.readFileSync(path.join(folder, 'package/README.md'), 'utf8').match(/```js\n(.*?)```/s);
  const clean = path.join(folder, 'readme');
  fs.mkdirSync(path.join(clean, 'node_modules'), { recursive: true });
  fs.symlinkSync(path.join(folder, 'package'), path.join(clean, 'node_modules/anmkit'));
  for (const name of ['robot.csmodel', 'robot-walk.csmodelanim'])
    fs.copyFileSync(path.join(examples, 'craftstudio', name), path.join(clean, name));
  // Each line that shows a value without using it prints it instead.
  const shows = program.replace(/^(s(?:ession|hown)\..*?);/gm, 'console.log(JSON.stringify($1).slice(0, 60));');
  fs.writeFileSync(path.join(clean, 'program.mjs'), shows);
  const lines = execFileSync('node', ['program.mjs'], { cwd: clean, encoding: 'utf8' }).trimEnd().split('\n');
  assert.equal(lines.length, (program.match(/^(session|shown)\./gm) ?? []).length);
  assert.ok(lines.length >= 6 && lines.every((line) => line !== 'undefined' && line !== '{}'), lines.join('\n'));
});

test('formats are those of the tool', async () => {
  const session = await kit.session();
  assert.deepEqual(session.formats().formats, nativeJson('formats', '--json').formats);
});

for (const [family, file] of Object.entries(families)) {
  const name = `${family}/${file}`;
  test(`${family}: info, check, dump and build`, async () => {
    const session = await sessionWith(family);
    const info = session.info(name);
    assert.deepEqual(info, nativeJson('info', '--json', name).files[0]);
    assert.deepEqual(session.check(name), nativeJson('check', '--json', name).files[0]);
    const dump = session.dump(name);
    assert.equal(dump, native('dump', name));
    session.put('dumped.json', dump);
    assert.deepEqual(Buffer.from(session.build('dumped.json').bytes), fs.readFileSync(path.join(examples, name)));
  });
  test(`${family}: samples are numbers of the tool`, async () => {
    const session = await sessionWith(family);
    for (const space of ['local', 'world']) {
      const frames = [0, 1, 3.5];
      const own = session.sample(name, { frames, space });
      const theirs = nativeJson('sample', name, '--json', '--space', space, ...frames.flatMap((f) => ['--frame', `${f}`]));
      const flat = (samples) => samples.samples.flatMap((one) => one.nodes.flatMap(
        (node) => node.matrix ?? [...node.translation, ...node.rotation, ...node.scale]));
      const a = flat(own), b = flat(theirs);
      assert.equal(a.length, b.length);
      // Another library of mathematics: the last bits of sines differ.
      a.forEach((number, i) => assert.ok(Math.abs(number - b[i]) <= 1e-9 * Math.max(1, Math.abs(b[i])), `${number} ${b[i]}`));
    }
  });
  test(`${family}: bytes explained`, async () => {
    const session = await sessionWith(family);
    const own = session.explain(name), theirs = nativeJson('explain', '--json', name).files[0];
    assert.deepEqual(own.fields(), theirs.fields);
    assert.deepEqual(own.coverage, theirs.coverage);
    assert.deepEqual(own.at(17), theirs.fields.find((field) => field.offset + field.length > 17));
  });
  test(`${family}: what is shown`, async () => {
    const session = await sessionWith(family);
    const shown = session.show({ files: [name] });
    const info = nativeJson('info', '--json', name).files[0];
    assert.deepEqual(shown.clips.map((clip) => [clip.name, clip.rate, clip.duration]),
                     info.clips.map((clip) => [clip.name, clip.rate, clip.frames]));
    const pose = shown.pose(2.5);
    const world = shown.sample({ frames: [2.5], space: 'world' }).samples[0].nodes;
    assert.equal(pose.nodes.length, shown.nodes.length);
    let compared = 0;
    for (const node of world.filter((one) => one.visible)) {
      const at = pose.nodes.find((one, i) => shown.nodes[i].id === node.id && shown.nodes[i].name === node.name && one.visible);
      if (!at) continue;
      node.matrix.forEach((number, i) => assert.ok(Math.abs(number - at.matrix[i]) <= 1e-4 * Math.max(1, Math.abs(number))));
      compared++;
    }
    assert.ok(compared > 0);
    assert.ok(shown.tracks().every((track) => track.values.length === track.times.length * track.stride));
    shown.choose(-1);
    assert.notDeepEqual(shown.pose(2.5).nodes[0].matrix.length, 0);
    shown.close();
    assert.throws(() => shown.pose(0), /closed/);
  });
}

test('glb and other spellings are the bytes of the tool', async () => {
  const session = await sessionWith('craftstudio', 'psx');
  for (const [from, output] of [['craftstudio/robot-wave.csmodelanim', 'out.glb'],
                                ['craftstudio/robot-wave.csmodelanim', 'out.csjsmodelanim'],
                                ['psx/HOP.ANM', 'out.glb']]) {
    const made = session.convert({ files: [from], output }).files[0];
    execFileSync(tool, ['convert', from, '-q', '-f', '-o', path.join(folder, output)], { cwd: examples });
    assert.deepEqual(Buffer.from(made.bytes), fs.readFileSync(path.join(folder, output)), `${from} ${output}`);
  }
});

test('a glb becomes the file that it was made from', async () => {
  for (const [family, file] of Object.entries(families)) {
    const session = await sessionWith(family);
    const glb = session.convert({ files: [`${family}/${file}`], output: 'there.glb' }).files[0];
    session.put('there.glb', glb.bytes);
    const back = session.convert({ files: ['there.glb'], output: file });
    assert.deepEqual(Buffer.from(back.files[0].bytes), fs.readFileSync(path.join(examples, family, file)), file);
  }
});

test('subjects of a folder', async () => {
  const session = await sessionWith('craftstudio');
  const own = session.project();
  const theirs = nativeJson('info', '--json', 'craftstudio');
  assert.deepEqual(own.subjects.map((one) => one.clips), theirs.subjects.map((one) => one.clips));
  assert.equal(session.show({ subject: own.subjects[0].name }).parts.length, 8);
});

test('playing tick by tick', async () => {
  const session = await sessionWith('psx', 'sm64');
  for (const name of ['psx/HOP.ANM', 'sm64/wave.inc.c'])
    assert.deepEqual(session.play(name, { ticks: 90 }), nativeJson('play', name, '--json', '--ticks', '90'));
});

test('scripts and their pictures', async () => {
  execFileSync('python3', [path.join(examples, 'cs2/make_examples.py'), path.join(folder, 'cs2')]);
  execFileSync(tool, ['convert', 'ball', '-q', '-f', '-o', 'ball.anm'], { cwd: path.join(folder, 'cs2') });
  const session = await kit.session();
  for (const name of ['ball.anm', 'ball.hg3']) session.put(name, fs.readFileSync(path.join(folder, 'cs2', name)));
  const script = session.script('ball.anm');
  assert.deepEqual(script.found, ['ball.hg3']);
  assert.ok(script.ticks > 0 && script.pictures.length > 1);
  for (const tick of [0, 7, 31]) {
    execFileSync(tool, ['render', 'ball.anm', '-q', '-f', '--frame', `${tick}`, '-o', 'still.png'], { cwd: path.join(folder, 'cs2') });
    const shown = script.screen(tick);
    assert.deepEqual(Buffer.from(shown.pixels), pixelsOf(fs.readFileSync(path.join(folder, 'cs2/still.png'))));
  }
  assert.match(session.graph('ball.anm'), /graph|flowchart/);
  assert.ok(session.play('ball.anm', { ticks: 5, trace: true }).trace.length > 0);
});

// The pixels of a PNG of eight bits, red, green, blue and alpha, that is not interlaced.
function pixelsOf(png) {
  const width = png.readUInt32BE(16), height = png.readUInt32BE(20), parts = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
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

test('pictures without a graphics card are those of the tool', async () => {
  const session = await sessionWith('psx');
  const shown = session.show({ files: ['psx/HOP.ANM'] });
  for (const frame of [0, 6.5, 17.25]) {
    execFileSync(tool, ['render', 'psx/HOP.ANM', '-q', '-f', '--frame', `${frame}`, '--size', '160x120',
                        '--background', '000000', '-o', path.join(folder, 'native.png')], { cwd: examples });
    const drawn = shown.draw({ frame, width: 160, height: 120, background: [0, 0, 0] });
    assert.deepEqual(Buffer.from(drawn.pixels), pixelsOf(fs.readFileSync(path.join(folder, 'native.png'))));
  }
});

test('what is wrong is thrown as a finding', async () => {
  const session = await sessionWith('psx');
  const refused = (code, act) => assert.throws(act, (error) => error instanceof AnmkitError && error.code === code);
  session.put('junk.xyz', new Uint8Array([1, 2, 3]));
  session.put('empty.anm', new Uint8Array());
  refused('anmkit.UNKNOWN-FORMAT', () => session.dump('junk.xyz'));
  refused('anmkit.USAGE', () => session.info('missing.anm'));
  refused('anmkit.OPTION', () => session.info('psx/HOP.ANM', { options: { nope: 1 } }));
  refused('anmkit.CLIP', () => session.sample('psx/HOP.ANM', { frames: [0], clip: '7' }));
  refused('anmkit.USAGE', () => session.show({}));
  refused('anmkit.USAGE', () => session.show({ subject: 'nobody' }));
  assert.equal(session.check('junk.xyz').ok, false);
  assert.equal(session.check('empty.anm').ok, false);
  const broken = fs.readFileSync(path.join(examples, 'psx/HOP.ANM')).subarray(0, 99);
  session.put('psx/HOP.ANM', broken);
  assert.equal(session.check('psx/HOP.ANM').ok, false);
  const fields = session.explain('psx/HOP.ANM').fields();
  assert.equal(fields.reduce((sum, field) => sum + field.length, 0), 99);
  assert.equal(session.remove('psx/HOP.ANM'), true);
  assert.equal(session.remove('psx/HOP.ANM'), false);
});

test('sessions know nothing of each other', async () => {
  const [a, b] = [await kit.session(), await kit.session()];
  a.put('x', 'one');
  assert.deepEqual(b.files(), []);
  assert.deepEqual(Buffer.from(a.bytes('x')).toString(), 'one');
});

// Addresses behind 2 GiB have their highest bit set; behind 4 GiB there is no more memory.
test('memory that ends is an error, and other sessions go on', async () => {
  const session = await sessionWith('psx');
  const block = new Uint8Array(256 * 2 ** 20);
  const fill = () => {
    for (let i = 0; i < 64; i++) {
      block[0] = i + 1;
      session.put(`fill${i}`, block);
      if (i === 9) {
        assert.equal(session.bytes('fill9')[0], 10);
        assert.equal(session.info('psx/HOP.ANM').clips[0].frames, 40);
      }
    }
  };
  assert.throws(fill, (error) => error instanceof TornError || /not enough memory/.test(error.message));
  // Little is left: the largest call that does not fit ends the session instead of going on for ever.
  const small = new Uint8Array(2 ** 20);
  assert.throws(() => {
    for (let i = 0; i < 1024; i++) session.put(`small${i}`, small);
  }, (error) => error instanceof TornError || /not enough memory/.test(error.message));
  if (session.torn) assert.throws(() => session.files(), TornError);
  const other = await sessionWith('psx');
  assert.equal(other.torn, false);
  assert.equal(other.check('psx/HOP.ANM').ok, true);
});

test('keys and the bytes that they are made of', async () => {
  const session = await sessionWith('psx');
  const [first] = session.fieldsOf('psx/HOP.ANM', { clip: 0, track: 0, key: 3 });
  const keys = session.keysOf('psx/HOP.ANM', { clip: 0, offset: first.field.offset });
  assert.equal(keys.length, first.keys);
  assert.ok(keys.some((one) => one.track === 0 && one.key === 3));
  assert.throws(() => session.keysOf('psx/HOP.ANM', { clip: 9, offset: 0 }), /clip/);
});

test('a camera of a scene looks at its target', async () => {
  const session = await sessionWith('psx');
  const shown = session.show({ files: ['psx/ORBIT.ANC'] });
  const node = shown.nodes.findIndex((one) => one.camera >= 0);
  for (const frame of [0, 5]) {
    const { matrix, verticalFov } = shown.aim(node, frame);
    const told = session.sample('psx/ORBIT.ANC', { frames: [frame] }).samples[0].nodes[node];
    assert.ok(Math.abs(verticalFov - told.fieldOfView) < 1e-9);
    const to = told.target.map((number, i) => number - told.translation[i]), size = Math.hypot(...to);
    const looks = [-matrix[8], -matrix[9], -matrix[10]];
    to.forEach((number, i) => assert.ok(Math.abs(number / size - looks[i]) < 1e-9));
    assert.deepEqual(matrix.slice(12, 15), told.translation);
  }
  assert.throws(() => shown.aim(99, 0), /camera/);
});
