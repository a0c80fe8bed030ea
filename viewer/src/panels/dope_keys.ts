// SPDX-License-Identifier: MIT
// What a key of the keyboard does in the dope sheet.

import { frameText, nearest } from './time_axis';
import type { KeyTrack } from './types';

export interface KeyChoice {
  track: number;
  /** Index of the key; -1 when only the row is chosen. */
  key: number;
}

/**
 * The row and key that a press leads to, or undefined when it means nothing here. `frame` is where
 * the playhead stands: a row without a chosen key begins there.
 */
export function nextChoice(
  name: string,
  tracks: readonly KeyTrack[],
  now: KeyChoice | undefined,
  frame: number,
  page: number,
): KeyChoice | undefined {
  if (tracks.length === 0) return undefined;
  const down = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page }[name];
  if (down !== undefined) {
    const wanted = now === undefined ? 0 : now.track + down;
    const track = Math.max(0, Math.min(tracks.length - 1, wanted));
    if (now === undefined || now.key < 0) return { track, key: -1 };
    const time = tracks[now.track]?.times[now.key] ?? frame;
    return { track, key: nearest(tracks[track]!.times, time) };
  }
  const track = now?.track ?? 0;
  const times = tracks[track]?.times;
  if (times === undefined || times.length === 0) return undefined;
  const last = times.length - 1;
  if (name === 'Home') return { track, key: 0 };
  if (name === 'End') return { track, key: last };
  const along = { ArrowRight: 1, ArrowLeft: -1 }[name];
  if (along === undefined) return undefined;
  if (now === undefined || now.key < 0) return { track, key: nearest(times, frame) };
  return { track, key: Math.max(0, Math.min(last, now.key + along)) };
}

/** A row or key in words. */
export function describeChoice(tracks: readonly KeyTrack[], { track, key }: KeyChoice): string {
  const row = tracks[track];
  if (row === undefined) return '';
  const count = row.times.length;
  const place = `${row.name}, row ${track + 1} of ${tracks.length}`;
  if (key < 0) return `${place}, ${count} ${count === 1 ? 'key' : 'keys'}.`;
  return `Frame ${frameText(row.times[key]!)}: key ${key + 1} of ${count} of ${place}.`;
}
