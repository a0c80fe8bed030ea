// SPDX-License-Identifier: MIT
// anmkit in a browser or in node: files in memory, and everything that the library knows of them.
//
//   const kit = await load();
//   const session = await kit.session();
//   session.put('walk.csmodelanim', bytes);
//   const shown = session.show({ files: ['walk.csmodelanim'] });
//   const pose = shown.pose(7.5);
import { AnmkitError, compile, Instance, MissingPart, TornError } from './module.js';
import { Explanation, Script, Shown } from './shown.js';

export { AnmkitError, Explanation, MissingPart, Script, Shown, TornError };

const bytesOf = (data) =>
  data instanceof Uint8Array ? data
    : ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      : data instanceof ArrayBuffer ? new Uint8Array(data) : new TextEncoder().encode(data);

/** Files in memory. Each session is an instance of its own: its memory goes when it does. */
export class Session {
  #instance;

  constructor(instance) {
    this.#instance = instance;
  }
  get torn() {
    return this.#instance.torn;
  }
  get missing() {
    return this.#instance.missing;
  }
  async complete(rest) {
    await this.#instance.complete(rest);
  }

  put(path, data) {
    this.#instance.put(path, bytesOf(data));
    return this;
  }
  remove(path) {
    return this.#instance.remove(path);
  }
  files() {
    return this.#instance.call('list').reply.files;
  }
  bytes(file) {
    const { reply, array } = this.#instance.call('bytes', { file });
    return array(reply.bytes);
  }

  formats() {
    return this.#instance.call('formats').reply;
  }
  codes(code = '') {
    return this.#instance.call('codes', { code }).reply.codes;
  }
  detect(file) {
    return this.#instance.call('detect', { file }).reply;
  }
  info(file, request = {}) {
    return this.#instance.call('info', { ...request, file }).reply.info;
  }
  check(file, request = {}) {
    return this.#instance.call('check', { ...request, file }).reply.checked;
  }
  project(request = {}) {
    return this.#instance.call('project', request).reply;
  }
  dump(file, request = {}) {
    const { reply, text } = this.#instance.call('dump', { ...request, file });
    return text(reply.text);
  }
  build(file) {
    const { reply, array } = this.#instance.call('build', { file });
    return { format: reply.format, bytes: array(reply.bytes), diagnostics: reply.diagnostics };
  }
  sample(file, request = {}) {
    const { reply, text } = this.#instance.call('sample', { ...request, file });
    return JSON.parse(text(reply.text));
  }
  play(file, request = {}) {
    const { reply, text } = this.#instance.call('play', { ...request, file });
    const playback = JSON.parse(text(reply.text));
    if (reply.trace !== undefined) playback.trace = text(reply.trace);
    return playback;
  }
  graph(file, request = {}) {
    const { reply, text } = this.#instance.call('graph', { ...request, file });
    return text(reply.text);
  }
  pictures(file, request = {}) {
    const { reply, array } = this.#instance.call('pictures', { ...request, file });
    return reply.pictures.map((one) => ({
      ...one, pixels: new Uint8ClampedArray(array(one.pixels).buffer),
    }));
  }
  convert(request) {
    const { reply, array } = this.#instance.call('convert', request);
    return { ...reply, files: reply.files.map(({ file, bytes }) => ({ file, bytes: array(bytes) })) };
  }
  explain(file, request = {}) {
    return new Explanation(this.#instance, this.#instance.call('explain', { ...request, file }));
  }
  keysOf(file, request) {
    return this.#instance.call('origins', { ...request, file }).reply.keys;
  }
  fieldsOf(file, request) {
    return this.#instance.call('origins', { ...request, file }).reply.fields;
  }
  show(request) {
    return new Shown(this.#instance, this.#instance.call('show', request));
  }
  script(file, request = {}) {
    return new Script(this.#instance, this.#instance.call('script', { ...request, file }));
  }
}

/** The library, compiled once. */
export class Anmkit {
  #module;
  #rest;
  #restSource;
  #sessions = new Set();

  constructor(module, version, rest) {
    this.#module = module;
    this.version = version;
    this.#restSource = rest;
  }
  async session() {
    const session = new Session(await Instance.of(this.#module, await this.#rest));
    if (this.#restSource && !this.#rest) this.#sessions.add(session);
    return session;
  }
  /** Fetches the second part of a module in two parts; sessions that are open can go on. */
  async complete() {
    if (!this.#restSource) return;
    this.#rest ??= compile(this.#restSource).catch((error) => {
      this.#rest = undefined;
      throw error;
    });
    const rest = await this.#rest;
    const waiting = [...this.#sessions];
    this.#sessions.clear();
    await Promise.all(waiting.map((session) => session.complete(rest)));
  }
}

/** `source`: where anmkit.wasm is, if it is not beside this file; or its bytes. `rest`: the second
 * part, of a module that was split as the viewer's is. */
export async function load(source = new URL('./anmkit.wasm', import.meta.url), rest) {
  const module = await compile(source);
  const first = await Instance.of(module);
  const inParts = WebAssembly.Module.imports(module).some((one) => one.module === 'placeholder');
  return new Anmkit(module, first.call('version').reply.version, inParts ? rest : undefined);
}
