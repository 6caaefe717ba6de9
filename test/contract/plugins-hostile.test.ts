import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type PluginFolder, pluginFolder, saying, toolSource } from "../support/plugin-folder.js";
import { type Cost, watchCost } from "../support/process-cost.js";

/** Processor time: far above what the service needs at a time, far below the seconds for which plugins block here. */
const MAX_HELD_MS = 400;
/** However busy the machine; clearly less than plugins that block do it for. */
const MAX_STILL_MS = 1_200;
const GOOD = saying("GOOD", `"Hello."`);

/** That a plugin which blocked for two seconds or more held up the event loop neither by computing nor by a wait. */
function assertNotHeld({ longestMs, stillMs }: Cost): void {
  assert.ok(longestMs < MAX_HELD_MS, `held for ${longestMs} ms`);
  assert.ok(stillMs < MAX_STILL_MS, `still for ${stillMs} ms`);
}

describe("files that are refused", () => {
  const files: [what: string, file: string, content: string, reason: RegExp][] = [
    [
      "a syntax error",
      "syntax.mjs",
      `export default {\n  name: "X",,\n};`,
      /SyntaxError: Unexpected token ',' \(syntax\.mjs:2\)/,
    ],
    ["an exception at the top", "throws.mjs", `let a;\n\na.b();`, /TypeError: .*undefined.* \(throws\.mjs:3\)/],
    ["an exception that is no error", "string.mjs", `throw "no";`, /a string was thrown: no/],
    [
      "a package that is not there",
      "missing.mjs",
      `import "nowhere";`,
      /Cannot find package 'nowhere' imported from missing\.mjs/,
    ],
    ["no tool", "nothing.mjs", `export const a = 1;`, /exports no tool/],
    [
      "a default export that is no tool",
      "function.mjs",
      `export default () => {};`,
      /default export is a function, not a tool/,
    ],
    ["a name in lower case", "lower.mjs", saying("lower", "1"), /named "lower", which is not UPPERCASE/],
    ["no name", "nameless.mjs", `export default { description: "d", execute() {} };`, /has no name/],
    ["no description", "plain.mjs", `export default { name: "PLAIN", execute() {} };`, /PLAIN has no description/],
    ["no execute", "idle.mjs", `export default { name: "IDLE", description: "d" };`, /IDLE has no execute/],
    ["an enabled that is no flag", "maybe.mjs", toolSource("MAYBE", "", `enabled: "yes",`), /MAYBE has an enabled/],
    ["parameters that are a list", "list.mjs", toolSource("LIST", "", `parameters: [1],`), /LIST has parameters/],
    [
      "a type that does not exist",
      "typed.mjs",
      toolSource("TYPED", "", `parameters: { a: { type: "date" } },`),
      /a is of the unknown type date/,
    ],
    [
      "a pattern that could run for hours",
      "pattern.mjs",
      toolSource("PATTERN", "", `parameters: { a: { type: "string", pattern: "(a+)+$" } },`),
      /"pattern" in its parameter a/,
    ],
    [
      "a default of another type",
      "default.mjs",
      toolSource("DEFAULT", "", `parameters: { a: { type: "integer", default: "x" } },`),
      /default of a is not of type integer/,
    ],
    [
      "a default that is not among its choices",
      "choices.mjs",
      toolSource("CHOICES", "", `parameters: { a: { type: "string", enum: ["x"], default: "y" } },`),
      /a has the default "y", which is not among its choices \["x"\]/,
    ],
    [
      "a parameter that reaches a prototype",
      "proto.mjs",
      toolSource("PROTO", "", `parameters: { constructor: { type: "string" } },`),
      /parameter named constructor/,
    ],
    [
      "nothing to choose from",
      "empty.mjs",
      toolSource("EMPTY", "", `parameters: { a: { type: "string", enum: [] } },`),
      /no choices/,
    ],
    [
      "an endless definition",
      "cycle.mjs",
      `const p = {}; p.a = p; export default { name: "CYCLE", description: "d", parameters: p, execute() {} };`,
      /cannot be written as JSON/,
    ],
    [
      "a definition without end",
      "long.mjs",
      `export default { name: "LONG", description: "d".repeat(1e6), execute() {} };`,
      /definitions have \d+ characters/,
    ],
    [
      "a getter that throws",
      "getter.mjs",
      `export default { get name() { throw new Error("peeked"); }, execute() {} };`,
      /peeked/,
    ],
    ["leaving the process", "exit.mjs", `process.exit(3);`, /ended its process \(exit code 3\)/],
    ["a wait without end at the top", "waits.mjs", `await new Promise(() => {});`, /did not finish loading within 5 s/],
    [
      "too much memory at the top",
      "greedy.mjs",
      `const all = []; for (;;) all.push(new Array(1000).fill({}));`,
      /more than 96 MB of memory|did not finish/,
    ],
    ["the name of another file's tool", "second.mjs", saying("GOOD", "1"), /another tool is named GOOD/],
    ["TypeScript", "typed.ts", `export default {};`, /compile it to JavaScript/],
  ];
  let folder: PluginFolder;
  let longestMs: number;

  before(async () => {
    const cost = watchCost();
    const contents = Object.fromEntries(files.map(([, file, content]) => [file, content]));
    folder = await pluginFolder({
      ...contents,
      "a-good.mjs": GOOD,
      "b-good.js": saying("ALSO_GOOD", `"Hello."`),
    });
    ({ longestMs } = cost());
  });
  after(() => folder[Symbol.asyncDispose]());

  for (const [what, file, , reason] of files) {
    it(`${what} is reported by file and reason`, () => {
      const line = folder.lines.find(({ event, data }) => event === "plugin_refused" && data?.file === file);
      assert.match(String(line?.data?.reason), reason);
    });
  }

  it("and none of them harms the others, or holds up the event loop", async () => {
    assert.equal((await folder.use("GOOD")).message, "Hello.");
    assert.equal((await folder.use("ALSO_GOOD")).message, "Hello.");
    assert.ok(longestMs < MAX_HELD_MS, `${longestMs} ms`);
    assert.deepEqual(
      folder.toolbox.offers.map(({ name }) => name),
      ["ALSO_GOOD", "GOOD"],
    );
  });

  it("and each stands in the list of tools, disabled, with the reason", () => {
    const tool = folder.toolbox.find("SYNTAX");
    assert.match(tool?.disabledReason ?? "", /^The plugin syntax\.mjs was rejected: SyntaxError/);
    assert.equal(folder.toolbox.find("GOOD")?.disabledReason, undefined);
    assert.equal(folder.toolbox.tools.filter(({ disabledReason }) => disabledReason).length, files.length);
    const ofServer = { name: "SYNTAX", description: "A tool of a server.", execute: () => assert.fail() };
    assert.deepEqual(folder.toolbox.addSource().replace([ofServer]), []);
    assert.equal(folder.toolbox.find("SYNTAX"), ofServer);
  });
});

