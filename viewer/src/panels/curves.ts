// SPDX-License-Identifier: MIT
// The values of one track over the frames, a line for each component.

import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import './panels.css';
import { floatText } from './float_text';
import { PanelHost } from './panel_host';
import { readTheme, type Theme } from './theme';
import { firstAt, frameText } from './time_axis';
import type { Series } from './types';

export interface CurvesOptions {
  /** The user points at a frame: by pressing, dragging or with the arrow keys. */
  onseek?(frame: number): void;
  /** How a value is written; the shortest text that gives the same 32-bit number when absent. */
  format?(value: number): string;
}

const mostLines = 16;
const axisFont = "11px system-ui, 'Segoe UI', Roboto, sans-serif";
const axisWidth = 62; // CSS pixels

/** Index of the last frame at or before `frame`; the first when all are later; -1 of none. */
export function lastAt(frames: Float64Array, frame: number): number {
  if (frames.length === 0) return -1;
  const after = firstAt(frames, frame);
  return frames[after] === frame ? after : Math.max(0, after - 1);
}

/** uPlot interrupts a line at null, and draws through NaN. */
function withGaps(values: Float64Array): Float64Array | (number | null)[] {
  if (!values.some(Number.isNaN)) return values;
  return Array.from(values, (value) => (Number.isNaN(value) ? null : value));
}

export class Curves {
  private readonly panel: PanelHost;
  private readonly readout = document.createElement('div');
  private readonly area = document.createElement('div');
  private readonly head = document.createElement('div');
  private readonly observer: ResizeObserver;
  private readonly written: HTMLElement[] = [];
  private plot: uPlot | undefined;
  private series: Series | undefined;
  private theme: Theme;
  private frame = 0;
  private dragging = false;
  private pending = 0;
  private wanted: number | undefined;

