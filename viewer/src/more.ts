// SPDX-License-Identifier: MIT
// What comes behind the first picture, as a script of its own: three.js and uPlot.
import { Curves } from './panels/curves';
import { Stage } from './stage/stage';

export interface More {
  Curves: typeof Curves;
  Stage: typeof Stage;
}

(globalThis as { anmkitMore?: More }).anmkitMore = { Curves, Stage };
