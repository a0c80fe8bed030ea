// SPDX-License-Identifier: MIT
// This page with its files in one HTML file.
import { makeStandalone, type StandaloneParts } from '../out/standalone';
import { linkOf } from './link';
import type { Workspace } from './workspace';

/** What the page is made of; a page that is standalone itself knows it already. */
let parts: Promise<Pick<StandaloneParts, 'page' | 'css' | 'wasm'>> | undefined;

export function rememberParts(known: Pick<StandaloneParts, 'page' | 'css' | 'wasm'>): void {
  parts = Promise.resolve(known);
}

async function fetchParts(): Promise<Pick<StandaloneParts, 'page' | 'css' | 'wasm'>> {
  const get = async (name: string): Promise<Response> => {
    const response = await fetch(new URL(name, document.baseURI));
    if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
    return response;
  };
  const text = async (name: string) => (await get(name)).text();
  const bytes = async (name: string) => new Uint8Array(await (await get(name)).arrayBuffer());
  const [more, page, css, ...wasm] = await Promise.all([
    text('more.js'), text('viewer.js'), text('viewer.css'), bytes('anmkit.wasm'), bytes('anmkit-rest.wasm')]);
  return { page: `${more}\n${page}`, css, wasm };
}

export async function standaloneOf(work: Workspace): Promise<string> {
  const known = await (parts ??= fetchParts());
  const thing = work.thing.peek();
  const files = [];
  for (const path of thing?.files ?? []) {
    const file = work.blobs.get(path);
    if (file && !file.source) files.push({ path, bytes: new Uint8Array(await file.blob.arrayBuffer()) });
  }
  return makeStandalone({ ...known, files, state: { title: thing?.name ?? 'anmkit', link: linkOf(work) } });
}
