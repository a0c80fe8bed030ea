// SPDX-License-Identifier: MIT
// Which rows and frames of the dope sheet are in view, and what stands where. CSS pixels from the
// top left corner of the ruler.

import { nearest, type TimeAxis } from './time_axis';
import type { KeyTrack } from './types';
import type { KeyChoice } from './dope_keys';

export const rowHeight = 18;
export const rulerHeight = 22;
/** Beside the first and the last frame. */
export const pad = 12;
const reach = 6; // of a pointer
const closest = 120; // pixels of one frame at most

const clamp = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(most, value));

/** Each method that moves something says whether anything moved. */
export class DopeView {
  readonly axis: TimeAxis = { start: 0, perPixel: 1 };
  scroll = 0;
  width = 0;
  height = 0;
  /** Everything is in view, and stays so when the size changes. */
  private fitted = true;

  constructor(
    public tracks: readonly KeyTrack[],
    public duration: number,
  ) {}

  /** All frames, from the next `resize` on. */
  fit(): void {
    this.fitted = true;
  }

  resize(width: number, height: number): void {
    this.width = width;
    this.height = height;
    this.scrollTo(this.scroll);
    const whole = this.wholePerPixel;
    if (!this.fitted && this.axis.perPixel <= whole) return;
    this.fitted = true;
    this.axis.perPixel = whole;
    this.axis.start = -pad * whole;
  }

  /** Height of the rows' area. */
  get page(): number {
    return Math.max(rowHeight, this.height - rulerHeight);
  }

  get total(): number {
    return this.tracks.length * rowHeight;
  }

  x(frame: number): number {
    return (frame - this.axis.start) / this.axis.perPixel;
  }

  /** The middle of a row. */
  y(track: number): number {
    return rulerHeight + (track + 0.5) * rowHeight - this.scroll;
  }

  frameAt(x: number): number {
    return this.axis.start + x * this.axis.perPixel;
  }

  shows(frame: number): boolean {
    const x = this.x(frame);
    return x >= 0 && x <= this.width;
  }

  timeOf(choice: KeyChoice | undefined): number | undefined {
    return choice && this.tracks[choice.track]?.times[choice.key];
  }

  rowAt(y: number): number | undefined {
    if (y < rulerHeight || y >= this.height) return undefined;
    const row = Math.floor((y - rulerHeight + this.scroll) / rowHeight);
    return row < this.tracks.length ? row : undefined;
  }

  /** The row there, and its nearest key when the pointer is close to one. */
  keyAt(x: number, y: number): KeyChoice | undefined {
    const track = this.rowAt(y);
    if (track === undefined) return undefined;
    const { times } = this.tracks[track]!;
    const key = nearest(times, this.frameAt(x));
    const close = key >= 0 && Math.abs(this.x(times[key]!) - x) <= reach;
    return { track, key: close ? key : -1 };
  }

  scrollTo(position: number): boolean {
    const to = clamp(position, 0, Math.max(0, this.total - this.page));
    const moved = to !== this.scroll;
    this.scroll = to;
    return moved;
  }

  startAt(start: number): boolean {
    const { perPixel } = this.axis;
    const first = -pad * perPixel;
    const last = this.duration - (this.width - pad) * perPixel;
    const to = clamp(start, first, Math.max(first, last));
    const moved = to !== this.axis.start;
    this.axis.start = to;
    return moved;
  }

  scrollBy(dx: number, dy: number): boolean {
    const across = dx !== 0 && this.startAt(this.axis.start + dx * this.axis.perPixel);
    return this.scrollTo(this.scroll + dy) || across;
  }

  /** The frame at `x` stays where it is. */
  zoom(factor: number, x: number): void {
    const at = this.frameAt(x);
    const whole = this.wholePerPixel;
    this.axis.perPixel = clamp(this.axis.perPixel / factor, Math.min(whole, 1 / closest), whole);
    this.fitted = this.axis.perPixel === whole;
    this.startAt(at - x * this.axis.perPixel);
  }

  reveal(choice: KeyChoice): void {
    const top = choice.track * rowHeight;
    if (top < this.scroll) this.scrollTo(top);
    else if (top + rowHeight > this.scroll + this.page) this.scrollTo(top + rowHeight - this.page);
    const time = this.timeOf(choice);
    if (time === undefined) return;
    const x = this.x(time);
    const inside = x >= pad - 1 && x <= this.width - pad + 1;
    if (!inside) this.startAt(time - (this.width / 2) * this.axis.perPixel);
  }

  /** Turns the page when the playhead leaves the view by playing. */
  follow(before: number, frame: number): boolean {
    if (!this.shows(before) || this.shows(frame)) return false;
    return this.startAt(frame - 2 * pad * this.axis.perPixel);
  }

  private get wholePerPixel(): number {
    return Math.max(1 / closest, this.duration / Math.max(1, this.width - 2 * pad));
  }
}
