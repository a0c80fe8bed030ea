// SPDX-License-Identifier: MIT
// Bytes as text and back, in pieces: a call takes only so many arguments.

const kPiece = 0x6000; // a multiple of three: pieces can be joined

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += kPiece) {
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + kPiece)));
  }
  return text;
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes;
}
