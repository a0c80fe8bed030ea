// SPDX-License-Identifier: MIT
// A row of pictures that encoders take frame by frame, so that never more than a few are held.

export interface FrameSource {
  readonly width: number;
  readonly height: number;
  readonly count: number;
  /** How long frame `i` is shown, in seconds. */
  delay(i: number): number;
  /** The pixels of frame `i` as red, green, blue, alpha; not multiplied by alpha, top row first.
   * May be called more than once for the same frame. */
  draw(i: number): Promise<ImageData | Uint8ClampedArray>;
}

export interface Making {
  /** Frames made so far and in all. */
  progress?: (done: number, total: number) => void;
  /** Calls the work off: the promise is rejected with the signal's reason. */
  signal?: AbortSignal;
}

export interface Film extends Making {
  /** How often it plays; 0, which is the default, is for ever. */
  loops?: number;
}

/** What was made. */
export interface Made {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  /** Without a dot. */
  readonly extension: string;
  /** What the format could not hold, a sentence each. */
  readonly notes: readonly string[];
}

export const filmLimits = {
  frames: 2_000,
  /** Pixels of all frames together. */
  pixels: 2 ** 31,
} as const;

/** Throws a sentence unless the frames can be made into something. */
export function requireFrames(
  { width, height, count }: Pick<FrameSource, 'width' | 'height' | 'count'>,
  what: string,
  mostSide: number,
): void {
  if (![width, height, count].every((number) => Number.isSafeInteger(number) && number > 0)) {
    throw new Error(
      `${what} needs at least one frame of at least one pixel; here are ${count} of ${width} x ${height}.`,
    );
  }
  if (Math.max(width, height) > mostSide) {
    throw new Error(
      `${what} is at most ${mostSide} pixels wide and high; found ${width} x ${height}. Choose a smaller size.`,
    );
  }
  if (count > filmLimits.frames) {
    throw new Error(
      `${what} of ${count} frames is refused: ${filmLimits.frames} are the most. Choose a shorter range or a lower rate.`,
    );
  }
  if (width * height * count > filmLimits.pixels) {
    throw new Error(
      `${what} of ${count} frames of ${width} x ${height} is refused: ${filmLimits.pixels} pixels in all are the most. ` +
        'Choose a smaller size, a shorter range or a lower rate.',
    );
  }
}

/** The pixels of one frame, of the size that was promised. */
export async function pixelsOf(source: FrameSource, i: number): Promise<Uint8ClampedArray> {
  const drawn = await source.draw(i);
  const pixels = 'data' in drawn ? (drawn.data as Uint8ClampedArray) : drawn;
  const bytes = source.width * source.height * 4;
  if (pixels.length !== bytes)
    throw new Error(`Frame ${i} was drawn as ${pixels.length} bytes and not as ${bytes}.`);
  return pixels;
}

/** Each frame's delay in whole `ticks` a second. What rounding leaves is carried to the next one, so
 * that the sum is right to half a tick. */
export function delaysOf(source: FrameSource, ticks: number): number[] {
  const delays: number[] = [];
  let seconds = 0;
  let before = 0;
  for (let i = 0; i < source.count; i++) {
    seconds += delayOf(source, i);
    const now = Math.round(seconds * ticks);
    delays.push(now - before);
    before = now;
  }
  return delays;
}

export function delayOf(source: FrameSource, i: number): number {
  const delay = source.delay(i);
  if (!(delay >= 0 && delay < Infinity))
    throw new Error(`Frame ${i} has an invalid duration of ${delay} seconds.`);
  return delay;
}

/** The loops as a format stores them. */
export function loopsOf({ loops = 0 }: Film): number {
  if (!Number.isSafeInteger(loops) || loops < 0 || loops > 65_535) {
    throw new Error(`An animation repeats 1 to 65535 times, or 0 for ever; found ${loops}.`);
  }
  return loops;
}

export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
