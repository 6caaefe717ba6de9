import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { describe, it } from "node:test";
import type { Request, Response } from "express";
import { setClient } from "../../../../src/http/kit/client.js";
import { pace } from "../../../../src/http/kit/pace.js";

const WORK_MS = 5;

function busy(): void {
  const until = performance.now() + WORK_MS;
  while (performance.now() < until);
}

/** Requests that all come at once, of the clients named. */
function asked(clients: readonly string[]) {
  const paced = pace();
  const begun: string[] = [];
  const responses = clients.map((client) => {
    const res = Object.assign(new EventEmitter(), { locals: {} }) as unknown as Response;
    setClient(res, { name: client, scopes: [], keyDigest: client });
    return res;
  });
  for (const [n, client] of clients.entries()) {
    paced({ socket: {} } as Request, responses[n] as Response, () => {
      busy();
      begun.push(client);
    });
  }
  return { begun, responses };
}

async function until(fits: () => boolean): Promise<void> {
  const late = performance.now() + 10_000;
  while (!fits() && performance.now() < late) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe("requests that come at once", () => {
  it("are looked at one by one, with time between them for what else there is to do", async () => {
    const { begun } = asked(Array<string>(20).fill("a"));
    assert.equal(begun.length, 1);
    const seen: number[] = [];
    const late = performance.now() + 10_000;
    while (begun.length < 20 && performance.now() < late) {
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(begun.length);
    }
    assert.equal(begun.length, 20);
    const jumps = seen.map((count, n) => count - (seen[n - 1] ?? 1));
    assert.ok(Math.max(...jumps) <= 1, "two were looked at in one turn of the event loop");
  });

  it("take no more than half of the thread's time", async () => {
    const began = performance.now();
    const { begun } = asked(Array<string>(20).fill("a"));
    await until(() => begun.length === 20);
    // The last one's rest is still to come.
    assert.ok(performance.now() - began >= 2 * 19 * WORK_MS, `${performance.now() - began} ms`);
  });

  it("are handled in turn for several clients, and not at all for a client that has left", async () => {
    const { begun, responses } = asked(["a", "a", "a", "b", "b", "c"]);
    responses[2]?.emit("close");
    await until(() => begun.length === 5);
    assert.deepEqual(begun, ["a", "a", "b", "c", "b"]);
  });
});
