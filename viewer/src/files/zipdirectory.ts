// SPDX-License-Identifier: MIT
// The list at the end of a ZIP archive. Only its bytes and those of a local header are read, so
// that an archive of any size is listed at once.
import { crc32 } from '../crc32';
import { fromCp437 } from './cp437';
import { grouped, limits, sizeText } from './limits';

export interface ZipEntry {
  readonly name: string;
  readonly folder: boolean;
  readonly encrypted: boolean;
  readonly method: number;
  readonly crc: number;
  /** Bytes in the archive, and what they unpack to, as the directory claims. */
  readonly packed: number;
  readonly size: number;
  /** Where the entry's own header begins. */
  readonly header: number;
}

const kEntry = 0x02014b50;
const kLocal = 0x04034b50;
const kEnd = 0x06054b50;
const kEnd64 = 0x06064b50;
const kLocator64 = 0x07064b50;
const kEndSize = 22;
const kLongestComment = 0xffff;
const kEntrySize = 46;
const kLocalSize = 30;
const kUnix = 3;
const kMacOs = 19;

const mend = 'Copy or download it again, or unpack it and drop what is inside.';

/** By content, never by name: archives are called .jar, .cspack or anything. */
export async function isZip(blob: Blob): Promise<boolean> {
  if (blob.size < kEndSize) return false;
  const signature = (await view(blob, 0, 4)).getUint32(0, true);
  return signature === kLocal || (signature === kEnd && blob.size <= kEndSize + kLongestComment);
}

/** Throws a sentence when the archive is broken or has more entries than `mostEntries`. */
export async function readDirectory(
  blob: Blob,
  name: string,
  mostEntries: number,
): Promise<ZipEntry[]> {
  const end = await findEnd(blob, name);
  if (end.size > limits.archive.directoryBytes) {
    throw new Error(
      `${name}: the archive's directory is larger than ${sizeText(limits.archive.directoryBytes)}, the most that is read.`,
    );
  }
  const bytes = await view(blob, end.at, end.size);
  const entries: ZipEntry[] = [];
  let at = 0;
  while (at + kEntrySize <= bytes.byteLength && bytes.getUint32(at, true) === kEntry) {
    if (entries.length >= mostEntries) {
      throw new Error(
        `${name}: at most ${grouped(limits.archive.entries)} entries of archives are taken at once, and here are more. ` +
          'Unpack it and drop the folder of one model.',
      );
    }
    const next =
      at +
      kEntrySize +
      bytes.getUint16(at + 28, true) +
      bytes.getUint16(at + 30, true) +
      bytes.getUint16(at + 32, true);
    if (next > bytes.byteLength) break;
    entries.push(entryAt(bytes, at, end.before));
    at = next;
  }
  // Writers without 64-bit fields count past 65,535 from zero again.
  if (at !== bytes.byteLength || (entries.length & 0xffff) !== (end.count & 0xffff)) {
    throw new Error(
      `${name}: the archive's directory is broken after ${grouped(entries.length)} of ${grouped(end.count)} entries. ${mend}`,
    );
  }
  return entries;
}

/** Where the packed bytes of an entry begin. */
export async function dataOf(blob: Blob, entry: ZipEntry): Promise<number> {
  if (entry.header + kLocalSize > blob.size)
    throw new Error('it begins after the end of the archive');
  const local = await view(blob, entry.header, kLocalSize);
  if (local.getUint32(0, true) !== kLocal)
    throw new Error('its header is not at the offset in the directory');
  const at = entry.header + kLocalSize + local.getUint16(26, true) + local.getUint16(28, true);
  if (at + entry.packed > blob.size) throw new Error('it is cut off by the end of the archive');
  return at;
}

interface End {
  at: number;
  size: number;
  count: number;
  /** Bytes in front of the archive that its offsets do not count, such as a program that unpacks it. */
  before: number;
}

