import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as settled } from "node:timers/promises";
import { Ending } from "../../../src/kernel/ending.js";
import { type Address, NameServerSilent, oneAtATime, resolveBySystem } from "../../../src/webhooks/resolve.js";

const LOCAL: readonly Address[] = [{ address: "127.0.0.1", family: 4 }];
const NEVER = new AbortController().signal;

/** Lookups that a test answers. */
function nameServer() {
  const asked: { readonly host: string; readonly answer: () => void; readonly fail: () => void }[] = [];
  let now = 0;
  const resolve = oneAtATime(
    (host) =>
      new Promise((answer, reject) =>
        asked.push({ host, answer: () => answer(LOCAL), fail: () => reject(new Error("silent")) }),
      ),
    () => now,
  );
  const passes = (seconds: number) => (now += seconds * 1_000);
  /** Looks a name up for as long as the system tries, in vain. */
  async function failsLate(host: string): Promise<void> {
    const found = resolve(host, NEVER);
    passes(30);
    asked.at(-1)?.fail();
    await assert.rejects(found, /silent/);
  }
  return { asked, hosts: () => asked.map(({ host }) => host), resolve, passes, failsLate };
}

describe("lookups of webhooks' hosts", () => {
  it("run one at a time, however many hosts are asked for", async () => {
    const { asked, hosts, resolve } = nameServer();
    const found = ["a", "b", "c"].map((host) => resolve(host, NEVER));
    await settled();
    assert.deepEqual(hosts(), ["a"]);
    asked[0]?.answer();
    assert.equal(await found[0], LOCAL);
    await settled();
    assert.deepEqual(hosts(), ["a", "b"]);
    asked[1]?.fail();
    await assert.rejects(async () => found[1], /silent/);
    await settled();
    assert.deepEqual(hosts(), ["a", "b", "c"]);
    asked[2]?.answer();
    assert.equal(await found[2], LOCAL);
  });

  it("share the one that is running for their host", async () => {
    const { asked, hosts, resolve } = nameServer();
    const first = resolve("a", NEVER);
    await settled();
    const second = resolve("a", NEVER);
    asked[0]?.answer();
    assert.deepEqual(await Promise.all([first, second]), [LOCAL, LOCAL]);
    const third = resolve("a", NEVER);
    await settled();
    assert.deepEqual(hosts(), ["a", "a"], "an earlier result is not kept");
    asked[1]?.answer();
    await third;
  });

  it("do not begin once their webhook has given up", async () => {
    const { asked, hosts, resolve } = nameServer();
    void resolve("a", NEVER);
    const late = new AbortController();
    const waiting = resolve("b", late.signal);
    const last = resolve("c", NEVER);
    await settled();
    late.abort(new Ending("deadline"));
    await assert.rejects(waiting, { kind: "deadline" });
    asked[0]?.answer();
    await settled();
    assert.deepEqual(hosts(), ["a", "c"]);
    asked[1]?.answer();
    await last;
  });

  it("that have begun keep others waiting although their webhook has given up", async () => {
    const { asked, hosts, resolve } = nameServer();
    const late = new AbortController();
    const abandoned = resolve("a", late.signal);
    const next = resolve("b", NEVER);
    await settled();
    late.abort(new Ending("deadline"));
    await assert.rejects(abandoned, { kind: "deadline" });
    await settled();
    assert.deepEqual(hosts(), ["a"]);
    asked[0]?.fail();
    await settled();
    assert.deepEqual(hosts(), ["a", "b"]);
    asked[1]?.answer();
    assert.equal(await next, LOCAL);
  });

  it("fail at once for a while after their name server was silent, so that other hosts have their turn", async () => {
    const { asked, hosts, resolve, passes, failsLate } = nameServer();
    await failsLate("dead");
    await assert.rejects(resolve("dead", NEVER), NameServerSilent);
    const found = resolve("b", NEVER);
    asked.at(-1)?.answer();
    assert.equal(await found, LOCAL);
    await assert.rejects(resolve("dead", NEVER), NameServerSilent);
    passes(120);
    await failsLate("dead");
    await assert.rejects(resolve("dead", NEVER), NameServerSilent);
    assert.deepEqual(hosts(), ["dead", "b", "dead"]);
  });

  it("keep others waiting for one silent name server within a minute, however many there are", async () => {
    const { asked, hosts, resolve, passes, failsLate } = nameServer();
    const dead = Array.from({ length: 5 }, (_, at) => `dead-${at}`);
    for (const host of dead) await failsLate(host);
    passes(120);
    const found = dead.map((host) => resolve(host, NEVER));
    const last = resolve("b", NEVER);
    passes(30);
    asked.at(-1)?.fail();
    await assert.rejects(async () => found[0], /silent/);
    await settled();
    assert.deepEqual(hosts(), [...dead, "dead-0", "b"]);
    asked.at(-1)?.answer();
    assert.equal(await last, LOCAL);
    for (const other of found.slice(1)) await assert.rejects(other, NameServerSilent);
    assert.deepEqual(hosts(), [...dead, "dead-0", "b"]);
  });

  it("run as ever once a silent name server answers again", async () => {
    const { asked, hosts, resolve, passes, failsLate } = nameServer();
    for (const host of ["a", "b"]) await failsLate(host);
    passes(120);
    for (const host of ["a", "b", "a"]) {
      const found = resolve(host, NEVER);
      asked.at(-1)?.answer();
      assert.equal(await found, LOCAL);
    }
    assert.deepEqual(hosts(), ["a", "b", "a", "b", "a"]);
  });

  it("that find their host late count as any other", async () => {
    const { asked, resolve, passes } = nameServer();
    const slow = resolve("slow", NEVER);
    passes(30);
    asked.at(-1)?.answer();
    assert.equal(await slow, LOCAL);
    const again = resolve("slow", NEVER);
    asked.at(-1)?.answer();
    assert.equal(await again, LOCAL);
  });

  it("come last when their last one was slow, whatever it found, and first when that found quickly", async () => {
    const { asked, hosts, resolve, passes } = nameServer();
    for (const [host, seconds, finds] of [
      ["late", 3, true],
      ["vain", 3, false],
      ["none", 0, false],
      ["quick", 0, true],
    ] as const) {
      const found = resolve(host, NEVER).catch(() => {});
      passes(seconds);
      asked.at(-1)?.[finds ? "answer" : "fail"]();
      await found;
    }
    const before = hosts().length;
    const all = ["new", "late", "vain", "unknown", "none", "quick"].map((host) => resolve(host, NEVER));
    for (const _ of all) {
      await settled();
      asked.at(-1)?.answer();
    }
    await Promise.all(all);
    assert.deepEqual(hosts().slice(before), ["new", "quick", "unknown", "none", "late", "vain"]);
  });

  it("of a name that is found quickly wait for one other at most, however many are slow", async () => {
    const { asked, hosts, resolve, passes } = nameServer();
    const found = resolve("good", NEVER);
    asked.at(-1)?.answer();
    await found;
    const dead = Array.from({ length: 12 }, (_, at) => `dead-${at}`);
    for (const host of dead) resolve(host, NEVER).catch(() => {});
    await settled();
    const good = resolve("good", NEVER);
    passes(7);
    asked.at(-1)?.fail();
    await settled();
    assert.deepEqual(hosts(), ["good", "dead-0", "good"]);
    asked.at(-1)?.answer();
    assert.equal(await good, LOCAL);
  });

  it("of a host that answers again need not wait for those that stay silent", async () => {
    const { asked, resolve, passes, failsLate } = nameServer();
    for (const host of ["mended", "dead"]) await failsLate(host);
    passes(100);
    const found = resolve("mended", NEVER);
    asked.at(-1)?.answer();
    assert.equal(await found, LOCAL);
    await assert.rejects(resolve("dead", NEVER), NameServerSilent);
  });

  it("remember a thousand silent names at most", async () => {
    const { asked, resolve, failsLate } = nameServer();
    for (let at = 0; at <= 1_000; at++) await failsLate(`dead-${at}`);
    await assert.rejects(resolve("dead-1", NEVER), NameServerSilent);
    const forgotten = resolve("dead-0", NEVER);
    asked.at(-1)?.answer();
    assert.equal(await forgotten, LOCAL);
  });

  it("find the machine's own names", async () => {
    assert.ok((await resolveBySystem("localhost", NEVER)).some(({ address }) => /^(127\.|::1$)/.test(address)));
  });
});
