// SPDX-License-Identifier: MIT
// What the panels are given. They fetch nothing and know no module: whoever mounts them
// implements these.

/** A range of bytes that is not further divided; as `anmkit explain --json` has it. */
export interface Leaf {
  path: string;
  offset: number;
  length: number;
  kind: 'field' | 'syntax' | 'padding' | 'unused' | 'unknown';
  type: string;
  /** As the file has it. */
  value: string;
  /** The same in its unit, when that says more. */
  shown?: string;
  /** One sentence. */
  meaning: string;
  /** Of the specification. */
  section?: string;
  /** The file or its part ends inside the field. */
  cut?: boolean;
  /** Its place among all leaves of the file; when given, its colour never changes by scrolling. */
  index?: number;
}

export interface ByteSource {
  size: number;
  /** May come later: undefined until the bytes were read, then `onread` is called. */
  read(offset: number, length: number): Uint8Array | undefined;
  /** Set by the panel that shows this source. */
  onread?: () => void;
}

export interface LeafSource {
  /** The leaves that overlap [offset, offset + length), in ascending order. */
  leaves(offset: number, length: number): Leaf[];
  at(offset: number): Leaf | undefined;
  /** Set by the panel that shows this source; call it when more leaves are known. */
  onread?: () => void;
}

export type Severity = 'error' | 'warning' | 'note';

/** Where a diagnostic points. */
export interface Mark {
  offset: number;
  severity: Severity;
}

export interface KeyTrack {
  name: string;
  node: string;
  property: string;
  /** Frames, ascending. */
  times: Float64Array;
  /** Any CSS colour; the accent of the theme when absent. */
  color?: string;
}

/** The components of one track over its frames: a line each. */
export interface Series {
  name: string;
  /** Ascending. */
  frames: Float64Array;
  /** As many arrays as names, each as long as `frames`. NaN leaves a gap. */
  values: Float64Array[];
  names: string[];
}

/** In CSS pixels from the top left corner of the document. */
export interface PagePoint {
  x: number;
  y: number;
}
