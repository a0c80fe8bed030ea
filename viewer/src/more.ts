// SPDX-License-Identifier: MIT
// What comes behind the first picture, as a script of its own: three.js, uPlot, and what writes
// pictures, films and tables.
import { makeApng } from './out/apng';
import { makeCsv } from './out/csv';
import { makeGif } from './out/gif';
import { makePng } from './out/png';
import { makeWebp } from './out/webp';
import { Curves } from './panels/curves';
import { Stage } from './stage/stage';

const more = { Curves, Stage, makeApng, makeCsv, makeGif, makePng, makeWebp };
export type More = typeof more;

(globalThis as { anmkitMore?: More }).anmkitMore = more;
