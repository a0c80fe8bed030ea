// SPDX-License-Identifier: MIT
// Mouse, pen and touch of a panel: a finger that moves scrolls, two zoom, a tap is a press.

export interface PointerActions {
  /** `x` and `y` in CSS pixels from the corner inside the border, here and below. */
  press(x: number, y: number, event: PointerEvent): void;
  drag?(x: number, y: number, event: PointerEvent): void;
  release?(): void;
  hover?(x: number, y: number): void;
  leave?(): void;
  /** Where a finger drags something rather than scrolling. */
  grabs?(x: number, y: number): boolean;
  scroll(dx: number, dy: number): boolean;
  /** `factor` above 1 shows more detail. */
  zoom?(factor: number, x: number): void;
}

const stillFinger = 6; // CSS pixels that a tap may wander
const glideStops = 0.02; // CSS pixels a millisecond

interface Finger {
  x: number;
  y: number;
  startX: number;
  startY: number;
  moved: boolean;
}

export class Pointers {
  private readonly listening = new AbortController();
  private readonly fingers = new Map<number, Finger>();
  private dragging: number | undefined;
  private spread = 0;
  private speedX = 0;
  private speedY = 0;
  private last = 0;
  private gliding = 0;

  constructor(
    private readonly element: HTMLElement,
    private readonly actions: PointerActions,
  ) {
    const { signal } = this.listening;
    element.addEventListener('pointerdown', (event) => this.down(event), { signal });
    element.addEventListener('pointermove', (event) => this.move(event), { signal });
    element.addEventListener('pointerup', (event) => this.up(event, true), { signal });
    element.addEventListener('pointercancel', (event) => this.up(event, false), { signal });
    element.addEventListener('pointerleave', () => actions.leave?.(), { signal });
    element.addEventListener('wheel', (event) => this.wheel(event), { signal, passive: false });
  }

  destroy(): void {
    this.listening.abort();
    this.stop();
  }

  private place(event: MouseEvent): [number, number] {
    const { element } = this;
    const bounds = element.getBoundingClientRect();
    const [left, top] = [bounds.left + element.clientLeft, bounds.top + element.clientTop];
    return [event.clientX - left, event.clientY - top];
  }

  private stop(): void {
    if (this.gliding !== 0) cancelAnimationFrame(this.gliding);
    this.gliding = 0;
    this.speedX = this.speedY = 0;
  }

  private down(event: PointerEvent): void {
    this.stop();
    if (event.button !== 0) return;
    const [x, y] = this.place(event);
    if (event.pointerType !== 'touch' || this.actions.grabs?.(x, y)) {
      this.dragging = event.pointerId;
      this.element.setPointerCapture(event.pointerId);
      this.actions.press(x, y, event);
      return;
    }
    this.fingers.set(event.pointerId, { x, y, startX: x, startY: y, moved: false });
    this.spread = this.distance();
    this.last = event.timeStamp;
  }

  private distance(): number {
    const [one, two] = [...this.fingers.values()];
    return one && two ? Math.hypot(one.x - two.x, one.y - two.y) : 0;
  }

  private move(event: PointerEvent): void {
    const [x, y] = this.place(event);
    if (this.dragging === event.pointerId) {
      this.actions.drag?.(x, y, event);
      return;
    }
    const finger = this.fingers.get(event.pointerId);
    if (finger === undefined) {
      if (event.pointerType !== 'touch') this.actions.hover?.(x, y);
      return;
    }
    const [dx, dy] = [finger.x - x, finger.y - y];
    finger.x = x;
    finger.y = y;
    if (Math.hypot(x - finger.startX, y - finger.startY) > stillFinger) finger.moved = true;
    if (this.fingers.size === 2) {
      const now = this.distance();
      const [one, two] = [...this.fingers.values()];
      if (this.spread > 0 && now > 0) this.actions.zoom?.(now / this.spread, (one!.x + two!.x) / 2);
      this.spread = now;
    } else if (finger.moved) {
      const passed = Math.max(1, event.timeStamp - this.last);
      this.speedX = 0.6 * this.speedX + 0.4 * (dx / passed);
      this.speedY = 0.6 * this.speedY + 0.4 * (dy / passed);
      this.actions.scroll(dx, dy);
    }
    this.last = event.timeStamp;
  }

  private up(event: PointerEvent, done: boolean): void {
    if (this.dragging === event.pointerId) {
      this.dragging = undefined;
      this.actions.release?.();
      return;
    }
    const finger = this.fingers.get(event.pointerId);
    if (finger === undefined) return;
    this.fingers.delete(event.pointerId);
    this.spread = this.distance();
    if (!done || this.fingers.size > 0) return;
    if (!finger.moved) {
      this.actions.press(finger.x, finger.y, event);
      this.actions.release?.();
    } else if (event.timeStamp - this.last < 60) {
      this.glide();
    }
  }

  /** Goes on a little after the finger has left, unless motion is unwelcome. */
  private glide(): void {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let before = performance.now();
    const step = (now: number): void => {
      const passed = Math.min(50, Math.max(0, now - before));
      before = now;
      const moved = this.actions.scroll(this.speedX * passed, this.speedY * passed);
      const slower = Math.exp(-passed / 325);
      this.speedX *= slower;
      this.speedY *= slower;
      const on = moved && Math.hypot(this.speedX, this.speedY) > glideStops;
      this.gliding = on ? requestAnimationFrame(step) : 0;
    };
    this.gliding = requestAnimationFrame(step);
  }

  private wheel(event: WheelEvent): void {
    this.stop();
    const unit = event.deltaMode === 1 ? 18 : event.deltaMode === 2 ? this.element.clientHeight : 1;
    if (event.ctrlKey && this.actions.zoom) {
      event.preventDefault();
      const [x] = this.place(event);
      this.actions.zoom(Math.exp((-event.deltaY * unit) / 240), x);
      return;
    }
    if (event.ctrlKey) return; // the browser's own zoom
    const swap = event.shiftKey && event.deltaX === 0;
    const dx = (swap ? event.deltaY : event.deltaX) * unit;
    const dy = (swap ? 0 : event.deltaY) * unit;
    // At an end the page scrolls on.
    if (this.actions.scroll(dx, dy)) event.preventDefault();
  }
}
