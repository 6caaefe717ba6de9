// needs: quiet

import assert from "node:assert/strict";
import { once } from "node:events";
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { describe, it, type TestContext } from "node:test";
import { createHttpServer } from "../../../../src/http/kit/server.js";
import { quietLog } from "../../../support/fakes/quiet-log.js";

/** Some 100 ms where the machine is idle: of the flood the last are still being taken when the honest client comes. */
const ANSWERED_MS = 3_000;

/** A server that answers at once, but below /late only when it is told to. */
async function serving(t: TestContext) {
  const late: (() => void)[] = [];
  const noted: string[] = [];
  const application = (req: IncomingMessage, res: ServerResponse) => {
    if (req.url?.startsWith("/late")) late.push(() => res.end("late"));
    else res.end("soon");
  };
  const refusals = { note: (reason: string, address: string) => void noted.push(`${reason} ${address}`) };
  const server = createHttpServer(application, { log: quietLog, refusals });
  const url = new URL(await server.listen({ host: "0.0.0.0", port: 0 }));
  t.after(() => server.close(0));
  const sockets: Socket[] = [];
  t.after(() => sockets.forEach((socket) => socket.destroy()));

  /** Connects from an address of this machine, and says no more than that. */
  async function connectFrom(localAddress: string, text = ""): Promise<Socket> {
    const socket = connect({ port: Number(url.port), host: "127.0.0.1", localAddress });
    sockets.push(socket.on("error", () => {}));
    await once(socket.resume(), "connect");
    if (text) socket.write(text);
    return socket;
  }

  /** ms until an honest client has its answer. */
  function answeredAfter(localAddress: string): Promise<number> {
    const began = performance.now();
    return new Promise((resolve, reject) => {
      const asked = request({ port: url.port, host: "127.0.0.1", localAddress, agent: false }, (res) => {
        res.resume().once("end", () => resolve(performance.now() - began));
      });
      asked.on("error", reject);
      asked.setTimeout(5_000, () => asked.destroy(new Error("no answer within 5 s")));
      asked.end();
    });
  }
  return { late, noted, connectFrom, answeredAfter };
}

/** A hundred at a time: what they have to wait for each other, in this one process, is not what is measured. */
async function many<T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  while (made.length < count) {
    const batch = Math.min(100, count - made.length);
    made.push(...(await Promise.all(Array.from({ length: batch }, (_, n) => make(made.length + n)))));
  }
  return made;
}
const open = (sockets: readonly Socket[]) =>
  sockets.filter((socket) => !socket.destroyed && !socket.readableEnded).length;

describe("connections that say nothing", () => {
  it("shut nobody out, be there 1,500 of them from one address", async (t) => {
    const { connectFrom, answeredAfter } = await serving(t);
    await many(1_500, () => connectFrom("127.0.0.1"));
    for (const address of ["127.0.0.2", "127.0.0.1"]) {
      const ms = await answeredAfter(address);
      assert.ok(ms < ANSWERED_MS, `${address}: ${ms.toFixed(0)} ms`);
    }
  });

  it("shut nobody out, be they from many addresses, or be something dribbled on them", async (t) => {
    const { connectFrom, answeredAfter } = await serving(t);
    const begun = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n1";
    await many(1_500, (n) => connectFrom(`127.0.1.${n % 200}`, n % 2 ? begun : ""));
    const ms = await answeredAfter("127.0.0.1");
    assert.ok(ms < ANSWERED_MS, `${ms.toFixed(0)} ms`);
  });

  it("make room before those on which something is being answered", async (t) => {
    const { late, connectFrom } = await serving(t);
    const asking = await many(100, () => connectFrom("127.0.0.1", "GET /late HTTP/1.1\r\nHost: x\r\n\r\n"));
    while (late.length < 100) await new Promise((resolve) => setTimeout(resolve, 5));
    const answers = asking.map((socket) => once(socket, "data"));
    await many(1_500, () => connectFrom("127.0.0.1"));
    for (const answer of late) answer();
    for (const [data] of await Promise.all(answers)) assert.match(String(data), /late/);
  });

  it("of one address leave a quarter of the room to others", async (t) => {
    const { connectFrom, answeredAfter } = await serving(t);
    const others = await many(200, () => connectFrom("127.0.0.2"));
    const flood = await many(1_500, () => connectFrom("127.0.0.1"));
    await answeredAfter("127.0.0.3");
    const late = performance.now() + 5_000;
    while (open(flood) > 750 && performance.now() < late) await new Promise((resolve) => setTimeout(resolve, 10));
    assert.deepEqual([open(others), open(flood)], [200, 750]);
  });
});

describe("a connection that is cut off", () => {
  const LATE = "GET /late HTTP/1.1\r\nHost: x\r\n\r\n";

  it("for the requests that it has sent ahead is noted once, with its address", async (t) => {
    const { noted, connectFrom } = await serving(t);
    await once(await connectFrom("127.0.0.2", LATE.repeat(40)), "close");
    assert.deepEqual(noted, ["too_many_unanswered 127.0.0.2"]);
  });

  it("for a body in crumbs is noted once, with its address, whether the request was answered or not", async (t) => {
    const { noted, connectFrom } = await serving(t);
    for (const path of ["/late", "/"]) {
      const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`;
      await once(await connectFrom("127.0.0.2", head + "1\r\na\r\n".repeat(600)), "close");
    }
    assert.deepEqual(noted, ["body_in_crumbs 127.0.0.2", "body_in_crumbs 127.0.0.2"]);
  });

  it("because everything is being answered is noted", async (t) => {
    const { late, noted, connectFrom } = await serving(t);
    await many(1_000, (n) => connectFrom(`127.0.1.${n % 200}`, LATE));
    while (late.length < 1_000) await new Promise((resolve) => setTimeout(resolve, 5));
    await once(await connectFrom("127.0.0.2"), "close");
    assert.deepEqual(noted, ["too_many_connections 127.0.0.2"]);
  });
});
