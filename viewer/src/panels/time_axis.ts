// SPDX-License-Identifier: MIT
// Frames along a line: which stand where, which get a number, which key comes first.

/** `start` is the frame at the left edge, `perPixel` frames a CSS pixel. */
export interface TimeAxis {
  start: number;
  perPixel: number;
}

/** Index of the first of the ascending `times` that is at or after `time`, from `low` on. */
export function firstAt(times: Float64Array, time: number, low = 0): number {
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The same, quick when the answer is near `from`. */
export function firstAtNear(times: Float64Array, time: number, from: number): number {
  let step = 1;
  let low = from;
  while (low + step < times.length && times[low + step]! < time) {
    low += step;
    step *= 2;
  }
  let high = Math.min(times.length, low + step + 1);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Index of the key nearest to `time`, or -1 of none. */
export function nearest(times: Float64Array, time: number): number {
  const after = firstAt(times, time);
  if (after === times.length) return after - 1;
  if (after === 0) return 0;
  return time - times[after - 1]! <= times[after]! - time ? after - 1 : after;
}

/** Frames between two numbers of the ruler: 1, 2 or 5 times a power of ten, `room` pixels apart. */
export function rulerStep(perPixel: number, room: number): number {
  const least = Math.max(1, perPixel * room); // frames are whole
  const power = 10 ** Math.floor(Math.log10(least) + 1e-9);
  for (const times of [1, 2, 5]) if (times * power >= least * (1 - 1e-9)) return times * power;
  return 10 * power;
}

/** `step` divided for the small lines. */
export function rulerParts(step: number): number {
  if (step === 1) return 1;
  const lead = step / 10 ** Math.floor(Math.log10(step) + 1e-9);
  return Math.round(lead) === 2 ? 2 : 5;
}

/** A frame as people write it. */
export function frameText(frame: number): string {
  return String(Math.round(frame * 1000) / 1000);
}
