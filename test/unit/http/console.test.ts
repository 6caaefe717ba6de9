import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { makeLogin } from "../../../src/config/one-time-login.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { startRestServer } from "./rest-server.js";

const PAGE = "<!doctype html><title>Console</title>";
const SCRIPT = `export const words = "${"so it is ".repeat(200)}";`;

async function built(t: TestContext) {
  const folder = await temporaryFolder();
  t.after(() => folder[Symbol.asyncDispose]());
  await mkdir(join(folder.path, "console/assets"), { recursive: true });
  await writeFile(join(folder.path, "secret.html"), "a secret");
  await writeFile(join(folder.path, "console/index.html"), PAGE);
  const script = join(folder.path, "console/assets/app-1a2b.js");
  await writeFile(script, SCRIPT);
  await writeFile(`${script}.br`, brotliCompressSync(SCRIPT));
  await writeFile(`${script}.gz`, gzipSync(SCRIPT));
  await writeFile(join(folder.path, "console/assets/style-3c4d.css"), "body { margin: 0 }");
  await writeFile(join(folder.path, "console/assets/app-1a2b.js.map"), "{}");
  return startRestServer(t, { keys: ["0123456789abcdef"], consoleFolder: join(folder.path, "console") });
}

test("the console is served without a key, under a policy that lets it load nothing from elsewhere", async (t) => {
  const rest = await built(t);
  for (const path of ["/console", "/console/"]) {
    const page = await rest.ask(path);
    assert.deepEqual([page.status, page.text], [200, PAGE]);
    assert.equal(page.headers.get("content-type"), "text/html; charset=utf-8");
    assert.equal(page.headers.get("cache-control"), "no-cache");
    assert.equal(
      page.headers.get("content-security-policy"),
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
  }
  const front = await rest.ask("/", { redirect: "manual" });
  assert.deepEqual([front.status, front.headers.get("location")], [302, "/console/"]);
});

test("its files come compressed, are kept where their names change with them, and are not sent twice", async (t) => {
  const rest = await built(t);
  const path = "/console/assets/app-1a2b.js";
  for (const coding of ["br", "gzip", "identity"]) {
    const script = await rest.ask(path, { headers: { "accept-encoding": coding } });
    assert.equal(script.text, SCRIPT);
    assert.equal(script.headers.get("content-encoding"), coding === "identity" ? null : coding);
    const bytes = Number(script.headers.get("content-length"));
    assert.ok(coding === "identity" ? bytes > 1_000 : bytes < 200, `${bytes} bytes with ${coding}`);
    assert.match(script.headers.get("cache-control") ?? "", /immutable/);
  }
  const { headers } = await rest.ask(path);
  const again = await rest.ask(path, { headers: { "if-none-match": headers.get("etag") ?? "" } });
  assert.deepEqual([again.status, again.text], [304, ""]);
});

test("nothing but what was built is served, whatever the path says", async (t) => {
  const rest = await built(t);
  for (const path of [
    "/console/assets/app-1a2b.js.map",
    "/console/..%2fsecret.html",
    "/console/%2e%2e/secret.html",
    "/console/assets/..%5c..%5csecret.html",
    "/console//etc/passwd",
    "/console/constructor",
  ]) {
    const answer = await rest.ask(path);
    assert.ok([401, 404].includes(answer.status), `${path}: ${answer.status}`);
    assert.doesNotMatch(answer.text, /a secret|root:/);
  }
  assert.equal((await rest.ask("/console", { method: "POST" })).status, 405);
});

test("a console that was not built is reported, with what to do", async (t) => {
  const rest = await startRestServer(t);
  const answer = await rest.ask("/console");
  assert.equal(answer.status, 404);
  assert.match(String(answer.body.detail), /npm run build/);
});

test("the page to talk from is dressed like the console, and is there without it", async (t) => {
  const dressed = await (await built(t)).ask("/talk");
  assert.match(dressed.text, /<link rel="stylesheet" href="\/console\/assets\/style-3c4d.css">/);
  const plain = await (await startRestServer(t)).ask("/talk");
  assert.deepEqual([plain.status, plain.text.includes("stylesheet")], [200, false]);
});

test("an address that logs in by the machine's clock gives the page its key once, and none without proof", async (t) => {
  const [key, other] = ["0123456789abcdef", "fedcba9876543210"];
  const rest = await startRestServer(t, { keys: [key], now: () => 5_000_000, machineNow: () => 1_000_000 });
  const logIn = (login: string) =>
    rest.ask("/console/login", { method: "POST", headers: { authorization: `Once ${login}` } });
  const login = makeLogin(key, 1_000_000);
  const first = await logIn(login);
  assert.deepEqual([first.status, first.body], [200, { key }]);
  assert.equal(first.headers.get("cache-control"), "no-store");
  for (const wrong of [login, makeLogin(other, 1_000_000), key, ""]) {
    const refused = await logIn(wrong);
    assert.equal(refused.status, 401, wrong);
    assert.match(String(refused.body.detail), /key --login` to get a new one/);
    assert.ok(!refused.text.includes(key));
  }
  assert.equal((await rest.ask("/console/login")).status, 405);
});
