// SPDX-License-Identifier: MIT
// The page: where everything stands, and what is dropped on it.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Field } from 'anmkit';
import { openArchives } from '../files/archive';
import type { Intake } from '../files/dropped';
import { fromFiles, fromTransfer, hasFiles } from '../files/intake';
import { Bytes } from './Bytes';
import { Export } from './Export';
import { Findings } from './Findings';
import { keyHelp, takeKey } from './keys';
import { Library } from './Library';
import { bytesOfKey, keyOfByte } from './places';
import { ScriptPanel } from './ScriptPanel';
import { StageView } from './StageView';
import { Switches } from './Switches';
import { Timeline } from './Timeline';
import { Transport } from './Transport';
import { Values } from './Values';
import { sentence, type Workspace } from './workspace';

const sides = ['Bytes', 'Values', 'Findings', 'Switches', 'Export'] as const;
type Side = (typeof sides)[number] | 'Script';

export async function takeIn(work: Workspace, intake: Intake | Promise<Intake>, wish: { thing?: string; clip?: string } = {}): Promise<void> {
  work.underway.value++;
  try {
    const given = await intake;
    const opened = await openArchives(given.files);
    const problems = [...given.problems, ...opened.problems];
    if (opened.files.length > 0) await work.open(opened.files, wish);
    else if (problems.length === 0) work.error.value = 'No file found.';
    if (problems.length > 0) work.error.value = problems.slice(0, 5).join(' ');
  } catch (error) {
    work.error.value = sentence(error);
  } finally {
    work.underway.value--;
  }
}

function Opening({ work }: { work: Workspace }) {
  const files = useRef<HTMLInputElement>(null), folder = useRef<HTMLInputElement>(null);
  const take = (input: HTMLInputElement): void => {
    void takeIn(work, fromFiles(input.files ?? []));
    input.value = '';
  };
  return (
    <>
      <button class="primary" onClick={() => files.current!.click()}>Open files</button>
      <button onClick={() => folder.current!.click()}>Open a folder</button>
      <input ref={files} data-testid="drop" class="hidden" type="file" multiple tabIndex={-1} aria-label="Files to open" onChange={(event) => take(event.currentTarget)} />
      <input ref={folder} class="hidden" type="file" tabIndex={-1} aria-label="Folder to open"
             {...{ webkitdirectory: true }} onChange={(event) => take(event.currentTarget)} />
    </>
  );
}

function Empty({ work }: { work: Workspace }) {
  return (
    <div class="empty">
      <h1>Drop a game animation here</h1>
      <p>A file, a folder or a ZIP: Vib-Ribbon <code>.ANM</code> <code>.TMD</code>, CatSystem 2 <code>.anm</code> <code>.hg3</code>,
        CraftStudio <code>.csmodelanim</code>, GameCube <code>.anm</code> <code>.act</code>, Super Mario 64 <code>.inc.c</code>, or <code>.glb</code>.
        Models and animations find each other.</p>
      <p class="row"><Opening work={work} /></p>
      <p class="muted">Nothing leaves this computer.</p>
    </div>
  );
}

