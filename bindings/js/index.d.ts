// SPDX-License-Identifier: MIT
// What the package `anmkit` exports. Names of members are those of the tool's JSON (docs/cli.md).

/** A finding. `offset` is in bytes; `line` and `column` count from 1 in source texts. */
export interface Diagnostic {
  code: string;
  severity: 'error' | 'warning' | 'info';
  offset: number | null;
  line?: number;
  column?: number;
  path: string;
  message: string;
}
/** Thrown when what was asked cannot be done: a finding. */
export class AnmkitError extends Error {
  code: string;
  path: string;
  offset?: number;
  line?: number;
  column?: number;
}

/** The second part of a module in two parts was needed before it was there. */
export class MissingPart extends Error {}
/** The module stopped in the middle of a call, most likely because its memory ended; `cause` is what stopped
 * it. The session is torn. */
export class TornError extends Error {}

/** Values of the options that the families have, by name; `true` for a switch. */
export type Options = Record<string, string | number | boolean | (string | number)[]>;
export interface OptionInfo {
  name: string;
  family: string;
  /** '' is a switch; 'N', 'N>0', 'N!=0' a number; 'a|b' one of these; else free text. */
  values: string;
  fallback: string;
  help: string;
  /** Verbs that it makes a difference to, with '|' between them; '' is all. */
  verbs: string;
}
export interface FormatInfo {
  id: string;
  family: string;
  title: string;
  extensions: string[];
  animation?: boolean;
  toGltf?: boolean;
  fromGltf?: boolean;
  play?: boolean;
  convertsTo?: string[];
}
export interface ClipInfo {
  name: string;
  /** Length in frames of the clip's own rate. */
  frames: number;
  /** Frames per second. */
  rate: number;
  loop: boolean;
  loopStart: number;
}
export interface FileInfo {
  file: string;
  /** Null: of no known format. */
  format: string | null;
  /** Bytes. */
  size: number;
  clips: ClipInfo[];
  nodes: number;
  nodeNames: string[];
  facts: Record<string, string | string[]>;
  companions: string[];
  diagnostics?: Diagnostic[];
}
export interface Checked {
  file: string;
  format: string | null;
  ok: boolean;
  diagnostics: Diagnostic[];
}
export interface Subject {
  name: string;
  family: string;
  /** Null: bones alone. */
  model: string | null;
  clips: ClipInfo[];
  files: string[];
  companions: string[];
  textures: string[];
  missing: string[];
}
export interface Project {
  subjects: Subject[];
  orphans: string[];
  broken: string[];
}
export interface Detected {
  gltf: boolean;
  png: boolean;
  /** Best first; confidence 1 to 100. */
  formats: { format: string; family: string; confidence: number }[];
}

/** What one file is asked with. */
export interface FileRequest {
  /** A format's id, when it cannot be told from the file. */
  format?: string;
  /** Files that come before all that are found beside it. */
  with?: string[];
  options?: Options;
  /** Index or name. */
  clip?: string;
}
export interface SampleRequest extends FileRequest {
  /** In the clip's own rate; fractions are allowed. */
  frames: number[];
  space?: 'local' | 'world' | 'track';
  /** Whole frames only, as engines show. */
  stepped?: boolean;
}
export interface SampledNode {
  name: string;
  id: number;
  visible: boolean;
  /** Column-major; space 'world'. */
  matrix?: number[];
  translation?: [number, number, number];
  /** x, y, z, w. */
  rotation?: [number, number, number, number];
  scale?: [number, number, number];
}
export interface Samples {
  file: string;
  format: string;
  clip: string;
  rate: number;
  /** Seconds. */
  duration: number;
  space: string;
  samples: { frame: number; seconds: number; nodes: SampledNode[] }[];
}
export interface Playback {
  file: string;
  format: string;
  clip?: string;
  ended?: number | null;
  loop?: { intro: number; period: number } | null;
  ticks: {
    tick: number;
    frame?: number;
    image?: number;
    blend?: number;
    visible?: boolean;
    x?: number;
    y?: number;
  }[];
  trace?: string;
}
export interface OutputFile {
  file: string;
  bytes: Uint8Array;
}
export interface ConvertRequest {
  /** Paths that become one thing together; or `subject`, the name of one of the project's. */
  files?: string[];
  subject?: string;
  /** Name of the file to make, or a folder with '/' behind it. */
  output: string;
  /** A format's id, or 'gltf'; told from the output's ending otherwise. */
  to?: string;
  format?: string;
  clip?: string;
  with?: string[];
  options?: Options;
  sparse?: boolean;
  keepSources?: boolean;
  metresPerUnit?: number;
  /** Seconds, from glTF. */
  start?: number;
  end?: number;
}
export interface Converted {
  files: OutputFile[];
  diagnostics: Diagnostic[];
  bones: { target: string; source: string | null; reason: string }[];
  /** Largest errors, measured on what was made. */
  fits: { what: string; error: number; unit: string }[];
  summary: string;
}
export interface Picture {
  width: number;
  height: number;
  /** RGBA, rows from the top, alpha not premultiplied. */
  pixels: Uint8ClampedArray;
}
export interface StoredPicture extends Picture {
  id: number;
  x: number;
  y: number;
  canvasWidth: number;
  canvasHeight: number;
}

