import assert from "node:assert/strict";
import { test } from "node:test";
import { createToolbox } from "../../../src/toolbox/toolbox.js";
import type { Tool, ToolResult } from "../../../src/toolbox/tool.js";
import { toolEnvironment } from "../../support/fakes/tool-context.js";

const tool = (name: string, message = name, more: Partial<Tool> = {}): Tool => ({
  name,
  description: `Says ${message}.`,
  execute: () => ({ status: "SUCCESS", message }),
  ...more,
});
const names = (tools: readonly { readonly name: string }[]) => tools.map(({ name }) => name);

function twoSources() {
  const toolbox = createToolbox([], { timeoutMs: 50 });
  const [first, second] = [toolbox.addSource(), toolbox.addSource()];
  const say = async (name: string) => (await toolbox.execute(name, {}, toolEnvironment())).message;
  return { toolbox, first, second, say };
}

test("tools of all sources are found, offered and run as if they were one list", async () => {
  const { toolbox, first, second, say } = twoSources();
  first.replace([tool("ZEBRA"), tool("LION")]);
  second.replace([tool("MOUSE"), tool("WHALE", "whale", { disabledReason: "No sea." })]);
  assert.deepEqual(names(toolbox.tools), ["LION", "MOUSE", "WHALE", "ZEBRA"]);
  assert.deepEqual(names(toolbox.offers), ["LION", "MOUSE", "ZEBRA"]);
  assert.equal(await say("mouse"), "MOUSE");
  assert.equal(await say("whale"), "whale is not available. No sea.");
  assert.equal(await say("unicorn"), "I have no tool named unicorn.");
});

test("arguments are held against the tool they are for", () => {
  const { toolbox, first } = twoSources();
  const counted = tool("COUNT", "", { parameters: { to: { type: "integer", description: "", required: true } } });
  first.replace([counted]);
  assert.deepEqual(toolbox.check(counted, { to: "5" }), { parameters: { to: 5 } });
  assert.ok("faults" in toolbox.check(counted, {}));
  assert.ok("faults" in toolbox.check(tool("STRANGER"), {}));
});

test("a source that exchanges its tools leaves those of others alone", async () => {
  const { toolbox, first, second, say } = twoSources();
  first.replace([tool("LION")]);
  second.replace([tool("MOUSE")]);
  assert.deepEqual(second.replace([tool("MOUSE", "squeak"), tool("RAT")]), []);
  assert.deepEqual(names(toolbox.tools), ["LION", "MOUSE", "RAT"]);
  assert.equal(await say("MOUSE"), "squeak");
  second.replace([]);
  assert.deepEqual(names(toolbox.offers), ["LION"]);
});

test("the source that came first keeps the name, whenever the other one comes", async () => {
  const { first, second, say } = twoSources();
  const mouse = tool("MOUSE", "second");
  assert.deepEqual(second.replace([mouse]), []);
  assert.deepEqual(first.replace([tool("MOUSE", "first")]), []);
  assert.equal(await say("MOUSE"), "first");
  assert.deepEqual(second.replace([mouse]), [{ tool: mouse, reason: "another tool is named MOUSE" }]);
  first.replace([]);
  assert.equal(await say("MOUSE"), "second");
});

test("a stand-in has its name only while no source has a tool of that name, whenever that comes", async () => {
  const { toolbox, first, second, say } = twoSources();
  const standIn = tool("LION", "none", { disabledReason: "Its file is broken." });
  assert.deepEqual(first.replace([tool("MOUSE")], [standIn]), []);
  assert.equal(await say("LION"), "lion is not available. Its file is broken.");
  assert.deepEqual(second.replace([tool("LION", "roar")]), []);
  assert.equal(await say("LION"), "roar");
  second.replace([]);
  assert.equal(toolbox.find("LION"), standIn);
  first.replace([]);
  assert.deepEqual(toolbox.tools, []);
});

test("what is not valid is left out with the reason, and the others are taken", () => {
  const { toolbox, first } = twoSources();
  const lower = tool("mouse");
  const odd = tool("ODD", "", { parameters: { "not a name": { type: "string", description: "" } } });
  assert.match(first.faultOf(lower) ?? "", /UPPERCASE/);
  assert.equal(first.faultOf(tool("LION")), undefined);
  const refused = first.replace([lower, odd, tool("LION")]);
  assert.deepEqual(
    refused.map((each) => each.tool),
    [lower, odd],
  );
  assert.match(refused[1]?.reason ?? "", /the parameters of ODD are invalid: a parameter named "not a name"/);
  assert.deepEqual(names(toolbox.tools), ["LION"]);
});

test("a tool that runs while it is exchanged goes on to its end", async () => {
  const { toolbox, first } = twoSources();
  let finish = (_result: ToolResult) => {};
  first.replace([tool("SLOW", "", { execute: () => new Promise<ToolResult>((resolve) => (finish = resolve)) })]);
  const running = toolbox.execute("SLOW", {}, toolEnvironment());
  first.replace([tool("SLOW", "new")]);
  finish({ status: "SUCCESS", message: "old" });
  assert.equal((await running).message, "old");
  assert.equal((await toolbox.execute("SLOW", {}, toolEnvironment())).message, "new");
});
