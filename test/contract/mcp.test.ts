import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Ending } from "../../src/kernel/ending.js";
import { address, gone, mcpBench, program, runs } from "../support/mcp/bench.js";
import { mcpHttpServer } from "../support/mcp/http-server.js";

const ECHO = { words: ["one", "two"] };

describe("a server that is a program", () => {
  it("has its tools in the toolbox, under its name, with what they take", async () => {
    await using bench = await mcpBench([program("", { name: "my-desk", tools: ["echo", "pid"] })]);
    assert.deepEqual(bench.offered, ["MY_DESK_ECHO", "MY_DESK_PID"]);
    assert.deepEqual(bench.toolbox.offers[0], {
      name: "MY_DESK_ECHO",
      description: "Does echo.",
      parameters: {
        type: "object",
        properties: { words: { type: "array", items: { type: "string" }, description: "What to say." } },
        required: ["words"],
      },
    });
    assert.deepEqual(await bench.use("MY_DESK_ECHO", ECHO), { status: "SUCCESS", message: JSON.stringify(ECHO) });
    assert.match((await bench.use("MY_DESK_ECHO", {})).message, /words is required/);
  });

  it("sees nothing of the service's environment but what was set for it", async () => {
    await using bench = await mcpBench([program("", { env: { TOKEN: "for-the-server" } })]);
    const { PATH, ATTENDANT_PROGRAM, ...rest } = JSON.parse((await bench.use("DESK_ENVIRONMENT")).message);
    assert.ok(PATH.includes("/usr/bin"));
    assert.match(ATTENDANT_PROGRAM, /^[0-9a-f-]{36}$/);
    assert.deepEqual(rest, { MODE: "", TOKEN: "for-the-server" });
  });

  it("is ended with the service, and what it started as well", async () => {
    const pids: number[] = [];
    {
      await using bench = await mcpBench([program("stubborn")]);
      for (const tool of ["DESK_PID", "DESK_CHILD", "DESK_SESSION"]) pids.push(Number((await bench.use(tool)).message));
      assert.ok(pids.every(runs));
    }
    await gone(...pids);
  });

  it("is told when a tool's time is up, and when the caller goes on", async () => {
    await using bench = await mcpBench([program("", { timeoutMs: 500 })]);
    assert.deepEqual(await bench.use("DESK_HANG"), { status: "FAILED", message: "desk hang took too long." });
    const leaving = new AbortController();
    const asked = bench.use("DESK_HANG", {}, { signal: leaving.signal });
    const reason = new Ending("interrupted");
    leaving.abort(reason);
    await assert.rejects(asked, reason);
    // The second was given up before it had gone out, or after that.
    assert.match((await bench.use("DESK_CANCELLED")).message, /^hang(,hang)?$/);
  });

  it("has its tools exchanged when it says that they have changed", async () => {
    await using bench = await mcpBench([program("", { tools: ["grow", "grown"] })]);
    assert.deepEqual(bench.offered, ["DESK_GROW"]);
    assert.match(bench.toolbox.find("DESK_GROWN")?.disabledReason ?? "", /no tool with this name/);
    const grown = bench.next("mcp_tools");
    await bench.use("DESK_GROW");
    await grown;
    assert.deepEqual(bench.offered, ["DESK_GROW", "DESK_GROWN"]);
  });

  it("that crashes is disabled with the reason, started again, and used again", async () => {
    await using bench = await mcpBench([program("", { tools: ["crash", "pid"] })]);
    const first = Number((await bench.use("DESK_PID")).message);
    const [away, back] = [bench.next("mcp_away"), bench.next("mcp_connected")];
    assert.deepEqual(await bench.use("DESK_CRASH"), { status: "FAILED", message: "desk crash did not work." });
    assert.equal((await away).msg, "desk is not connected: it ended (signal SIGKILL)");
    await back;
    const second = Number((await bench.use("DESK_PID")).message);
    assert.notEqual(second, first);
    await gone(first);
  });
});

