import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { describe, it, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { beginEvents, startHttpServer } from "../support/http-server.js";
import { modelClientOver } from "../support/mcp/model-client.js";
import { programArgs } from "../support/program.js";
import { startRestServer } from "../unit/http/rest-server.js";

const KEY = "key-of-a-model-0123456789";
const KEYS = [`model:mcp+call:${KEY}`, "reader:read:key-of-a-reader-0123456789"];
const COMMAND = fileURLToPath(new URL("../../src/command.ts", import.meta.url));
const SERVER = { name: "a service that leaves", version: "1" };
const NOTHING_LISTENS = "http://127.0.0.254:7977";

function startRelay(t: TestContext, env: Record<string, string>, options: readonly string[] = []) {
  const args = [...programArgs(COMMAND, "mcp", ...options)];
  const transport = new StdioClientTransport({ command: process.execPath, args, cwd: "/", env, stderr: "ignore" });
  t.after(() => transport.close());
  return transport as Transport;
}

/** Runs the command with an empty standard input. */
async function run(env: Record<string, string>, ...options: readonly string[]) {
  const args = programArgs(COMMAND, "mcp", ...options);
  const child = spawn(process.execPath, args, { cwd: "/", env, stdio: ["ignore", "pipe", "pipe"] });
  const [[code], out, error] = await Promise.all([once(child, "close"), text(child.stdout), text(child.stderr)]);
  return { code: code as number, out, error };
}

describe("ari-attendant mcp", () => {
  it("gives a program the tools of the service, and its results", async (t) => {
    const { url, calls } = await startRestServer(t, { keys: KEYS });
    const relayed = startRelay(t, { API_KEY: KEY }, ["--url", url]);
    await using model = await modelClientOver(relayed);
    assert.ok((await model.tools()).some(({ name }) => name === "place_call"));
    const answers = await Promise.all(
      ["1001", "1002", "1003"].map((extension) => model.use("place_call", { extension, message: "Hello." })),
    );
    assert.deepEqual(
      answers.map(({ structured }) => structured.status),
      ["queued", "queued", "queued"],
    );
    assert.equal(calls.placed.length, 3);
    assert.match((await model.use("get_call", { call_id: "1" })).texts.join(), /a key with the scope read/);
  });

  it("says in the service's words why there is no telephone", async (t) => {
    const { url } = await startRestServer(t, { keys: KEYS });
    for (const [address, key, words] of [
      [url, "key-of-a-reader-0123456789", /This requires a key with the scope mcp\./],
      [url, "no-key-of-the-service", /The API key is not valid\./],
      [NOTHING_LISTENS, KEY, /The service does not answer at http:\/\/127\.0\.0\.254:7977 \(ECONNREFUSED\)/],
    ] as const) {
      const relayed = startRelay(t, { ATTENDANT_URL: address, API_KEY: key });
      await assert.rejects(modelClientOver(relayed), words);
    }
  });

  for (const [how, leave] of [
    ["breaks off", (response: ServerResponse) => void response.destroy()],
    ["ends", (response: ServerResponse) => void response.end()],
  ] as const) {
    it(`refuses a request whose answer ${how} before its result`, async (t) => {
      const server = await startHttpServer((response, { body }) => {
        const { id, method, params } = JSON.parse(String(body) || "{}");
        if (id === undefined) return void response.writeHead(body.length > 0 ? 202 : 405).end();
        const send = beginEvents(response);
        if (method === "initialize") {
          const { protocolVersion } = params;
          send({ jsonrpc: "2.0", id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo: SERVER } });
          return void response.end();
        }
        send({ jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: id, progress: 1 } });
        setTimeout(leave, 100, response);
      });
      t.after(() => server[Symbol.asyncDispose]());
      await using model = await modelClientOver(startRelay(t, { API_KEY: KEY }, ["--url", server.url]));
      const refused = model.use("place_call", { extension: "1001", message: "Hello." });
      await assert.rejects(refused, /The service has left before it answered; a call may have been placed\./);
    });
  }

  it("ends with its standard input", async () => {
    const { code, out, error } = await run({ ATTENDANT_URL: NOTHING_LISTENS, API_KEY: KEY });
    assert.deepEqual([code, out, error], [0, "", ""]);
  });

  it("begins with a key that is given, whatever keys the service has", async () => {
    for (const API_KEYS of ["", "reader:read:key-of-a-reader-0123456789", `model:mcp:sha256:${"0".repeat(64)}`]) {
      const { code, out, error } = await run({ API_KEY: KEY, API_KEYS });
      assert.deepEqual([code, out, error], [0, "", ""], API_KEYS);
    }
  });

  it("does not begin without a key or an address, and says what it needs", async () => {
    const without = await run({ ATTENDANT_URL: NOTHING_LISTENS });
    assert.deepEqual([without.code, without.out], [1, ""]);
    assert.match(without.error, /needs a key with the scope mcp/);
    for (const options of [
      ["--url", "file:///etc/passwd"],
      ["--url", "nonsense"],
      ["--key", KEY],
    ]) {
      const { code, out, error } = await run({ API_KEY: KEY }, ...options);
      assert.deepEqual([code, out], [64, ""], options.join(" "));
      assert.match(error, /^mcp: /);
    }
    assert.match((await run({}, "--help")).out, /^Usage: ari-attendant mcp /);
  });
});
