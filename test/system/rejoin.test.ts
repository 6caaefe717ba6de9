import assert from "node:assert/strict";
import { after, before, describe, test, type TestContext } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import {
  ASSISTANT_EXTENSION,
  AWAY_APOLOGY,
  ChannelLog,
  Controller,
  ledger,
  longestSilence,
  NotAnswered,
  nothingLeftIn,
  Receiver,
  RestClient,
  says,
  SHORT_PERIODS,
  startWorld,
  TEST_LINES,
  type TelephoneCall,
  temporaryFolder,
  whereSaid,
  type World,
  FULL,
} from "../support/index.js";

/** `TEST_FORM=full`: twenty conversations and twenty placed calls at a time, killed twenty times, with the periods that come with the service. */
const KILLS = Number(process.env.REJOIN_KILLS ?? (FULL ? 20 : 1));
const CONVERSATIONS = FULL ? 20 : 3;
const PLACED = FULL ? 20 : 2;
/** Of all calls, as many go on. In a quick run all of them. */
const GO_ON = FULL ? 0.95 : 1;
/** The most that a caller may hear nothing, ms. */
const SILENCE_MS = 3_000;
const KILLED_AFTER_MS = 3_000;
const MOST_ATTEMPTS = 5;
const SECOND = "One two three four five six seven eight nine ten.";
const THIRD = "The weather is nice today in the garden.";
const GREETING = `Good morning to you. ${SECOND} ${THIRD}`;
const MESSAGE = `Good evening to you. ${SECOND} ${THIRD}`;
const THANKS = "Thank you very much indeed.";
const ANSWER = "It is rather late in the evening.";
/** The assistant's. */
const VOICE = { voice: "rms" } as const;
const RESUMED = "Sorry, we were cut off for a moment.";

const CHOICE = { prompt: "Will you come?", options: [{ value: "yes" }, { value: "no" }], timeout_seconds: 30 };
const WEBHOOK_MS = 10_000;
/** Between what two tries take and what fifteen do. */
const TWO_TRIES_MS = 15_000;
/** What is over is gone from Asterisk within this, however busy the machine, ms. */
const GONE_MS = 10_000;

