import assert from "node:assert/strict";
import { request } from "node:http";
import { describe, it } from "node:test";
import { startRestServer } from "../rest-server.js";

/** fetch writes Host itself. */
function statusOf(url: string, headers: Record<string, string>, method = "GET"): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/tools`, { method, headers }, (res) => {
      res.resume();
      resolve(res.statusCode);
    });
    asked.on("error", reject);
    asked.end();
  });
}

const KEY = "0123456789abcdef";
const FOREIGN = [
  "attacker.example",
  "attacker.example:8080",
  "127.0.0.1.attacker.example",
  "192.168.1.5",
  "[::2]",
  "localhost@x",
];

describe("without an API key", () => {
  it("only this machine's own names are answered to", async (t) => {
    const { url } = await startRestServer(t);
    const port = new URL(url).port;
    for (const host of ["localhost", `LOCALHOST:${port}`, `127.0.0.1:${port}`, "127.1.2.3", "[::1]", `[::1]:${port}`]) {
      assert.equal(await statusOf(url, { host }), 200, host);
    }
    for (const host of FOREIGN) assert.equal(await statusOf(url, { host }), 403, host);
  });

  it("no page of another site may ask, not even without a body", async (t) => {
    const { url, post, ask } = await startRestServer(t);
    const { host } = new URL(url);
    for (const origin of ["https://attacker.example", "http://localhost:1", "null", `https://${host}`]) {
      assert.equal(await statusOf(url, { origin }), 403, origin);
      const answer = await post("/call/call-1/deliveries/delivery-1/redeliver", undefined, { origin });
      assert.deepEqual([answer.status, answer.body.code], [403, "origin_not_allowed"]);
    }
    assert.equal(await statusOf(url, { origin: `http://${host}` }), 200, "its own page may");
    assert.equal((await ask("/health")).status, 200);
  });
});

describe("with an API key, or when it was opened on purpose", () => {
  it("the name does not matter", async (t) => {
    const keyed = await startRestServer(t, { keys: [KEY] });
    const open = await startRestServer(t, { allowUnauthenticated: true });
    for (const host of FOREIGN) {
      assert.equal(await statusOf(keyed.url, { host, "x-api-key": KEY, origin: "https://other.example" }), 200, host);
      assert.equal(await statusOf(keyed.url, { host }), 401, host);
      assert.equal(await statusOf(open.url, { host }), 200, host);
    }
  });
});
