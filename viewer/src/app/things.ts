// SPDX-License-Identifier: MIT
// What there is to look at among the files that were opened.
import type { ClipInfo, FileInfo, FormatInfo, Session } from 'anmkit';

export type ThingKind = 'subject' | 'file' | 'script' | 'bytes';
export interface Thing {
  kind: ThingKind;
  /** Of a subject its name, else the path. */
  name: string;
  family: string;
  /** All files that belong to it, what moves it first. */
  files: string[];
  clips: ClipInfo[];
  /** Of a clip: the file that has it, and its index there. */
  places: { file: string; clip: number }[];
  /** Ids of formats that a file could be, when that cannot be told. */
  formats?: string[];
  /** The one that somebody chose. */
  format?: string;
}

const quiet = <T>(act: () => T): T | undefined => {
  try {
    return act();
  } catch {
    return undefined;
  }
};

function placesOf(session: Session, files: string[], clips: number): Thing['places'] {
  const places = files.flatMap((file) =>
    (quiet(() => session.info(file))?.clips ?? []).map((_, clip) => ({ file, clip })));
  return places.length >= clips ? places.slice(0, clips) : Array.from({ length: clips }, () => ({ file: files[0] ?? '', clip: 0 }));
}

function thingOf(file: string, info: FileInfo, family: string, kind: ThingKind): Thing {
  return {
    kind, name: file, family, files: [file, ...info.companions], clips: info.clips,
    places: info.clips.map((_, clip) => ({ file, clip })),
  };
}

const kindOf = (format: FormatInfo): ThingKind =>
  format.play && !format.toGltf ? 'script' : format.toGltf ? 'file' : 'bytes';

/** A file read as one of the formats that it could be. Throws what is wrong with that. */
export function readAs(session: Session, thing: Thing, format: string): Thing {
  const chosen = session.formats().formats.find((one) => one.id === format)!;
  const info = session.info(thing.name, { format });
  const bad = info.diagnostics?.find((one) => one.severity === 'error');
  if (bad) throw new Error(bad.message);
  return { ...thingOf(thing.name, info, chosen.family, kindOf(chosen)), formats: thing.formats, format };
}

/** Best first: what moves, then what only stands, then what only has bytes. */
export function findThings(session: Session): Thing[] {
  const { subjects, orphans, broken } = session.project();
  const formats = new Map(session.formats().formats.map((format) => [format.id, format]));
  const isScript = (file: string | undefined): boolean => {
    const format = formats.get((file && quiet(() => session.info(file))?.format) || '');
    return format?.play === true && !format.toGltf;
  };
  const things: Thing[] = subjects.map((subject) => ({
    kind: isScript(subject.files[0] ?? subject.model ?? '') ? 'script' : 'subject', name: subject.name, family: subject.family,
    files: [...subject.files, ...(subject.model ? [subject.model] : []), ...subject.companions, ...subject.textures]
      .filter((file, i, all) => all.indexOf(file) === i),
    clips: subject.clips, places: placesOf(session, [...subject.files, ...(subject.model ? [subject.model] : [])], subject.clips.length),
  }));
  const shown = new Set(things.flatMap((thing) => thing.files));
  const others = session.files().map((one) => one.file).filter((file) => !shown.has(file));
  for (const file of others) {
    const detected = quiet(() => session.detect(file));
    if (detected?.gltf || detected?.bvh) {
      const info = quiet(() => session.info(file));
      if (info) things.push(thingOf(file, info, detected.gltf ? 'gltf' : 'bvh', 'file'));
      continue;
    }
    if (broken.includes(file) || !orphans.includes(file)) continue;
    const info = quiet(() => session.info(file));
    const format = info?.format ? formats.get(info.format) : undefined;
    if (!info || !format) continue;
    things.push(thingOf(file, info, format.family, kindOf(format)));
  }
  // A script's pictures are found beside it and need no line of their own.
  const pictures = new Set(things.filter((one) => one.kind === 'script').flatMap((one) => one.files.slice(1)));
  const known = new Set(things.flatMap((thing) => thing.files));
  for (const file of others) {
    if (known.has(file)) continue;
    const could = quiet(() => session.detect(file))?.formats.map((one) => one.format) ?? [];
    things.push({ kind: 'bytes', name: file, family: '', files: [file], clips: [], places: [],
                  formats: could.length > 1 && !broken.includes(file) ? could : undefined });
  }
  const rank = (thing: Thing): number =>
    thing.kind === 'bytes' ? 3 : thing.clips.length > 0 ? 0 : thing.kind === 'script' ? 1 : 2;
  return things
    .filter((thing) => !(thing.kind === 'bytes' && pictures.has(thing.name)))
    .map((thing, i) => ({ thing, i }))
    .sort((a, b) => rank(a.thing) - rank(b.thing) || a.i - b.i)
    .map(({ thing }) => thing);
}
