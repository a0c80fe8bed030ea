// SPDX-License-Identifier: MIT
// The bytes of a file of any size, coloured by the fields they belong to.

import './panels.css';
import { HexFace, type HexSelection } from './hex_face';
import { GoTo } from './hex_goto';
import { targetOfKey } from './hex_keys';
import { columnAt } from './hex_layout';
import { describeByte } from './hex_words';
import { PanelHost } from './panel_host';
import { Pointers } from './pointers';
import { ScrollBar } from './scroll_bar';
import { Surface } from './surface';
import { readTheme } from './theme';
import type { ByteSource, Leaf, LeafSource, Mark, PagePoint } from './types';

export interface HexPaneOptions {
  bytes: ByteSource;
  leaves?: LeafSource;
  /** Whether the bytes stand beside the pairs as characters, too; true when absent. */
  text?: boolean;
  /** The user chose a byte: by pointer, key or "go to offset". Not called by `select`. */
  onselect(offset: number, leaf: Leaf | undefined): void;
}

export class HexPane {
  private readonly panel: PanelHost;
  private readonly surface: Surface;
  private readonly face: HexFace;
  private readonly bar: ScrollBar;
  private readonly pointers: Pointers;
  private readonly goto: GoTo;
  private readonly byte = document.createElement('div');
  private bytes: ByteSource;
  private leaves: LeafSource | undefined;
  private marks: readonly Mark[] = [];
  private selection: HexSelection | undefined;
  /** The length that `select` was given, if it was. */
  private asked: number | undefined;
  private shownByte = '';

  constructor(
    private readonly host: HTMLElement,
    private readonly options: HexPaneOptions,
  ) {
    this.bytes = options.bytes;
    this.leaves = options.leaves;
    this.panel = new PanelHost(host, {
      name: 'ak-hex',
      testid: 'hex',
      role: 'hexadecimal view',
      label: 'Bytes of the file',
      ontheme: () => this.setTheme(),
    });
    this.surface = new Surface(host, () => this.draw());
    this.face = new HexFace(this.surface, readTheme(host), this.bytes.size, options.text ?? true);
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
      scroll: (_, dy) => this.scrollTo(this.face.scroll + dy * this.surface.ratio),
    });
    host.addEventListener('keydown', (event) => this.key(event), { signal: this.panel.signal });
    this.listen(true);
  }

  /** Shows another file; nothing is selected then. */
  setSource(bytes: ByteSource, leaves?: LeafSource): void {
    this.listen(false);
    this.bytes = bytes;
    this.leaves = leaves;
    this.listen(true);
    this.face.reset(bytes.size);
    this.setMarks([]);
    this.clearSelection();
  }

  /** Lights `length` bytes, or without it the field that `offset` belongs to; scrolls there. */
  select(offset: number, length?: number): void {
    this.light(offset, length);
    if (this.selection) this.reveal(this.selection.cursor);
  }

  /** Nothing is selected any more. */
  clearSelection(): void {
    this.selection = undefined;
    this.panel.live.say('');
    this.surface.invalidate();
  }

  /** Scrolls as little as shows `offset`, or to its middle from far away. */
  reveal(offset: number): void {
    if (this.face.reveal(this.within(offset))) this.surface.invalidate();
  }

  /** In any order. */
  setMarks(marks: readonly Mark[]): void {
    const inside = marks.filter((mark) => mark.offset >= 0 && mark.offset < this.bytes.size);
    this.marks = inside.sort((a, b) => a.offset - b.offset);
    this.face.forgetTicks();
    this.surface.invalidate();
  }

  /** Reads the custom properties again. Changes of the system's own are noticed without it. */
  setTheme(): void {
    this.face.setTheme(readTheme(this.host));
    this.surface.invalidate();
  }

  /** Opens the field that asks for an offset. */
  goTo(): void {
    this.goto.open();
  }

  /** The middle of a byte's pair, when it is in view. */
  point(offset: number): PagePoint | undefined {
    const middle = this.face.middle(offset);
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
    return this.face.visible;
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
    this.listen(false);
    this.pointers.destroy();
    this.bar.destroy();
    this.goto.destroy();
    this.byte.remove();
    this.surface.destroy();
    this.panel.destroy();
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

  private within(offset: number): number {
    return Math.max(0, Math.min(this.bytes.size - 1, Math.floor(offset)));
  }

  private scrollTo(position: number): boolean {
    const moved = this.face.scrollTo(position);
    if (moved) this.surface.invalidate();
    return moved;
  }

  private light(offset: number, length: number | undefined): void {
    this.asked = length;
    if (this.bytes.size === 0) return;
    const cursor = this.within(offset);
    const leaf = this.leaves?.at(cursor);
    const whole = length !== undefined ? { offset: cursor, length: Math.max(1, length) } : leaf;
    this.selection = { offset: whole?.offset ?? cursor, length: whole?.length ?? 1, cursor };
    const byte = this.bytes.read(cursor, 1)?.[0];
    this.panel.live.say(describeByte(cursor, byte, leaf, this.leaves !== undefined));
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
    const { layout, scroll } = this.face;
    const { ratio } = this.surface;
    const down = y * ratio - layout.headHeight;
    const column = columnAt(layout, x * ratio);
    if (down < 0 || column === undefined) return;
    const row = Math.floor((down + Math.round(scroll)) / layout.rowHeight);
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
    const { layout, page, visible } = this.face;
    const target = targetOfKey(event, {
      cursor: this.selection?.cursor,
      first: visible.first,
      size: this.bytes.size,
      columns: layout.columns,
      rows: Math.max(1, Math.floor(page / layout.rowHeight) - 1),
      leafAt: (offset) => this.leaves?.at(offset),
    });
    if (target === undefined) return;
    event.preventDefault();
    this.choose(target);
  }

  private draw(): void {
    const { bytes, leaves, marks, selection, face } = this;
    face.draw({ bytes, leaves, marks, selection });
    this.bar.set(face.scroll, face.page, face.total, face.page / this.surface.ratio);
    this.moveByte();
  }

  /** The element that stands over the selected byte, for tests and for screen readers. */
  private moveByte(): void {
    const cursor = this.selection?.cursor;
    const middle = cursor === undefined ? undefined : this.face.middle(cursor);
    const { layout } = this.face;
    const text = this.panel.live.text;
    const state = `${cursor} ${middle?.x} ${middle?.y} ${layout.cell} ${text}`;
    if (state === this.shownByte) return;
    this.shownByte = state;
    this.byte.hidden = middle === undefined;
    if (middle === undefined) return;
    const { ratio } = this.surface;
    const [width, height] = [(2 * layout.cell) / ratio, layout.rowHeight / ratio];
    this.byte.dataset['testid'] = `hex-byte-${cursor}`;
    this.byte.setAttribute('aria-label', text);
    this.byte.style.width = `${width}px`;
    this.byte.style.height = `${height}px`;
    const [left, top] = [middle.x - width / 2, middle.y - height / 2];
    this.byte.style.transform = `translate(${left}px, ${top}px)`;
  }
}
