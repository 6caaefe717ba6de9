import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import {
  Controller,
  recognise,
  says,
  SHORT_PERIODS,
  startWorld,
  type TelephoneCall,
  whereSaid,
  longestSilence,
  type World,
  FULL,
} from "../support/index.js";

/** `TEST_FORM=full`: every back end in every way, with the periods that come with the service, both ends of a transfer, and a restart in between. */
const WHOLE = { skip: FULL ? false : "takes minutes: TEST_FORM=full" };
/** What a caller may have to bear. */
const MAX_SILENCE_MS = 3_000;
/** Of each back end: as long as it can be heard in the silences between the fillers. */
const TIMEOUT_MS = FULL ? "6000" : "3500";
/** So long after a failure the phrase that says so is under way. */
const NOTICE_MS = 1_500;
const QUESTION = "how much is seven times six";
const ANSWER = /forty two/;
const OPERATOR = "1001";

let world: World;
let controller: Controller;

before(async () => {
  world = await startWorld();
  controller = await world.startController({
    ...(FULL ? {} : SHORT_PERIODS),
    BACKEND_TIMEOUT_MS: TIMEOUT_MS,
    TOOL_TIMEOUT_MS: TIMEOUT_MS,
    FILLER_AFTER_MS: "1200",
    OPERATOR_EXTENSION: OPERATOR,
  });
});
after(() => world[Symbol.asyncDispose]());

interface Fault {
  /** Whether it is left to the full form. */
  readonly isRare?: boolean;
  readonly culprits: readonly ("stt" | "llm" | "tts")[];
  begin(): unknown;
  /** How it is undone; by mending all back ends unless given. */
  end?(): unknown;
}

const FAULTS: Readonly<Record<string, Fault>> = {
  "speech-to-text hangs": { isRare: true, culprits: ["stt"], begin: () => world.speech.transcriptions.hang() },
  "speech-to-text answers with a page": { culprits: ["stt"], begin: () => world.speech.transcriptions.nonsense() },
  "the model fails": { isRare: true, culprits: ["llm"], begin: () => world.model.completions.failWith(500) },
  "the model hangs": { culprits: ["llm"], begin: () => world.model.completions.hang() },
  "text-to-speech fails": { culprits: ["tts"], begin: () => world.speech.speech.failWith(500) },
  "text-to-speech hangs": { isRare: true, culprits: ["tts"], begin: () => world.speech.speech.hang() },
  "all of them hang": {
    isRare: true,
    culprits: ["stt"],
    begin: () => {
      world.speech.transcriptions.hang();
      world.model.completions.hang();
      world.speech.speech.hang();
    },
  },
  "all of them are gone": {
    culprits: ["stt"],
    begin: () => Promise.all([world.speech.stop(), world.model.stop()]),
    end: () => Promise.all([world.speech.start(), world.model.start()]),
  },
};
const LAST = Object.keys(FAULTS).at(-1);

function mend(): void {
  world.speech.transcriptions.mend();
  world.speech.speech.mend();
  world.model.completions.mend();
}

/** Asks, and listens until the assistant has come to an end with it, well or not. */
async function ask(call: TelephoneCall, question: string) {
  const samples = await says(question);
  const from = controller.lines.length;
  const { to } = await call.say(samples);
  const over = new AbortController();
  const outcome = await Promise.race(
    ["tts_spoken", "reply_failed"].map((event) =>
      controller.logged(event, () => true, { from, ms: 30_000, signal: over.signal }),
    ),
  ).finally(() => over.abort());
  // Of a failure the phrase that says so is about to be heard. It takes a while, and who is in a hurry speaks over it.
  const failed = outcome.event !== "tts_spoken";
  const end =
    failed && !FULL
      ? await call.hears({ after: call.length + NOTICE_MS * 16 })
      : await call.hearsSilence({ forMs: 1_000, after: failed ? call.length : to });
  const { assistant } = call.recording();
  return {
    event: outcome.event,
    from,
    heard: assistant.subarray(to, end),
    silenceMs: longestSilence(assistant, to, end),
  };
}

