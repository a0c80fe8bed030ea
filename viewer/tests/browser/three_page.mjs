// SPDX-License-Identifier: MIT
// A page that draws a glTF file as three.js itself reads it: its own loader, its own materials.
import { build } from 'esbuild';

const source = `
import { AmbientLight, Color, PerspectiveCamera, Scene, WebGLRenderer } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
window.draw = async (base64, { eye, target, up, fov, near, far, width, height }) => {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const { scene: loaded } = await new GLTFLoader().parseAsync(bytes.buffer, '');
  const scene = new Scene();
  scene.background = new Color(0x202020);
  // So much light from everywhere shows a material's own color.
  scene.add(loaded, new AmbientLight(0xffffff, Math.PI));
  const camera = new PerspectiveCamera((fov * 180) / Math.PI, width / height, near, far);
  camera.position.set(...eye);
  camera.up.set(...up);
  camera.lookAt(...target);
  const renderer = new WebGLRenderer({ preserveDrawingBuffer: true });
  renderer.setSize(width, height);
  renderer.render(scene, camera);
  const url = renderer.domElement.toDataURL('image/png');
  renderer.dispose();
  return url;
};`;

/** Files of a site that has the page as /three.html. */
export async function threePage() {
  const bundle = await build({
    stdin: { contents: source, resolveDir: import.meta.dirname }, bundle: true, write: false, format: 'iife', target: 'es2022', logLevel: 'error',
  });
  return { 'three.html': Buffer.from('<!doctype html><title>three.js</title><script src="three.js"></script>'), 'three.js': bundle.outputFiles[0].contents };
}
