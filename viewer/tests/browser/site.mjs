// SPDX-License-Identifier: MIT
// A static server for the page's folder, as any web server would show it, on this machine alone.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { existsSync } from 'node:fs';
import path from 'node:path';

export const pageFolder = path.resolve(
  process.env.ANMKIT_VIEWER ?? path.join(import.meta.dirname, '../../../build/viewer'));
if (!existsSync(path.join(pageFolder, 'index.html')))
  throw new Error(`There is no page in ${pageFolder}: run ./dev viewer first.`);

const types = {
  '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm',
};

/** `more`: files that stand beside the page, name -> bytes. */
export async function startSite(more = {}) {
  const asked = [];
  const server = createServer(async (request, response) => {
    const name = decodeURIComponent(new URL(request.url, 'http://site').pathname).slice(1) || 'index.html';
    asked.push(name);
    const inside = path.join(pageFolder, name);
    try {
      const bytes = more[name] ?? (inside.startsWith(pageFolder + path.sep) ? await readFile(inside) : undefined);
      if (bytes === undefined) throw new Error('outside');
      response.writeHead(200, { 'Content-Type': types[path.extname(name)] ?? 'application/octet-stream' });
      response.end(bytes);
    } catch {
      response.writeHead(404).end('There is no such file.');
    }
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {
    asked,
    origin: `http://127.0.0.1:${server.address().port}`,
    stop: () => new Promise((done) => {
      server.closeAllConnections();
      server.close(done);
    }),
  };
}
