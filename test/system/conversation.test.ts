import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test, type TestContext } from "node:test";
import {
  type Controller,
  FULL,
  holdConversation,
  type HttpServer,
  mcpHttpServer,
  recognise,
  RestClient,
  says,
  startTempest,
  startWorld,
  tempestSettings,
  temporaryFolder,
  type TemporaryFolder,
  type World,
} from "../support/index.js";

let world: World;
let tempest: HttpServer;
let paper: Awaited<ReturnType<typeof mcpHttpServer>>;
let controller: Controller;
let plugins: TemporaryFolder;
let recordings: TemporaryFolder;

before(async () => {
  [world, tempest, paper] = await Promise.all([startWorld(), startTempest(), mcpHttpServer()]);
  [plugins, recordings] = await Promise.all([temporaryFolder(), temporaryFolder()]);
  paper.tools = [{ name: "news", description: "Tells the news.", inputSchema: { type: "object", properties: {} } }];
  paper.answer = () => ({ content: [{ type: "text", text: "It will be a good day." }] });
  await writePlugin("There was a very good time.");
  controller = await world.startController({
    ...tempestSettings(tempest),
    TIME_STYLE: "spoken",
    TOOLS_DIR: plugins.path,
    MCP_SERVERS: JSON.stringify({ paper: { url: paper.url, tools: ["news"] } }),
  });
  await controller.logged("mcp_tools");
});
after(async () => {
  for (const each of [world, tempest, paper, plugins, recordings]) await each?.[Symbol.asyncDispose]();
});

const writePlugin = (answer: string) =>
  writeFile(
    join(plugins.path, "story.mjs"),
    `export default {
      name: "STORY", description: "Tells a story.",
      execute: () => ({ status: "SUCCESS", message: ${JSON.stringify(answer)} }),
    };`,
  );

/** What the caller says, the tool that it needs, and what they hear: words that the recogniser tells apart. */
type Turn = readonly [says: string, tool: string, hears: RegExp];

const CALC: Turn = ["how much is seven times six", "CALC", /forty two/];
const OTHER_CALC: Turn = ["how much is two plus three", "CALC", /\bfive\b/];
const TIME: Turn = [
  "what time is it",
  "DATETIME",
  /\b(it|is|past|to|quarter|half|minutes?|clock|noon|midnight|one|two|three|four|five)\b/,
];
const CALLBACK: Turn = ["please call me back in one minute", "CALLBACK", /call|minute/];
const CANCEL: Turn = ["cancel everything", "CANCEL", /\w+ \w+/];
const GOODBYE: Turn = ["thank you goodbye", "HANGUP", /good ?bye|nice day/];
/** Spoken in full: they are asked for and told like the others. */
const LIKE_OTHERS: readonly Turn[] = [
  ["what is the weather", "WEATHER", /twenty one|degrees/],
  ["tell me a joke", "JOKE", /\w+ \w+ \w+/],
  ["simon says hello world", "SIMON_SAYS", /hello world/],
  ["set a timer for ten minutes", "SET_TIMER", /timer|ten minutes/],
  ["what is my status", "STATUS", /timer|call|minutes?/],
];
const IN_FULL = FULL ? LIKE_OTHERS : [];
const OF_THE_ONE = [CALC, TIME, ...IN_FULL.slice(0, 3), GOODBYE];
const OF_THE_OTHER = [OTHER_CALC, CALLBACK, ...IN_FULL.slice(3), CANCEL, GOODBYE];

/** Someone calls and has these turns, until the assistant hangs up. */
async function converse(t: TestContext, callerId: string, expected: readonly Turn[]) {
  const lines = expected.map(([says]) => says);
  const recording = join(recordings.path, `${callerId}.wav`);
  const call = await holdConversation({ telephone: world.telephone, controller, lines, recording, callerId });
  const rows = call.turns.map(
    ({ said_to_assistant: said, understood, tools, heard_by_caller: heard }) =>
      `${said} ("${understood}") → ${tools.join("+")} → "${heard}"`,
  );
  t.diagnostic(rows.join("\n"));
  for (const [at, [, tool, hears]] of expected.entries()) {
    const turn = call.turns[at];
    assert.deepEqual(turn?.tools, [tool], rows[at]);
    assert.match(turn.heard_by_caller, hears, rows[at]);
  }
  return call;
}

