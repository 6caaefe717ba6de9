import assert from "node:assert/strict";
import { after, before, describe, test, type TestContext } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import {
  ASSISTANT_EXTENSION,
  Controller,
  findMongo,
  FULL,
  longestSilence,
  nothingLeftIn,
  RestClient,
  says,
  SHORT_PERIODS,
  TcpProxy,
  type ShownCall,
  startWorld,
  type TelephoneCall,
  temporaryFolder,
  TEST_LINES,
  whereSaid,
  type World,
} from "../support/index.js";

/** Otherwise two that share a store show it with schedules (schedules.test.ts), and one that is cut off (cut-off.test.ts). */
const IN_FULL = FULL ? false : "like others: TEST_FORM=full";
const CONTROLLERS = FULL ? 4 : 2;
const CALLS = 2 * CONTROLLERS;
/** Who calls while one of them is away. */
const MORE = ["2400", "2401", ...(FULL ? ["2402", "2403"] : [])];
const COUNTED = "One two three four five six seven eight nine ten.";
const LAST = "The weather is nice today in the garden.";
/** Long enough that all of them are in it when the last one has begun. */
const STORY = [...Array<string>(FULL ? 3 : 2).fill(COUNTED), LAST].join(" ");
/** The assistant's. */
const VOICE = { voice: "rms" } as const;
/** Of those whose controller lives, between two sentences; and of those whose controller is started again, ms. */
const SILENCE_MS = 1_500;
const LOST_SILENCE_MS = 3_000;
const IN_SECONDS = 3;
/** So long after a reply has begun it is in the store: one that is lost earlier is asked for again. */
const KEPT_MS = 2_000;
/** From the moment a schedule is due until every controller has looked at it. */
const LATE_MS = 8_000;

/** For five seconds a call waits for its own controller, and then for any. */
const GOES_ON_MS = 15_000;
/** What a controller would do to a caller of another's it would have done by then. */
const LET_GO_MS = 4_000;

const mongo = await findMongo();

