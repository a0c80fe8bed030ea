// SPDX-License-Identifier: MIT
// One instance of the WebAssembly module: strings and bytes in, JSON and arrays out.

/** What the library finds wrong: the finding's code, message and place. */
export class AnmkitError extends Error {
  constructor(finding) {
    super(finding.message);
    this.name = 'AnmkitError';
    this.code = finding.code;
    this.path = finding.path;
    this.offset = finding.offset ?? undefined;
    this.line = finding.line;
    this.column = finding.column;
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A function was needed that is in the part of the module which is not there yet. */
export class MissingPart extends Error {
  constructor() {
    super('the rest of the module is not there yet');
    this.name = 'MissingPart';
  }
}

// The module asks for a few functions of WASI that write to files; there are none. Of a module in
// two parts, the first calls functions of the second through `placeholder`, and the second finds the
// first as `primary`.
const nothing = () => 0;
const importsOf = (primary, missing) => new Proxy({}, {
  get: (_, name) => name === 'primary' ? primary
    : new Proxy({}, { get: () => (name === 'placeholder' ? missing : nothing) }),
});

const isNode = typeof process !== 'undefined' && process.versions?.node !== undefined &&
  typeof window === 'undefined';

async function bytesOf(source) {
  if (source instanceof URL || typeof source === 'string') {
    const url = new URL(source, import.meta.url);
    if (isNode && url.protocol === 'file:') {
      // No import: bundlers for browsers would look for it.
      return process.getBuiltinModule('node:fs/promises').readFile(url);
    }
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
    return response.arrayBuffer();
  }
  if (typeof Response !== 'undefined' && source instanceof Response) return source.arrayBuffer();
  return source;
}

/** A compiled module, from an address, a response, bytes, or a module that was compiled before. */
export async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  return WebAssembly.compile(await bytesOf(source));
}

export class Instance {
  #exports;
  #state;

  constructor(exports, state = { torn: false }) {
    this.#exports = exports;
    this.#state = state;
  }
  /** `rest`: the second part of a module in two parts, if it is there. */
  static async of(module, rest) {
    const state = { torn: false };
    const { exports } = await WebAssembly.instantiate(module, importsOf(undefined, () => {
      state.torn = true;
      throw new MissingPart();
    }));
    const instance = new Instance(exports, state);
    if (rest) await instance.complete(rest);
    exports._initialize();
    return instance;
  }
  /** Puts the second part in the places that the first keeps for it. */
  async complete(rest) {
    await WebAssembly.instantiate(rest, importsOf(this.#exports));
  }
  /** Whether it stopped in the middle because the second part was missing: it cannot go on. */
  get torn() {
    return this.#state.torn;
  }

  #copyIn(bytes, zeroBehind) {
    const at = this.#exports.anm_alloc(bytes.length + 1);
    if (at === 0) throw new Error('there is not enough memory');
    const memory = new Uint8Array(this.#exports.memory.buffer, at, bytes.length + 1);
    memory.set(bytes);
    if (zeroBehind) memory[bytes.length] = 0;
    return at;
  }
  #with(parts, use) {
    const places = [];
    try {
      for (const part of parts) {
        places.push(this.#copyIn(typeof part === 'string' ? encoder.encode(part) : part,
                                 typeof part === 'string'));
      }
      return use(...places);
    } finally {
      for (const place of places) this.#exports.anm_free(place);
    }
  }
  #copyOut(at, size) {
    return new Uint8Array(this.#exports.memory.buffer, at, size).slice();
  }

  put(path, bytes) {
    this.#with([path, bytes], (name, data) => this.#exports.anm_put(name, data, bytes.length));
  }
  remove(path) {
    return this.#with([path], (name) => this.#exports.anm_remove(name)) === 1;
  }

  /** The reply; `array(i)` are the bytes with that number. */
  call(method, request = {}) {
    const text = encoder.encode(JSON.stringify(request));
    const failed = this.#with([method, text], (name, data) =>
      this.#exports.anm_call(name, data, text.length));
    const reply = JSON.parse(decoder.decode(
      this.#copyOut(this.#exports.anm_text(), this.#exports.anm_text_size())));
    if (failed) throw new AnmkitError(reply);
    const array = (index) =>
      this.#copyOut(this.#exports.anm_array(index), this.#exports.anm_array_size(index));
    return { reply, array, text: (index) => decoder.decode(array(index)) };
  }

  pose(handle, frame, yaw, pitch) {
    const size = this.#exports.anm_pose(handle, frame, yaw, pitch);
    if (size < 0) throw new Error('the scene was closed');
    const at = this.#exports.anm_pose_data();
    return new Float32Array(this.#exports.memory.buffer, at, size).slice();
  }
}
