// SPDX-License-Identifier: MIT
// One frame as PNG, with the very pixels that were drawn: a canvas loses colours under alpha.
import { type FrameSource, joined, type Made, pixelsOf, requireFrames } from './frames';
import { chunk, type Effort, header, packPixels, pngSignature } from './pngchunks';

export const mostPngSide = 65_535;

export async function makePng(
  source: FrameSource,
  frame: number,
  effort: Effort = 'small',
): Promise<Made> {
  requireFrames({ width: source.width, height: source.height, count: 1 }, 'A PNG', mostPngSide);
  if (!Number.isInteger(frame) || frame < 0 || frame >= source.count)
    throw new Error(`There is no frame ${frame}; the last one is ${source.count - 1}.`);
  const bytes = encodePng(await pixelsOf(source, frame), source.width, source.height, effort);
  return { bytes, type: 'image/png', extension: 'png', notes: [] };
}

/** Without an alpha channel when every pixel is opaque. */
export function encodePng(
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
  effort: Effort = 'small',
): Uint8Array<ArrayBuffer> {
  let alpha = false;
  for (let i = 3; i < pixels.length && !alpha; i += 4) alpha = pixels[i] !== 255;
  return joined([
    pngSignature,
    header(width, height, alpha),
    chunk('IDAT', packPixels(pixels, width, { x: 0, y: 0, width, height }, alpha, effort)),
    chunk('IEND', new Uint8Array(0)),
  ]);
}
