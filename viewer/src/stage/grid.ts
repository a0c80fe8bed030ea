// SPDX-License-Identifier: MIT
// Lines on the ground, as wide as what the camera sees; the same steps as `anmkit render --grid`.
import type { UpAxis, View } from './view';

const LINES = 10;

export function gridStep(distance: number): number {
  return 10 ** Math.floor(Math.log10(distance / 4) + 1e-9);
}

export function gridLines(up: UpAxis, view: View, color: readonly number[]): [number[], number[]] {
  const step = gridStep(view.distance), end = LINES * step;
  const x = Math.round(view.target[0] / step) * step;
  const z = Math.round((up === 'z' ? view.target[1] : view.target[2]) / step) * step;
  const places: number[] = [], colors: number[] = [];
  const add = (i: number, j: number): void => {
    if (up === 'z') places.push(x + i, z + j, 0);
    else places.push(x + i, 0, z + j);
    colors.push(color[0]!, color[1]!, color[2]!);
  };
  for (let i = -LINES; i <= LINES; i++) {
    add(i * step, -end);
    add(i * step, end);
    add(-end, i * step);
    add(end, i * step);
  }
  return [places, colors];
}
