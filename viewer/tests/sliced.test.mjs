// SPDX-License-Identifier: MIT
// Bytes in pages: what is read, how often, and what stays.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

const { slicedSource, blobSource, mostRead } = await load('files/sliced');

const kPage = 65_536;
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
const byteAt = (offset) => (offset * 31 + (offset >> 9)) & 0xff;
const bytesAt = (offset, length) => Uint8Array.from({ length }, (_, i) => byteAt(offset + i));

function counted(size) {
  const reads = [];
  const source = slicedSource(size, async (offset, length) => {
    reads.push([offset, length]);
    await null;
    return bytesAt(offset, length);
  });
  return { source, reads };
}

test('bytes within a page, over pages and at the end', async () => {
  const { source, reads } = counted(3 * kPage + 100);
  let told = 0;
  source.onread = () => told++;
  assert.equal(source.read(kPage - 5, 2 * kPage), undefined);
  assert.equal(source.read(kPage - 5, 2 * kPage), undefined);
  await settle();
  assert.deepEqual(source.read(kPage - 5, 2 * kPage), bytesAt(kPage - 5, 2 * kPage));
  assert.equal(source.read(3 * kPage + 90, 50), undefined);
  await settle();
  assert.deepEqual(source.read(3 * kPage + 90, 50), bytesAt(3 * kPage + 90, 10));
  assert.equal(source.read(4 * kPage, 5).length, 0);
  // Each page once, however often it was asked for.
  assert.deepEqual(
    reads.map(([offset]) => offset).sort((a, b) => a - b),
    [0, kPage, 2 * kPage, 3 * kPage],
  );
  assert.equal(told, 4);
  assert.throws(() => source.read(0, mostRead + 1), /too many/);
  assert.throws(() => source.read(-1, 1), /before the begin/);
});

test('a blob is read as it is', async () => {
  const bytes = bytesAt(0, 100_000);
  const source = blobSource(new Blob([bytes]));
  source.read(0, 100_000);
  await settle();
  await settle();
  assert.deepEqual(source.read(0, 100_000), bytes);
});

test('256 pages are held, and those used last stay', async () => {
  const { source, reads } = counted(1000 * kPage);
  const touch = async (page) => {
    source.read(page * kPage, 1);
    await settle();
  };
  for (let page = 0; page < 256; page++) await touch(page);
  assert.ok(source.read(0, 1));
  await touch(256);
  assert.equal(reads.length, 257);
  assert.ok(source.read(0, 1), 'page 0 was used after page 1');
  assert.equal(source.read(kPage, 1), undefined, 'page 1 made room');
});

test('skipped rows are not read', async () => {
  const { source, reads } = counted(100_000 * kPage);
  for (let page = 0; page < 5000; page++) source.read(page * kPage, 16);
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.ok(reads.length <= 4 + 128, `${reads.length} reads`);
  assert.ok(source.read(4999 * kPage, 16));
});

test('a failure is reported and not retried until requested', async () => {
  let broken = true;
  let reads = 0;
  const source = slicedSource(100, async (offset, length) => {
    reads++;
    if (broken) throw new Error('the disk is gone');
    return bytesAt(offset, length);
  });
  let told = 0;
  source.onread = () => told++;
  for (let i = 0; i < 3; i++) {
    source.read(0, 10);
    await settle();
  }
  assert.deepEqual([reads, told, source.failure], [1, 1, 'the disk is gone']);
  broken = false;
  source.forget(50);
  assert.equal(source.failure, undefined);
  source.read(0, 100);
  await settle();
  assert.deepEqual([source.size, source.read(0, 100)], [50, bytesAt(0, 50)]);
});

test('bytes of the file that was there before never show', async () => {
  const answers = [];
  const source = slicedSource(10, () => new Promise((resolve) => answers.push(resolve)));
  let told = 0;
  source.onread = () => told++;
  source.read(0, 10);
  source.forget();
  source.read(0, 10);
  answers[1](new Uint8Array(10).fill(2));
  answers[0](new Uint8Array(10).fill(1));
  await settle();
  assert.deepEqual(source.read(0, 10), new Uint8Array(10).fill(2));
  assert.equal(told, 1);
});
