// SPDX-License-Identifier: MIT
// Draws the visible rows of the dope sheet straight into pixels: whole lines are copied, and
// keys closer than two pixels are one mark, so the number of keys hardly matters.

import { blend, Pixels, type Cover } from './pixels';
import { packColor, type Theme } from './theme';
import { firstAt, firstAtNear, rulerParts, rulerStep, type TimeAxis } from './time_axis';
import type { KeyTrack } from './types';

export interface DopeRows {
  tracks: readonly KeyTrack[];
  axis: TimeAxis;
  /** Device pixels, as the next ones. */
  width: number;
  height: number;
  /** Where the rows begin, below the ruler, and how far they are scrolled. */
  top: number;
  scroll: number;
  rowHeight: number;
  ratio: number;
  theme: Theme;
  selected: number | undefined;
}

/** CSS pixels between two keys below which they are one mark. */
const merged = 2;
/** A key with less room than this is a bar, not a diamond. */
const roomForDiamond = 7;
const diamondRadius = 4.5;

/** A diamond of `radius` device pixels: how much of each pixel it covers, 0 to 256. */
function diamond(radius: number): Cover {
  const reach = Math.ceil(radius);
  const side = 2 * reach + 1;
  const parts = new Uint16Array(side * side);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const distance = Math.abs(x - reach) + Math.abs(y - reach);
      parts[y * side + x] = Math.round(256 * Math.min(1, Math.max(0, radius - distance + 0.5)));
    }
  }
  return { width: side, parts };
}

/** Opaque mix of two packed colours. */
function mix(one: number, two: number, part: number): number {
  return blend(one, two, Math.round(part * 256));
}

export class DopePainter {
  private readonly pixels = new Pixels();
  private radius = 0;
  private stamp: Cover = { width: 0, parts: new Uint16Array(0) };

  /** Fills everything below the ruler. */
  paint(context: CanvasRenderingContext2D, rows: DopeRows): void {
    const { width, top, rowHeight, theme } = rows;
    const height = rows.height - top;
    if (width <= 0 || height <= 0) return;
    this.pixels.resize(width, height);
    const radius = diamondRadius * rows.ratio;
    if (radius !== this.radius) this.stamp = diamond(radius);
    this.radius = radius;

    const panel = packColor(theme.panel);
    const stripe = mix(panel, packColor(theme.bg), 0.55);
    const lines = [panel, stripe, packColor(theme.fieldA)].map((color) => gridLine(rows, color));
    const empty = new Uint32Array(width).fill(panel);
    const first = Math.floor(rows.scroll / rowHeight);
    for (let row = first; row * rowHeight < rows.scroll + height; row++) {
      const y = row * rowHeight - rows.scroll;
      const track = rows.tracks[row];
      const line = track === undefined ? empty : lines[row === rows.selected ? 2 : row & 1]!;
      this.pixels.lines(line, y, rowHeight);
      if (track !== undefined) this.keys(rows, track, y + (rowHeight >> 1));
    }
    this.pixels.put(context, 0, top);
  }

  forget(): void {
    this.pixels.resize(0, 0);
  }

