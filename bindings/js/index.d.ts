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
/** The module stopped during a call, most likely because it ran out of memory; `cause` is the reason. The
 * session is torn. */
export class TornError extends Error {}

/** Values of the options of the families, by name; `true` for a switch. */
export type Options = Record<string, string | number | boolean | (string | number)[]>;
export interface OptionInfo {
  name: string;
  family: string;
  /** '' is a switch; 'N', 'N>0', 'N!=0' a number; 'a|b' one of these; else free text. */
  values: string;
  fallback: string;
  help: string;
  /** Verbs that it affects, separated by '|'; '' is all. */
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
  /** Paths of models that fit equally well: none is used. */
  rivals: string[];
}
export interface Project {
  subjects: Subject[];
  orphans: string[];
  broken: string[];
}
export interface Detected {
  gltf: boolean;
  bvh: boolean;
  png: boolean;
  /** Best first; confidence 1 to 100. */
  formats: { format: string; family: string; confidence: number }[];
}

/** Options of a call for one file. */
export interface FileRequest {
  /** A format's id; without it the format is detected. */
  format?: string;
  /** Paths of companions; they come before those that are found. */
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
  /** Paths of files that are converted together; or `subject`, the name of a subject of the project. */
  files?: string[];
  subject?: string;
  /** Name of the file to make, or of a folder with a final '/'. */
  output: string;
  /** A format's id, or 'gltf'; by default the format of the output's extension. */
  to?: string;
  format?: string;
  clip?: string;
  with?: string[];
  options?: Options;
  sparse?: boolean;
  keepSources?: boolean;
  metresPerUnit?: number;
  /** From glTF: range of the clip in seconds. */
  start?: number;
  end?: number;
}
export interface Converted {
  files: OutputFile[];
  diagnostics: Diagnostic[];
  bones: { target: string; source: string | null; reason: string }[];
  /** Largest errors, measured on the files that were made. */
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
  /** Fields that overlap a range (by default the file), by offset, at most `most`. */
  fields(offset?: number, length?: number, most?: number): Field[];
  /** The field of a byte; undefined beyond the end. */
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
  /** Without the warning for errors that `check` finds in the files, which needs the whole module. */
  unchecked?: boolean;
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
  /** Four node indices per vertex. */
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
  /** Of a mask: pixels with less alpha are invisible. */
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
  /** Numbers per key in `values`. */
  stride: number;
  times: Float64Array;
  values: Float64Array;
}
/** Matrices are column-major. */
export interface ShownPose {
  parts: { matrix: Float32Array; hidden: boolean }[];
  nodes: { matrix: Float32Array; visible: boolean }[];
  /** 16 numbers per node, relative to the bind pose; only with a skin. */
  skin?: Float32Array;
  /** Corners of triangles, if there are no parts. */
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
  /** Index of the selected clip; -1 is the rest pose. */
  readonly clip: number;
  /** Selects a clip by its index; -1 is the rest pose. */
  choose(clip: number): void;
  /** Returns the world matrices at a frame. Nodes that face the camera rotate to the direction `camera`. */
  pose(frame: number, camera?: { yaw?: number; pitch?: number }): ShownPose;
  /** The tracks of the selected clip. */
  tracks(): ShownTrack[];
  /** Sampled poses of the selected clip, as `anmkit sample --json`. */
  sample(request: { frames: number[]; space?: 'local' | 'world'; stepped?: boolean }): Samples;
  /** World matrix of a camera of the scene (column-major, looking along -z), and its angle of view in radians. */
  aim(node: number, frame: number): { matrix: number[]; verticalFov: number };
  /** The nearest camera from a direction that shows the whole clip. */
  fit(view?: CameraView): FittedCamera;
  /** An image, drawn without a graphics card; encoded textures are white. */
  draw(view?: CameraView & { frame?: number; background?: [number, number, number]; stepped?: boolean; grid?: boolean }): Picture;
  /** Frees the memory of the module. */
  close(): void;
}
export class Script {
  readonly ticks: number;
  readonly clip: ClipInfo;
  readonly playback: Playback;
  readonly pictures: { id: number; width: number; height: number }[];
  readonly found: string[];
  /** The reason if there are no images. */
  readonly problem?: string;
  /** The screen at a tick; `missing` has ids of images that the file lacks. */
  screen(tick: number): Picture & { missing: number[] };
  /** Frees the memory of the module. */
  close(): void;
}

