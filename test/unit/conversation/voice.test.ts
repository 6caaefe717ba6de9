import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { Transcript } from "../../../src/conversation/transcript.js";
import { AT_ONCE, createVoice, type SayLimits } from "../../../src/conversation/voice.js";
import { AttendantError } from "../../../src/kernel/errors.js";
import { Scope } from "../../../src/kernel/scope.js";
import { createLog } from "../../../src/observability/log.js";
import { beginTurn } from "../../../src/turn-taking/turn.js";
import { FakeLine } from "../../support/fakes/fake-line.js";
import { FakeVoice } from "../../support/fakes/fake-voice.js";
import { RecordedSpan } from "../../support/fakes/recorded-span.js";
import { passing } from "../../support/fakes/requests.js";

const SLOW_MS = 5_000;

for (const [what, limits, isWaitedFor] of [
  ["is not waited for by a caller who hears nothing", undefined, false],
  ["is not waited for either when its end is to be told", { ...AT_ONCE, onAllSent: () => {} }, false],
  ["is waited for as long as text-to-speech allows when it comes unasked", {}, true],
] as const satisfies readonly (readonly [string, SayLimits | undefined, boolean])[]) {
  test(`a slow phrase ${what}`, async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const scope = new Scope("call");
    const [line, tts] = [new FakeLine(scope), new FakeVoice()];
    tts.script = () => [passing(SLOW_MS), 1_000];
    const log = createLog({ level: "error", transcripts: false, sink: () => {} });
    const faultTone = new Int16Array(16).fill(-1_000);
    const voice = createVoice({ line, tts, faultTone, transcript: new Transcript("", Date.now), log });
    const turn = beginTurn(scope);
    const said = voice.sayAsTurn(["The timer is over."], turn, limits);
    await passes(0);
    await passes(SLOW_MS - 1);
    await passes(1);
    line.plays();
    await passes(0);
    line.plays();
    await said;
    assert.deepEqual(
      tts.read(line.heard).map(({ text }) => text),
      [isWaitedFor ? "The timer is over." : "(another sound)"],
    );
    scope.end();

    async function passes(ms: number): Promise<void> {
      t.mock.timers.tick(ms);
      for (let i = 0; i < 20; i++) await setImmediate();
    }
  });
}

test("a phrase has a span for each of its sentences, also when the voice fails at it", async () => {
  const [scope, span] = [new Scope("call"), new RecordedSpan()];
  const [line, tts] = [new FakeLine(scope), new FakeVoice()];
  tts.script = (text) => (text === "Goodbye." ? [new AttendantError("tts_failed", "It is away.")] : undefined);
  const log = createLog({ level: "error", transcripts: false, sink: () => {} });
  const faultTone = new Int16Array(16).fill(-1_000);
  const voice = createVoice({ line, tts, faultTone, transcript: new Transcript("", Date.now), span, log });
  const turn = beginTurn(scope);
  const said = voice.sayAsTurn(["Thank you.", "Goodbye."], turn);
  for (let i = 0; i < 40; i++) {
    await setImmediate();
    line.plays();
  }
  await said;
  turn.scope.end();
  await turn.scope.closed;
  assert.deepEqual(span.tree, [
    "turn phrase",
    "turn phrase › text_to_speech",
    "turn phrase › text_to_speech: tts_failed",
  ]);
  scope.end();
});
