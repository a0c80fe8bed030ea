// SPDX-License-Identifier: MIT
// Play, scrub, step, speed, loops and the two ways to show time.
import type { LoopMode } from './clock';
import type { Workspace } from './workspace';

const shapes = {
  back: 'M3 3v10M13 3 6 8l7 5z', play: 'M4 3l9 5-9 5z', pause: 'M4 3h3v10H4zM9 3h3v10H9z', forward: 'M13 3v10M3 3l7 5-7 5z',
};
function Icon({ of }: { of: keyof typeof shapes }) {
  return <svg viewBox="0 0 16 16" width="16" height="16" fill="currentColor" stroke="currentColor" aria-hidden="true"><path d={shapes[of]} /></svg>;
}

export const speeds = [0.1, 0.25, 0.5, 1, 1.5, 2, 4];

const shortNumber = (number: number): string => `${Math.round(number * 100) / 100}`;

export function Transport({ work }: { work: Workspace }) {
  const last = work.duration.value, frame = work.frame.value, rate = work.rate.value;
  const still = last <= 0;
  const unit = work.script.value ? 'tick' : 'frame';
  return (
    <div class="transport" role="group" aria-label="Time">
      <button data-testid="step-back" onClick={() => work.step(-1)} disabled={still} aria-label={`One ${unit} back`} title={`One ${unit} back (←)`}><Icon of="back" /></button>
      <button data-testid="play" class="play" onClick={() => work.togglePlay()} disabled={still}
              aria-label={work.playing.value ? 'Pause' : 'Play'} title="Play or pause (space)"><Icon of={work.playing.value ? 'pause' : 'play'} /></button>
      <button data-testid="step-forward" onClick={() => work.step(1)} disabled={still} aria-label={`One ${unit} forward`} title={`One ${unit} forward (→)`}><Icon of="forward" /></button>
      <input data-testid="scrub" class="scrub" type="range" min={0} max={last || 1} disabled={still}
             step={work.mode.value === 'exact' || work.script.value ? 1 : 'any'} value={frame} aria-label={`Position in ${unit}s`}
             aria-valuetext={`${unit} ${shortNumber(frame)} of ${shortNumber(last)}`}
             onKeyDown={(event) => {
               // A bar without steps goes on by a hundredth of itself; people want frames.
               const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
               if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
               event.preventDefault();
               work.step(by as 1 | -1);
             }}
             onInput={(event) => {
               work.playing.value = false;
               work.seek(event.currentTarget.valueAsNumber);
             }} />
      <label class="frame">
        <span class="hidden">{unit}</span>
        <input data-testid="frame" type="number" min={0} max={last} step={1} value={shortNumber(frame)} disabled={still}
               onChange={(event) => work.seek(event.currentTarget.valueAsNumber)} />
        <span aria-hidden="true">/ {shortNumber(last)}</span>
        <span class="muted" title="Native rate">{shortNumber(rate)} fps</span>
      </label>
      <label>
        <span class="hidden">Speed</span>
        <select data-testid="speed" value={`${work.speed.value}`} onChange={(event) => (work.speed.value = Number(event.currentTarget.value))}>
          {speeds.map((speed) => <option value={`${speed}`}>{speed}×</option>)}
        </select>
      </label>
      <label>
        <span class="hidden">At the end</span>
        <select data-testid="loop" value={work.loopMode.value} onChange={(event) => (work.loopMode.value = event.currentTarget.value as LoopMode)}>
          <option value="loop">loop</option>
          <option value="once">once</option>
          <option value="bounce">there and back</option>
        </select>
      </label>
      <label title="Engine-exact shows whole frames, as the game does; smooth interpolates between frames">
        <span class="hidden">Frames shown</span>
        <select data-testid="mode" value={work.mode.value} disabled={work.script.value !== undefined}
                onChange={(event) => (work.mode.value = event.currentTarget.value as 'exact' | 'smooth')}>
          <option value="smooth">smooth</option>
          <option value="exact">engine-exact</option>
        </select>
      </label>
    </div>
  );
}
