// SPDX-License-Identifier: MIT
// Files and folders that are dropped on the page, chosen in its dialog or pasted.
import { sentenceOf } from '../pause';
import { type Dropped, type Intake, Problems } from './dropped';
import { grouped, limits } from './limits';
import { cleanPath, isHidden } from './paths';

/** Whether a drag or the clipboard carries files at all. */
export function hasFiles(transfer: DataTransfer): boolean {
  return Array.from(transfer.types).includes('Files');
}

/** The files of a drop or a paste; folders with all that is in them. The transfer is only valid
 * while its event is handled: everything is taken from it before the first wait. */
export function fromTransfer(transfer: DataTransfer): Promise<Intake> {
  const entries: (FileSystemEntry | File)[] = [];
  for (const item of Array.from(transfer.items)) {
    if (item.kind !== 'file') continue;
    const given = item.webkitGetAsEntry?.() ?? item.getAsFile();
    if (given) entries.push(given);
  }
  // Some browsers fill only the list of files on paste.
  if (entries.length === 0) entries.push(...Array.from(transfer.files));
  return collect(entries);
}

/** The files of <input type=file>, `multiple` and `webkitdirectory` included. */
export function fromFiles(files: Iterable<File> | ArrayLike<File>): Intake {
  const intake = new Taking();
  for (const file of Array.from(files)) intake.take(file.webkitRelativePath || file.name, file);
  return intake.done();
}

class Taking {
  readonly #files: Dropped[] = [];
  readonly #problems = new Problems();
  #tooMany = false;

  get full(): boolean {
    return this.#tooMany;
  }

  take(path: string, blob: Blob): void {
    const cleaned = cleanPath(path);
    if (cleaned === '') {
      this.#problems.add(`A file has no name that can be used ("${path}"); it is left out.`);
    } else if (isHidden(cleaned)) {
      return;
    } else if (this.#files.length >= limits.files) {
      this.#tooMany = true;
    } else {
      this.#files.push({ path: cleaned, size: blob.size, blob });
    }
  }

  fail(path: string, error: unknown): void {
    this.#problems.add(`${cleanPath(path)} cannot be read: ${sentenceOf(error)}`);
  }

  done(): Intake {
    if (this.#tooMany) {
      this.#problems.add(
        `There are more than ${grouped(limits.files)} files, the most that are taken at once; the rest is left out. ` +
          'Drop the folder of one model.',
      );
    }
    return { files: this.#files, problems: this.#problems.list() };
  }
}

async function collect(given: (FileSystemEntry | File)[]): Promise<Intake> {
  const intake = new Taking();
  // A stack instead of recursion: folders come as deep as somebody made them.
  const open = given.reverse();
  for (let next = open.pop(); next && !intake.full; next = open.pop()) {
    if (next instanceof File) {
      intake.take(next.webkitRelativePath || next.name, next);
      continue;
    }
    const entry = next;
    try {
      if (entry.isFile) intake.take(entry.fullPath, await fileOf(entry as FileSystemFileEntry));
      else if (entry.isDirectory)
        open.push(...(await entriesOf(entry as FileSystemDirectoryEntry)).reverse());
    } catch (error) {
      intake.fail(entry.fullPath, error);
    }
  }
  return intake.done();
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

// A reader gives a hundred entries at a time, and none when all were given.
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  while (all.length <= limits.files) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) break;
    all.push(...some);
  }
  return all;
}
