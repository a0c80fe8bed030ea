// SPDX-License-Identifier: MIT
// The part of gifenc that is used; the package brings no types.
declare module 'gifenc' {
  export type Color = [number, number, number];

  export interface FrameOptions {
    palette?: Color[];
    /** Milliseconds; stored in hundredths of a second. */
    delay?: number;
    transparent?: boolean;
    transparentIndex?: number;
    /** Bits of an index. */
    colorDepth?: number;
    /** What happens to the frame before the next one: 1 it stays, 2 it is cleared. */
    dispose?: number;
    /** Further times it plays: 0 for ever, -1 none. Counts with the first frame. */
    repeat?: number;
  }

  export interface Encoder {
    writeFrame(index: Uint8Array, width: number, height: number, options?: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  }

  export function GIFEncoder(options?: { initialCapacity?: number; auto?: boolean }): Encoder;

  /** Reads the whole buffer of `rgba`, whatever part of it the array shows. */
  export function quantize(
    rgba: Uint8Array | Uint8ClampedArray,
    maxColors: number,
    options?: { format?: 'rgb565' | 'rgb444' },
  ): Color[];
}
