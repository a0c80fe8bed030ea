// SPDX-License-Identifier: MIT
// Every hexadecimal pair and every printable character, drawn once and then copied: text
// layout would cost more than a frame has.

import type { Cover, Pixels } from './pixels';

/** What a glyph stands on. */
export const enum Look {
  plain = 0,
  muted = 1,
  /** On the accent colour. */
  lit = 2,
  /** On a shade of it. */
  chosen = 3,
}

const firstChar = 0x20;
const lastChar = 0x7e;
const perLine = 16;
const pairLines = 16;
const charLines = Math.ceil((lastChar - firstChar + 1) / perLine);

const font = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace";

/** Width of one character at `size` device pixels, in whole pixels. */
export function measureCell(context: CanvasRenderingContext2D, size: number): number {
  context.font = `${size}px ${font}`;
  return Math.max(1, Math.round(context.measureText('0').width));
}

export class Glyphs {
  private readonly cover: Cover;

  /** Lengths in device pixels; packed colours by Look. */
  constructor(
    private readonly cell: number,
    private readonly height: number,
    size: number,
    private readonly colors: readonly number[],
  ) {
    this.cover = this.make(size);
  }

  pair(to: Pixels, byte: number, look: Look, x: number, y: number): void {
    const [w, h] = [2 * this.cell, this.height];
    to.stamp(this.cover, (byte & 15) * w, (byte >> 4) * h, w, h, x, y, this.colors[look]!);
  }

  /** Characters outside ASCII are a dot. */
  char(to: Pixels, code: number, look: Look, x: number, y: number): void {
    const index = (code >= firstChar && code <= lastChar ? code : 0x2e) - firstChar;
    const fromX = (index % perLine) * this.cell;
    const fromY = (pairLines + Math.floor(index / perLine)) * this.height;
    to.stamp(this.cover, fromX, fromY, this.cell, this.height, x, y, this.colors[look]!);
  }

  text(to: Pixels, text: string, look: Look, x: number, y: number): void {
    for (let i = 0; i < text.length; i++) {
      this.char(to, text.charCodeAt(i), look, x + i * this.cell, y);
    }
  }

  private make(size: number): Cover {
    const canvas = document.createElement('canvas');
    canvas.width = perLine * 2 * this.cell;
    canvas.height = (pairLines + charLines) * this.height;
    const context = canvas.getContext('2d', { willReadFrequently: true })!;
    context.font = `${size}px ${font}`;
    context.textBaseline = 'alphabetic';
    context.textAlign = 'center';
    const base = Math.round(this.height / 2 + size * 0.36);
    const put = (char: string, x: number, line: number): void => {
      context.fillText(char, x + this.cell / 2, line * this.height + base);
    };
    const digits = '0123456789ABCDEF';
    for (let byte = 0; byte < 256; byte++) {
      const x = (byte & 15) * 2 * this.cell;
      put(digits[byte >> 4]!, x, byte >> 4);
      put(digits[byte & 15]!, x + this.cell, byte >> 4);
    }
    for (let code = firstChar; code <= lastChar; code++) {
      const index = code - firstChar;
      const line = pairLines + Math.floor(index / perLine);
      put(String.fromCharCode(code), (index % perLine) * this.cell, line);
    }
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
    const parts = new Uint16Array(width * height);
    for (let i = 0; i < parts.length; i++) parts[i] = Math.round((data[4 * i + 3]! * 256) / 255);
    canvas.width = canvas.height = 0;
    return { width, parts };
  }
}
