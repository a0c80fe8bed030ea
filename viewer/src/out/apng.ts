// SPDX-License-Identifier: MIT
// Frames as an animated PNG: every pixel as it was drawn, every delay as a fraction. Of each frame
// only the rectangle that differs from the frame before is stored.
import { pause } from '../pause';
import { type Area, changedArea } from './area';
import {
  delayOf,
  type Film,
  type FrameSource,
  joined,
  loopsOf,
  type Made,
  pixelsOf,
  requireFrames,
} from './frames';
import { mostPngSide } from './png';
import { chunk, type Effort, header, packPixels, pngSignature } from './pngchunks';

export interface ApngOptions extends Film {
  effort?: Effort;
}

export async function makeApng(source: FrameSource, options: ApngOptions = {}): Promise<Made> {
  requireFrames(source, 'An APNG', mostPngSide);
  const { width, height, count } = source;
  const control = new Uint8Array(8);
  new DataView(control.buffer).setUint32(0, count);
  new DataView(control.buffer).setUint32(4, loopsOf(options));
  const parts: Uint8Array[] = [pngSignature, header(width, height, true), chunk('acTL', control)];

  let sequence = 0;
  let before: Uint8ClampedArray | undefined;
  for (let i = 0; i < count; i++) {
    const pixels = await pixelsOf(source, i);
    const area = before
      ? changedArea(before, pixels, width, height)
      : { x: 0, y: 0, width, height };
    parts.push(chunk('fcTL', frameControl(sequence++, area, delayOf(source, i))));
    const packed = packPixels(pixels, width, area, true, options.effort ?? 'small');
    if (i === 0) {
      parts.push(chunk('IDAT', packed));
    } else {
      const data = new Uint8Array(4 + packed.length);
      new DataView(data.buffer).setUint32(0, sequence++);
      data.set(packed, 4);
      parts.push(chunk('fdAT', data));
    }
    // A copy: whoever draws may use the same memory for the next frame.
    before = pixels.slice();
    options.progress?.(i + 1, count);
    await pause(options.signal);
  }
  parts.push(chunk('IEND', new Uint8Array(0)));
  return { bytes: joined(parts), type: 'image/apng', extension: 'png', notes: [] };
}

// What the frame leaves stays for the next one, and its pixels replace those below, alpha included.
function frameControl(sequence: number, area: Area, seconds: number): Uint8Array {
  const data = new Uint8Array(26);
  const view = new DataView(data.buffer);
  view.setUint32(0, sequence);
  view.setUint32(4, area.width);
  view.setUint32(8, area.height);
  view.setUint32(12, area.x);
  view.setUint32(16, area.y);
  const [numerator, denominator] = fraction(seconds);
  view.setUint16(20, numerator);
  view.setUint16(22, denominator);
  return data;
}

/** The fraction of 16-bit numbers nearest to `seconds`, by its continued fraction. */
export function fraction(seconds: number): [number, number] {
  const most = 65_535;
  if (seconds > most)
    throw new Error(`An APNG shows a frame for at most ${most} seconds; found ${seconds}.`);
  let [above, aboveBefore] = [1, 0];
  let [below, belowBefore] = [0, 1];
  for (let rest = seconds; ; rest = 1 / (rest - Math.floor(rest))) {
    const whole = Math.floor(rest);
    const nextAbove = whole * above + aboveBefore;
    const nextBelow = whole * below + belowBefore;
    if (!(nextAbove <= most && nextBelow <= most)) break;
    [above, aboveBefore] = [nextAbove, above];
    [below, belowBefore] = [nextBelow, below];
    if (rest === whole || above / below === seconds) break;
  }
  return [above, below];
}
