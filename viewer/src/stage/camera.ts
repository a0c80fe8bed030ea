// SPDX-License-Identifier: MIT
// From where a scene is looked at, as `anmkit render --camera` counts it.
import { Matrix4, PerspectiveCamera, Vector3 } from 'three';

export interface View {
  /** Degrees: 0 from the front, 90 from the left side. */
  yaw: number;
  /** Degrees: 90 from above. */
  pitch: number;
  distance: number;
  target: [number, number, number];
}
export type UpAxis = 'y' | '-y' | 'z';

const radians = Math.PI / 180;

/** Directions of the picture in the scene's axes: right, up, and towards the camera. */
export function axesOf(yaw: number, pitch: number, up: UpAxis): [Vector3, Vector3, Vector3] {
  const a = yaw * radians, b = pitch * radians;
  const right = new Vector3(Math.cos(a), 0, -Math.sin(a));
  const back = new Vector3(Math.sin(a) * Math.cos(b), Math.sin(b), Math.cos(a) * Math.cos(b));
  const turn = (v: Vector3): Vector3 =>
    up === '-y' ? new Vector3(v.x, -v.y, -v.z) : up === 'z' ? new Vector3(v.x, -v.z, v.y) : v;
  return [turn(right), turn(new Vector3().crossVectors(back, right)), turn(back)];
}

export function placeCamera(camera: PerspectiveCamera, view: View, up: UpAxis): void {
  const [right, above, back] = axesOf(view.yaw, view.pitch, up);
  const target = new Vector3(...view.target);
  camera.matrixAutoUpdate = false;
  camera.matrix = new Matrix4()
    .makeBasis(right, above, back)
    .setPosition(target.addScaledVector(back, view.distance));
  camera.near = view.distance / 1000;
  camera.far = view.distance * 1000;
  camera.updateProjectionMatrix();
  camera.updateMatrixWorld(true);
}

/** The view after its target was pushed by so many pixels of a picture of this height. */
export function panned(view: View, up: UpAxis, x: number, y: number, height: number, fov: number): View {
  const [right, above] = axesOf(view.yaw, view.pitch, up);
  const size = (2 * view.distance * Math.tan(fov / 2)) / Math.max(1, height);
  const target = new Vector3(...view.target).addScaledVector(right, -x * size).addScaledVector(above, y * size);
  return { ...view, target: [target.x, target.y, target.z] };
}
