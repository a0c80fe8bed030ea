// SPDX-License-Identifier: MIT
// Readings that a format leaves open, as the tool's options, and what is drawn over the picture.
import { useMemo } from 'preact/hooks';
import type { OptionInfo } from 'anmkit';
import { findCameras } from './cameras';
import type { Overlays } from '../stage/overlays';
import type { Workspace } from './workspace';

function OptionSwitch({ option, work }: { option: OptionInfo; work: Workspace }) {
  const value = work.options.value[option.name];
  const set = (next: string | number | boolean | undefined): void => void work.setOption(option.name, next);
  const id = `option-${option.name}`;
  let control;
  if (option.values === '') {
    control = <input id={id} data-testid={id} type="checkbox" checked={value !== undefined} onChange={(event) => set(event.currentTarget.checked)} />;
  } else if (option.values.includes('|')) {
    control = (
      <select id={id} data-testid={id} value={`${value ?? ''}`} onChange={(event) => set(event.currentTarget.value || undefined)}>
        <option value="">{option.fallback ? `${option.fallback} (default)` : 'default'}</option>
        {option.values.split('|').map((one) => <option value={one}>{one}</option>)}
      </select>
    );
  } else if (option.values.startsWith('N')) {
    control = <input id={id} data-testid={id} type="number" step="any" value={`${value ?? ''}`}
                     placeholder={option.fallback} onChange={(event) => set(event.currentTarget.value || undefined)} />;
  } else {
    control = <input id={id} data-testid={id} type="text" value={`${value ?? ''}`}
                     placeholder={option.fallback} onChange={(event) => set(event.currentTarget.value || undefined)} />;
  }
  return <div class="switch"><label for={id}>{option.name}</label>{control}<p class="muted">{option.help}</p></div>;
}

const looks: [keyof Overlays, string][] = [
  ['grid', 'Grid in the file’s units'], ['bones', 'Bones'], ['axes', 'Axes of nodes'], ['names', 'Names'], ['trail', 'Trail of the selected node'],
  ['wireframe', 'Wireframe'], ['backfaces', 'Back faces'],
  ['seam', 'Loop seam: both ends of the range'], ['compare', 'Engine-exact next to smooth'],
];

export function Switches({ work }: { work: Workspace }) {
  const family = work.thing.value?.family;
  const shows = /(^|\|)(convert|sample|render|play)(\||$)/;
  const options = work.session.formats().options.filter(
    (one) => one.family === family && (one.verbs === '' || shows.test(one.verbs)) && one.values !== 'FILE');
  const overlays = work.overlays.value;
  const cameras = useMemo(() => findCameras(work), [work.thing.value, work.shown.value, work.things.value]);
  return (
    <section class="switches" aria-label="Switches">
      <h2>Picture</h2>
      {looks.map(([name, label]) => (
        <label class="line"><input type="checkbox" data-testid={`show-${name}`} checked={overlays[name] as boolean}
          onChange={(event) => (work.overlays.value = { ...overlays, [name]: event.currentTarget.checked })} />{label}</label>
      ))}
      <label class="line">Onion skins
        <input type="number" data-testid="show-onion" min={0} max={8} value={overlays.onion}
               onChange={(event) => (work.overlays.value = { ...overlays, onion: Math.max(0, Math.min(8, event.currentTarget.valueAsNumber || 0)) })} />
      </label>
      {cameras.length > 0 && (
        <label class="line">Look through
          <select data-testid="show-camera" value={cameras.find((one) => one.name === work.lens.value?.name)?.name ?? ''}
                  onChange={(event) => work.lookThrough(cameras.find((one) => one.name === event.currentTarget.value))}>
            <option value="">nothing</option>
            {cameras.map(({ name }) => <option value={name}>{name}</option>)}
          </select>
        </label>
      )}
      {options.length > 0 && <h2>How the file is read</h2>}
      {options.map((option) => <OptionSwitch key={option.name} option={option} work={work} />)}
    </section>
  );
}
