// SPDX-License-Identifier: MIT
// What can lie over a picture.
export interface Overlays {
  grid: boolean;
  names: boolean;
  bones: boolean;
  trail: boolean;
  wireframe: boolean;
  backfaces: boolean;
  axes: boolean;
  /** Frames before and behind that are shown as onion skins; 0 is none. */
  onion: number;
  /** The ends of the range over each other, where a loop closes. */
  seam: boolean;
  /** Engine-exact on the left, smooth on the right. */
  compare: boolean;
}
export const noOverlays: Overlays = {
  grid: true, names: false, bones: false, trail: false, wireframe: false, backfaces: false, axes: false,
  onion: 0, seam: false, compare: false,
};
