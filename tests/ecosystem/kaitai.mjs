// SPDX-License-Identifier: MIT
// Descriptions for Kaitai Struct, compiled by its own compiler, read what `anmkit explain` reads.
//
//   node kaitai.mjs TOOL FILE...
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import vm from "node:vm";

const require = createRequire(import.meta.url);
const compiler = require("kaitai-struct-compiler");
const yaml = require("js-yaml");
const KaitaiStream = require("kaitai-struct/KaitaiStream");

const [tool, ...files] = process.argv.slice(2);
const parsers = new Map();

async function parserOf(format) {
  if (parsers.has(format)) return parsers.get(format);
  const text = execFileSync(tool, ["explain", "--as", "kaitai", "--format", format], { encoding: "utf8" });
  const made = await compiler.compile("javascript", yaml.load(text), null, false);
  const [name, source] = Object.entries(made)[0];
  const module = { exports: {} };
  vm.runInNewContext(source, {
    module, exports: module.exports, define: undefined, KaitaiStream, Math, Error, Uint8Array,
    require: (wanted) => (wanted.includes("KaitaiStream") ? KaitaiStream : require(wanted)),
  });
  const found = module.exports[name.replace(/\.js$/, "")] ?? Object.values(module.exports)[0] ?? module.exports;
  parsers.set(format, found);
  return found;
}

// "objectIndex" -> "object_index" -> "objectIndex"; "bankID" -> "bank_id" -> "bankId".
const camel = (name) =>
  name.replace(/([^A-Z_])([A-Z])/g, "$1_$2").toLowerCase().replace(/_([a-z0-9])/g, (_, c) => c.toUpperCase());

function follow(root, path) {
  let at = root;
  for (const part of path.matchAll(/([A-Za-z_]\w*)|\[(\d+)\]/g)) {
    at = part[1] ? at?.[camel(part[1])] : at?.[Number(part[2])];
    // An item with a place of its own.
    if (at?.body !== undefined && at?.i !== undefined) at = at.body;
  }
  return at;
}

function same(leaf, value) {
  if (value === undefined) return false;
  if (leaf.type === "bytes") {
    const hex = Array.from(value, (b) => b.toString(16).padStart(2, "0")).join("");
    return leaf.value.endsWith("...") ? hex.startsWith(leaf.value.slice(0, -3)) : hex === leaf.value;
  }
  if (leaf.type === "text") return (value.text ?? value) === leaf.value;
  if (leaf.type.startsWith("f32")) return Object.is(Math.fround(Number(leaf.value.replace("inf", "Infinity"))), value) || (Number.isNaN(value) && leaf.value.includes("nan"));
  return Number(leaf.value) === Number(value);
}

let compared = 0;
let wrong = 0;
for (const file of files) {
  const said = execFileSync(tool, ["explain", "--json", file], { encoding: "utf8", maxBuffer: 1 << 28 });
  const [explained] = JSON.parse(said).files;
  let root;
  try {
    root = new (await parserOf(explained.format))(new KaitaiStream(new Uint8Array(readFileSync(file)).buffer));
  } catch (error) {
    console.error(`${file}: ${error.message ?? error}`);
    ++wrong;
    continue;
  }
  for (const leaf of explained.fields) {
    if (!leaf.path || leaf.cut) continue;
    ++compared;
    let value;
    try {
      value = follow(root, leaf.path);
    } catch (error) {
      value = undefined;
      console.error(`${file}: ${leaf.path}: ${error.message}`);
    }
    if (same(leaf, value)) continue;
    if (++wrong <= 20) console.error(`${file}: ${leaf.path} is ${leaf.value}, Kaitai reads ${value}`);
  }
}
console.log(`Kaitai: ${compared} values of ${files.length} files, ${parsers.size} formats, ${wrong} wrong`);
process.exit(wrong > 0 || compared === 0 ? 1 : 0);
