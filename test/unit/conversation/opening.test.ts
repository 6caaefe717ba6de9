import assert from "node:assert/strict";
import { test } from "node:test";
import { createOwedOpening, type OwedOpening } from "../../../src/conversation/opening.js";
import { Scope } from "../../../src/kernel/scope.js";
import { beginTurn, type Turn } from "../../../src/turn-taking/turn.js";

const PRESSED = { kind: "key", key: "5" } as const;

/** Returns the number of events that a turn sets aside which come back after it. */
function keptOver(turn: Turn | undefined, first: OwedOpening): number {
  let kept = 0;
  assert.equal(first.setsAside(PRESSED, turn), true);
  first.waits({ put: () => kept++, open: () => {}, isCallerQuiet: true });
  return kept;
}

test("what the caller does over the disclosure is dropped before an opening that is fixed, and kept after it", async () => {
  await using scope = new Scope("test");
  const first = createOwedOpening({ press: "0" }, { phrase: "A machine.", onHeard: () => {} });
  const turns: Turn[] = [];
  const say = () => turns[turns.push(beginTurn(scope)) - 1] as Turn;
  assert.ok(first.disclose(say, () => {}));
  assert.equal(keptOver(turns.at(-1), first), 0);
  assert.ok(first.disclose(say, () => {}, turns.at(-1)));
  assert.equal(
    first.disclose(say, () => {}, turns.at(-1)),
    false,
    "it could not be said twice",
  );

  first.open({ answerTo: say, say, pressKey: say });
  const opened = turns.at(-1) as Turn;
  opened.spoken.begin("One moment.")();
  assert.ok(first.disclose(say, () => {}, opened));
  assert.equal(keptOver(turns.at(-1), first), 1);
});