describe("beside each other", { concurrency: true }, () => {
  test("two callers are understood, each hears the answers to their own questions, and the assistant hangs up after goodbye", async (t) => {
    const [one, other] = await Promise.all([converse(t, "2001", OF_THE_ONE), converse(t, "1011", OF_THE_OTHER)]);
    assert.notEqual(one.call_id, other.call_id);
    assert.doesNotMatch(one.turns[0]?.heard_by_caller ?? "", /\bfive\b/);
    assert.doesNotMatch(other.turns[0]?.heard_by_caller ?? "", /forty/);
  });

  test("a plugin and a tool of an MCP server are used by voice, and the plugin is exchanged under the call", async (t) => {
    const call = await world.telephone.dial("8000", { callerId: "2003" });
    let after = await call.hearsSilence({ forMs: 1_000 });
    /** Listens until the answer is heard: what comes first may be "one moment, please". */
    const ask = async (words: string, answer: RegExp) => {
      const { to } = await call.say(await says(words));
      const heard: string[] = [];
      for (after = Math.max(after, to); !answer.test(heard.join(" "));) {
        const from = await call.hears({ after }).catch(() => assert.fail(`${words}: heard "${heard.join(" ")}"`));
        after = await call.hearsSilence({ forMs: 1_000, after: from });
        heard.push(await recognise(call.recording().assistant.subarray(from, after)));
      }
      t.diagnostic(heard.join(" "));
    };
    await ask("tell me a story", /good time/);
    await ask("what is the news", /good day/);
    await writePlugin("There were seven good dogs.");
    const from = controller.lines.length;
    process.kill(controller.pid, "SIGHUP");
    await controller.logged("plugins_loaded", () => true, { from });
    await ask("tell me a story", /seven good/);
    await call.hangUp();
  });
});

test("a caller who speaks over the reply silences it, and is answered instead", async (t) => {
  const call = await world.telephone.dial("8000");
  let quietAt = await call.hearsSilence({ forMs: 1000 });
  const story = await call.say(await says("tell me about the telephone"));
  const startedAt = await call.hears({ after: Math.max(story.to, quietAt), minMs: 200 });
  // Into the middle of the story, which lasts half a minute.
  await call.hears({ after: startedAt + 16_000 * 3 });
  const from = controller.lines.length;
  const interruption = await call.say(await says("how much is seven times six"));
  await controller.logged("barge_in", () => true, { from });
  const answered = await controller.logged("tts_spoken", () => true, { from });
  quietAt = await call.hearsSilence({ forMs: 600, after: interruption.from });
  const { assistant } = call.recording();

  // The last voiced sample of the story: before the answer there is a silence of at least the endpoint's.
  const silentFrom = lastSoundBefore(assistant, interruption.to);
  const silencedMs = (silentFrom - interruption.from) / 16;
  t.diagnostic(`from the caller's first sample to silence in their ear: ${silencedMs.toFixed(0)} ms`);
  // How soon is judged in overlaps.test.ts, which runs alone.
  assert.ok((quietAt - startedAt) / 16_000 < 20, "the story would last half a minute");
  assert.match(await recognise(assistant.subarray(interruption.to, quietAt)), /forty two/);
  assert.ok(answered.data);
  await call.hangUp();
});

test("every tool can be used over REST", async (t) => {
  const rest = new RestClient(() => controller.url);
  const { body: listed } = await rest.ask("GET", "/tools");
  const names = (listed as unknown as { name: string }[]).map(({ name }) => name).sort();
  // In an order in which there is something to cancel.
  const builtIn = [...LIKE_OTHERS, CALC, TIME, CALLBACK, CANCEL, GOODBYE].map(([, tool]) => tool);
  const all = new Set([...builtIn, "STORY", "PAPER_NEWS"]);
  assert.deepEqual(names, [...all].sort());
  const params: Readonly<Record<string, object>> = {
    CALC: { expression: "7 * 6" },
    SET_TIMER: { duration: 600, message: "Tea is ready." },
    CALLBACK: { delay: 600, destination: "1001" },
    SIMON_SAYS: { text: "Hello, world." },
    DATETIME: { format: "full" },
  };
  for (const name of all) {
    const { status, body } = await rest.ask("POST", `/tools/${name}/execute`, {
      tool: name,
      params: params[name] ?? {},
    });
    t.diagnostic(`${name}: ${String(body.status)} "${String(body.message)}"`);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.tool, body.spoken], [name, false]);
    // Outside a call there is nothing to hang up.
    assert.equal(body.success, name !== "HANGUP", JSON.stringify(body));
    if (["SET_TIMER", "CALLBACK"].includes(name)) assert.equal(body.status, "PENDING");
  }
});

/** The position of the last sample before `end` that is louder than the line's silence. */
function lastSoundBefore(samples: Int16Array, end: number): number {
  for (let at = end - 1; at > 0; at--) if (Math.abs(samples[at] ?? 0) > 300) return at;
  return 0;
}
