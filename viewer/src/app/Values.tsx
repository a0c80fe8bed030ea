// SPDX-License-Identifier: MIT
// Numbers at the frame, as `anmkit sample` prints them.
import type { SampledNode } from 'anmkit';
import { floatText } from '../panels/float_text';
import type { Workspace } from './workspace';

const numbers = (list: number[] | undefined): string => (list ?? []).map(floatText).join('  ');

export function Values({ work }: { work: Workspace }) {
  const shown = work.shown.value;
  void work.clip.value;
  if (!shown) return <p class="muted">This file has no poses.</p>;
  const frame = work.shownFrame.value;
  const nodes = shown.sample({ frames: [frame] }).samples[0]?.nodes ?? [];
  const chosen = shown.nodes[work.node.value];
  const row = (node: SampledNode, i: number) => (
    <tr key={i} aria-selected={node.name === chosen?.name && node.id === chosen?.id}
        onClick={() => (work.node.value = shown.nodes.findIndex((one) => one.name === node.name && one.id === node.id))}>
      <th scope="row">{node.name || node.id}{node.visible ? '' : ' (hidden)'}</th>
      <td>{numbers(node.translation)}</td><td>{numbers(node.rotation)}</td><td>{numbers(node.scale)}</td>
    </tr>
  );
  return (
    <div class="values" tabIndex={0} role="region" aria-label="Values at the frame">
      <table data-testid="values">
        <caption>Frame {floatText(frame)}, local</caption>
        <thead><tr><th scope="col">Node</th><th scope="col">Translation</th><th scope="col">Rotation x y z w</th><th scope="col">Scale</th></tr></thead>
        <tbody>{nodes.slice(0, 400).map(row)}</tbody>
      </table>
    </div>
  );
}
