// SPDX-License-Identifier: MIT
// All that the page knows: files, what is looked at, which frame, which bytes. The page and the web
// component show it; nothing here touches the document.
import { batch, computed, effect, signal } from '@preact/signals';
import { TornError, type Anmkit, type Diagnostic, type Explanation, type Options, type Samples, type Script, type Session, type Shown, type ShownTrack } from 'anmkit';
import type { ByteSource } from '../panels/types';
import { noOverlays, type Overlays } from '../stage/overlays';
import type { View } from '../stage/view';
import { advance, stepped, type LoopMode, type Range } from './clock';
import type { Lens } from './cameras';
import { follow, linkOf, wishOf } from './link';
import { findThings, readAs, type Thing } from './things';

export interface OpenFile {
  path: string;
  size: number;
  blob: Blob;
  /** Where its bytes come from when they are not in the blob: of large files on a server. */
  source?: () => ByteSource;
}

/** Files larger than this are shown as bytes only. */
export const MOST_OPENED = 256 * 2 ** 20;

export function sentence(error: unknown): string {
  if (error instanceof TornError)
    return 'The page ran out of memory with this file. The command line has more memory: anmkit check FILE.';
  return error instanceof Error ? error.message : String(error);
}

export class Workspace {
  readonly things = signal<Thing[]>([]);
  readonly thing = signal<Thing | undefined>(undefined);
  readonly shown = signal<Shown | undefined>(undefined);
  readonly script = signal<Script | undefined>(undefined);
  readonly clip = signal(-1);
  readonly frame = signal(0);
  readonly playing = signal(false);
  readonly speed = signal(1);
  readonly loopMode = signal<LoopMode>('loop');
  /** 'exact': whole frames, as the engine shows. */
  readonly mode = signal<'exact' | 'smooth'>('smooth');
  readonly range = signal<Range>({ first: 0, last: 0 });
  readonly view = signal<View | undefined>(undefined);
  readonly overlays = signal<Overlays>(noOverlays);
  /** The camera that is looked through. */
  readonly lens = signal<(Lens & { shown?: Shown }) | undefined>(undefined);
  readonly options = signal<Options>({});
  readonly node = signal(0);
  /** The file whose bytes are shown. */
  readonly file = signal('');
  /** Its format's id, if it is of one. */
  readonly format = signal('');
  readonly explanation = signal<Explanation | undefined>(undefined);
  readonly byte = signal<{ offset: number; length: number } | undefined>(undefined);
  /** Ticks at which a script that plays stops: somebody set a breakpoint. */
  readonly stops = signal<readonly number[]>([]);
  readonly key = signal<{ track: number; key: number } | undefined>(undefined);
  readonly findings = signal<(Diagnostic & { file: string })[]>([]);
  /** A sentence about what went wrong, or nothing. */
  readonly error = signal('');
  readonly note = signal('');
  readonly busy = signal('');
  /** Whether what the first picture does not need may be fetched, and whether the module is all there. */
  readonly further = signal(false);
  readonly whole = signal(false);
  /** How much is under way: files that are read, a scene that is not drawn yet. */
  readonly underway = signal(0);

  readonly blobs = new Map<string, OpenFile>();
  #kit: Anmkit;
  #session: Session;
  #direction = 1;
  #mending = false;

  constructor(kit: Anmkit, session: Session) {
    this.#kit = kit;
    this.#session = session;
  }
  get session(): Session {
    return this.#session;
  }

  readonly clipInfo = computed(() => this.shown.value?.clips[this.clip.value]);
  readonly rate = computed(() => (this.script.value ? this.script.value.clip.rate || 60 : this.clipInfo.value?.rate ?? 30));
  /** The last frame. */
  readonly duration = computed(() =>
    this.script.value ? Math.max(0, this.script.value.ticks - 1) : Math.max(0, this.clipInfo.value?.duration ?? 0));
  /** What is really shown at the frame. */
  readonly shownFrame = computed(() =>
    this.mode.value === 'exact' || this.script.value ? Math.floor(this.frame.value + 1e-9) : this.frame.value);
  readonly tracks = computed<ShownTrack[]>(() => {
    void this.clip.value;
    return this.shown.value?.tracks() ?? [];
  });

