import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { test, type TestContext } from "node:test";
import { PROJECT } from "../../support/compose-file.js";
import { startRestServer } from "../http/rest-server.js";

const KEY = "a-key-of-sixteen-or-more-characters";
const NUMBER = "+49 30 123456";
const TRACES = { calls: 3, transcripts: 2, deliveries: 1, schedules: 4, liveCalls: 1 };

/** The service's interface, and the script as somebody at a terminal runs it. */
async function startService(t: TestContext) {
  const asked: object[] = [];
  const rest = await startRestServer(t, {
    keys: [KEY],
    forgetNumber: async (number, options) => {
      asked.push({ number, ...options });
      return TRACES;
    },
  });
  const folder = mkdtempSync(path.join(tmpdir(), "forget-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const fileOf = (keys: string) => {
    const file = path.join(folder, "keys");
    writeFileSync(file, keys);
    return file;
  };
  const keyFile = fileOf(`${KEY}\nanother\n`);
  const run = async (given: string[], environment: Record<string, string> = { API_KEY_FILE: keyFile }) => {
    const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, API_KEY: ___, ...env } = process.env;
    const child = spawn("scripts/forget", given, {
      cwd: PROJECT,
      env: { ...env, ATTENDANT_URL: rest.url, ...environment },
      timeout: 30_000,
    });
    const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
    return { status, stdout, stderr };
  };
  return { rest, run, asked, fileOf };
}

test("scripts/forget says what it does", async (t) => {
  const { run } = await startService(t);
  const { status, stdout } = await run(["--help"]);
  assert.equal(status, 0);
  assert.match(stdout, /^Usage: scripts\/forget NUMBER/);
  for (const wrong of [[], ["1", "2"], ["--key", "x", "1"]]) assert.equal((await run(wrong)).status, 64);
});

test("scripts/forget has the service forget a number, and tells how much there was", async (t) => {
  const { run, asked } = await startService(t);
  const done = await run([NUMBER]);
  assert.equal(done.status, 0, done.stderr);
  assert.match(
    done.stdout,
    /^Removed calls: 3, transcripts: 2, webhooks: 1, schedules: 4\. .*left alone: 1\. Repeat the request/,
  );
  const counted = await run([NUMBER, "--dry-run", "--json"], { API_KEY: KEY });
  assert.deepEqual(JSON.parse(counted.stdout), {
    dry_run: true,
    calls: 3,
    transcripts: 2,
    deliveries: 1,
    schedules: 4,
    live_calls: 1,
    message: "There are calls: 3, transcripts: 2, webhooks: 1, schedules: 4. Unfinished calls were left alone: 1.",
  });
  assert.deepEqual(asked, [
    { number: NUMBER, dryRun: false },
    { number: NUMBER, dryRun: true },
  ]);
});

test("scripts/forget takes the first key of a file that may do it", async (t) => {
  const { run, asked, fileOf } = await startService(t);
  const from = (text: string) => run([NUMBER], { API_KEY_FILE: fileOf(text) });
  const digest = `sha256:${"0".repeat(64)}`;
  for (const fit of [
    `crm:all:${KEY}\n`,
    `prometheus:metrics:other-key-of-sixteen-characters\r\nprivacy:schedule+call+transcripts:${KEY}\r\nlast-key-of-sixteen\r\n`,
    `${digest}, crm:all:${digest}, ,crm:all:${KEY}`,
  ]) {
    const { status, stderr } = await from(fit);
    assert.deepEqual([status, stderr], [0, ""], fit);
  }
  assert.equal(asked.length, 3);
  for (const [unfit, words] of [
    [`${digest}\ncrm:read:${KEY}`, /has only digests .*set API_KEY/],
    [`crm:call+read:${KEY}`, /no key in .* has the scopes transcripts, call, schedule: set API_KEY/],
  ] as const) {
    const { status, stderr } = await from(unfit);
    assert.equal(status, 1);
    assert.match(stderr, words);
    assert.ok(!stderr.includes(KEY));
  }
  assert.equal(asked.length, 3);
});

test("scripts/forget takes address and key of the installation in the folder that it is run in", async (t) => {
  const { rest, asked } = await startService(t);
  const folder = mkdtempSync(path.join(tmpdir(), "forget-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const limited = "crm:call:other-key-of-sixteen-characters";
  writeFileSync(path.join(folder, ".env"), `PORT=${new URL(rest.url).port}\nAPI_KEYS='${limited},me:all:${KEY}'\n`);
  const child = spawn(path.join(PROJECT, "scripts/forget"), [NUMBER], {
    cwd: folder,
    env: { PATH: process.env.PATH },
    timeout: 30_000,
  });
  const [stderr, [status]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  assert.deepEqual([status, stderr], [0, ""]);
  assert.equal(asked.length, 1);
});

test("scripts/forget says why it could not", async (t) => {
  const { run, asked } = await startService(t);
  const refused = await run([NUMBER], { API_KEY: "a-wrong-key-of-sixteen-characters" });
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /^forget: .*key/);
  const nonsense = await run(["..."]);
  assert.equal(nonsense.status, 1);
  assert.match(nonsense.stderr, /number/);
  const away = await run([NUMBER], { API_KEY: KEY, ATTENDANT_URL: "http://127.0.0.1:1" });
  assert.equal(away.status, 1);
  assert.match(away.stderr, /cannot be reached/);
  assert.deepEqual(asked, []);
});
