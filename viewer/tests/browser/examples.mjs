// SPDX-License-Identifier: MIT
// A folder with each family's example, and the script of CatSystem 2 that is made from its pictures.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from './tool.mjs';

/** Call `remove` at the end. */
export function makeExamples() {
  const folder = mkdtempSync(path.join(tmpdir(), 'anmkit-examples-'));
  cpSync(path.join(import.meta.dirname, '../../../examples'), folder, { recursive: true });
  execFileSync('/usr/bin/python3', [path.join(folder, 'cs2/make_examples.py'), path.join(folder, 'cs2')]);
  run('convert', path.join(folder, 'cs2/ball'), '-o', path.join(folder, 'cs2/ball.anm'), '--quiet');
  run('convert', path.join(folder, 'craftstudio/robot.csmodel'), path.join(folder, 'craftstudio/robot-walk.csmodelanim'),
      '-o', path.join(folder, 'robot.glb'), '--quiet');
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** What a person drops: files in order; `clips` are those that the page must list; `moving` has the
 * first of them at `clip`, and the rest are its companions. */
export const families = {
  craftstudio: {
    files: ['craftstudio/robot-walk.csmodelanim', 'craftstudio/robot-wave.csmodelanim', 'craftstudio/robot.csmodel'],
    format: 'csmodelanim', moving: 'craftstudio/robot-walk.csmodelanim', companions: ['craftstudio/robot.csmodel'],
  },
  psx: { files: ['psx/HOP.ANM', 'psx/MODEL.TMD'], format: 'psx-anm', moving: 'psx/HOP.ANM', companions: ['psx/MODEL.TMD'] },
  camera: { files: ['psx/ORBIT.ANC'], format: 'psx-anc', moving: 'psx/ORBIT.ANC', companions: [] },
  gc: {
    files: ['gc/stalk.anm', 'gc/stalk.act', 'gc/stalk.gpl', 'gc/stalk.skn', 'gc/stalk.tpl'],
    format: 'gc-anm', moving: 'gc/stalk.anm', companions: ['gc/stalk.act', 'gc/stalk.gpl', 'gc/stalk.skn', 'gc/stalk.tpl'],
  },
  sm64: { files: ['sm64/wave.inc.c', 'sm64/geo.inc.c'], format: 'sm64-c', moving: 'sm64/wave.inc.c', companions: ['sm64/geo.inc.c'] },
  cs2: { files: ['cs2/ball.anm', 'cs2/ball.hg3'], format: 'cs2-anm', moving: 'cs2/ball.anm', companions: ['cs2/ball.hg3'] },
  gltf: { files: ['robot.glb'], format: '', moving: 'robot.glb', companions: [] },
};
/** Those with poses. */
export const posed = ['craftstudio', 'psx', 'camera', 'gc', 'sm64', 'gltf'];

export const paths = (folder, name) => families[name].files.map((file) => path.join(folder, file));
export const contents = (folder, name) => families[name].files.map((file) => ({
  name: path.basename(file), bytes: readFileSync(path.join(folder, file)),
}));
