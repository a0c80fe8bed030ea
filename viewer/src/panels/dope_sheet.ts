// SPDX-License-Identifier: MIT
// The keys of all tracks over the frames: a ruler, a row for each track, a playhead and a range.

import './panels.css';
import { DopeFace } from './dope_face';
import { DopeHead } from './dope_head';
import { describeChoice, nextChoice, type KeyChoice } from './dope_keys';
import { DopeRange, type RangeEnd } from './dope_range';
import { DopeView, pad, rowHeight, rulerHeight } from './dope_view';
import { PanelHost } from './panel_host';
import { Pointers } from './pointers';
import { ScrollBar } from './scroll_bar';
import { Surface } from './surface';
import { readTheme } from './theme';
import { frameText } from './time_axis';
import type { KeyTrack, PagePoint } from './types';

export interface DopeSheetOptions {
  tracks: readonly KeyTrack[];
  /** The last frame. */
  duration: number;
  /** The user goes to a frame: a whole one, unless Alt is held or it is a key's own. */
  onseek(frame: number): void;
  /** The user chose a key. Not called by `selectKey`. */
  onkey(track: number, key: number): void;
  /** The user moved an end of the range. */
  onrange?(first: number, last: number): void;
}

export class DopeSheet {
  private readonly panel: PanelHost;
  private readonly time = document.createElement('div');
  private readonly face: DopeFace;
  private readonly surface: Surface;
  private readonly head: DopeHead;
  private readonly down: ScrollBar;
  private readonly across: ScrollBar;
  private readonly pointers: Pointers;
  private readonly view: DopeView;
  private readonly range: DopeRange;
  private labelWidth = 0;
  private frame = 0;
  private choice: KeyChoice | undefined;
  private grip: 'frame' | RangeEnd | undefined;

  constructor(
    private readonly host: HTMLElement,
    private readonly options: DopeSheetOptions,
  ) {
    this.view = new DopeView(options.tracks, options.duration);
    this.range = new DopeRange(options.duration);
    this.panel = new PanelHost(host, {
      name: 'ak-dope',
      testid: 'tracks',
      role: 'dope sheet',
      label: 'Keys of all tracks',
      ontheme: () => this.setTheme(),
    });
    this.face = new DopeFace(host, readTheme(host));
    this.time.className = 'ak-time';
    host.append(this.time);
    this.setLabelWidth();
    this.surface = new Surface(this.time, () => this.draw());
    this.head = new DopeHead(this.time);
    this.down = new ScrollBar(host, { vertical: true, onscroll: (to) => this.moved(this.view.scrollTo(to)) });
    this.across = new ScrollBar(host, {
      vertical: false,
      onscroll: (to) => this.moved(this.view.startAt(to - pad * this.view.axis.perPixel)),
    });
    this.pointers = new Pointers(host, {
      press: (x, y, event) => this.press(x, y, event),
      drag: (x, _, event) => this.drag(x, event),
      release: () => (this.grip = undefined),
      hover: (x, y) => this.hover(x, y),
      leave: () => this.head.say('', 0, 0, 0, 0),
      grabs: (x, y) => y < rulerHeight && x >= this.labelWidth,
      scroll: (dx, dy) => this.moved(this.view.scrollBy(dx, dy)),
      zoom: (factor, x) => this.zoom(factor, x - this.labelWidth),
    });
    const { signal } = this.panel;
    host.addEventListener('keydown', (event) => this.key(event), { signal });
    host.addEventListener('dblclick', (event) => this.doublePress(event), { signal });
    this.fit();
  }

  /** Shows another clip; nothing is selected then and all of it is in view. */
  setTracks(tracks: readonly KeyTrack[], duration = this.view.duration): void {
    this.view.tracks = tracks;
    this.view.duration = duration;
    this.view.scroll = 0;
    this.choice = undefined;
    this.range.reset(duration);
    this.panel.live.say('');
    this.head.say('', 0, 0, 0, 0);
    this.fit();
  }

  /** Moves the playhead, which draws no row again. Follows it out of the view. */
  setFrame(frame: number): void {
    if (frame === this.frame) return;
    const before = this.frame;
    this.frame = frame;
    this.moved(this.view.follow(before, frame));
    this.moveHead();
  }

  /** The frames that play; without arguments all. */
  setRange(first?: number, last?: number): void {
    this.range.set(first ?? 0, last ?? this.view.duration);
    this.moveHead();
  }

  /** Lights a key and scrolls to it; -1 for the row alone. */
  selectKey(track: number, key: number): void {
    const row = this.view.tracks[track];
    if (row === undefined) {
      this.choice = undefined;
      this.panel.live.say('');
    } else {
      this.choice = { track, key: Math.max(-1, Math.min(row.times.length - 1, key)) };
      this.view.reveal(this.choice);
      this.panel.live.say(this.words(this.choice));
    }
    this.surface.invalidate();
  }

  /** The middle of a key's mark, when it is in view. */
  keyPoint(track: number, key: number): PagePoint | undefined {
    const { view } = this;
    this.surface.flush(); // the view may still move
    const time = view.timeOf({ track, key });
    if (time === undefined || !view.shows(time)) return undefined;
    const [x, y] = [view.x(time), view.y(track)];
    if (y < rulerHeight || y > view.height) return undefined;
    const bounds = this.time.getBoundingClientRect();
    return { x: bounds.left + scrollX + x, y: bounds.top + scrollY + y };
  }

  /** Reads the custom properties again. Changes of the system's own are noticed without it. */
  setTheme(): void {
    this.face.setTheme(readTheme(this.host));
    this.surface.invalidate();
  }