test("a back end that fails during a call causes no silence of three seconds and drops no call, and is named", async (t) => {
  await using call = await world.telephone.dial("8000");
  await call.hearsSilence({ forMs: 1_000 });
  const rows: Record<string, object> = {};
  for (const [name, fault] of Object.entries(FAULTS).filter(([, { isRare }]) => FULL || !isRare)) {
    await t.test(name, async (t) => {
      await fault.begin();
      let answered: Awaited<ReturnType<typeof ask>>;
      try {
        answered = await ask(call, QUESTION);
      } finally {
        await (fault.end ?? mend)();
      }
      const named = controller.lines.slice(answered.from).filter(({ event }) => event === "check_failed");
      const culprits = [...new Set(named.map(({ data }) => data?.check))];
      const beganAt = performance.now();
      await controller.healthy(30_000);
      const recoveredMs = Math.round(performance.now() - beganAt);
      const heard = await recognise(answered.heard);
      const again = FULL || name === LAST ? await ask(call, QUESTION) : undefined;
      rows[name] = {
        silence_ms: Math.round(answered.silenceMs),
        culprits: culprits.join(),
        recovered_ms: recoveredMs,
        heard,
      };
      t.diagnostic(JSON.stringify(rows[name]));
      assert.equal(answered.event, "reply_failed");
      assert.ok(answered.silenceMs <= MAX_SILENCE_MS, `${answered.silenceMs} ms of silence`);
      for (const culprit of fault.culprits) assert.ok(culprits.includes(culprit), `${culprit} is not named`);
      if (again) assert.match(await recognise(again.heard), ANSWER);
    });
  }
  console.table(rows);
});

test("with everything away, keys still hang up", WHOLE, async () => {
  const call = await world.telephone.dial("8000");
  await call.hearsSilence({ forMs: 1_000 });
  const { begin = () => {}, end = () => {} } = FAULTS["all of them are gone"] ?? {};
  await begin();
  try {
    await ask(call, QUESTION);
    await call.press("9");
    const heardFrom = call.length;
    await call.ended;
    assert.match(await recognise(call.recording().assistant.subarray(heardFrom)), /good ?bye|calling/);
  } finally {
    await end();
  }
  await controller.healthy(30_000);
});

test("zero puts the caller through to the operator, until one of the two hangs up", WHOLE, async (t) => {
  for (const whoLeaves of ["operator", "caller"] as const) {
    await t.test(`the ${whoLeaves} hangs up`, async (t) => {
      const from = controller.lines.length;
      const ringing = world.telephone.answerCallsTo(OPERATOR);
      const caller = await world.telephone.dial("8000");
      await caller.hearsSilence({ forMs: 1_000 });
      await caller.press("0");
      const { value: operator } = (await ringing.next()) as { value: TelephoneCall };
      await controller.logged("transferred", () => true, { from });
      assert.equal(operator.number, "2001", "the caller, whom the PBX is told of beside our own extension");
      for (const [who, other] of [
        [caller, operator],
        [operator, caller],
      ] as const) {
        const begin = other.length;
        await who.say(await says("what is the weather"));
        await other.hearsSilence({ forMs: 500, after: begin });
        assert.ok(await whereSaid(other.recording().assistant.subarray(begin), "what is the weather"));
      }
      const leftAt = performance.now();
      const [leaves, stays] = whoLeaves === "caller" ? [caller, operator] : [operator, caller];
      await leaves.hangUp();
      await stays.ended;
      t.diagnostic(`the other's call ended after ${(performance.now() - leftAt).toFixed(0)} ms`);
      await controller.logged("call_end", () => true, { from });
      ringing.close();
    });
  }
});

test("after a restart with text-to-speech away, the greeting is there", WHOLE, async (t) => {
  await using folder = await temporaryFolder();
  const settings = { DATA_DIR: folder.path };
  await controller[Symbol.asyncDispose]();
  await (await world.startController(settings)).stop();
  world.speech.speech.failWith(500);
  try {
    controller = await Controller.start({ ...world.settings, ...settings });
    await controller.healthUntil(({ checks, sip_registered: registered }) => !!checks.asterisk?.ok && registered);
    await using call = await world.telephone.dial("8000");
    const began = await call.hears();
    t.diagnostic(`from answer to greeting: ${(began / 16).toFixed(0)} ms`);
    const end = await call.hearsSilence({ forMs: 1_000 });
    assert.match(await recognise(call.recording().assistant.subarray(0, end)), /help you/);
  } finally {
    mend();
  }
});

test("when the operator is busy, the caller is told, and is answered as before", WHOLE, async () => {
  await controller[Symbol.asyncDispose]();
  controller = await world.startController({ OPERATOR_EXTENSION: "1002" });
  await using call = await world.telephone.dial("8000");
  await call.hearsSilence({ forMs: 1_000 });
  const begin = call.length;
  await call.press("0");
  const end = await call.hearsSilence({ forMs: 1_000, after: begin });
  assert.match(await recognise(call.recording().assistant.subarray(begin, end)), /nobody|help you/);
  assert.match(await recognise((await ask(call, QUESTION)).heard), ANSWER);
});

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), "attendant-data-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
