// SPDX-License-Identifier: MIT
// `?file=a.csmodelanim,b.csmodel`: files beside the page that its address names. Only those of the
// page's own origin: an address that somebody sends may not make the page speak to others.
import { type Dropped } from './dropped';
import { bodyOf, type Fetch, fetchOwn } from './fetched';
import { limits } from './limits';

export interface BesideProgress {
  path: string;
  done: number;
  /** Undefined where the server does not tell it. */
  total: number | undefined;
}

export interface BesideOptions {
  progress?: (progress: BesideProgress) => void;
  signal?: AbortSignal;
  fetch?: Fetch;
}

export interface BesideFile {
  path: string;
  url: URL;
}

/** The files that the address of a page names, none when it names none. `file` may stand in it
 * several times; a comma separates names. Throws a sentence when one is refused. */
export function besideFiles(page: URL): BesideFile[] {
  const names = page.searchParams
    .getAll('file')
    .flatMap((names) => names.split(','))
    .filter((name) => name !== '');
  if (names.length > 0 && page.protocol === 'file:') {
    throw new Error(
      'A page opened from a disk may not read the files next to it. Drop them here, or run "anmkit view".',
    );
  }
  const folder = new URL('.', page);
  const urls = names.map((name) => {
    const url = URL.canParse(name, folder) ? new URL(name, folder) : undefined;
    // A blob: address has the origin of the page that made it.
    if (
      !url ||
      url.protocol !== page.protocol ||
      url.origin !== page.origin ||
      url.username !== '' ||
      url.password !== ''
    ) {
      throw new Error(
        `${name} is not in the folder of this page: the page only loads files from ${page.origin}. Download it and drop it here.`,
      );
    }
    url.hash = '';
    return url;
  });
  // Paths keep how the files lie to each other and to the page, because they name each other so.
  const shared = [folder, ...urls]
    .map(({ pathname }) => pathname.split('/').slice(0, -1))
    .reduce(sharedStart).length;
  return urls.map((url) => ({
    path: decoded(url.pathname.split('/').slice(shared).join('/')),
    url,
  }));
}

export async function fetchBeside(
  files: readonly BesideFile[],
  options: BesideOptions = {},
): Promise<Dropped[]> {
  const get = options.fetch ?? ((url, init) => fetch(url, init));
  const all: Dropped[] = [];
  let left: number = limits.fetchedBytes;
  for (const { path, url } of files) {
    const response = await fetchOwn(get, url, path, { signal: options.signal, cache: 'default' });
    const blob = await bodyOf(response, path, left, (done, total) =>
      options.progress?.({ path, done, total }),
    );
    left -= blob.size;
    all.push({ path, size: blob.size, blob });
  }
  return all;
}

function sharedStart(one: string[], other: string[]): string[] {
  const differs = one.findIndex((part, at) => part !== other[at]);
  return differs < 0 ? one : one.slice(0, differs);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
