import assert from "node:assert/strict";
import { test } from "node:test";
import { createEndpoint, type Endpoint } from "../../../../src/turn-taking/endpoint/wait-rules.js";

/** So many utterances of a caller who pauses for so long in each. */
function hears(endpoint: Endpoint, ...pausesMs: readonly number[]): void {
  for (const ms of pausesMs) {
    if (ms > 0) endpoint.pace.paused(ms);
    endpoint.pace.finished();
  }
}

function all(endpoint: Endpoint): readonly number[] {
  return (["finished", "closed", "open", "unfinished"] as const).map((words) => endpoint.wait(words).ms);
}

test("the words move the silence that was set, to both sides", () => {
  assert.deepEqual(all(createEndpoint(700)), [539, 910, 1_155, 1_295]);
  assert.deepEqual(all(createEndpoint(1_000)), [770, 1_300, 1_650, 1_850]);
});

test("a fixed wait stays, whatever is said and however the caller pauses", () => {
  const endpoint = createEndpoint(700, true);
  hears(endpoint, 900, 900);
  assert.deepEqual(all(endpoint), [700, 700, 700, 700]);
  assert.equal(endpoint.wait().ms, 700);
});

test("a caller who pauses for 900 ms is waited for longer at once, within the same utterance", () => {
  const endpoint = createEndpoint(700);
  endpoint.pace.paused(900);
  assert.deepEqual(all(endpoint), [809, 1_050, 1_155, 1_295]);
});

test("whether they have paused is a question of the present utterance", () => {
  const endpoint = createEndpoint(700);
  assert.equal(endpoint.pace.hasPaused, false);
  endpoint.pace.paused(300);
  assert.equal(endpoint.pace.hasPaused, true);
  endpoint.pace.finished();
  assert.equal(endpoint.pace.hasPaused, false);
});

test("the wait does not grow for ever", () => {
  const endpoint = createEndpoint(700);
  hears(endpoint, 3_000);
  assert.deepEqual(all(endpoint), [809, 1_050, 1_155, 1_295]);
});

test("a caller who has not paused in three utterances is waited for less", () => {
  const endpoint = createEndpoint(700);
  hears(endpoint, 0, 0);
  assert.equal(endpoint.wait().ms, 700);
  hears(endpoint, 250);
  assert.deepEqual(all(endpoint), [458, 774, 982, 1_101]);
  assert.equal(endpoint.withoutWords("closed"), 625, "where only words tell the end, too");
});

test("a pause is forgotten after five utterances", () => {
  const endpoint = createEndpoint(700);
  hears(endpoint, 900, 0, 0, 0, 0);
  assert.equal(endpoint.wait().ms, 1_050);
  hears(endpoint, 0);
  assert.equal(endpoint.wait().ms, 595);
});

test("time in which something sounds and no word is added is shorter, unless something has to follow", () => {
  const endpoint = createEndpoint(700);
  assert.deepEqual(
    (["finished", "closed", "open", "unfinished"] as const).map((words) => endpoint.withoutWords(words)),
    [539, 735, 735, 1_295],
  );
  endpoint.pace.paused(1_000);
  assert.equal(endpoint.withoutWords("closed"), 735, "what looks like a pause there may be a noise's");
});

test("the rule that decided is named", () => {
  const endpoint = createEndpoint(700);
  assert.deepEqual(endpoint.wait(), { ms: 700, why: "silence" });
  assert.deepEqual(endpoint.wait("closed"), { ms: 910, why: "words" });
  assert.deepEqual(endpoint.wait("closed", 400), { ms: 400, why: "stable transcript" });
  assert.deepEqual(endpoint.wait("closed", 2_000), { ms: 910, why: "words" });
  endpoint.pace.paused(900);
  assert.deepEqual(endpoint.wait("closed"), { ms: 1_050, why: "pace" });
  assert.deepEqual(createEndpoint(700, true).wait("closed", 400), { ms: 700, why: "fixed" });
});
