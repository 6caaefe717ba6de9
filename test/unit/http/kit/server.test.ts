import assert from "node:assert/strict";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { describe, it, type TestContext } from "node:test";
import { createApplication } from "../../../../src/http/kit/application.js";
import { type Endpoint, jsonAnswer } from "../../../../src/http/kit/endpoint.js";
import { createCallAllowance } from "../../../../src/http/kit/call-allowance.js";
import { createIdempotency } from "../../../../src/http/kit/idempotency.js";
import { createPerformers } from "../../../../src/http/kit/perform.js";
import { createRefusals } from "../../../../src/http/kit/refusals.js";
import { createHttpServer } from "../../../../src/http/kit/server.js";
import { operatingEndpoints, type Readiness } from "../../../../src/http/operating/operating-endpoints.js";
import { AttendantError, ERRORS } from "../../../../src/kernel/errors.js";
import { type ChecksOnDemand, createHealth } from "../../../../src/observability/health.js";
import { createLog } from "../../../../src/observability/log.js";
import { createMetrics } from "../../../../src/observability/metrics.js";
import { apiKeys } from "../rest-server.js";
import { MemoryIdempotencyStore } from "../memory-idempotency-store.js";

const KEY = "0123456789abcdef";
const LOCAL = { host: "127.0.0.1", port: 0 };

interface Needs {
  readonly keys?: readonly string[];
  /** Besides those of operating. */
  readonly endpoints?: readonly Endpoint[];
  readonly readiness?: () => Readiness;
  readonly checks?: ChecksOnDemand;
}

function built(needs: Needs = {}) {
  const { keys = [], endpoints = [], readiness = () => ({ ok: true }), checks = {} } = needs;
  const lines: string[] = [];
  const log = createLog({ level: "info", transcripts: false, sink: (line) => lines.push(line) });
  const health = createHealth({ now: Date.now, log, checks: { asterisk: { ok: true }, llm: { ok: true } } });
  const metrics = createMetrics({ prefix: "service", node: false });
  const refusals = createRefusals({ metrics, log });
  const state = { settings: [], version: "1.2.3", activeCalls: () => 2, sipRegistered: () => true, readiness };
  const application = createApplication({
    endpoints: [...operatingEndpoints({ health, metrics, checks, ...state }), ...endpoints],
    performerOf: createPerformers({
      idempotency: createIdempotency({
        now: Date.now,
        store: new MemoryIdempotencyStore(),
        log,
        abandonedAfterMs: 1000,
      }),
      callAllowance: createCallAllowance(),
    }),
    keys: apiKeys(keys),
    allowUnauthenticated: false,
    rates: { perMinute: 0, readsPerMinute: 0 },
    refusals,
    log,
  });
  return { server: createHttpServer(application, { log, refusals }), health, lines };
}

async function serving(t: TestContext, needs: Needs = {}) {
  const { server, ...rest } = built(needs);
  const url = await server.listen(LOCAL);
  t.after(() => server.close(0));
  return { server, url, ...rest };
}

const TEST = {
  scopes: ["read"],
  tag: { name: "Test", description: "" },
  summary: "",
  answer: { description: "" },
  problems: [],
} satisfies Partial<Endpoint>;

/** A resource as others are: it echoes, fails in every way, and answers late. */
function echo(late: Promise<void> = Promise.resolve()): Endpoint[] {
  return [
    {
      ...TEST,
      id: "echo",
      method: "post",
      path: "/echo/{id}",
      body: { schema: { type: "object" }, required: false },
      handle: ({ params, body }) => jsonAnswer({ id: params.id, body }),
    },
    {
      ...TEST,
      id: "answerLate",
      method: "get",
      path: "/echo/{id}",
      async handle() {
        await late;
        return jsonAnswer({ late: true });
      },
    },
    {
      ...TEST,
      id: "fail",
      method: "get",
      path: "/fail/{how}",
      handle({ params: { how } }) {
        if (how === "coded") throw new AttendantError("asterisk_unreachable", "Nothing answers at ARI_URL.");
        if (how === "inside") throw new AttendantError("internal", "password hunter2");
        throw Object.assign(new Error("password hunter2"), how === "teapot" ? { status: 418 } : {});
      },
    },
  ];
}

interface HealthAnswer {
  status: string;
  sip_registered: boolean;
  active_calls: number;
  version: string;
  uptime_seconds: number;
  checks: Record<string, { ok: boolean; detail?: string; since: string }>;
}

