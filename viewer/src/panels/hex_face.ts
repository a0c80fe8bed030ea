// SPDX-License-Identifier: MIT
// How the hex pane looks at one size and in one theme, and how far it is scrolled.

import { Glyphs, measureCell } from './glyphs';
import { layOut, type HexLayout } from './hex_layout';
import { hatchTile, paintHex, Shades, tickRows } from './hex_paint';
import { Pixels, type Tile } from './pixels';
import type { Surface } from './surface';
import { packColor, type Theme } from './theme';
import type { ByteSource, LeafSource, Mark, PagePoint } from './types';

const fontSize = 12; // CSS pixels, as the next ones
const rowHeight = 18;
const headHeight = 22;
const pad = 8;
export const barWidth = 12;

/** The selected bytes; `cursor` is the one that keys move. */
export interface HexSelection {
  offset: number;
  length: number;
  cursor: number;
}

export interface HexContent {
  bytes: ByteSource;
  leaves: LeafSource | undefined;
  marks: readonly Mark[];
  selection: HexSelection | undefined;
}

interface Dress {
  state: string;
  layout: HexLayout;
  glyphs: Glyphs;
  hatch: Tile;
}

export class HexFace {
  /** Device pixels; exact far beyond any file's size. */
  scroll = 0;
  private readonly pixels = new Pixels();
  private readonly shades = new Shades();
  private dress: Dress | undefined;
  private ticks: Map<number, number> | undefined;

  constructor(
    private readonly surface: Surface,
    private theme: Theme,
    private size: number,
    private readonly text: boolean,
  ) {}

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.dress = undefined;
    this.ticks = undefined;
  }

  /** For another file. */
  reset(size: number): void {
    this.size = size;
    this.scroll = 0;
    this.dress = undefined;
    this.shades.forget();
    this.forgetTicks();
  }

  /** The marks are others now. */
  forgetTicks(): void {
    this.ticks = undefined;
  }

  /** The layout for the present size; keeps the first visible byte where it is. */
  get layout(): HexLayout {
    const { ratio, canvas, context } = this.surface;
    const state = `${canvas.width} ${canvas.height} ${ratio}`;
    const before = this.dress;
    if (before?.state === state) return before.layout;
    const size = fontSize * ratio;
    const measure = {
      cell: measureCell(context, size),
      rowHeight: Math.round(rowHeight * ratio),
      headHeight: Math.round(headHeight * ratio),
      pad: Math.round(pad * ratio),
    };
    const layout = layOut(canvas.width - Math.round(barWidth * ratio), this.size, this.text, measure);
    const { theme } = this;
    const colors = [theme.text, theme.muted, theme.panel, theme.text].map(packColor);
    const glyphs = new Glyphs(measure.cell, measure.rowHeight, size, colors);
    this.dress = { state, layout, glyphs, hatch: hatchTile(theme, ratio) };
    this.ticks = undefined;
    if (before) {
      const { columns, rowHeight: height } = before.layout;
      const first = Math.floor(this.scroll / height) * columns;
      const same = columns === layout.columns && height === layout.rowHeight;
      if (!same) this.scroll = Math.floor(first / layout.columns) * layout.rowHeight;
    }
    return layout;
  }

  /** Height of the rows' area, in device pixels as `total`. */
  get page(): number {
    const { layout } = this;
    return Math.max(layout.rowHeight, this.surface.canvas.height - layout.headHeight);
  }

  get total(): number {
    return Math.ceil(this.size / this.layout.columns) * this.layout.rowHeight;
  }

  /** Whether anything moved. */
  scrollTo(position: number): boolean {
    const to = Math.max(0, Math.min(this.total - this.page, position));
    const moved = to !== this.scroll;
    this.scroll = to;
    return moved;
  }

  /** As little as shows `offset`, or to its middle from far away. */
  reveal(offset: number): boolean {
    const { layout, page } = this;
    const row = Math.floor(offset / layout.columns) * layout.rowHeight;
    const below = row + layout.rowHeight - page;
    if (row >= this.scroll && below <= this.scroll) return false;
    const far = row < this.scroll - page || below > this.scroll + page;
    return this.scrollTo(far ? row - page / 2 : row < this.scroll ? row : below);
  }

  /** The first and the last offset in view. */
  get visible(): { first: number; last: number } {
    const { layout } = this;
    const scroll = Math.round(this.scroll);
    const first = Math.floor(scroll / layout.rowHeight) * layout.columns;
    const rows = Math.ceil((scroll + this.page) / layout.rowHeight);
    return { first, last: Math.min(this.size, rows * layout.columns) - 1 };
  }

  /** The middle of a byte's pair in CSS pixels, when it is in view. */
  middle(offset: number): PagePoint | undefined {
    const { layout } = this;
    if (offset < 0 || offset >= this.size) return undefined;
    const row = Math.floor(offset / layout.columns) * layout.rowHeight - Math.round(this.scroll);
    const y = layout.headHeight + row + layout.rowHeight / 2;
    if (y < layout.headHeight || y >= this.surface.canvas.height) return undefined;
    const x = layout.hexX[offset % layout.columns]! + layout.cell;
    return { x: x / this.surface.ratio, y: y / this.surface.ratio };
  }

  draw(content: HexContent): void {
    const { layout } = this;
    const { canvas, context, ratio } = this.surface;
    this.scrollTo(this.scroll); // the pane may have grown
    this.pixels.resize(canvas.width, canvas.height);
    const { glyphs, hatch } = this.dress!;
    const { pixels, scroll, theme, shades } = this;
    paintHex({ ...content, pixels, ratio, scroll, layout, glyphs, theme, hatch, shades });
    this.drawTicks(content.marks);
    this.pixels.put(context, 0, 0);
  }

  private drawTicks(marks: readonly Mark[]): void {
    if (marks.length === 0) return;
    const { canvas, ratio } = this.surface;
    const { headHeight: head } = this.layout;
    this.ticks ??= tickRows(marks, this.size, canvas.height - head, this.theme);
    const width = Math.round(barWidth * ratio);
    for (const [y, color] of this.ticks) {
      this.pixels.fill(canvas.width - width, head + y, width, Math.ceil(2 * ratio), color);
    }
  }
}
