// SPDX-License-Identifier: MIT
// The colours of the panels: CSS custom properties, and what a canvas reads of them.

export interface Theme {
  bg: string;
  panel: string;
  text: string;
  muted: string;
  line: string;
  accent: string;
  fieldA: string;
  fieldB: string;
  warn: string;
  error: string;
  /** Lines of curves, by component; more components begin again, dashed. */
  lines: readonly string[];
}

const names = {
  bg: '--bg',
  panel: '--panel',
  text: '--text',
  muted: '--muted',
  line: '--line',
  accent: '--accent',
  fieldA: '--field-a',
  fieldB: '--field-b',
  warn: '--warn',
  error: '--error',
} as const;

type ColorName = keyof typeof names;

/** How strongly the accent covers the bytes of the selected field. */
export const selectionStrength = 0.3;

export const lightTheme: Theme = {
  bg: '#f3f4f6',
  panel: '#ffffff',
  text: '#1d2229',
  muted: '#5b6471',
  line: '#d5dae1',
  accent: '#0a5fc2',
  fieldA: '#dfebf8',
  fieldB: '#ece7f5',
  warn: '#8a5a00',
  error: '#c3272b',
  lines: ['#c3272b', '#24803a', '#0a5fc2', '#8a5a00', '#8e3fb0', '#0a7a83', '#b3386f', '#59636f'],
};

export const darkTheme: Theme = {
  bg: '#14161a',
  panel: '#1a1d22',
  text: '#d9dde3',
  muted: '#929ba8',
  line: '#2d333c',
  accent: '#62a8f7',
  fieldA: '#22303f',
  fieldB: '#2c2a3d',
  warn: '#e0b050',
  error: '#ff7d75',
  lines: ['#ff7d75', '#6cc784', '#62a8f7', '#e0b050', '#c792ea', '#5cc5cf', '#f390bd', '#aab2bd'],
};

function declarations(theme: Theme): string {
  return (Object.keys(names) as ColorName[])
    .map((name) => `${names[name]}: ${theme[name]};`)
    .join(' ');
}

/** Rules for a style sheet: as the system prefers, unless `data-theme` says light or dark. */
export function themeRules(root = ':root'): string {
  const light = `color-scheme: light; ${declarations(lightTheme)}`;
  const dark = `color-scheme: dark; ${declarations(darkTheme)}`;
  return (
    `${root} { ${light} }\n` +
    `@media (prefers-color-scheme: dark) { ${root} { ${dark} } }\n` +
    `${root}[data-theme='light'] { ${light} }\n` +
    `${root}[data-theme='dark'] { ${dark} }\n`
  );
}

/** Sets the properties on one element, for pages without the rules above. */
export function applyTheme(element: HTMLElement, theme: Theme): void {
  for (const name of Object.keys(names) as ColorName[]) {
    element.style.setProperty(names[name], theme[name]);
  }
  element.style.colorScheme = theme === darkTheme ? 'dark' : 'light';
}

/** What the properties are at `element`. Asks for computed style: once per change of theme. */
export function readTheme(element: Element): Theme {
  const style = getComputedStyle(element);
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const said = style.getPropertyValue(names.panel).trim();
  const dark = said === '' ? prefersDark : luminance(said) < 0.2;
  const theme: Theme = { ...(dark ? darkTheme : lightTheme) };
  for (const name of Object.keys(names) as ColorName[]) {
    const color = style.getPropertyValue(names[name]).trim();
    if (color !== '') theme[name] = color;
  }
  return theme;
}

let pixel: CanvasRenderingContext2D | undefined;
const packed = new Map<string, number>();

/** A CSS colour as one opaque pixel of ImageData, in the byte order of the machine. */
export function packColor(color: string): number {
  const known = packed.get(color);
  if (known !== undefined) return known;
  if (pixel === undefined) {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 1;
    pixel = canvas.getContext('2d', { willReadFrequently: true })!;
  }
  pixel.fillStyle = '#808080'; // stays when the colour is not understood
  pixel.fillStyle = color;
  pixel.fillRect(0, 0, 1, 1);
  const bytes = pixel.getImageData(0, 0, 1, 1).data;
  bytes[3] = 255;
  const value = new Uint32Array(bytes.buffer)[0]!;
  if (packed.size > 256) packed.clear();
  packed.set(color, value);
  return value;
}

/** WCAG relative luminance. */
export function luminance(color: string): number {
  const bytes = new Uint8Array(new Uint32Array([packColor(color)]).buffer);
  const [r, g, b] = [bytes[0]!, bytes[1]!, bytes[2]!].map((byte) => {
    const part = byte / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