async function findEnd(blob: Blob, name: string): Promise<End> {
  const from = Math.max(0, blob.size - kEndSize - kLongestComment);
  const tail = await view(blob, from, blob.size - from);
  for (let at = tail.byteLength - kEndSize; at >= 0; at--) {
    if (
      tail.getUint32(at, true) !== kEnd ||
      at + kEndSize + tail.getUint16(at + 20, true) > tail.byteLength
    )
      continue;
    const small = {
      count: tail.getUint16(at + 10, true),
      size: tail.getUint32(at + 12, true),
      at: tail.getUint32(at + 16, true),
    };
    const large = small.count === 0xffff || small.size === 0xffffffff || small.at === 0xffffffff;
    const end = (large && (await findEnd64(blob, from + at))) || { ...small, ends: from + at };
    if (tail.getUint16(at + 4, true) !== tail.getUint16(at + 6, true)) {
      throw new Error(
        `${name} is one part of an archive in several files. Unpack it and drop what is inside.`,
      );
    }
    const before = end.ends - end.size - end.at;
    if (before < 0) break;
    return { at: end.at + before, size: end.size, count: end.count, before };
  }
  throw new Error(
    `${name} is cut off, or no whole ZIP archive: the directory at its end is missing. ${mend}`,
  );
}

async function findEnd64(
  blob: Blob,
  end: number,
): Promise<{ count: number; size: number; at: number; ends: number } | undefined> {
  if (end < 20) return undefined;
  const locator = await view(blob, end - 20, 20);
  if (locator.getUint32(0, true) !== kLocator64) return undefined;
  const ends = Number(locator.getBigUint64(8, true));
  if (ends + 56 > blob.size) return undefined;
  const record = await view(blob, ends, 56);
  if (record.getUint32(0, true) !== kEnd64) return undefined;
  const number = (at: number) => Number(record.getBigUint64(at, true));
  return { count: number(32), size: number(40), at: number(48), ends };
}

function entryAt(bytes: DataView, at: number, before: number): ZipEntry {
  const flags = bytes.getUint16(at + 8, true);
  const nameSize = bytes.getUint16(at + 28, true);
  const name = new Uint8Array(bytes.buffer, bytes.byteOffset + at + kEntrySize, nameSize);
  const extra = new DataView(
    bytes.buffer,
    bytes.byteOffset + at + kEntrySize + nameSize,
    bytes.getUint16(at + 30, true),
  );
  const text =
    utf8Field(extra, name) ?? decodeName(name, (flags & 0x800) !== 0, bytes.getUint8(at + 5));
  const [size, packed, header] = wide(extra, [
    bytes.getUint32(at + 24, true),
    bytes.getUint32(at + 20, true),
    bytes.getUint32(at + 42, true),
  ]);
  return {
    name: text,
    folder: /[/\\]$/.test(text),
    // A masked directory (bit 13) is encrypted as well.
    encrypted: (flags & 0x2001) !== 0,
    method: bytes.getUint16(at + 10, true),
    crc: bytes.getUint32(at + 16, true),
    packed: packed!,
    size: size!,
    header: header! + before,
  };
}

// Without the flag names are CP437, except that systems whose names are UTF-8 often forget it.
function decodeName(name: Uint8Array, utf8: boolean, madeBy: number): string {
  if (utf8) return new TextDecoder().decode(name);
  if (madeBy === kUnix || madeBy === kMacOs) {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(name);
    } catch {
      return fromCp437(name);
    }
  }
  return fromCp437(name);
}

function* fieldsOf(extra: DataView): Generator<{ id: number; at: number; size: number }> {
  for (let at = 0; at + 4 <= extra.byteLength;) {
    const size = extra.getUint16(at + 2, true);
    if (at + 4 + size > extra.byteLength) return;
    yield { id: extra.getUint16(at, true), at: at + 4, size };
    at += 4 + size;
  }
}

// The name once more in UTF-8, valid as long as its checksum is that of the name it stands for.
function utf8Field(extra: DataView, name: Uint8Array): string | undefined {
  for (const { id, at, size } of fieldsOf(extra)) {
    if (
      id !== 0x7075 ||
      size < 5 ||
      extra.getUint8(at) !== 1 ||
      extra.getUint32(at + 1, true) !== crc32(name)
    )
      continue;
    return new TextDecoder().decode(
      new Uint8Array(extra.buffer, extra.byteOffset + at + 5, size - 5),
    );
  }
  return undefined;
}

// Numbers that did not fit into 32 bits stand in a field of their own, in this order.
function wide(extra: DataView, numbers: number[]): number[] {
  for (const { id, at, size } of fieldsOf(extra)) {
    if (id !== 1) continue;
    let from = at;
    return numbers.map((number) => {
      if (number !== 0xffffffff || from + 8 > at + size) return number;
      from += 8;
      return Number(extra.getBigUint64(from - 8, true));
    });
  }
  return numbers;
}

async function view(blob: Blob, at: number, size: number): Promise<DataView> {
  return new DataView(await blob.slice(at, at + size).arrayBuffer());
}
