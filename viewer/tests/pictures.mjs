// SPDX-License-Identifier: MIT
// Frames that tests draw: known pixels, known delays.

/** `paint(x, y, frame)` gives [red, green, blue, alpha]. */
export function frames(width, height, delays, paint) {
  const drawn = delays.map((_, frame) => {
    const pixels = new Uint8ClampedArray(width * height * 4);
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) pixels.set(paint(x, y, frame), (y * width + x) * 4);
    return pixels;
  });
  // One buffer for all, as a canvas that is read again and again gives it.
  const shared = new Uint8ClampedArray(width * height * 4);
  return {
    width,
    height,
    count: delays.length,
    delay: (i) => delays[i],
    draw: async (i) => {
      shared.set(drawn[i]);
      return shared;
    },
    drawn,
  };
}

/** A number that looks like any other one, the same each time. */
export function noise(...numbers) {
  let value = 0x9e3779b9;
  for (const number of numbers) value = Math.imul(value ^ number, 0x85ebca6b) ^ (value >>> 13);
  return (value ^ (value >>> 16)) >>> 0;
}

export const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
