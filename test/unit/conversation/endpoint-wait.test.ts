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
  assert.deepEqual(all(createEndpointWait(700)), [539, 910, 1_155, 1_295]);
  assert.deepEqual(all(createEndpointWait(1_000)), [770, 1_300, 1_650, 1_850]);
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
  assert.deepEqual(all(wait), [809, 1_050, 1_155, 1_295]);
});

test("whether they have paused is a question of the present utterance", () => {
  const wait = createEndpointWait(700);
  assert.equal(wait.hasPaused, false);
  wait.paused(300);
  assert.equal(wait.hasPaused, true);
  wait.finished();
  assert.equal(wait.hasPaused, false);
});

test("not for ever longer", () => {
  const wait = createEndpointWait(700);
  hears(wait, 3_000);
  assert.deepEqual(all(wait), [809, 1_050, 1_155, 1_295]);
});

test("a caller who has not paused in three utterances is waited for less", () => {
  const wait = createEndpointWait(700);
  hears(wait, 0, 0);
  assert.equal(wait.usualMs, 700);
  hears(wait, 250);
  assert.deepEqual(all(wait), [458, 774, 982, 1_101]);
  assert.equal(wait.afterLast("closed"), 625, "where only words tell the end, too");
});

test("a pause is forgotten after five utterances", () => {
  const wait = createEndpointWait(700);
  hears(wait, 900, 0, 0, 0, 0);
  assert.equal(wait.usualMs, 1_050);
  hears(wait, 0);
  assert.equal(wait.usualMs, 595);
});

test("time in which something sounds and no word is added is shorter, unless something has to follow", () => {
  const wait = createEndpointWait(700);
  assert.deepEqual(
    (["finished", "closed", "open", "unfinished"] as const).map((words) => wait.afterLast(words)),
    [539, 735, 735, 1_295],
  );
  wait.paused(1_000);
  assert.equal(wait.afterLast("closed"), 735, "what looks like a pause there may be a noise's");
});
