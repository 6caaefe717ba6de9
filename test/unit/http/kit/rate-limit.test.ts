import assert from "node:assert/strict";
import { describe, it } from "node:test";
import express from "express";
import { rateLimit } from "../../../../src/http/kit/rate-limit.js";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";

async function limited(t: TestContext, perMinute: number, readsPerMinute = 0) {
  const clock = { ms: 0, address: "10.0.0.1" };
  const app = express();
  app.use((req, _res, next) => {
    Object.defineProperty(req.socket, "remoteAddress", { value: clock.address, configurable: true });
    next();
  });
  const limit = rateLimit({ perMinute, readsPerMinute, now: () => clock.ms });
  app.use(...limit.request, express.raw({ type: "*/*", limit: "1mb" }), limit.body);
  app.use((req, res) => void res.send("x".repeat(Number(req.query.long ?? 0))));
  const server = app.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  t.after(() => server.close());
  const ask = async (method = "POST", { bytes = 0, long = 0 } = {}) => {
    const { status, headers } = await fetch(
      `http://127.0.0.1:${(server.address() as AddressInfo).port}/?long=${long}`,
      {
        method,
        ...(bytes > 0 && { body: "x".repeat(bytes) }),
      },
    );
    return status === 429 ? Number(headers.get("retry-after")) : status;
  };
  return { clock, ask };
}

describe("the limit of requests", () => {
  it("lets a minute's worth through at once, then one after another", async (t) => {
    const { clock, ask } = await limited(t, 3);
    assert.deepEqual([await ask(), await ask(), await ask(), await ask()], [200, 200, 200, 20]);
    clock.ms += 19_999;
    assert.equal(await ask(), 1);
    clock.ms += 1;
    assert.deepEqual([await ask(), await ask()], [200, 20]);
    clock.ms += 60_000;
    assert.deepEqual([await ask(), await ask(), await ask(), await ask()], [200, 200, 200, 20]);
  });

  it("counts each client by itself, an IPv6 client by its network, and POST alone", async (t) => {
    const { clock, ask } = await limited(t, 1);
    assert.deepEqual([await ask(), await ask(), await ask("GET")], [200, 60, 200]);
    const addresses: [address: string, limited: boolean][] = [
      ["10.0.0.2", false],
      ["::ffff:10.0.0.2", true],
      ["2001:db8:1:2::1", false],
      ["2001:db8:1:2:ffff::9", true],
      ["2001:db8:1:3::1", false],
      ["::1", false],
    ];
    for (const [address, isLimited] of addresses) {
      clock.address = address;
      assert.equal((await ask()) === 60, isLimited, address);
    }
  });

  it("counts a long body for several, and lets as many short ones through as are told", async (t) => {
    const { clock, ask } = await limited(t, 14);
    assert.deepEqual([await ask("POST", { bytes: 54_000 }), await ask()], [200, 5]);
    clock.ms += 60_000;
    for (let i = 0; i < 14; i++) assert.equal(await ask("POST", { bytes: 4_096 }), 200);
    assert.equal(await ask("POST"), 5);
  });

  it("lets the longest body through at the lowest limits, and tells rightly when", async (t) => {
    for (const perMinute of [1, 2, 14, 15, 16]) {
      const { clock, ask } = await limited(t, perMinute);
      assert.equal(await ask("POST", { bytes: 65_536 }), 200, `${perMinute} a minute`);
      clock.ms += 60_000 / perMinute;
      for (let tries = 1; ; tries++) {
        const answer = await ask("POST", { bytes: 65_536 });
        if (answer === 200) break;
        assert.ok(tries < 2, `${perMinute} a minute: told again to wait ${answer} s`);
        clock.ms += answer * 1000;
      }
    }
  });

  it("counts a long body whatever the method", async (t) => {
    const { ask } = await limited(t, 0, 14);
    assert.deepEqual([await ask("DELETE", { bytes: 54_000 }), await ask("DELETE")], [200, 5]);
  });

  it("counts what is no POST by itself, a long answer for several", async (t) => {
    const { clock, ask } = await limited(t, 1, 6);
    assert.deepEqual([await ask("GET"), await ask("DELETE"), await ask("GET", { long: 100_000 })], [200, 200, 200]);
    assert.deepEqual([await ask("GET"), await ask("POST")], [40, 200]);
    clock.ms += 40_000;
    assert.deepEqual([await ask("GET"), await ask("GET")], [200, 10]);
  });

  it("is none at 0", async (t) => {
    const { ask } = await limited(t, 0);
    for (let i = 0; i < 50; i++) assert.equal(await ask(), 200);
  });
});
