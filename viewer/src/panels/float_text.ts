// SPDX-License-Identifier: MIT
// Numbers of files as people read them.

/** The shortest decimal that is the same float, which is what the files hold. */
export function floatText(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? '–' : String(value);
  const single = Math.fround(value);
  for (let digits = 6; digits < 10; digits++) {
    const text = Number(single.toPrecision(digits));
    if (Math.fround(text) === single) return String(text);
  }
  return String(value);
}
