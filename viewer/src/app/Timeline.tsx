// SPDX-License-Identifier: MIT
// Keys of all tracks, and the curve of the chosen one.
import { effect } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ShownTrack } from 'anmkit';
import { loadMore } from '../load_more';
import type { Curves } from '../panels/curves';
import { DopeSheet } from '../panels/dope_sheet';
import type { KeyTrack, Series } from '../panels/types';
import type { Workspace } from './workspace';

const components = ['x', 'y', 'z', 'w'];

export function keyTracks(work: Workspace): KeyTrack[] {
  const nodes = work.shown.value?.nodes ?? [];
  return work.tracks.value.map((track) => {
    const node = nodes[track.node]?.name || `${track.node}`;
    return { name: `${node} ${track.property}`, node, property: track.property, times: track.times };
  });
}

/** Values of the keys of one track, without the tangents that some keep beside them. */
export function seriesOf(track: ShownTrack, name: string): Series {
  const count = track.times.length, width = track.components;
  const first = track.stride === 3 * width ? width : 0;
  const values = Array.from({ length: Math.min(width, 16) }, (_, k) =>
    Float64Array.from({ length: count }, (_, i) => track.values[i * track.stride + first + k]!));
  return { name, frames: track.times, values, names: values.map((_, k) => components[k] ?? `${k}`) };
}

export function Timeline({ work, onkey }: { work: Workspace; onkey: (track: number, key: number) => void }) {
  const host = useRef<HTMLDivElement>(null);
  const curveHost = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const seek = (frame: number): void => {
      work.playing.value = false;
      work.seek(frame);
    };
    const sheet = new DopeSheet(host.current!, {
      tracks: [], duration: 0, onseek: seek,
      onkey: (track, key) => {
        const all = work.tracks.value[track];
        if (!all) return;
        work.node.value = all.node;
        seek(all.times[key]!);
        onkey(track, key);
      },
      onrange: (first, last) => work.setRange(first, last),
    });
    let curves: Curves | undefined, gone = false;
    const showCurve = (): void => {
      const key = work.key.peek(), track = key && work.tracks.peek()[key.track];
      curves?.setSeries(key && track ? seriesOf(track, keyTracks(work)[key.track]!.name) : undefined);
    };
    const takeCurves = async (): Promise<void> => {
      const more = await loadMore();
      if (gone) return;
      curves = new more.Curves(curveHost.current!, { onseek: seek });
      curves.setFrame(work.frame.peek());
      showCurve();
    };
    const stops = [
      effect(() => sheet.setTracks(keyTracks(work), work.duration.value)),
      effect(() => {
        sheet.setFrame(work.frame.value);
        curves?.setFrame(work.frame.value);
      }),
      effect(() => {
        const { first, last } = work.range.value;
        if (first > 0 || last < work.duration.value) sheet.setRange(first, last);
        else sheet.setRange();
      }),
      effect(() => {
        const key = work.key.value, track = key && work.tracks.value[key.track];
        if (key && track) sheet.selectKey(key.track, key.key);
        showCurve();
      }),
      effect(() => {
        // What goes wrong with it is said by the stage, which comes from the same file.
        if (work.further.value) void takeCurves().catch(() => undefined);
      }),
    ];
    (window as { anmkitSheet?: unknown }).anmkitSheet = { point: (track: number, key: number) => sheet.keyPoint(track, key) };
    return () => {
      stops.forEach((stop) => stop());
      sheet.destroy();
      gone = true;
      curves?.destroy();
    };
  }, [work]);
  return (
    <section class="timeline" aria-label="Keys">
      <div class="sheet" ref={host} />
      <div class="curves" ref={curveHost} />
    </section>
  );
}
