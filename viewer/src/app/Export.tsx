// SPDX-License-Identifier: MIT
// Results: glTF, the family's other spellings, pictures, films, numbers, one page that plays anywhere.
import { useRef, useState } from 'preact/hooks';
import { loadMore } from '../load_more';
import type { More } from '../more';
import { download } from '../out/download';
import type { Film, Made } from '../out/frames';
import { frameSource, type DrawnFrames } from './film';
import { standaloneOf } from './standalone';
import { sentence, type Workspace } from './workspace';

type OutBytes = Uint8Array<ArrayBuffer>;
const plain = (name: string): string => (name.split('/').at(-1) ?? name).replace(/\.[^.]*$/, '') || 'anmkit';

/** Formats that the files of the thing can be written in, with an ending for the name. */
function spellings(work: Workspace): { id: string; title: string; ending: string }[] {
  const file = work.file.value, format = work.explanation.value?.format;
  if (!file || !format) return [];
  const formats = work.session.formats().formats;
  const own = formats.find((one) => one.id === format);
  return [...new Set([format, ...(own?.convertsTo ?? [])])].flatMap((id) => {
    const to = formats.find((one) => one.id === id);
    return to ? [{ id, title: to.title, ending: to.extensions[0] ?? '' }] : [];
  });
}

export function Export({ work }: { work: Workspace }) {
  const [status, setStatus] = useState('');
  const [fps, setFps] = useState(30);
  const [size, setSize] = useState('480x360');
  const stop = useRef<AbortController>(undefined);
  const thing = work.thing.value;
  if (!thing) return <p class="muted">Open a file first.</p>;
  const stem = plain(thing.name);
  const clipName = work.clipInfo.value?.name;

  const run = async (what: string, act: (options: Film) => Promise<void>): Promise<void> => {
    stop.current?.abort();
    const own = (stop.current = new AbortController());
    setStatus(`Making ${what}`);
    work.playing.value = false;
    try {
      await act({ signal: own.signal, progress: (done, total) => setStatus(`Making ${what}: ${done} of ${total}`) });
      setStatus((now) => (now.startsWith('Making') ? `${what} is ready.` : now));
    } catch (error) {
      setStatus(own.signal.aborted ? `${what} was stopped.` : `${what} was not made: ${sentence(error)}`);
    }
  };
  const convert = (what: string, output: string, to: string, files: string[] | undefined): Promise<void> =>
    run(what, async () => {
      const made = work.session.convert({
        ...(files ? { files } : thing.kind === 'subject' ? { subject: thing.name } : { files: [thing.name] }),
        output, to, ...work.ask(),
      });
      await download(made.files.map(({ file, bytes }) => ({ name: file.replace(/^\/+/, ''), bytes: bytes as OutBytes })), `${stem}.zip`);
      const worst = made.fits.reduce((most, fit) => (fit.error > most.error ? fit : most), { what: '', error: 0, unit: '' });
      const said = [...made.diagnostics.filter((one) => one.severity !== 'info').map((one) => one.message),
                    ...(worst.error > 0 ? [`largest error ${worst.error.toPrecision(3)} ${worst.unit} (${worst.what})`] : [])];
      setStatus([`${what} is ready.`, ...said.slice(0, 5)].join(' '));
    });
  const film = (what: string, make: (more: More, source: DrawnFrames, options: Film) => Promise<Made>): Promise<void> =>
    run(what, async (options) => {
      const source = await frameSource(work, { fps, size });
      try {
        const made = await make(await loadMore(), source, options);
        await download([{ name: `${stem}${clipName ? `-${clipName}` : ''}.${made.extension}`, bytes: made.bytes, type: made.type }], '');
        if (made.notes.length > 0) setStatus([`${what} is ready.`, ...made.notes].join(' '));
      } finally {
        source.close();
      }
    });
  const csv = (): Promise<void> =>
    run('the table', async (options) => {
      const shown = work.shown.value!, { first, last } = work.range.value;
      const count = Math.floor(last - first + 1e-9) + 1;
      function* samples() {
        for (let i = 0; i < count; i++) {
          const one = shown.sample({ frames: [first + i] }).samples[0]!;
          yield { ...one, nodes: one.nodes.map((node) => ({
            ...node, translation: node.translation!, rotation: node.rotation!, scale: node.scale! })) };
        }
      }
      const made = await (await loadMore()).makeCsv(samples(), count, options);
      await download([{ name: `${stem}.csv`, bytes: made.bytes, type: made.type }], '');
    });
  const page = (): Promise<void> =>
    run('the page', async () => {
      const text = await standaloneOf(work);
      await download([{ name: `${stem}.html`, bytes: new TextEncoder().encode(text) as OutBytes, type: 'text/html' }], '');
    });

  const moves = work.duration.value > 0, pictures = work.shown.value !== undefined || work.script.value !== undefined;
  return (
    <section class="export" aria-label="Export">
      {work.shown.value && (
        <><h2>For other programs</h2>
          <button data-testid="export-glb" onClick={() => void convert('the .glb', `${stem}.glb`, 'gltf', undefined)}>glTF (.glb), all clips</button>
          <button data-testid="export-csv" onClick={() => void csv()}>Samples of the range (.csv)</button></>
      )}
      {spellings(work).length > 0 && <h2>Other formats of the file</h2>}
      {spellings(work).map(({ id, title, ending }) => (
        <button key={id} data-testid={`export-${id}`}
                onClick={() => void convert(title, `${plain(work.file.value)}${ending}`, id, [work.file.value])}>{title} ({ending || id})</button>
      ))}
      {pictures && (
        <><h2>Pictures</h2>
          <div class="row">
            {!work.script.value && <label>Size <input data-testid="export-size" value={size} size={9} pattern="[0-9]+x[0-9]+" onChange={(event) => setSize(event.currentTarget.value)} /></label>}
            {!work.script.value && <label>Frames per second <input type="number" min={1} max={60} value={fps} onChange={(event) => setFps(Math.max(1, Math.min(60, event.currentTarget.valueAsNumber || 30)))} /></label>}
          </div>
          <button data-testid="export-png" onClick={() => void film('the image', (more, source) => more.makePng(source, source.current))}>This frame (.png)</button>
          {moves && <button data-testid="export-gif" onClick={() => void film('the GIF', (more, source, options) => more.makeGif(source, options))}>GIF of the range</button>}
          {moves && <button data-testid="export-apng" onClick={() => void film('the APNG', (more, source, options) => more.makeApng(source, options))}>APNG of the range</button>}
          {moves && <button data-testid="export-webp" onClick={() => void film('the WebP', (more, source, options) => more.makeWebp(source, options))}>WebP of the range</button>}</>
      )}
      <h2>To share</h2>
      <button data-testid="export-html" onClick={() => void page()}>One page that plays anywhere (.html)</button>
      <p data-testid="export-status" role="status">{status}</p>
      {status.startsWith('Making') && <button onClick={() => stop.current?.abort()}>Stop</button>}
    </section>
  );
}
