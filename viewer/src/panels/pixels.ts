// SPDX-License-Identifier: MIT
// Opaque pixels in memory, filled and stamped without a call of the browser for each; they go
// to the canvas in one piece. Colours are packed as `packColor` does it; what lies outside is cut.

/** `over` on `under`, `cover` of 256 parts. */
export function blend(under: number, over: number, cover: number): number {
  if (cover >= 256) return over;
  const rest = 256 - cover;
  // Two channels at a time, with room for the product between them.
  const even = Math.imul(under & 0xff00ff, rest) + Math.imul(over & 0xff00ff, cover);
  const odd = Math.imul((under >>> 8) & 0xff00ff, rest) + Math.imul((over >>> 8) & 0xff00ff, cover);
  return (((even >>> 8) & 0xff00ff) | (odd & 0xff00ff00)) >>> 0;
}

/** How much of each pixel of a picture is covered, 0 to 256. */
export interface Cover {
  width: number;
  parts: Uint16Array;
}

/** Colours that repeat in a square. */
export interface Tile {
  side: number;
  colors: Uint32Array;
}

export class Pixels {
  width = 0;
  height = 0;
  private image: ImageData | undefined;
  private data = new Uint32Array(0);

  /** Keeps the memory when the size is the same. */
  resize(width: number, height: number): void {
    if (width === this.width && height === this.height) return;
    this.width = width;
    this.height = height;
    this.image = width > 0 && height > 0 ? new ImageData(width, height) : undefined;
    this.data = this.image ? new Uint32Array(this.image.data.buffer) : new Uint32Array(0);
  }

  put(context: CanvasRenderingContext2D, x: number, y: number): void {
    if (this.image) context.putImageData(this.image, x, y);
  }

  fill(x: number, y: number, width: number, height: number, color: number): void {
    const [left, right] = [Math.max(0, x), Math.min(this.width, x + width)];
    if (right <= left) return;
    const bottom = Math.min(this.height, y + height);
    for (let row = Math.max(0, y); row < bottom; row++) {
      this.data.fill(color, row * this.width + left, row * this.width + right);
    }
  }

  /** Copies one line of pixels, as long as a row, `height` times from `y` on. */
  lines(line: Uint32Array, y: number, height: number): void {
    const bottom = Math.min(this.height, y + height);
    for (let row = Math.max(0, y); row < bottom; row++) this.data.set(line, row * this.width);
  }

  /** Mixes `color` into what is there. */
  tint(x: number, y: number, width: number, height: number, color: number, cover: number): void {
    const [left, right] = [Math.max(0, x), Math.min(this.width, x + width)];
    const bottom = Math.min(this.height, y + height);
    for (let row = Math.max(0, y); row < bottom; row++) {
      const end = row * this.width + right;
      for (let at = row * this.width + left; at < end; at++) {
        this.data[at] = blend(this.data[at]!, color, cover);
      }
    }
  }

  /** `phase` says how far the tiles are moved down. */
  tile(x: number, y: number, width: number, height: number, tile: Tile, phase: number): void {
    const { side, colors } = tile;
    const [left, right] = [Math.max(0, x), Math.min(this.width, x + width)];
    const bottom = Math.min(this.height, y + height);
    for (let row = Math.max(0, y); row < bottom; row++) {
      const line = ((((row - phase) % side) + side) % side) * side;
      let column = left % side;
      for (let at = left; at < right; at++) {
        this.data[row * this.width + at] = colors[line + column]!;
        if (++column === side) column = 0;
      }
    }
  }

  /** The part of `cover` at (`fromX`, `fromY`) in `color`, its corner at (`x`, `y`). */
  stamp(
    cover: Cover,
    fromX: number,
    fromY: number,
    width: number,
    height: number,
    x: number,
    y: number,
    color: number,
  ): void {
    const { data, width: stride } = this;
    const { parts } = cover;
    const first = Math.max(0, -x);
    const last = Math.min(width, stride - x);
    const bottom = Math.min(height, this.height - y);
    for (let row = Math.max(0, -y); row < bottom; row++) {
      const from = (fromY + row) * cover.width + fromX;
      const to = (y + row) * stride + x;
      for (let column = first; column < last; column++) {
        const part = parts[from + column]!;
        if (part !== 0) data[to + column] = blend(data[to + column]!, color, part);
      }
    }
  }
}