describe(
  "controllers at one Asterisk, with the dialplan that is rendered for them",
  { skip: typeof mongo === "string" ? mongo : false, timeout: 300_000 },
  () => {
    let world: World;
    let settings: readonly Readonly<Record<string, string>>[];
    let controllers: Controller[] = [];
    let calls: TelephoneCall[] = [];
    const cleanUp: AsyncDisposable[] = [];
    before(async () => {
      if (typeof mongo === "string") return;
      const server = await mongo.open();
      world = await startWorld({ settings: { ASTERISK_CONTROLLERS: String(CONTROLLERS) } });
      cleanUp.push(world, server);
      world.speech.hearAs(() => "tell me a story");
      world.model.when(/story/).say(STORY);
      const uri = server.freshDatabase();
      const folders = await Promise.all(Array.from({ length: CONTROLLERS }, () => temporaryFolder()));
      cleanUp.push(...folders);
      settings = folders.map(({ path }, at) => ({
        ...world.settings,
        ...SHORT_PERIODS,
        MONGODB_URI: uri,
        DATA_DIR: path,
        ARI_APP: at === 0 ? "attendant" : `attendant-${at + 1}`,
      }));
      for (const each of settings) controllers.push(await started(each));
    });
    after(async () => {
      for (const each of [...controllers, ...cleanUp]) await each[Symbol.asyncDispose]();
    });

    async function started(its: Readonly<Record<string, string>>): Promise<Controller> {
      const controller = await Controller.start(its);
      await controller.healthy(30_000);
      await controller.logged("phrases_ready");
      return controller;
    }

    const begun = (controller: Controller) => controller.lines.filter(({ event }) => event === "call_start").length;

    async function hearsStory(callerId: string): Promise<TelephoneCall> {
      const call = await world.telephone.dial(ASSISTANT_EXTENSION, { callerId });
      await call.hears();
      await call.hearsSilence({ forMs: 800 });
      const { to } = await call.say(await says("tell me a story"));
      await call.hears({ after: to, minMs: 300 });
      return call;
    }

    /** How the rest of the story came to each of `calls`. @returns the longest silence of each, ms */
    async function hearTheRest(from: readonly number[]): Promise<number[]> {
      const quiet = calls.map((call, at) => call.hearsSilence({ forMs: LOST_SILENCE_MS, after: from[at] ?? 0 }));
      const finishedAt = await Promise.all(quiet);
      // Not before all are done: judging it keeps this process, and with it the telephones, busy for seconds.
      const silences: number[] = [];
      for (const [at, call] of calls.entries()) {
        const { assistant } = call.recording();
        assert.ok(await whereSaid(assistant.subarray(from[at]), LAST, VOICE), `not heard by call ${at}`);
        silences.push(longestSilence(assistant, from[at] ?? 0, finishedAt[at] ?? 0));
      }
      return silences;
    }

    test("take calls in turn, and when one is killed, the calls of the others do not notice", async (t: TestContext) => {
      const callers = Array.from({ length: CALLS }, (_, at) => String(2300 + at));
      calls = await Promise.all(callers.map((caller) => hearsStory(caller)));
      assert.deepEqual(controllers.map(begun), Array<number>(CONTROLLERS).fill(2));

      const [first, ...others] = controllers as [Controller, ...Controller[]];
      const lost = first.lines
        .filter(({ event }) => event === "call_start")
        .map(({ data }) => callers.indexOf(String(data?.caller)));
      await wait(KEPT_MS);
      const killedAt = calls.map((call) => call.length);
      await first.stop("SIGKILL");
      cleanUp.push(first);
      const more = await Promise.all(MORE.map((caller) => hearsStory(caller)));
      const taken = others.map(begun).toSorted();
      const inAll = 2 * others.length + more.length;
      const fair = others.map((_, at) => Math.floor((inAll + at) / others.length));
      assert.deepEqual(taken, fair, "who is not there is passed over");
      controllers = [await started(settings[0] ?? {}), ...others];

      const silences = await hearTheRest(killedAt);
      const [unharmed, resumed] = [false, true].map((was) =>
        silences.filter((_, at) => lost.includes(at) === was).map(Math.round),
      ) as [number[], number[]];
      t.diagnostic(`longest silences: ${unharmed.join(" ")} ms; of the killed one's ${resumed.join(" ")} ms`);
      assert.ok(Math.max(...unharmed) <= SILENCE_MS);
      assert.ok(Math.max(...resumed) <= LOST_SILENCE_MS);

      await Promise.all([...calls, ...more].map((call) => call.hangUp()));
      await nothingLeftIn(world.bed.assistantAsterisk.ari, 8_000, (name) => !/loopback|^bridge/.test(name));
      const [rest] = controllers.map(({ url }) => new RestClient(() => url)) as [RestClient];
      const records = await rest.callsUntil((all) => all.every(({ status }) => status === "completed"));
      assert.equal(records.length, CALLS + more.length, "each sees all calls");
    });

    test("each run of a schedule rings once, whichever controllers were alerted", { skip: IN_FULL }, async () => {
      const people = world.telephone.answerCallsTo(TEST_LINES.person);
      const rung: string[] = [];
      void (async () => {
        for await (const call of people) {
          rung.push(call.number);
          call.ended.catch(() => {});
        }
      })();
      const answers = await Promise.all(
        controllers.map(({ url }) =>
          new RestClient(() => url).ask("POST", "/schedule", {
            extension: TEST_LINES.person,
            message: "Good morning.",
            delay_seconds: IN_SECONDS,
          }),
        ),
      );
      for (const { status, body } of answers) assert.equal(status, 200, JSON.stringify(body));
      const [rest] = controllers.map(({ url }) => new RestClient(() => url)) as [RestClient];
      const placed = ({ extension }: ShownCall) => extension === TEST_LINES.person;
      const records = await rest.callsUntil(
        (all) =>
          all.filter(placed).length === CONTROLLERS && all.filter(placed).every(({ status }) => status === "completed"),
        IN_SECONDS * 1000 + LATE_MS,
      );
      assert.equal(records.filter(placed).length, CONTROLLERS);
      assert.equal(rung.length, CONTROLLERS);
      people.close();
    });

    /** Who has the call of this caller. */
    function whoHas(callerId: string): number {
      const has = ({ event, data }: Controller["lines"][number]) => event === "call_start" && data?.caller === callerId;
      return controllers.findIndex(({ lines }) => lines.some(has));
    }

    /** Resolves when one of these goes on with the call of this caller, or to this extension. */
    async function goesOn(others: readonly Controller[], number: string): Promise<Controller> {
      const isIt = ({ data }: Controller["lines"][number]) => [data?.caller, data?.extension].includes(number);
      const either = others.map((each) => each.logged("call_resumed", isIt, { ms: GOES_ON_MS }).then(() => each));
      return await Promise.any(either);
    }

    test("the call of a controller that is killed for good is continued by another one, incoming or placed", async (t) => {
      const people = world.telephone.answerCallsTo(TEST_LINES.person);
      const caller = await hearsStory("2500");
      const at = whoHas("2500");
      const lost = controllers[at] as Controller;
      const others = controllers.toSpliced(at, 1);
      const toPerson = ({ extension }: ShownCall) => extension === TEST_LINES.person;
      const asked = new RestClient(() => lost.url);
      const earlier = (await asked.calls()).filter(toPerson).length;
      const answer = await asked.ask("POST", "/call", { extension: TEST_LINES.person, message: STORY });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      const { value: callee } = await people.next();
      assert.ok(callee);
      await callee.hears({ minMs: 300 });
      await wait(KEPT_MS);
      calls = [caller];
      const [callerAt, calleeAt] = [caller.length, callee.length];
      await lost.stop("SIGKILL");
      cleanUp.push(lost);
      const [next] = await Promise.all([goesOn(others, "2500"), goesOn(others, TEST_LINES.person)]);
      await callee.ended;
      const [silence = Number.POSITIVE_INFINITY] = await hearTheRest([callerAt]);
      t.diagnostic(`longest silence: ${Math.round(silence)} ms`);
      assert.ok(silence <= LOST_SILENCE_MS);
      await caller.hangUp();
      assert.ok(
        await whereSaid(callee.recording().assistant.subarray(calleeAt), LAST, VOICE),
        "not heard by the callee",
      );
      const rest = new RestClient(() => next.url);
      const over = await rest.callsUntil((all) => all.every(({ status }) => status === "completed"));
      assert.equal(over.filter(toPerson).length, earlier + 1, "nobody is called twice");
      people.close();
      if (FULL) controllers[at] = await started(settings[at] ?? {});
    });

    test(
      "one that was cut off from Asterisk releases a caller whom another one has taken",
      { skip: IN_FULL },
      async () => {
        await using proxy = await TcpProxy.to(world.settings.ARI_URL ?? "");
        const [first] = controllers as [Controller];
        await first.stop();
        cleanUp.push(first);
        const cut = await started({ ...settings[0], ARI_URL: proxy.url });
        controllers[0] = cut;
        const rest = new RestClient(() => cut.url);
        const before = await rest.callsUntil(() => true);
        const callers = Array.from({ length: CONTROLLERS }, (_, at) => String(2600 + at));
        calls = await Promise.all(callers.map((callerId) => hearsStory(callerId)));
        const which = callers.findIndex((callerId) => whoHas(callerId) === 0);
        const caller = calls[which] as TelephoneCall;
        await wait(KEPT_MS);
        proxy.refuse("");
        proxy.reset("");
        await goesOn(controllers.slice(1), callers[which] ?? "");
        proxy.refuse();
        await cut.healthy(30_000);
        await wait(LET_GO_MS);
        const { to } = await caller.say(await says("tell me a story"));
        await caller.hears({ after: to, minMs: 300 });
        await Promise.all(calls.filter((call) => call !== caller).map((call) => call.hangUp()));
        calls = [caller];
        await hearTheRest([to]);
        await caller.hangUp();
        const over = await rest.callsUntil((all) => all.every(({ status }) => status === "completed"));
        assert.equal(over.length, before.length + CONTROLLERS);
        await nothingLeftIn(world.bed.assistantAsterisk.ari, 8_000, (name) => !/loopback|^bridge/.test(name));
      },
    );
  },
);
