// SPDX-License-Identifier: MIT
// Bytes of a large file for panes that draw now: what is there is given at once, what is not is
// read in pages of 64 KiB, and the pane hears when it came.
import { sentenceOf } from '../pause';
import type { Served } from './served';

export interface ByteSource {
  readonly size: number;
  /** The bytes, fewer at the end of the file; undefined while they are being read. At most
   * `mostRead` at once. */
  read(offset: number, length: number): Uint8Array | undefined;
  /** Called when bytes that were asked for came, or cannot be read. */
  onread?: () => void;
}

export interface SlicedSource extends ByteSource {
  /** Why the last read failed. Pages that failed are not read again before `forget`. */
  readonly failure: string | undefined;
  /** Drops what is held: the file is another one now, or reading may work again. */
  forget(size?: number): void;
}

export type ReadSlice = (offset: number, length: number) => Promise<Uint8Array>;

const kPage = 64 * 1024;
const kPagesHeld = 256;
const kPagesAtOnce = 4;
/** Waiting pages beyond this were scrolled past: the oldest are forgotten. */
const kPagesWaiting = 128;

/** The longest read: what fits beside what another pane holds. */
export const mostRead = (kPagesHeld / 2) * kPage;

export function blobSource(blob: Blob): SlicedSource {
  return slicedSource(
    blob.size,
    async (offset, length) =>
      new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer()),
  );
}

export function servedSource(served: Pick<Served, 'files' | 'slice'>, id: number): SlicedSource {
  const file = served.files.find((file) => file.id === id);
  if (!file) throw new Error(`The server has no file ${id} any more.`);
  return slicedSource(file.size, (offset, length) => served.slice(id, offset, length));
}

export function slicedSource(size: number, readSlice: ReadSlice): SlicedSource {
  // A Map keeps its order: the page used last is the last one.
  let held = new Map<number, Uint8Array>();
  let wanted = new Set<number>();
  let reading = new Set<number>();
  let failed = new Set<number>();
  let failure: string | undefined;

  const pageOf = (page: number): Uint8Array | undefined => {
    const bytes = held.get(page);
    if (bytes) {
      held.delete(page);
      held.set(page, bytes);
    } else if (!reading.has(page) && !failed.has(page)) {
      wanted.delete(page);
      wanted.add(page);
    }
    return bytes;
  };

  const fetchPages = () => {
    for (const page of wanted) {
      if (wanted.size <= kPagesWaiting) break;
      wanted.delete(page);
    }
    while (wanted.size > 0 && reading.size < kPagesAtOnce) {
      // The newest first: it is what the pane shows now.
      const page = [...wanted].at(-1)!;
      wanted.delete(page);
      reading.add(page);
      void fetchPage(page, held, reading, failed);
    }
  };

  const fetchPage = async (
    page: number,
    pages: typeof held,
    pending: typeof reading,
    broken: typeof failed,
  ) => {
    const length = Math.min(kPage, size - page * kPage);
    try {
      const bytes = await readSlice(page * kPage, length);
      if (bytes.length !== length)
        throw new Error(
          `${length} bytes at ${page * kPage} were asked for and ${bytes.length} came`,
        );
      pages.set(page, bytes);
      for (const oldest of pages.keys()) {
        if (pages.size <= kPagesHeld) break;
        pages.delete(oldest);
      }
    } catch (error) {
      if (pages === held) failure = sentenceOf(error);
      broken.add(page);
    }
    pending.delete(page);
    // What came for the file that was there before is nobody's.
    if (pages !== held) return;
    fetchPages();
    source.onread?.();
  };

  const source: SlicedSource = {
    get size() {
      return size;
    },
    get failure() {
      return failure;
    },
    read(offset, length) {
      if (offset < 0 || length < 0)
        throw new RangeError('Bytes before the begin of a file cannot be read.');
      if (length > mostRead)
        throw new RangeError(`${length} bytes at once are too many; ${mostRead} are the most.`);
      const end = Math.min(offset + length, size);
      if (end <= offset) return new Uint8Array(0);
      const first = Math.floor(offset / kPage);
      const last = Math.floor((end - 1) / kPage);
      const pages: (Uint8Array | undefined)[] = [];
      for (let page = first; page <= last; page++) pages.push(pageOf(page));
      fetchPages();
      if (pages.includes(undefined)) return undefined;
      if (pages.length === 1)
        return pages[0]!.subarray(offset - first * kPage, end - first * kPage);
      const bytes = new Uint8Array(end - offset);
      pages.forEach((page, at) => {
        const begins = (first + at) * kPage;
        const from = Math.max(0, offset - begins);
        bytes.set(page!.subarray(from, Math.min(kPage, end - begins)), begins + from - offset);
      });
      return bytes;
    },
    forget(now = size) {
      size = now;
      held = new Map();
      wanted = new Set();
      reading = new Set();
      failed = new Set();
      failure = undefined;
    },
  };
  return source;
}
