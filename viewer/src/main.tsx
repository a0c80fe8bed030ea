// SPDX-License-Identifier: MIT
// The page begins: from the web, from `anmkit view`, or as one file that holds everything.
import { effect } from '@preact/signals';
import { render } from 'preact';
import { load } from 'anmkit';
import 'uplot/dist/uPlot.min.css';
import './style.css';
import './panels/panels.css';
import { App, takeIn } from './app/App';
import { follow, linkOf, wishOf } from './app/link';
import { rememberParts } from './app/standalone';
import { MOST_OPENED, sentence, Workspace, type OpenFile } from './app/workspace';
import { defineElement } from './element';
import { besideFiles, fetchBeside } from './files/beside';
import { openServed, servedList } from './files/served';
import { servedSource } from './files/sliced';
import { loadMore } from './load_more';
import { readStandalone } from './out/standalone';

interface Handle {
  ready: Promise<void>;
  open(files: Iterable<File | { path: string; bytes: Uint8Array | ArrayBuffer }>): Promise<void>;
  state(): Record<string, unknown>;
  sample(frame: number): unknown;
}

const toFile = (one: File | { path: string; bytes: Uint8Array | ArrayBuffer }) => {
  if (one instanceof File) return { path: one.webkitRelativePath || one.name, size: one.size, blob: one };
  const blob = new Blob([one.bytes as BlobPart]);
  return { path: one.path, size: blob.size, blob };
};

async function openAll(work: Workspace, wish: { thing?: string; clip?: string }): Promise<void> {
  const list = servedList(document);
  if (list) {
    const served = await openServed(list);
    const read = async (id: number) => new Blob([await served.read(id)]);
    const files = [], large: OpenFile[] = [];
    for (const file of served.files) {
      if (file.size > MOST_OPENED) large.push({ path: file.path, size: file.size, blob: new Blob(), source: () => servedSource(served, file.id) });
      else files.push({ path: file.path, size: file.size, blob: await read(file.id) });
    }
    if (files.length > 0) await takeIn(work, { files, problems: [] }, { ...wish, clip: wish.clip ?? served.clip });
    if (large.length > 0) await work.open(large, wish);
    for (const [name, value] of Object.entries(served.options)) await work.setOption(name, value === '' ? true : (value as string));
    served.onchange = (file) => {
      void (async () => {
        const link = linkOf(work);
        await takeIn(work, { files: [{ path: file.path, size: file.size, blob: await read(file.id) }], problems: [] }, wishOf(link));
        await follow(work, link);
        if (work.error.value === '') work.note.value = `${file.path} was written; the new version is shown.`;
      })();
    };
    served.ongone = (file) => {
      work.note.value = `${file.path} was deleted; its last version stays visible.`;
    };
    served.onconnection = (alive) => {
      work.note.value = alive ? '' : '`anmkit view` has ended; what is open stays open.';
    };
    return;
  }
  const beside = besideFiles(new URL(location.href));
  if (beside.length === 0) return;
  work.busy.value = 'Fetching';
  const files = await fetchBeside(beside, {
    progress: ({ path, done, total }) => {
      work.busy.value = `Fetching ${path}${total ? `: ${Math.round((100 * done) / total)} %` : ''}`;
    },
  });
  work.busy.value = '';
  await takeIn(work, { files, problems: [] }, wish);
}

/** The picture that was asked for is on the screen, or the page is not, which draws nothing then. */
const drawn = (): Promise<unknown> => Promise.race([
  new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  new Promise((done) => setTimeout(done, 1000)),
]);

function keepLink(work: Workspace): void {
  let waiting = 0;
  effect(() => {
    void [work.thing.value, work.clip.value, work.frame.value, work.view.value, work.mode.value, work.options.value, work.overlays.value];
    if (work.playing.value) return;
    clearTimeout(waiting);
    waiting = window.setTimeout(() => {
      const link = linkOf(work);
      if (location.hash.replace(/^#/, '') !== link) history.replaceState(null, '', link ? `#${link}` : location.pathname + location.search);
    }, 300);
  });
}

async function begin(host: HTMLElement, handle: { work?: Workspace }): Promise<void> {
  const alone = await readStandalone(document);
  if (alone) rememberParts(alone);
  const kit = alone ? await load(...(alone.wasm as [Uint8Array<ArrayBuffer>]))
    : await load(new URL('anmkit.wasm', document.baseURI), new URL('anmkit-rest.wasm', document.baseURI));
  const work = (handle.work = new Workspace(kit, await kit.session()));
  host.textContent = '';
  render(<App work={work} />, host);
  const state = alone?.state as { link?: string } | undefined;
  const hash = state?.link ?? location.hash;
  const wish = wishOf(hash);
  try {
    // A page without files of its own waits for those of the user.
    if (alone) {
      if (alone.files.length > 0) await takeIn(work, { files: alone.files.map((one) => toFile(one)), problems: [] }, wish);
    } else {
      await openAll(work, wish);
    }
    if (work.thing.value && hash) await follow(work, hash);
  } catch (error) {
    work.error.value = sentence(error);
  }
  work.busy.value = '';
  await drawn();
  void work.complete();
  // Who shows something says what is wrong with it.
  void loadMore().catch(() => undefined);
  if (!alone) keepLink(work);
  const web = location.protocol === 'https:' || location.hostname === 'localhost' || location.hostname === '127.0.0.1';
  if (!alone && web && !document.querySelector('meta[name="anmkit-files"]') && 'serviceWorker' in navigator)
    void navigator.serviceWorker.register('sw.js').catch(() => undefined);
}

defineElement();
const host = document.getElementById('app');
if (host) {
  const holder: { work?: Workspace } = {};
  const ready = begin(host, holder).catch((error: unknown) => {
    host.innerHTML = '<p class="loading" role="alert" data-testid="error"></p>';
    host.firstElementChild!.textContent = `The viewer cannot start: ${sentence(error)}. ` +
      (location.protocol === 'file:' ? 'A page on a disk needs a server: run `anmkit view FILE`.' : 'Reload the page.');
  });
  const handle: Handle = {
    ready,
    open: async (files) => {
      await ready;
      await takeIn(holder.work!, { files: [...files].map(toFile), problems: [] });
    },
    state: () => holder.work?.state() ?? {},
    sample: (frame) => holder.work?.sample(frame),
  };
  (window as unknown as { anmkit: Handle }).anmkit = handle;
}