export type Data = Uint8Array | ArrayBuffer | ArrayBufferView | string;
/** A folder in memory. Calls throw an AnmkitError with a stable code. */
export class Session {
  /** Whether the module stopped during a call: all further calls throw, and a new session is needed. */
  readonly torn: boolean;
  /** Whether it is torn because the second part of a module in two parts was missing. */
  readonly missing: boolean;
  /** Adds a file, or replaces the file of that path. '/' separates folders. Text is stored as UTF-8. */
  put(path: string, data: Data): this;
  /** Removes a file. Returns false if there is none. */
  remove(path: string): boolean;
  files(): { file: string; size: number }[];
  /** Returns the bytes of a file. */
  bytes(file: string): Uint8Array;
  /** All formats, and the options of all families. */
  formats(): { formats: FormatInfo[]; options: OptionInfo[] };
  /** Descriptions of one diagnostic code, or of all. */
  codes(code?: string): { code: string; meaning: string; remedy: string; section: string }[];
  /** Returns the formats that a file may have. */
  detect(file: string): Detected;
  /** As `anmkit info --json`. */
  info(file: string, request?: FileRequest): FileInfo;
  /** As `anmkit check --json`. */
  check(file: string, request?: FileRequest): Checked;
  /** The subjects of the session, as `anmkit info FOLDER --json`. */
  project(request?: { options?: Options }): Project;
  /** The document as JSON, which `build` reads. */
  dump(file: string, request?: FileRequest): string;
  /** Makes the bytes of a file from a dump that was put into the session. */
  build(file: string): { format: string; bytes: Uint8Array; diagnostics: Diagnostic[] };
  /** As `anmkit sample --json`. */
  sample(file: string, request: SampleRequest): Samples;
  /** As `anmkit play --json`. */
  play(file: string, request?: FileRequest & { ticks?: number; trace?: boolean }): Playback;
  /** The control flow of a script. */
  graph(file: string, request?: FileRequest & { as?: 'mermaid' | 'dot' }): string;
  /** Decodes the images inside a file. */
  pictures(file: string, request?: FileRequest): StoredPicture[];
  /** As `anmkit convert`; the results are not put into the session. */
  convert(request: ConvertRequest): Converted;
  /** As `anmkit explain`. */
  explain(file: string, request?: FileRequest): Explanation;
  /** Keys of a clip (its index inside the file) that depend on the field of a byte, found by changing it. */
  keysOf(file: string, request: { clip: number; offset: number; with?: string[]; options?: Options }): { track: number; key: number }[];
  /** Fields of a key, first those on which the fewest `keys` depend. */
  fieldsOf(file: string, request: { clip: number; track: number; key: number; with?: string[]; options?: Options }):
    { keys: number; field: Field }[];
  /** A scene to draw: parts, materials, clips and poses. */
  show(request: ShowRequest): Shown;
  /** A CatSystem 2 script to play: its ticks and screens. */
  script(file: string, request?: FileRequest & { ticks?: number }): Script;
}
export class Anmkit {
  readonly version: string;
  /** A new session with memory of its own. */
  session(): Promise<Session>;
  /** Fetches the second part of a module in two parts; open sessions continue. */
  complete(): Promise<void>;
}
export type ModuleSource = string | URL | Response | BufferSource | WebAssembly.Module;
/** `source`: where anmkit.wasm is, if it is not beside the package; or its bytes. `rest`: the second
 * part, of a module that was split as the viewer's is. */
export function load(source?: ModuleSource, rest?: ModuleSource): Promise<Anmkit>;
