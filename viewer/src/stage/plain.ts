// SPDX-License-Identifier: MIT
// The picture without a graphics card: the module's own rasteriser, for browsers without WebGL.
import type { Shown } from 'anmkit';
import type { View } from './view';

export interface PlainPicture {
  width: number;
  height: number;
  view: View;
  frame: number;
  /** '#rrggbb'. */
  background: string;
  grid: boolean;
}

export function plainPixels(shown: Shown, { view, background, ...rest }: PlainPicture): Uint8ClampedArray<ArrayBuffer> {
  const number = parseInt(background.slice(1), 16);
  const drawn = shown.draw({ ...view, ...rest, background: [(number >> 16) & 255, (number >> 8) & 255, number & 255] });
  return drawn.pixels as Uint8ClampedArray<ArrayBuffer>;
}

export function drawPlain(canvas: HTMLCanvasElement, shown: Shown, picture: PlainPicture): void {
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext('2d')!.putImageData(new ImageData(plainPixels(shown, picture), picture.width, picture.height), 0, 0);
}
