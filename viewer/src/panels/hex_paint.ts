// SPDX-License-Identifier: MIT
// Draws the visible rows of the hex pane.

import { Look, type Glyphs } from './glyphs';
import { hex, type HexLayout } from './hex_layout';
import type { Pixels, Tile } from './pixels';
import { packColor, selectionStrength, type Theme } from './theme';
import type { ByteSource, Leaf, LeafSource, Mark } from './types';

export interface HexPicture {
  pixels: Pixels;
  ratio: number;
  /** Device pixels from the top of the file. */
  scroll: number;
  layout: HexLayout;
  glyphs: Glyphs;
  theme: Theme;
  hatch: Tile;
  bytes: ByteSource;
  leaves: LeafSource | undefined;
  shades: Shades;
  marks: readonly Mark[];
  /** The selected bytes; `cursor` is the one that keys move. */
  selection: { offset: number; length: number; cursor: number } | undefined;
}

/** Which of two colours a field has: never that of its neighbours, and the same as just before. */
export class Shades {
  private known = new Map<number, number>();

  /** `leaves` in ascending order. */
  assign(leaves: readonly Leaf[]): Map<number, number> {
    const fields = leaves.filter((leaf) => leaf.kind === 'field');
    const now = new Map<number, number>();
    const anchor = fields.findIndex((leaf) => this.known.has(leaf.offset));
    const base = anchor < 0 ? 0 : this.known.get(fields[anchor]!.offset)! + anchor;
    fields.forEach((leaf, i) => now.set(leaf.offset, (leaf.index ?? base + i) & 1));
    this.known = now;
    return now;
  }

  forget(): void {
    this.known.clear();
  }
}

