// SPDX-License-Identifier: MIT
// What moves over the rows of the dope sheet without drawing them again: the playhead, the
// handles of the range and the veils outside it. Elements, which the browser only shifts.

import { frameText } from './time_axis';

function part(host: HTMLElement, name: string): HTMLDivElement {
  const element = document.createElement('div');
  element.className = name;
  element.setAttribute('aria-hidden', 'true');
  host.append(element);
  return element;
}

export class DopeHead {
  private readonly before: HTMLDivElement;
  private readonly after: HTMLDivElement;
  private readonly first: HTMLDivElement;
  private readonly last: HTMLDivElement;
  private readonly head: HTMLDivElement;
  private readonly label = document.createElement('span');
  private readonly tip: HTMLDivElement;
  private shownHead = '';
  private shownRange = '';

  constructor(host: HTMLElement) {
    this.before = part(host, 'ak-outside');
    this.after = part(host, 'ak-outside');
    this.first = part(host, 'ak-handle ak-handle-first');
    this.last = part(host, 'ak-handle ak-handle-last');
    this.head = part(host, 'ak-playhead');
    this.head.append(this.label);
    this.tip = part(host, 'ak-tip');
    this.tip.hidden = true;
  }

  /** `x` in CSS pixels of `width`. */
  playhead(x: number, frame: number, width: number): void {
    const visible = x >= -0.5 && x <= width + 0.5;
    const state = visible ? `${x.toFixed(1)} ${frame} ${width}` : '';
    if (state === this.shownHead) return;
    this.shownHead = state;
    this.head.hidden = !visible;
    if (!visible) return;
    this.head.style.transform = `translateX(${x.toFixed(1)}px)`;
    const text = frameText(frame);
    if (this.label.textContent !== text) this.label.textContent = text;
    // At the edges the number stays inside, beside its line.
    const half = 4 + text.length * 3.5;
    const shift = Math.max(0, half - x) - Math.max(0, x + half - width);
    this.label.style.left = `${shift.toFixed(1)}px`;
  }

  range(first: number, last: number, width: number): void {
    const state = `${first.toFixed(1)} ${last.toFixed(1)} ${width}`;
    if (state === this.shownRange) return;
    this.shownRange = state;
    const left = Math.max(0, Math.min(width, first));
    const right = Math.max(0, Math.min(width, last));
    this.before.style.width = `${left}px`;
    this.after.style.transform = `translateX(${right}px)`;
    this.after.style.width = `${width - right}px`;
    this.first.style.transform = `translateX(${first.toFixed(1)}px)`;
    this.last.style.transform = `translateX(${(last - 6).toFixed(1)}px)`;
  }

  /** Text beside the pointer; none hides it. */
  say(text: string, x: number, y: number, width: number, height: number): void {
    const hidden = text === '';
    if (this.tip.hidden !== hidden) this.tip.hidden = hidden;
    if (hidden) return;
    if (this.tip.textContent !== text) this.tip.textContent = text;
    const left = Math.max(0, Math.min(x + 12, width - this.tip.offsetWidth - 2));
    const top = y + 40 > height ? y - 26 : y + 16;
    this.tip.style.transform = `translate(${left}px, ${top}px)`;
  }
}
