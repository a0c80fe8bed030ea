// SPDX-License-Identifier: MIT
// <anmkit-viewer src="walk.csmodelanim robot.csmodel"> in any page: the picture and its time line.
// Attributes: src (addresses with spaces between them), clip, frame, autoplay, speed, wasm.
import { render } from 'preact';
import { load, type Anmkit } from 'anmkit';
import { StageView } from './app/StageView';
import { Transport } from './app/Transport';
import { sentence, Workspace } from './app/workspace';
import { besideScript } from './load_more';
import elementStyle from './element.css';

let kit: Promise<Anmkit> | undefined;

function Player({ work }: { work: Workspace }) {
  return (
    <>
      <StageView work={work} />
      <p class="error" role="alert" hidden={work.error.value === ''}>{work.error.value}</p>
      <Transport work={work} />
    </>
  );
}

class AnmkitViewer extends HTMLElement {
  static observedAttributes = ['src', 'clip', 'frame', 'speed'];
  work?: Workspace;
  #asked = 0;
  #last = 0;

  connectedCallback(): void {
    void this.#begin();
    const tick = (time: number): void => {
      this.work?.tick(Math.min(0.25, (time - this.#last) / 1000));
      this.#last = time;
      this.#asked = requestAnimationFrame(tick);
    };
    this.#asked = requestAnimationFrame(tick);
  }
  disconnectedCallback(): void {
    cancelAnimationFrame(this.#asked);
    if (this.shadowRoot) render(null, this.shadowRoot);
  }
  attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    if (!this.work || before === value) return;
    if (name === 'src') void this.#begin();
    else if (name === 'frame') this.work.seek(Number(value));
    else if (name === 'speed') this.work.speed.value = Number(value) || 1;
    else {
      const clips = this.work.shown.value?.clips ?? [];
      const at = clips.findIndex((one, i) => one.name === value || `${i}` === value);
      if (at >= 0) this.work.chooseClip(at);
    }
  }

  async #begin(): Promise<void> {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    try {
      const module = besideScript(this.getAttribute('wasm') ?? 'anmkit.wasm');
      kit ??= load(module, new URL('anmkit-rest.wasm', module));
      const loaded = await kit;
      const work = (this.work = new Workspace(loaded, await loaded.session()));
      const style = document.createElement('style');
      style.textContent = elementStyle;
      root.replaceChildren(style);
      const host = document.createElement('div');
      host.className = 'host';
      root.append(host);
      render(<Player work={work} />, host);
      const files = await Promise.all((this.getAttribute('src') ?? '').split(/\s+/).filter(Boolean).map(async (name) => {
        const response = await fetch(new URL(name, document.baseURI));
        if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
        const blob = await response.blob();
        return { path: name.split('/').at(-1)!.replace(/[?#].*$/, ''), size: blob.size, blob };
      }));
      await work.open(files, { clip: this.getAttribute('clip') ?? undefined });
      work.speed.value = Number(this.getAttribute('speed')) || 1;
      work.seek(Number(this.getAttribute('frame') ?? 0));
      // Playing leaves a busy machine no time to fetch and draw the stage: it begins behind it.
      await work.complete();
      await work.settled();
      if (this.hasAttribute('autoplay') && !matchMedia('(prefers-reduced-motion: reduce)').matches) work.playing.value = true;
      this.dispatchEvent(new Event('load'));
    } catch (error) {
      if (this.work) this.work.error.value = sentence(error);
      else root.textContent = sentence(error);
      this.dispatchEvent(new CustomEvent('error', { detail: sentence(error) }));
    }
  }
}

export function defineElement(): void {
  if (!customElements.get('anmkit-viewer')) customElements.define('anmkit-viewer', AnmkitViewer);
}
