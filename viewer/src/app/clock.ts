// SPDX-License-Identifier: MIT
// Which frame is shown as time goes by.

export type LoopMode = 'loop' | 'once' | 'bounce';
export interface Range {
  first: number;
  last: number;
}

/** The frame after `seconds`, and whether it goes on. `direction` is 1 or -1 and turns at the ends of `bounce`. */
export function advance(
  frame: number, seconds: number, rate: number, range: Range, mode: LoopMode, direction: number,
): { frame: number; direction: number; goesOn: boolean } {
  const length = range.last - range.first;
  if (!(length > 0) || !(rate > 0)) return { frame: range.first, direction: 1, goesOn: mode !== 'once' };
  let next = frame + seconds * rate * direction;
  if (mode === 'once') {
    const over = next >= range.last;
    return { frame: Math.max(range.first, Math.min(range.last, next)), direction: 1, goesOn: !over };
  }
  if (mode === 'loop') {
    next = range.first + ((((next - range.first) % length) + length) % length);
    return { frame: next, direction: 1, goesOn: true };
  }
  // There and back again is a loop of twice the length.
  const there = direction > 0 ? frame - range.first : 2 * length - (frame - range.first);
  const at = (((there + seconds * rate) % (2 * length)) + 2 * length) % (2 * length);
  return at <= length
    ? { frame: range.first + at, direction: 1, goesOn: true }
    : { frame: range.first + 2 * length - at, direction: -1, goesOn: true };
}

/** Where a step of one frame leads; whole frames are always stepped on. */
export function stepped(frame: number, by: 1 | -1, range: Range): number {
  const whole = by > 0 ? Math.floor(frame + 1e-9) + 1 : Math.ceil(frame - 1e-9) - 1;
  return Math.max(range.first, Math.min(range.last, whole));
}
