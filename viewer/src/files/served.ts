// SPDX-License-Identifier: MIT
// The files of `anmkit view`: its list, their bytes, and what changes while the page is open.
import { sentenceOf } from '../pause';
import { bodyOf, type Fetch, fetchOwn, piecesOf } from './fetched';
import { limits } from './limits';
import { cleanPath } from './paths';

export interface ServedFile {
  readonly id: number;
  readonly path: string;
  readonly size: number;
  /** Named on the command line; the others are what these name beside them. */
  readonly named: boolean;
  /** Counts up each time the file is written. */
  readonly version: number;
}

export interface Served {
  readonly files: readonly ServedFile[];
  /** The options of the command line, by name. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Paths given with --with. */
  readonly with: readonly string[];
  readonly clip: string | undefined;
  /** All bytes of a file. */
  read(id: number, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
  /** Some bytes of a file; fewer at its end. */
  slice(
    id: number,
    offset: number,
    length: number,
    signal?: AbortSignal,
  ): Promise<Uint8Array<ArrayBuffer>>;
  /** Too large to be read before somebody wants to see it. */
  isLarge(id: number): boolean;
  onchange: ((file: ServedFile) => void) | undefined;
  ongone: ((file: ServedFile) => void) | undefined;
  /** The server ended (false), or it answers again (true). */
  onconnection: ((alive: boolean) => void) | undefined;
  close(): void;
}

/** What the outside gives; tests give their own. */
export interface ServedTools {
  fetch: Fetch;
  events: (url: URL) => Pick<EventSource, 'addEventListener' | 'close'>;
}

const browser: ServedTools = {
  fetch: (url, init) => fetch(url, init),
  events: (url) => new EventSource(url),
};

/** The address of the list when `anmkit view` serves this page. */
export function servedList(page: Pick<Document, 'querySelector' | 'baseURI'>): URL | undefined {
  const content = page.querySelector('meta[name="anmkit-files"]')?.getAttribute('content');
  if (!content) return undefined;
  const list = new URL(content, page.baseURI);
  if (list.origin !== new URL(page.baseURI).origin) {
    throw new Error(
      `The page names a list of files of another server (${list.origin}), which is refused.`,
    );
  }
  return list;
}

export async function openServed(list: URL, tools: ServedTools = browser): Promise<Served> {
  const first = await readList(list, tools);
  const files = new Map(first.files.map((file) => [file.id, file]));
  const events = tools.events(new URL('events', list));

  const served: Served = {
    get files() {
      return [...files.values()];
    },
    options: first.options,
    with: first.with,
    clip: first.clip,
    async read(id, signal) {
      const { path } = known(id);
      const blob = await bodyOf(
        await fetchOwn(tools.fetch, place(id), path, { signal }),
        path,
        limits.fetchedBytes,
      );
      return new Uint8Array(await blob.arrayBuffer());
    },
    async slice(id, offset, length, signal) {
      const { path, size } = known(id);
      const end = Math.min(offset + length, size);
      if (end <= offset) return new Uint8Array(0);
      const range = { Range: `bytes=${offset}-${end - 1}` };
      return sliceOf(
        await fetchOwn(tools.fetch, place(id), path, { signal, headers: range }),
        path,
        offset,
        end - offset,
      );
    },
    isLarge: (id) => known(id).size > limits.wholeBytes,
    onchange: undefined,
    ongone: undefined,
    onconnection: undefined,
    close: () => events.close(),
  };

  const place = (id: number) => new URL(`file/${id}`, list);
  const known = (id: number) => {
    const file = files.get(id);
    if (!file) throw new Error(`The server has no file ${id} any more.`);
    return file;
  };
  const change = (id: number, size: number, version: number) => {
    const before = files.get(id);
    if (!before || before.version === version) return;
    const file = { ...before, size, version };
    files.set(id, file);
    served.onchange?.(file);
  };
  const lose = (id: number) => {
    const file = files.get(id);
    if (files.delete(id) && file) served.ongone?.(file);
  };

  events.addEventListener('change', (event) => {
    const news = numbersOf(event, ['id', 'version', 'size']);
    if (news) change(news.id!, news.size!, news.version!);
  });
  events.addEventListener('gone', (event) => {
    const news = numbersOf(event, ['id']);
    if (news) lose(news.id!);
  });

  // While the connection was lost, news were lost as well: the list tells what they were.
  let lost = false;
  events.addEventListener('error', () => {
    if (!lost) served.onconnection?.(false);
    lost = true;
  });
  events.addEventListener('open', async () => {
    if (!lost) return;
    try {
      const now = await readList(list, tools);
      lost = false;
      const there = new Map(now.files.map((file) => [file.id, file]));
      for (const id of [...files.keys()]) if (!there.has(id)) lose(id);
      for (const file of now.files) {
        change(file.id, file.size, file.version);
        if (!files.has(file.id)) {
          files.set(file.id, file);
          served.onchange?.(file);
        }
      }
      served.onconnection?.(true);
    } catch {
      // The next time it opens this is tried again; until then the connection counts as lost.
    }
  });
  return served;
}

// A server that does not know ranges gives the whole file: the part is picked out of the stream,
// and the rest is never read.
async function sliceOf(
  response: Response,
  path: string,
  offset: number,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  let at = 0;
  if (response.status === 206) {
    at = Number(/^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1] ?? NaN);
    if (!(at <= offset))
      throw new Error(`${path}: the server sent other bytes than requested.`);
  }
  const bytes = new Uint8Array(length);
  let filled = 0;
  for await (const part of piecesOf(response)) {
    const from = Math.max(0, offset - at);
    if (from < part.length) {
      const piece = part.subarray(from, from + length - filled);
      bytes.set(piece, filled);
      filled += piece.length;
      if (filled === length) break;
    }
    at += part.length;
  }
  return filled === length ? bytes : bytes.slice(0, filled);
}

function numbersOf(event: Event, names: string[]): Record<string, number> | undefined {
  try {
    const data = JSON.parse((event as MessageEvent<string>).data) as Record<string, number>;
    return names.every((name) => Number.isSafeInteger(data[name])) ? data : undefined;
  } catch {
    return undefined;
  }
}

interface List {
  files: ServedFile[];
  options: Record<string, unknown>;
  with: string[];
  clip: string | undefined;
}

async function readList(url: URL, tools: ServedTools): Promise<List> {
  const response = await fetchOwn(tools.fetch, url, 'The list of files');
  const wrong = (what: string) =>
    new Error(
      `The server's list of files cannot be read: ${what}. Page and tool may be of different versions.`,
    );
  let list: Partial<List> | null;
  try {
    list = (await response.json()) as Partial<List> | null;
  } catch (error) {
    throw wrong(sentenceOf(error));
  }
  if (!Array.isArray(list?.files)) throw wrong('it has no "files"');
  const files = list.files.map((file: Partial<ServedFile> | null, at): ServedFile => {
    if (!file || !isCount(file.id) || !isCount(file.size) || typeof file.path !== 'string')
      throw wrong(`entry ${at} has no id, path or size`);
    return {
      id: file.id,
      path: cleanPath(file.path),
      size: file.size,
      named: file.named === true,
      version: isCount(file.version) ? file.version : 0,
    };
  });
  return {
    files,
    options: list.options && typeof list.options === 'object' ? list.options : {},
    with: Array.isArray(list.with)
      ? list.with.filter((path) => typeof path === 'string').map(cleanPath)
      : [],
    clip: typeof list.clip === 'string' && list.clip !== '' ? list.clip : undefined,
  };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