  private keys(rows: DopeRows, track: KeyTrack, middle: number): void {
    const { axis, width, ratio } = rows;
    const { times } = track;
    const color = packColor(track.color ?? rows.theme.accent);
    const soft = mix(packColor(rows.theme.panel), color, 0.6); // of many keys as one
    const wide = Math.round(ratio);
    const scale = ratio / axis.perPixel;
    const near = merged * axis.perPixel;
    const margin = (diamondRadius + 1) * axis.perPixel;
    const last = axis.start + (width / ratio) * axis.perPixel + margin;
    let i = firstAt(times, axis.start - margin);
    let before = i > 0 ? times[i - 1]! : -Infinity;
    while (i < times.length && times[i]! <= last) {
      const from = times[i]!;
      // The chain of keys each of which is close to the one before.
      let end = i;
      while (end + 1 < times.length && times[end + 1]! - times[end]! < near && times[end]! <= last) {
        end = Math.max(end + 1, firstAtNear(times, times[end]! + near, end + 1) - 1);
      }
      const to = times[end]!;
      const after = end + 1 < times.length ? times[end + 1]! : Infinity;
      const x = Math.round((from - axis.start) * scale);
      if (end > i) {
        const right = Math.round((to - axis.start) * scale);
        this.bar(x - wide, right + wide, middle, 3 * ratio, soft);
      } else if (Math.min(from - before, after - from) < roomForDiamond * axis.perPixel) {
        this.bar(x - wide, x + wide - 1, middle, 4 * ratio, color);
      } else {
        const { stamp } = this;
        const reach = stamp.width >> 1;
        this.pixels.stamp(stamp, 0, 0, stamp.width, stamp.width, x - reach, middle - reach, color);
      }
      before = to;
      i = end + 1;
    }
  }

  /** From `left` to `right`, both included, `half` above the middle and below. */
  private bar(left: number, right: number, middle: number, half: number, color: number): void {
    const top = Math.round(middle - half);
    this.pixels.fill(left, top, right - left + 1, Math.round(middle + half) - top, color);
  }
}

/** One line of pixels of a row: its colour, and the vertical lines of the ruler. */
function gridLine(rows: DopeRows, color: number): Uint32Array {
  const { axis, width, ratio, theme } = rows;
  const line = new Uint32Array(width).fill(color);
  const ink = mix(color, packColor(theme.line), 0.75);
  const step = rulerStep(axis.perPixel, 64);
  const thick = Math.max(1, Math.round(ratio));
  const first = Math.max(0, Math.ceil(axis.start / step));
  for (let n = first; ; n++) {
    const x = Math.round(((n * step - axis.start) / axis.perPixel) * ratio);
    if (x >= width) return line;
    if (x >= 0) line.fill(ink, x, Math.min(width, x + thick));
  }
}

/** The ruler, `height` device pixels high, at the top. */
export function paintRuler(context: CanvasRenderingContext2D, rows: DopeRows, font: string): void {
  const { axis, width, top, ratio, theme } = rows;
  context.fillStyle = theme.bg;
  context.fillRect(0, 0, width, top);
  const thick = Math.max(1, Math.round(ratio));
  context.fillStyle = theme.line;
  context.fillRect(0, top - thick, width, thick);
  const step = rulerStep(axis.perPixel, 64);
  const parts = rulerParts(step);
  context.font = `${11 * ratio}px ${font}`;
  context.textBaseline = 'middle';
  const first = Math.max(0, Math.floor((axis.start / step) * parts));
  for (let n = first; ; n++) {
    const frame = (n * step) / parts;
    const x = Math.round(((frame - axis.start) / axis.perPixel) * ratio);
    if (x >= width) return;
    const whole = n % parts === 0;
    const length = Math.round((whole ? 9 : 4) * ratio);
    context.fillStyle = theme.muted;
    context.fillRect(x, top - thick - length, thick, length);
    if (!whole) continue;
    const text = String(frame);
    const fits = x + 5 * ratio + context.measureText(text).width <= width;
    context.textAlign = fits ? 'left' : 'right';
    context.fillText(text, fits ? x + 4 * ratio : x - 3 * ratio, Math.round(top * 0.42));
  }
}

/** The chosen key, larger and with an edge; `x` and `y` in CSS pixels. */
export function paintChoice(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  ratio: number,
  color: string,
  edge: string,
): void {
  const radius = 6.5;
  context.save();
  context.scale(ratio, ratio);
  context.beginPath();
  context.moveTo(x, y - radius);
  context.lineTo(x + radius, y);
  context.lineTo(x, y + radius);
  context.lineTo(x - radius, y);
  context.closePath();
  context.fillStyle = color;
  context.strokeStyle = edge;
  context.lineWidth = 1.5;
  context.fill();
  context.stroke();
  context.restore();
}
