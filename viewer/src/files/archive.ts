// SPDX-License-Identifier: MIT
// ZIP archives become the files inside them, in a folder of the archive's name. What an archive
// claims is checked before anything is unpacked, and again against what comes out.
import { Inflate } from 'fflate';
import { crc32 } from '../crc32';
import { pauses, sentenceOf } from '../pause';
import { type Dropped, type Intake, Problems } from './dropped';
import { grouped, limits, sizeText } from './limits';
import { cleanPath, isHidden } from './paths';
import { dataOf, isZip, readDirectory, type ZipEntry } from './zipdirectory';

export interface ArchiveOptions {
  /** Entries for which this says no are not unpacked. */
  wanted?: (path: string, size: number) => boolean;
  /** Unpacked bytes so far and in all, of the archive that is being opened. */
  progress?: (done: number, total: number) => void;
  signal?: AbortSignal;
}

const kStored = 0;
const kDeflated = 8;
const kChunk = 64 * 1024;
const methods = new Map([
  [1, 'Shrink'],
  [6, 'Implode'],
  [9, 'Deflate64'],
  [12, 'bzip2'],
  [14, 'LZMA'],
  [93, 'Zstandard'],
  [95, 'XZ'],
  [98, 'PPMd'],
  [99, 'AES'],
]);

export { isZip as isArchive } from './zipdirectory';

/** Replaces each archive among the files by what is inside. A broken archive is a problem, and the
 * other files come in nevertheless. */
export async function openArchives(
  files: readonly Dropped[],
  options: ArchiveOptions = {},
): Promise<Intake> {
  const left: Left = { entries: limits.archive.entries, bytes: limits.archive.unpackedBytes };
  const problems = new Problems();
  const all: Dropped[] = [];
  for (const file of files) {
    options.signal?.throwIfAborted();
    try {
      if (!(await isZip(file.blob))) {
        all.push(file);
        continue;
      }
      all.push(...(await unpack(file, options, left, problems)));
    } catch (error) {
      options.signal?.throwIfAborted();
      problems.add(sentenceOf(error));
    }
  }
  return { files: all, problems: problems.list() };
}

/** The files inside one archive. Throws a sentence when the archive is broken or meets a limit;
 * what is wrong with single entries is among the problems. */
export async function openArchive(archive: Dropped, options: ArchiveOptions = {}): Promise<Intake> {
  const left: Left = { entries: limits.archive.entries, bytes: limits.archive.unpackedBytes };
  const problems = new Problems();
  const files = await unpack(archive, options, left, problems);
  return { files, problems: problems.list() };
}

/** What archives may still bring in. */
interface Left {
  entries: number;
  bytes: number;
}

async function unpack(
  { path, blob }: Dropped,
  options: ArchiveOptions,
  left: Left,
  problems: Problems,
): Promise<Dropped[]> {
  const entries = await readDirectory(blob, path, left.entries);
  const chosen = choose(entries, path, options, problems);
  const total = chosen.reduce((sum, { entry }) => sum + entry.size, 0);
  refuseBombs(
    chosen.map(({ entry }) => entry),
    total,
    path,
    blob.size,
    left,
  );
  left.entries -= entries.length;
  left.bytes -= total;

  const files: Dropped[] = [];
  let done = 0;
  for (const { entry, inside } of chosen) {
    try {
      const unpacked = await unpackEntry(blob, entry, options.signal, (bytes) =>
        options.progress?.(done + bytes, total),
      );
      files.push({ path: `${path}/${inside}`, size: unpacked.size, blob: unpacked });
      if (await isZip(unpacked)) {
        problems.add(
          `${path}/${inside} is an archive inside an archive; archives are opened ${limits.archive.nesting} deep. ` +
            'Unpack it and drop what is inside.',
        );
      }
    } catch (error) {
      options.signal?.throwIfAborted();
      problems.add(`${path}/${inside} cannot be unpacked: ${sentenceOf(error)}.`);
    }
    done += entry.size;
    options.progress?.(done, total);
  }
  return files;
}

