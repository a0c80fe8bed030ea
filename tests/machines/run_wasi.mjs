// SPDX-License-Identifier: MIT
// Runs a WebAssembly program that reads files of the current folder.
//   node run_wasi.mjs PROGRAM.wasm [ARGUMENT...]
import fs from 'node:fs';
import { WASI } from 'node:wasi';

const [program, ...rest] = process.argv.slice(2);
const wasi = new WASI({ version: 'preview1', args: [program, ...rest], preopens: { '.': '.' } });
const module = await WebAssembly.compile(fs.readFileSync(program));
process.exitCode = wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()));
