// SPDX-License-Identifier: MIT
// Results leave as downloads: one file as it is, several in one ZIP.
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { pauses } from '../pause';
import type { Making } from './frames';

export interface OutFile {
  /** With '/' between folders, which stay in a ZIP. */
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  type?: string;
}

export interface PackOptions extends Making {
  /** The date of the entries; now, when left out. */
  date?: Date;
}

const kChunk = 256 * 1024;
/** How long a browser may take to begin a download before its address ends. */
const kRevokeAfter = 60_000;
const packedKinds = new Set(
  '7z apng br bz2 cspack gif gz jar jpeg jpg mp4 ogg png webm webp woff2 xz zip zst'.split(' '),
);

/** Hands one file, or a ZIP of several, to the browser. Progress counts bytes. */
export async function download(
  files: readonly OutFile[],
  zipName: string,
  options: PackOptions = {},
): Promise<void> {
  const [first] = files;
  if (!first) throw new Error('Nothing to download.');
  if (files.length > 1) return saveBlob(await packZip(files, options), zipName);
  saveBlob(
    new Blob([first.bytes], { type: first.type ?? 'application/octet-stream' }),
    first.name.split('/').at(-1)!,
  );
}

export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  // Firefox follows only links that are in the page.
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), kRevokeAfter);
}

/** A ZIP of the files; kinds that are packed already are stored. Throws when two share a name. */
export async function packZip(files: readonly OutFile[], options: PackOptions = {}): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let failure: Error | undefined;
  const zip = new Zip((error, part) => {
    if (error) failure ??= error;
    else parts.push(part as Uint8Array<ArrayBuffer>);
  });
  const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const names = new Set<string>();
  const breathe = pauses(options.signal);
  let done = 0;
  for (const { name, bytes } of files) {
    if (names.has(name))
      throw new Error(`Two files have the name ${name}, and a ZIP can contain one of them.`);
    names.add(name);
    const entry = isPacked(name) ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
    if (options.date) entry.mtime = options.date;
    zip.add(entry);
    for (let at = 0; at < bytes.length || at === 0; at += kChunk) {
      entry.push(bytes.subarray(at, at + kChunk), at + kChunk >= bytes.length);
      if (failure) throw failure;
      done += Math.min(kChunk, bytes.length - at);
      options.progress?.(done, total);
      await breathe();
    }
  }
  zip.end();
  if (failure) throw failure;
  return new Blob(parts, { type: 'application/zip' });
}

function isPacked(name: string): boolean {
  return packedKinds.has(name.split('.').at(-1)!.toLowerCase());
}