interface Chosen {
  entry: ZipEntry;
  inside: string;
}

function choose(
  entries: ZipEntry[],
  path: string,
  options: ArchiveOptions,
  problems: Problems,
): Chosen[] {
  const chosen: Chosen[] = [];
  const seen = new Set<string>();
  for (const entry of entries) {
    if (entry.folder) continue;
    const inside = cleanPath(entry.name);
    if (inside === '')
      problems.add(
        `${path}: an entry has no name that can be used ("${entry.name}"); it is left out.`,
      );
    else if (isHidden(inside) || options.wanted?.(inside, entry.size) === false) continue;
    else if (entry.encrypted)
      problems.add(
        `${path}/${inside} is encrypted. Unpack the archive with its password and drop what is inside.`,
      );
    else if (entry.method !== kStored && entry.method !== kDeflated) {
      problems.add(
        `${path}/${inside} is packed with ${methods.get(entry.method) ?? `method ${entry.method}`}; Deflate and stored entries are read. Unpack the archive and drop what is inside.`,
      );
    } else if (seen.has(inside))
      problems.add(`${path}: more than one entry is called ${inside}; the first is used.`);
    else {
      seen.add(inside);
      chosen.push({ entry, inside });
    }
  }
  return chosen;
}

function refuseBombs(
  entries: ZipEntry[],
  total: number,
  path: string,
  archiveSize: number,
  left: Left,
): void {
  const { ratio, ratioFrom, unpackedBytes } = limits.archive;
  if (total > left.bytes) {
    throw new Error(
      `${path}: the archive unpacks to ${sizeText(total)}; ${sizeText(unpackedBytes)} is the most that is unpacked at once. ` +
        'Unpack it and drop the folder of one model.',
    );
  }
  const dense = (size: number, packed: number) => size > ratioFrom && size > packed * ratio;
  const entry = entries.find(({ size, packed }) => dense(size, packed));
  // Entries that share their packed bytes show only in the sum.
  if (entry || dense(total, archiveSize)) {
    throw new Error(
      `${path}: ${entry ? cleanPath(entry.name) : 'the archive'} would unpack to more than ${grouped(ratio)} times its size, which is refused. ` +
        'Unpack it and drop what is inside.',
    );
  }
}

async function unpackEntry(
  archive: Blob,
  entry: ZipEntry,
  signal: AbortSignal | undefined,
  progress: (bytes: number) => void,
): Promise<Blob> {
  if (entry.method === kStored && entry.size !== entry.packed)
    throw new Error('its sizes contradict each other');
  const from = await dataOf(archive, entry);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  let sum = 0;
  const take = (part: Uint8Array<ArrayBuffer>) => {
    size += part.length;
    if (size > entry.size) throw new Error('it unpacks to more bytes than the directory lists');
    sum = crc32(part, sum);
    if (entry.method === kDeflated) parts.push(part);
  };
  const inflate = new Inflate((part) => take(part as Uint8Array<ArrayBuffer>));
  const breathe = pauses(signal);
  for (let at = 0; at < entry.packed || at === 0; at += kChunk) {
    const last = at + kChunk >= entry.packed;
    const packed = new Uint8Array(
      await archive.slice(from + at, from + Math.min(at + kChunk, entry.packed)).arrayBuffer(),
    );
    if (entry.method === kStored) take(packed);
    else push(inflate, packed, last);
    progress(size);
    await breathe();
  }
  if (size !== entry.size)
    throw new Error(`it is cut off after ${grouped(size)} of ${grouped(entry.size)} bytes`);
  if (sum !== entry.crc) throw new Error('its checksum is wrong, so its bytes are damaged');
  // A stored entry is a piece of the archive: nothing is held twice.
  return entry.method === kStored ? archive.slice(from, from + entry.packed) : new Blob(parts);
}

function push(inflate: Inflate, packed: Uint8Array, last: boolean): void {
  try {
    inflate.push(packed, last);
  } catch (error) {
    if (error instanceof Error && 'code' in error)
      throw new Error(`its packed bytes are damaged (${error.message})`);
    throw error;
  }
}
