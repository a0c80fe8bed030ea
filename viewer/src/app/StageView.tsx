// SPDX-License-Identifier: MIT
// The picture with what lies over it, or what a script shows.
import { effect, useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Shown, ShownPose } from 'anmkit';
import { controlCamera } from '../stage/controls';
import { loadMore } from '../load_more';
import type { Overlays } from '../stage/overlays';
import { drawPlain } from '../stage/plain';
import type { Stage } from '../stage/stage';
import type { View } from '../stage/view';
import type { Range } from './clock';
import { sentence, type Workspace } from './workspace';

const FOV = 0.5;
const START = { yaw: 30, pitch: 15 };

/** The camera that sees the whole clip from where it looks now. */
export function home(work: Workspace, width: number, height: number, angles = work.view.peek() ?? START): View | undefined {
  const shown = work.shown.peek();
  if (!shown) return undefined;
  const size = { width: Math.max(16, Math.round(width)), height: Math.max(16, Math.round(height)) };
  try {
    const camera = shown.fit({ yaw: angles.yaw, pitch: angles.pitch, ...size });
    return { yaw: angles.yaw, pitch: angles.pitch, distance: camera.distance, target: camera.target };
  } catch {
    return { ...START, distance: 5 / shown.metresPerUnit, target: [0, 0, 0] };
  }
}

function trailOf(work: Workspace): Float32Array {
  const shown = work.shown.peek(), last = work.duration.peek();
  if (!shown || last <= 0) return new Float32Array();
  const count = Math.min(512, Math.ceil(last) + 1), trail = new Float32Array(3 * count);
  for (let i = 0; i < count; i++) {
    const matrix = shown.pose((last * i) / Math.max(1, count - 1)).nodes[work.node.peek()]?.matrix;
    if (matrix) trail.set(matrix.subarray(12, 15), 3 * i);
  }
  return trail;
}

/** Frames that are shown as onion skins, those far away first. */
export function ghostFrames(frame: number, overlays: Overlays, range: Range, last: number): number[] {
  if (overlays.seam) return [range.last, range.first];
  const step = Math.max(1, Math.round(last / 24));
  const frames: number[] = [];
  for (let i = overlays.onion; i >= 1; i--)
    for (const at of [frame - i * step, frame + i * step]) if (at >= 0 && at <= last) frames.push(at);
  return frames;
}

