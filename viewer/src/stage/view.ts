// SPDX-License-Identifier: MIT
// From where a scene is looked at, as `anmkit render --camera` counts it.
export interface View {
  /** Degrees: 0 from the front, 90 from the left side. */
  yaw: number;
  /** Degrees: 90 from above. */
  pitch: number;
  distance: number;
  target: [number, number, number];
}
export type UpAxis = 'y' | '-y' | 'z';

type Direction = [number, number, number];

const radians = Math.PI / 180;

/** Directions of the picture in the scene's axes: right, up, and towards the camera. */
export function axesOf(yaw: number, pitch: number, up: UpAxis): [Direction, Direction, Direction] {
  const a = yaw * radians, b = pitch * radians;
  const turn = (x: number, y: number, z: number): Direction =>
    up === '-y' ? [x, -y, -z] : up === 'z' ? [x, -z, y] : [x, y, z];
  return [
    turn(Math.cos(a), 0, -Math.sin(a)),
    turn(-Math.sin(a) * Math.sin(b), Math.cos(b), -Math.cos(a) * Math.sin(b)),
    turn(Math.sin(a) * Math.cos(b), Math.sin(b), Math.cos(a) * Math.cos(b)),
  ];
}

/** The view after its target was pushed by so many pixels of a picture of this height. */
export function panned(view: View, up: UpAxis, x: number, y: number, height: number, fov: number): View {
  const [right, above] = axesOf(view.yaw, view.pitch, up);
  const size = (2 * view.distance * Math.tan(fov / 2)) / Math.max(1, height);
  const target = view.target.map((at, i) => at - x * size * right[i]! + y * size * above[i]!);
  return { ...view, target: target as View['target'] };
}
