import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { createPhrasebook } from "../../../src/conversation/phrasebook.js";
import { beginTurn } from "../../../src/turn-taking/turn.js";
import { fillSilence } from "../../../src/conversation/fill-silence.js";
import { Scope } from "../../../src/kernel/scope.js";
import { FakeLine } from "../../support/fakes/fake-line.js";
import { PHRASES } from "../../support/fakes/talk.js";
import { quietLog } from "../../support/fakes/quiet-log.js";

const THINKING = ["One moment.", "Let me see.", "Just a second."];

/** A caller who waits from now on; each phrase is a second of samples of its own value, the tone half a second of -1. */
function waiting(t: TestContext, fillerAfterMs: number, cached: readonly string[] = THINKING, silentMs = 0) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const scope = new Scope("call");
  t.after(() => scope.end());
  const line = new FakeLine(scope);
  const turn = beginTurn(scope);
  const wait = fillSilence(
    turn,
    {
      line,
      phrasebook: createPhrasebook({ ...PHRASES, thinking: THINKING }, (phrase) =>
        cached.includes(phrase) ? new Int16Array(16_000).fill(THINKING.indexOf(phrase) + 1) : undefined,
      ),
      waitingTone: new Int16Array(8_000).fill(-1),
      fillerAfterMs,
      turnDeadlineMs: 3_600_000,
      log: quietLog,
    },
    { scope: turn.scope.child("waiting"), since: performance.now() - silentMs, failure: "Nothing happened" },
  );
  const heard = () => {
    line.plays();
    return line.heard.map(([value]) => value);
  };
  return { wait, line, turn, heard, passes: (ms: number) => t.mock.timers.tick(ms) };
}

test("told never to fill, nothing is said however long it takes", (t) => {
  const { passes, heard, wait } = waiting(t, 0);
  passes(30_000);
  wait.sent(1_000);
  passes(30_000);
  assert.deepEqual(heard(), []);
});

test("of several phrases none is said twice in a row", (t) => {
  const { passes, heard } = waiting(t, 1_200);
  for (let times = 0; times < 15; times++) passes(20_000);
  const said = heard();
  assert.ok(said.length > 10);
  assert.ok(said.every((each, at) => each !== said[at - 1]));
});

test("a phrase that is not cached is not waited for: of those that are one is said, else a tone", (t) => {
  const one = waiting(t, 1_200, ["Let me see."]);
  one.passes(1_300);
  assert.deepEqual(one.heard(), [2]);
  t.mock.timers.reset();
  const none = waiting(t, 1_200, []);
  none.passes(1_300);
  assert.deepEqual(none.heard(), [-1]);
});

test("nothing is said while the reply sounds, nor once the wait is over", (t) => {
  const { wait, passes, heard, turn } = waiting(t, 1_200);
  passes(1_000);
  wait.sent(5_000);
  passes(6_100);
  assert.deepEqual(heard(), []);
  turn.scope.end();
  passes(10_000);
  assert.deepEqual(heard(), []);
});

test("a turn whose endpoint alone takes two seconds does not use up what is left of three", (t) => {
  const { passes, heard } = waiting(t, 1_200, THINKING, 2_000);
  passes(290);
  assert.deepEqual(heard(), [], "a reply that is nearly there comes first");
  passes(30);
  assert.equal(heard().length, 1);
});
