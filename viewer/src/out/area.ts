// SPDX-License-Identifier: MIT
// The part of a frame that differs from the frame before: films store no more than that.

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The smallest rectangle outside of which both frames are the same. */
export function changedArea(
  before: Uint8ClampedArray,
  now: Uint8ClampedArray,
  width: number,
  height: number,
): Area {
  // Whoever draws may give a part of a larger buffer, where 32 bits may not begin.
  const same = (x: number, y: number) => {
    const at = (y * width + x) * 4;
    return (
      before[at] === now[at] &&
      before[at + 1] === now[at + 1] &&
      before[at + 2] === now[at + 2] &&
      before[at + 3] === now[at + 3]
    );
  };
  const sameRow = (y: number) => {
    for (let x = 0; x < width; x++) if (!same(x, y)) return false;
    return true;
  };
  let top = 0;
  while (top < height && sameRow(top)) top++;
  // No frame is empty: where nothing changed one pixel is stored.
  if (top === height) return { x: 0, y: 0, width: 1, height: 1 };
  let bottom = height - 1;
  while (sameRow(bottom)) bottom--;
  let left = width;
  let right = -1;
  for (let y = top; y <= bottom; y++) {
    for (let x = 0; x < left; x++) if (!same(x, y)) left = x;
    for (let x = width - 1; x > right; x--) if (!same(x, y)) right = x;
  }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}
