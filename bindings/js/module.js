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

/** The module stopped in the middle of a call, for want of memory as a rule. Its session is lost. */
export class TornError extends Error {
  constructor(cause) {
    super('the module stopped in the middle of a call, most likely because its memory ended; ' +
          'open a new session', { cause });
    this.name = 'TornError';
  }
}

// The module asks for a few functions of WASI that write to files; there are none. The C library
// repeats a write that wrote nothing, so that one must fail (EBADF). Of a module in two parts, the
// first calls functions of the second through `placeholder`, and the second finds the first as
// `primary`.
const nothing = () => 0;
const wasi = {
  fd_write: () => 8,
  proc_exit: (status) => {
    throw new Error(`the module ended with status ${status}`);
  },
};
const importsOf = (primary, missing) => new Proxy({}, {
  get: (_, name) => name === 'primary' ? primary
    : new Proxy({}, { get: (_, what) => (name === 'placeholder' ? missing : wasi[what] ?? nothing) }),
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

  constructor(exports, state = {}) {
    this.#exports = exports;
    this.#state = state;
  }
  /** `rest`: the second part of a module in two parts, if it is there. */
  static async of(module, rest) {
    const state = { missing: false, cause: undefined };
    const { exports } = await WebAssembly.instantiate(module, importsOf(undefined, () => {
      state.missing = true;
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
  /** Whether it stopped in the middle of a call: it cannot go on. */
  get torn() {
    return this.#state.cause !== undefined;
  }
  /** Whether it stopped because the second part of the module was missing. */
  get missing() {
    return this.#state.missing;
  }

  // Whatever leaves the module but by returning leaves it torn.
  #enter(name, ...args) {
    if (this.torn) throw this.missing ? new MissingPart() : new TornError(this.#state.cause);
    try {
      return this.#exports[name](...args);
    } catch (error) {
      this.#state.cause = error;
      throw error instanceof MissingPart ? error : new TornError(error);
    }
  }
  // Addresses are 32-bit numbers without a sign.
  #address(name, ...args) {
    return this.#enter(name, ...args) >>> 0;
  }
  #copyIn(bytes, zeroBehind) {
    const at = this.#address('anm_alloc', bytes.length + 1);
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
      if (!this.torn) for (const place of places) this.#enter('anm_free', place);
    }
  }
  #copyOut(at, size) {
    return new Uint8Array(this.#exports.memory.buffer, at, size).slice();
  }

  put(path, bytes) {
    this.#with([path, bytes], (name, data) => this.#enter('anm_put', name, data, bytes.length));
  }
  remove(path) {
    return this.#with([path], (name) => this.#enter('anm_remove', name)) === 1;
  }

  /** The reply; `array(i)` are the bytes with that number. */
  call(method, request = {}) {
    const text = encoder.encode(JSON.stringify(request));
    const failed = this.#with([method, text], (name, data) =>
      this.#enter('anm_call', name, data, text.length));
    const reply = JSON.parse(decoder.decode(
      this.#copyOut(this.#address('anm_text'), this.#address('anm_text_size'))));
    if (failed) throw new AnmkitError(reply);
    const array = (index) =>
      this.#copyOut(this.#address('anm_array', index), this.#address('anm_array_size', index));
    return { reply, array, text: (index) => decoder.decode(array(index)) };
  }

  pose(handle, frame, yaw, pitch) {
    const size = this.#enter('anm_pose', handle, frame, yaw, pitch);
    if (size < 0) throw new Error('the scene was closed');
    const at = this.#address('anm_pose_data');
    return new Float32Array(this.#exports.memory.buffer, at, size).slice();
  }
}