it("a file that loops at the top is given up in time, and holds up neither the event loop nor others", async () => {
  const cost = watchCost();
  await using folder = await pluginFolder({ "spins.mjs": `for (;;);`, "good.mjs": GOOD }, { loadMs: 2_000 });
  const { data } = folder.lines.find(({ event }) => event === "plugin_refused") ?? assert.fail();
  assert.deepEqual([data?.file, data?.reason], ["spins.mjs", "it did not finish loading within 2 s"]);
  assert.equal((await folder.use("GOOD")).message, "Hello.");
  assertNotHeld(cost());
});

describe("tools that misbehave when they are used", () => {
  const TIMEOUT_MS = 1_500;
  const NO_ANSWER = /did not work\.$/;
  type Use = [what: string, body: string, message: RegExp, reported: RegExp];
  /** What its process survives: all in one file. */
  const answers: Use[] = [
    ["throws", `throw new Error("boom");`, NO_ANSWER, /Error: boom \(answers\.mjs:1\)/],
    ["throws nothing", `throw undefined;`, NO_ANSWER, /nothing was thrown/],
    ["returns nothing", ``, NO_ANSWER, /returned nothing instead of/],
    ["returns a text", `return "hello";`, NO_ANSWER, /returned a string instead of/],
    ["returns a status of its own", `return { status: "OK", message: "x" };`, NO_ANSWER, /the status "OK"/],
    ["returns no message", `return { status: "SUCCESS" };`, NO_ANSWER, /nothing as the message/],
    [
      "returns a message without end",
      `return { status: "SUCCESS", message: "x".repeat(1e6) };`,
      NO_ANSWER,
      /1000000 characters/,
    ],
    [
      "returns 10 MB of data",
      `return { status: "SUCCESS", message: "x", data: { a: "x".repeat(1e7) } };`,
      NO_ANSWER,
      /data of \d+ characters/,
    ],
    [
      "returns a list as data",
      `return { status: "SUCCESS", message: "x", data: [1] };`,
      NO_ANSWER,
      /a list as the data/,
    ],
    [
      "returns a circle",
      `const a = {}; a.a = a; return { status: "SUCCESS", message: "x", data: a };`,
      NO_ANSWER,
      /cannot be written as JSON/,
    ],
    [
      "returns a big integer",
      `return { status: "SUCCESS", message: "x", data: { a: 1n } };`,
      NO_ANSWER,
      /cannot be written as JSON/,
    ],
    [
      "returns nesting without end",
      `let a = {}; for (let i = 0; i < 3000; i++) a = { a }; return { status: "SUCCESS", message: "x", data: a };`,
      NO_ANSWER,
      /nested deeper/,
    ],
    [
      "remembers without end",
      `context.memory.set("a", "x".repeat(1e6)); return { status: "SUCCESS", message: "x" };`,
      NO_ANSWER,
      /remembers \d+ characters/,
    ],
    ["calls itself without end", `const f = () => f() + 1; f();`, NO_ANSWER, /call stack/],
  ];
  /** What it does not: a file for each. */
  const ends: Use[] = [
    ["leaves the process", `process.exit(7);`, NO_ANSWER, /ended its process \(exit code 7\)/],
    [
      "throws where nobody catches",
      `setTimeout(() => { throw new Error("later"); }); await new Promise(() => {});`,
      NO_ANSWER,
      /an uncaught exception: Error: later \(use-\d+\.mjs:1\)/,
    ],
    ["aborts", `process.abort();`, NO_ANSWER, /ended its process \(SIGABRT\)/],
    [
      "kills itself",
      `process.kill(process.pid, "SIGKILL");`,
      NO_ANSWER,
      /ended its process \(SIGKILL\)|may not send signals/,
    ],
    ["hangs up on the service", `process.disconnect(); await new Promise(() => {});`, NO_ANSWER, /ended its process/],
    [
      "grows a map",
      `const all = new Map(); for (let i = 0; ; i++) all.set(i, "x" + i);`,
      /did not work\.|took too long\./,
      /more than 96 MB of memory|took more than/,
    ],
    [
      "fills the memory",
      `const all = []; for (;;) all.push(new Array(1000).fill({}));`,
      /did not work\.|took too long\./,
      /more than 96 MB of memory|took more than/,
    ],
    ["never returns", `await new Promise(() => {});`, /took too long\.$/, /took more than 1500 ms/],
    ["blocks for good", `for (;;);`, /took too long\.$/, /blocked its process for 1\.5 s and was ended/],
  ];
  const row = [...answers, ...ends].map(([what, body, message, reported], i) => ({
    name: `USE_${i}`,
    file: i < answers.length ? "answers.mjs" : `use-${i}.mjs`,
    what,
    body,
    message,
    reported,
  }));
  let folder: PluginFolder;

  before(async () => {
    const files: Record<string, string> = {};
    for (const { file, name, body } of row) {
      const source = toolSource(name, body).replace("export default", `export const ${name} =`);
      files[file] = (files[file] ?? "") + source;
    }
    folder = await pluginFolder({ ...files, "good.mjs": GOOD }, { toolTimeoutMs: TIMEOUT_MS });
  });
  after(() => folder[Symbol.asyncDispose]());

  for (const { what, name, message, reported } of row) {
    it(`one that ${what} fails, is reported, and harms no other plugin`, async () => {
      const cost = watchCost();
      const failing = folder.use(name);
      assert.equal((await folder.use("GOOD")).message, "Hello.");
      const result = await failing;
      assert.equal(result.status, "FAILED");
      assert.match(result.message, message);
      // That a thread is blocked is known half a second after the tool's time.
      await folder.logged(reported);
      assertNotHeld(cost());
      assert.equal((await folder.use("GOOD")).message, "Hello.");
    });
  }

  it("none of them has touched what all objects share", () => {
    assert.deepEqual(Object.keys(Object.prototype), []);
  });
});

