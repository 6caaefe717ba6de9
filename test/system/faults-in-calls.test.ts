import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import {
  type Controller,
  leftIn,
  longestSilence,
  nothingLeftIn,
  recognise,
  RestClient,
  says,
  startWorld,
  type TelephoneCall,
  TcpProxy,
  TEST_LINES,
  whereSaid,
  type World,
} from "../support/index.js";

const FIRST = "First comes the morning.";
const LAST = "Last of all comes the evening.";
const STORY = `${FIRST} Then comes the afternoon. ${LAST}`;
const ANSWER = "It is rather late in the evening.";
const APPOINTMENT = "Your appointment is tomorrow at ten.";
const MESSAGE = `Good morning. ${APPOINTMENT}`;
/** The assistant's. */
const VOICE = { voice: "rms" } as const;
/** The most that a caller may hear nothing after a reset, ms: the dialplan has them wait for 200. */
const SILENCE_MS = 1_000;
/** A call is gone from Asterisk within this, ms. */
const GONE_MS = 5_000;
/** Longer than the telephone may ring. */
const STOPPED_MS = 6_000;

let world: World;
let proxy: TcpProxy;
let controller: Controller;
let rest: RestClient;

before(async () => {
  world = await startWorld();
  proxy = await TcpProxy.to(world.bed.assistantAsterisk.ari.url);
  controller = await world.startController({ ARI_URL: proxy.url });
  rest = new RestClient(() => controller.url);
  world.model.when(/time/).thenSay(ANSWER);
});
after(async () => {
  await world?.[Symbol.asyncDispose]();
  await proxy?.[Symbol.asyncDispose]();
});

const ended = async (callId: string) => {
  const { data } = await controller.logged("call_end", (line) => line.data?.call_id === callId, { ms: 30_000 });
  assert.ok(data);
  return (await rest.ask("GET", `/call/${callId}`)).body;
};
const place = async (extension: string): Promise<string> => {
  const { body } = await rest.ask("POST", "/call", { extension, message: MESSAGE, ring_timeout: 5 });
  return String(body.call_id);
};

test("a reply whose media socket is reset is heard to its end, and the conversation goes on", async (t) => {
  world.model.when(/weather/).say(STORY);
  await using caller = await world.telephone.dial("8000");
  const greeted = await caller.hearsSilence({ forMs: 1_000 });
  const question = await caller.say(await says("what is the weather"));
  await caller.hears({ after: Math.max(greeted, question.to), minMs: 1_200 });
  const from = controller.lines.length;
  const resetAt = caller.length;
  assert.equal(proxy.reset("GET /media/"), 1);
  await controller.logged("media_restored", () => true, { from });
  await controller.logged("tts_spoken", () => true, { from });
  const over = await caller.hearsSilence({ forMs: 1_000, after: resetAt });
  const silence = longestSilence(caller.recording().assistant, resetAt, over);
  t.diagnostic(`${silence} ms of silence`);
  assert.ok(silence <= SILENCE_MS, `${silence} ms of silence`);
  const heard = caller.recording().assistant.subarray(question.to);
  // The one in between has the seam, with a piece of it twice, and may be understood as anything.
  const [first, last] = [await whereSaid(heard, FIRST, VOICE), await whereSaid(heard, LAST, VOICE)];
  assert.ok(first && last && first.to < last.from, JSON.stringify([first, last]));
  const reply = await recognise(heard);
  assert.ok(reply.split(" ").length <= STORY.split(" ").length + 4, reply);

  const next = await caller.say(await says("what time is it"));
  await caller.hearsSilence({ forMs: 1_000, after: next.to });
  assert.ok(await whereSaid(caller.recording().assistant.subarray(next.to), ANSWER, VOICE));
  const metrics = await (await fetch(`${controller.url}/metrics`)).text();
  assert.match(metrics, /service_media_reconnects_total\{outcome="restored"\} 1/);
});

test(
  "a callee who answers while the controller stands still is spoken to, to the end though the media socket is reset",
  { timeout: 60_000 },
  async () => {
    await nothingLeftIn(world.bed.assistantAsterisk.ari, GONE_MS); // What comes next is of this call.
    const people = world.telephone.answerCallsTo(TEST_LINES.person);
    const callId = await place(TEST_LINES.person);
    while ((await leftIn(world.bed.assistantAsterisk.ari)).length === 0) await wait(1);
    process.kill(controller.pid, "SIGSTOP");
    let callee: TelephoneCall | undefined;
    try {
      callee = (await people.next()).value;
      assert.ok(callee, "they answer meanwhile");
      await wait(STOPPED_MS);
    } finally {
      process.kill(controller.pid, "SIGCONT");
    }
    const from = controller.lines.length;
    await rest.callUntil(callId, ({ status }) => status === "in_progress");
    await callee.hears({ after: callee.length, minMs: 300 }); // What they heard before is the waiting sound.
    assert.equal(proxy.reset("GET /media/"), 1);
    await controller.logged("media_restored", () => true, { from });
    const { status, message_played, error } = await ended(callId);
    assert.deepEqual({ status, message_played, error }, { status: "completed", message_played: true, error: null });
    assert.ok(await whereSaid(callee.recording().assistant, APPOINTMENT, VOICE));
  },
);

test("a call that Asterisk's own end cuts off says so, and not that the callee hung up", async () => {
  const people = world.telephone.answerCallsTo(TEST_LINES.person);
  const callId = await place(TEST_LINES.person);
  const { value: callee } = await people.next();
  await callee?.hears({ minMs: 300 });
  await world.bed.assistantAsterisk.kill("SIGTERM");
  const { status, error } = await ended(callId);
  assert.deepEqual({ status, error }, { status: "failed", error: "Asterisk was stopped during the call" });
});
