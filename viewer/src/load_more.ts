// SPDX-License-Identifier: MIT
// Fetches what the first picture is drawn without.
import type { More } from './more';

// Beside this script, wherever the page is that uses it.
const here = document.currentScript instanceof HTMLScriptElement && document.currentScript.src !== ''
  ? document.currentScript.src : document.baseURI;
const found = (): More | undefined => (globalThis as { anmkitMore?: More }).anmkitMore;
let asked: Promise<More> | undefined;

/** The address of a file that belongs to the page. */
export const besideScript = (name: string): URL => new URL(name, here);

export function loadMore(): Promise<More> {
  asked ??= new Promise<More>((done, failed) => {
    const known = found();
    if (known) return done(known);
    const script = document.createElement('script');
    script.src = besideScript('more.js').href;
    script.onload = () => {
      const more = found();
      if (more) done(more);
      else failed(new Error('more.js is damaged'));
    };
    script.onerror = () => failed(new Error('more.js cannot be fetched'));
    document.head.append(script);
  }).catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
}
