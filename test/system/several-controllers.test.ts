import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test, type TestContext } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import {
  ASSISTANT_EXTENSION,
  Controller,
  findMongo,
  longestSilence,
  nothingLeftIn,
  PROJECT,
  RestClient,
  says,
  type ShownCall,
  startWorld,
  type TelephoneCall,
  temporaryFolder,
  TEST_LINES,
  whereSaid,
  type World,
} from "../support/index.js";

const CONTROLLERS = 4;
const CALLS = 2 * CONTROLLERS;
const COUNTED = "One two three four five six seven eight nine ten.";
const LAST = "The weather is nice today in the garden.";
/** Long enough that all of them are in it when the last one has begun. */
const STORY = `${COUNTED} ${COUNTED} ${COUNTED} ${LAST}`;
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

const mongo = await findMongo();

describe(
  "four controllers at one Asterisk, with the dialplan of docs/scaling.md",
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
      world = await startWorld();
      cleanUp.push(world, server);
      world.speech.hearAs(() => "tell me a story");
      world.model.when(/story/).say(STORY);
      const uri = server.freshDatabase();
      const folders = await Promise.all(Array.from({ length: CONTROLLERS }, () => temporaryFolder()));
      cleanUp.push(...folders);
      settings = folders.map(({ path }, at) => ({
        ...world.settings,
        MONGODB_URI: uri,
        DATA_DIR: path,
        ARI_APP: `attendant-${at + 1}`,
      }));
      await chooseInTurn();
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

    /** The page's dialplan, in the contexts of the bundled Asterisk and for so many. */
    async function chooseInTurn(): Promise<void> {
      const page = await readFile(join(PROJECT, "docs/scaling.md"), "utf8");
      const [, lines = ""] = /```\n\[attendant-call\]\n([^]*?)```/.exec(page) ?? [];
      assert.match(lines, /CONTROLLERS=2/);
      const { assistantAsterisk: asterisk } = world.bed;
      await asterisk.edit("extensions.conf", (text) =>
        text
          .replace(/^\[attendant\]\n[^[]*/m, () => `[attendant]\n${lines.replace("CONTROLLERS=2", "CONTROLLERS=4")}\n`)
          .replace("Stasis(attendant,,returning)", () => "Stasis(${ATTENDANT_APP},,returning)"),
      );
      await asterisk.cli("dialplan reload");
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

    /** How the rest of the story came. @returns the longest silence, ms */
    async function hearsTheRest(call: TelephoneCall, from: number): Promise<number> {
      const finishedAt = await call.hearsSilence({ forMs: LOST_SILENCE_MS, after: from });
      const { assistant } = call.recording();
      assert.ok(await whereSaid(assistant.subarray(from), LAST, VOICE), `not heard by call ${calls.indexOf(call)}`);
      return longestSilence(assistant, from, finishedAt);
    }

    test("they take calls in turn; one is killed, and the others' calls do not notice", async (t: TestContext) => {
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
      const more = await Promise.all(["2400", "2401", "2402", "2403"].map((caller) => hearsStory(caller)));
      assert.deepEqual(others.map(begun).toSorted(), [3, 3, 4], "who is not there is passed over");
      controllers = [await started(settings[0] ?? {}), ...others];

      const silences = await Promise.all(calls.map((call, at) => hearsTheRest(call, killedAt[at] ?? 0)));
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

    test("each run of a schedule rings once, whoever was told of it", async () => {
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
  },
);
