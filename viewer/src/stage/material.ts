// SPDX-License-Identifier: MIT
// Materials as `anmkit render` shows them: one light beside the camera, counted at the corners.
import { DoubleSide, FrontSide, ShaderMaterial, type Texture } from 'three';
import type { ShownMaterial } from 'anmkit';

const vertex = /* glsl */ `
#include <common>
#include <skinning_pars_vertex>
attribute vec4 tint;
uniform vec4 color;
uniform bool unlit;
uniform float pointSize;
varying vec4 vFront;
varying vec4 vBack;
varying vec2 vPlace;

const vec3 LIGHT = vec3(0.28, 0.6, 0.7494);
float lightOn(vec3 normal) {
  float size = length(normal);
  if (size == 0.0) return 1.0;
  return min(1.0, 0.4 + 0.62 * max(0.0, dot(normal, LIGHT) / size));
}
void main() {
  vec3 transformed = position;
  vec3 objectNormal = normal;
  #include <skinbase_vertex>
  #include <skinnormal_vertex>
  #include <skinning_vertex>
  vec4 seen = modelViewMatrix * vec4(transformed, 1.0);
  gl_Position = projectionMatrix * seen;
  vec4 own = color * tint;
  vec3 up = normalMatrix * objectNormal;
  vFront = unlit ? own : vec4(own.rgb * lightOn(up), own.a);
  vBack = unlit ? own : vec4(own.rgb * lightOn(-up), own.a);
  vPlace = uv;
  gl_PointSize = pointSize;
}`;

const fragment = /* glsl */ `
uniform sampler2D map;
uniform bool textured;
uniform int alphaMode;
uniform float alphaCutoff;
uniform float ghost;
uniform bool flatColor;
uniform vec3 flatTint;
varying vec4 vFront;
varying vec4 vBack;
varying vec2 vPlace;
void main() {
  vec4 shown = gl_FrontFacing ? vFront : vBack;
  if (textured) shown *= texture2D(map, vPlace);
  if (alphaMode == 1 && shown.a < alphaCutoff) discard;
  if (alphaMode != 2) shown.a = 1.0;
  if (flatColor) shown.rgb = flatTint;
  shown.a *= ghost;
  gl_FragColor = shown;
  #include <colorspace_fragment>
}`;

export interface Look {
  /** 1 is the thing itself; less is an onion skin. */
  ghost: number;
  wireframe: boolean;
  /** Both sides, whatever the material says. */
  backfaces: boolean;
}

const alphaModes = { opaque: 0, mask: 1, blend: 2 } as const;

/** `lines`: of what has no faces, and is not lit without a material. */
export function makeMaterial(from: ShownMaterial | undefined, map: Texture | undefined, lines: boolean): ShaderMaterial {
  const made = new ShaderMaterial({
    vertexShader: vertex,
    fragmentShader: fragment,
    uniforms: {
      color: { value: from?.color ?? [1, 1, 1, 1] },
      unlit: { value: from?.unlit ?? lines },
      map: { value: map ?? null },
      textured: { value: map !== undefined },
      alphaMode: { value: alphaModes[from?.alpha ?? 'opaque'] },
      alphaCutoff: { value: from?.alphaCutoff ?? 0.5 },
      ghost: { value: 1 },
      pointSize: { value: 2 },
      flatColor: { value: false },
      flatTint: { value: [1, 1, 1] },
    },
    side: from?.doubleSided ? DoubleSide : FrontSide,
    transparent: from?.alpha === 'blend',
  });
  made.userData.own = { side: made.side, transparent: made.transparent };
  return made;
}

export function setLook(material: ShaderMaterial, look: Look): void {
  const own = material.userData.own as { side: typeof material.side; transparent: boolean };
  material.uniforms.ghost!.value = look.ghost;
  material.transparent = own.transparent || look.ghost < 1;
  material.depthWrite = !own.transparent;
  material.wireframe = look.wireframe;
  const side = look.backfaces || look.wireframe ? DoubleSide : own.side;
  if (material.side !== side) {
    material.side = side;
    material.needsUpdate = true;
  }
}
