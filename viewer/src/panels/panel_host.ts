// SPDX-License-Identifier: MIT
// What every panel makes of the element it is mounted in, and takes back in the end.

import { LiveText } from './live_text';

export interface PanelKind {
  /** Of the style sheet. */
  name: string;
  testid: string;
  /** What a screen reader calls it. */
  role: string;
  /** Unless the element has a label of its own. */
  label: string;
  /** Called when the system changes between light and dark. */
  ontheme(): void;
}

export class PanelHost {
  readonly live: LiveText;
  private readonly listening = new AbortController();
  private readonly labelled: boolean;

  constructor(
    readonly element: HTMLElement,
    private readonly kind: PanelKind,
  ) {
    element.classList.add('ak-panel', kind.name);
    element.dataset['testid'] = kind.testid;
    element.tabIndex = 0;
    // It answers to the arrow keys itself.
    element.setAttribute('role', 'application');
    element.setAttribute('aria-roledescription', kind.role);
    this.labelled = element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby');
    if (!this.labelled) element.setAttribute('aria-label', kind.label);
    this.live = new LiveText(element);
    element.setAttribute('aria-describedby', this.live.element.id);
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', () => kind.ontheme(), { signal: this.signal });
  }

  /** Aborted by `destroy`: listeners that are added with it end there. */
  get signal(): AbortSignal {
    return this.listening.signal;
  }

  destroy(): void {
    const { element } = this;
    this.listening.abort();
    this.live.destroy();
    element.classList.remove('ak-panel', this.kind.name);
    delete element.dataset['testid'];
    const names = ['role', 'aria-roledescription', 'aria-describedby', 'tabindex'];
    if (!this.labelled) names.push('aria-label');
    for (const name of names) element.removeAttribute(name);
  }
}
