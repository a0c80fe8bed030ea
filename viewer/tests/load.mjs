// SPDX-License-Identifier: MIT
// The page's sources as a test imports them: bundled as for a browser, and nothing written.
import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../src/', import.meta.url));

/** All exports of some modules, each by its path below src without '.ts'. */
export async function load(...modules) {
  const bundle = await build({
    stdin: {
      contents: modules.map((path) => `export * from './${path}';`).join('\n'),
      resolveDir: source,
    },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    logLevel: 'error',
  });
  return import(
    `data:text/javascript;base64,${Buffer.from(bundle.outputFiles[0].contents).toString('base64')}`
  );
}
