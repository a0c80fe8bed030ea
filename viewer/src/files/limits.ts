// SPDX-License-Identifier: MIT
// How much the page takes in, in one place: what meets a limit is refused with a sentence that
// names it.

const MiB = 1024 * 1024;
const GiB = 1024 * MiB;

export const limits = {
  /** Files of one drop, folders included. */
  files: 20_000,
  archive: {
    /** Entries of the archives of one drop. */
    entries: 20_000,
    /** Bytes that they unpack to. */
    unpackedBytes: 2 * GiB,
    /** How many times larger than its packed bytes an entry may be, and an archive as a whole. */
    ratio: 1_000,
    /** Below this size nothing is too well packed: a short file of zeros is no threat. */
    ratioFrom: MiB,
    /** Bytes of the directory at an archive's end. */
    directoryBytes: 64 * MiB,
    /** Archives are opened this deep: one inside another stays closed. */
    nesting: 1,
  },
  /** Bytes of the files beside the page that its address names. */
  fetchedBytes: 2 * GiB,
  /** Served files above this size are read in slices until all of them is wanted. */
  wholeBytes: 64 * MiB,
  /** Sentences about what went wrong with one drop; further ones are counted. */
  problems: 20,
} as const;

/** 20000 -> "20,000". */
export function grouped(number: number): string {
  return number.toLocaleString('en-US');
}

/** 2147483648 -> "2 GiB". */
export function sizeText(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
  let unit = 0;
  while (bytes >= 1024 && unit < units.length - 1) {
    bytes /= 1024;
    unit++;
  }
  return `${Number(bytes.toFixed(1))} ${units[unit]}`;
}
