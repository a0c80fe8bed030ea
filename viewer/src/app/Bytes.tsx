// SPDX-License-Identifier: MIT
// The bytes of a file, and what the chosen one is.
import { effect } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Explanation, Field } from 'anmkit';
import { blobSource } from '../files/sliced';
import { HexPane } from '../panels/hex_pane';
import type { LeafSource } from '../panels/types';
import type { Workspace } from './workspace';

const PAGE = 4096;

/** Asks for a few kilobytes at a time and remembers the last pages. */
class Leaves implements LeafSource {
  #what: Explanation;
  #pages = new Map<number, Field[]>();

  constructor(what: Explanation) {
    this.#what = what;
  }
  leaves(offset: number, length: number): Field[] {
    const found: Field[] = [];
    for (let page = Math.floor(offset / PAGE); page * PAGE < Math.min(this.#what.size, offset + length); page++) {
      for (const leaf of this.#page(page)) {
        if (leaf.offset + leaf.length <= offset || leaf.offset >= offset + length) continue;
        if (found.at(-1)?.offset !== leaf.offset) found.push(leaf);
      }
    }
    return found;
  }
  at(offset: number): Field | undefined {
    return this.leaves(offset, 1)[0];
  }
  #page(page: number): Field[] {
    let leaves = this.#pages.get(page);
    if (!leaves) {
      leaves = this.#what.fields(page * PAGE, PAGE);
      if (this.#pages.size > 64) this.#pages.delete(this.#pages.keys().next().value!);
      this.#pages.set(page, leaves);
    }
    return leaves;
  }
}

export function Bytes({ work, onbyte }: { work: Workspace; onbyte: (offset: number, field: Field | undefined) => void }) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    let pane: HexPane | undefined;
    const stops = [
      effect(() => {
        const file = work.blobs.get(work.file.value), what = work.explanation.value;
        if (!file) return;
        const bytes = file.source?.() ?? blobSource(file.blob);
        const leaves = what && what.size === file.size ? new Leaves(what) : undefined;
        pane?.destroy();
        pane = new HexPane(host.current!, {
          bytes, leaves, onselect: (offset, leaf) => onbyte(offset, leaf as Field | undefined),
        });
        pane.setMarks(work.findings.value.flatMap((one) =>
          one.offset === null ? [] : [{ offset: one.offset, severity: one.severity === 'info' ? 'note' : one.severity }]));
      }),
      effect(() => {
        const byte = work.byte.value;
        void [work.file.value, work.explanation.value];
        if (byte) pane?.select(byte.offset, byte.length);
        else pane?.clearSelection();
      }),
    ];
    (window as { anmkitHex?: unknown }).anmkitHex = { point: (offset: number) => pane?.point(offset) };
    return () => {
      stops.forEach((stop) => stop());
      pane?.destroy();
    };
  }, [work]);
  const files = work.thing.value?.files ?? [];
  const what = work.explanation.value;
  const byte = work.byte.value;
  const field = byte && what ? what.at(byte.offset) : undefined;
  return (
    <section class="bytes" aria-label="Bytes">
      <div class="row">
        <label class="grow"><span class="hidden">File</span>
          <select data-testid="file" value={work.file.value} onChange={(event) => work.chooseFile(event.currentTarget.value)}>
            {files.map((file) => <option value={file}>{file}</option>)}
          </select>
        </label>
        {what && <span class="muted" title={`No field describes ${what.coverage.unknown} bytes`}>
          {what.format}: {what.size.toLocaleString('en')} bytes, {what.coverage.leaves.toLocaleString('en')} fields</span>}
      </div>
      {work.thing.value?.formats && (
        <label class="row">This file could be of several formats. Read it as
          <select data-testid="format" value={work.thing.value.format ?? ''} onChange={(event) => void work.chooseFormat(event.currentTarget.value)}>
            <option value="" disabled>choose</option>
            {work.thing.value.formats.map((one) => <option value={one}>{work.session.formats().formats.find((format) => format.id === one)?.title ?? one}</option>)}
          </select>
        </label>
      )}
      <div class="hex" ref={host} />
      {field ? (
        <dl class="field" data-testid="field">
          <dt>{field.path || field.kind}</dt>
          <dd><code>{field.value || '-'}</code>{field.shown ? ` = ${field.shown}` : ''} <span class="muted">{field.type}</span></dd>
          <dd>{field.meaning}{field.section ? ` (${what!.specification}, section ${field.section})` : ''}</dd>
        </dl>
      ) : <p class="field muted" data-testid="field">{what ? 'Select a byte to see its field.' : 'No field describes these bytes.'}</p>}
    </section>
  );
}
