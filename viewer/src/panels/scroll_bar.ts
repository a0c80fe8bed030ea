// SPDX-License-Identifier: MIT
// A scroll bar over any distance. The browser's own ends at some 16 million pixels, which a
// file of 1 GB exceeds.

export interface ScrollBarOptions {
  vertical: boolean;
  onscroll(position: number): void;
}

const shortestThumb = 28;

/** For pointers only: the panel itself answers to keys, so assistive technology skips this. */
export class ScrollBar {
  private readonly track = document.createElement('div');
  private readonly thumb = document.createElement('div');
  private readonly listening = new AbortController();
  private position = 0;
  private page = 0;
  private total = 0;
  private length = 0;
  private grip: number | undefined;
  private shown = '';

  constructor(
    host: HTMLElement,
    private readonly options: ScrollBarOptions,
  ) {
    this.track.className = `ak-bar ${options.vertical ? 'ak-bar-down' : 'ak-bar-across'}`;
    this.track.setAttribute('aria-hidden', 'true');
    this.thumb.className = 'ak-thumb';
    this.track.append(this.thumb);
    host.append(this.track);
    const { signal } = this.listening;
    this.track.addEventListener('pointerdown', (event) => this.press(event), { signal });
    this.track.addEventListener('pointermove', (event) => this.drag(event), { signal });
    const release = () => (this.grip = undefined);
    this.track.addEventListener('pointerup', release, { signal });
    this.track.addEventListener('pointercancel', release, { signal });
  }

  /** All but `length` (the track's, in CSS pixels) in the unit of the caller. */
  set(position: number, page: number, total: number, length: number): void {
    this.position = position;
    this.page = page;
    this.total = total;
    this.length = length;
    const visible = total > page && length > shortestThumb;
    const size = this.thumbSize();
    const at = visible ? (position / (total - page)) * (length - size) : 0;
    const state = `${visible} ${size.toFixed(1)} ${at.toFixed(1)}`;
    if (state === this.shown) return;
    this.shown = state;
    this.track.style.visibility = visible ? 'visible' : 'hidden';
    const [side, axis] = this.options.vertical ? (['height', 'Y'] as const) : (['width', 'X'] as const);
    this.thumb.style[side] = `${size.toFixed(1)}px`;
    this.thumb.style.transform = `translate${axis}(${at.toFixed(1)}px)`;
  }

  destroy(): void {
    this.listening.abort();
    this.track.remove();
  }

  private thumbSize(): number {
    if (this.total <= this.page) return this.length;
    return Math.min(this.length, Math.max(shortestThumb, (this.page / this.total) * this.length));
  }

  private along(event: PointerEvent): number {
    const bounds = this.track.getBoundingClientRect();
    return this.options.vertical ? event.clientY - bounds.top : event.clientX - bounds.left;
  }

  private press(event: PointerEvent): void {
    if (event.button !== 0) return;
    event.stopPropagation();
    const at = this.along(event);
    const size = this.thumbSize();
    const start = (this.position / (this.total - this.page)) * (this.length - size);
    // Beside the thumb: it jumps there, and is then held by its middle.
    this.grip = at >= start && at <= start + size ? at - start : size / 2;
    this.track.setPointerCapture(event.pointerId);
    this.drag(event);
  }

  private drag(event: PointerEvent): void {
    if (this.grip === undefined) return;
    event.stopPropagation();
    const way = this.length - this.thumbSize();
    const part = way <= 0 ? 0 : (this.along(event) - this.grip) / way;
    this.options.onscroll(Math.min(1, Math.max(0, part)) * (this.total - this.page));
  }
}