async function expectProblem(response: Response, code: keyof typeof ERRORS) {
  const body = (await response.json()) as Record<string, unknown>;
  const { status, title } = ERRORS[code];
  assert.equal(response.headers.get("content-type"), "application/problem+json; charset=utf-8");
  assert.deepEqual([response.status, body.status, body.title, body.code], [status, status, title, code]);
  assert.ok(typeof body.detail === "string" && typeof body.type === "string");
  return body;
}

describe("GET /health", () => {
  it("answers 200 with the state of things, degraded or not", async (t) => {
    const { url, health } = await serving(t);
    const healthy = (await (await fetch(`${url}/health`)).json()) as HealthAnswer;
    assert.deepEqual(
      [healthy.status, healthy.sip_registered, healthy.active_calls, healthy.version],
      ["healthy", true, 2, "1.2.3"],
    );
    assert.ok(Number.isInteger(healthy.uptime_seconds));
    health.report("llm", false, "connection refused");
    const response = await fetch(`${url}/health`);
    const degraded = (await response.json()) as HealthAnswer;
    assert.equal(response.status, 200);
    assert.equal(degraded.status, "degraded");
    assert.deepEqual([degraded.checks.llm?.ok, degraded.checks.llm?.detail], [false, "connection refused"]);
    assert.match(degraded.checks.llm?.since ?? "", /^\d{4}-.*Z$/);
  });

  it("needs no key, answers HEAD, and refuses other methods with those there are", async (t) => {
    const { url } = await serving(t, { keys: [KEY] });
    assert.equal((await fetch(`${url}/health`)).status, 200);
    assert.equal((await fetch(`${url}/health`, { method: "HEAD" })).status, 200);
    const refused = await fetch(`${url}/health`, { method: "DELETE" });
    assert.equal(refused.headers.get("allow"), "GET, HEAD, OPTIONS");
    await expectProblem(refused, "method_not_allowed");
    const options = await fetch(`${url}/health`, { method: "OPTIONS" });
    assert.deepEqual([options.status, options.headers.get("allow")], [204, "GET, HEAD, OPTIONS"]);
  });

  it("gives the reason only to a client with a key, if keys are set", async (t) => {
    const key = "k".repeat(20);
    const detail = "Nothing answers at http://10.0.0.7:8088";
    const { url, health } = await serving(t, { keys: [key], readiness: () => ({ ok: false, detail }) });
    health.report("llm", false, detail);
    const asked = async (path: string, headers: Record<string, string> = {}) =>
      (await fetch(`${url}${path}`, { headers })).text();
    for (const path of ["/health", "/health/ready"]) {
      assert.doesNotMatch(await asked(path), /10\.0\.0\.7/);
      assert.doesNotMatch(await asked(path, { "X-API-Key": "wrong" }), /10\.0\.0\.7/);
      assert.match(await asked(path, { "X-API-Key": key }), /10\.0\.0\.7/);
    }
    const { checks } = JSON.parse(await asked("/health")) as HealthAnswer;
    assert.deepEqual([checks.llm?.ok, checks.llm?.detail], [false, undefined]);
  });

  it("runs the requested check before it answers, for a client with a key", async (t) => {
    const key = "k".repeat(20);
    const checked: string[] = [];
    const fails = (name: string) => async () => {
      checked.push(name);
      throw new Error("It did not work: the check says so, and this is answered all the same.");
    };
    const { url } = await serving(t, { keys: [key], checks: { asterisk: fails("asterisk"), llm: fails("llm") } });
    for (const query of ["deep=true", "check=llm"]) {
      await expectProblem(await fetch(`${url}/health?${query}`), "unauthorized");
    }
    assert.deepEqual(checked, []);
    const asked = async (query: string) =>
      (await fetch(`${url}/health?${query}`, { headers: { "X-API-Key": key } })).status;
    assert.deepEqual([await asked("deep=true"), await asked("check=llm"), await asked("check=store")], [200, 200, 200]);
    assert.deepEqual(checked, ["asterisk", "llm"], "the store is watched all the time");
    assert.equal(await asked("check=nonsense"), 400);
    assert.equal((await fetch(`${url}/health?monitor=7`)).status, 200, "a parameter that a monitor adds is no fault");
    assert.equal(checked.length, 2);
  });

  it("tells readiness apart from health", async (t) => {
    let ready = true;
    const readiness = () => (ready ? { ok: true as const } : { ok: false as const, detail: "Asterisk is away." });
    const { url } = await serving(t, { readiness });
    assert.deepEqual(await (await fetch(`${url}/health/ready`)).json(), { ready: true });
    ready = false;
    const response = await fetch(`${url}/health/ready`);
    assert.ok(Number(response.headers.get("retry-after")) > 0);
    assert.equal((await expectProblem(response, "unavailable")).detail, "Asterisk is away.");
  });
});

