// needs: quiet

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { after, before, describe, it } from "node:test";
import { pause } from "../../src/kernel/deadline.js";
import {
  AriClient,
  type Bed,
  EchoController,
  loopDelayMs,
  nothingLeftIn,
  NotAnswered,
  placeFrames,
  SOFTPHONE_EXTENSIONS,
  startBed,
  sweep,
  Telephone,
  type TelephoneCall,
  TEST_LINES,
  voicedStretches,
  withoutGaps,
} from "../support/index.js";

/** Of delays that are the same in truth: one frame. */
const SPREAD_MS = 20;
/** Two Asterisks tick every 20 ms, each at its own moment: a frame waits up to one tick for the second. */
const TICK_MS = 20;

describe("the placement of frames by their arrival", () => {
  const frame = (index: number) => index * 320;

  it("keeps together what unsteady arrival pulls apart", () => {
    assert.deepEqual(placeFrames([3, 20, 47, 60, 88, 100]), [0, 1, 2, 3, 4, 5].map(frame));
  });

  it("puts a pause where the line was silent", () => {
    assert.deepEqual(placeFrames([0, 20, 140, 160, 181]), [0, 1, 7, 8, 9].map(frame));
  });

  it("sees a pause of one frame only", () => {
    assert.deepEqual(placeFrames([0, 20, 60, 80]), [0, 1, 3, 4].map(frame));
  });

  it("undoes a hold-up of the recording process", () => {
    assert.deepEqual(placeFrames([0, 20, 130, 130, 131, 131, 131, 140]), [0, 1, 2, 3, 4, 5, 6, 7].map(frame));
  });
});

describe("the test bed", { timeout: 60_000 }, () => {
  let bed: Bed;
  let phone: Telephone;

  before(async () => {
    bed = await startBed();
    phone = await Telephone.connect(bed.pbx);
  });

  after(async () => {
    await phone?.[Symbol.asyncDispose]();
    await bed?.[Symbol.asyncDispose]();
  });

  it("registers the assistant's Asterisk as extension 8000", async () => {
    assert.match(await bed.pbx.instance.cli("pjsip show contacts"), /8000\/sip:8000@127\.0\.0\.1/);
  });

  it("lets the PBX keep calling elsewhere when no controller is there", async () => {
    await assert.rejects(phone.dial("8000"), (error) => error instanceof NotAnswered && error.techCause === 503);
  });

  it("carries a call to the assistant's side and back", async () => {
    await using controller = await EchoController.connect(bed.assistantAsterisk.ari);
    const delays: number[] = [];
    for (let round = 0; round < 4; round++) {
      await using call = await phone.dial("8000");
      delays.push(await measure(call));
    }
    console.log(`  loop through g722, SIP and both Asterisks, ms: ${shown(delays)}`);
    assert.ok(Math.min(...delays) > 0 && Math.max(...delays) < 100, shown(delays));
    assert.ok(spread(delays) <= SPREAD_MS + TICK_MS, shown(delays));
    assert.ok(controller.events.some(({ what }) => what === "StasisStart"));
  });

  it("brings keys to the assistant's side", async () => {
    await using controller = await EchoController.connect(bed.assistantAsterisk.ari);
    await using call = await phone.dial("8000");
    await call.press("5");
    await measure(call);
    const keys = controller.events.filter(({ message }) => message?.includes("DTMF_END"));
    assert.deepEqual(
      keys.map(({ message }) => JSON.parse(message ?? "{}").digit),
      ["5"],
    );
  });

  it("records both directions on one clock", async () => {
    const delays: number[] = [];
    for (let round = 0; round < 6; round++) {
      await using call = await phone.dial(TEST_LINES.echo);
      delays.push(await measure(call));
    }
    console.log(`  loop through the echo line, ms: ${shown(delays)}`);
    assert.ok(spread(delays) <= SPREAD_MS, shown(delays));
  });

  it("records on one clock although the tester's process is held up", async () => {
    await using call = await phone.dial(TEST_LINES.echo);
    const saying = call.say(sweep(400));
    await call.hears();
    const until = performance.now() + 50;
    while (performance.now() < until); // A long garbage collection, say.
    const said = await saying;
    await call.hearsSilence({ forMs: 100, after: said.from });
    const delay = loopDelayMs(call.recording(), said);
    assert.ok(delay < SPREAD_MS, `${delay} ms`);
    assert.equal(
      voicedStretches(call.recording().assistant, { pauseMs: 5 }).length,
      1,
      "the held-up frames are in one piece",
    );
  });

  it("plays what is on the line to the test that answers a person's calls", async () => {
    await using person = await Telephone.connect(bed.pbx, "lines");
    const calls = person.answerCallsTo(TEST_LINES.person);
    await using caller = await phone.dial(TEST_LINES.person, { callerId: "2002" });
    const { value: answered } = await calls.next();
    assert.equal(answered.number, "2002");
    await answered.say(sweep(200));
    await caller.hearsSilence({ forMs: 300 }); // The last of it is on its way.
    const [heard] = voicedStretches(withoutGaps(caller.recording().assistant));
    assert.ok(heard && Math.abs(heard.to - heard.from - 3_200) < 320);
    await caller.hangUp();
    assert.equal((await answered.ended).cause, 16);
  });

  it("ends a call from either side and leaves nothing behind", async () => {
    await using controller = await EchoController.connect(bed.assistantAsterisk.ari);
    const call = await phone.dial("8000");
    const [{ id } = { id: "" }] = await controller.ari.request<{ id: string }[]>("GET", "/channels");
    await controller.ari.request("DELETE", `/channels/${id.replace(/^media-/, "")}`);
    assert.equal((await call.ended).cause, 16);
    await assert.rejects(call.say(sweep(20)), /ended/);
    await nothingLeftIn(bed.pbx.ari, 5_000);
  });

  it("has a line for every way in which a call can fail", async () => {
    const numbers = { ...TEST_LINES, unregistered: SOFTPHONE_EXTENSIONS[0] };
    const endings = await Promise.all(
      Object.entries(numbers).map(async ([name, number]) => [name, await dialFromAssistant(bed, number)] as const),
    );
    console.table(Object.fromEntries(endings));
    assert.deepEqual(Object.fromEntries(endings), {
      person: { outcome: "refused", cause: 27, sip: 502 }, // Nobody serves the application.
      anotherPerson: { outcome: "refused", cause: 27, sip: 502 },
      busy: { outcome: "refused", cause: 17, sip: 486 },
      neverAnswers: { outcome: "refused", cause: 19, sip: 480 },
      rejects: { outcome: "refused", cause: 21, sip: 603 },
      hangsUp: { outcome: "answered", cause: 16, sip: undefined },
      silent: { outcome: "answered", cause: 16, sip: undefined },
      echo: { outcome: "answered", cause: 16, sip: undefined },
      unknown: { outcome: "refused", cause: 1, sip: 404 },
      unregistered: { outcome: "refused", cause: 19, sip: 480 },
    });
  });

  it("has an Asterisk that was killed back at its ports, and registered again", async () => {
    const { assistantAsterisk } = bed;
    await assistantAsterisk.kill("SIGKILL");
    await assert.rejects(EchoController.connect(assistantAsterisk.ari));
    await assistantAsterisk.start();
    await bed.registered();
    await using _controller = await EchoController.connect(assistantAsterisk.ari);
    await using call = await phone.dial("8000");
    assert.ok((await measure(call)) < 100);
  });

  it("is removed when it is released", async () => {
    const asterisks = [bed.pbx.instance.pid, bed.assistantAsterisk.pid];
    await phone[Symbol.asyncDispose]();
    await bed[Symbol.asyncDispose]();
    assert.deepEqual(await Promise.all(asterisks.map((pid) => lives(pid ?? 0))), [false, false]);
  });
});

