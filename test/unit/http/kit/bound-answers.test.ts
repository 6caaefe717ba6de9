import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { boundAnswers } from "../../../../src/http/kit/idempotency.js";
import { jsonAnswer } from "../../../../src/http/kit/endpoint.js";
import { quietLog } from "../../../support/fakes/quiet-log.js";

const MAX = { keys: 32, bytes: 16_000 };

function bound() {
  const state = { enforced: 0, isAway: false };
  const store = {
    dropOldestKeys: async (max: typeof MAX) => {
      assert.deepEqual(max, MAX);
      if (state.isAway) throw new Error("away");
      state.enforced++;
    },
  };
  return { state, kept: boundAnswers({ store, log: quietLog, max: MAX }) };
}

describe("the bound of kept answers", () => {
  it("is enforced with the first answer of a process, and then for every sixteenth part of it", async () => {
    const { state, kept } = bound();
    const answer = jsonAnswer({});
    await kept(answer);
    assert.equal(state.enforced, 1);
    for (let i = 0; i < 8; i++) await kept(answer);
    assert.equal(state.enforced, 5);
  });

  it("is enforced sooner by long answers", async () => {
    const { state, kept } = bound();
    await kept(jsonAnswer({}));
    await kept(jsonAnswer({ text: "a".repeat(1_000) }));
    assert.equal(state.enforced, 2);
  });

  it("is enforced with the next answer where the store was away", async () => {
    const { state, kept } = bound();
    state.isAway = true;
    await kept(jsonAnswer({}));
    state.isAway = false;
    await kept(jsonAnswer({}));
    assert.equal(state.enforced, 1);
  });
});