describe("GET /metrics", () => {
  it("is open while there is no key, and closed otherwise", async (t) => {
    const open = await serving(t);
    const response = await fetch(`${open.url}/metrics`);
    assert.match(response.headers.get("content-type") ?? "", /^text\/plain; version=0\.0\.4/);
    assert.match(await response.text(), /^service_active_calls 0$/m);
    const { url } = await serving(t, { keys: [KEY] });
    await expectProblem(await fetch(`${url}/metrics`), "unauthorized");
    assert.equal((await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${KEY}` } })).status, 200);
  });
});

describe("an API key", () => {
  it("passes as a bearer token and in X-API-Key, any of several, and nothing else does", async (t) => {
    const { url } = await serving(t, { keys: ["another-key-000000", KEY] });
    const status = async (headers: Record<string, string>) => (await fetch(`${url}/metrics`, { headers })).status;
    assert.equal(await status({ "x-api-key": KEY }), 200);
    assert.equal(await status({ authorization: `bearer  ${KEY}` }), 200);
    assert.equal(await status({ authorization: "Bearer wrong", "x-api-key": KEY }), 200);
    for (const value of [KEY.slice(1), `${KEY}x`, "", "undefined", `${KEY}, ${KEY}`]) {
      assert.equal(await status({ "x-api-key": value }), 401, value);
      assert.equal(await status({ authorization: `Bearer ${value}` }), 401, value);
    }
    assert.equal(await status({ authorization: `Basic ${KEY}` }), 401);
  });

  it("is asked for before anything tells whether a path exists or a body is fit", async (t) => {
    const { url } = await serving(t, { keys: [KEY], endpoints: echo() });
    const missing = await fetch(`${url}/no/such/path`);
    assert.equal(missing.headers.get("www-authenticate"), 'Bearer realm="attendant"');
    await expectProblem(missing, "unauthorized");
    const wrong = await fetch(`${url}/echo/1`, { method: "POST", body: "{", headers: { "x-api-key": "wrong" } });
    assert.match(wrong.headers.get("www-authenticate") ?? "", /error="invalid_token"/);
    await expectProblem(wrong, "unauthorized");
  });
});

describe("a request that cannot be answered", () => {
  const json = { "content-type": "application/json" };

  it("is a problem that says what is wrong with it", async (t) => {
    const { url } = await serving(t, { endpoints: echo() });
    const post = (body: string | Blob | null, headers: Record<string, string>) =>
      fetch(`${url}/echo/1`, { method: "POST", body, headers });
    await expectProblem(await fetch(`${url}/nothing`), "not_found");
    await expectProblem(await fetch(`${url}/echo/%zz`), "invalid_request");
    await expectProblem(await post("{", json), "invalid_request");
    await expectProblem(await post('"text"', json), "invalid_request");
    await expectProblem(
      await post("a=1", { "content-type": "application/x-www-form-urlencoded" }),
      "unsupported_media_type",
    );
    await expectProblem(await post(new Blob(["{}"]), {}), "unsupported_media_type");
    await expectProblem(
      await post("{}", { "content-type": "application/json; charset=klingon" }),
      "unsupported_media_type",
    );
    await expectProblem(await post("{}", { ...json, "content-encoding": "pigeon" }), "unsupported_media_type");
    const long = JSON.stringify({ text: "x".repeat(64 * 1024) });
    await expectProblem(await post(long, json), "payload_too_large");
  });

  it("is not one with a body of exactly 64 KiB, with none at all, or with a type of JSON's kin", async (t) => {
    const { url } = await serving(t, { endpoints: echo() });
    const post = (body: string | null, type: string) =>
      fetch(`${url}/echo/7`, { method: "POST", body, headers: { "content-type": type } });
    const text = "x".repeat(64 * 1024 - '{"text":""}'.length);
    assert.equal((await post(JSON.stringify({ text }), "application/json")).status, 200);
    assert.deepEqual(await (await post('{"a":1}', "application/vnd.x+json; charset=utf-8")).json(), {
      id: "7",
      body: { a: 1 },
    });
    assert.equal((await post(null, "application/json")).status, 200);
    assert.equal((await fetch(`${url}/echo/7`, { method: "POST" })).status, 200);
  });

  it("is 503 with the words of a coded error, and 500 without a word of any other", async (t) => {
    const { url, lines } = await serving(t, { endpoints: echo() });
    const coded = await fetch(`${url}/fail/coded`);
    assert.ok(coded.headers.get("retry-after"));
    assert.equal((await expectProblem(coded, "asterisk_unreachable")).detail, "Nothing answers at ARI_URL.");
    for (const how of ["inside", "plain", "teapot"]) {
      const body = await expectProblem(
        await fetch(`${url}/fail/${how}`, { headers: { "x-request-id": how } }),
        "internal",
      );
      assert.ok(!JSON.stringify(body).includes("hunter2"));
      assert.ok(!("stack" in body));
    }
    const logged = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "http_error");
    assert.deepEqual(
      logged.map(({ data }) => data.request_id),
      ["inside", "plain", "teapot"],
    );
    assert.equal(logged.at(-1).data.error, "password hunter2");
  });

  it("is refused in the same form when it is no HTTP at all", async (t) => {
    const { url } = await serving(t);
    const say = (text: string) =>
      new Promise<string>((resolve) => {
        let answer = "";
        const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.write(text));
        socket.on("data", (chunk) => (answer += chunk));
        socket.on("close", () => resolve(answer));
      });
    const garbage = await say("\x16\x03\x01 hello\r\n\r\n");
    assert.match(garbage, /^HTTP\/1\.1 400 Bad Request\r\nContent-Type: application\/problem\+json/);
    assert.equal(JSON.parse(garbage.split("\r\n\r\n")[1] ?? "").code, "invalid_request");
    assert.match(await say(`GET / HTTP/1.1\r\nX: ${"x".repeat(20_000)}\r\n\r\n`), /^HTTP\/1\.1 431 /);
  });
});

describe("every answer", () => {
  it("names no product, is not to be kept, and carries the request's id", async (t) => {
    const { url } = await serving(t);
    for (const path of ["/health", "/nothing"]) {
      const { headers } = await fetch(`${url}${path}`, { headers: { "x-request-id": "abc-1" } });
      assert.equal(headers.get("x-powered-by"), null);
      assert.equal(headers.get("cache-control"), "no-store");
      assert.equal(headers.get("x-content-type-options"), "nosniff");
      assert.equal(headers.get("cross-origin-resource-policy"), "same-origin");
      assert.equal(headers.get("x-request-id"), "abc-1");
    }
    const { headers } = await fetch(`${url}/health`, { headers: { "x-request-id": "<script>" } });
    assert.match(headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/);
  });
});

describe("the server", () => {
  it("says why it cannot listen", async (t) => {
    const { url } = await serving(t);
    const { server: other } = built();
    await assert.rejects(
      other.listen({ host: "127.0.0.1", port: Number(new URL(url).port) }),
      /cannot listen on 127\.0\.0\.1:\d+/,
    );
    assert.equal(other.url, undefined);
    await other.close(0);
  });

  it("lets a running request finish when it closes, and takes no new one", async (t) => {
    let finish = () => {};
    const late = new Promise<void>((resolve) => (finish = resolve));
    const { server, url } = await serving(t, { endpoints: echo(late) });
    const agent = new Agent({ keepAlive: true });
    t.after(() => agent.destroy());
    const answer = new Promise<number | undefined>((resolve, reject) => {
      const req = request(`${url}/echo/1`, { agent }, (res) => {
        res.resume();
        resolve(res.statusCode);
      });
      req.on("error", reject);
      req.end();
    });
    // A second request that is answered shows that the first has arrived before it.
    await fetch(`${url}/health`);
    const closed = server.close(60_000);
    await assert.rejects(fetch(`${url}/health`));
    finish();
    assert.equal(await answer, 200);
    await closed;
    assert.equal(server.url, undefined);
    await server.close(0);
  });

  it("cuts off what has not finished at the deadline", async (t) => {
    const { server, url } = await serving(t, { endpoints: echo(new Promise(() => {})) });
    const answer = assert.rejects(fetch(`${url}/echo/1`));
    await fetch(`${url}/health`);
    await server.close(20);
    await answer;
  });
});
