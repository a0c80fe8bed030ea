// SPDX-License-Identifier: MIT
// The bytes of a file of any size, coloured by the fields they belong to.

import './panels.css';
import { Glyphs, measureCell } from './glyphs';
import { GoTo } from './hex_goto';
import { targetOfKey } from './hex_keys';
import { columnAt, layOut, type HexLayout } from './hex_layout';
import { hatchTile, paintHex, Shades, tickRows } from './hex_paint';
import { describeByte } from './hex_words';
import { LiveText, onSystemTheme } from './live_text';
import { Pixels, type Tile } from './pixels';
import { Pointers } from './pointers';
import { ScrollBar } from './scroll_bar';
import { Surface } from './surface';
import { packColor, readTheme, type Theme } from './theme';
import type { ByteSource, Leaf, LeafSource, Mark, PagePoint } from './types';

export interface HexPaneOptions {
  bytes: ByteSource;
  leaves?: LeafSource;
  /** Whether the bytes stand beside the pairs as characters, too; true when absent. */
  text?: boolean;
  /** The user chose a byte: by pointer, key or "go to offset". Not called by `select`. */
  onselect(offset: number, leaf: Leaf | undefined): void;
}

const fontSize = 12; // CSS pixels, as the next ones
const rowHeight = 18;
const headHeight = 22;
const pad = 8;
const barWidth = 12;

export class HexPane {
  private readonly surface: Surface;
  private readonly bar: ScrollBar;
  private readonly pointers: Pointers;
  private readonly live: LiveText;
  private readonly goto: GoTo;
  private readonly byte = document.createElement('div');
  private readonly listening = new AbortController();
  private readonly shades = new Shades();
  private bytes: ByteSource;
  private leaves: LeafSource | undefined;
  private marks: Mark[] = [];
  private ticks: Map<number, number> | undefined;
  private theme: Theme;
  private glyphs: Glyphs | undefined;
  private hatch: Tile | undefined;
  private readonly pixels = new Pixels();
  private layout: HexLayout | undefined;
  private laidOut = '';
  /** Device pixels; exact far beyond any file's size. */
  private scroll = 0;
  private selection: { offset: number; length: number; cursor: number } | undefined;
  /** The length that `select` was given, if it was. */
  private asked: number | undefined;
  private shownByte = '';

  constructor(
    private readonly host: HTMLElement,
    private readonly options: HexPaneOptions,
  ) {
    this.bytes = options.bytes;
    this.leaves = options.leaves;
    host.classList.add('ak-panel', 'ak-hex');
    host.dataset['testid'] = 'hex';
    host.tabIndex = 0;
    host.setAttribute('role', 'application');
    host.setAttribute('aria-roledescription', 'hexadecimal view');
    if (!host.hasAttribute('aria-label')) host.setAttribute('aria-label', 'Bytes of the file');
    this.theme = readTheme(host);
    this.surface = new Surface(host, () => this.draw());
    this.live = new LiveText(host);
    host.setAttribute('aria-describedby', this.live.element.id);
    this.byte.className = 'ak-byte';
    this.byte.setAttribute('role', 'img');
    this.byte.hidden = true;
    host.append(this.byte);
    this.bar = new ScrollBar(host, { vertical: true, onscroll: (to) => this.scrollTo(to) });
    this.goto = new GoTo(
      host,
      () => this.bytes.size,
      (offset) => this.choose(offset),
      () => host.focus(),
    );
    this.pointers = new Pointers(host, {
      press: (x, y) => this.press(x, y),
      scroll: (_, dy) => this.scrollTo(this.scroll + dy * this.surface.ratio),
    });
    const { signal } = this.listening;
    host.addEventListener('keydown', (event) => this.key(event), { signal });
    onSystemTheme(signal, () => this.setTheme());
    this.listen(true);
  }

  /** Shows another file; nothing is selected then. */
  setSource(bytes: ByteSource, leaves?: LeafSource): void {
    this.listen(false);
    this.bytes = bytes;
    this.leaves = leaves;
    this.listen(true);
    this.shades.forget();
    this.selection = undefined;
    this.scroll = 0;
    this.laidOut = '';
    this.live.say('');
    this.setMarks([]);
  }

  /** Lights `length` bytes, or without it the field that `offset` belongs to; scrolls there. */
  select(offset: number, length?: number): void {
    this.light(offset, length);
    if (this.selection) this.reveal(this.selection.cursor);
  }

  /** Nothing is selected any more. */
  clearSelection(): void {
    this.selection = undefined;
    this.live.say('');
    this.surface.invalidate();
  }

  /** Scrolls as little as shows `offset`, or to its middle from far away. */
  reveal(offset: number): void {
    const layout = this.place();
    const page = this.page(layout);
    const row = Math.floor(this.within(offset) / layout.columns) * layout.rowHeight;
    const below = row + layout.rowHeight - page;
    if (row >= this.scroll && below <= this.scroll) return;
    const far = row < this.scroll - page || below > this.scroll + page;
    this.scrollTo(far ? row - page / 2 : row < this.scroll ? row : below);
  }

