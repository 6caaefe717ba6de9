import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { FULL, type FuzzedRequest, fuzzedRequests, type OpenApi, seeded } from "../support/index.js";
import { type Controller, startWorld, type World } from "../support/index.js";

const REQUESTS = FULL ? 20_000 : 1_000;
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);
const MAX_CPU_MS = 25;
/** How often a request that took longer is sent again. */
const AGAIN = 5;
const MAX_ANSWER_BYTES = 100_000;
/** What a process gains that has warmed up, MB. */
const MAX_GROWTH_MB = 40;

let world: World;
let controller: Controller;

before(async () => {
  world = await startWorld();
  // The limits are another test's; here every request is to be answered.
  controller = await world.startController({
    RATE_LIMIT_PER_MINUTE: "0",
    MAX_CONCURRENT_CALLS: "2",
    CALL_QUEUE_LENGTH: "5",
  });
});
after(() => world[Symbol.asyncDispose]());

test(`no request of ${REQUESTS} breaks the service, keeps it busy or swells it (FUZZ_SEED=${SEED})`, async (t) => {
  const random = seeded(SEED);
  const document = (await (await fetch(`${controller.url}/openapi.json`)).json()) as OpenApi;
  const ids = await namesThere();
  const statuses = new Map<number, number>();
  const faults: string[] = [];
  let [slowest, longest] = [0, 0];
  let warmMb = 0;
  let n = 0;
  for (const request of fuzzedRequests(document, ids, random)) {
    if (n++ === REQUESTS) break;
    const first = await measured(request);
    const { status, bytes } = first;
    let { cpuMs } = first;
    // A collection of garbage is not the request's own: what is slow itself is slow again.
    for (let again = 0; cpuMs > MAX_CPU_MS && again < AGAIN; again++) {
      cpuMs = Math.min(cpuMs, (await measured(request)).cpuMs);
    }
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    slowest = Math.max(slowest, cpuMs);
    longest = Math.max(longest, bytes);
    const told = `#${n} ${request.method} ${request.path.slice(0, 80)} ${request.body?.slice(0, 120)}: ${status}`;
    if (status >= 500) faults.push(told);
    if (cpuMs > MAX_CPU_MS) faults.push(`${told}, ${cpuMs.toFixed(1)} ms of CPU`);
    if (bytes > MAX_ANSWER_BYTES) faults.push(`${told}, ${bytes} bytes`);
    if (n === Math.ceil(REQUESTS / 4)) warmMb = await residentMb();
  }
  const grownMb = (await residentMb()) - warmMb;
  t.diagnostic(`statuses ${JSON.stringify(Object.fromEntries(statuses))}, slowest ${slowest.toFixed(1)} ms of CPU`);
  t.diagnostic(`longest answer ${longest} bytes, memory ${grownMb.toFixed(0)} MB more after ${warmMb.toFixed(0)} MB`);
  assert.deepEqual(faults, []);
  assert.ok(grownMb <= MAX_GROWTH_MB, `${grownMb.toFixed(0)} MB more`);
  assert.ok((statuses.get(200) ?? 0) > REQUESTS / 20, "too few requests were good ones for this to say anything");
  assert.equal((await controller.health()).status, "healthy");
});

/** Ids of things that are there, and the names of tools. */
async function namesThere(): Promise<readonly string[]> {
  const post = async (path: string, body: object) =>
    (await (
      await fetch(`${controller.url}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      })
    ).json()) as Record<string, string>;
  const { call_id } = await post("/call", { extension: "2999", message: "hello" });
  const { schedule_id } = await post("/schedule", {
    extension: "2999",
    message: "hello",
    at_time: "03:00",
    recurring: "daily",
  });
  return [call_id ?? "", schedule_id ?? "", "CALC", "JOKE", "SIMON_SAYS", "DATETIME"];
}

async function send({ method, path, headers, body }: FuzzedRequest) {
  const response = await fetch(`${controller.url}${path}`, {
    method,
    headers,
    ...(body !== undefined && method !== "GET" && { body }),
    signal: AbortSignal.timeout(40_000),
  });
  if (!response.headers.get("content-type")?.startsWith("text/event-stream")) {
    return { status: response.status, bytes: (await response.arrayBuffer()).byteLength };
  }
  // Events have no end: the first of them will do.
  const events = response.body?.getReader();
  const first = await events?.read();
  await events?.cancel();
  return { status: response.status, bytes: first?.value?.byteLength ?? 0 };
}

async function measured(request: FuzzedRequest): Promise<{ status: number; bytes: number; cpuMs: number }> {
  const before = await mainThreadMs();
  const answered = await send(request);
  return { ...answered, cpuMs: (await mainThreadMs()) - before };
}

/** What the thread that carries the audio has been on a processor for, ms (Linux, `proc(5)`: schedstat in ns). */
async function mainThreadMs(): Promise<number> {
  const [ns = "0"] = (await readFile(`/proc/${controller.pid}/task/${controller.pid}/schedstat`, "utf8")).split(" ");
  return Number(ns) / 1e6;
}

async function residentMb(): Promise<number> {
  const status = await readFile(`/proc/${controller.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
