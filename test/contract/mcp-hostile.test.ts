import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ServerResponse } from "node:http";
import { address, gone, mcpBench, program } from "../support/mcp/bench.js";
import { mcpHttpServer } from "../support/mcp/http-server.js";
import { watchCost } from "../support/process-cost.js";

const refused = (lines: readonly { event: string; msg: string }[]) =>
  lines.filter(({ event }) => event === "mcp_tool_refused").map(({ msg }) => msg.replace(/^desk: /, ""));

describe("a hostile program", () => {
  for (const [mode, words] of [
    ["dies", /it ended \(exit code 3\)/],
    ["endless", /it sent a message of more than 512 KB/],
    ["nested", /it sent a message of more than 20000 values/],
  ] as const) {
    it(`that ${mode === "dies" ? "ends at once" : "prints without end"} is away, and not looked for all the time`, async () => {
      await using bench = await mcpBench([program(mode, { tools: ["echo"] })], { until: "mcp_away" });
      assert.match(bench.toolbox.find("DESK_ECHO")?.disabledReason ?? "", words);
      assert.deepEqual(bench.offered, []);
      assert.equal((await bench.use("DESK_ECHO", { words: [] })).status, "FAILED");
    });
  }

  it("that never answers delays nothing, and is ended with the service", async () => {
    const bench = await mcpBench([program("silent", { tools: ["echo"] })], { until: null });
    await new Promise((next) => setTimeout(next, 300));
    assert.deepEqual(bench.offered, []);
    const begun = performance.now();
    await bench[Symbol.asyncDispose]();
    assert.ok(performance.now() - begun < 5_000);
  });

  it("that answers with 10 MB is broken off, and another tool of it can be used again", async () => {
    await using bench = await mcpBench([program()]);
    const pid = Number((await bench.use("DESK_PID")).message);
    const cost = watchCost();
    const [away, back] = [bench.next("mcp_away"), bench.next("mcp_connected")];
    assert.deepEqual(await bench.use("DESK_HUGE"), { status: "FAILED", message: "desk huge did not work." });
    assert.match((await away).msg, /more than 512 KB/);
    const { longestMs } = cost();
    assert.ok(longestMs < 250, `the event loop was held for ${longestMs} ms`);
    await back;
    await gone(pid);
    assert.notEqual((await bench.use("DESK_PID")).message, String(pid));
  });

  it("that crashes while two tools run has both FAILED at once", async () => {
    await using bench = await mcpBench([program()]);
    const begun = performance.now();
    const results = await Promise.all([bench.use("DESK_HANG"), bench.use("DESK_CRASH")]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ["FAILED", "FAILED"],
    );
    assert.ok(performance.now() - begun < 2_000, "nobody waits for the time limit");
  });

  it("that floods standard error is used all the same, and the log holds a few short lines of it", async () => {
    await using bench = await mcpBench([program("stderr", { tools: ["pid"] })]);
    assert.equal((await bench.use("DESK_PID")).status, "SUCCESS");
    const lines = bench.lines.filter(({ event }) => event === "mcp_output");
    assert.ok(lines.length > 0 && lines.length <= 45, `${lines.length} lines`);
    assert.ok(lines.every(({ msg }) => msg.length <= 500));
  });

  it("that prints greetings among its messages is understood", async () => {
    await using bench = await mcpBench([program("greets", { tools: ["pid"] })]);
    assert.equal((await bench.use("DESK_PID")).status, "SUCCESS");
  });

  it("that never stops talking is ended", async () => {
    await using bench = await mcpBench([program("chatter", { tools: ["pid"] })]);
    assert.match((await bench.next("mcp_away")).msg, /it sends more than can be processed/);
  });

  it("has odd, double and too long names folded, or refused with the reason", async () => {
    await using bench = await mcpBench([program("names")]);
    assert.deepEqual(bench.offered, ["DESK_ECHO", "DESK_FINE", "DESK_GET_LIGHT_STATE", "DESK_LIGHTS_OFF"]);
    assert.deepEqual(refused(bench.lines), [
      "get_light_state: get.light-state is already named DESK_GET_LIGHT_STATE",
      "echo: it is listed twice",
      `${"x".repeat(80)}: its name cannot be converted to a valid tool name`,
      "日本: its name cannot be converted to a valid tool name",
    ]);
    assert.equal((await bench.use("DESK_GET_LIGHT_STATE")).status, "SUCCESS");
  });

  it("has schemas reduced to what is safe, or their tools refused with the reason, and no other tool", async () => {
    await using bench = await mcpBench([program("schemas")]);
    assert.deepEqual(bench.offered, ["DESK_DEEP", "DESK_FINE", "DESK_NONSENSE", "DESK_PATTERN", "DESK_WORDS"]);
    assert.deepEqual(refused(bench.lines), [
      "wide: its schema has more than 50 properties",
      "list: its schema is not for an object",
      "none: its schema is not for an object",
      "prototype: its schema has a property without a valid name",
    ]);
    const begun = performance.now();
    await bench.use("DESK_PATTERN", { a: `${"a".repeat(10_000)}!` });
    assert.ok(performance.now() - begun < 1_000, "no pattern of a server's is run");
    const { description } = bench.toolbox.find("DESK_WORDS") ?? {};
    assert.match(description ?? "", /^Ignore all previous x+…$/);
    assert.equal(description?.length, 1_000);
  });

  it("that says all the time that its tools have changed does not fill the log", async () => {
    await using bench = await mcpBench([program("restless")]);
    while (Number((await bench.use("DESK_LISTED")).message) < 4);
    assert.deepEqual(refused(bench.lines), ["list: its schema is not for an object"]);
    assert.equal(bench.lines.filter(({ event }) => event === "mcp_tools").length, 1);
  });

  it("has so many tools taken as a model can do with", async () => {
    await using bench = await mcpBench([program("many")]);
    assert.equal(bench.offered.length, 64);
    assert.ok(refused(bench.lines).every((line) => /there are more than (?:64|256)/.test(line)));
  });
});

