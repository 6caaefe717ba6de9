import assert from "node:assert/strict";
import { test } from "node:test";
import { createEndpointWait, type EndpointWait } from "../../../src/conversation/endpoint-wait.js";

/** So many utterances of a caller who pauses for so long in each. */
function hears(wait: EndpointWait, ...pausesMs: readonly number[]): void {
  for (const ms of pausesMs) {
    if (ms > 0) wait.paused(ms);
    wait.finished();
  }
}

function all(wait: EndpointWait): readonly number[] {
  return [wait.after("finished"), wait.after("closed"), wait.after("open"), wait.after("unfinished")];
}

test("the words move the silence that was set, to both sides", () => {
  assert.deepEqual(all(createEndpointWait(700)), [560, 700, 735, 1_190]);
  assert.deepEqual(all(createEndpointWait(1_000)), [800, 1_000, 1_050, 1_700]);
});

test("a fixed one stays, whatever is said and however the caller pauses", () => {
  const wait = createEndpointWait(700, true);
  hears(wait, 900, 900);
  assert.deepEqual(all(wait), [700, 700, 700, 700]);
  assert.equal(wait.usualMs, 700);
});

test("a caller who pauses for 900 ms is waited for longer at once, within the same utterance", () => {
  const wait = createEndpointWait(700);
  wait.paused(900);
  assert.deepEqual(all(wait), [840, 1_050, 1_050, 1_190]);
});

test("not for ever longer", () => {
  const wait = createEndpointWait(700);
  hears(wait, 3_000);
  assert.deepEqual(all(wait), [840, 1_050, 1_050, 1_190]);
});

test("a caller who has not paused in three utterances is waited for less", () => {
  const wait = createEndpointWait(700);
  hears(wait, 0, 0);
  assert.equal(wait.usualMs, 700);
  hears(wait, 250);
  assert.deepEqual(all(wait), [476, 595, 625, 1_012]);
});

test("a pause is forgotten after five utterances", () => {
  const wait = createEndpointWait(700);
  hears(wait, 900, 0, 0, 0, 0);
  assert.equal(wait.usualMs, 1_050);
  hears(wait, 0);
  assert.equal(wait.usualMs, 595);
});
