// SPDX-License-Identifier: MIT
// The camera of three.js at a view.
import { Matrix4, type PerspectiveCamera, Vector3 } from 'three';
import { axesOf, type UpAxis, type View } from './view';

export function placeCamera(camera: PerspectiveCamera, view: View, up: UpAxis): void {
  const [right, above, back] = axesOf(view.yaw, view.pitch, up).map((axis) => new Vector3(...axis)) as [Vector3, Vector3, Vector3];
  camera.matrixAutoUpdate = false;
  camera.matrix = new Matrix4()
    .makeBasis(right, above, back)
    .setPosition(new Vector3(...view.target).addScaledVector(back, view.distance));
  camera.near = view.distance / 1000;
  camera.far = view.distance * 1000;
  camera.updateProjectionMatrix();
  camera.updateMatrixWorld(true);
}