describe("a plugin", () => {
  it("that blocks for three seconds holds up neither the event loop nor another plugin", async () => {
    await using folder = await pluginFolder({
      "slow.mjs": toolSource(
        "SLOW",
        `const end = Date.now() + 3000; while (Date.now() < end); return { status: "SUCCESS", message: "At last." };`,
      ),
      "good.mjs": GOOD,
    });
    const cost = watchCost();
    const slow = folder.use("SLOW");
    let over = false;
    void slow.then(() => (over = true));
    let uses = 0;
    let slowestMs = 0;
    while (!over) {
      const begun = performance.now();
      await folder.use("GOOD");
      slowestMs = Math.max(slowestMs, performance.now() - begun);
      uses++;
      await new Promise((next) => setTimeout(next, 20));
    }
    assert.equal((await slow).message, "At last.");
    assert.ok(uses > 20, `${uses} uses`);
    // Plugins come after everything else on a busy machine; held up, it would be three seconds.
    assert.ok(slowestMs < 2_000, `${slowestMs} ms`);
    assertNotHeld(cost());
  });

  it("whose thread has ended is restarted at the next use", async () => {
    await using folder = await pluginFolder({
      "dies.mjs": `let n = 0;\n${toolSource("DIES", `if (++n === 2) process.exit(1); return { status: "SUCCESS", message: String(n) };`)}`,
    });
    assert.equal((await folder.use("DIES")).message, "1");
    assert.equal((await folder.use("DIES")).status, "FAILED");
    assert.equal((await folder.use("DIES")).message, "1");
  });

  it("that blocks after it has answered is ended, and a use that had not begun is not lost", async () => {
    await using folder = await pluginFolder({
      "later.mjs": toolSource(
        "LATER",
        `if (parameters.spin) setTimeout(() => { for (;;); }); return { status: "SUCCESS", message: "Fine." };`,
        `parameters: { spin: { type: "boolean" } },`,
      ),
    });
    assert.equal((await folder.use("LATER", { spin: true })).message, "Fine.");
    await folder.logged(/blocked its process/);
    assert.equal((await folder.use("LATER")).message, "Fine.");
  });

  it("that holds too much outside of its heap is ended", async () => {
    await using folder = await pluginFolder({
      "buffers.mjs": toolSource(
        "BUFFERS",
        `const all = []; for (let i = 0; i < 40; i++) all.push(Buffer.alloc(1e7, 1)); await new Promise(() => {}); return all;`,
      ),
    });
    const result = await folder.use("BUFFERS");
    assert.equal(result.status, "FAILED");
    assert.match((await folder.logged(/BUFFERS/)).msg, /more than 256 MB in buffers/);
  });

  it("with an unhandled rejection goes on, and the rejection is reported", async () => {
    await using folder = await pluginFolder({
      "rejects.mjs": toolSource(
        "REJECTS",
        `Promise.reject(new Error("nobody")); return { status: "SUCCESS", message: "Fine." };`,
      ),
    });
    assert.equal((await folder.use("REJECTS")).message, "Fine.");
    assert.match((await folder.logged(/rejects/)).msg, /rejects\.mjs: an unhandled rejection: Error: nobody/);
  });

  it("that prints without end fills no log", async () => {
    await using folder = await pluginFolder({
      "prints.mjs": toolSource(
        "PRINTS",
        `for (let i = 0; i < 5000; i++) console.log("line", i); console.error("x".repeat(1e5)); return { status: "SUCCESS", message: "Fine." };`,
      ),
    });
    assert.equal((await folder.use("PRINTS")).message, "Fine.");
    const printed = folder.lines.filter(({ event }) => event === "plugin_output");
    assert.equal(printed[0]?.msg, "line 0");
    assert.equal(printed[0]?.data?.file, "prints.mjs");
    assert.ok(printed.length <= 101, `${printed.length} lines`);
  });

  it("that sends lines past its own limits fills no log either", async () => {
    await using folder = await pluginFolder({
      "sends.mjs": toolSource(
        "SENDS",
        `for (let i = 0; i < 1000; i++) process._send({ kind: "output", text: "line " + i }); return { status: "SUCCESS", message: "Fine." };`,
      ),
    });
    assert.equal((await folder.use("SENDS")).message, "Fine.");
    const printed = folder.lines.filter(({ event }) => event === "plugin_output");
    assert.ok(printed.length > 100 && printed.length <= 202, `${printed.length} lines`);
  });

  it("cannot poison the prototypes of what it returns into", async () => {
    await using folder = await pluginFolder({
      "poison.mjs": toolSource(
        "POISON",
        `Object.prototype.polluted = 1; Array.prototype.map = null; return { status: "SUCCESS", message: "x", data: JSON.parse('{"__proto__":{"evil":1},"a":{"constructor":{"prototype":{"evil":1}},"b":2}}') };`,
      ),
    });
    const { data } = await folder.use("POISON");
    assert.deepEqual(data, { a: { b: 2 } });
    assert.equal(Object.getPrototypeOf(data), Object.prototype);
    assert.equal(({} as Record<string, unknown>).polluted, undefined);
  });
});
