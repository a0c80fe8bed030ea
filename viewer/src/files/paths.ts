// SPDX-License-Identifier: MIT
// Names of files as the page keeps them: relative, '/' between folders, nothing that climbs out.

/** Without empty, '.' and '..' parts, drive letters and leading '/'; '\' counts as '/'. Letters
 * stay as they are spelled: accents are not composed, because files name each other by spelling.
 * Empty when nothing is left. */
export function cleanPath(path: string): string {
  return path
    .split(/[/\\]/)
    .filter(
      (part, at) =>
        part !== '' && part !== '.' && part !== '..' && !(at === 0 && /^[A-Za-z]:$/.test(part)),
    )
    .join('/');
}

/** Whether a system left the file behind and nobody meant to give it. */
export function isHidden(path: string): boolean {
  const parts = path.split('/');
  const name = parts.at(-1)!.toLowerCase();
  return (
    name === '.ds_store' ||
    name === 'thumbs.db' ||
    name === 'desktop.ini' ||
    name.startsWith('._') ||
    parts.includes('__MACOSX')
  );
}
