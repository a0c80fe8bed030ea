// SPDX-License-Identifier: MIT
// What comes in, wherever it comes from: files with paths, and sentences about what did not.
import { grouped, limits } from './limits';

export interface Dropped {
  /** Relative, with '/' between folders. */
  readonly path: string;
  readonly size: number;
  readonly blob: Blob;
}

export interface Intake {
  files: Dropped[];
  /** One sentence for each thing that could not be taken in. */
  problems: string[];
}

/** Collects sentences, so many that a person may read them. */
export class Problems {
  readonly #sentences: string[] = [];
  #more = 0;

  add(sentence: string): void {
    if (this.#sentences.length < limits.problems) this.#sentences.push(sentence);
    else this.#more++;
  }

  list(): string[] {
    if (this.#more === 0) return this.#sentences;
    return [...this.#sentences, `${grouped(this.#more)} more such findings are not listed.`];
  }
}