/** A range of bytes that is no further divided. */
export interface Field {
  path: string;
  offset: number;
  length: number;
  kind: 'field' | 'syntax' | 'padding' | 'unused' | 'unknown';
  type: string;
  value: string;
  shown?: string;
  meaning: string;
  section?: string;
  cut?: boolean;
}
export class Explanation {
  readonly format: string;
  readonly specification: string;
  readonly size: number;
  readonly coverage: Record<'leaves' | 'field' | 'syntax' | 'padding' | 'unused' | 'unknown', number>;
  readonly limited: boolean;
  /** Those that overlap a range, in order, at most `most`. */
  fields(offset?: number, length?: number, most?: number): Field[];
  at(offset: number): Field | undefined;
  close(): void;
}

export interface ShowRequest {
  files?: string[];
  subject?: string;
  format?: string;
  clip?: string;
  with?: string[];
  options?: Options;
}
export interface ShownNode {
  name: string;
  id: number;
  /** Index, -1 is a root. */
  parent: number;
  camera: number;
}
/** Vertices of one material. */
export interface ShownPart {
  node: number;
  mode: 'points' | 'lines' | 'triangles';
  /** Index, -1 is none. */
  material: number;
  positions: Float32Array;
  normals?: Float32Array;
  uvs?: Float32Array;
  /** Linear RGBA. */
  colors?: Float32Array;
  /** Four nodes a vertex. */
  joints?: Uint32Array;
  weights?: Float32Array;
  indices?: Uint32Array;
}
export interface ShownMaterial {
  name: string;
  /** Linear RGBA. */
  color: [number, number, number, number];
  image: number;
  alpha: 'opaque' | 'mask' | 'blend';
  /** Of a mask: less alpha is cut. */
  alphaCutoff: number;
  doubleSided: boolean;
  unlit: boolean;
  wrapS: 'repeat' | 'clamp' | 'mirror';
  wrapT: 'repeat' | 'clamp' | 'mirror';
  nearest: boolean;
  mipmaps: boolean;
}
export interface ShownImage {
  name: string;
  /** '' is raw RGBA. */
  mediaType: string;
  width: number;
  height: number;
  bytes: Uint8Array;
}
export interface ShownClip {
  name: string;
  rate: number;
  /** Frames. */
  duration: number;
  loops: boolean;
  loopStart: number;
}
export interface ShownTrack {
  node: number;
  property: string;
  interpolation: string;
  components: number;
  /** Numbers a key takes in `values`. */
  stride: number;
  times: Float64Array;
  values: Float64Array;
}
/** Matrices are column-major. */
export interface ShownPose {
  parts: { matrix: Float32Array; hidden: boolean }[];
  nodes: { matrix: Float32Array; visible: boolean }[];
  /** 16 numbers a node, from the bind pose; where something is skinned. */
  skin?: Float32Array;
  /** Corners of triangles, where there are no parts. */
  bones?: Float32Array;
}
/** Degrees. Yaw 0 is from the front, 90 from the left side; pitch 90 is from above. */
export interface CameraView {
  yaw?: number;
  pitch?: number;
  distance?: number;
  target?: [number, number, number];
  width?: number;
  height?: number;
}
export interface FittedCamera {
  distance: number;
  target: [number, number, number];
  /** Radians. */
  verticalFov: number;
}
export class Shown {
  readonly name: string;
  readonly up: 'y' | '-y' | 'z';
  readonly metresPerUnit: number;
  readonly nodes: ShownNode[];
  readonly parts: ShownPart[];
  readonly materials: ShownMaterial[];
  readonly images: ShownImage[];
  readonly clips: ShownClip[];
  readonly diagnostics: Diagnostic[];
  /** The clip that is shown; -1 is the rest pose. */
  readonly clip: number;
  choose(clip: number): void;
  /** `camera`: from where it is looked at, for what turns to it. */
  pose(frame: number, camera?: { yaw?: number; pitch?: number }): ShownPose;
  tracks(): ShownTrack[];
  sample(request: { frames: number[]; space?: 'local' | 'world'; stepped?: boolean }): Samples;
  /** Where a camera of the scene is (column-major, looking along -z) and its angle of view in radians. */
  aim(node: number, frame: number): { matrix: number[]; verticalFov: number };
  /** The nearest camera from a direction that sees the whole clip. */
  fit(view?: CameraView): FittedCamera;
  /** A picture without a graphics card; textures that are encoded files are white. */
  draw(view?: CameraView & { frame?: number; background?: [number, number, number]; stepped?: boolean; grid?: boolean }): Picture;
  close(): void;
}
export class Script {
  readonly ticks: number;
  readonly clip: ClipInfo;
  readonly playback: Playback;
  readonly pictures: { id: number; width: number; height: number }[];
  readonly found: string[];
  /** Why there are no pictures. */
  readonly problem?: string;
  screen(tick: number): Picture & { missing: number[] };
  close(): void;
}

