// SPDX-License-Identifier: MIT
// Independent readers of what the page writes: Python's own modules and PIL.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs a program with the bytes as a file, whose path is sys.argv[1]; gives the JSON it prints. */
export function python(program, bytes, ...rest) {
  const folder = mkdtempSync(join(tmpdir(), 'anmkit-viewer-'));
  try {
    const file = join(folder, 'input');
    writeFileSync(file, bytes);
    const text = execFileSync('/usr/bin/python3', ['-c', program, file, ...rest], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    return JSON.parse(text);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Every frame of a moving picture as PIL shows it: RGBA bytes and milliseconds. */
export function film(bytes) {
  const read = python(
    `
import base64, json, sys
from PIL import Image
picture = Image.open(sys.argv[1])
frames = []
for i in range(getattr(picture, "n_frames", 1)):
    picture.seek(i)
    pixels = picture.convert("RGBA")
    frames.append({"pixels": base64.b64encode(pixels.tobytes()).decode(), "ms": picture.info.get("duration")})
print(json.dumps({"format": picture.format, "mode": picture.mode, "size": picture.size, "loop": picture.info.get("loop"), "frames": frames}))
`,
    bytes,
  );
  for (const frame of read.frames)
    frame.pixels = new Uint8Array(Buffer.from(frame.pixels, 'base64'));
  return read;
}
