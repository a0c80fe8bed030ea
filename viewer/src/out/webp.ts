// SPDX-License-Identifier: MIT
// Frames as an animated WebP. The browser packs of each frame what differs from the one before,
// without loss where it can; this puts them behind each other with their places and delays.
import { pause } from '../pause';
import { type Area, changedArea } from './area';
import {
  delaysOf,
  type Film,
  type FrameSource,
  joined,
  loopsOf,
  type Made,
  pixelsOf,
  requireFrames,
} from './frames';

/** Packs one picture as a WebP file. */
export type EncodeWebp = (
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
) => Promise<Blob>;

export interface WebpOptions extends Film {
  /** The browser's canvas, when left out. */
  encode?: EncodeWebp;
}

/** A picture taken from a WebP file. */
export interface WebpPicture {
  /** Chunks of the picture as they stand in a file: ALPH and VP8, or VP8L. */
  data: Uint8Array;
  alpha: boolean;
  lossless: boolean;
}

export interface WebpFrame extends WebpPicture {
  /** Where it lies; x and y are even. */
  area: Area;
  milliseconds: number;
}

const kMostSide = 16_383;
const kLongest = 0xffffff;

export async function makeWebp(source: FrameSource, options: WebpOptions = {}): Promise<Made> {
  requireFrames(source, 'A WebP', kMostSide);
  const { width, height, count } = source;
  const loops = loopsOf(options);
  const delays = delaysOf(source, 1_000);
  const tooLong = delays.findIndex((delay) => delay > kLongest);
  if (tooLong >= 0)
    throw new Error(
      `A WebP shows a frame for at most ${kLongest / 1_000} seconds; frame ${tooLong} is to be shown longer.`,
    );
  const encode = options.encode ?? canvasEncoder();
  const frames: WebpFrame[] = [];
  let before: Uint8ClampedArray | undefined;
  for (let i = 0; i < count; i++) {
    const pixels = await pixelsOf(source, i);
    const area = before
      ? onEvenPlace(changedArea(before, pixels, width, height))
      : { x: 0, y: 0, width, height };
    const blob = await encode(cut(pixels, width, area), area.width, area.height);
    if (blob.type !== 'image/webp') {
      throw new Error(
        'This browser cannot write WebP. Save as APNG, which keeps every pixel as well, or use Chrome or Edge.',
      );
    }
    const picture = readWebp(new Uint8Array(await blob.arrayBuffer()), area.width, area.height);
    frames.push({ ...picture, area, milliseconds: delays[i]! });
    // A copy: whoever draws may use the same memory for the next frame.
    before = pixels.slice();
    options.progress?.(i + 1, count);
    await pause(options.signal);
  }
  const lossy = frames.filter(({ lossless }) => !lossless).length;
  const notes =
    lossy > 0
      ? [`This browser packed ${lossy} of ${count} frames with loss; an APNG keeps every pixel.`]
      : [];
  return {
    bytes: muxWebp(frames, width, height, loops),
    type: 'image/webp',
    extension: 'webp',
    notes,
  };
}

/** Each frame replaces what is below it, alpha included, and stays for the next one. */
export function muxWebp(
  frames: readonly WebpFrame[],
  width: number,
  height: number,
  loops: number,
): Uint8Array<ArrayBuffer> {
  const alpha = frames.some((frame) => frame.alpha);
  const extended = new Uint8Array(10);
  extended[0] = (alpha ? 0x10 : 0) | 0x02;
  put24(extended, 4, width - 1);
  put24(extended, 7, height - 1);
  const animation = new Uint8Array(6);
  animation[4] = loops & 0xff;
  animation[5] = loops >> 8;
  const body = [riffChunk('VP8X', extended), riffChunk('ANIM', animation)];
  for (const frame of frames) {
    const head = new Uint8Array(16);
    put24(head, 0, frame.area.x / 2);
    put24(head, 3, frame.area.y / 2);
    put24(head, 6, frame.area.width - 1);
    put24(head, 9, frame.area.height - 1);
    put24(head, 12, frame.milliseconds);
    head[15] = 0x02;
    body.push(riffChunk('ANMF', joined([head, frame.data])));
  }
  const contents = joined([text('WEBP'), ...body]);
  if (contents.length > 0xfffffffe)
    throw new Error(
      'The WebP would be larger than 4 GiB. Choose a smaller size or a shorter range.',
    );
  return riffChunk('RIFF', contents);
}