it("a killed test run leaves no Asterisk behind", { timeout: 20_000 }, async () => {
  const script = `import { startBed } from "./test/support/bed/bed.ts";
    const bed = await startBed();
    console.log(bed.pbx.instance.pid, bed.assistantAsterisk.pid);
    setInterval(() => {}, 1000);`;
  const run = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface({ input: run.stdout }), "line")) as [string];
  const asterisks = line.split(" ").map(Number);
  for (const pid of asterisks) assert.ok(await lives(pid), `${pid} runs`);
  run.kill("SIGKILL");
  const deadline = AbortSignal.timeout(5_000);
  while ((await Promise.all(asterisks.map(lives))).includes(true)) await pause(20, deadline);
});

async function measure(call: TelephoneCall): Promise<number> {
  const said = await call.say(sweep(400));
  await call.hearsSilence({ forMs: 100, after: said.from });
  return loopDelayMs(call.recording(), said);
}

function spread(delays: readonly number[]): number {
  return Math.max(...delays) - Math.min(...delays);
}

function shown(delays: readonly number[]): string {
  return delays.map((delay) => delay.toFixed(1)).join(" ");
}

/** Calls a number as the controller will, and says how it ended. An answered call is hung up, unless the line does it. */
async function dialFromAssistant(bed: Bed, number: string) {
  await using ari = await AriClient.connect(bed.assistantAsterisk.ari, `dial-${number}`);
  const channelId = `call-${number}`;
  const deadline = AbortSignal.timeout(10_000);
  const destroyed = ari.next(channelId, "ChannelDestroyed", deadline);
  let outcome = "refused";
  const stop = ari.onChannel(channelId, ({ type }) => {
    if (type === "StasisStart") outcome = "answered";
    if (type === "StasisStart" && number !== TEST_LINES.hangsUp) void ari.request("DELETE", `/channels/${channelId}`);
  });
  await ari.request("POST", "/channels", {
    channelId,
    endpoint: `PJSIP/${number}@pbx`,
    app: `dial-${number}`,
    timeout: "2",
  });
  const { cause, tech_cause: sip } = await destroyed;
  stop();
  return { outcome, cause, sip };
}

/** Whether a process runs; one that is dead and not yet collected does not. */
async function lives(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return stat !== "" && !/\) [ZX] /.test(stat);
}