  /** In any order. */
  setMarks(marks: readonly Mark[]): void {
    const inside = marks.filter((mark) => mark.offset >= 0 && mark.offset < this.bytes.size);
    this.marks = inside.sort((a, b) => a.offset - b.offset);
    this.ticks = undefined;
    this.surface.invalidate();
  }

  /** Reads the custom properties again. Changes of the system's own are noticed without it. */
  setTheme(): void {
    this.theme = readTheme(this.host);
    this.laidOut = '';
    this.surface.invalidate();
  }

  /** Opens the field that asks for an offset. */
  goTo(): void {
    this.goto.open();
  }

  /** The middle of a byte's pair, when it is in view. */
  point(offset: number): PagePoint | undefined {
    const middle = this.middle(offset, this.place());
    if (middle === undefined) return undefined;
    const bounds = this.surface.canvas.getBoundingClientRect();
    return { x: bounds.left + scrollX + middle.x, y: bounds.top + scrollY + middle.y };
  }

  /** The offset of the byte that keys move, if any. */
  get cursor(): number | undefined {
    return this.selection?.cursor;
  }

  /** The first and the last offset in view. */
  get visible(): { first: number; last: number } {
    const layout = this.place();
    const first = Math.floor(Math.round(this.scroll) / layout.rowHeight) * layout.columns;
    const rows = Math.ceil((Math.round(this.scroll) + this.page(layout)) / layout.rowHeight);
    return { first, last: Math.min(this.bytes.size, rows * layout.columns) - 1 };
  }

  /** Draws now rather than with the next frame, as measuring needs it. */
  redraw(): void {
    this.surface.invalidate();
    this.surface.flush();
  }

  /** How often the pane was drawn since it was made. */
  get draws(): number {
    return this.surface.draws;
  }

  destroy(): void {
    this.listening.abort();
    this.listen(false);
    this.pointers.destroy();
    this.bar.destroy();
    this.goto.destroy();
    this.live.destroy();
    this.byte.remove();
    this.surface.destroy();
    this.pixels.resize(0, 0);
    this.host.classList.remove('ak-panel', 'ak-hex');
    for (const name of ['role', 'aria-roledescription', 'aria-describedby', 'tabindex']) {
      this.host.removeAttribute(name);
    }
    delete this.host.dataset['testid'];
  }

  private readonly refresh = (): void => {
    if (this.selection) this.light(this.selection.cursor, this.asked);
    this.surface.invalidate();
  };

  private listen(on: boolean): void {
    for (const source of [this.bytes, this.leaves]) {
      if (source === undefined) continue;
      if (on) source.onread = this.refresh;
      else if (source.onread === this.refresh) delete source.onread;
    }
  }

  /** In CSS pixels from the corner of the pane. */
  private middle(offset: number, layout: HexLayout): PagePoint | undefined {
    if (offset < 0 || offset >= this.bytes.size) return undefined;
    const row = Math.floor(offset / layout.columns) * layout.rowHeight - Math.round(this.scroll);
    const y = layout.headHeight + row + layout.rowHeight / 2;
    if (y < layout.headHeight || y >= this.surface.canvas.height) return undefined;
    const x = layout.hexX[offset % layout.columns]! + layout.cell;
    return { x: x / this.surface.ratio, y: y / this.surface.ratio };
  }

  private within(offset: number): number {
    return Math.max(0, Math.min(this.bytes.size - 1, Math.floor(offset)));
  }

  /** Height of the rows' area. */
  private page(layout: HexLayout): number {
    return Math.max(layout.rowHeight, this.surface.canvas.height - layout.headHeight);
  }

  private total(layout: HexLayout): number {
    return Math.ceil(this.bytes.size / layout.columns) * layout.rowHeight;
  }

  /** The layout for the present size; keeps the first visible byte where it is. */
  private place(): HexLayout {
    const { ratio, canvas, context } = this.surface;
    const state = `${canvas.width} ${ratio} ${this.bytes.size}`;
    if (this.layout && state === this.laidOut) return this.layout;
    this.laidOut = state;
    const before = this.layout;
    const size = fontSize * ratio;
    const measure = {
      cell: measureCell(context, size),
      rowHeight: Math.round(rowHeight * ratio),
      headHeight: Math.round(headHeight * ratio),
      pad: Math.round(pad * ratio),
    };
    const text = this.options.text ?? true;
    const width = canvas.width - Math.round(barWidth * ratio);
    this.layout = layOut(width, this.bytes.size, text, measure);
    const { theme } = this;
    const colors = [theme.text, theme.muted, theme.panel, theme.text].map(packColor);
    this.glyphs = new Glyphs(measure.cell, measure.rowHeight, size, colors);
    this.hatch = hatchTile(theme, ratio);
    this.ticks = undefined;
    if (before) {
      const first = Math.floor(this.scroll / before.rowHeight) * before.columns;
      const same = before.columns === this.layout.columns && before.rowHeight === measure.rowHeight;
      if (!same) this.scroll = Math.floor(first / this.layout.columns) * measure.rowHeight;
    }
    return this.layout;
  }