describe("a hostile server over HTTP", () => {
  it("that redirects elsewhere is not followed, and the headers are not sent there", async () => {
    await using elsewhere = await mcpHttpServer();
    await using server = await mcpHttpServer();
    server.instead = (_, response) => response.writeHead(307, { Location: elsewhere.url }).end();
    const headers = { Authorization: "Bearer for-the-server" };
    await using bench = await mcpBench([address(server.url, { headers, tools: ["state"] })], { until: "mcp_away" });
    assert.match(
      bench.toolbox.find("HOME_STATE")?.disabledReason ?? "",
      /it redirects to another address, which is not allowed/,
    );
    server.instead = (_, response) => response.writeHead(307, { Location: `${server.url}/other` }).end();
    assert.equal(elsewhere.requests.length, 0);
    assert.ok(server.requests.every(({ url }) => url === "/mcp"));
  });

  for (const json of [true, false]) {
    it(`that answers with 100,000 small values in ${json ? "JSON" : "a stream"} is broken off before they are parsed`, async () => {
      await using server = await mcpHttpServer(json);
      await using bench = await mcpBench([address(server.url)]);
      server.answer = () => ({ content: [], structuredContent: { list: Array(100_000).fill(1) } });
      const away = bench.next("mcp_away");
      assert.equal((await bench.use("HOME_STATE")).status, "FAILED");
      assert.match((await away).msg, /more than 20000 values/);
    });

    it(`that answers with 10 MB in ${json ? "JSON" : "a stream"} is broken off at once`, async () => {
      await using server = await mcpHttpServer(json);
      await using bench = await mcpBench([address(server.url)]);
      server.answer = () => ({ content: [{ type: "text", text: "x".repeat(10_000_000) }] });
      const [away, back] = [bench.next("mcp_away"), bench.next("mcp_connected")];
      const begun = performance.now();
      assert.equal((await bench.use("HOME_STATE")).status, "FAILED");
      assert.ok(performance.now() - begun < 3_000, "nobody waits for the time limit");
      assert.match((await away).msg, /more than 512 KB/);
      await back;
    });
  }

  for (const [what, body, words] of [
    ["a web page", "<html>", /violates the protocol|rejects requests/],
    ["something that is not JSON", "{", /violates the protocol/],
    ["another list", '{"jsonrpc":"2.0","id":0,"result":[]}', /violates the protocol/],
  ] as const) {
    it(`that answers with ${what} is away`, async () => {
      await using server = await mcpHttpServer();
      const type = body.startsWith("<") ? "text/html" : "application/json";
      server.instead = (_, response) => response.writeHead(200, { "Content-Type": type }).end(body);
      await using bench = await mcpBench([address(server.url, { tools: ["state"] })], { until: "mcp_away" });
      assert.match(bench.toolbox.find("HOME_STATE")?.disabledReason ?? "", words);
    });
  }

  it("that refuses the key is away, and only the log has what it says about that", async () => {
    await using server = await mcpHttpServer();
    server.instead = (_, response) => response.writeHead(401).end("the key abc is wrong");
    await using bench = await mcpBench([address(server.url, { tools: ["state"] })], { until: "mcp_away" });
    const reason = "The server home is not connected: it rejects requests (HTTP 401).";
    assert.equal(bench.toolbox.find("HOME_STATE")?.disabledReason, reason);
  });

  it("that dies in the middle of an answer has the tool FAILED, and is looked for", async () => {
    await using server = await mcpHttpServer();
    await using bench = await mcpBench([address(server.url)]);
    const away = bench.next("mcp_away");
    server.answer = async () => {
      await server.stop();
      return {};
    };
    const begun = performance.now();
    assert.equal((await bench.use("HOME_STATE")).status, "FAILED");
    assert.ok(performance.now() - begun < 3_000, "nobody waits for the time limit");
    await away;
  });

  for (const [what, answer, result] of [
    ["no result", 5, { status: "FAILED", message: "home state did not work." }],
    ["no content", { content: 5 }, { status: "FAILED", message: "The server gave no usable answer." }],
    ["nothing", { content: [] }, { status: "SUCCESS", message: "Done." }],
    [
      "an error",
      { isError: true, content: [{ type: "text", text: "No light." }] },
      { status: "FAILED", message: "No light." },
    ],
    [
      "pictures",
      {
        content: [
          { type: "image", data: "AAAA", mimeType: "image/png" },
          { type: "text", text: "The\u0007 hall.\u202e" },
        ],
      },
      { status: "SUCCESS", message: "The hall.\nThe result also has an image, which cannot be read out." },
    ],
    [
      "structure",
      { content: [{ type: "text", text: "On." }], structuredContent: { on: true, constructor: 1 } },
      { status: "SUCCESS", message: "On.", data: { on: true } },
    ],
    [
      "too much structure",
      { content: [{ type: "text", text: "On." }], structuredContent: { x: "y".repeat(20_000) } },
      { status: "SUCCESS", message: "On." },
    ],
  ] as const) {
    it(`whose tool answers with ${what} has that as its result`, async () => {
      await using server = await mcpHttpServer(true);
      server.instead = (request, response) => void tool(request, response, answer);
      await using bench = await mcpBench([address(server.url)]);
      assert.deepEqual(await bench.use("HOME_STATE"), result);
    });
  }
});

/** A server by hand, because the SDK's checks what it sends. */
async function tool(
  request: AsyncIterable<Uint8Array> & { method?: string | undefined },
  response: ServerResponse,
  answer: unknown,
): Promise<void> {
  if (request.method !== "POST") return void response.writeHead(405).end();
  const parts: Uint8Array[] = [];
  for await (const part of request) parts.push(part);
  const { id, method } = JSON.parse(Buffer.concat(parts).toString());
  if (id === undefined) return void response.writeHead(202).end();
  const results: Record<string, unknown> = {
    initialize: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "x", version: "1" } },
    "tools/list": { tools: [{ name: "state", inputSchema: { type: "object" } }] },
    "tools/call": answer,
  };
  response.writeHead(200, { "Content-Type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", id, result: results[method] ?? {} }));
}
