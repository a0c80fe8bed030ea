// SPDX-License-Identifier: MIT
// What a script's machine did, from the lines of `anmkit play --trace`.

export interface Step {
  tick: number;
  /** Number of the instruction. */
  at: number;
  text: string;
}
export interface Trace {
  steps: Step[];
  /** In the order in which they happen. */
  sets: { tick: number; variable: string; value: string }[];
}

export function readTrace(text: string): Trace {
  const trace: Trace = { steps: [], sets: [] };
  let tick = 0;
  for (const line of text.split('\n')) {
    const time = /^tick (-?\d+)/.exec(line);
    if (time) tick = Number(time[1]);
    const step = /^ {2}#(\d+) (.*)$/.exec(line);
    if (step) trace.steps.push({ tick, at: Number(step[1]), text: step[2]! });
    const set = /^ {4}(@\S+): .* -> (.*)$/.exec(line);
    if (set) trace.sets.push({ tick, variable: set[1]!, value: set[2]! });
  }
  return trace;
}

/** Instructions that ran, by their numbers. */
export function instructionsOf(trace: Trace): { at: number; text: string }[] {
  const known = new Map(trace.steps.map((step) => [step.at, step.text]));
  return [...known].map(([at, text]) => ({ at, text })).sort((a, b) => a.at - b.at);
}

/** What variables hold at a tick; those that nothing has set yet are left out. */
export function variablesAt(trace: Trace, tick: number): [string, string][] {
  const held = new Map<string, string>();
  for (const set of trace.sets) if (set.tick <= tick) held.set(set.variable, set.value);
  return [...held].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
}

/** Index of the last step at a tick, -1 before the first. */
export function stepAt(trace: Trace, tick: number): number {
  return trace.steps.findLastIndex((step) => step.tick <= tick);
}
