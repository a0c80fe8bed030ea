// SPDX-License-Identifier: MIT
// Bytes from the page's own server, with progress and bounds; a failure is a sentence.
import { sentenceOf } from '../pause';
import { sizeText } from './limits';

export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;

/** The answer to a request within the page's own origin, redirects included. */
export async function fetchOwn(
  get: Fetch,
  url: URL,
  name: string,
  init: RequestInit = {},
): Promise<Response> {
  let response: Response;
  try {
    response = await get(url, {
      mode: 'same-origin',
      credentials: 'same-origin',
      cache: 'no-store',
      ...init,
    });
  } catch (error) {
    init.signal?.throwIfAborted();
    throw new Error(
      `${name} cannot be fetched: ${sentenceOf(error)}. Is the server still running?`,
    );
  }
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(
      response.status === 404
        ? `${name} is not on the server.`
        : `${name} cannot be fetched: the server answers ${response.status} ${response.statusText}.`,
    );
  }
  return response;
}

/** The whole body. `total` is undefined where the server does not tell it. */
export async function bodyOf(
  response: Response,
  name: string,
  most: number,
  progress?: (done: number, total: number | undefined) => void,
): Promise<Blob> {
  // A packed body is longer when it is unpacked than its header says.
  const stated = response.headers.get('content-encoding')
    ? null
    : response.headers.get('content-length');
  const total = stated === null ? undefined : Number(stated);
  const tooLarge = () =>
    new Error(`${name} is larger than ${sizeText(most)}, the most that is fetched.`);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let done = 0;
  try {
    for await (const part of piecesOf(response)) {
      done += part.length;
      if (Math.max(done, total ?? 0) > most) throw tooLarge();
      parts.push(part);
      progress?.(done, total);
    }
  } catch (error) {
    if (error instanceof TypeError)
      throw new Error(`${name} is cut off: the connection ended after ${sizeText(done)}.`);
    throw error;
  }
  if (total !== undefined && done !== total)
    throw new Error(`${name} is cut off: ${sizeText(done)} of ${sizeText(total)} came.`);
  return new Blob(parts);
}

/** The body piece by piece; the rest is not fetched when the caller stops early. */
export async function* piecesOf(response: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  if (!reader) return;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    // Of a body that was read to its end or broke off nothing is left to cancel.
    await reader.cancel().catch(() => undefined);
  }
}
