// SPDX-License-Identifier: MIT
// Parts of a scene as three.js has them. Matrices come from the module: three.js computes none.
import {
  Bone, BufferAttribute, BufferGeometry, Float32BufferAttribute, LineSegments, Matrix4, Mesh, Points,
  Skeleton, SkinnedMesh, type Object3D, type ShaderMaterial, type Texture,
} from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import type { Shown, ShownPart } from 'anmkit';
import { makeMaterial } from './material';

function geometryOf(part: ShownPart): BufferGeometry {
  let geometry = new BufferGeometry();
  const count = part.positions.length / 3;
  geometry.setAttribute('position', new BufferAttribute(part.positions, 3));
  geometry.setAttribute('uv', new BufferAttribute(part.uvs ?? new Float32Array(2 * count), 2));
  const tint = part.colors ?? new Float32Array(4 * count).fill(1);
  geometry.setAttribute('tint', new BufferAttribute(tint, 4));
  if (part.joints && part.weights) {
    geometry.setAttribute('skinIndex', new BufferAttribute(Uint16Array.from(part.joints), 4));
    geometry.setAttribute('skinWeight', new BufferAttribute(part.weights, 4));
  }
  if (part.indices) geometry.setIndex(new BufferAttribute(part.indices, 1));
  if (part.normals) {
    geometry.setAttribute('normal', new BufferAttribute(part.normals, 3));
  } else if (part.mode === 'triangles') {
    // Each face has its own.
    if (part.indices) geometry = geometry.toNonIndexed();
    geometry.computeVertexNormals();
  } else {
    geometry.setAttribute('normal', new BufferAttribute(new Float32Array(3 * count), 3));
  }
  return geometry;
}

/** Lines that are as wide as asked for: each end twice in a row. */
function wideLines(part: ShownPart, color: number[]): { object: LineSegments2; material: LineMaterial } {
  const order = part.indices ?? Uint32Array.from({ length: part.positions.length / 3 }, (_, i) => i);
  const places: number[] = [], colors: number[] = [];
  for (const i of order.subarray(0, order.length - (order.length % 2))) {
    for (let k = 0; k < 3; k++) {
      places.push(part.positions[3 * i + k]!);
      colors.push((part.colors?.[4 * i + k] ?? 1) * color[k]!);
    }
  }
  const geometry = new LineSegmentsGeometry();
  if (places.length > 0) {
    geometry.setPositions(places);
    geometry.setColors(colors);
  }
  const material = new LineMaterial({ linewidth: 2, vertexColors: true });
  return { object: new LineSegments2(geometry, material), material };
}

export interface Drawn {
  object: Object3D;
  skinned: boolean;
  shader?: ShaderMaterial;
  line?: LineMaterial;
}

export function makeParts(shown: Shown, textures: (Texture | undefined)[], skeleton: Skeleton | undefined): Drawn[] {
  return shown.parts.map((part) => {
    const material = shown.materials[part.material];
    const skinned = part.joints !== undefined && skeleton !== undefined;
    let drawn: Drawn;
    if (part.mode === 'lines' && !skinned) {
      const { object, material: line } = wideLines(part, material?.color ?? [1, 1, 1, 1]);
      drawn = { object, line, skinned };
    } else {
      const shader = makeMaterial(material, textures[part.material], part.mode !== 'triangles');
      const geometry = geometryOf(part);
      const object = part.mode === 'points' ? new Points(geometry, shader)
        : part.mode === 'lines' ? new LineSegments(geometry, shader)
          : skinned ? new SkinnedMesh(geometry, shader) : new Mesh(geometry, shader);
      if (object instanceof SkinnedMesh && skeleton) object.bind(skeleton, new Matrix4());
      drawn = { object, shader, skinned };
    }
    drawn.object.matrixAutoUpdate = false;
    drawn.object.frustumCulled = false;
    return drawn;
  });
}

/** Joints whose matrices are set from outside, with nothing to take off. */
export function makeSkeleton(nodes: number): Skeleton {
  const bones = Array.from({ length: nodes }, () => {
    const bone = new Bone();
    bone.matrixAutoUpdate = bone.matrixWorldAutoUpdate = false;
    return bone;
  });
  return new Skeleton(bones, bones.map(() => new Matrix4()));
}

export function bonesGeometry(corners: Float32Array): BufferGeometry {
  const geometry = new BufferGeometry();
  const count = corners.length / 3;
  geometry.setAttribute('position', new Float32BufferAttribute(corners, 3));
  geometry.setAttribute('uv', new BufferAttribute(new Float32Array(2 * count), 2));
  geometry.setAttribute('tint', new BufferAttribute(new Float32Array(4 * count).fill(1), 4));
  geometry.computeVertexNormals();
  return geometry;
}
