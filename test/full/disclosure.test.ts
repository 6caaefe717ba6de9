import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { PHRASES } from "../../src/locales/en/phrases.js";
import { readyAt, startToneWorld, ToneCaller, type ToneWorld } from "../support/index.js";

const CALLS = 50;
/** At once: what the tester's machine can listen to. */
const LINES = 5;
const [DISCLOSURE = ""] = PHRASES.disclosure;
const TALK = ["Hello?", "Who is there?", "Stop.", "I want to speak to a person, please.", "No, no, no, listen to me."];

let house: ToneWorld;

before(async () => {
  house = await startToneWorld("assistants:\n  reception: { answers: [_7XXX] }\n");
});
after(() => house?.[Symbol.asyncDispose]());

/** Works on all of them, some at a time. */
async function all(count: number, work: (at: number) => Promise<string | undefined>): Promise<readonly string[]> {
  const left = Array.from({ length: count }, (_, at) => at);
  const faults: string[] = [];
  const line = async () => {
    for (let at = left.shift(); at !== undefined; at = left.shift()) {
      const fault = await work(at).catch((error: Error) => error.message);
      if (fault !== undefined) faults.push(`${at}: ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: LINES }, line));
  return faults;
}

/** Talks from the first moment until the disclosure and something more were heard. Returns what was wrong, if anything. */
async function talksOver(person: ToneCaller, callId: string, turn: number): Promise<string | undefined> {
  let isHeard = false;
  const talking = (async () => {
    for (let next = turn; !isHeard; next++) await person.says(TALK[next % TALK.length] ?? "");
  })();
  talking.catch(() => {}); // The call may end first.
  try {
    await person.hears(/./, "anything");
    isHeard = true;
    await talking.catch(() => {});
    // What follows shows that the line has played the disclosure to its end.
    await person.hears(() => person.heard.length > 1, "something more");
  } finally {
    isHeard = true;
    await person.call.hangUp();
  }
  const [first] = person.heard;
  const { disclosed_at: at } = (await house.rest.callOver(callId, 20_000)) as unknown as Record<string, unknown>;
  if (first?.text === DISCLOSURE && first.isWhole && typeof at === "string") return undefined;
  return `heard ${JSON.stringify(person.heard)}, disclosed_at: ${String(at)}, call ${callId}`;
}

describe("people who talk over the disclosure from the first moment", { timeout: 600_000 }, () => {
  test(`hear it whole and first in ${CALLS} of ${CALLS} answered calls, whose records say when`, async () => {
    const faults = await all(CALLS, async (at) => {
      const call = await house.dial(`7${100 + at}`, `3${100 + at}`);
      return talksOver(call.caller, call.callId, at);
    });
    assert.deepEqual(faults, []);
  });

  test(`hear it whole and first in ${CALLS} of ${CALLS} placed calls, whose records say when`, async () => {
    // One extension for each line, so that who is called is who answers.
    const free = ["1000", "1001", "1007", "1008", "1011"];
    const faults = await all(CALLS, async (at) => {
      const extension = free.pop() ?? assert.fail("more lines than extensions");
      const ringing = house.world.telephone.answerCallsTo(extension);
      try {
        const { body } = await house.rest.placeCall({
          extension: readyAt(extension),
          message: "Your order is ready. You can pick it up today.",
        });
        const { value: answered } = await ringing.next();
        assert.ok(answered, "not called");
        return await talksOver(await ToneCaller.on(answered), String(body.call_id), at);
      } finally {
        ringing.close();
        free.push(extension);
      }
    });
    assert.deepEqual(faults, []);
  });
});
