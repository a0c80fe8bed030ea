// SPDX-License-Identifier: MIT
// Cameras that a scene can be looked at through: its own, and those of files that hold nothing else.
import type { Workspace } from './workspace';

export interface Lens {
  name: string;
  /** The thing that has it; undefined is the one that is shown. */
  thing?: string;
  node: number;
}

const MOST_TRIED = 24; // files that may be cameras

export function findCameras(work: Workspace): Lens[] {
  const found: Lens[] = (work.shown.value?.nodes ?? []).flatMap((node, i) =>
    node.camera >= 0 ? [{ name: node.name || `${i}`, node: i }] : []);
  const now = work.thing.value;
  const others = work.things.value.filter((one) => one !== now && one.kind === 'subject' && one.family === now?.family && one.files.length === 1);
  for (const thing of others.slice(0, MOST_TRIED)) {
    try {
      const shown = work.session.show({ subject: thing.name, unchecked: true });
      shown.nodes.forEach((node, i) => {
        if (node.camera >= 0) found.push({ name: `${thing.name}: ${node.name || i}`, thing: thing.name, node: i });
      });
      shown.close();
    } catch { /* it says why when it is chosen itself */ }
  }
  return found;
}
