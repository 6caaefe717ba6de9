import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import {
  type Controller,
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
let controller: Controller;
let folder: TemporaryFolder;

before(async () => {
  [world, tempest, folder] = await Promise.all([startWorld(), startTempest(), temporaryFolder()]);
  controller = await world.startController({ ...tempestSettings(tempest), TIME_STYLE: "spoken" });
});
after(async () => {
  await world?.[Symbol.asyncDispose]();
  await tempest?.[Symbol.asyncDispose]();
  await folder?.[Symbol.asyncDispose]();
});

/** What the caller says, the tool that it needs, and what they hear: words that the recogniser tells apart. */
const TURNS: readonly (readonly [says: string, tool: string, hears: RegExp])[] = [
  [
    "what time is it",
    "DATETIME",
    /\b(it|is|past|to|quarter|half|minutes?|clock|noon|midnight|one|two|three|four|five)\b/,
  ],
  ["how much is seven times six", "CALC", /forty two/],
  ["what is the weather", "WEATHER", /twenty one|degrees/],
  ["tell me a joke", "JOKE", /\w+ \w+ \w+/],
  ["set a timer for ten minutes", "SET_TIMER", /timer|ten minutes/],
  ["please call me back in one minute", "CALLBACK", /call|minute/],
  ["what is my status", "STATUS", /timer|call|minutes?/],
  ["cancel everything", "CANCEL", /\w+ \w+/],
  ["simon says hello world", "SIMON_SAYS", /hello world/],
  ["thank you goodbye", "HANGUP", /good ?bye|nice day/],
];

test("every tool can be asked for by voice, and its answer is heard", async (t) => {
  const recording = join(folder.path, "tools.wav");
  const { turns } = await holdConversation({
    telephone: world.telephone,
    controller,
    lines: TURNS.map(([says]) => says),
    recording,
    callerId: "1011",
  });
  const rows = turns.map(
    (turn) => `${turn.said_to_assistant} ("${turn.understood}") → ${turn.tools.join("+")} → "${turn.heard_by_caller}"`,
  );
  t.diagnostic(rows.join("\n"));
  for (const [at, [, tool, hears]] of TURNS.entries()) {
    const turn = turns[at];
    assert.deepEqual(turn?.tools, [tool], rows[at]);
    assert.match(turn.heard_by_caller, hears, rows[at]);
  }
});

test("every tool can be used over REST", async (t) => {
  const rest = new RestClient(() => controller.url);
  const { body: listed } = await rest.ask("GET", "/tools");
  const names = (listed as unknown as { name: string }[]).map(({ name }) => name).sort();
  assert.deepEqual(names, TURNS.map(([, tool]) => tool).sort());
  const params: Readonly<Record<string, object>> = {
    CALC: { expression: "7 * 6" },
    SET_TIMER: { duration: 600, message: "Tea is ready." },
    CALLBACK: { delay: 600, destination: "1001" },
    SIMON_SAYS: { text: "Hello, world." },
    DATETIME: { format: "full" },
  };
  // In an order in which there is something to cancel.
  for (const [, name] of TURNS) {
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

test("a plugin and a tool of an MCP server are used by voice, and the plugin is exchanged under the call", async (t) => {
  await using paper = await mcpHttpServer();
  paper.tools = [{ name: "news", description: "Tells the news.", inputSchema: { type: "object", properties: {} } }];
  paper.answer = () => ({ content: [{ type: "text", text: "It will be a good day." }] });
  const plugin = (answer: string) =>
    writeFile(
      join(folder.path, "story.mjs"),
      `export default {
        name: "STORY", description: "Tells a story.",
        execute: () => ({ status: "SUCCESS", message: ${JSON.stringify(answer)} }),
      };`,
    );
  await plugin("There was a very good time.");
  await controller.stop(); // Of two, the one would take the calls of the other.
  await using house = await world.startController({
    TOOLS_DIR: folder.path,
    MCP_SERVERS: JSON.stringify({ paper: { url: paper.url, tools: ["news"] } }),
  });
  await house.logged("mcp_tools");
  const call = await world.telephone.dial("8000", { callerId: "1011" });
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
  await plugin("There were seven good dogs.");
  const from = house.lines.length;
  process.kill(house.pid, "SIGHUP");
  await house.logged("plugins_loaded", () => true, { from });
  await ask("tell me a story", /seven good/);
  await call.hangUp();
});
