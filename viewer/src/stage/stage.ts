// SPDX-License-Identifier: MIT
// The picture: a scene of the module on a canvas. Nothing is drawn that nobody asked for.
import {
  BufferGeometry, Color, Float32BufferAttribute, LineBasicMaterial, LineSegments, Matrix4, Mesh,
  PerspectiveCamera, Scene, Vector2, Vector3, WebGLRenderer, type Object3D, type ShaderMaterial, type Skeleton,
} from 'three';
import type { Shown, ShownPose } from 'anmkit';
import { placeCamera } from './camera';
import { gridLines } from './grid';
import { makeMaterial, setLook } from './material';
import type { Overlays } from './overlays';
import { bonesGeometry, makeParts, makeSkeleton, type Drawn } from './parts';
import { makeTextures } from './textures';
import type { UpAxis, View } from './view';

/** What is drawn at once. */
export interface Picture {
  pose: ShownPose;
  view: View;
  /** Radians, vertical. */
  fov: number;
  overlays: Overlays;
  /** Poses of onion skins. */
  ghosts?: ShownPose[];
  /** Places of a node, frame after frame. */
  trail?: Float32Array;
  /** A camera of the scene instead of the view. */
  through?: { matrix: number[]; verticalFov: number };
  /** A half of the canvas only. */
  half?: 'left' | 'right';
}

const BONE = [0.25, 0.4, 0.6, 1] as const;

export class Stage {
  readonly canvas: HTMLCanvasElement;
  #renderer: WebGLRenderer;
  #scene = new Scene();
  #camera = new PerspectiveCamera();
  #shown?: Shown;
  #drawn: Drawn[] = [];
  #skeleton?: Skeleton;
  #bones?: Mesh;
  #boneMaterial?: ShaderMaterial;
  #above = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ depthTest: false, vertexColors: true }));
  #grid = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ vertexColors: true }));
  #background = new Color(0x20252c);
  #gridColor: [number, number, number] = [0.35, 0.38, 0.42];

