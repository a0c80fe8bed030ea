// SPDX-License-Identifier: MIT
// Which frame is shown as time goes by, and what a script's machine did.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

const { advance, stepped } = await load('app/clock');
const { instructionsOf, readTrace, stepAt, variablesAt } = await load('app/trace');

const range = { first: 10, last: 20 };

test('a loop wraps and keeps the remainder', () => {
  assert.deepEqual(advance(19, 0.1, 30, range, 'loop', 1), { frame: 12, direction: 1, goesOn: true });
  assert.equal(advance(10, 1, 30, range, 'loop', 1).frame, 10);
  assert.equal(advance(12, -0.1, 30, range, 'loop', 1).frame, 19);
});

test('once stops at the end', () => {
  assert.deepEqual(advance(19, 1, 30, range, 'once', 1), { frame: 20, direction: 1, goesOn: false });
  assert.deepEqual(advance(12, 0.1, 30, range, 'once', 1), { frame: 15, direction: 1, goesOn: true });
});

test('there and back again', () => {
  assert.deepEqual(advance(19, 0.1, 30, range, 'bounce', 1), { frame: 18, direction: -1, goesOn: true });
  assert.deepEqual(advance(11, 0.1, 30, range, 'bounce', -1), { frame: 12, direction: 1, goesOn: true });
  assert.equal(advance(12, 0.1, 30, range, 'bounce', 1).frame, 15);
});

test('a still has one frame', () => {
  assert.deepEqual(advance(0, 1, 30, { first: 0, last: 0 }, 'loop', 1), { frame: 0, direction: 1, goesOn: true });
  assert.equal(advance(0, 1, 30, { first: 0, last: 0 }, 'once', 1).goesOn, false);
});

test('steps land on whole frames inside the range', () => {
  assert.equal(stepped(12.5, 1, range), 13);
  assert.equal(stepped(12.5, -1, range), 12);
  assert.equal(stepped(12, -1, range), 11);
  assert.equal(stepped(20, 1, range), 20);
  assert.equal(stepped(10, -1, range), 10);
});

const trace = readTrace(`tick 0
  #0 blend 255
  #1 set 0 2 2
    @0: 0 -> 2
  #3 image @1=0 3 3
  = image 0 blend 255 disp 1 at 0,0
tick 3
  #4 add 1 1
    @1: 0 -> 1
  #3 image @1=1 3 3
  = image 1 blend 255 disp 1 at 0,0
`);

test('instructions of a trace, each once, in their order', () => {
  assert.deepEqual(instructionsOf(trace).map((one) => one.at), [0, 1, 3, 4]);
  assert.equal(instructionsOf(trace)[2].text, 'image @1=1 3 3');
});

test('variables and the instruction at a tick', () => {
  assert.deepEqual(variablesAt(trace, 2), [['@0', '2']]);
  assert.deepEqual(variablesAt(trace, 3), [['@0', '2'], ['@1', '1']]);
  assert.equal(trace.steps[stepAt(trace, 2)].at, 3);
  assert.equal(trace.steps[stepAt(trace, 9)].tick, 3);
  assert.equal(stepAt(trace, -1), -1);
});