  /** Whether anything moved. */
  private scrollTo(position: number): boolean {
    const layout = this.place();
    const most = Math.max(0, this.total(layout) - this.page(layout));
    const to = Math.max(0, Math.min(most, position));
    if (to === this.scroll) return false;
    this.scroll = to;
    this.surface.invalidate();
    return true;
  }

  private light(offset: number, length: number | undefined): void {
    this.asked = length;
    if (this.bytes.size === 0) return;
    const cursor = this.within(offset);
    const leaf = this.leaves?.at(cursor);
    if (length !== undefined) this.selection = { offset: cursor, length: Math.max(1, length), cursor };
    else if (leaf) this.selection = { offset: leaf.offset, length: leaf.length, cursor };
    else this.selection = { offset: cursor, length: 1, cursor };
    this.live.say(describeByte(cursor, this.bytes.read(cursor, 1)?.[0], leaf, this.leaves !== undefined));
    this.surface.invalidate();
  }

  /** Selects for the user, and says so to the page. */
  private choose(offset: number): void {
    if (this.bytes.size === 0) return;
    this.select(offset);
    const cursor = this.within(offset);
    this.options.onselect(cursor, this.leaves?.at(cursor));
  }

  private press(x: number, y: number): void {
    const layout = this.place();
    const { ratio } = this.surface;
    const down = y * ratio - layout.headHeight;
    const column = columnAt(layout, x * ratio);
    if (down < 0 || column === undefined) return;
    const row = Math.floor((down + Math.round(this.scroll)) / layout.rowHeight);
    const offset = row * layout.columns + column;
    if (offset < this.bytes.size) this.choose(offset);
  }

  private key(event: KeyboardEvent): void {
    if (event.target !== this.host) return;
    if (event.key === 'g' && !event.altKey && !event.metaKey) {
      event.preventDefault();
      this.goTo();
      return;
    }
    const layout = this.place();
    const target = targetOfKey(event, {
      cursor: this.selection?.cursor,
      first: this.visible.first,
      size: this.bytes.size,
      columns: layout.columns,
      rows: Math.max(1, Math.floor(this.page(layout) / layout.rowHeight) - 1),
      leafAt: (offset) => this.leaves?.at(offset),
    });
    if (target === undefined) return;
    event.preventDefault();
    this.choose(target);
  }

  private draw(): void {
    const layout = this.place();
    const { canvas, context, ratio } = this.surface;
    const page = this.page(layout);
    const total = this.total(layout);
    this.scroll = Math.max(0, Math.min(this.scroll, total - page));
    this.pixels.resize(canvas.width, canvas.height);
    paintHex({
      pixels: this.pixels,
      ratio,
      scroll: this.scroll,
      layout,
      glyphs: this.glyphs!,
      theme: this.theme,
      hatch: this.hatch!,
      bytes: this.bytes,
      leaves: this.leaves,
      shades: this.shades,
      marks: this.marks,
      selection: this.selection,
    });
    this.drawTicks(layout);
    this.pixels.put(context, 0, 0);
    this.bar.set(this.scroll, page, total, page / ratio);
    this.moveByte(layout);
  }

  private drawTicks(layout: HexLayout): void {
    if (this.marks.length === 0) return;
    const { canvas, ratio } = this.surface;
    const height = canvas.height - layout.headHeight;
    this.ticks ??= tickRows(this.marks, this.bytes.size, height, this.theme);
    const width = Math.round(barWidth * ratio);
    for (const [y, color] of this.ticks) {
      const top = layout.headHeight + y;
      this.pixels.fill(canvas.width - width, top, width, Math.ceil(2 * ratio), color);
    }
  }

  /** The element that stands over the selected byte, for tests and for screen readers. */
  private moveByte(layout: HexLayout): void {
    const cursor = this.selection?.cursor;
    const middle = cursor === undefined ? undefined : this.middle(cursor, layout);
    const state = `${cursor} ${middle?.x} ${middle?.y} ${layout.cell} ${this.live.text}`;
    if (state === this.shownByte) return;
    this.shownByte = state;
    this.byte.hidden = middle === undefined;
    if (middle === undefined) return;
    const { ratio } = this.surface;
    const [width, height] = [(2 * layout.cell) / ratio, layout.rowHeight / ratio];
    this.byte.dataset['testid'] = `hex-byte-${cursor}`;
    this.byte.setAttribute('aria-label', this.live.text);
    this.byte.style.width = `${width}px`;
    this.byte.style.height = `${height}px`;
    const [left, top] = [middle.x - width / 2, middle.y - height / 2];
    this.byte.style.transform = `translate(${left}px, ${top}px)`;
  }
}
