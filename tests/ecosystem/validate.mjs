// SPDX-License-Identifier: MIT
// validate.mjs FILE...: the Khronos validator; no error and no warning is allowed.
import fs from 'node:fs';
import validator from 'gltf-validator';

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error('usage: validate.mjs FILE...');
  process.exit(2);
}
const severities = ['error', 'warning', 'info', 'hint'];
const notes = new Map();
let bad = 0;
for (const file of files) {
  const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)),
                                               {uri: file, maxIssues: 0});
  const {numErrors, numWarnings, messages} = report.issues;
  if (numErrors > 0 || numWarnings > 0) bad++;
  for (const {severity, code, pointer, message} of messages) {
    if (severity <= 1) {
      console.log(`${file}: ${severities[severity]} ${code} at ${pointer ?? '-'}: ${message}`);
    } else {
      notes.set(code, (notes.get(code) ?? 0) + 1);
    }
  }
}
for (const [code, count] of [...notes].sort()) console.log(`note: ${code} ${count} times`);
console.log(`${files.length} files validated, ${bad} with errors or warnings`);
process.exit(bad > 0 ? 1 : 0);
