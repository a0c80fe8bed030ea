// SPDX-License-Identifier: MIT
// The page on which tests and measurements of the panels run: synthetic data, no module.

import { Curves } from '../src/panels/curves';
import { DopeSheet } from '../src/panels/dope_sheet';
import { HexPane } from '../src/panels/hex_pane';
import { applyTheme, darkTheme, lightTheme, themeRules } from '../src/panels/theme';
import type { ByteSource, KeyTrack, Leaf, LeafSource, Series } from '../src/panels/types';

/** Any byte of a file of any size, from its offset alone. */
export function byteAt(offset: number): number {
  const record = offset % 48;
  if (record < 8) return 'keyframe'.charCodeAt(record);
  return (Math.imul(offset, 0x9e3779b1) >>> 24) ^ (offset & 255);
}

export function virtualBytes(size: number): ByteSource {
  return {
    size,
    read(offset, length) {
      const bytes = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
      for (let i = 0; i < bytes.length; i++) bytes[i] = byteAt(offset + i);
      return bytes;
    },
  };
}

/** Records of 48 bytes: [place, length, name, kind]. */
const record: [number, number, string, Leaf['kind']][] = [
  [0, 8, 'name', 'field'],
  [8, 2, 'first_frame', 'field'],
  [10, 2, 'count', 'field'],
  [12, 4, 'rotation.x', 'field'],
  [16, 4, 'rotation.y', 'field'],
  [20, 4, 'rotation.z', 'field'],
  [24, 6, 'reserved', 'unused'],
  [30, 2, 'alignment', 'padding'],
  [32, 11, 'data', 'unknown'],
  [43, 1, 'flags', 'field'],
  [44, 4, 'next', 'field'],
];

export function recordLeaves(size: number): LeafSource {
  const leaf = (index: number): Leaf => {
    const [place, length, name, kind] = record[index % record.length]!;
    const number = Math.floor(index / record.length);
    const offset = number * 48 + place;
    return {
      path: `records[${number}].${name}`,
      offset,
      length: Math.min(length, size - offset),
      kind,
      type: `u8[${length}]`,
      value: String(number),
      meaning: `The ${name} of record ${number}.`,
      index,
    };
  };
  const indexAt = (offset: number): number => {
    const inside = offset % 48;
    const i = record.findIndex(([place, length]) => inside >= place && inside < place + length);
    return Math.floor(offset / 48) * record.length + i;
  };
  return {
    leaves(offset, length) {
      const found: Leaf[] = [];
      const end = Math.min(size, offset + length);
      for (let i = indexAt(offset); leaf(i).offset < end; i++) found.push(leaf(i));
      return found;
    },
    at: (offset) => (offset < size ? leaf(indexAt(offset)) : undefined),
  };
}

const nodes = ['Hips', 'Spine', 'Chest', 'Neck', 'Head', 'LeftArm', 'LeftHand', 'RightArm', 'RightHand', 'Tail'];
const properties = ['rotation', 'offset', 'scale', 'visible'];

export function someTracks(count: number, keys: number, spacing = 1): KeyTrack[] {
  return Array.from({ length: count }, (_, i) => {
    const number = Math.floor(i / (nodes.length * properties.length));
    const node = `${nodes[Math.floor(i / properties.length) % nodes.length]!}${number ? ` ${number}` : ''}`;
    const property = properties[i % properties.length]!;
    const times = Float64Array.from({ length: keys }, (_, k) => k * spacing + (i % 7 === 3 ? k % 2 : 0) * 0.25);
    return { name: `${node} ${property}`, node, property, times };
  });
}

/** As a small clip looks: keys here and there. */
export function sparseTracks(): KeyTrack[] {
  return someTracks(36, 0).map((track, i) => {
    const times: number[] = [];
    for (let frame = (i * 5) % 11; frame <= 120; frame += 1 + ((frame * 7 + i * 13) % (i % 5 === 0 ? 4 : 23))) {
      times.push(frame);
    }
    return { ...track, times: Float64Array.from(times) };
  });
}

export function someSeries(components: number): Series {
  const frames = Float64Array.from({ length: 121 }, (_, i) => i);
  const values = Array.from({ length: components }, (_, c) =>
    frames.map((frame) => Math.fround(Math.sin(frame / (9 + 2 * c)) * (40 - 4 * c) + 3 * c)),
  );
  const names = Array.from({ length: components }, (_, c) => 'xyzw'[c] ?? `c${c}`);
  return { name: 'LeftArm rotation', frames, values, names };
}

/** Draws `count` times after `move` and answers the time of each, pixels included. */
export function measure(
  panel: { redraw(): void },
  canvas: HTMLCanvasElement,
  count: number,
  move: (step: number) => void,
): number[] {
  const context = canvas.getContext('2d')!;
  const times: number[] = [];
  for (let step = 0; step < count; step++) {
    const before = performance.now();
    move(step);
    panel.redraw();
    context.getImageData(0, 0, 1, 1); // waits until it is really drawn
    times.push(performance.now() - before);
  }
  return times;
}

const log: { selected: [number, string | undefined][]; seeks: number[]; keys: [number, number][]; ranges: [number, number][] } = {
  selected: [],
  seeks: [],
  keys: [],
  ranges: [],
};

const style = document.createElement('style');
style.textContent = themeRules();
document.head.append(style);

const host = (id: string): HTMLElement => document.getElementById(id)!;

function mount(size = 2 ** 30) {
  const hex = new HexPane(host('hex'), {
    bytes: virtualBytes(size),
    leaves: recordLeaves(size),
    onselect: (offset, leaf) => log.selected.push([offset, leaf?.path]),
  });
  const dope = new DopeSheet(host('dope'), {
    tracks: sparseTracks(),
    duration: 120,
    onseek: (frame) => log.seeks.push(frame),
    onkey: (track, key) => log.keys.push([track, key]),
    onrange: (first, last) => log.ranges.push([first, last]),
  });
  const curves = new Curves(host('curves'), { onseek: (frame) => log.seeks.push(frame) });
  return { hex, dope, curves };
}

const bench = {
  Curves,
  DopeSheet,
  HexPane,
  applyTheme,
  byteAt,
  darkTheme,
  lightTheme,
  log,
  measure,
  mount,
  recordLeaves,
  someSeries,
  someTracks,
  sparseTracks,
  virtualBytes,
};
export type Bench = typeof bench;
Object.assign(window, { bench });
