import assert from "node:assert/strict";
import { describe, it } from "node:test";
import express from "express";
import { rateLimit } from "../../../../src/http/kit/rate-limit.js";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";

async function limited(t: TestContext, perMinute: number) {
  const clock = { ms: 0, address: "10.0.0.1" };
  const app = express();
  app.use((req, _res, next) => {
    Object.defineProperty(req.socket, "remoteAddress", { value: clock.address, configurable: true });
    next();
  });
  app.use(rateLimit({ perMinute, now: () => clock.ms }));
  app.use((_req, res) => void res.end());
  const server = app.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  t.after(() => server.close());
  const ask = async (method = "POST") => {
    const { status, headers } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { method });
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

  it("is none at 0", async (t) => {
    const { ask } = await limited(t, 0);
    for (let i = 0; i < 50; i++) assert.equal(await ask(), 200);
  });
});