describe("a server over HTTP", () => {
  for (const json of [false, true]) {
    it(`is used with the headers that are set, answering in ${json ? "JSON" : "a stream"}`, async () => {
      await using server = await mcpHttpServer(json);
      const headers = { Authorization: "Bearer for-the-server" };
      await using bench = await mcpBench([address(server.url, { headers })]);
      assert.deepEqual(bench.offered, ["HOME_STATE"]);
      assert.equal((await bench.use("HOME_STATE")).message, "state it is.");
      assert.ok(server.requests.length >= 4);
      for (const { headers: sent } of server.requests) assert.equal(sent.authorization, headers.Authorization);
    });
  }

  it("is left politely", async () => {
    await using server = await mcpHttpServer();
    await (await mcpBench([address(server.url)]))[Symbol.asyncDispose]();
    assert.equal(server.requests.at(-1)?.method, "DELETE");
  });

  it("has its tools exchanged when it says that they have changed", async () => {
    await using server = await mcpHttpServer();
    await using bench = await mcpBench([address(server.url)]);
    server.tools = [...server.tools, { name: "more", inputSchema: { type: "object" } }];
    // The stream on which it says so is opened after everything else.
    while (!server.requests.some(({ method }) => method === "GET")) await new Promise((next) => setImmediate(next));
    const changed = bench.next("mcp_tools");
    await server.changed();
    await changed;
    assert.deepEqual(bench.offered, ["HOME_MORE", "HOME_STATE"]);
    assert.equal(bench.toolbox.find("HOME_MORE")?.description, "more of home.");
  });

  it("that goes away is disabled with the reason, and comes back", async () => {
    await using server = await mcpHttpServer();
    await using bench = await mcpBench([address(server.url, { tools: ["state"] })]);
    const away = bench.next("mcp_away");
    await server.stop();
    await bench.use("HOME_STATE");
    assert.match((await away).msg, /home is not connected: (it cannot be reached \(\w+\)|the connection broke)/);
    assert.deepEqual(bench.offered, []);
    assert.match(bench.toolbox.find("HOME_STATE")?.disabledReason ?? "", /^The server home is not connected: /);
    const back = bench.next("mcp_connected");
    await server.start();
    await back;
    assert.equal((await bench.use("HOME_STATE")).message, "state it is.");
  });

  it("that has forgotten the session is connected to again", async () => {
    await using server = await mcpHttpServer();
    await using bench = await mcpBench([address(server.url)]);
    server.forget();
    const back = bench.next("mcp_connected");
    assert.equal((await bench.use("HOME_STATE")).status, "FAILED");
    await back;
    assert.equal((await bench.use("HOME_STATE")).message, "state it is.");
  });

  it("that falls silent is detected by a ping, without a request", async () => {
    await using server = await mcpHttpServer();
    await using bench = await mcpBench([address(server.url)], { times: { pingMs: 50 } });
    const away = bench.next("mcp_away");
    server.instead = (_, response) => response.writeHead(503).end();
    assert.match((await away).msg, /it rejects requests \(HTTP 503\)/);
  });

  it("that fails in one tool stays connected for the others", async () => {
    await using server = await mcpHttpServer();
    server.tools = [...server.tools, { name: "bad", inputSchema: { type: "object" } }];
    server.answer = (tool) => {
      if (tool === "bad") throw new Error("inner words");
      return { content: [{ type: "text", text: "Fine." }] };
    };
    await using bench = await mcpBench([address(server.url)]);
    assert.deepEqual(await bench.use("HOME_BAD"), { status: "FAILED", message: "home bad did not work." });
    assert.equal((await bench.use("HOME_STATE")).message, "Fine.");
    assert.ok(!bench.lines.some(({ event }) => event === "mcp_away"));
  });
});

describe("several servers", () => {
  it("do without one another, and no tool takes another's name", async () => {
    await using server = await mcpHttpServer();
    server.tools = [{ name: "echo", inputSchema: { type: "object" } }];
    const builtIn = [
      { name: "DESK_PID", description: "Ours.", execute: () => ({ status: "SUCCESS" as const, message: "Ours." }) },
    ];
    const absent = program("", { name: "gone", command: "/no/such/program", tools: ["echo"] });
    await using bench = await mcpBench([absent, program("", { tools: ["echo", "pid"] })], { builtIn });
    assert.deepEqual(bench.offered, ["DESK_ECHO", "DESK_PID"]);
    assert.equal((await bench.use("DESK_PID")).message, "Ours.");
    assert.ok(bench.lines.some(({ event, msg }) => event === "mcp_tool_refused" && /DESK_PID: another tool/.test(msg)));
    assert.equal(
      bench.toolbox.find("GONE_ECHO")?.disabledReason,
      "The server gone is not connected: its program cannot be started (ENOENT).",
    );
  });

  it("need not be there: until they are, the tools that are let in are disabled", async () => {
    await using bench = await mcpBench([program("silent", { tools: ["echo"] })], { until: null });
    await new Promise((next) => setImmediate(next));
    await new Promise((next) => setImmediate(next));
    assert.equal(bench.toolbox.find("DESK_ECHO")?.disabledReason, "The server desk is not connected yet.");
    assert.deepEqual(await bench.use("DESK_ECHO", ECHO), {
      status: "FAILED",
      message: "desk echo is not available. The server desk is not connected yet.",
    });
  });
});
