// SPDX-License-Identifier: MIT
// One HTML file that holds the page, the module and the files, and plays anywhere without asking
// anyone for anything: its policy forbids every request.
import { gzipSync } from 'fflate';
import { sizeText } from '../files/limits';
import { sentenceOf } from '../pause';
import { fromBase64, toBase64 } from './base64';

export interface StandaloneFile {
  path: string;
  bytes: Uint8Array;
}

export interface StandaloneParts {
  /** The page's script, bundled into one text. */
  page: string;
  css: string;
  /** The module, in parts. */
  wasm: readonly Uint8Array[];
  files: readonly StandaloneFile[];
  /** What the page showed; anything that JSON holds. */
  state: object;
  title?: string;
  /** The elements that the script finds, as HTML. */
  body?: string;
}

export interface Standalone extends StandaloneParts {
  wasm: Uint8Array<ArrayBuffer>[];
  files: { path: string; bytes: Uint8Array<ArrayBuffer> }[];
}

/** The longest page, in letters: browsers give up on much longer texts. */
export const mostStandaloneText = 2 ** 28;

const kVersion = 1;
const kManifest = 'anmkit-standalone';
const policy =
  "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; " +
  'img-src blob: data:; connect-src data: blob:';

interface Manifest {
  version: number;
  wasm: number[];
  files: { path: string; size: number }[];
  state: object;
  title: string;
  body: string;
}

export function makeStandalone(parts: StandaloneParts): string {
  const { title = 'anmkit', body = '<div id="app"></div>' } = parts;
  const files = parts.files.map(({ path, bytes }) => ({ path, size: bytes.length }));
  const manifest: Manifest = {
    version: kVersion,
    wasm: parts.wasm.map(({ length }) => length),
    files,
    state: parts.state,
    title,
    body,
  };
  const html = [
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">\n`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
    `<title>${inHtml(title)}</title>\n`,
    `<style id="anmkit-style">${parts.css.replace(/<\/(?=style)/gi, '<\\/')}</style>\n`,
    '</head>\n<body>\n',
    `${body}\n`,
    `<script type="application/json" id="${kManifest}">${inScript(JSON.stringify(manifest))}</script>\n`,
    ...parts.wasm.map((part, i) => `<script type="text/plain" id="anmkit-wasm-${i}">${pack(part)}</script>\n`),
    ...parts.files.map(
      ({ bytes }, i) => `<script type="text/plain" id="anmkit-file-${i}">${pack(bytes)}</script>\n`,
    ),
    `<script type="module" id="anmkit-page">${quietScript(parts.page)}</script>\n`,
    '</body>\n</html>\n',
  ];
  const letters = html.reduce((sum, { length }) => sum + length, 0);
  if (letters > mostStandaloneText) {
    throw new Error(
      `The page would be ${sizeText(letters)} long; ${sizeText(mostStandaloneText)} is the most that browsers open. Leave out large files.`,
    );
  }
  return html.join('');
}

/** What this page carries, or undefined when it is not a standalone one. Throws a sentence when
 * the page is damaged. */
export async function readStandalone(page: {
  getElementById(id: string): { readonly textContent: string | null } | null;
}): Promise<Standalone | undefined> {
  const text = (id: string) => page.getElementById(id)?.textContent ?? undefined;
  const json = text(kManifest);
  if (json === undefined) return undefined;
  try {
    const manifest = JSON.parse(json) as Manifest;
    if (manifest.version !== kVersion) throw new Error(`it is of version ${manifest.version}`);
    const files = [];
    for (const [i, { path, size }] of manifest.files.entries()) {
      files.push({ path, bytes: await unpack(text(`anmkit-file-${i}`), size, path) });
    }
    return {
      page: text('anmkit-page') ?? '',
      css: text('anmkit-style') ?? '',
      wasm: await Promise.all(manifest.wasm.map((size, i) => unpack(text(`anmkit-wasm-${i}`), size, 'the module'))),
      files,
      state: manifest.state,
      title: manifest.title,
      body: manifest.body,
    };
  } catch (error) {
    throw new Error(`This page is damaged: ${sentenceOf(error)}. Save or download it again.`);
  }
}

function pack(bytes: Uint8Array): string {
  // Without a date: the same files give the same page.
  return toBase64(gzipSync(bytes, { level: 9, mtime: 0 }));
}

async function unpack(
  text: string | undefined,
  size: number,
  what: string,
): Promise<Uint8Array<ArrayBuffer>> {
  if (text === undefined) throw new Error(`${what} is missing`);
  const bytes = new Uint8Array(size);
  const reader = new Blob([fromBase64(text)])
    .stream()
    .pipeThrough(new DecompressionStream('gzip'))
    .getReader();
  let at = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    if (at + read.value.length > size) throw new Error(`${what} is longer than it was`);
    bytes.set(read.value, at);
    at += read.value.length;
  }
  if (at !== size) throw new Error(`${what} is shorter than it was`);
  return bytes;
}

function inHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

// In JSON '<' stands only inside strings.
function inScript(json: string): string {
  return json.replaceAll('<', '\\u003c');
}

// '</script' would end the script, and '<!--' would let it go on behind its end. Inside strings,
// templates and patterns '\x3C' is the same letter; outside of them neither stands in code that a
// bundler printed.
function quietScript(code: string): string {
  return code.replace(/<(?=\/script|!--)/gi, '\\x3C');
}
