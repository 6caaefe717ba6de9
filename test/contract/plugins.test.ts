import assert from "node:assert/strict";
import { mkdir, rename, rm, symlink, unlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { DateTime } from "luxon";
import { pluginEnvironment } from "../../src/config/plugin-environment.js";
import { AttendantError } from "../../src/kernel/errors.js";
import type { Task, Tasks } from "../../src/toolbox/tool.js";
import { pluginFolder, saying, toolSource } from "../support/plugin-folder.js";

const GREETER = `import { defineTool } from "ari-attendant/tool";
export const greet = defineTool({
  name: "GREET",
  description: "Greets.",
  parameters: { who: { type: "string", description: "Whom", required: true }, times: { type: "integer", default: 1 } },
  execute: ({ who, times }) => ({ status: "SUCCESS", message: \`Hello \${who}.\`.repeat(times), data: { times } }),
});
export const part = defineTool({ name: "PART", description: "Parts.", execute: () => ({ status: "SUCCESS", message: "Bye." }) });
`;
const taskAt = (at: DateTime): Task => ({
  taskId: "t1",
  type: "timer",
  dueAt: at,
  message: "Eggs",
  destination: "100",
});

describe("a folder of plugins", () => {
  it("adds its tools to those there are, by the contract of the built-in ones", async () => {
    await using folder = await pluginFolder({ "greeter.mjs": GREETER });
    const { toolbox, use } = folder;
    assert.deepEqual(
      toolbox.offers.map(({ name }) => name),
      ["GREET", "PART"],
    );
    assert.deepEqual(await use("greet", { who: "Ada", times: "2" }), {
      status: "SUCCESS",
      message: "Hello Ada.Hello Ada.",
      data: { times: 2 },
    });
    assert.match((await use("GREET", {})).message, /who is required/);
  });

  it("takes tools in every form in which a file can export them", async () => {
    const tool = (name: string) =>
      `{ name: "${name}", description: "d", execute: () => ({ status: "SUCCESS", message: "" }) }`;
    await using folder = await pluginFolder({
      "a.mjs": `export default ${tool("DEFAULT")};`,
      "b.mjs": `export default [${tool("LIST_A")}, ${tool("LIST_B")}];`,
      "c.mjs": `const both = ${tool("BOTH")}; export { both, both as default }; export const other = 5;`,
      "d.js": `export const named = ${tool("SCRIPT")};`,
      "e.js": `module.exports = ${tool("COMMON")};`,
      "f.js": `exports.one = ${tool("COMMON_A")}; exports.two = ${tool("COMMON_B")};`,
      "g.mjs": `export default ${tool("OFF").replace("{", "{ enabled: false,")};`,
      "h.mjs": `export default ${tool("LACKS").replace("{", `{ enabled: false, disabledReason: "X is not set.",`)};`,
      "_shared.mjs": "throw 1;",
      ".hidden.mjs": "throw 1;",
      "a.test.mjs": "throw 1;",
      "a.d.mts": "",
      "notes.txt": "",
    });
    const { tools } = folder.toolbox;
    const names = ["BOTH", "COMMON", "COMMON_A", "COMMON_B", "DEFAULT", "LACKS", "LIST_A", "LIST_B", "OFF", "SCRIPT"];
    assert.deepEqual(
      tools.map(({ name }) => name),
      names,
    );
    assert.equal(folder.toolbox.find("OFF")?.disabledReason, "It is disabled.");
    assert.equal(folder.toolbox.find("LACKS")?.disabledReason, "X is not set.");
    assert.deepEqual(
      folder.lines.filter(({ event }) => event === "plugin_refused"),
      [],
    );
  });

  it("needs no link to this installation, and works with one", async () => {
    await using folder = await pluginFolder({});
    await mkdir(join(folder.path, "node_modules"));
    await symlink(fileURLToPath(new URL("../..", import.meta.url)), join(folder.path, "node_modules", "ari-attendant"));
    await folder.write({ "greeter.mjs": GREETER });
    await folder.plugins.load();
    assert.equal((await folder.use("PART")).message, "Bye.");
  });

  it("that is missing affects no other plugin", async () => {
    await using folder = await pluginFolder({ "a.mjs": saying("A", "1") });
    await folder.remove("a.mjs");
    await using gone = await pluginFolder({});
    await rm(gone.path, { recursive: true });
    assert.deepEqual(await gone.plugins.load(), { loaded: [], refused: [] });
    assert.match((await gone.logged(/cannot be read/)).msg, /ENOENT/);
  });
});

describe("what a plugin is run with", () => {
  it("is the caller, the moment, and ways to speak and to hang up, when it is in a call", async () => {
    const said: string[] = [];
    let hungUp = 0;
    const body = `const { caller, now } = context; context.say?.("One moment."); context.hangUp?.();
      return { status: "SUCCESS", message: [caller, now.zoneName, now.plus({ hours: 1 }).toISO(), typeof context.say].join() };`;
    await using folder = await pluginFolder({ "a.mjs": toolSource("A", body) });
    const now = DateTime.fromISO("2026-11-21T09:41:00", { zone: "Asia/Kathmandu" });
    const inCall = { caller: "100", now, say: (text: string) => void said.push(text), hangUp: () => void hungUp++ };
    const { message } = await folder.use("A", {}, inCall);
    assert.equal(message, "100,Asia/Kathmandu,2026-11-21T10:41:00.000+05:45,function");
    assert.deepEqual([said, hungUp], [["One moment."], 1]);
    assert.match((await folder.use("A", {}, { now })).message, /^,Asia.*,undefined$/);
  });

  it("is what can be set for later, with the moments in the caller's zone", async () => {
    const calls: unknown[] = [];
    const at = DateTime.fromISO("2026-11-21T10:00:00", { zone: "Europe/Rome" });
    const tasks: Tasks = {
      setTimer: async (timer) => (calls.push(timer), taskAt(at)),
      callBack: async (callback) => (calls.push(callback), { refusal: "Not that number." }),
      pending: async () => [taskAt(at)],
      cancel: async (taskId) => taskId === "t1",
    };
    const body = `const { tasks, now } = context;
      const timer = await tasks.setTimer({ seconds: 60, message: "Eggs" });
      const refused = await tasks.callBack({ at: now.plus({ minutes: 5 }), message: "Up", destination: "200" });
      const [pending] = await tasks.pending();
      const cancelled = [await tasks.cancel("t1"), await tasks.cancel("t2")];
      return { status: "SUCCESS", message: timer.dueAt.toFormat("HH:mm z"), data: { refused, pending: pending.dueAt.toISO(), cancelled } };`;
    await using folder = await pluginFolder({ "a.mjs": toolSource("A", body) });
    const result = await folder.use("A", {}, { tasks, now: at });
    assert.equal(result.message, "10:00 Europe/Rome");
    assert.deepEqual(result.data, {
      refused: { refusal: "Not that number." },
      pending: at.toISO(),
      cancelled: [true, false],
    });
    assert.deepEqual(calls[0], { seconds: 60, message: "Eggs" });
    const { at: due, ...rest } = calls[1] as { at: DateTime };
    assert.deepEqual(rest, { message: "Up", destination: "200" });
    assert.equal(due.toISO(), at.plus({ minutes: 5 }).toISO());
  });

  it("tells it by its code that the store is away, and what it asked wrongly", async () => {
    const away = async () => {
      throw new AttendantError("store_unavailable", "The store is away.");
    };
    const body = `const failed = (error) => error.code ?? error.message; const { tasks } = context;
      return { status: "SUCCESS", message: [await tasks.pending().catch(failed), await tasks.setTimer({ seconds: -1, message: "" }).catch(failed)].join("; ") };`;
    await using folder = await pluginFolder({ "a.mjs": toolSource("A", body) });
    const tasks: Tasks = { setTimer: away, callBack: away, pending: away, cancel: away };
    assert.equal((await folder.use("A", {}, { tasks })).message, "store_unavailable; seconds must be from 1 to 86400");
  });

  it("is a memory that lasts as long as the call, also when the tool fails", async () => {
    const body = `const { memory } = context; const n = (memory.get("n") ?? 0) + 1; memory.set("n", n);
      if (n === 2) { memory.set("left", { deep: [1] }); throw new Error("second"); }
      const left = JSON.stringify(memory.get("left")); if (n === 3) memory.delete("left");
      return { status: "SUCCESS", message: n + " " + left };`;
    await using folder = await pluginFolder({ "a.mjs": toolSource("A", body) });
    const memories = new Map();
    const messages = [];
    for (let i = 0; i < 4; i++) messages.push((await folder.use("A", {}, { memories })).message);
    assert.deepEqual(messages, ["1 undefined", "a did not work.", '3 {"deep":[1]}', "4 undefined"]);
    assert.deepEqual([...memories.get("A")], [["n", 4]]);
    assert.equal((await folder.use("A")).message, "1 undefined");
  });

  it("is a signal that aborts with the service's, and a context that is over then", async () => {
    const said: string[] = [];
    const body = `await new Promise((resolve) => context.signal.addEventListener("abort", resolve));
      context.say("Too late."); console.log("aborted: " + context.signal.reason.name); return { status: "SUCCESS", message: "" };`;
    await using folder = await pluginFolder({ "a.mjs": toolSource("A", body) });
    const interrupted = new AbortController();
    const use = folder.use("A", {}, { signal: interrupted.signal, say: (text) => void said.push(text) });
    setImmediate(() => interrupted.abort(new Error("The caller spoke on.")));
    await assert.rejects(use, /spoke on/);
    await folder.logged(/aborted: AbortError/);
    assert.deepEqual(said, []);
  });

  it("is a log under its own name", async () => {
    const body = `context.log.warn("Low water", { level: 3 }); return { status: "SUCCESS", message: "" };`;
    await using folder = await pluginFolder({ "a.mjs": toolSource("A", body) });
    await folder.use("A");
    const { event, data } = await folder.logged(/Low water/);
    assert.deepEqual([event, data], ["tool_log", { level: 3, tool: "A" }]);
  });

  it("is the environment without the service's secrets", async () => {
    const environment = pluginEnvironment({
      ARI_PASSWORD: "s3cret",
      ARI_PASSWORD_FILE: "/run/secret",
      API_KEYS: "k".repeat(16),
      MONGODB_URI: "mongodb://u:p@h",
      TEMPEST_API_TOKEN: "t",
      NODE_OPTIONS: "--no-warnings",
      MODEL_KEY_LARGE: "m",
      MODEL_KEY_SMALL_FILE: "/run/secret",
      TIDES_TOKEN: "mine",
      TIMEZONE: "UTC",
    });
    assert.deepEqual(environment, { TIDES_TOKEN: "mine", TIMEZONE: "UTC" });
    const files = { "a.mjs": saying("A", "Object.keys(process.env).sort()") };
    await using folder = await pluginFolder(files, { environment });
    assert.equal((await folder.use("A")).message, "TIDES_TOKEN,TIMEZONE");
  });

  it("is not shared by uses at the same time", async () => {
    const body = `await new Promise((resolve) => setTimeout(resolve, parameters.ms)); return { status: "SUCCESS", message: context.caller };`;
    const parameters = `parameters: { ms: { type: "integer" } },`;
    await using folder = await pluginFolder({ "a.mjs": toolSource("A", body, parameters) });
    const uses = [30, 5, 15].map((ms) => folder.use("A", { ms }, { caller: String(ms) }));
    assert.deepEqual(
      (await Promise.all(uses)).map(({ message }) => message),
      ["30", "5", "15"],
    );
  });
});

/** How many processes we have. */
const children = () => process.getActiveResourcesInfo().filter((name) => name === "ProcessWrap").length;

/** How many there are besides `others`, once there are at most `count`: ended ones need a moment to leave. */
async function left(count: number, others: number): Promise<number> {
  const deadline = performance.now() + 5_000;
  while (children() > others + count && performance.now() < deadline) await new Promise((next) => setTimeout(next, 5));
  return children() - others;
}

it("a plugin whose runs hang is given one new process, however many use it at that moment", async () => {
  const others = children();
  const body = `if (!parameters.hang) return { status: "SUCCESS", message: String(process.pid) };
    if (++hung === 20) console.log("all hang"); await new Promise(() => {});`;
  const hangs = `let hung = 0;\n${toolSource("HANGS", body, `parameters: { hang: { type: "boolean" } },`)}`;
  await using folder = await pluginFolder({ "hangs.mjs": hangs });
  const { message: first } = await folder.use("HANGS");
  const interrupt = new AbortController();
  const hanging = Array.from({ length: 20 }, () => folder.use("HANGS", { hang: true }, { signal: interrupt.signal }));
  await folder.logged(/all hang/);
  interrupt.abort(new Error("interrupted"));
  await Promise.allSettled(hanging);
  const uses = await Promise.all([1, 2, 3].map(() => folder.use("HANGS")));
  const pids = new Set(uses.map(({ message }) => message));
  assert.equal(pids.size, 1);
  assert.ok(!pids.has(first));
  assert.equal(await left(1, others), 1);
});

describe("reloading the folder", () => {
  it("brings in what is new, changed and gone, all at once", async () => {
    await using folder = await pluginFolder({ "a.mjs": saying("A", "1"), "b.mjs": saying("B", "1") });
    await folder.write({ "a.mjs": saying("A", "2"), "c.mjs": saying("C", "1"), "d.mjs": "broken(" });
    await folder.remove("b.mjs");
    const { loaded, refused } = await folder.plugins.load();
    assert.deepEqual(
      loaded.map(({ file, tools }) => [file, ...tools]),
      [
        ["a.mjs", "A"],
        ["c.mjs", "C"],
      ],
    );
    assert.deepEqual(
      refused.map(({ file }) => file),
      ["d.mjs"],
    );
    assert.equal((await folder.use("A")).message, "2");
    assert.equal((await folder.use("B")).message, "I have no tool named b.");
    await folder.write({ "d.mjs": saying("D", "1") });
    await folder.plugins.load();
    assert.equal((await folder.use("D")).message, "1");
  });

  for (const expected of [true, false]) {
    it(`keeps the tools when ${expected ? "its own folder" : "the default folder"} cannot be read, and says so`, async () => {
      await using folder = await pluginFolder({ "a.mjs": saying("A", "1") }, { expected });
      await rename(folder.path, `${folder.path}-aside`);
      await symlink(folder.path, folder.path); // A circle.
      const { loaded } = await folder.plugins.load();
      assert.deepEqual(loaded, [{ file: "a.mjs", tools: ["A"] }]);
      assert.match((await folder.logged(/cannot be read/)).msg, /ELOOP/);
      await unlink(folder.path);
      await rename(`${folder.path}-aside`, folder.path);
      assert.equal((await folder.use("A")).message, "1");
    });
  }

  it("takes a default folder that is gone for an empty one", async () => {
    await using folder = await pluginFolder({ "a.mjs": saying("A", "1") }, { expected: false });
    await rm(folder.path, { recursive: true });
    assert.deepEqual(await folder.plugins.load(), { loaded: [], refused: [] });
    assert.deepEqual(folder.toolbox.tools, []);
    assert.ok(folder.lines.every(({ event }) => event !== "plugins_folder"));
  });

  it("finishes running uses with the code that they began with", async () => {
    const slow = (answer: string) =>
      toolSource(
        "SLOW",
        `console.log("begun"); await new Promise((resolve) => setTimeout(resolve, 600)); return { status: "SUCCESS", message: "${answer}" };`,
      );
    await using folder = await pluginFolder({ "slow.mjs": slow("old") });
    const running = folder.use("SLOW");
    await folder.logged(/begun/);
    await folder.write({ "slow.mjs": slow("new") });
    await folder.plugins.load();
    assert.equal((await folder.use("SLOW")).message, "new");
    assert.equal((await running).message, "old");
  });

  it("asked for again while it is at work, sees what has changed since", async () => {
    await using folder = await pluginFolder({ "a.mjs": saying("A", "1") });
    const first = folder.plugins.load();
    await folder.write({ "a.mjs": saying("A", "2"), "b.mjs": saying("B", "2") });
    const second = folder.plugins.load();
    await Promise.all([first, second]);
    assert.deepEqual([(await folder.use("A")).message, (await folder.use("B")).message], ["2", "2"]);
  });

  it("is what brings a changed file into use, not the end of its process", async () => {
    const file = (word: string) => {
      const body = `if (parameters.die) process.exit(1); return { status: "SUCCESS", message: "${word}" };`;
      return { "a.mjs": toolSource("A", body, `parameters: { die: { type: "boolean" } },`) };
    };
    await using folder = await pluginFolder(file("old"));
    await folder.write(file("new"));
    assert.equal((await folder.use("A")).message, "old");
    await folder.use("A", { die: true });
    for (let i = 0; i < 3; i++) assert.equal((await folder.use("A")).status, "FAILED");
    const told = folder.lines.filter(({ event }) => event === "plugin_fault").map(({ msg }) => msg);
    assert.equal(told.filter((msg) => /has changed since it was loaded; reload to use it/.test(msg)).length, 1);
    await folder.write(file("old"));
    assert.equal((await folder.use("A")).message, "old");
    await folder.write(file("new"));
    await folder.plugins.load();
    assert.equal((await folder.use("A")).message, "new");
  });

  it("leaves nothing of the old ones behind", async () => {
    const others = children();
    await using folder = await pluginFolder({ "a.mjs": saying("A", "1"), "b.mjs": saying("B", "1") });
    assert.equal(await left(2, others), 2);
    for (let i = 0; i < 3; i++) await folder.plugins.load();
    assert.equal(await left(2, others), 2);
    await folder.plugins[Symbol.asyncDispose]();
    assert.equal(await left(0, others), 0);
  });
});
