// SPDX-License-Identifier: MIT
// The names of the visible rows: elements that are used again as the rows move.

import type { KeyTrack } from './types';

interface Label {
  element: HTMLDivElement;
  node: HTMLSpanElement;
  property: HTMLSpanElement;
  /** What it shows, so that nothing is written twice. */
  state: string;
}

export class DopeLabels {
  readonly element = document.createElement('div');
  private readonly corner = document.createElement('div');
  private readonly pool: Label[] = [];

  constructor(host: HTMLElement) {
    this.element.className = 'ak-labels';
    this.corner.className = 'ak-corner';
    this.element.append(this.corner);
    host.append(this.element);
  }

  /** All lengths in CSS pixels; `top` is where the rows begin. */
  show(
    tracks: readonly KeyTrack[],
    first: number,
    count: number,
    place: (index: number) => number,
    selected: number | undefined,
  ): void {
    const title = tracks.length === 1 ? '1 track' : `${tracks.length} tracks`;
    if (this.corner.textContent !== title) this.corner.textContent = title;
    const end = Math.min(tracks.length, first + count);
    const shown = Math.max(0, end - first);
    while (this.pool.length < shown) this.pool.push(this.add());
    while (this.pool.length > shown) this.pool.pop()!.element.remove();
    // A row keeps its element while it is in view.
    for (let index = first; index < end; index++) {
      this.fill(this.pool[index % shown]!, tracks, index, place(index), index === first, selected);
    }
  }

  width(width: number): void {
    this.element.style.width = `${width}px`;
  }

  destroy(): void {
    this.element.remove();
    this.pool.length = 0;
  }

  private add(): Label {
    const element = document.createElement('div');
    const node = document.createElement('span');
    const property = document.createElement('span');
    node.className = 'ak-track-node';
    property.className = 'ak-track-property';
    element.append(node, property);
    this.element.append(element);
    return { element, node, property, state: '' };
  }

  private fill(
    label: Label,
    tracks: readonly KeyTrack[],
    index: number,
    y: number,
    isFirst: boolean,
    selected: number | undefined,
  ): void {
    const track = tracks[index]!;
    // The node is said strongly once, and softly in the rows that follow.
    const again = !isFirst && track.node !== '' && tracks[index - 1]?.node === track.node;
    const name = `ak-track${index & 1 ? ' ak-track-odd' : ''}${again ? ' ak-track-again' : ''}${
      index === selected ? ' ak-track-selected' : ''
    }`;
    const [node, property] =
      track.node === '' ? [track.name, track.property] : [track.node, track.property || track.name];
    const state = `${index} ${y} ${name} ${node} ${property} ${track.name}`;
    if (state === label.state) return;
    label.state = state;
    label.element.className = name;
    label.element.dataset['testid'] = `track-${index}`;
    label.element.title = track.name;
    label.element.style.transform = `translateY(${y}px)`;
    label.node.textContent = node;
    label.property.textContent = property;
  }
}
