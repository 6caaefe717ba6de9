import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { it, type TestContext } from "node:test";
import { openToOthers } from "../../../src/setup/open-to-others.js";

/** Answers with these in turn, the last again and again. */
async function ari(t: TestContext, ...statuses: readonly number[]) {
  let asked = 0;
  const server = createServer((_request, answer) => {
    answer.writeHead(statuses[Math.min(asked++, statuses.length - 1)] ?? 500).end();
  }).listen(0, "127.0.0.2");
  t.after(() => server.close());
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const ask = (url: string, t: TestContext, ms?: number) =>
  openToOthers(url, t.signal, ["127.0.0.1", "127.0.0.2", "127.0.0.3"], ms);

it("finds ARI kept where others are refused or find none, be it after a moment", async (t) => {
  assert.equal(await ask(await ari(t, 403), t), undefined);
  assert.equal(await ask(await ari(t, 404), t), undefined);
  assert.equal(await ask(await ari(t, 401, 200, 403), t), undefined);
});

it("says by which address others are let in, and how to end that", async (t) => {
  assert.match(
    (await ask(await ari(t, 401), t, 300)) ?? "",
    /127\.0\.0\.2:\d+ answers other machines \(HTTP 401\).*127\.0\.0\.1/,
  );
});
