// SPDX-License-Identifier: MIT
// Long work in pieces: the page stays alive between them, and the work can be called off.

/** Lets the page draw and listen; throws the signal's reason when the work was called off. */
export async function pause(signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve) => setTimeout(resolve, 0));
  signal?.throwIfAborted();
}

/** A pause only when the page has been kept waiting for `milliseconds`. */
export function pauses(signal?: AbortSignal, milliseconds = 12): () => Promise<void> {
  let since = performance.now();
  return async () => {
    signal?.throwIfAborted();
    if (performance.now() - since < milliseconds) return;
    await pause(signal);
    since = performance.now();
  };
}

/** What an error says, whatever was thrown. */
export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