describe(
  "a controller that is killed amid conversations and placed calls",
  { timeout: KILLS * 180_000 + 120_000 },
  () => {
    let world: World;
    let channels: ChannelLog;
    let receiver: Receiver;
    before(async () => {
      world = await startWorld();
      world.model.when(/time/).thenSay(ANSWER);
      channels = await ChannelLog.watch(world.bed.assistantAsterisk.ari);
      receiver = await Receiver.start();
    });
    after(async () => {
      await receiver?.[Symbol.asyncDispose]();
      await channels?.[Symbol.asyncDispose]();
      await world?.[Symbol.asyncDispose]();
    });

    test("the caller hears a waiting sound, and the next controller resumes where they were", async (t) => {
      const table: Awaited<ReturnType<typeof killed>>[] = [];
      try {
        for (let kill = 0; kill < KILLS; kill++) table.push(await killed(t));
      } finally {
        console.table(table);
      }
      const sum = (of: (row: (typeof table)[number]) => number) => table.reduce((all, row) => all + of(row), 0);
      assert.ok(sum((row) => row.went_on) >= GO_ON * CONVERSATIONS * KILLS, "conversations that went on");
      assert.ok(sum((row) => row.placed_went_on) >= GO_ON * PLACED * KILLS, "placed calls that went on");
      assert.deepEqual([sum((row) => row.rung_twice), sum((row) => row.lost)], [0, 0], "rung twice, lost");
      assert.equal(
        sum((row) => row.webhook_ids),
        PLACED * KILLS,
        "one webhook id each",
      );
      const longest = Math.max(...table.map((row) => row.longest_silence_ms));
      assert.ok(longest <= SILENCE_MS, `${longest} ms of silence`);
    });

    test("who has lost the controller for good hears an apology, and is let go in time", async (t) => {
      const { assistantAsterisk } = world.bed;
      await assistantAsterisk.edit("extensions.conf", (text) => text.replaceAll(/(TRIES\S* ?[=>] ?)15\b/g, "$12"));
      await assistantAsterisk.cli("dialplan reload");
      assert.match(await assistantAsterisk.cli("dialplan show"), /TRIES=2\)/);
      await using controller = await Controller.start({
        ...world.settings,
        PHRASES_GREETINGS: JSON.stringify([GREETING]),
      });
      await controller.healthy();
      await controller.logged("phrases_ready");
      const call = await world.telephone.dial(ASSISTANT_EXTENSION, { signal: t.signal });
      await listenALittle(call);
      const killedAt = call.length;
      const at = performance.now();
      await controller.stop("SIGKILL");
      const { cause } = await call.ended;
      const lastedMs = performance.now() - at;
      assert.equal(cause, 42);
      const { assistant } = call.recording();
      assert.ok(await whereSaid(assistant.subarray(killedAt), AWAY_APOLOGY));
      const silence = longestSilence(assistant, killedAt, assistant.length);
      assert.ok(silence <= SILENCE_MS, `${silence} ms of silence`);
      // Two seconds of waiting, and the apology's six; with all fifteen tries it would be over twenty.
      assert.ok(lastedMs < TWO_TRIES_MS, `${Math.round(lastedMs)} ms until they were let go`);
      // The empty bridge is swept by the next controller.
      await nothingLeftIn(assistantAsterisk.ari, GONE_MS, (left) => !left.startsWith("bridge"));
    });

    async function killed(t: TestContext) {
      await using folder = await temporaryFolder();
      const settings = {
        ...world.settings,
        ...(FULL ? {} : SHORT_PERIODS),
        DATA_DIR: folder.path,
        PHRASES_GREETINGS: JSON.stringify([GREETING]),
        PHRASES_ACKNOWLEDGMENTS: JSON.stringify([THANKS]),
        MAX_CONCURRENT_CALLS: String(CONVERSATIONS + PLACED),
      };
      await using first = await Controller.start(settings);
      await first.healthy();
      await first.logged("phrases_ready");
      const rungBefore = channels.placed(TEST_LINES.anotherPerson).length;
      const callees = world.telephone.answerCallsTo(TEST_LINES.anotherPerson);
      const placed = await Promise.all(Array.from({ length: PLACED }, (_, at) => place(first.url, at)));
      const answered: TelephoneCall[] = [];
      while (answered.length < PLACED) answered.push((await callees.next()).value as TelephoneCall);
      const callers = Array.from({ length: CONVERSATIONS }, (_, at) => String(2100 + at));
      const calls = await Promise.all(callers.map((callerId) => dial(callerId, t.signal)));
      const answeredAt = performance.now();
      await Promise.all([...calls, ...answered].map(listenALittle));
      const killedAt = new Map([...calls, ...answered].map((call) => [call, call.length]));
      await first.stop("SIGKILL");

      await using second = await Controller.start(settings);
      const rest = new RestClient(() => second.url);
      /** The longest silence at their ear; undefined where the call did not go on. */
      async function goesOn(call: TelephoneCall, at: number): Promise<number | undefined> {
        const resumed = second.logged("call_resumed", ({ data }) => data?.caller === callers[at]);
        if (!(await resumed.then(() => true).catch(() => false))) return undefined;
        const finishedAt = await call.hearsSilence({ forMs: SILENCE_MS, after: call.length });
        return longestSilence(call.recording().assistant, (killedAt.get(call) ?? 0) - 16_000, finishedAt);
      }
      const [spoken, told] = await Promise.all([
        Promise.all(calls.map(goesOn)),
        Promise.all(answered.map((callee) => isTold(callee, killedAt.get(callee) ?? 0))),
      ]);
      const wentOn = spoken.filter((silence) => silence !== undefined);

      const [call] = calls as [TelephoneCall];
      const { to } = await call.say(await says("what time is it"));
      const from = await call.hears({ after: to });
      await call.hearsSilence({ forMs: 1_000, after: from });
      assert.ok(await whereSaid(call.recording().assistant.subarray(to), ANSWER, VOICE));

      const talkedMs = performance.now() - answeredAt;
      await Promise.all(calls.map((each) => each.hangUp()));
      // Not during the calls: it keeps this process, and with it the telephones, busy for seconds.
      const heardBy = (each: TelephoneCall) => each.recording().assistant.subarray(killedAt.get(each));
      await areTold(calls.slice(0, FULL ? CONVERSATIONS : 1).map(heardBy), [RESUMED, SECOND, THIRD]);
      await areTold(answered.slice(0, FULL ? PLACED : 1).map(heardBy), [RESUMED, CHOICE.prompt, THANKS]);
      const shown = await Promise.all(placed.map((callId) => rest.callOver(callId, WEBHOOK_MS)));
      await nothingLeftIn(world.bed.assistantAsterisk.ari, 3_000);
      const { data } = await first.logged("call_start", (line) => line.data?.caller === callers[0]);
      const { status, duration_seconds: seconds } = await rest.callOver(String(data?.call_id), WEBHOOK_MS);
      assert.equal(status, "completed");
      assert.ok(Math.abs(seconds * 1000 - talkedMs) < 3_000, `${seconds} s`);

      const late = performance.now() + WEBHOOK_MS;
      while (placed.some((callId) => !ledger(receiver.received).has(callId)) && performance.now() < late) {
        await receiver.has(receiver.received.length + 1, late - performance.now()).catch(() => {});
      }
      const results = placed.map((callId) => ledger(receiver.received).get(callId));
      const placedWentOn = shown.filter((record, at) => {
        const { status: told, choice_response: choice, message_played: played } = results[at]?.result ?? {};
        return record.status === "completed" && told === "completed" && choice === "yes" && played === true;
      });
      const rung = channels.placed(TEST_LINES.anotherPerson).length - rungBefore;
      return {
        conversations: calls.length,
        went_on: wentOn.length,
        placed: placed.length,
        placed_went_on: placedWentOn.length,
        longest_silence_ms: Math.round(Math.max(...wentOn, ...told)),
        rung_twice: rung - placed.length,
        lost: results.filter((result) => result === undefined).length,
        webhook_ids: results.reduce((ids, result) => ids + (result?.ids.size ?? 0), 0),
      };
    }

    /** Forty calls that begin at once are more than the controller takes while this machine is busy: it says so, and they dial again. */
    async function dial(callerId: string, signal: AbortSignal): Promise<TelephoneCall> {
      for (let attempt = 1; ; attempt++) {
        try {
          return await world.telephone.dial(ASSISTANT_EXTENSION, { callerId, signal });
        } catch (error) {
          const isTooMany = error instanceof NotAnswered && error.techCause === 503;
          if (!FULL || !isTooMany || attempt === MOST_ATTEMPTS) throw error;
          await wait(1_000, undefined, { signal });
        }
      }
    }

    /** One in two is amid its message when it is killed, the other waits for the answer to its question. */
    async function place(url: string, at: number): Promise<string> {
      const body = {
        extension: TEST_LINES.anotherPerson,
        message: at % 2 === 0 ? MESSAGE : "Good morning.",
        choice: CHOICE,
        callback_url: receiver.url,
      };
      const { status, body: answer } = await new RestClient(() => url).placeCall(body);
      assert.equal(status, 200, JSON.stringify(answer));
      return String(answer.call_id);
    }
  },
);

