import assert from "node:assert/strict";
import { test } from "node:test";
import { createOwedOpening, type OwedOpening } from "../../../src/conversation/opening.js";
import { Scope } from "../../../src/kernel/scope.js";
import { beginTurn, type Turn } from "../../../src/turn-taking/turn.js";

const PRESSED = { kind: "key", key: "5" } as const;

/** Returns the number of events set aside that come back. */
function kept(first: OwedOpening): number {
  let events = 0;
  first.waits({ put: () => events++, open: () => {}, isCallerQuiet: true });
  return events;
}

test("what the caller does over the disclosure is dropped before an opening that is fixed, and kept after it", async () => {
  await using scope = new Scope("test");
  const first = createOwedOpening({ press: "0" }, { phrase: "A machine.", onHeard: () => {} }, { isHeld: () => false });
  const turns: Turn[] = [];
  const say = () => turns[turns.push(beginTurn(scope)) - 1] as Turn;
  for (const _ of ["first", "once more"]) {
    assert.ok(first.disclose(say, () => {}));
    assert.equal(first.setsAside(PRESSED, turns.at(-1)), true);
  }
  assert.equal(
    first.disclose(say, () => {}),
    false,
    "it could not be said twice",
  );
  assert.equal(kept(first), 0);

  first.open({ answerTo: say, say, pressKey: say });
  const opened = turns.at(-1) as Turn;
  opened.spoken.begin("One moment.")();
  first.over(opened);
  assert.ok(first.disclose(say, () => {}));
  const late = turns.at(-1) as Turn;
  assert.equal(first.setsAside(PRESSED, late), true);
  late.spoken.begin("A machine.")();
  late.scope.end();
  assert.equal(kept(first), 1);
});

for (const [what, opening, isGreeted] of [
  ["phrases", { say: ["Welcome."] }, true],
  ["an answer", { answerTo: "When do you open?" }, false],
  ["a key", { press: "0" }, false],
] as const) {
  test(`a caller may ${isGreeted ? "" : "not "}greet back over an opening with ${what}`, async () => {
    await using scope = new Scope("test");
    const begun = beginTurn(scope);
    const begin = () => begun;
    createOwedOpening(opening, undefined, { isHeld: () => false }).open({
      answerTo: begin,
      say: begin,
      pressKey: begin,
    });
    assert.equal(begun.isOpening, isGreeted);
  });
}