export type Data = Uint8Array | ArrayBuffer | ArrayBufferView | string;
export class Session {
  /** Whether it stopped in the middle of a call: all further calls throw, and a new session is needed. */
  readonly torn: boolean;
  /** Whether it is torn because the second part of a module in two parts was missing. */
  readonly missing: boolean;
  put(path: string, data: Data): this;
  remove(path: string): boolean;
  files(): { file: string; size: number }[];
  bytes(file: string): Uint8Array;
  formats(): { formats: FormatInfo[]; options: OptionInfo[] };
  codes(code?: string): { code: string; meaning: string; remedy: string; section: string }[];
  detect(file: string): Detected;
  info(file: string, request?: FileRequest): FileInfo;
  check(file: string, request?: FileRequest): Checked;
  project(request?: { options?: Options }): Project;
  /** The JSON of a document, which `build` takes back. */
  dump(file: string, request?: FileRequest): string;
  build(file: string): { format: string; bytes: Uint8Array; diagnostics: Diagnostic[] };
  sample(file: string, request: SampleRequest): Samples;
  play(file: string, request?: FileRequest & { ticks?: number; trace?: boolean }): Playback;
  graph(file: string, request?: FileRequest & { as?: 'mermaid' | 'dot' }): string;
  pictures(file: string, request?: FileRequest): StoredPicture[];
  convert(request: ConvertRequest): Converted;
  explain(file: string, request?: FileRequest): Explanation;
  /** Keys of a clip (its index inside the file) that the field with a byte makes, found by trying. */
  keysOf(file: string, request: { clip: number; offset: number; with?: string[]; options?: Options }): { track: number; key: number }[];
  /** Fields that a key is made of, first those that make the fewest `keys`. */
  fieldsOf(file: string, request: { clip: number; track: number; key: number; with?: string[]; options?: Options }):
    { keys: number; field: Field }[];
  show(request: ShowRequest): Shown;
  script(file: string, request?: FileRequest & { ticks?: number }): Script;
}
export class Anmkit {
  readonly version: string;
  session(): Promise<Session>;
  /** Fetches the second part of a module in two parts; sessions that are open can go on. */
  complete(): Promise<void>;
}
export type ModuleSource = string | URL | Response | BufferSource | WebAssembly.Module;
/** `source`: where anmkit.wasm is, if it is not beside the package; or its bytes. `rest`: the second
 * part, of a module that was split as the viewer's is. */
export function load(source?: ModuleSource, rest?: ModuleSource): Promise<Anmkit>;