  /** Adds files to those that are open, and shows the best of them. */
  async open(files: OpenFile[], wish: { thing?: string; clip?: string } = {}): Promise<void> {
    if (files.length === 0) return;
    this.error.value = '';
    for (const file of files) {
      this.blobs.set(file.path, file);
      if (file.size > MOST_OPENED) {
        this.#session.remove(file.path);
        continue;
      }
      this.busy.value = `Reading ${file.path}`;
      await this.#put(file);
    }
    this.busy.value = 'Finding files that belong together';
    await new Promise((done) => setTimeout(done));
    const fresh = new Set(files.map((file) => file.path));
    await this.#look(fresh, wish);
    if (this.#session.missing && (await this.complete())) {
      await this.#restart();
      await this.#look(fresh, wish);
    }
    this.busy.value = '';
  }
  async #look(fresh: Set<string>, wish: { thing?: string; clip?: string }): Promise<void> {
    const large = [...this.blobs.values()].filter((one) => one.size > MOST_OPENED).map((one) => one.path);
    try {
      const things = findThings(this.#session);
      for (const path of large)
        things.push({ kind: 'bytes', name: path, family: '', files: [path], clips: [], places: [] });
      this.things.value = things;
      const wished = things.find((one) => one.name === wish.thing);
      const best = wished ?? things.find((one) => one.files.some((file) => fresh.has(file))) ?? things[0];
      if (best) await this.choose(best, wish.clip);
      if (large.some((path) => fresh.has(path)))
        this.note.value = `${large.join(', ')}: larger than ${MOST_OPENED / 2 ** 20} MiB, so only its bytes are shown. \`anmkit convert --offset\` extracts files inside it.`;
    } catch (error) {
      await this.#stopped(error);
    }
  }

