// SPDX-License-Identifier: MIT
// Where a key leads in the hex pane.

import type { Leaf } from './types';

export interface KeyPlace {
  cursor: number | undefined;
  /** First byte in view. */
  first: number;
  size: number;
  columns: number;
  /** Rows of a page. */
  rows: number;
  leafAt(offset: number): Leaf | undefined;
}

/** The next offset, or undefined when the key means nothing here. */
export function targetOfKey(event: KeyboardEvent, place: KeyPlace): number | undefined {
  if (event.altKey || event.metaKey || place.size === 0) return undefined;
  const { cursor, columns, rows, size } = place;
  const last = size - 1;
  if (event.key === 'Home') return 0;
  if (event.key === 'End') return last;
  const step = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
    PageUp: -rows * columns,
    PageDown: rows * columns,
  }[event.key];
  if (step === undefined) return undefined;
  if (cursor === undefined) return Math.min(place.first, last);
  if (event.ctrlKey && Math.abs(step) === 1) return Math.min(last, nextField(place, cursor, step));
  const to = cursor + step;
  if (Math.abs(step) === 1) return Math.max(0, Math.min(last, to));
  // Up and down keep their column: at an end they go as far as it allows.
  if (to < 0) return cursor % columns;
  if (to <= last) return to;
  const column = cursor % columns;
  return last - ((last - column) % columns);
}

/** With Ctrl: the next field's first byte, or the first byte of this one or the one before. */
function nextField(place: KeyPlace, cursor: number, step: number): number {
  const leaf = place.leafAt(cursor);
  if (step > 0) return leaf ? leaf.offset + leaf.length : cursor + 1;
  if (leaf && leaf.offset < cursor) return leaf.offset;
  const before = Math.max(0, cursor - 1);
  return place.leafAt(before)?.offset ?? before;
}
