import assert from "node:assert/strict";
import { test } from "node:test";
import { Call } from "../../../../src/calls/record/call.js";
import { keepTranscript } from "../../../../src/calls/record/keep-call.js";
import { Transcript } from "../../../../src/conversation/transcript.js";
import { WaitsInMemory } from "../../../../src/records/store-away.js";
import { quietLog } from "../../../support/fakes/quiet-log.js";

for (const [what, error, lines] of [
  ["waits in memory is told by the health of the store alone", new WaitsInMemory("The store is away."), []],
  ["cannot be kept is told of in the log", new Error("no room"), ["transcript_not_recorded"]],
] as const) {
  test(`what was said and ${what}`, async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const transcript = Transcript.resumed("", [{ at: 1, who: "caller", text: "hello" }], Date.now);
    const first = { callId: "one", owner: "me", direction: "inbound", extension: "8000", status: "ringing" } as const;
    const leaving = new AbortController();
    const [logged, asked]: [string[], string[]] = [[], []];
    const log = { ...quietLog, warn: (event: string) => void logged.push(event) };
    const records = {
      saveTranscript: (callId: string) => {
        asked.push(callId);
        return Promise.reject(error);
      },
    };
    const keeping = keepTranscript(new Call(first, transcript, Date.now), leaving.signal, { records, log });
    t.mock.timers.tick(1_000);
    await new Promise(setImmediate);
    leaving.abort(new Error("over"));
    await assert.rejects(keeping, /over/);
    assert.deepEqual(asked, ["one"]);
    assert.deepEqual(logged, lines);
  });
}