export function StageView({ work }: { work: Workspace }) {
  const host = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const flat = useRef<HTMLCanvasElement>(null);
  /** Which of both canvases has the picture: a canvas is for WebGL or for pixels, not for one after the other. */
  const solid = useSignal(false);
  const screen = useRef<HTMLCanvasElement>(null);
  const labels = useRef<HTMLDivElement>(null);
  const plain = useRef<HTMLParagraphElement>(null);

  useLayoutEffect(() => {
    let stage: Stage | undefined, gone = false;
    let background = '#20252c';
    const size = { width: 1, height: 1 };
    // A camera that nobody moved goes on to see all when the picture gets another size.
    let fitted: View | undefined;
    const measure = (): boolean => {
      const box = host.current?.getBoundingClientRect();
      if (!box) return false;
      // Whole pixels: the camera must be made for just what the canvas has.
      const width = Math.max(1, Math.floor(box.width)), height = Math.max(1, Math.floor(box.height));
      if (width === size.width && height === size.height) return false;
      Object.assign(size, { width, height });
      return true;
    };
    const fit = (): void => {
      work.view.value = fitted = home(work, size.width, size.height);
    };
    let ready = false, asked = 0, trail: Float32Array = new Float32Array(), trailKey = '';
    const draw = (): void => {
      asked = 0;
      const shown = work.shown.peek(), view = work.view.peek();
      if (!ready || !shown || !view) return;
      const overlays = work.overlays.peek(), frame = work.shownFrame.peek();
      try {
        if (!stage) return drawPlain(flat.current!, shown, { ...size, view, frame, background, grid: overlays.grid });
        const key = `${work.thing.peek()?.name} ${work.clip.peek()} ${work.node.peek()}`;
        if (overlays.trail && key !== trailKey) {
          trail = trailOf(work);
          trailKey = key;
        }
        const pose = shown.pose(frame, view);
        const ghosts = ghostFrames(frame, overlays, work.range.peek(), work.duration.peek()).map((at) => shown.pose(at, view));
        const through = work.aim(frame);
        const picture = { view, fov: FOV, overlays, ghosts, trail, through };
        if (overlays.compare) {
          stage.draw({ ...picture, pose: shown.pose(Math.floor(work.frame.peek() + 1e-9), view), half: 'left' });
          stage.draw({ ...picture, pose: shown.pose(work.frame.peek(), view), half: 'right' });
        } else {
          stage.draw({ ...picture, pose });
        }
        showNames(pose, overlays.names && !overlays.compare);
      } catch (error) {
        work.error.value = sentence(error);
      }
    };
    const ask = (): void => {
      asked ||= requestAnimationFrame(draw);
    };
    const showNames = (pose: ShownPose, wanted: boolean): void => {
      const list = labels.current!;
      if (!wanted) return void (list.hidden = true);
      list.hidden = false;
      const places = stage!.places(pose).slice(0, 200);
      while (list.children.length < places.length) list.append(document.createElement('span'));
      [...list.children].forEach((one, i) => {
        const place = places[i], label = one as HTMLElement;
        label.hidden = place === undefined;
        if (!place) return;
        label.textContent = work.shown.peek()!.nodes[place.node]!.name || `${place.node}`;
        label.style.transform = `translate(${place.x.toFixed(1)}px, ${place.y.toFixed(1)}px)`;
      });
    };
    const present = async (shown: Shown | undefined): Promise<void> => {
      const unread = (await stage?.show(shown)) ?? [];
      if (work.shown.peek() !== shown) return;
      if (unread.length > 0) work.note.value = `Textures that this browser cannot read are white: ${unread.join(', ')}`;
      resize();
      stage?.setSize(size.width, size.height, Math.min(2, devicePixelRatio));
      ready = true;
      if (shown && !work.view.peek()) fit();
      ask();
    };
    // The first picture does not wait for three.js.
    const takeStage = async (): Promise<void> => {
      const made = (await loadMore()).Stage.make(canvas.current!);
      if (gone) return made?.destroy();
      plain.current!.hidden = made !== undefined;
      if (!made) return;
      const shown = work.shown.peek();
      stage = made;
      colors();
      await present(shown);
      if (work.shown.peek() === shown) draw();
      solid.value = true;
    };
    const underway = async (act: Promise<void>): Promise<void> => {
      work.underway.value = work.underway.peek() + 1;
      try {
        await act;
      } catch (error) {
        work.error.value = sentence(error);
      }
      work.underway.value--;
    };
    const colors = (): void => {
      const style = getComputedStyle(host.current!);
      background = style.getPropertyValue('--stage').trim() || background;
      stage?.setBackground(background, style.getPropertyValue('--grid').trim() || '#4a525c');
      ask();
    };
    const resize = (): void => {
      // Told once more when the picture has just gone from the page.
      if (!measure()) return;
      stage?.setSize(size.width, size.height, Math.min(2, devicePixelRatio));
      if (fitted && work.view.peek() === fitted) fit();
      ask();
    };
    const observer = new ResizeObserver(resize);
    observer.observe(host.current!);
    const stops = [
      effect(() => {
        const shown = work.shown.value;
        ready = false;
        trailKey = '';
        void underway(present(shown));
      }),
      effect(() => {
        if (work.further.value) void underway(takeStage());
      }),
      effect(() => {
        void [work.shownFrame.value, work.frame.value, work.view.value, work.overlays.value, work.lens.value, work.range.value, work.clip.value, work.node.value];
        ask();
      }),
      effect(() => drawScreen(work, screen.current)),
      controlCamera(host.current!, {
        view: () => work.view.peek() ?? { ...START, distance: 5, target: [0, 0, 0] },
        up: () => work.shown.peek()?.up ?? 'y',
        fov: () => FOV,
        onview: (view) => (work.view.value = view),
        onhome: fit,
      }),
    ];
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', colors);
    const themed = new MutationObserver(colors);
    themed.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    colors();
    return () => {
      stops.forEach((stop) => stop());
      observer.disconnect();
      themed.disconnect();
      scheme.removeEventListener('change', colors);
      cancelAnimationFrame(asked);
      gone = true;
      stage?.destroy();
    };
  }, [work]);

  const isScript = work.script.value !== undefined;
  return (
    <div class="stage" ref={host} tabIndex={0} role="application" aria-roledescription="viewport"
         aria-label="Image. Drag or A, D, W, S rotate the camera, plus and minus zoom, 0 shows everything.">
      <canvas ref={flat} data-testid={isScript || solid.value ? undefined : 'canvas'} hidden={isScript || solid.value} />
      <canvas ref={canvas} data-testid={isScript || !solid.value ? undefined : 'canvas'} hidden={isScript || !solid.value} />
      <canvas ref={screen} class="screen" data-testid={isScript ? 'canvas' : undefined} hidden={!isScript} />
      <div class="names" ref={labels} aria-hidden="true" hidden />
      <p class="plain" ref={plain} hidden>This browser has no WebGL: the image is drawn in software, without names, bones, trails and some textures.</p>
    </div>
  );
}

function drawScreen(work: Workspace, canvas: HTMLCanvasElement | null): void {
  const script = work.script.value, tick = work.shownFrame.value;
  if (!script || !canvas) return;
  if (script.pictures.length === 0) {
    canvas.width = canvas.height = 1;
    return;
  }
  try {
    const shown = script.screen(tick);
    canvas.width = shown.width;
    canvas.height = shown.height;
    canvas.getContext('2d')!.putImageData(new ImageData(shown.pixels as Uint8ClampedArray<ArrayBuffer>, shown.width, shown.height), 0, 0);
    if (shown.missing.length > 0) work.note.value = `Images that the image file does not contain: ${shown.missing.join(', ')}`;
  } catch (error) {
    work.error.value = sentence(error);
  }
}
