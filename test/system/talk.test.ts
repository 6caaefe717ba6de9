import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import {
  Controller,
  KEEP_WHAT_IS_HEARD,
  listeningTo,
  recognise,
  says,
  type ScriptedModel,
  type SpeechServer,
  startBrowser,
  startScriptedModel,
  startSpeechServer,
  temporaryFolder,
  wavOf,
  whatWasHeard,
} from "../support/index.js";

const RATE = 16_000;
const STORY =
  "Once upon a time there was a miller who had three sons. The eldest was given the mill, and the second was given the donkey. " +
  "The youngest had nothing but the cat. He sat by the river all day long and thought about what to do with a cat. " +
  "In the evening the cat came to him and asked for a pair of boots. He laughed, and had them made all the same. " +
  "In the morning the cat put them on, took a sack with some corn in it, and went into the woods to catch a rabbit.";
/** What the microphone hears, and when, s: what comes next leaves the assistant ten times the time it takes. */
const SAID = [
  [5, "tell me a story"],
  [13, "what time is it"],
  [22, "goodbye"],
] as const;
const LASTS = 60;

let speech: SpeechServer;
let model: ScriptedModel;
let controller: Controller;

before(async () => {
  speech = await startSpeechServer();
  speech.expect(SAID.map(([, sentence]) => sentence));
  model = await startScriptedModel({ conversation: "demo" });
  model.when(/story/).thenSay(STORY);
  const settings = {
    SPEECH_BASE_URL: speech.url,
    LLM_BASE_URL: model.url,
    LLM_MODEL: "scripted",
    TTS_VOICE: "rms",
    LOG_LEVEL: "info",
    PHRASES_GREETINGS: JSON.stringify(["Hello. How can I help you?"]),
    PHRASES_GOODBYES: JSON.stringify(["Thank you for calling. Goodbye."]),
  };
  controller = await Controller.start(settings, { talk: true });
  await controller.logged("phrases_ready");
});
after(async () => {
  for (const each of [controller, model, speech]) await each?.[Symbol.asyncDispose]();
});

test("without a telephone, each request for one is refused with the reason", async () => {
  const health = await controller.health();
  assert.deepEqual([health.status, health.sip_registered], ["degraded", false]);
  assert.match(String(health.checks.asterisk?.detail), /There is no telephone/);
  const answer = await fetch(`${controller.url}/call`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ extension: "1001", message: "Hello." }),
  });
  assert.equal(answer.status, 503);
  assert.match(await answer.text(), /There is no telephone/);
});

test("a person talks to it from a browser: is greeted, interrupts a story, asks for the time, says goodbye", async () => {
  const microphone = new Int16Array(LASTS * RATE);
  for (const [at, sentence] of SAID) microphone.set(await says(sentence), at * RATE);
  await using folder = await temporaryFolder();
  const file = join(folder.path, "microphone.wav");
  await writeFile(file, wavOf(microphone, RATE));
  await using browser = await startBrowser(listeningTo(file));
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.addInitScript({ content: KEEP_WHAT_IS_HEARD });
  await page.goto(`${controller.url.replace("127.0.0.1", "localhost")}/talk`);
  await page.getByRole("button", { name: "Talk" }).click();
  await page.getByText("The talk has ended.").waitFor({ timeout: 50_000 });

  const ended = await controller.logged("call_end");
  const callId = String(ended.data?.call_id);
  const ask = async (path: string) =>
    (await (await fetch(`${controller.url}${path}`)).json()) as Record<string, unknown>;
  const record = await ask(`/call/${callId}`);
  assert.deepEqual(
    [record.direction, record.status, record.extension, record.caller],
    ["inbound", "completed", "browser", null],
  );
  const { entries } = (await ask(`/call/${callId}/transcript`)) as { entries: Record<string, string>[] };
  const told = entries.map(({ who, text, tool }) => `${who}: ${tool ?? text}`);
  assert.deepEqual(
    entries.map(({ who }) => who),
    ["assistant", "caller", "assistant", "caller", "tool", "assistant", "caller", "tool", "assistant"],
    told.join("\n"),
  );
  const [, , story, , time, , , hangup] = entries;
  assert.match(String(story?.unheard), /woods/);
  assert.deepEqual([time?.tool, hangup?.tool], ["DATETIME", "HANGUP"]);
  await page.getByText("You: what time is it").waitFor();

  const samples = await whatWasHeard(page);
  const heard = (from: number, to: number) => recognise(samples.subarray(from * RATE, to * RATE));
  // From one thing that is said to the next, however long the assistant takes for it.
  assert.match(await heard(0, 6), /help/);
  assert.match(await heard(6, 13), /time|miller|sons/);
  assert.match(await heard(13.5, 22), /\bit is\b|\b[ap] ?m\b/);
  assert.match(await heard(22, LASTS), /calling|bye/);
  assert.deepEqual(complaints, []);
});
