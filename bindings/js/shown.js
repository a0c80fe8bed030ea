// SPDX-License-Identifier: MIT
// A scene that is looked at, and a script: handles into the module.

const MATRIX = 16;

/** A scene: its parts once, its pose at any frame of one of its clips. */
export class Shown {
  #instance;
  #handle;

  constructor(instance, { reply, array }) {
    this.#instance = instance;
    this.#handle = reply.handle;
    const floats = (index) => (index === undefined ? undefined : new Float32Array(array(index).buffer));
    const whole = (index) => (index === undefined ? undefined : new Uint32Array(array(index).buffer));
    this.name = reply.name;
    this.up = reply.up;
    this.metresPerUnit = reply.metresPerUnit;
    this.nodes = reply.nodes;
    this.materials = reply.materials;
    this.clips = reply.clips;
    this.diagnostics = reply.diagnostics;
    this.images = reply.images.map((image) => ({ ...image, bytes: array(image.bytes) }));
    this.parts = reply.parts.map((part) => ({
      node: part.node,
      mode: part.mode,
      material: part.material,
      positions: floats(part.positions),
      normals: floats(part.normals),
      uvs: floats(part.uvs),
      colors: floats(part.colors),
      joints: whole(part.joints),
      weights: floats(part.weights),
      indices: whole(part.indices),
    }));
    this.clip = this.clips.length > 0 ? 0 : -1;
  }

  choose(clip) {
    this.#instance.call('choose', { handle: this.#handle, clip });
    this.clip = clip;
  }
  pose(frame, camera = {}) {
    const numbers = this.#instance.pose(this.#handle, frame, camera.yaw ?? 0, camera.pitch ?? 0);
    const parts = this.parts.length, nodes = this.nodes.length;
    const pose = { parts: [], nodes: [], skin: undefined, bones: undefined };
    let at = 0;
    const take = (size) => numbers.subarray(at, (at += size));
    for (let i = 0; i < parts; i++) pose.parts.push({ matrix: take(MATRIX), hidden: take(1)[0] !== 0 });
    for (let i = 0; i < nodes; i++) pose.nodes.push({ matrix: take(MATRIX), visible: take(1)[0] !== 0 });
    if (parts === 0) pose.bones = numbers.subarray(at);
    else if (at < numbers.length) pose.skin = numbers.subarray(at);
    return pose;
  }
  tracks() {
    const { reply, array } = this.#instance.call('tracks', { handle: this.#handle });
    const doubles = (index) => new Float64Array(array(index).buffer);
    return reply.tracks.map((track) => ({
      ...track, times: doubles(track.times), values: doubles(track.values),
    }));
  }
  sample(request) {
    const { reply, text } = this.#instance.call('sampleShown', { handle: this.#handle, ...request });
    return JSON.parse(text(reply.text));
  }
  aim(node, frame) {
    return this.#instance.call('aim', { handle: this.#handle, node, frame }).reply;
  }
  fit(view = {}) {
    return this.#instance.call('fit', { handle: this.#handle, ...view }).reply;
  }
  draw(view = {}) {
    const { reply, array } = this.#instance.call('draw', { handle: this.#handle, ...view });
    return { width: reply.width, height: reply.height, pixels: new Uint8ClampedArray(array(reply.pixels).buffer) };
  }
  close() {
    this.#instance.call('closeShown', { handle: this.#handle });
  }
}

/** What a script shows, tick by tick. */
export class Script {
  #instance;
  #handle;

  constructor(instance, { reply }) {
    this.#instance = instance;
    this.#handle = reply.handle;
    this.ticks = reply.ticks;
    this.clip = reply.clip;
    this.playback = reply.playback;
    this.pictures = reply.pictures;
    this.found = reply.found;
    this.problem = reply.problem ?? undefined;
  }
  screen(tick) {
    const { reply, array } = this.#instance.call('screen', { handle: this.#handle, tick });
    return {
      width: reply.width, height: reply.height, missing: reply.missing,
      pixels: new Uint8ClampedArray(array(reply.pixels).buffer),
    };
  }
  close() {
    this.#instance.call('closeScript', { handle: this.#handle });
  }
}

/** The bytes of one file, each in exactly one field or gap. */
export class Explanation {
  #instance;
  #handle;

  constructor(instance, { reply }) {
    this.#instance = instance;
    this.#handle = reply.handle;
    this.format = reply.format;
    this.specification = reply.specification;
    this.size = reply.size;
    this.coverage = reply.coverage;
    this.limited = reply.limited ?? false;
  }
  fields(offset = 0, length = this.size, most = 100000) {
    return this.#instance.call('leaves', { handle: this.#handle, offset, length, most }).reply.fields;
  }
  at(offset) {
    return this.fields(offset, 1, 1)[0];
  }
  close() {
    this.#instance.call('closeExplanation', { handle: this.#handle });
  }
}
