// SPDX-License-Identifier: MIT
// The frames of the dope sheet that play, and its two handles.

export type RangeEnd = 'first' | 'last';

export class DopeRange {
  first = 0;
  last: number;

  constructor(private duration: number) {
    this.last = duration;
  }

  /** All frames of a clip. */
  reset(duration: number): void {
    this.duration = duration;
    this.first = 0;
    this.last = duration;
  }

  /** In any order; outside the clip its ends. */
  set(one: number, two: number): void {
    const inside = (frame: number) => Math.max(0, Math.min(this.duration, frame));
    this.first = inside(Math.min(one, two));
    this.last = inside(Math.max(one, two));
  }

  /** One end to a whole frame, at most to the other one. Whether it moved. */
  move(end: RangeEnd, to: number): boolean {
    const frame = Math.max(0, Math.min(this.duration, Math.round(to)));
    const { first, last } = this;
    if (end === 'first') this.first = Math.min(frame, last);
    else this.last = Math.max(frame, first);
    return this.first !== first || this.last !== last;
  }

  /** The handle under a pointer: they stand inside the range, seven pixels wide. */
  handleAt(x: number, place: (frame: number) => number): RangeEnd | undefined {
    const toFirst = Math.abs(place(this.first) + 3 - x);
    const toLast = Math.abs(place(this.last) - 3 - x);
    if (Math.min(toFirst, toLast) > 4) return undefined;
    return toFirst <= toLast ? 'first' : 'last';
  }
}
