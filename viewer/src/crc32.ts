// SPDX-License-Identifier: MIT
// The checksum of ZIP and PNG, over bytes that may come in pieces.

const table = new Uint32Array(256);
for (let byte = 0; byte < 256; byte++) {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++) {
    remainder = remainder & 1 ? 0xedb88320 ^ (remainder >>> 1) : remainder >>> 1;
  }
  table[byte] = remainder;
}

/** The checksum of `bytes`; `before` is that of the pieces that came before them. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let sum = ~before;
  for (let i = 0; i < bytes.length; i++) {
    sum = table[(sum ^ bytes[i]!) & 0xff]! ^ (sum >>> 8);
  }
  return ~sum >>> 0;
}
