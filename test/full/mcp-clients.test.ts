import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import {
  type Callees,
  type Controller,
  PROJECT,
  startCallees,
  startWorld,
  temporaryFolder,
  TEST_LINES,
  type World,
} from "../support/index.js";

const KEY = "key-of-a-model-0123456789";
const ALONE = "key-without-other-scopes-0123";
const QUESTION = {
  message: "Your appointment is tomorrow.",
  choice: { prompt: "Do you keep it?", options: [{ value: "yes", synonyms: ["yes please"] }, { value: "no" }] },
};
const TOOLS = [
  ...["place_call", "ask_question", "get_call", "cancel_call", "say_in_call", "add_do_not_call"],
  ...["list_schedules", "create_schedule", "cancel_schedule", "list_assistants"],
];
/** Asks over streamable HTTP, and over the command. */
const PYTHON = `
import asyncio, json, sys
from mcp import Client, StdioServerParameters

url, command, key, question = sys.argv[1], sys.argv[2], sys.argv[3], json.loads(sys.argv[4])

async def main():
    telephone = StdioServerParameters(command=command, args=["mcp", "--url", url], env={"API_KEY": key})
    async with Client(telephone) as client:
        told = []
        async def follow(progress, total, message):
            told.append(message)
        asked = await client.call_tool("ask_question", question, progress_callback=follow)
        refused = await client.call_tool("place_call", {"extension": "1001"})
        print(json.dumps({
            "tools": [tool.name for tool in (await client.list_tools()).tools],
            "result": asked.structured_content,
            "told": told,
            "refused": [refused.is_error, refused.content[0].text],
        }))

asyncio.run(main())
`;
const INSTALL_MS = 400_000;
const PROGRAM_MS = 90_000;

interface Answer {
  readonly tools?: readonly { readonly name: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}

const run = promisify(execFile);

describe("clients of the Model Context Protocol that others wrote", { timeout: INSTALL_MS + 200_000 }, () => {
  let bin: string;
  let world: World;
  let callees: Callees;
  let controller: Controller;

  before(async () => {
    bin = (await run(join(PROJECT, "scripts/lib/mcp-clients"), { timeout: INSTALL_MS })).stdout.trim();
    world = await startWorld();
    callees = await startCallees(world.bed.pbx);
    const keys = `model:mcp+call+read+schedule:${KEY},alone:mcp:${ALONE}`;
    controller = await world.startController({ API_KEYS: keys });
  });
  after(async () => {
    await callees?.[Symbol.asyncDispose]();
    await world?.[Symbol.asyncDispose]();
  });

  /** @returns what it prints, and its exit code: 0, or 5 when the result of a tool is an error */
  async function inspect(key: string, ...request: readonly string[]) {
    await using home = await temporaryFolder();
    const server = [
      "--cli",
      `${controller.url}/mcp`,
      "--transport",
      "http",
      "--header",
      `Authorization: Bearer ${key}`,
    ];
    const options = { timeout: PROGRAM_MS, env: { ...process.env, HOME: home.path } };
    const failed = (error: unknown) => error as { readonly stdout: string; readonly code: number };
    const ended = run(join(bin, "mcp-inspector"), [...server, ...request], options);
    const { stdout, code } = await ended.then((said) => ({ ...said, code: 0 }), failed);
    return { code, answer: JSON.parse(stdout || "{}") as Answer };
  }

  const uses = (tool: string, given: object) => [
    ...["--method", "tools/call", "--tool-name", tool, "--tool-arg"],
    ...Object.entries(given).map(
      ([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
    ),
  ];

  it("the inspector finds no fault with the tools, and has the answer of a telephone", async () => {
    const listed = await inspect(KEY, "--method", "tools/list", "--strict");
    assert.equal(listed.code, 0);
    assert.deepEqual(
      listed.answer.tools?.map(({ name }) => name),
      TOOLS,
    );
    const asked = await inspect(KEY, ...uses("ask_question", { extension: "1001", ...QUESTION }));
    const { status, choice_response: answer } = asked.answer.structuredContent ?? {};
    assert.deepEqual([asked.code, status, answer], [0, "completed", "yes"]);
    const busy = await inspect(KEY, ...uses("ask_question", { extension: TEST_LINES.busy, ...QUESTION }));
    assert.equal(busy.answer.structuredContent?.status, "busy");
  });

  it("the inspector has no tool with a key whose only scope is mcp, and nothing without that scope", async () => {
    const call = uses("place_call", { extension: "1001", message: "Hello." });
    const before = callees.calls.length;
    assert.deepEqual((await inspect(ALONE, "--method", "tools/list")).answer.tools, []);
    for (const key of [ALONE, "no-key-of-the-service"]) assert.notEqual((await inspect(key, ...call)).code, 0);
    assert.equal(callees.calls.length, before);
  });

  it("the SDK of Python starts the command, follows the call, and has the answer", async () => {
    const question = JSON.stringify({ extension: "1008", ...QUESTION });
    const command = join(PROJECT, "scripts/ari-attendant");
    const args = ["-c", PYTHON, controller.url, command, KEY, question];
    const { stdout } = await run(join(bin, "python"), args, { timeout: PROGRAM_MS });
    const { tools, result, told, refused } = JSON.parse(stdout);
    assert.deepEqual(tools, TOOLS);
    assert.deepEqual([result.status, result.choice_response, result.choice_matched_by], ["completed", "no", "key"]);
    assert.ok(
      (told as string[]).some((report) => /was answered/.test(report)),
      String(told),
    );
    assert.deepEqual(refused, [true, "The request is not valid: message is required."]);
  });
});
