// SPDX-License-Identifier: MIT
// Pixels of PNG files, and how much two pictures differ.
import { python } from '../python.mjs';

/** { width, height, pixels: RGBA } as PIL reads it. */
export function readPng(bytes) {
  const read = python(`
import base64, json, sys
from PIL import Image
picture = Image.open(sys.argv[1]).convert("RGBA")
print(json.dumps({"width": picture.width, "height": picture.height, "pixels": base64.b64encode(picture.tobytes()).decode()}))
`, bytes);
  return { ...read, pixels: Buffer.from(read.pixels, 'base64') };
}

/** What the page's canvas shows. */
export async function canvasOf(page) {
  const { width, height, url } = await page.getByTestId('canvas').evaluate((canvas) => {
    const { width, height } = canvas;
    return { width, height, url: canvas.toDataURL('image/png') };
  });
  return { width, height, ...readPng(Buffer.from(url.split(',')[1], 'base64')) };
}

/** The largest channel's difference of each pixel: their mean, and the share above `level`. */
export function compare(one, other, level = 24) {
  if (one.width !== other.width || one.height !== other.height)
    throw new Error(`${one.width} x ${one.height} is not ${other.width} x ${other.height}`);
  let sum = 0, above = 0;
  const count = one.width * one.height;
  for (let i = 0; i < 4 * count; i += 4) {
    let most = 0;
    for (let k = 0; k < 4; k++) {
      // What is transparent has no colour that anyone sees.
      const [a, b] = [one, other].map(({ pixels }) => (k < 3 ? (pixels[i + k] * pixels[i + 3]) / 255 : pixels[i + 3]));
      most = Math.max(most, Math.abs(a - b));
    }
    sum += most;
    if (most > level) above++;
  }
  return { mean: sum / count, above: above / count };
}

/** The share of pixels that are not the colour of the first one. */
export function covered({ width, height, pixels }) {
  let count = 0;
  for (let i = 4; i < 4 * width * height; i += 4)
    if ([0, 1, 2].some((k) => Math.abs(pixels[i + k] - pixels[k]) > 8)) count++;
  return count / (width * height);
}

/** Each pixel the mean of the nine around it: thin lines of two rasterisers are then comparable. */
export function softened({ width, height, pixels }) {
  const soft = Buffer.from(pixels);
  for (let y = 1; y + 1 < height; y++) {
    for (let x = 1; x + 1 < width; x++) {
      for (let k = 0; k < 3; k++) {
        let sum = 0;
        for (const dy of [-1, 0, 1]) for (const dx of [-1, 0, 1]) sum += pixels[4 * ((y + dy) * width + x + dx) + k];
        soft[4 * (y * width + x) + k] = sum / 9;
      }
    }
  }
  return { width, height, pixels: soft };
}
