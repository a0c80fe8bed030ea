// SPDX-License-Identifier: MIT
// What a script does: its instructions with breakpoints, its variables, the ticks at which the
// picture changes, its flow.
import { useMemo, useState } from 'preact/hooks';
import { instructionsOf, readTrace, stepAt, variablesAt, type Trace } from './trace';
import { sentence, type Workspace } from './workspace';

const MOST = 2000; // lines
const MOST_TICKS = 20000;

type View = 'steps' | 'ticks' | 'flow';
const titles: Record<View, string> = { steps: 'Steps', ticks: 'Changes', flow: 'Flow' };

function Steps({ work, trace }: { work: Workspace; trace: Trace }) {
  const [breaks, setBreaks] = useState<ReadonlySet<number>>(new Set());
  const tick = Math.floor(work.frame.value);
  const now = stepAt(trace, tick);
  const instructions = useMemo(() => instructionsOf(trace), [trace]);
  const toggle = (at: number): void => {
    const next = new Set(breaks);
    if (!next.delete(at)) next.add(at);
    setBreaks(next);
    work.stops.value = [...new Set(trace.steps.filter((step) => next.has(step.at)).map((step) => step.tick))];
  };
  // One step leads to the tick at which the machine goes on.
  const next = trace.steps.find((step) => step.tick > tick);
  const before = trace.steps.findLast((step) => step.tick < tick);
  const goTo = (to: number): void => {
    work.playing.value = false;
    work.seek(to);
  };
  const variables = variablesAt(trace, tick);
  return (
    <>
      <div class="row">
        <button data-testid="script-before" disabled={!before} onClick={() => goTo(before!.tick)}>Step back</button>
        <button data-testid="script-next" disabled={!next} onClick={() => goTo(next!.tick)}>Step</button>
        <span class="muted">tick {tick}{now >= 0 ? `, instruction ${trace.steps[now]!.at}` : ''}</span>
      </div>
      <div class="values" tabIndex={0} role="region" aria-label="Instructions">
        <table data-testid="instructions">
          <thead><tr><th scope="col">Stop</th><th scope="col">No</th><th scope="col">Instruction</th></tr></thead>
          <tbody>
            {instructions.slice(0, MOST).map(({ at, text }) => (
              <tr key={at} aria-selected={now >= 0 && trace.steps[now]!.at === at}>
                <td><input type="checkbox" aria-label={`Stop at instruction ${at}`} data-testid={`break-${at}`} checked={breaks.has(at)} onChange={() => toggle(at)} /></td>
                <th scope="row">{at}</th><td><code>{text}</code></td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {variables.length > 0 && (
        <table data-testid="variables" class="variables">
          <caption>Variables</caption>
          <tbody>{variables.map(([name, value]) => <tr key={name}><th scope="row">{name}</th><td>{value}</td></tr>)}</tbody>
        </table>
      )}
    </>
  );
}

function Ticks({ work }: { work: Workspace }) {
  const ticks = work.script.value!.playback.ticks, tick = work.shownFrame.value;
  const current = ticks.findLastIndex((one) => one.tick <= tick);
  return (
    <div class="values" tabIndex={0} role="region" aria-label="Changes">
      <table data-testid="ticks">
        <thead><tr><th scope="col">Tick</th><th scope="col">Image</th><th scope="col">Blend</th><th scope="col">Place</th></tr></thead>
        <tbody>
          {ticks.slice(0, MOST).map((one, i) => (
            <tr key={i} aria-selected={i === current}>
              <th scope="row"><button class="link" onClick={() => work.seek(one.tick)}>{one.tick}</button></th>
              <td>{one.visible ? one.image : 'hidden'}</td><td>{one.blend}</td><td>{one.x}, {one.y}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function ScriptPanel({ work }: { work: Workspace }) {
  const [view, setView] = useState<View>('steps');
  const script = work.script.value, file = work.thing.value?.files[0];
  const read = useMemo(() => {
    try {
      const ticks = Math.min(MOST_TICKS, script?.ticks ?? 1);
      return { trace: readTrace(work.session.play(file!, { ticks, trace: true, ...work.ask() }).trace ?? '') };
    } catch (error) {
      return { problem: sentence(error) };
    }
  }, [script]);
  const flow = useMemo(() => {
    try {
      return view === 'flow' ? work.session.graph(file!, work.ask()) : '';
    } catch (error) {
      return sentence(error);
    }
  }, [script, view]);
  if (!script || !file) return null;
  return (
    <section class="script" aria-label="Script">
      <div class="row" role="group" aria-label="View of the script">
        {(Object.keys(titles) as View[]).map((one) => (
          <button key={one} data-testid={`script-${one}`} aria-pressed={view === one} onClick={() => setView(one)}>{titles[one]}</button>
        ))}
      </div>
      {view === 'steps' && (read.trace ? <Steps work={work} trace={read.trace} /> : <p role="alert">{read.problem}</p>)}
      {view === 'ticks' && <Ticks work={work} />}
      {view === 'flow' && <pre data-testid="script-text" tabIndex={0}>{flow}</pre>}
    </section>
  );
}
