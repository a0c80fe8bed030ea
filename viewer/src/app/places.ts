// SPDX-License-Identifier: MIT
// From a key to its bytes and back: the library tries which change with which.
import type { Workspace } from './workspace';

function place(work: Workspace): { file: string; clip: number } | undefined {
  return work.thing.peek()?.places[work.clip.peek()];
}

/** The nearest key that a byte makes. */
export function keyOfByte(work: Workspace, offset: number): { track: number; key: number } | undefined {
  const where = place(work);
  if (!where || where.file !== work.file.peek() || !work.shown.peek()) return undefined;
  try {
    const keys = work.session.keysOf(where.file, { clip: where.clip, offset, ...work.ask() });
    const tracks = work.tracks.peek();
    return keys.find(({ track, key }) => key < (tracks[track]?.times.length ?? 0));
  } catch {
    return undefined;
  }
}

/** The bytes that make a key and as little else as possible: one range where they lie together. */
export function bytesOfKey(work: Workspace, track: number, key: number): { offset: number; length: number } | undefined {
  const where = place(work);
  if (!where) return undefined;
  try {
    if (work.file.peek() !== where.file) work.chooseFile(where.file);
    const found = work.session.fieldsOf(where.file, { clip: where.clip, track, key, ...work.ask() });
    const fewest = found.filter((one) => one.keys === found[0]?.keys).map((one) => one.field).sort((a, b) => a.offset - b.offset);
    const first = fewest[0];
    if (!first) return undefined;
    let end = first.offset + first.length;
    for (const field of fewest.slice(1)) {
      // Commas and spaces of source texts lie between.
      if (field.offset - end > 8) break;
      end = field.offset + field.length;
    }
    return { offset: first.offset, length: end - first.offset };
  } catch {
    return undefined;
  }
}
