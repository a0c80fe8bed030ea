// SPDX-License-Identifier: MIT
// A byte and its field in words, for those who hear the pane.

import { hex } from './hex_layout';
import type { Leaf } from './types';

export function describeByte(
  offset: number,
  byte: number | undefined,
  leaf: Leaf | undefined,
  fieldsKnown: boolean,
): string {
  const value = byte === undefined ? 'not read yet' : hex(byte, 2);
  const place = `Offset ${hex(offset)}, byte ${value}.`;
  if (leaf === undefined) return fieldsKnown ? `${place} No field describes it.` : place;
  if (leaf.kind !== 'field') {
    const kind = leaf.kind === 'unknown' ? 'no field describes it' : leaf.kind;
    const words = [place, `${leaf.path}: ${kind}.`, leaf.meaning];
    return words.filter((word) => word !== '').join(' ');
  }
  const shown = leaf.shown !== undefined && leaf.shown !== leaf.value ? `, ${leaf.shown}` : '';
  const words = [place, `${leaf.path}, ${leaf.type}: ${leaf.value}${shown}.`, leaf.meaning];
  if (leaf.cut) words.push('The file ends inside this field.');
  return words.filter((word) => word !== '').join(' ');
}