export function App({ work }: { work: Workspace }) {
  const [side, setSide] = useState<Side>('Bytes');
  const [over, setOver] = useState(false);
  const help = useRef<HTMLDialogElement>(null);
  const isScript = work.script.value !== undefined;
  const tabs: Side[] = isScript ? ['Script', ...sides.filter((one) => one !== 'Values')] : [...sides];
  const now = tabs.includes(side) ? side : tabs[0]!;

  useLayoutEffect(() => {
    const enter = (event: DragEvent): void => {
      if (!event.dataTransfer || !hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      setOver(true);
    };
    const drop = (event: DragEvent): void => {
      setOver(false);
      if (!event.dataTransfer || !hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      void takeIn(work, fromTransfer(event.dataTransfer));
    };
    const paste = (event: ClipboardEvent): void => {
      if (event.clipboardData && hasFiles(event.clipboardData)) void takeIn(work, fromTransfer(event.clipboardData));
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const key = (event: KeyboardEvent): void => {
      if (help.current?.open) return;
      if (takeKey(event, work, () => help.current?.showModal())) event.preventDefault();
    };
    let last = 0, asked = 0;
    const tick = (time: number): void => {
      work.tick(Math.min(0.25, (time - last) / 1000));
      last = time;
      asked = requestAnimationFrame(tick);
    };
    asked = requestAnimationFrame((time) => {
      last = time;
      asked = requestAnimationFrame(tick);
    });
    addEventListener('dragover', enter);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    addEventListener('paste', paste);
    addEventListener('keydown', key);
    return () => {
      cancelAnimationFrame(asked);
      removeEventListener('dragover', enter);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
      removeEventListener('paste', paste);
      removeEventListener('keydown', key);
    };
  }, [work]);

  const onbyte = (offset: number, field: Field | undefined): void => {
    work.byte.value = { offset: field?.offset ?? offset, length: field?.length ?? 1 };
    const key = keyOfByte(work, offset);
    if (key) work.key.value = key;
  };
  const onkey = (track: number, key: number): void => {
    work.key.value = { track, key };
    const place = bytesOfKey(work, track, key);
    if (place) work.byte.value = place;
  };
  const some = work.thing.value !== undefined;
  return (
    <div class={`page${over ? ' over' : ''}`} aria-busy={work.underway.value > 0}>
      <header>
        <strong>anmkit</strong>
        {some ? <h1 class="what">{work.thing.value?.name}{work.clipInfo.value ? ` · ${work.clipInfo.value.name}` : ''}</h1> : <span class="what" />}
        {some && <Opening work={work} />}
        {some && <button onClick={() => void work.close()}>Close all</button>}
        <button aria-label="Keys and help" title="Keys and help (?)" onClick={() => help.current!.showModal()}>?</button>
      </header>
      <div class="says">
        <p data-testid="error" role="alert" hidden={work.error.value === ''}>{work.error.value}</p>
        <p class="note" role="status" hidden={(work.busy.value || work.note.value) === ''}>{work.busy.value || work.note.value}</p>
      </div>
      {!some ? <main><Empty work={work} /></main> : (
        <main class={work.thing.value?.kind === 'bytes' ? 'work only-bytes' : 'work'}>
          <Library work={work} />
          <div class="middle">
            <StageView work={work} />
            <Transport work={work} />
            {!isScript && <Timeline work={work} onkey={onkey} />}
          </div>
          <aside aria-label="Details">
            <div role="tablist" aria-label="Details" class="tabs">
              {tabs.map((one) => (
                <button key={one} id={`tab-${one}`} role="tab" aria-selected={one === now} aria-controls="side" tabIndex={one === now ? 0 : -1}
                        data-testid={`tab-${one.toLowerCase()}`} onClick={() => setSide(one)}
                        onKeyDown={(event) => {
                          const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
                          if (by === 0) return;
                          event.preventDefault();
                          event.stopPropagation();
                          const next = tabs[(tabs.indexOf(one) + by + tabs.length) % tabs.length]!;
                          setSide(next);
                          document.getElementById(`tab-${next}`)?.focus();
                        }}>{one}{one === 'Findings' && work.findings.value.length > 0 ? ` (${work.findings.value.length})` : ''}</button>
              ))}
            </div>
            <div id="side" role="tabpanel" aria-labelledby={`tab-${now}`} class="side">
              {now === 'Bytes' && <Bytes work={work} onbyte={onbyte} />}
              {now === 'Values' && <Values work={work} />}
              {now === 'Findings' && <Findings work={work} onplace={(offset) => { setSide('Bytes'); onbyte(offset, work.explanation.value?.at(offset)); }} />}
              {now === 'Switches' && <Switches work={work} />}
              {now === 'Export' && <Export work={work} />}
              {now === 'Script' && <ScriptPanel work={work} />}
            </div>
          </aside>
        </main>
      )}
      <dialog ref={help} aria-label="Keys">
        <h2>Keys</h2>
        <table><tbody>{keyHelp.map(([key, what]) => <tr><th scope="row">{key}</th><td>{what}</td></tr>)}</tbody></table>
        <form method="dialog"><button>Close</button></form>
      </dialog>
    </div>
  );
}
