// SPDX-License-Identifier: MIT
// What was opened: things to look at, and the clips of the one that is looked at.
import { useState } from 'preact/hooks';
import type { Workspace } from './workspace';
import type { Thing } from './things';

const MOST = 400; // lines; more are searched for

const words: Record<Thing['kind'], string> = { subject: '', file: '', script: 'script', bytes: 'bytes only' };

/** What all names begin with, up to a '/'. */
export function sharedFolder(names: string[]): string {
  const first = names[0] ?? '';
  let shared = first.slice(0, first.lastIndexOf('/') + 1);
  for (const name of names)
    while (!name.startsWith(shared)) shared = shared.slice(0, shared.lastIndexOf('/', shared.length - 2) + 1);
  return shared;
}

export function Library({ work }: { work: Workspace }) {
  const [wanted, setWanted] = useState('');
  const things = work.things.value, thing = work.thing.value;
  const clips = work.shown.value?.clips ?? [];
  const matches = <T extends { name: string }>(list: T[]): { one: T; i: number }[] =>
    list.map((one, i) => ({ one, i })).filter(({ one }) => one.name.toLowerCase().includes(wanted.toLowerCase()));
  const shared = sharedFolder(things.map((one) => one.name)).length;
  const many = things.length + clips.length > 12;
  return (
    <nav class="library" aria-label="Files and clips">
      {many && (
        <label class="search"><span class="hidden">Search</span>
          <input type="search" placeholder="Search" value={wanted} onInput={(event) => setWanted(event.currentTarget.value)} />
        </label>
      )}
      {things.length > 1 && (
        <>
          <h2>Open</h2>
          <ul data-testid="things">
            {matches(things).slice(0, MOST).map(({ one }) => (
              <li key={`${one.kind} ${one.name}`}>
                <button aria-current={one === thing} onClick={() => void work.choose(one)}>
                  <span title={one.name}>{one.name.slice(shared)}</span>
                  <small>{[one.family, one.clips.length > 0 ? `${one.clips.length} clip${one.clips.length === 1 ? '' : 's'}` : words[one.kind]].filter(Boolean).join(' · ')}</small>
                </button>
              </li>
            ))}
          </ul>
          {matches(things).length > MOST && <p class="muted">and {matches(things).length - MOST} more: search for them</p>}
        </>
      )}
      {clips.length > 0 && (
        <>
          <h2>Clips</h2>
          <ul data-testid="clip-list">
            {matches(clips).slice(0, MOST).map(({ one, i }) => (
              <li key={i}>
                <button data-testid={`clip-${i}`} aria-current={i === work.clip.value} onClick={() => work.chooseClip(i)}>
                  <span>{one.name || '-'}</span><small>{Math.round(one.duration * 100) / 100} frames</small>
                </button>
              </li>
            ))}
            <li><button data-testid="clip-rest" aria-current={work.clip.value < 0} onClick={() => work.chooseClip(-1)}>
              <span>Rest pose</span></button></li>
          </ul>
        </>
      )}
    </nav>
  );
}