  constructor(
    private readonly host: HTMLElement,
    private readonly options: CurvesOptions = {},
  ) {
    this.panel = new PanelHost(host, {
      name: 'ak-curves',
      testid: 'curves',
      role: 'curves',
      label: 'Values over time',
      ontheme: () => this.setTheme(),
    });
    this.readout.className = 'ak-readout';
    this.area.className = 'ak-plot';
    this.head.className = 'ak-playhead';
    this.head.hidden = true;
    host.append(this.readout, this.area);
    this.theme = readTheme(host);
    const { signal } = this.panel;
    this.area.addEventListener('pointerdown', (event) => this.press(event), { signal });
    this.area.addEventListener('pointermove', (event) => this.drag(event), { signal });
    const release = () => (this.dragging = false);
    this.area.addEventListener('pointerup', release, { signal });
    this.area.addEventListener('pointercancel', release, { signal });
    host.addEventListener('keydown', (event) => this.key(event), { signal });
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.area);
    this.say();
  }

  /** Shows another track; undefined shows none. Throws when there are more than 16 lines. */
  setSeries(series: Series | undefined): void {
    if (series && series.values.length > mostLines) {
      throw new RangeError(`A track has at most ${mostLines} components, not ${series.values.length}.`);
    }
    if (series?.values.some((line) => line.length !== series.frames.length)) {
      throw new RangeError('Each component needs one value for each frame.');
    }
    this.series = series;
    this.build();
  }

  /** Moves the playhead and shows the values there; no line is drawn again. */
  setFrame(frame: number): void {
    if (frame === this.frame) return;
    this.frame = frame;
    this.schedule();
  }

  /** Reads the custom properties again. Changes of the system's own are noticed without it. */
  setTheme(): void {
    this.theme = readTheme(this.host);
    this.build();
  }

  destroy(): void {
    this.observer.disconnect();
    if (this.pending !== 0) cancelAnimationFrame(this.pending);
    this.plot?.destroy();
    this.plot = undefined;
    this.series = undefined;
    this.readout.remove();
    this.area.remove();
    this.panel.destroy();
  }

  private schedule(): void {
    if (this.pending !== 0) return;
    this.pending = requestAnimationFrame(() => {
      this.pending = 0;
      this.moveHead();
      this.say();
    });
  }

  private resize(): void {
    const [width, height] = [this.area.clientWidth, this.area.clientHeight];
    if (width === 0 || height === 0) return;
    if (this.plot === undefined) this.build();
    else if (width !== this.plot.width || height !== this.plot.height) {
      this.plot.setSize({ width, height });
    }
  }

  private build(): void {
    this.plot?.destroy();
    this.plot = undefined;
    this.head.remove();
    this.written.length = 0;
    this.readout.replaceChildren();
    this.say();
    const { series } = this;
    const [width, height] = [this.area.clientWidth, this.area.clientHeight];
    if (series === undefined || series.frames.length === 0 || width === 0 || height === 0) return;
    const data: uPlot.AlignedData = [series.frames, ...series.values.map(withGaps)];
    this.plot = new uPlot(this.plotOptions(series, width, height), data, this.area);
    this.plot.over.append(this.head);
    this.moveHead();
  }

  private plotOptions(series: Series, width: number, height: number): uPlot.Options {
    const { theme } = this;
    const axis: uPlot.Axis = {
      stroke: theme.muted,
      font: axisFont,
      grid: { stroke: theme.line, width: 1 },
      ticks: { stroke: theme.line, width: 1, size: 4 },
      gap: 4,
    };
    const only = series.frames.length === 1;
    return {
      width,
      height,
      ms: 1,
      legend: { show: false },
      padding: [8, 12, 0, 0],
      cursor: { drag: { setScale: false, x: false, y: false }, points: { size: 6 } },
      scales: { x: { time: false, ...(only ? { range: [series.frames[0]! - 1, series.frames[0]! + 1] } : {}) } },
      axes: [
        { ...axis, size: 24, values: (_, splits) => splits.map((at) => frameText(at)) },
        { ...axis, size: axisWidth, values: (_, splits) => splits.map((at) => String(Number(at.toPrecision(6)))) },
      ],
      series: [{}, ...series.values.map((_, i) => this.line(i, series))],
      hooks: {
        setCursor: [(plot) => this.hover(plot)],
        setSize: [() => this.moveHead()],
        ready: [() => this.moveHead()],
      },
    };
  }

  private line(i: number, series: Series): uPlot.Series {
    return {
      label: series.names[i] ?? String(i),
      stroke: this.theme.lines[i % this.theme.lines.length]!,
      width: 1.5,
      points: { size: 4 },
      ...(i >= this.theme.lines.length ? { dash: [5, 3] } : {}),
    };
  }

  private hover(plot: uPlot): void {
    const index = plot.cursor.idx ?? undefined;
    if (index === this.wanted) return;
    this.wanted = index;
    this.schedule();
  }

  private moveHead(): void {
    if (this.plot === undefined) return;
    const x = this.plot.valToPos(this.frame, 'x');
    const visible = x >= 0 && x <= this.plot.over.clientWidth;
    if (this.head.hidden === visible) this.head.hidden = !visible;
    if (visible) this.head.style.transform = `translateX(${x.toFixed(1)}px)`;
  }

  /** The values at the pointer, or else at the playhead: those of the frame that is named. */
  private say(): void {
    const { series } = this;
    if (series === undefined || series.frames.length === 0) {
      const text = series === undefined ? 'Select a track to see its values.' : `${series.name}: no values.`;
      if (this.readout.textContent !== text) this.readout.textContent = text;
      this.panel.live.say(text);
      return;
    }
    if (this.written.length === 0) this.layReadout(series);
    const index = this.wanted !== undefined && this.wanted < series.frames.length
      ? this.wanted
      : lastAt(series.frames, this.frame);
    const format = this.options.format ?? floatText;
    const texts = [frameText(series.frames[index]!), ...series.values.map((line) => format(line[index]!))];
    texts.forEach((text, i) => {
      const element = this.written[i]!;
      if (element.textContent !== text) element.textContent = text;
    });
  }

  private layReadout(series: Series): void {
    const title = document.createElement('b');
    title.textContent = series.name;
    this.readout.replaceChildren(title, this.entry('frame', undefined, 0));
    series.values.forEach((_, i) => {
      this.readout.append(this.entry(series.names[i] ?? String(i), this.theme.lines, i));
    });
  }

  private entry(name: string, colors: readonly string[] | undefined, i: number): HTMLElement {
    const entry = document.createElement('div');
    if (colors) {
      const key = document.createElement('i');
      const color = colors[i % colors.length]!;
      key.style.background =
        i < colors.length ? color : `repeating-linear-gradient(90deg, ${color} 0 3px, transparent 3px 5px)`;
      entry.append(key);
    }
    const label = document.createElement('span');
    label.textContent = `${name} `;
    const value = document.createElement('em');
    this.written.push(value);
    entry.append(label, value);
    return entry;
  }

  private seek(event: PointerEvent): void {
    if (this.plot === undefined || this.series === undefined) return;
    const x = event.clientX - this.plot.over.getBoundingClientRect().left;
    const { frames } = this.series;
    const at = Math.max(frames[0]!, Math.min(frames[frames.length - 1]!, this.plot.posToVal(x, 'x')));
    this.options.onseek?.(event.altKey ? at : Math.round(at));
  }

  private press(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.dragging = true;
    this.area.setPointerCapture(event.pointerId);
    this.seek(event);
  }

  private drag(event: PointerEvent): void {
    if (this.dragging) this.seek(event);
  }

  private key(event: KeyboardEvent): void {
    const { series } = this;
    if (event.altKey || event.ctrlKey || event.metaKey || !series || series.frames.length === 0) return;
    const now = lastAt(series.frames, this.frame);
    const last = series.frames.length - 1;
    const to = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const index = Math.max(0, Math.min(last, to));
    this.options.onseek?.(series.frames[index]!);
    const format = this.options.format ?? floatText;
    const values = series.values.map((line, i) => `${series.names[i] ?? i} ${format(line[index]!)}`);
    this.panel.live.say(`${series.name}, frame ${frameText(series.frames[index]!)}: ${values.join(', ')}.`);
  }
}
