// SPDX-License-Identifier: MIT
// Frames as GIF. All share one palette that a sample of them chose; a frame gets its own where that
// shows it exactly and the shared one does not, or where the shared one is far off.
import { type Color, GIFEncoder } from 'gifenc';
import { pause } from '../pause';
import { ColorSet, type Flatten, holes, kHole, onGround, Palette } from './colors';
import {
  delaysOf,
  type Film,
  type FrameSource,
  loopsOf,
  type Made,
  pixelsOf,
  requireFrames,
} from './frames';

export interface GifOptions extends Film {
  /** The ground behind the frames. Without one they keep their holes, and pixels count as holes
   * when their alpha is below one half. */
  background?: readonly [number, number, number];
}

const kFramesSampled = 16;
const kPixelsSampled = 1 << 18;
/** Viewers show a frame of less than two hundredths for ten. */
const kShortest = 2;
const kLongest = 65_535;
/** The mean square distance of pixels to their colours up to which the shared palette serves: twelve
 * steps of a channel. Beyond it a frame gets its own where that halves the distance. */
const kFarOff = 144;

export async function makeGif(source: FrameSource, options: GifOptions = {}): Promise<Made> {
  requireFrames(source, 'A GIF', 65_535);
  const { width, height } = source;
  const loops = loopsOf(options);
  const { shown, delays } = showable(source);
  const flatten = options.background ? onGround([...options.background] as Color) : holes;
  const shared = await samplePalette(source, shown, flatten, options.signal);

  const encoder = GIFEncoder({ initialCapacity: 1 << 16 });
  let reduced = 0;
  let soft = 0;
  for (let at = 0; at < shown.length; at++) {
    const pixels = await pixelsOf(source, shown[at]!);
    const colors = flattened(pixels, flatten);
    if (!options.background && isSoft(pixels)) soft++;
    const { palette, index, exact } = indexed(colors, shared, !options.background);
    if (!exact) reduced++;
    // The first palette is that of the file; a frame that names none uses it.
    const own = palette !== shared;
    encoder.writeFrame(index, width, height, {
      palette: at === 0 || own ? palette.colors : undefined,
      delay: delays[at]! * 10,
      transparent: palette.hole >= 0,
      transparentIndex: Math.max(0, palette.hole),
      colorDepth: palette.depth,
      dispose: options.background ? 1 : 2,
      repeat: loops === 0 ? 0 : loops === 1 ? -1 : loops - 1,
    });
    options.progress?.(at + 1, shown.length);
    await pause(options.signal);
  }
  encoder.finish();
  return {
    bytes: encoder.bytes(),
    type: 'image/gif',
    extension: 'gif',
    notes: notesOf(source, shown.length, reduced, soft),
  };
}

function notesOf(source: FrameSource, shown: number, reduced: number, soft: number): string[] {
  const notes: string[] = [];
  if (shown < source.count)
    notes.push(
      `GIF shows at most 50 frames per second: ${source.count - shown} of ${source.count} frames are left out.`,
    );
  if (reduced > 0)
    notes.push(
      `GIF has 256 colours: ${reduced} of ${shown} frames have more, and use the nearest ones.`,
    );
  if (soft > 0) {
    notes.push(
      `GIF has no partial transparency: ${soft} of ${shown} frames have some, which becomes opaque or transparent. ` +
        'Choose a background, or save as APNG.',
    );
  }
  return notes;
}

function isSoft(pixels: Uint8ClampedArray): boolean {
  for (let i = 3; i < pixels.length; i += 4) if (pixels[i] !== 0 && pixels[i] !== 255) return true;
  return false;
}

// Frames too short for a GIF give their time to the next one that is long enough with it.
function showable(source: FrameSource): { shown: number[]; delays: number[] } {
  const shown: number[] = [];
  const delays: number[] = [];
  let waiting = 0;
  delaysOf(source, 100).forEach((delay, i) => {
    waiting += delay;
    if (waiting < kShortest) return;
    if (waiting > kLongest)
      throw new Error(
        `A GIF shows a frame for at most ${kLongest / 100} seconds; frame ${i} is longer.`,
      );
    shown.push(i);
    delays.push(waiting);
    waiting = 0;
  });
  if (shown.length === 0) return { shown: [0], delays: [waiting] };
  delays[delays.length - 1]! += waiting;
  return { shown, delays };
}

async function samplePalette(
  source: FrameSource,
  shown: number[],
  flatten: Flatten,
  signal?: AbortSignal,
): Promise<Palette> {
  const count = Math.min(kFramesSampled, shown.length);
  const all = new ColorSet();
  const sample: number[] = [];
  let hole = false;
  for (let i = 0; i < count; i++) {
    const frame = shown[count === 1 ? 0 : Math.round((i * (shown.length - 1)) / (count - 1))]!;
    const colors = flattened(await pixelsOf(source, frame), flatten);
    const step = Math.max(1, Math.floor((colors.length * count) / kPixelsSampled));
    for (let at = 0; at < colors.length; at++) {
      all.add(colors[at]!);
      hole ||= colors[at]! < 0;
      if (at % step === 0) sample.push(colors[at]!);
    }
    await pause(signal);
  }
  return all.fits
    ? Palette.of(all.colors, flatten === holes)
    : Palette.chosen(sample, hole || flatten === holes);
}

function flattened(pixels: Uint8ClampedArray, flatten: Flatten): Int32Array {
  const colors = new Int32Array(pixels.length / 4);
  for (let i = 0; i < colors.length; i++) colors[i] = flatten(pixels, i * 4);
  return colors;
}

interface Indexed {
  palette: Palette;
  index: Uint8Array;
  exact: boolean;
}

function indexed(colors: Int32Array, shared: Palette, spareHole: boolean): Indexed {
  const set = new ColorSet();
  for (const color of colors) set.add(color);
  if (set.fits) {
    const palette = [...set.colors].every((color) => shared.exact(color) !== undefined)
      ? shared
      : Palette.of(set.colors, spareHole);
    return { palette, index: indexOf(colors, (color) => palette.exact(color)!), exact: true };
  }
  const hole = colors.includes(kHole);
  let common: Indexed | undefined;
  let far = Infinity;
  if (!hole || shared.hole >= 0) {
    common = {
      palette: shared,
      index: indexOf(colors, (color) => shared.nearest(color)),
      exact: false,
    };
    far = distanceOf(colors, common.index, shared);
    if (far <= kFarOff) return common;
  }
  const palette = Palette.chosen(colors, hole);
  const own = { palette, index: indexOf(colors, (color) => palette.nearest(color)), exact: false };
  // Palettes that change without need make a film flicker.
  return common && distanceOf(colors, own.index, palette) > far / 2 ? common : own;
}

function indexOf(colors: Int32Array, find: (color: number) => number): Uint8Array {
  const index = new Uint8Array(colors.length);
  for (let i = 0; i < colors.length; i++) {
    // Neighbours are often alike.
    index[i] = i > 0 && colors[i] === colors[i - 1] ? index[i - 1]! : find(colors[i]!);
  }
  return index;
}

function distanceOf(colors: Int32Array, index: Uint8Array, palette: Palette): number {
  let sum = 0;
  for (let i = 0; i < colors.length; i++) {
    if (colors[i]! >= 0) sum += palette.distance(colors[i]!, index[i]!);
  }
  return sum / colors.length;
}