  /** Nothing where the browser has no WebGL; three.js would say so on the console, too. */
  static make(canvas: HTMLCanvasElement): Stage | undefined {
    const context = canvas.getContext('webgl2', { antialias: true, preserveDrawingBuffer: true, alpha: true });
    return context ? new Stage(canvas, context) : undefined;
  }
  private constructor(canvas: HTMLCanvasElement, context: WebGL2RenderingContext) {
    this.canvas = canvas;
    this.#renderer = new WebGLRenderer({ canvas, context });
    this.#renderer.autoClear = false;
    this.#scene.matrixWorldAutoUpdate = false;
    for (const one of [this.#above, this.#grid]) {
      one.frustumCulled = false;
      one.matrixAutoUpdate = false;
      this.#scene.add(one);
    }
    this.#above.renderOrder = 10;
  }

  /** Names of textures that the browser cannot read. */
  async show(shown: Shown | undefined): Promise<string[]> {
    const made = shown ? await makeTextures(shown.images, shown.materials) : { textures: [], unread: [] };
    this.#clear();
    this.#shown = shown;
    if (!shown) return [];
    if (shown.parts.some((part) => part.joints)) this.#skeleton = makeSkeleton(shown.nodes.length);
    this.#drawn = makeParts(shown, made.textures, this.#skeleton);
    for (const one of this.#drawn) this.#scene.add(one.object);
    if (shown.parts.length === 0) {
      this.#boneMaterial = makeMaterial(
        { name: '', color: [...BONE], image: -1, alpha: 'opaque', alphaCutoff: 0.5, doubleSided: true, unlit: false,
          wrapS: 'repeat', wrapT: 'repeat', nearest: false, mipmaps: false }, undefined, false);
      this.#bones = new Mesh(new BufferGeometry(), this.#boneMaterial);
      this.#bones.frustumCulled = false;
      this.#scene.add(this.#bones);
    }
    return made.unread;
  }

  setBackground(background: string, grid: string): void {
    this.#background.set(background);
    const color = new Color(grid);
    this.#gridColor = [color.r, color.g, color.b];
  }
  setSize(width: number, height: number, ratio: number): void {
    this.#renderer.setPixelRatio(ratio);
    this.#renderer.setSize(Math.max(1, width), Math.max(1, height), false);
    this.#camera.aspect = Math.max(1, width) / Math.max(1, height);
    for (const one of this.#drawn) {
      one.line?.resolution.set(width, height);
      // Points are as wide as lines, which are counted in CSS pixels.
      if (one.shader) one.shader.uniforms.pointSize!.value = 2 * ratio;
    }
  }

  draw({ pose, view, fov, overlays, ghosts = [], trail = new Float32Array(), through, half }: Picture): void {
    const up = (this.#shown?.up ?? 'y') as UpAxis;
    this.#frame(half);
    this.#camera.fov = ((through?.verticalFov ?? fov) * 180) / Math.PI;
    placeCamera(this.#camera, view, up);
    if (through) {
      this.#camera.matrix.fromArray(through.matrix);
      this.#camera.updateMatrixWorld(true);
    }
    // A camera does not see its own bone.
    if (this.#bones) this.#bones.visible = through === undefined;
    this.#renderer.setClearColor(this.#background, 1);
    if (half !== 'right') this.#renderer.clear();
    this.#grid.visible = overlays.grid;
    if (overlays.grid) this.#setLines(this.#grid, gridLines(up, view, this.#gridColor));
    this.#above.visible = false;
    for (const ghost of ghosts) {
      this.#pose(ghost, { ghost: 0.22, wireframe: false, backfaces: overlays.backfaces });
      this.#renderer.render(this.#scene, this.#camera);
      this.#grid.visible = false;
      this.#renderer.clearDepth();
    }
    this.#pose(pose, { ghost: 1, wireframe: overlays.wireframe, backfaces: overlays.backfaces });
    this.#above.visible = overlays.bones || overlays.trail || overlays.axes;
    if (this.#above.visible) this.#setLines(this.#above, this.#overlayLines(pose, overlays, trail, view.distance));
    this.#renderer.render(this.#scene, this.#camera);
  }

  // Which part of the canvas is drawn on, and as how wide the camera sees it.
  #frame(half: Picture['half']): void {
    const { x: width, y: height } = this.#renderer.getSize(new Vector2());
    const wide = half ? width / 2 : width;
    this.#renderer.setViewport(half === 'right' ? wide : 0, 0, wide, height);
    this.#camera.aspect = wide / height;
    for (const one of this.#drawn) one.line?.resolution.set(wide, height);
  }

  /** Where nodes are on the canvas, in CSS pixels; those behind the camera are left out. */
  places(pose: ShownPose): { node: number; x: number; y: number }[] {
    const { x: width, y: height } = this.#renderer.getSize(new Vector2());
    return pose.nodes.flatMap(({ matrix, visible }, node) => {
      const at = new Vector3(matrix[12], matrix[13], matrix[14]).project(this.#camera);
      if (!visible || at.z > 1 || Math.abs(at.x) > 1 || Math.abs(at.y) > 1) return [];
      return [{ node, x: ((at.x + 1) / 2) * width, y: ((1 - at.y) / 2) * height }];
    });
  }

  destroy(): void {
    this.#clear();
    this.#renderer.dispose();
  }

  #pose(pose: ShownPose, look: { ghost: number; wireframe: boolean; backfaces: boolean }): void {
    this.#drawn.forEach((one, i) => {
      const part = pose.parts[i]!;
      one.object.visible = !part.hidden;
      one.object.matrix.fromArray(part.matrix);
      one.object.matrixWorld.copy(one.object.matrix);
      if (one.shader) setLook(one.shader, look);
      if (one.line) {
        one.line.opacity = look.ghost;
        one.line.transparent = look.ghost < 1;
      }
    });
    if (this.#skeleton && pose.skin) {
      const numbers = pose.skin;
      this.#skeleton.bones.forEach((bone, i) => bone.matrixWorld.fromArray(numbers, 16 * i));
    }
    if (this.#bones && pose.bones) {
      this.#bones.geometry.dispose();
      this.#bones.geometry = bonesGeometry(pose.bones);
      setLook(this.#boneMaterial!, look);
    }
  }

  #overlayLines(pose: ShownPose, overlays: Overlays, trail: Float32Array, distance: number): [number[], number[]] {
    const places: number[] = [], colors: number[] = [];
    const add = (from: ArrayLike<number>, a: number, to: ArrayLike<number>, b: number, color: readonly number[]): void => {
      places.push(from[a]!, from[a + 1]!, from[a + 2]!, to[b]!, to[b + 1]!, to[b + 2]!);
      colors.push(...color.slice(0, 3), ...color.slice(0, 3));
    };
    if (overlays.bones) {
      this.#shown?.nodes.forEach((node, i) => {
        const parent = pose.nodes[node.parent];
        if (parent && pose.nodes[i]!.visible) add(parent.matrix, 12, pose.nodes[i]!.matrix, 12, [1, 0.75, 0.2]);
      });
    }
    if (overlays.axes) {
      for (const { matrix, visible } of pose.nodes) {
        if (!visible) continue;
        for (let axis = 0; axis < 3; axis++) {
          const size = distance / 40 / (Math.hypot(matrix[4 * axis]!, matrix[4 * axis + 1]!, matrix[4 * axis + 2]!) || 1);
          const end = [0, 1, 2].map((k) => matrix[12 + k]! + size * matrix[4 * axis + k]!);
          add(matrix, 12, end, 0, [axis === 0 ? 1 : 0.15, axis === 1 ? 0.8 : 0.15, axis === 2 ? 1 : 0.15]);
        }
      }
    }
    if (overlays.trail)
      for (let i = 3; i + 3 <= trail.length; i += 3) add(trail, i - 3, trail, i, [0.2, 0.85, 0.7]);
    return [places, colors];
  }
  #setLines(lines: LineSegments, [places, colors]: [number[], number[]]): void {
    lines.geometry.dispose();
    lines.geometry = new BufferGeometry();
    lines.geometry.setAttribute('position', new Float32BufferAttribute(places, 3));
    lines.geometry.setAttribute('color', new Float32BufferAttribute(colors, 3));
    lines.matrixWorld.copy(new Matrix4());
  }
  #clear(): void {
    const gone: Object3D[] = this.#drawn.map((one) => one.object);
    if (this.#bones) gone.push(this.#bones);
    for (const one of this.#drawn) {
      (one.object as Mesh).geometry.dispose();
      one.shader?.uniforms.map?.value?.dispose();
      one.shader?.dispose();
      one.line?.dispose();
    }
    this.#bones?.geometry.dispose();
    this.#boneMaterial?.dispose();
    this.#skeleton?.dispose();
    this.#scene.remove(...gone);
    this.#drawn = [];
    this.#bones = this.#skeleton = this.#shown = undefined;
  }
}
