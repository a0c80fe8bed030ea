// SPDX-License-Identifier: MIT
// What PNG and APNG share: chunks, and rows of pixels filtered and packed.
import { zlibSync } from 'fflate';
import { crc32 } from '../crc32';
import type { Area } from './area';

/** `fast` filters every row by the one above it; `small` takes for each row the filter whose
 * differences add up to least. */
export type Effort = 'small' | 'fast';

export const pngSignature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

export function chunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; i++) bytes[4 + i] = type.charCodeAt(i);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

/** 8 bits a channel; with `alpha` four channels, else three. */
export function header(width: number, height: number, alpha: boolean): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(13);
  const view = new DataView(data.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  data[8] = 8;
  data[9] = alpha ? 6 : 2;
  return chunk('IHDR', data);
}

/** An area of a picture as the packed data of IDAT. */
export function packPixels(
  pixels: Uint8ClampedArray,
  stride: number,
  area: Area,
  alpha: boolean,
  effort: Effort,
): Uint8Array {
  const channels = alpha ? 4 : 3;
  const length = area.width * channels;
  const rows = new Uint8Array(area.height * (length + 1));
  let above = new Uint8Array(length);
  let row = new Uint8Array(length);
  const tried = new Uint8Array(length);
  for (let y = 0; y < area.height; y++) {
    readRow(pixels, ((area.y + y) * stride + area.x) * 4, row, channels);
    const out = rows.subarray(y * (length + 1), (y + 1) * (length + 1));
    if (effort === 'fast') {
      out[0] = 2;
      filterRow(2, row, above, channels, out.subarray(1));
    } else {
      let least = Infinity;
      for (let filter = 0; filter < 5; filter++) {
        const sum = filterRow(filter, row, above, channels, tried);
        if (sum >= least) continue;
        least = sum;
        out[0] = filter;
        out.set(tried, 1);
      }
    }
    [above, row] = [row, above];
  }
  return zlibSync(rows, { level: effort === 'fast' ? 4 : 6 });
}

function readRow(pixels: Uint8ClampedArray, from: number, row: Uint8Array, channels: number): void {
  if (channels === 4) {
    row.set(pixels.subarray(from, from + row.length));
    return;
  }
  for (let at = 0; at < row.length; from += 4) {
    row[at++] = pixels[from]!;
    row[at++] = pixels[from + 1]!;
    row[at++] = pixels[from + 2]!;
  }
}

// Gives the sum of the differences, read as signed bytes without their sign.
function filterRow(
  filter: number,
  row: Uint8Array,
  above: Uint8Array,
  channels: number,
  out: Uint8Array,
): number {
  let sum = 0;
  for (let i = 0; i < row.length; i++) {
    const left = i < channels ? 0 : row[i - channels]!;
    const up = above[i]!;
    let guess = 0;
    if (filter === 1) guess = left;
    else if (filter === 2) guess = up;
    else if (filter === 3) guess = (left + up) >> 1;
    else if (filter === 4) guess = paeth(left, up, i < channels ? 0 : above[i - channels]!);
    const difference = (row[i]! - guess) & 0xff;
    out[i] = difference;
    sum += difference < 128 ? difference : 256 - difference;
  }
  return sum;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const toLeft = Math.abs(guess - left);
  const toUp = Math.abs(guess - up);
  const toCorner = Math.abs(guess - corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
