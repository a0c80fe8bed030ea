// SPDX-License-Identifier: MIT
// Scenes of a few squares, whose pixels the rules of their formats give: what is in front, what is
// seen from behind, what is cut and what is mixed.
import { deflateSync } from 'node:zlib';

const table = Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n >>> 0;
});
const crc = (bytes) => (bytes.reduce((sum, byte) => table[(sum ^ byte) & 255] ^ (sum >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0;

/** A PNG whose texel at x, y is `paint(x, y)`, RGBA. */
export function png(width, height, paint) {
  const chunk = (kind, body) => {
    const inside = Buffer.concat([Buffer.from(kind), body]), out = Buffer.alloc(8 + inside.length);
    out.writeUInt32BE(body.length, 0);
    inside.copy(out, 4);
    out.writeUInt32BE(crc(inside), 4 + inside.length);
    return out;
  };
  const head = Buffer.from([0, 0, 0, width, 0, 0, 0, height, 8, 6, 0, 0, 0]);
  const rows = Buffer.from(Array.from({ length: height }, (_, y) =>
    [0, ...Array.from({ length: width }, (_, x) => paint(x, y)).flat()]).flat());
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

const linear = { red: [1, 0, 0, 1], green: [0, 1, 0, 1], blue: [0, 0, 1, 1], white: [1, 1, 1, 1], yellow: [1, 1, 0, 1] };

/** A glTF file of unlit squares. Each: where its middle is, its color, and how it is different:
 * `half` its size, `material` members, `turned` to look away, `scale` of its node, `texture` RGBA of
 * the left and of the right half. */
export function gltfOf(squares) {
  const buffers = [], file = {
    asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: squares.map((_, i) => i) }], extensionsUsed: ['KHR_materials_unlit'],
    nodes: [], meshes: [], materials: [], accessors: [], bufferViews: [], samplers: [{ magFilter: 9728, minFilter: 9728 }], textures: [], images: [],
  };
  let size = 0;
  const add = (bytes) => {
    file.bufferViews.push({ buffer: 0, byteOffset: size, byteLength: bytes.length });
    const whole = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
    size += whole.length;
    buffers.push(whole);
    return file.bufferViews.length - 1;
  };
  const floats = (numbers, type, bounds = {}) => {
    const width = type === 'VEC3' ? 3 : 2;
    file.accessors.push({ bufferView: add(Buffer.from(Float32Array.from(numbers).buffer)), componentType: 5126, count: numbers.length / width, type, ...bounds });
    return file.accessors.length - 1;
  };
  squares.forEach(({ at, color, half = 1, material = {}, turned = false, scale, texture }, i) => {
    const corners = [[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0]];
    const order = turned ? [0, 2, 1, 0, 3, 2] : [0, 1, 2, 0, 2, 3];
    const position = floats(order.flatMap((k) => corners[k]), 'VEC3', { min: [-half, -half, 0], max: [half, half, 0] });
    const uv = floats(order.flatMap((k) => [corners[k][0] / half / 2 + 0.5, 0.5 - corners[k][1] / half / 2]), 'VEC2');
    file.meshes.push({ primitives: [{ attributes: { POSITION: position, TEXCOORD_0: uv }, material: i }] });
    const base = { baseColorFactor: linear[color ?? 'white'] };
    if (texture) {
      file.images.push({ bufferView: add(png(2, 1, (x) => texture[x])), mimeType: 'image/png' });
      file.textures.push({ sampler: 0, source: file.images.length - 1 });
      base.baseColorTexture = { index: file.textures.length - 1 };
    }
    file.materials.push({ pbrMetallicRoughness: base, extensions: { KHR_materials_unlit: {} }, ...material });
    file.nodes.push({ name: `square ${i}`, mesh: i, translation: at, ...(scale ? { scale } : {}) });
  });
  const data = Buffer.concat(buffers);
  file.buffers = [{ byteLength: data.length, uri: `data:application/octet-stream;base64,${data.toString('base64')}` }];
  for (const name of ['textures', 'images']) if (file[name].length === 0) delete file[name];
  return Buffer.from(JSON.stringify(file));
}

/** Two files of Super Mario 64: a layout and its lists. Each square: `layer`, middle, half its size,
 * and the commands that say how it looks. Its texture coordinates go once over the texture. */
export function sm64Of(squares) {
  const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]];
  const lists = squares.map(({ at: [x, y, z], half = 50, look, texels = 4, turned = false }, i) => {
    const vertices = corners.map(([a, b]) => `{{{${x + half * a}, ${y + half * b}, ${z}}, 0, {${(a + 1) * 16 * texels}, ${(1 - b) * 16 * texels}}, {0, 0, 127, 255}}},`);
    const [p, q] = turned ? [2, 1] : [1, 2], [r, s] = turned ? [3, 2] : [2, 3];
    return `static const Vtx vertices_${i}[] = {\n${vertices.join('\n')}\n};\nconst Gfx list_${i}[] = {\n    ${look},\n` +
      `    gsSPVertex(vertices_${i}, 4, 0),\n    gsSP2Triangles(0, ${p}, ${q}, 0x0, 0, ${r}, ${s}, 0x0),\n    gsSPEndDisplayList(),\n};\n`;
  });
  // Four by four texels of RGBA 16: red, there on the left and not on the right. Eight by two of
  // IA 8: white, 6 of 15 parts there on the left and 11 on the right.
  const holes = Array(4).fill('0xF8, 0x01, 0xF8, 0x01, 0xF8, 0x00, 0xF8, 0x00').join(', ');
  const smooth = Array(2).fill('0xF6, 0xF6, 0xF6, 0xF6, 0xFB, 0xFB, 0xFB, 0xFB').join(', ');
  return {
    'geo.inc.c': 'const GeoLayout squares_geo[] = {\n    GEO_ANIMATED_PART(LAYER_OPAQUE, 0, 0, 0, NULL),\n    GEO_OPEN_NODE(),\n' +
      squares.map(({ layer = 'LAYER_OPAQUE' }, i) => `        GEO_DISPLAY_LIST(${layer}, list_${i}),\n`).join('') +
      '    GEO_CLOSE_NODE(),\n    GEO_END(),\n};\n',
    'model.inc.c': `ALIGNED8 static const Texture holes[] = { ${holes} };\nALIGNED8 static const Texture smooth[] = { ${smooth} };\n${lists.join('')}`,
  };
}
const texture = (name, kind, width, height) => `gsSPTexture(0xFFFF, 0xFFFF, 0, G_TX_RENDERTILE, G_ON), gsDPSetTextureFilter(G_TF_POINT), ` +
  `gsDPLoadTextureBlock(${name}, ${kind}, ${width}, ${height}, 0, G_TX_CLAMP, G_TX_CLAMP, 0, 0, G_TX_NOLOD, G_TX_NOLOD)`;
