// SPDX-License-Identifier: MIT
// Colours of GIF frames: counting them, choosing 256, and finding each pixel its index.
import { type Color, quantize } from 'gifenc';

/** Colours are numbers, 0xRRGGBB; this one is no colour but a hole. */
export const kHole = -1;

const kPixelsLookedAt = 1 << 18;

/** How a pixel is seen where there is no half-transparency. */
export type Flatten = (pixels: Uint8ClampedArray, at: number) => number;

export const holes: Flatten = (pixels, at) =>
  pixels[at + 3]! < 128 ? kHole : (pixels[at]! << 16) | (pixels[at + 1]! << 8) | pixels[at + 2]!;

/** Everything on a ground of one colour. */
export function onGround([red, green, blue]: Color): Flatten {
  return (pixels, at) => {
    const alpha = pixels[at + 3]!;
    const mix = (over: number, under: number) =>
      Math.round((over * alpha + under * (255 - alpha)) / 255);
    return (
      (mix(pixels[at]!, red) << 16) |
      (mix(pixels[at + 1]!, green) << 8) |
      mix(pixels[at + 2]!, blue)
    );
  };
}

/** The colours of a frame, until there are more than fit into a palette. */
export class ColorSet {
  readonly colors = new Set<number>();
  #last = kHole - 1;

  get fits(): boolean {
    return this.colors.size <= 256;
  }

  add(color: number): void {
    if (color === this.#last) return;
    this.#last = color;
    if (this.fits) this.colors.add(color);
  }
}

export class Palette {
  readonly colors: Color[];
  /** The index that shows nothing, or -1. */
  readonly hole: number;
  readonly #exact = new Map<number, number>();
  #near: Int16Array | undefined;

  constructor(colors: readonly Color[], hole: boolean) {
    this.colors = hole ? [[0, 0, 0], ...colors] : [...colors];
    if (this.colors.length > 256)
      throw new RangeError(`${this.colors.length} colours do not fit into a palette.`);
    this.hole = hole ? 0 : -1;
    this.colors.forEach(([red, green, blue], index) => {
      const color = (red << 16) | (green << 8) | blue;
      if (index !== this.hole && !this.#exact.has(color)) this.#exact.set(color, index);
    });
  }

  static of(set: Iterable<number>, spareHole: boolean): Palette {
    const colors = [...set];
    const opaque = colors.filter((color) => color !== kHole).sort((a, b) => a - b);
    const hole = opaque.length < colors.length || (spareHole && opaque.length < 256);
    return new Palette(
      opaque.map((color) => [color >> 16, (color >> 8) & 0xff, color & 0xff]),
      hole,
    );
  }

  /** The colours that stand best for all of `sample`, which holds one that is no hole. */
  static chosen(sample: ArrayLike<number>, hole: boolean): Palette {
    const step = Math.max(1, Math.floor(sample.length / kPixelsLookedAt));
    const pixels: number[] = [];
    for (let i = 0; i < sample.length; i += step) {
      const color = sample[i]!;
      if (color !== kHole) pixels.push(color >> 16, (color >> 8) & 0xff, color & 0xff, 255);
    }
    return new Palette(
      quantize(Uint8Array.from(pixels), hole ? 255 : 256, { format: 'rgb565' }),
      hole,
    );
  }

  /** Bits of an index. */
  get depth(): number {
    return Math.max(1, Math.ceil(Math.log2(this.colors.length)));
  }

  /** The index of the very colour, undefined when it is not here. */
  exact(color: number): number | undefined {
    if (color === kHole) return this.hole < 0 ? undefined : this.hole;
    return this.#exact.get(color);
  }

  /** The index of the nearest colour; colours that agree in six bits a channel share it. */
  nearest(color: number): number {
    const known = this.exact(color);
    if (known !== undefined) return known;
    this.#near ??= new Int16Array(1 << 18).fill(-1);
    const key = ((color >> 6) & 0x3f000) | ((color >> 4) & 0xfc0) | ((color >> 2) & 0x3f);
    if (this.#near[key]! < 0) this.#near[key] = this.#search(color & 0xfcfcfc);
    return this.#near[key]!;
  }

  /** The square of the distance between a colour and that of an index. */
  distance(color: number, index: number): number {
    const [red, green, blue] = this.colors[index]!;
    return (
      ((color >> 16) - red) ** 2 +
      (((color >> 8) & 0xff) - green) ** 2 +
      ((color & 0xff) - blue) ** 2
    );
  }

  #search(color: number): number {
    let best = 0;
    let least = Infinity;
    for (let index = 0; index < this.colors.length; index++) {
      if (index === this.hole) continue;
      const distance = this.distance(color, index);
      if (distance >= least) continue;
      least = distance;
      best = index;
    }
    return best;
  }
}
