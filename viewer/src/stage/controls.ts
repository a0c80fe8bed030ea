// SPDX-License-Identifier: MIT
// Fingers, mouse and keys that move a camera.
import { panned, type UpAxis, type View } from './view';

export interface Controlled {
  view(): View;
  up(): UpAxis;
  fov(): number;
  onview(view: View): void;
  /** Back to where all of the clip is seen. */
  onhome(): void;
}

const clampPitch = (pitch: number): number => Math.max(-90, Math.min(90, pitch));

export function turned(view: View, yaw: number, pitch: number): View {
  return { ...view, yaw: view.yaw + yaw, pitch: clampPitch(view.pitch + pitch) };
}
export function nearer(view: View, factor: number): View {
  return { ...view, distance: Math.max(1e-9, Math.min(1e12, view.distance * factor)) };
}

/** Attaches to an element; call what is returned to let go. */
export function controlCamera(host: HTMLElement, it: Controlled): () => void {
  const fingers = new Map<number, { x: number; y: number }>();
  const gap = (): number => {
    const [a, b] = [...fingers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  };
  const down = (event: PointerEvent): void => {
    if (event.target instanceof HTMLButtonElement) return;
    host.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };
  const move = (event: PointerEvent): void => {
    const before = fingers.get(event.pointerId);
    if (before === undefined) return;
    const wasApart = gap();
    const x = event.clientX - before.x, y = event.clientY - before.y;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    let view = it.view();
    const pans = fingers.size > 1 || event.shiftKey || (event.buttons & 6) !== 0;
    if (fingers.size > 1 && wasApart > 0 && gap() > 0) view = nearer(view, wasApart / gap());
    const part = fingers.size > 1 ? 1 / fingers.size : 1;
    view = pans
      ? panned(view, it.up(), x * part, y * part, host.clientHeight, it.fov())
      : turned(view, -x * 0.5, y * 0.5);
    it.onview(view);
  };
  const lift = (event: PointerEvent): void => {
    fingers.delete(event.pointerId);
  };
  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
    it.onview(nearer(it.view(), Math.exp(Math.max(-200, Math.min(200, event.deltaY * lines)) * 0.0015)));
  };
  const key = (event: KeyboardEvent): void => {
    if (event.target !== host || event.ctrlKey || event.metaKey || event.altKey) return;
    const view = it.view();
    const turn = { a: [-5, 0], d: [5, 0], w: [0, 5], s: [0, -5] }[event.key];
    if (turn) it.onview(turned(view, turn[0] ?? 0, turn[1] ?? 0));
    else if (event.key === '+' || event.key === '=') it.onview(nearer(view, 0.9));
    else if (event.key === '-') it.onview(nearer(view, 1 / 0.9));
    else if (event.key === '0') it.onhome();
    else return;
    event.preventDefault();
  };
  const menu = (event: Event): void => event.preventDefault();
  const listeners: [string, EventListener, AddEventListenerOptions?][] = [
    ['pointerdown', down as EventListener],
    ['pointermove', move as EventListener],
    ['pointerup', lift as EventListener],
    ['pointercancel', lift as EventListener],
    ['wheel', wheel as EventListener, { passive: false }],
    ['keydown', key as EventListener],
    ['contextmenu', menu],
    ['dblclick', () => it.onhome()],
  ];
  for (const [name, act, options] of listeners) host.addEventListener(name, act, options);
  return () => {
    for (const [name, act] of listeners) host.removeEventListener(name, act);
  };
}