/** First index of `marks` (ascending) at or after `offset`. */
function firstMark(marks: readonly Mark[], offset: number): number {
  let [low, high] = [0, marks.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (marks[middle]!.offset < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function markColor(theme: Theme, mark: Mark): string {
  if (mark.severity === 'error') return theme.error;
  return mark.severity === 'warning' ? theme.warn : theme.accent;
}

export function paintHex(picture: HexPicture): void {
  const { pixels, layout, theme, bytes } = picture;
  const { width, height } = pixels;
  const { columns, rowHeight, headHeight } = layout;
  pixels.fill(0, 0, width, height, packColor(theme.panel));

  const scroll = Math.round(picture.scroll);
  const firstRow = Math.floor(scroll / rowHeight);
  const top = headHeight + firstRow * rowHeight - scroll;
  const start = firstRow * columns;
  const rows = Math.ceil((height - top) / rowHeight);
  const count = Math.max(0, Math.min(rows * columns, bytes.size - start));
  if (count > 0) {
    const looks = new Uint8Array(count);
    paintFields(picture, start, count, top, looks);
    paintSelection(picture, start, count, top, looks);
    paintBytes(picture, start, count, top, looks);
    paintMarks(picture, start, count, top);
  }
  paintHead(picture);
}

type Fill = (x: number, y: number, width: number, height: number) => void;

/** Fills the bytes [from, to), counted from the first visible one, in both columns. */
function band(picture: HexPicture, from: number, to: number, top: number, fill: Fill): void {
  const { columns, rowHeight, hexX, textX, cell } = picture.layout;
  const half = cell >> 1;
  for (let row = Math.floor(from / columns); row * columns < to; row++) {
    const a = Math.max(from - row * columns, 0);
    const b = Math.min(to - row * columns, columns) - 1;
    const y = top + row * rowHeight;
    const left = hexX[a]! - half;
    // What goes on across the gap in the middle covers it; what ends there does not.
    fill(left, y, hexX[b]! + 3 * cell - half - left, rowHeight);
    if (textX.length > 0) fill(textX[a]!, y, (b - a + 1) * cell, rowHeight);
  }
}

function paintFields(
  picture: HexPicture,
  start: number,
  count: number,
  top: number,
  looks: Uint8Array,
): void {
  const { pixels, theme } = picture;
  if (picture.leaves === undefined) return;
  const colors = [packColor(theme.fieldA), packColor(theme.fieldB)];
  const leaves = picture.leaves.leaves(start, count);
  const shades = picture.shades.assign(leaves);
  let done = 0; // bytes before it belong to a leaf that was drawn
  for (const leaf of leaves) {
    const from = Math.max(leaf.offset - start, done);
    const to = Math.min(leaf.offset + leaf.length - start, count);
    if (from > done) hatch(picture, done, from, top);
    if (to <= from) continue;
    if (leaf.kind === 'unknown') {
      hatch(picture, from, to, top);
    } else if (leaf.kind === 'field') {
      const color = colors[shades.get(leaf.offset)!]!;
      band(picture, from, to, top, (x, y, width, height) => pixels.fill(x, y, width, height, color));
    } else if (leaf.kind !== 'syntax') {
      looks.fill(Look.muted, from, to);
    }
    done = to;
  }
  if (done < count) hatch(picture, done, count, top);
}

/** For bytes that no field describes: lines from the lower left to the upper right. */
export function hatchTile(theme: Theme, ratio: number): Tile {
  const side = Math.round(7 * ratio);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = side;
  const on = canvas.getContext('2d', { willReadFrequently: true })!;
  on.fillStyle = theme.panel;
  on.fillRect(0, 0, side, side);
  on.strokeStyle = theme.line;
  on.lineWidth = side / 5;
  on.lineCap = 'square';
  on.beginPath();
  for (const shift of [-side, 0, side]) {
    on.moveTo(shift, side);
    on.lineTo(shift + side, 0);
  }
  on.stroke();
  return { side, colors: new Uint32Array(on.getImageData(0, 0, side, side).data.buffer) };
}

function hatch(picture: HexPicture, from: number, to: number, top: number): void {
  const { pixels, hatch: tile } = picture;
  const phase = -(Math.round(picture.scroll) % tile.side); // it moves with its bytes
  band(picture, from, to, top, (x, y, width, height) => pixels.tile(x, y, width, height, tile, phase));
}

function paintSelection(
  picture: HexPicture,
  start: number,
  count: number,
  top: number,
  looks: Uint8Array,
): void {
  const { pixels, theme, selection, layout } = picture;
  if (selection === undefined) return;
  const from = Math.max(0, selection.offset - start);
  const to = Math.min(count, selection.offset + selection.length - start);
  const accent = packColor(theme.accent);
  const cover = Math.round(256 * selectionStrength);
  if (from < to) {
    looks.fill(Look.chosen, from, to);
    band(picture, from, to, top, (x, y, width, height) => pixels.tint(x, y, width, height, accent, cover));
  }
  const cursor = selection.cursor - start;
  if (cursor < 0 || cursor >= count) return;
  looks[cursor] = Look.lit;
  const [column, row] = [cursor % layout.columns, Math.floor(cursor / layout.columns)];
  const y = top + row * layout.rowHeight;
  const half = layout.cell >> 1;
  const wide = 2 * layout.cell + 2 * half;
  pixels.fill(layout.hexX[column]! - half, y, wide, layout.rowHeight, accent);
  const text = layout.textX[column];
  if (text !== undefined) pixels.fill(text, y, layout.cell, layout.rowHeight, accent);
}

function paintBytes(
  picture: HexPicture,
  start: number,
  count: number,
  top: number,
  looks: Uint8Array,
): void {
  const { pixels, layout, glyphs, bytes } = picture;
  const { columns, rowHeight, hexX, textX } = layout;
  const data = bytes.read(start, count);
  for (let row = 0; row * columns < count; row++) {
    const y = top + row * rowHeight;
    const first = row * columns;
    glyphs.text(pixels, hex(start + first, layout.digits), Look.muted, layout.offsetX, y);
    for (let i = first; i < Math.min(first + columns, count); i++) {
      const byte = data?.[i];
      const x = hexX[i - first]!;
      if (byte === undefined) {
        glyphs.text(pixels, '..', Look.muted, x, y); // still being read
        continue;
      }
      const look = looks[i]! as Look;
      glyphs.pair(pixels, byte, look, x, y);
      const textAt = textX[i - first];
      if (textAt === undefined) continue;
      const dot = byte < 0x20 || byte >= 0x7f;
      glyphs.char(pixels, byte, dot && look === Look.plain ? Look.muted : look, textAt, y);
    }
  }
}

function paintMarks(picture: HexPicture, start: number, count: number, top: number): void {
  const { pixels, marks, layout, theme } = picture;
  const thick = Math.max(1, Math.round(2 * picture.ratio));
  for (let i = firstMark(marks, start); i < marks.length; i++) {
    const mark = marks[i]!;
    const at = mark.offset - start;
    if (at >= count) break;
    const [column, row] = [at % layout.columns, Math.floor(at / layout.columns)];
    const x = layout.hexX[column]! - (layout.cell >> 1);
    const y = top + row * layout.rowHeight;
    const lit = picture.selection?.cursor === mark.offset;
    const color = packColor(lit ? theme.panel : markColor(theme, mark));
    pixels.fill(x + 1, y + layout.rowHeight - thick, 3 * layout.cell - 2, thick, color);
    // A flag as well as a colour.
    const flag = 3 * thick;
    for (let line = 0; line < flag; line++) pixels.fill(x + 1, y + line, flag - line, 1, color);
  }
}

/** Where in the whole file the marks are: a line each beside the scroll bar's thumb. */
export function tickRows(
  marks: readonly Mark[],
  size: number,
  height: number,
  theme: Theme,
): Map<number, number> {
  const rank = { note: 0, warning: 1, error: 2 };
  const worst = new Map<number, Mark>();
  for (const mark of marks) {
    const y = Math.floor((mark.offset / Math.max(1, size)) * height);
    const other = worst.get(y);
    if (!other || rank[other.severity] < rank[mark.severity]) worst.set(y, mark);
  }
  return new Map([...worst].map(([y, mark]) => [y, packColor(markColor(theme, mark))]));
}

function paintHead(picture: HexPicture): void {
  const { pixels, layout, glyphs, theme, selection } = picture;
  const { headHeight, columns, hexX, rowHeight } = layout;
  pixels.fill(0, 0, pixels.width, headHeight, packColor(theme.bg));
  const line = Math.max(1, Math.round(picture.ratio));
  pixels.fill(0, headHeight - line, pixels.width, line, packColor(theme.line));
  const y = Math.round((headHeight - line - rowHeight) / 2);
  const current = selection === undefined ? -1 : selection.cursor % columns;
  glyphs.text(pixels, 'offset', Look.muted, layout.offsetX, y);
  for (let i = 0; i < columns; i++) {
    glyphs.pair(pixels, i, i === current ? Look.plain : Look.muted, hexX[i]!, y);
  }
}