  /** All frames in view. */
  fit(): void {
    this.view.fit();
    this.surface.invalidate();
  }

  /** Draws now rather than with the next frame, as measuring needs it. */
  redraw(): void {
    this.surface.invalidate();
    this.surface.flush();
  }

  /** How often the rows were drawn since the sheet was made. */
  get draws(): number {
    return this.surface.draws;
  }

  destroy(): void {
    this.pointers.destroy();
    this.down.destroy();
    this.across.destroy();
    this.surface.destroy();
    this.face.destroy();
    this.time.remove();
    this.host.style.removeProperty('--ak-label-width');
    this.panel.destroy();
  }

  private moved(moved: boolean): boolean {
    if (moved) this.surface.invalidate();
    return moved;
  }

  private setLabelWidth(): void {
    const width = Math.round(Math.max(84, Math.min(220, this.host.clientWidth * 0.3)));
    if (width === this.labelWidth) return;
    this.labelWidth = width;
    this.face.setLabelWidth(width);
    this.time.style.left = `${width}px`;
    this.host.style.setProperty('--ak-label-width', `${width}px`);
  }

  private zoom(factor: number, x: number): void {
    this.view.zoom(factor, x);
    this.surface.invalidate();
  }

  private words(choice: KeyChoice): string {
    return describeChoice(this.view.tracks, choice);
  }

  /** Chooses for the user, and says so to the page. */
  private choose(choice: KeyChoice): void {
    this.selectKey(choice.track, choice.key);
    if (choice.key >= 0) this.options.onkey(choice.track, choice.key);
  }

  private seek(x: number, exact: boolean): void {
    const frame = Math.max(0, Math.min(this.view.duration, this.view.frameAt(x)));
    this.options.onseek(exact ? frame : Math.round(frame));
  }

  private press(panelX: number, y: number, event: PointerEvent): void {
    const x = panelX - this.labelWidth;
    if (y >= rulerHeight || x < 0) {
      const choice = this.view.keyAt(x < 0 ? -Infinity : x, y);
      if (choice) this.choose(choice);
      return;
    }
    this.grip = this.handleAt(x) ?? 'frame';
    if (this.grip === 'frame') this.seek(x, event.altKey);
  }

  private handleAt(x: number): RangeEnd | undefined {
    return this.range.handleAt(x, (frame) => this.view.x(frame));
  }

  private drag(panelX: number, event: PointerEvent): void {
    const x = panelX - this.labelWidth;
    if (this.grip === 'frame') this.seek(x, event.altKey);
    else if (this.grip !== undefined) this.moveRange(this.grip, this.view.frameAt(x));
  }

  private moveRange(end: RangeEnd, to: number): void {
    if (!this.range.move(end, to)) return;
    const { first, last } = this.range;
    this.moveHead();
    this.panel.live.say(`Range: frames ${frameText(first)} to ${frameText(last)}.`);
    this.options.onrange?.(first, last);
  }

  private hover(panelX: number, y: number): void {
    const x = panelX - this.labelWidth;
    const over = y < rulerHeight && x >= 0 && this.handleAt(x) !== undefined;
    const cursor = over ? 'ew-resize' : '';
    if (this.time.style.cursor !== cursor) this.time.style.cursor = cursor;
    const choice = x < 0 ? undefined : this.view.keyAt(x, y);
    const text = choice && choice.key >= 0 ? this.words(choice) : '';
    this.head.say(text, x, y, this.view.width, this.view.height);
  }

  private doublePress(event: MouseEvent): void {
    const bounds = this.time.getBoundingClientRect();
    const [x, y] = [event.clientX - bounds.left, event.clientY - bounds.top];
    const choice = x < 0 ? undefined : this.view.keyAt(x, y);
    if (choice === undefined) return;
    const time = this.view.timeOf(choice);
    if (time !== undefined) this.options.onseek(time);
    else this.seek(x, event.altKey);
  }

  private key(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { view } = this;
    const chosen = view.timeOf(this.choice);
    const from = chosen ?? this.frame;
    const x = view.shows(from) ? view.x(from) : view.width / 2;
    const page = Math.max(1, Math.floor(view.page / rowHeight) - 1);
    if (event.key === '+' || event.key === '=') this.zoom(1.5, x);
    else if (event.key === '-') this.zoom(1 / 1.5, x);
    else if (event.key === '0') this.fit();
    else if (event.key === 'i') this.moveRange('first', from);
    else if (event.key === 'o') this.moveRange('last', from);
    else if (event.key === 'Enter') {
      if (chosen === undefined) return;
      this.options.onseek(chosen);
    } else if (event.shiftKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      const half = view.width / 2;
      this.moved(view.scrollBy(event.key === 'ArrowLeft' ? -half : half, 0));
    } else {
      const next = nextChoice(event.key, view.tracks, this.choice, this.frame, page);
      if (next === undefined) return;
      this.choose(next);
    }
    event.preventDefault();
  }

  private draw(): void {
    this.setLabelWidth();
    const { view } = this;
    const { width, height } = this.surface;
    view.resize(width, height);
    this.face.draw(this.surface, view, this.choice);
    this.down.set(view.scroll, view.page, view.total, view.page);
    const { start, perPixel } = view.axis;
    const total = view.duration + 2 * pad * perPixel;
    this.across.set(start + pad * perPixel, Math.min(total, width * perPixel), total, width);
    this.moveHead();
  }

  private moveHead(): void {
    const { view } = this;
    const { first, last } = this.range;
    this.head.playhead(view.x(this.frame), this.frame, view.width);
    this.head.range(view.x(first), view.x(last), view.width);
  }
}
