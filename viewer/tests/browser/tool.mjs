// SPDX-License-Identifier: MIT
// The command-line tool, whose answers are what the page must show.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

export const tool = path.resolve(
  process.env.ANMKIT_TOOL ?? path.join(import.meta.dirname, '../../../build/release/src/cli/anmkit'));
if (!existsSync(tool)) throw new Error(`There is no ${tool}: run ./dev build first, or set ANMKIT_TOOL.`);

/** Runs it, and gives what it printed. Throws when it fails. */
export const run = (...words) => execFileSync(tool, words, { encoding: 'utf8', maxBuffer: 1 << 28 });
/** The object that `--json` prints. */
export const json = (...words) => JSON.parse(run(...words, '--json'));
/** Whether it succeeds. */
export const succeeds = (...words) => spawnSync(tool, words, { stdio: 'ignore' }).status === 0;
export const start = (words, options) => spawn(tool, words, options);
