// SPDX-License-Identifier: MIT
// Frames of what is shown, drawn aside for pictures and films.
import type { FrameSource } from '../out/frames';
import { loadMore } from '../load_more';
import { plainPixels } from '../stage/plain';
import { home } from './StageView';
import type { Workspace } from './workspace';

const FOV = 0.5;

export interface DrawnFrames extends FrameSource {
  /** The frame that is nearest to the one on the screen. */
  readonly current: number;
  close(): void;
}

function sizeOf(text: string): [number, number] {
  const found = /^\s*(\d+)\s*[x×]\s*(\d+)\s*$/.exec(text);
  const [width, height] = [Number(found?.[1]), Number(found?.[2])];
  if (!(width >= 1 && height >= 1 && width <= 8192 && height <= 8192))
    throw new Error('expected a size in pixels up to 8192x8192, such as 480x360');
  return [width, height];
}

function scriptFrames(work: Workspace): DrawnFrames {
  const script = work.script.peek()!, { first, last } = work.range.peek();
  if (script.pictures.length === 0) throw new Error(script.problem ?? 'the script has no images');
  // One frame for each stretch of ticks in which nothing changes.
  const from = Math.floor(first), end = Math.floor(last) + 1;
  const starts = [from, ...script.playback.ticks.map((one) => one.tick).filter((tick) => tick > from && tick < end)];
  const { width, height } = script.screen(from);
  const now = work.shownFrame.peek();
  return {
    width, height, count: starts.length, current: Math.max(0, starts.findLastIndex((start) => start <= now)),
    delay: (i) => ((starts[i + 1] ?? end) - starts[i]!) / (work.rate.peek() || 60),
    draw: async (i) => script.screen(starts[i]!).pixels,
    close: () => undefined,
  };
}

export async function frameSource(work: Workspace, wanted: { fps: number; size: string }): Promise<DrawnFrames> {
  if (work.script.peek()) return scriptFrames(work);
  const shown = work.shown.peek();
  if (!shown) throw new Error('nothing to show');
  const [width, height] = sizeOf(wanted.size);
  const canvas = document.createElement('canvas');
  const stage = (await loadMore()).Stage.make(canvas);
  await stage?.show(shown);
  stage?.setSize(width, height, 1);
  const dark = getComputedStyle(document.documentElement).getPropertyValue('--stage').trim() || '#20252c';
  stage?.setBackground(dark, '#4a525c');
  const view = work.view.peek() ?? home(work, width, height)!;
  const { first, last } = work.range.peek(), rate = work.rate.peek() || 30;
  const loops = work.loopMode.peek() === 'loop' && last > first;
  const step = rate / wanted.fps;
  const count = Math.max(1, loops ? Math.ceil((last - first) / step - 1e-9) : Math.floor((last - first) / step + 1e-9) + 1);
  const overlays = { ...work.overlays.peek() };
  const exact = work.mode.peek() === 'exact';
  const pixels = new Uint8Array(4 * width * height);
  return {
    width, height, count,
    current: Math.min(count - 1, Math.max(0, Math.round((work.frame.peek() - first) / step))),
    delay: () => 1 / wanted.fps,
    draw: async (i) => {
      const frame = Math.min(last, first + i * step);
      const at = exact ? Math.floor(frame + 1e-9) : frame;
      if (!stage) return plainPixels(shown, { width, height, view, frame: at, background: dark, grid: overlays.grid });
      const pose = shown.pose(at, view);
      stage.draw({ pose, view, fov: FOV, overlays: { ...overlays, trail: false }, through: work.aim(frame) });
      const gl = canvas.getContext('webgl2')!;
      gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
      // Rows come from below.
      const out = new Uint8ClampedArray(pixels.length), row = 4 * width;
      for (let y = 0; y < height; y++) out.set(pixels.subarray(y * row, (y + 1) * row), (height - 1 - y) * row);
      return out;
    },
    close: () => stage?.destroy(),
  };
}
