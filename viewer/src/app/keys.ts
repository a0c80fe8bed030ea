// SPDX-License-Identifier: MIT
// Keys that work wherever no field or panel takes them.
import { speeds } from './Transport';
import type { Workspace } from './workspace';

export const keyHelp: [string, string][] = [
  ['Space', 'play or pause'],
  ['← →', 'one frame back or forward'],
  ['Home, End', 'first or last frame of the range'],
  ['[ and ]', 'start or end of the range here; repeat both to clear it'],
  ['< and >', 'slower or faster'],
  ['E', 'engine-exact or smooth'],
  ['↑ ↓', 'previous or next clip'],
  ['G, B, N, T', 'grid, bones, names, trail'],
  ['A D W S, + −, 0', 'rotate the camera, zoom, show everything (on the image)'],
  ['?', 'this list'],
];

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.matches('input:not([type=range]):not([type=checkbox]), select, textarea') || target.closest('.ak-panel') !== null);

/** Whether the key was for this page. */
export function takeKey(event: KeyboardEvent, work: Workspace, help: () => void): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || typing(event.target)) return false;
  const button = event.target instanceof HTMLButtonElement || event.target instanceof HTMLInputElement;
  const range = work.range.peek(), frame = work.frame.peek(), overlays = work.overlays.peek();
  const flip = (name: 'grid' | 'bones' | 'names' | 'trail'): void => {
    work.overlays.value = { ...overlays, [name]: !overlays[name] };
  };
  const clip = (by: number): void => {
    const count = work.shown.peek()?.clips.length ?? 0;
    if (count > 0) work.chooseClip(Math.max(0, Math.min(count - 1, work.clip.peek() + by)));
  };
  const speed = (by: number): void => {
    const at = speeds.findIndex((one) => one >= work.speed.peek());
    work.speed.value = speeds[Math.max(0, Math.min(speeds.length - 1, at + by))]!;
  };
  const acts: Record<string, () => void> = {
    ArrowLeft: () => work.step(-1),
    ArrowRight: () => work.step(1),
    ArrowUp: () => clip(-1),
    ArrowDown: () => clip(1),
    Home: () => work.seek(range.first),
    End: () => work.seek(range.last),
    '[': () => work.setRange(frame, frame < range.last ? range.last : work.duration.peek()),
    ']': () => work.setRange(frame > range.first ? range.first : 0, frame),
    '<': () => speed(-1),
    '>': () => speed(1),
    e: () => (work.mode.value = work.mode.peek() === 'exact' ? 'smooth' : 'exact'),
    g: () => flip('grid'),
    b: () => flip('bones'),
    n: () => flip('names'),
    t: () => flip('trail'),
    '?': help,
  };
  if (event.key === ' ') {
    if (button) return false;
    work.togglePlay();
    return true;
  }
  const act = acts[event.key];
  if (!act || (event.target instanceof HTMLInputElement && event.key.startsWith('Arrow'))) return false;
  act();
  return true;
}
