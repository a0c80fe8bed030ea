// SPDX-License-Identifier: MIT
// The page in one file: what went in comes out, and nothing in it can break out of its place. The
// elements are found as Python's HTML parser sees them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';
import { python } from './python.mjs';

const { makeStandalone, readStandalone } = await load('out/standalone');

function parsed(html) {
  const elements = python(
    `
import html.parser, json, sys
class Page(html.parser.HTMLParser):
    elements, open = [], None
    def handle_starttag(self, tag, attributes):
        self.open = {"tag": tag, "attributes": dict(attributes), "text": ""}
        self.elements.append(self.open)
    def handle_data(self, data):
        if self.open: self.open["text"] += data
    def handle_endtag(self, tag): self.open = None
page = Page()
page.feed(open(sys.argv[1], encoding="utf-8").read())
print(json.dumps(page.elements))
`,
    html,
  );
  return {
    elements,
    getElementById(id) {
      const found = elements.filter(({ attributes }) => attributes.id === id);
      assert.ok(found.length < 2, `one element ${id}`);
      return found[0] ? { textContent: found[0].text } : null;
    },
  };
}

const bytes = (size, seed) =>
  Uint8Array.from({ length: size }, (_, i) => (Math.imul(i + seed, 2654435761) >>> 11) & 0xff);
const evil =
  '</script><script>alert(1)</script><!-- <script> ]]> </style> $& $1 \u2028 é \u{1F600}';
const parts = {
  page: `globalThis.shown = ["</script>", '<!--<script>', \`</SCRIPT >\`, "\\x3C/script", "$&", "é"]; globalThis.matches = /<\\/script>/u.test("</script>");`,
  css: 'p::after { content: "</style><b>"; color: red }',
  wasm: [bytes(100_000, 1), bytes(50_000, 2)],
  files: [
    { path: 'm/evil.html', bytes: new TextEncoder().encode(evil) },
    { path: evil, bytes: bytes(70_001, 5) },
    { path: 'empty', bytes: new Uint8Array(0) },
    { path: 'zeros', bytes: new Uint8Array(3_000_000) },
  ],
  state: { clip: evil, frame: 1.5, nested: { list: [1, null, true] } },
  title: 'walk & <run>',
};

test('state, files and module round-trip with any characters', async () => {
  const page = parsed(makeStandalone(parts));
  const read = await readStandalone(page);
  assert.deepEqual(read.state, parts.state);
  assert.deepEqual(
    read.files,
    parts.files.map(({ path, bytes }) => ({ path, bytes })),
  );
  assert.deepEqual(read.wasm, parts.wasm);
  assert.deepEqual(read.title, parts.title);
});

test('the page contains exactly the written elements', () => {
  const { elements, getElementById } = parsed(makeStandalone(parts));
  assert.deepEqual(
    elements.map(({ tag }) => tag),
    [
      'html',
      'head',
      'meta',
      'meta',
      'meta',
      'title',
      'style',
      'body',
      'div',
      ...Array(8).fill('script'),
    ],
  );
  assert.deepEqual(
    elements.filter(({ tag }) => tag === 'script').map(({ attributes }) => attributes.type),
    ['application/json', ...Array(6).fill('text/plain'), 'module'],
  );
  assert.equal(elements.find(({ tag }) => tag === 'title').text, 'walk & <run>');
  assert.equal(
    getElementById('anmkit-style').textContent.replace('<\\/style', '</style'),
    parts.css,
  );
  const policy = elements.find(
    ({ attributes }) => attributes['http-equiv'] === 'Content-Security-Policy',
  ).attributes.content;
  assert.equal(
    policy,
    "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; img-src blob: data:; connect-src data: blob:",
  );
  // The policy comes before anything that it must hold.
  assert.ok(
    elements.findIndex(({ attributes }) => attributes['http-equiv']) <
      elements.findIndex(({ tag }) => tag === 'style'),
  );
});

test('the script runs unchanged', async () => {
  const script = parsed(makeStandalone(parts)).getElementById('anmkit-page').textContent;
  assert.ok(!/<\/script|<!--/i.test(script));
  await import(`data:text/javascript;base64,${Buffer.from(script).toString('base64')}`);
  assert.deepEqual(globalThis.shown, [
    '</script>',
    '<!--<script>',
    '</SCRIPT >',
    '</script',
    '$&',
    'é',
  ]);
  assert.equal(globalThis.matches, true);
});

test('equal parts give equal pages, also from a standalone page', async () => {
  const html = makeStandalone(parts);
  assert.equal(makeStandalone(parts), html);
  assert.equal(makeStandalone(await readStandalone(parsed(html))), html);
  assert.ok(html.length < 400_000, 'zeros are packed');
});

test('other pages are rejected, damage gives a message', async () => {
  assert.equal(await readStandalone({ getElementById: () => null }), undefined);
  const html = makeStandalone(parts);
  const without = (id) => parsed(html.replace(`id="${id}"`, 'id="x"'));
  await assert.rejects(
    readStandalone(without('anmkit-file-1')),
    /This page is damaged: .* is missing\./s,
  );
  await assert.rejects(readStandalone(without('anmkit-wasm-1')), /the module is missing/);
  await assert.rejects(
    readStandalone(parsed(html.replace('"size":3000000', '"size":2999999'))),
    /zeros is longer than it was/,
  );
  await assert.rejects(
    readStandalone(parsed(html.replace('"size":3000000', '"size":3000001'))),
    /zeros is shorter than it was/,
  );
  await assert.rejects(
    readStandalone(parsed(html.replace('{"version":1', '{"version":2'))),
    /of version 2/,
  );
  await assert.rejects(
    readStandalone(parsed(html.replace('{"version":1', '{"version'))),
    /This page is damaged/,
  );
});