const combined = (mode) => `gsDPSetCombineMode(${mode}, ${mode})`;
const sides = 'gsSPSetGeometryMode(G_CULL_BACK), gsSPClearGeometryMode(G_CULL_FRONT)';
/** How squares of Super Mario 64 look. */
export const looks = {
  paint: (r, g, b) => `${sides}, gsDPSetPrimColor(0, 0, ${r}, ${g}, ${b}, 255), ${combined('G_CC_PRIMITIVE')}`,
  holes: `${sides}, ${texture('holes', 'G_IM_FMT_RGBA, G_IM_SIZ_16b', 4, 4)}, ${combined('G_CC_DECALRGBA')}`,
  faded: `${sides}, ${texture('holes', 'G_IM_FMT_RGBA, G_IM_SIZ_16b', 4, 4)}, gsDPSetEnvColor(255, 255, 255, 128), ${combined('G_CC_DECALFADEA')}`,
  smooth: `${sides}, ${texture('smooth', 'G_IM_FMT_IA, G_IM_SIZ_8b', 8, 2)}, ${combined('G_CC_DECALRGBA')}`,
};

/** A model of CraftStudio (docs/spec/craftstudio.md, 5). Each block: its size in pixels, its middle
 * in pixels, its scale, and the places of its six pictures in the texture. */
export function csmodelOf(blocks, texture) {
  const parts = [];
  const word = (value) => parts.push(Buffer.from(Uint16Array.of(value).buffer));
  const floats = (...values) => parts.push(Buffer.from(Float32Array.from(values).buffer));
  parts.push(Buffer.from([0]));
  [5, blocks.length, blocks.length].forEach(word);
  blocks.forEach(({ size, at, scale = [1, 1, 1], faces }, i) => {
    const name = `block ${i}`;
    [i, 65535].forEach(word);
    parts.push(Buffer.from([name.length]), Buffer.from(name));
    floats(...at.map((v) => v / 16), 0, 0, 0, ...scale, 1, 0, 0, 0);
    size.forEach(word);
    parts.push(Buffer.from([2]), Buffer.from(Int32Array.from(faces.flat()).buffer), Buffer.alloc(6));
  });
  parts.push(Buffer.from(Uint32Array.of(texture.length).buffer), texture);
  word(0);
  return Buffer.concat(parts);
}
