import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createConnection } from "node:net";
import { createInterface } from "node:readline";
import { after, before, describe, it } from "node:test";
import { callResult } from "../../src/http/calls/call-record.js";
import type { Endpoint } from "../../src/http/kit/endpoint.js";
import { pause, unlessAborted, withDeadline } from "../../src/kernel/deadline.js";
import { Mailbox } from "../../src/kernel/mailbox.js";
import { createValidator } from "../../src/validation/validator.js";
import {
  type Callees,
  type Controller,
  type Example,
  examplesIn,
  type Exchange,
  freePort,
  PROJECT,
  runExample,
  startCallees,
  startWorld,
  TEST_LINES,
  type World,
} from "../support/index.js";
import { ENDPOINTS } from "../unit/http/rest-server.js";

const KEY = "a key of sixteen or more characters".replaceAll(" ", "-");
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const CALL_MS = 60_000;

const isOfCurl = ({ language, text }: Example) => language === "sh" && /^curl /m.test(text);

/** What stands besides the operations: it describes them. */
const DESCRIPTIONS: Readonly<Record<string, string>> = { "/openapi.json": "application/json", "/docs": "text/html" };

describe("docs/rest.md", { timeout: 180_000 }, () => {
  let world: World;
  let controller: Controller;
  let callees: Callees;
  let receiver: PagesReceiver;
  let examples: readonly Example[];
  const exchanges: Exchange[] = [];
  const variables: Record<string, string> = {};

  before(async () => {
    examples = await examplesIn("docs/rest.md");
    world = await startWorld();
    callees = await startCallees(world.bed.pbx);
    receiver = await PagesReceiver.start(only(examples, "js"));
    controller = await world.startController({ API_KEYS: KEY, WEBHOOK_SECRET: SECRET });
    Object.assign(variables, { ATTENDANT_URL: controller.url, API_KEY: KEY, CALLBACK_URL: receiver.url });
  });
  after(async () => {
    await callees?.[Symbol.asyncDispose]();
    await receiver?.[Symbol.asyncDispose]();
    await world?.[Symbol.asyncDispose]();
  });

  /** Runs an example, and puts the ids that are answered where the text tells its reader to put them. */
  async function run(example: string): Promise<Exchange[]> {
    const made = await runExample(example, variables);
    for (const { body } of made) {
      const [, chainId] = /"chain_id":"([^"]+)"/.exec(body) ?? [];
      const [, callId] = (!chainId && /^\{"call_id":"([^"]+)"/.exec(body)) || [];
      const [, scheduleId] = /^\{"schedule_id":"([^"]+)"/.exec(body) ?? [];
      const [, deliveryId] = /^\[\{"delivery_id":"([^"]+)"/.exec(body) ?? [];
      const [, versionId] = /^\[\{"id":"([^"]+)","replaced_at"/.exec(body) ?? [];
      if (versionId) variables.VERSION_ID = versionId;
      if (chainId) variables.CHAIN_ID = chainId;
      if (callId) variables.CALL_ID = callId;
      if (scheduleId) variables.SCHEDULE_ID = scheduleId;
      if (deliveryId) variables.DELIVERY_ID = deliveryId;
    }
    return made;
  }

  /** What the reader's program was told; a line for each webhook. */
  const told = () => receiver.line(CALL_MS);

  const example = (words: RegExp): string => {
    const found = examples.filter(isOfCurl).find(({ text }) => words.test(text));
    assert.ok(found, `no example with ${words}`);
    return found.text;
  };

  it("places a call that asks, and the receiver that it shows believes the webhook", async () => {
    const [placed] = await run(example(/"choice"/));
    assert.equal(placed?.status, 200, placed?.body);
    const [webhookId, status, answer] = (await told()).split(" ");
    assert.deepEqual([status, answer], ["completed", "yes"]);
    const [again] = await run(example(/"choice"/));
    assert.equal(again?.body, placed.body, "the same key, the same call");
    assert.equal(callees.calls.length, 1);

    await run(example(/deliveries"/).split("\n")[0] ?? "");
    assert.equal(variables.DELIVERY_ID, webhookId);
    exchanges.push(...(await run(example(/redeliver/))));
    assert.deepEqual((await told()).split(" "), [webhookId, "completed", "yes"]);
    assert.equal(await receiver.statusFor('{"status":"completed"}'), 401, "an unsigned one is not believed");
  });

  it("has something said in a conversation", async () => {
    await using caller = await world.telephone.dial("8000");
    const { data } = await controller.logged("call_start", ({ data }) => data?.caller === "2001");
    const { CALL_ID: before = "" } = variables;
    variables.CALL_ID = String(data?.call_id);
    await caller.hearsSilence({ forMs: 500 });
    const askedAt = caller.length;
    exchanges.push(...(await run(example(/\/say"/))));
    variables.CALL_ID = before;
    await caller.hears({ after: askedAt });
  });

  it("shows each operation, and each is answered as it is described", async () => {
    for (const { text } of examples.filter(isOfCurl)) {
      if (/redeliver|\/say"/.test(text)) continue; // It was sent twice already; it was said.
      exchanges.push(...(await run(text)));
      if (/\/tools\/.*\/call"/.test(text)) assert.match(await told(), / completed null$/);
    }
    for (const exchange of exchanges) assertDescribed(exchange);
    const shown = new Set(exchanges.map((exchange) => operationOf(exchange)?.id ?? exchange.url.pathname));
    const documented = [...ENDPOINTS.map(({ id }) => id), ...Object.keys(DESCRIPTIONS)];
    assert.deepEqual(
      documented.filter((each) => !shown.has(each)),
      [],
      "an operation has no example",
    );
  });

  it("describes the same operations to programs", async () => {
    const [openapi] = await runExample('curl "$ATTENDANT_URL/openapi.json"', variables);
    const { paths } = JSON.parse(openapi?.body ?? "") as { paths: Record<string, Record<string, unknown>> };
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((m) => `${m} ${path}`),
    );
    assert.deepEqual(described.sort(), ENDPOINTS.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it("hangs up a call that rings", async () => {
    const ringing = example(/"choice"/)
      .replace('"1001"', `"${TEST_LINES.neverAnswers}"`)
      .replace("4711", "4712");
    await run(ringing);
    await withDeadline(CALL_MS, undefined, "ringing", async (signal) => {
      const see = example(/\$CALL_ID"/).split("\n")[0] ?? "";
      while (!/"status":"ringing"/.test((await run(see))[0]?.body ?? "")) await pause(20, signal);
    });
    const [hungUp] = await run(example(/-X DELETE/));
    assert.equal(JSON.parse(hungUp?.body ?? "").status, "cancelled");
    assert.match(await told(), / cancelled null$/);
  });

  it("needs the key wherever the examples send one, and nowhere else", async () => {
    for (const line of examples
      .filter(isOfCurl)
      .flatMap(({ text }) => text.match(/^curl [^]*?(?=^curl |$(?![^]))/gm) ?? [])) {
      const [{ status } = { status: 0 }] = await runExample(line, { ...variables, API_KEY: "" });
      assert.equal(status, line.includes("$API_KEY") ? 401 : 200, line);
    }
  });

  it("is led to by a first call in README.md that is placed, and asks", async () => {
    const blocks = (await examplesIn("README.md")).filter(isOfCurl);
    const [placed, asked] = [await run(blocks[0]?.text ?? ""), await run(blocks[1]?.text ?? "")];
    assert.equal(blocks.length, 2);
    for (const exchange of [...placed, ...asked]) assertDescribed(exchange);
    assert.deepEqual(
      [placed, asked].map(([exchange]) => exchange && operationOf(exchange)?.id),
      ["placeCall", "getCall"],
    );
    await withDeadline(CALL_MS, undefined, "the answer", async (signal) => {
      while (!/"choice_response":"yes"/.test((await run(blocks[1]?.text ?? ""))[0]?.body ?? ""))
        await pause(20, signal);
    });
  });

  it("shows a webhook and an error as they are", async () => {
    const [result = "", problem = ""] = examples.filter(({ language }) => language === "json").map(({ text }) => text);
    const shown = JSON.parse(result) as Record<string, unknown>;
    assert.ok("value" in createValidator(callResult)(shown));
    const names = Object.keys(callResult.properties as object);
    assert.deepEqual(
      Object.keys(shown),
      names.filter((name) => (callResult.required as readonly string[]).includes(name)),
    );
    assert.deepEqual(names.slice(Object.keys(shown).length - 1), ["chain_status", "steps", "error"], "of chains alone");
    const wrong = `curl "$ATTENDANT_URL/call" -H "X-API-Key: $API_KEY" --json '{"extension":"1","message":"x","callback_ulr":"x"}'`;
    const [refused] = await runExample(wrong, variables);
    assert.equal(refused?.type, "application/problem+json");
    assert.deepEqual(JSON.parse(refused.body), JSON.parse(problem));
  });
});

function only(examples: readonly Example[], language: string): string {
  const found = examples.filter((each) => each.language === language);
  assert.equal(found.length, 1, language);
  return found[0]?.text ?? "";
}

/** What was asked for; undefined for what is none of the operations. */
function operationOf({ method, url }: Exchange): Endpoint | undefined {
  return ENDPOINTS.find((operation) => {
    const path = new RegExp(`^${operation.path.replace(/\{\w+\}/g, "[^/]+")}$`);
    return operation.method === method.toLowerCase() && path.test(url.pathname);
  });
}

function assertDescribed(exchange: Exchange): void {
  const { method, url, status, type, body } = exchange;
  const about = `${method} ${url.pathname}: ${status} ${body.slice(0, 500)}`;
  assert.equal(status, 200, about);
  const operation = operationOf(exchange);
  assert.equal(type, operation ? (operation.answer.type ?? "application/json") : DESCRIPTIONS[url.pathname], about);
  assert.ok(body.length > 0, about);
  if (!operation?.answer.schema) return;
  const checked = createValidator(operation.answer.schema)(JSON.parse(body));
  assert.ok("value" in checked, `${about}\n${JSON.stringify(checked)}`);
}

/** The receiver that docs/rest.md shows, run as its reader runs it. */
class PagesReceiver implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #port: number;
  readonly #lines = new Mailbox<string>(100, "drop-newest");

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.#port = port;
    if (child.stdout) createInterface({ input: child.stdout }).on("line", (line) => this.#lines.put(line));
  }

  static async start(program: string): Promise<PagesReceiver> {
    const port = await freePort();
    const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
      cwd: PROJECT,
      env: { PATH: process.env.PATH, PORT: String(port), WEBHOOK_SECRET: SECRET },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const receiver = new PagesReceiver(child, port);
    await withDeadline(CALL_MS, undefined, "starting the receiver of docs/rest.md", async (signal) => {
      while (!(await accepts(port))) await pause(50, signal);
    });
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/hooks/calls`;
  }

  /** The next line that it prints. */
  line(ms: number): Promise<string> {
    return withDeadline(ms, undefined, "a webhook", async (signal) => {
      const { value } = await unlessAborted(signal, this.#lines[Symbol.asyncIterator]().next());
      return String(value);
    });
  }

  async statusFor(body: string): Promise<number> {
    return (await fetch(this.url, { method: "POST", body })).status;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#lines.close();
    if (this.#child.exitCode !== null) return;
    const exited = once(this.#child, "exit");
    this.#child.kill();
    await exited;
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: "127.0.0.1" });
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
