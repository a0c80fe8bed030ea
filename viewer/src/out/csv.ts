// SPDX-License-Identifier: MIT
// Poses as a table for spreadsheets and scripts: one line for each node of each frame, with the
// columns that `anmkit sample --json` has as fields.
import { pauses } from '../pause';
import type { Made, Making } from './frames';

export interface SampledNode {
  name: string;
  visible: boolean;
  /** Three numbers, four as x, y, z, w, and three. From a Float32Array a number is printed as the
   * shortest one that is the same in 32 bits, else in 64. */
  translation: ArrayLike<number>;
  rotation: ArrayLike<number>;
  scale: ArrayLike<number>;
}

export interface Sample {
  frame: number;
  seconds: number;
  nodes: Iterable<SampledNode>;
}

export const csvColumns = [
  'frame',
  'seconds',
  'node',
  'visible',
  'tx',
  'ty',
  'tz',
  'qx',
  'qy',
  'qz',
  'qw',
  'sx',
  'sy',
  'sz',
] as const;

/** `total` is the number of samples, for progress only. */
export async function makeCsv(
  samples: Iterable<Sample> | AsyncIterable<Sample>,
  total: number,
  options: Making = {},
): Promise<Made> {
  const encoder = new TextEncoder();
  const parts: Uint8Array<ArrayBuffer>[] = [encoder.encode(`${csvColumns.join(',')}\n`)];
  const breathe = pauses(options.signal);
  let done = 0;
  for await (const { frame, seconds, nodes } of samples) {
    let lines = '';
    for (const { name, visible, translation, rotation, scale } of nodes) {
      const numbers = [
        ...shortest(translation, 3),
        ...shortest(rotation, 4),
        ...shortest(scale, 3),
      ];
      lines += `${frame},${seconds},${quoted(name)},${visible},${numbers.join(',')}\n`;
    }
    parts.push(encoder.encode(lines));
    options.progress?.(++done, total);
    await breathe();
  }
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  return { bytes, type: 'text/csv', extension: 'csv', notes: [] };
}

function shortest(numbers: ArrayLike<number>, count: number): string[] {
  if (numbers.length !== count)
    throw new Error(`A node has ${numbers.length} numbers; expected ${count}.`);
  return Array.from(numbers, numbers instanceof Float32Array ? shortestSingle : String);
}

// A double prints 0.1 of 32 bits as 0.10000000149011612. Nine digits are always enough.
function shortestSingle(number: number): string {
  for (let digits = 1; digits < 9; digits++) {
    const text = number.toPrecision(digits);
    if (Math.fround(Number(text)) === number) return String(Number(text));
  }
  return String(Number(number.toPrecision(9)));
}

function quoted(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