  /** Fetches what the first picture did not need: the rest of the module, and the stage. */
  async complete(): Promise<boolean> {
    if (this.whole.value) return true;
    this.further.value = true;
    this.underway.value++;
    try {
      await this.#kit.complete();
      this.whole.value = true;
      if (!this.#session.torn) this.#checkShown();
    } catch (error) {
      this.error.value = `The rest of the viewer cannot be fetched: ${sentence(error)}. Reload the page.`;
    } finally {
      this.underway.value--;
    }
    return this.whole.value;
  }
  // What was shown before the checks were there.
  #checkShown(): void {
    this.chooseFile(this.file.value);
    try {
      if (this.thing.value && this.shown.value) this.#open(this.thing.value).close();
    } catch { /* the scene that is shown has no warnings then */ }
  }
  /** Resolves when nothing is under way: the stage is there and shows what was opened. */
  settled(): Promise<void> {
    return new Promise((done) => {
      const stop = effect(() => {
        if (this.underway.value > 0) return;
        queueMicrotask(() => stop());
        done();
      });
    });
  }
  // Something needed the rest of the module before it was there: all is done again with it.
  async #mend(): Promise<void> {
    this.#mending = true;
    this.underway.value++;
    const link = linkOf(this);
    if (await this.complete()) {
      await this.#restart();
      await this.#look(new Set(), wishOf(link));
      await follow(this, link);
      this.#mending = false;
    }
    this.underway.value--;
  }

  async close(): Promise<void> {
    this.blobs.clear();
    await this.#restart();
    batch(() => {
      this.things.value = [];
      this.thing.value = this.shown.value = this.script.value = this.explanation.value = undefined;
      this.clip.value = -1;
      this.file.value = this.format.value = this.error.value = this.note.value = '';
      this.findings.value = [];
    });
  }
  async #put(file: OpenFile): Promise<void> {
    this.#session.put(file.path, new Uint8Array(await file.blob.arrayBuffer()));
  }
  // A module that ran out of memory cannot be used any more; another one gets the same files.
  async #restart(): Promise<void> {
    this.#session = await this.#kit.session();
    for (const file of this.blobs.values()) if (file.size <= MOST_OPENED) await this.#put(file);
  }

  // What the module stopped at is not shown any more; its bytes are.
  async #recover(): Promise<void> {
    this.#mending = true;
    this.playing.value = false;
    this.#letGo();
    await this.#restart();
    this.chooseFile(this.file.value);
    this.#mending = false;
  }

  /** A file that could be of several formats, as one of them. */
  async chooseFormat(format: string): Promise<void> {
    const thing = this.thing.value;
    if (!thing) return;
    try {
      const read = readAs(this.#session, thing, format);
      this.things.value = this.things.value.map((one) => (one === thing ? read : one));
      await this.choose(read);
    } catch (error) {
      this.error.value = `Not a ${format} file: ${sentence(error)}`;
    }
  }
  /** What files are asked with. */
  ask(): { options: Options; format?: string } {
    const format = this.thing.value?.format;
    return { options: this.options.value, ...(format && this.thing.value?.name === this.thing.value?.files[0] ? { format } : {}) };
  }

  async choose(thing: Thing, clip = ''): Promise<void> {
    this.#letGo();
    const other = this.thing.peek()?.name !== thing.name;
    batch(() => {
      this.thing.value = thing;
      this.error.value = this.note.value = '';
      this.playing.value = false;
      this.node.value = 0;
      if (other) this.options.value = {};
    });
    await this.#show(clip, true);
    this.chooseFile(thing.places[this.clip.value]?.file ?? thing.files[0] ?? '');
  }

  /** The same thing with other options. */
  async setOption(name: string, value: string | number | boolean | undefined): Promise<void> {
    const options = { ...this.options.value };
    if (value === undefined || value === false || value === '') delete options[name];
    else options[name] = value;
    const before = this.options.value;
    this.error.value = '';
    this.options.value = options;
    const clip = this.clip.value, frame = this.frame.value;
    this.#letGo();
    await this.#show(`${Math.max(0, clip)}`, false);
    if (this.error.value !== '') {
      const why = this.error.value;
      this.options.value = before;
      await this.#show(`${Math.max(0, clip)}`, false);
      this.error.value = why;
    }
    this.seek(frame);
  }

  async #show(clip: string, newView: boolean): Promise<void> {
    const thing = this.thing.value;
    if (!thing) return;
    try {
      if (thing.kind === 'script') {
        this.script.value = this.#session.script(thing.files[0]!, this.ask());
        this.note.value = this.script.value.problem ?? '';
        this.#start(0);
      } else if (thing.kind !== 'bytes') {
        const shown = this.#open(thing);
        this.shown.value = shown;
        const wished = shown.clips.findIndex((one, i) => one.name === clip || `${i}` === clip);
        this.#start(shown.clips.length === 0 ? -1 : Math.max(0, wished));
        if (newView) this.view.value = undefined;
      }
    } catch (error) {
      await this.#stopped(error);
    }
  }
  // The scene of a thing; `note` has its warnings, those of checks once the module is all there.
  #open(thing: Thing): Shown {
    const request = thing.kind === 'subject' ? { subject: thing.name } : { files: [thing.name] };
    const shown = this.#session.show({ ...request, ...this.ask(), unchecked: !this.whole.value });
    const notes = shown.diagnostics.filter((one) => one.severity !== 'info').map((one) => one.message);
    this.note.value = notes.slice(0, 3).join(' · ');
    return shown;
  }
  async #stopped(error: unknown): Promise<void> {
    if (this.#session.missing) return;
    this.error.value = sentence(error);
    if (this.#session.torn) await this.#restart();
  }
  #letGo(): void {
    for (const one of [this.shown.value, this.script.value, this.explanation.value, this.lens.value?.shown]) {
      try {
        one?.close();
      } catch { /* it went with its module */ }
    }
    batch(() => {
      this.shown.value = this.script.value = this.explanation.value = undefined;
      this.key.value = this.byte.value = this.lens.value = undefined;
      this.stops.value = [];
    });
  }

  chooseClip(clip: number): void {
    this.#start(clip);
    const place = this.thing.value?.places[clip];
    if (place && place.file !== this.file.value) this.chooseFile(place.file);
  }
  #start(clip: number): void {
    this.shown.value?.choose(clip);
    batch(() => {
      this.clip.value = clip;
      this.frame.value = 0;
      this.key.value = undefined;
      this.range.value = { first: 0, last: this.duration.value };
    });
    this.#direction = 1;
  }

  lookThrough(lens: Lens | undefined): void {
    this.lens.value?.shown?.close();
    try {
      this.lens.value = lens?.thing ? { ...lens, shown: this.#session.show({ subject: lens.thing, unchecked: true }) } : lens;
    } catch (error) {
      this.lens.value = undefined;
      this.error.value = sentence(error);
    }
  }
  /** Where the camera is that is looked through; one of another file stays at its end. */
  aim(frame: number): { matrix: number[]; verticalFov: number } | undefined {
    const lens = this.lens.value, shown = lens?.shown ?? this.shown.value;
    if (!lens || !shown) return undefined;
    return shown.aim(lens.node, lens.shown ? Math.min(frame, shown.clips[0]?.duration ?? 0) : frame);
  }

  seek(frame: number): void {
    this.frame.value = Math.max(0, Math.min(this.duration.value, Number.isFinite(frame) ? frame : 0));
  }
  step(by: 1 | -1): void {
    this.playing.value = false;
    this.frame.value = stepped(this.frame.value, by, this.range.value);
  }
  setRange(first: number, last: number): void {
    const end = this.duration.value;
    const a = Math.max(0, Math.min(first, last, end)), b = Math.min(end, Math.max(first, last));
    this.range.value = { first: a, last: b };
  }
  tick(seconds: number): void {
    if (this.#session.torn && !this.#mending && this.busy.value === '') void (this.#session.missing ? this.#mend() : this.#recover());
    if (!this.playing.value) return;
    const next = advance(this.frame.value, seconds * this.speed.value, this.rate.value, this.range.value,
                         this.loopMode.value, this.#direction);
    this.#direction = next.direction;
    const now = Math.floor(this.frame.value), then = Math.floor(next.frame);
    const stop = this.stops.value.find((one) => one > now && (one <= then || then < now));
    batch(() => {
      this.frame.value = stop ?? next.frame;
      if (stop !== undefined || !next.goesOn) this.playing.value = false;
    });
  }
  togglePlay(): void {
    if (!this.playing.value && this.loopMode.value === 'once' && this.frame.value >= this.range.value.last)
      this.frame.value = this.range.value.first;
    this.playing.value = !this.playing.value;
  }

  chooseFile(file: string): void {
    this.explanation.value?.close();
    batch(() => {
      this.file.value = file;
      this.byte.value = undefined;
      this.explanation.value = undefined;
      this.findings.value = [];
      this.format.value = '';
    });
    if (!this.whole.value || file === '' || (this.blobs.get(file)?.size ?? 0) > MOST_OPENED) return;
    const ask = file === this.thing.value?.name ? this.ask() : { options: this.options.value };
    try {
      const checked = this.#session.check(file, ask);
      this.format.value = checked.format ?? '';
      this.findings.value = checked.diagnostics.map((one) => ({ ...one, file }));
    } catch (error) {
      this.error.value ||= sentence(error);
    }
    try {
      this.explanation.value = this.#session.explain(file, ask);
    } catch { /* nothing describes it: its bytes are shown all the same */ }
  }

  /** As `anmkit sample` prints it: of the file that has the clip. */
  sample(frame: number): Samples | undefined {
    const place = this.thing.value?.places[this.clip.value];
    if (!place || this.script.value) return undefined;
    return this.#session.sample(place.file, { frames: [frame], clip: `${place.clip}`, ...this.ask() });
  }
  state(): Record<string, unknown> {
    const rate = this.rate.value;
    return {
      file: this.file.value, thing: this.thing.value?.name ?? '', format: this.format.value,
      clip: this.clipInfo.value?.name ?? '', frame: this.frame.value, rate,
      duration: rate > 0 ? this.duration.value / rate : 0, frames: this.duration.value, mode: this.mode.value,
      byte: this.byte.value, key: this.key.value, playing: this.playing.value, error: this.error.value, busy: this.underway.value > 0,
    };
  }
}
