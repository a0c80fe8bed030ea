// SPDX-License-Identifier: MIT
// One line that is not seen and is read out when it changes.

let count = 0;

export class LiveText {
  readonly element = document.createElement('div');

  constructor(host: HTMLElement) {
    this.element.className = 'ak-hidden';
    this.element.id = `ak-live-${++count}`;
    this.element.setAttribute('aria-live', 'polite');
    host.append(this.element);
  }

  get text(): string {
    return this.element.textContent ?? '';
  }

  say(text: string): void {
    if (this.element.textContent !== text) this.element.textContent = text;
  }

  destroy(): void {
    this.element.remove();
  }
}
