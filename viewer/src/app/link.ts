// SPDX-License-Identifier: MIT
// What the address of the page keeps behind '#': what is shown, when, from where and how.
import { noOverlays, type Overlays } from '../stage/overlays';
import type { Workspace } from './workspace';

const round = (number: number): string => `${Number(number.toPrecision(7))}`;

export function linkOf(work: Workspace): string {
  const link = new URLSearchParams();
  const thing = work.thing.peek(), view = work.view.peek();
  if (!thing) return '';
  link.set('show', thing.name);
  if (work.clip.peek() !== 0) link.set('clip', `${work.clip.peek()}`);
  if (work.frame.peek() !== 0) link.set('frame', round(work.frame.peek()));
  if (view) link.set('camera', [view.yaw, view.pitch, view.distance, ...view.target].map(round).join(','));
  if (work.mode.peek() === 'exact') link.set('mode', 'exact');
  for (const [name, value] of Object.entries(work.options.peek())) link.append('option', `${name}=${value === true ? '' : value}`);
  for (const [name, value] of Object.entries(work.overlays.peek()))
    if (value !== noOverlays[name as keyof Overlays]) link.append('view', `${name}=${Number(value)}`);
  return link.toString();
}

export function wishOf(hash: string): { thing?: string; clip?: string } {
  const link = new URLSearchParams(hash.replace(/^#/, ''));
  return { thing: link.get('show') ?? undefined, clip: link.get('clip') ?? undefined };
}

/** Brings back the rest, when the files are open. */
export async function follow(work: Workspace, hash: string): Promise<void> {
  const link = new URLSearchParams(hash.replace(/^#/, ''));
  for (const option of link.getAll('option')) {
    const at = option.indexOf('=');
    await work.setOption(option.slice(0, at), option.slice(at + 1) || true);
  }
  const overlays = { ...work.overlays.peek() } as Record<string, number | boolean>;
  for (const one of link.getAll('view')) {
    const [name, value] = one.split('=');
    const known = noOverlays[name as keyof Overlays];
    if (known !== undefined) overlays[name!] = typeof known === 'number' ? Number(value) : value === '1';
  }
  work.overlays.value = overlays as unknown as Overlays;
  if (link.get('mode') === 'exact') work.mode.value = 'exact';
  const clip = Number(link.get('clip'));
  if (clip === -1 && work.shown.peek()) work.chooseClip(-1);
  work.seek(Number(link.get('frame') ?? 0));
  const camera = (link.get('camera') ?? '').split(',').map(Number);
  if (camera.length === 6 && camera.every(Number.isFinite) && camera[2]! > 0) {
    work.view.value = {
      yaw: camera[0]!, pitch: Math.max(-90, Math.min(90, camera[1]!)), distance: camera[2]!,
      target: [camera[3]!, camera[4]!, camera[5]!],
    };
  }
}
