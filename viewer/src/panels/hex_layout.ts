// SPDX-License-Identifier: MIT
// Where the bytes of the hex pane stand. All lengths are device pixels, so that glyphs are
// copied without blur.

export interface HexLayout {
  /** Bytes a row. */
  columns: number;
  rowHeight: number;
  /** Of the line with the column numbers. */
  headHeight: number;
  /** Width of one character. */
  cell: number;
  digits: number;
  offsetX: number;
  /** Left edges of the bytes' hexadecimal pairs, then of their characters. */
  hexX: number[];
  textX: number[];
  /** Right edge of the last thing in a row. */
  right: number;
}

export interface HexMeasure {
  cell: number;
  rowHeight: number;
  headHeight: number;
  pad: number;
}

function arrange(columns: number, digits: number, text: boolean, measure: HexMeasure): HexLayout {
  const { cell, pad } = measure;
  const hexX: number[] = [];
  const textX: number[] = [];
  const start = pad + (digits + 2) * cell;
  const half = columns === 16 ? cell : 0; // a wider gap in the middle
  for (let i = 0; i < columns; i++) hexX.push(start + 3 * i * cell + (i >= 8 ? half : 0));
  const textStart = start + 3 * columns * cell + half + cell;
  for (let i = 0; i < columns; i++) textX.push(textStart + i * cell);
  const right = text ? textStart + columns * cell : hexX[columns - 1]! + 2 * cell;
  return {
    columns,
    rowHeight: measure.rowHeight,
    headHeight: measure.headHeight,
    cell,
    digits,
    offsetX: pad,
    hexX,
    textX: text ? textX : [],
    right: right + pad,
  };
}

/** Sixteen bytes a row, or as many fewer as `width` needs. */
export function layOut(width: number, size: number, text: boolean, measure: HexMeasure): HexLayout {
  const digits = Math.max(6, Math.max(0, size - 1).toString(16).length);
  for (const columns of [16, 8]) {
    const layout = arrange(columns, digits, text, measure);
    if (layout.right <= width) return layout;
  }
  return arrange(4, digits, text, measure);
}

/** The column under `x`, of the pairs or of the characters; gaps belong to the byte before. */
export function columnAt(layout: HexLayout, x: number): number | undefined {
  const { cell, columns, hexX, textX } = layout;
  if (textX.length > 0 && x >= textX[0]!) {
    const column = Math.floor((x - textX[0]!) / cell);
    return column < columns ? column : undefined;
  }
  if (x < hexX[0]! - cell) return undefined;
  for (let i = columns - 1; i > 0; i--) if (x >= hexX[i]! - cell / 2) return i;
  return 0;
}

/** `text` as an offset: hexadecimal with or without 0x, or #123 in decimal. */
export function parseOffset(text: string): number | undefined {
  const trimmed = text.trim().replace(/[_ ]/g, '');
  const decimal = /^#(\d+)$/.exec(trimmed);
  if (decimal) return Number(decimal[1]);
  const hexadecimal = /^(?:0x)?([0-9a-f]+)h?$/i.exec(trimmed);
  if (!hexadecimal) return undefined;
  return parseInt(hexadecimal[1]!, 16);
}

export function hex(offset: number, digits = 1): string {
  return offset.toString(16).toUpperCase().padStart(digits, '0');
}