/** The picture inside a WebP file of one frame. */
export function readWebp(file: Uint8Array, width: number, height: number): WebpPicture {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const broken = () =>
    new Error('The browser made a WebP that cannot be read. Save as APNG instead.');
  if (file.length < 20 || name(file, 0) !== 'RIFF' || name(file, 8) !== 'WEBP') throw broken();
  const data: Uint8Array[] = [];
  let alpha = false;
  let lossless: boolean | undefined;
  for (let at = 12; at + 8 <= file.length;) {
    const kind = name(file, at);
    const size = view.getUint32(at + 4, true);
    const next = at + 8 + size + (size & 1);
    if (at + 8 + size > file.length) throw broken();
    if (kind === 'ALPH' || kind === 'VP8 ' || kind === 'VP8L') {
      const piece = new Uint8Array(next - at);
      piece.set(file.subarray(at, at + 8 + size));
      data.push(piece);
    }
    if (kind === 'ALPH') alpha = true;
    if (kind === 'VP8 ') {
      lossless = false;
      if (size < 10) throw broken();
      if (
        (view.getUint16(at + 14, true) & 0x3fff) !== width ||
        (view.getUint16(at + 16, true) & 0x3fff) !== height
      )
        throw broken();
    }
    if (kind === 'VP8L') {
      lossless = true;
      if (size < 5 || file[at + 8] !== 0x2f) throw broken();
      const bits = view.getUint32(at + 9, true);
      if ((bits & 0x3fff) + 1 !== width || ((bits >> 14) & 0x3fff) + 1 !== height) throw broken();
      alpha = (bits & 0x10000000) !== 0;
    }
    at = next;
  }
  if (lossless === undefined) throw broken();
  return { data: joined(data), alpha, lossless };
}

// The format counts places in steps of two.
function onEvenPlace({ x, y, width, height }: Area): Area {
  return { x: x & ~1, y: y & ~1, width: width + (x & 1), height: height + (y & 1) };
}

function cut(
  pixels: Uint8ClampedArray,
  stride: number,
  { x, y, width, height }: Area,
): Uint8ClampedArray {
  const part = new Uint8ClampedArray(width * height * 4);
  for (let row = 0; row < height; row++) {
    const from = ((y + row) * stride + x) * 4;
    part.set(pixels.subarray(from, from + width * 4), row * width * 4);
  }
  return part;
}

function canvasEncoder(): EncodeWebp {
  const hidden = typeof OffscreenCanvas === 'function' ? new OffscreenCanvas(1, 1) : undefined;
  const canvas = hidden ?? document.createElement('canvas');
  const context = canvas.getContext('2d') as
    CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null;
  if (!context)
    throw new Error('This browser cannot encode WebP. Save as APNG instead.');
  return async (pixels, width, height) => {
    // A new size empties the canvas as well.
    canvas.width = width;
    canvas.height = height;
    context.putImageData(new ImageData(new Uint8ClampedArray(pixels), width, height), 0, 0);
    // Quality 1 is lossless where WebP can be written at all; elsewhere a PNG comes back.
    if (hidden) return hidden.convertToBlob({ type: 'image/webp', quality: 1 });
    return new Promise<Blob>((resolve, reject) => {
      (canvas as HTMLCanvasElement).toBlob(
        (blob) =>
          blob
            ? resolve(blob)
            : reject(
                new Error('This browser cannot encode an image of this size. Choose a smaller one.'),
              ),
        'image/webp',
        1,
      );
    });
  };
}

function riffChunk(kind: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8 + data.length + (data.length & 1));
  bytes.set(text(kind));
  new DataView(bytes.buffer).setUint32(4, data.length, true);
  bytes.set(data, 8);
  return bytes;
}

function put24(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value & 0xff;
  bytes[at + 1] = (value >> 8) & 0xff;
  bytes[at + 2] = value >> 16;
}

function text(letters: string): Uint8Array {
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

function name(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}
