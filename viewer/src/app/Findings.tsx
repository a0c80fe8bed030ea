// SPDX-License-Identifier: MIT
// What `check` says of the file whose bytes are shown.
import type { Workspace } from './workspace';

export function Findings({ work, onplace }: { work: Workspace; onplace: (offset: number) => void }) {
  const findings = work.findings.value;
  const meaning = (code: string) => work.session.codes(code)[0];
  return (
    <section data-testid="diagnostics" class="findings" aria-label="Findings">
      {findings.length === 0 && <p class="muted">{work.file.value ? `Nothing is wrong with ${work.file.value}.` : 'No file is open.'}</p>}
      <ul>
        {findings.slice(0, 200).map((one, i) => {
          const known = meaning(one.code);
          return (
            <li key={i} class={one.severity}>
              <p><strong>{one.severity}</strong> <code>{one.code}</code>{' '}
                {one.line ? `line ${one.line}, column ${one.column}` : one.offset !== null && (
                  <button class="link" onClick={() => onplace(one.offset!)}>at {one.offset} (0x{one.offset.toString(16)})</button>)}
                {one.path && ` ${one.path}`}</p>
              <p>{one.message}</p>
              {known && <details><summary>What it means</summary><p>{known.meaning}</p>{known.remedy && <p>{known.remedy}</p>}</details>}
            </li>
          );
        })}
      </ul>
      {findings.length > 200 && <p class="muted">and {findings.length - 200} more: `anmkit check` prints all</p>}
    </section>
  );
}
