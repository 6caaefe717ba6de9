import assert from "node:assert/strict";
import { request } from "node:http";
import { describe, it } from "node:test";
import { startRestServer } from "../rest-server.js";

const KEY = "0123456789abcdef";

/** fetch does not send these itself. */
function statusOf(url: string, headers: Record<string, string>, method = "GET"): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers }, (res) => resolve(res.resume().statusCode));
    asked.on("error", reject).end();
  });
}

const LINK = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };

describe("a page of another site", () => {
  it("may have a browser ask nothing while there is no key, be the interface open to the network", async (t) => {
    for (const allowUnauthenticated of [false, true]) {
      const { url } = await startRestServer(t, { allowUnauthenticated });
      for (const site of ["cross-site", "same-site", "something-new"]) {
        assert.equal(await statusOf(`${url}/tools`, { "sec-fetch-site": site }), 403, site);
        assert.equal(await statusOf(`${url}/call/1`, { "sec-fetch-site": site }, "DELETE"), 403, site);
      }
      for (const site of ["same-origin", "none"]) {
        assert.equal(await statusOf(`${url}/tools`, { "sec-fetch-site": site }), 200, site);
      }
    }
  });

  it("may not have it change anything where there is one", async (t) => {
    const { url } = await startRestServer(t, { keys: [KEY] });
    const headers = { "x-api-key": KEY, "sec-fetch-site": "cross-site" };
    assert.equal(await statusOf(`${url}/call/1`, headers, "DELETE"), 403);
    assert.equal(await statusOf(`${url}/tools`, headers), 200);
  });

  it("may have a link to a page of ours, and to nothing that changes something", async (t) => {
    const { url } = await startRestServer(t);
    assert.equal(await statusOf(`${url}/docs`, LINK), 200);
    assert.equal(await statusOf(`${url}/call`, LINK, "POST"), 403);
    assert.equal(await statusOf(`${url}/docs`, { ...LINK, "sec-fetch-dest": "iframe" }), 403);
  });
});