/** A callee hears the rest of what there is to say, with the question, and answers it by key. */
async function isTold(callee: TelephoneCall, killedAt: number): Promise<number> {
  const finishedAt = await callee.hearsSilence({ forMs: SILENCE_MS + 500, after: killedAt }).catch(() => callee.length);
  await callee.press("1").catch(() => {}); // It may be over.
  await callee.ended;
  return longestSilence(callee.recording().assistant, killedAt, finishedAt);
}

/**
 * Whether they are said one sentence after the other: all of them, and half of forty, which this process has is overloaded
 * to hear without a gap.
 */
async function areTold(all: readonly Int16Array[], sentences: readonly string[]): Promise<void> {
  const others: string[] = [];
  for (const heard of all) {
    const places = await Promise.all(sentences.map((sentence) => whereSaid(heard, sentence, VOICE)));
    if (!places.every((place, at) => place && place.from >= (places[at - 1]?.to ?? 0)))
      others.push(JSON.stringify(places));
  }
  assert.ok(others.length <= (FULL ? all.length / 2 : 0), others.join("\n"));
}

/** Until well into the greeting. */
async function listenALittle(call: TelephoneCall): Promise<void> {
  await call.say(new Int16Array((KILLED_AFTER_MS / 1000) * 16_000));
}
