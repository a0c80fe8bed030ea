// SPDX-License-Identifier: MIT
// What a script does: the ticks at which something changes, every step of its engine, its flow.
import { useState } from 'preact/hooks';
import { sentence, type Workspace } from './workspace';

const MOST = 2000; // lines

export function ScriptPanel({ work }: { work: Workspace }) {
  const [view, setView] = useState<'ticks' | 'trace' | 'flow'>('ticks');
  const script = work.script.value, thing = work.thing.value;
  if (!script || !thing) return null;
  const tick = work.shownFrame.value;
  const current = script.playback.ticks.findLastIndex((one) => one.tick <= tick);
  let text = '';
  try {
    if (view === 'trace') text = work.session.play(thing.files[0]!, { ticks: Math.min(10000, Math.floor(tick) + 1), trace: true }).trace ?? '';
    if (view === 'flow') text = work.session.graph(thing.files[0]!);
  } catch (error) {
    text = sentence(error);
  }
  const lines = text.split('\n');
  return (
    <section class="script" aria-label="Script">
      <div class="row" role="group" aria-label="View of the script">
        {(['ticks', 'trace', 'flow'] as const).map((one) => (
          <button key={one} data-testid={`script-${one}`} aria-pressed={view === one} onClick={() => setView(one)}>{{ ticks: 'Changes', trace: 'Steps', flow: 'Flow' }[one]}</button>
        ))}
      </div>
      {view === 'ticks' ? (
        <div class="values" tabIndex={0} role="region" aria-label="Changes">
          <table data-testid="ticks">
            <thead><tr><th scope="col">Tick</th><th scope="col">Image</th><th scope="col">Blend</th><th scope="col">Place</th></tr></thead>
            <tbody>
              {script.playback.ticks.slice(0, MOST).map((one, i) => (
                <tr key={i} aria-selected={i === current} onClick={() => work.seek(one.tick)}>
                  <th scope="row"><button class="link" onClick={() => work.seek(one.tick)}>{one.tick}</button></th>
                  <td>{one.visible ? one.image : 'hidden'}</td><td>{one.blend}</td><td>{one.x}, {one.y}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <pre data-testid="script-text" tabIndex={0}>{lines.slice(-MOST).join('\n')}</pre>
      )}
    </section>
  );
}
