// SPDX-License-Identifier: MIT
// A canvas that fills its host, sharp on every screen, drawn at most once a frame and only
// when something changed.

/** Sizes in CSS pixels; the canvas has `ratio` times as many. */
export class Surface {
  readonly canvas: HTMLCanvasElement;
  readonly context: CanvasRenderingContext2D;
  width = 0;
  height = 0;
  ratio = 1;
  /** How often it was drawn: tests see that nothing is drawn without a reason. */
  draws = 0;

  private readonly observer: ResizeObserver;
  private pending = 0;
  private dirty = true;

  constructor(
    host: HTMLElement,
    private readonly draw: () => void,
  ) {
    this.canvas = document.createElement('canvas');
    this.canvas.className = 'ak-canvas';
    this.canvas.setAttribute('aria-hidden', 'true');
    host.prepend(this.canvas);
    // In memory rather than on the graphics card: thousands of small copies a frame are quick there
    // on every machine, and slow where the card is emulated.
    this.context = this.canvas.getContext('2d', { alpha: false, willReadFrequently: true })!;
    this.resize(host.clientWidth * devicePixelRatio, host.clientHeight * devicePixelRatio);
    this.observer = new ResizeObserver((entries) => this.onresize(entries));
    try {
      this.observer.observe(this.canvas, { box: 'device-pixel-content-box' });
    } catch {
      this.observer.observe(this.canvas); // Safari knows CSS pixels only
    }
    this.invalidate();
  }

  /** Draws with the next frame of the browser. */
  invalidate(): void {
    this.dirty = true;
    if (this.pending === 0) this.pending = requestAnimationFrame(() => this.flush());
  }

  /** Draws now what is still to be drawn. */
  flush(): void {
    if (this.pending !== 0) cancelAnimationFrame(this.pending);
    this.pending = 0;
    if (!this.dirty) return;
    this.dirty = false;
    if (this.canvas.width === 0 || this.canvas.height === 0) return;
    this.draws++;
    this.draw();
  }

  destroy(): void {
    this.observer.disconnect();
    if (this.pending !== 0) cancelAnimationFrame(this.pending);
    this.pending = 0;
    this.dirty = false;
    // Browsers keep the memory of a detached canvas until it is collected.
    this.canvas.width = this.canvas.height = 0;
    this.canvas.remove();
  }

  private onresize(entries: ResizeObserverEntry[]): void {
    const entry = entries[entries.length - 1]!;
    const about = (side: number, exact: number | undefined): number => {
      const computed = side * devicePixelRatio;
      // The exact size knows how the browser rounds. Under an emulated screen it is in other pixels.
      return exact !== undefined && Math.abs(exact - computed) < 2 ? exact : computed;
    };
    const exact = entry.devicePixelContentBoxSize?.[0];
    const changed = this.resize(
      about(entry.contentRect.width, exact?.inlineSize),
      about(entry.contentRect.height, exact?.blockSize),
    );
    if (!changed) return;
    this.dirty = true;
    this.flush(); // a resized canvas is blank, so not a frame later
  }

  private resize(width: number, height: number): boolean {
    const [across, down] = [Math.round(width), Math.round(height)];
    const same =
      across === this.canvas.width &&
      down === this.canvas.height &&
      this.ratio === devicePixelRatio;
    if (same) return false;
    this.ratio = devicePixelRatio;
    this.canvas.width = across;
    this.canvas.height = down;
    this.width = across / this.ratio;
    this.height = down / this.ratio;
    return true;
  }
}
