import assert from "node:assert/strict";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { describe, it, type TestContext } from "node:test";
import express from "express";
import { readKey, requireKey } from "../../../../src/http/kit/api-keys.js";
import { problem, sendProblem } from "../../../../src/http/kit/problem.js";
import { createRefusals, watchRefusals } from "../../../../src/http/kit/refusals.js";
import { createLog } from "../../../../src/observability/log.js";
import { apiKeys } from "../rest-server.js";

const KEY = "0123456789abcdef";

async function guarded(t: TestContext) {
  const clock = { ms: 0, address: "10.0.0.1" };
  const lines: { event: string; data: Record<string, unknown> }[] = [];
  const log = createLog({ level: "info", transcripts: false, sink: (line) => lines.push(JSON.parse(line)) });
  const counted: string[] = [];
  const metrics = { requestRefused: (code: string) => void counted.push(code) };
  const app = express();
  app.use((req, _res, next) => {
    Object.defineProperty(req.socket, "remoteAddress", { value: clock.address, configurable: true });
    next();
  });
  app.use(watchRefusals(createRefusals({ metrics, log, logEveryMs: 2_000 })));
  app.use(readKey(apiKeys([KEY]), () => clock.ms));
  app.use(requireKey());
  app.use("/away", (_req, res) => sendProblem(res, problem("store_unavailable", "The disk is full.")));
  app.use((_req, res) => void res.end());
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const ask = async (key?: string, bearer?: string, path = "") => {
    const sent = { ...(key && { "x-api-key": key }), ...(bearer && { authorization: `Bearer ${bearer}` }) };
    const { status, headers } = await fetch(`${url}${path}`, { headers: sent });
    return status === 429 ? Number(headers.get("retry-after")) : status;
  };
  return { clock, lines, counted, ask };
}

describe("wrong keys", () => {
  it("delay their address when there are many, but no request with a right key", async (t) => {
    const { clock, ask } = await guarded(t);
    for (let n = 0; n < 30; n++) assert.equal(await ask(`wrong-key-${n}-0123456789`), 401);
    assert.deepEqual([await ask("wrong-key-0123456789"), await ask(KEY), await ask()], [2, 200, 401]);
    clock.address = "10.0.0.2";
    assert.equal(await ask("wrong-key-0123456789"), 401);
    clock.address = "10.0.0.1";
    clock.ms += 2_000;
    assert.deepEqual([await ask("wrong-key-0123456789"), await ask("wrong-key-0123456789")], [401, 2]);
  });

  it("count one by one where a request brings two", async (t) => {
    const { clock, ask } = await guarded(t);
    for (let n = 0; n < 15; n++) assert.equal(await ask(`wrong-key-${n}-0123456789`, `wrong-too-${n}-0123456789`), 401);
    assert.deepEqual([await ask("wrong-key-0123456789"), await ask("wrong-key-0123456789", KEY)], [2, 200]);
    clock.ms += 2_000;
    assert.deepEqual([await ask("the-same-0123456789", "the-same-0123456789"), await ask("wrong")], [401, 2]);
  });
});

describe("refusals", () => {
  it("are counted, and logged together, a line for each address", async (t) => {
    const { clock, lines, counted, ask } = await guarded(t);
    for (let n = 0; n < 31; n++) await ask("wrong-key-0123456789");
    clock.address = "10.0.0.2";
    await ask();
    await ask(KEY);
    assert.equal(await ask(KEY, undefined, "away"), 503);
    const late = performance.now() + 5_000;
    while (lines.length === 0 && performance.now() < late) await new Promise((resolve) => setTimeout(resolve, 10));
    assert.deepEqual(
      lines.map(({ event, data }) => [event, data]),
      [
        ["http_refused", { address: "10.0.0.1", count: 31, unauthorized: 30, rate_limited: 1 }],
        ["http_refused", { address: "10.0.0.2", count: 2, unauthorized: 1, store_unavailable: 1 }],
      ],
    );
    assert.deepEqual([counted.length, counted.filter((code) => code === "unauthorized").length], [33, 31]);
  });
});
