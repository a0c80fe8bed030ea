// SPDX-License-Identifier: MIT
// The small field that asks where to go in the bytes.

import { hex, parseOffset } from './hex_layout';

let count = 0;

export class GoTo {
  private readonly form = document.createElement('form');
  private readonly input = document.createElement('input');
  private readonly problem = document.createElement('output');

  /** `go` is called with an offset inside the file, `leave` when the field closes. */
  constructor(
    host: HTMLElement,
    private readonly size: () => number,
    private readonly go: (offset: number) => void,
    private readonly leave: () => void,
  ) {
    const label = document.createElement('label');
    label.textContent = 'Go to offset';
    this.input.id = `ak-goto-${++count}`;
    label.htmlFor = this.input.id;
    this.input.placeholder = '1F0 or #496';
    this.input.spellcheck = false;
    this.input.autocomplete = 'off';
    this.form.className = 'ak-goto';
    this.form.hidden = true;
    this.form.append(label, this.input, this.problem);
    host.append(this.form);
    this.form.addEventListener('submit', (event) => this.submit(event));
    this.input.addEventListener('input', () => (this.problem.textContent = ''));
    this.form.addEventListener('keydown', (event) => {
      event.stopPropagation(); // letters are not commands of the pane here
      if (event.key === 'Escape') this.close();
    });
    for (const type of ['pointerdown', 'wheel'] as const) {
      this.form.addEventListener(type, (event) => event.stopPropagation(), { passive: true });
    }
    this.form.addEventListener('focusout', (event) => {
      if (!this.form.contains(event.relatedTarget as Node | null)) this.form.hidden = true;
    });
  }

  open(): void {
    this.form.hidden = false;
    this.problem.textContent = '';
    this.input.select();
    this.input.focus();
  }

  destroy(): void {
    this.form.remove();
  }

  private close(): void {
    this.form.hidden = true;
    this.leave();
  }

  private submit(event: Event): void {
    event.preventDefault();
    const offset = parseOffset(this.input.value);
    const size = this.size();
    if (offset === undefined) {
      this.problem.textContent = 'Hexadecimal, or decimal after #.';
    } else if (offset >= size) {
      this.problem.textContent =
        size === 0 ? 'The file is empty.' : `The last byte is at ${hex(size - 1)}.`;
    } else {
      this.close();
      this.go(offset);
    }
  }
}
