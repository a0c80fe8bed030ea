// SPDX-License-Identifier: MIT
// three_pose.mjs FILE.glb POSE.json [FILE POSE]...: plays the first clip in three.js and compares
// the world matrix of every joint with the poses that `anmkit sample --space world` gives.
import fs from 'node:fs';
import {AnimationMixer, LoopOnce, Matrix4, Quaternion} from 'three';
import {GLTFLoader} from 'three/examples/jsm/loaders/GLTFLoader.js';

globalThis.self ??= globalThis;
globalThis.ProgressEvent ??= class ProgressEvent {};
const tolerance = 1e-4;

// There is no browser to decode pictures: textures are taken away before the file is parsed.
function withoutPictures(bytes) {
  const magic = bytes.readUInt32LE(0) === 0x46546c67;
  const jsonEnd = magic ? 20 + bytes.readUInt32LE(12) : bytes.length;
  const json = JSON.parse(bytes.subarray(magic ? 20 : 0, jsonEnd).toString('utf8'));
  for (const material of json.materials ?? []) {
    delete material.pbrMetallicRoughness?.baseColorTexture;
  }
  delete json.textures;
  delete json.images;
  if (!magic) return {json, text: JSON.stringify(json)};
  let chunk = Buffer.from(JSON.stringify(json));
  chunk = Buffer.concat([chunk, Buffer.alloc((4 - chunk.length % 4) % 4, 0x20)]);
  const head = Buffer.alloc(20);
  const rest = bytes.subarray(jsonEnd);
  head.writeUInt32LE(0x46546c67, 0);
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(20 + chunk.length + rest.length, 8);
  head.writeUInt32LE(chunk.length, 12);
  head.writeUInt32LE(0x4e4f534a, 16);
  const all = Buffer.concat([head, chunk, rest]);
  return {json, text: all.buffer.slice(all.byteOffset, all.byteOffset + all.length)};
}

const turns = {
  y_up: new Quaternion(),
  y_down: new Quaternion(1, 0, 0, 0),
  z_up: new Quaternion(-Math.SQRT1_2, 0, 0, Math.SQRT1_2),
};

async function compare(file, poseFile) {
  const {json, text} = withoutPictures(fs.readFileSync(file));
  const poses = JSON.parse(fs.readFileSync(poseFile, 'utf8'));
  const gltf = await new GLTFLoader().parseAsync(text, '');
  const {metresPerUnit, up} = json.scenes[0].extras.anmkit;
  const joints = [];
  gltf.scene.traverse((object) => {
    const extras = object.userData.anmkit;
    if (extras?.part === 'node' && !object.isSkinnedMesh) joints[extras.node] = object;
  });
  const turn = new Matrix4().makeRotationFromQuaternion(turns[up]);
  const mixer = new AnimationMixer(gltf.scene);
  const action = mixer.clipAction(gltf.animations[0]);
  action.setLoop(LoopOnce);
  action.clampWhenFinished = true;
  action.play();
  let worst = 0;
  for (const sample of poses.samples) {
    action.paused = false;
    mixer.setTime(sample.seconds);
    gltf.scene.updateMatrixWorld(true);
    sample.nodes.forEach(({matrix}, node) => {
      const wanted = new Matrix4().fromArray(matrix);
      for (const k of [12, 13, 14]) wanted.elements[k] *= metresPerUnit;
      wanted.premultiply(turn);
      const found = joints[node].matrixWorld.elements;
      const size = Math.max(1, ...wanted.elements.map(Math.abs));
      wanted.elements.forEach((value, k) => {
        const error = Math.abs(value - found[k]) / size;
        if (!(error <= tolerance)) {
          throw new Error(`frame ${sample.frame} node ${node} (${joints[node].name}) entry ${k}: ` +
                          `${found[k]}, wanted ${value}`);
        }
        worst = Math.max(worst, error);
      });
    });
  }
  return worst;
}

const files = process.argv.slice(2);
if (files.length === 0 || files.length % 2 !== 0) {
  console.error('usage: three_pose.mjs FILE.glb POSE.json [FILE POSE]...');
  process.exit(2);
}
let bad = 0, worst = 0;
for (let i = 0; i < files.length; i += 2) {
  try {
    worst = Math.max(worst, await compare(files[i], files[i + 1]));
  } catch (error) {
    console.log(`${files[i]}: ${error.message}`);
    bad++;
  }
}
console.log(`three.js: ${files.length / 2} files, ${bad} wrong, largest error ${worst.toExponential(1)}`);
process.exit(bad > 0 ? 1 : 0);
