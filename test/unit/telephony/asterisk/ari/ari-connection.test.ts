import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Scope } from "../../../../../src/kernel/scope.js";
import { ariConnected } from "../../../../support/ari-connected.js";
import { ARI_OPERATIONS, pathParameters } from "../../../../support/fakes/ari-description.js";
import { FakeAsterisk } from "../../../../support/fakes/fake-asterisk.js";
import { attach, attached, settled, until } from "../attached.js";

const CACHE = process.env.ATTENDANT_CACHE ?? fileURLToPath(new URL("../../../../../.cache", import.meta.url));
const DESCRIPTION = pathToFileURL(`${CACHE}/asterisk-root/usr/share/asterisk/rest-api/`);

test(
  "the fake speaks of operations as the real Asterisk does",
  {
    skip: existsSync(DESCRIPTION)
      ? false
      : `there is no Asterisk at ${DESCRIPTION.pathname}; scripts/lib/setup makes one`,
  },
  () => {
    for (const { resource, nickname, method, path, query, body } of ARI_OPERATIONS) {
      const text = readFileSync(fileURLToPath(new URL(`${resource}.json`, DESCRIPTION)), "utf8");
      const { apis } = JSON.parse(text) as { apis: { path: string; operations: Record<string, unknown>[] }[] };
      const api = apis.find((each) => each.path === path);
      const real = api?.operations.find((each) => each.nickname === nickname);
      assert.equal(real?.httpMethod, method, `${method} ${path}`);
      const parameters = (real?.parameters ?? []) as { name: string; paramType: string }[];
      const named = (type: string) => parameters.filter(({ paramType }) => paramType === type).map(({ name }) => name);
      assert.deepEqual(new Set(named("path")), new Set(pathParameters(path)));
      for (const name of query) assert.ok(named("query").includes(name), `${path} has ${name}`);
      for (const name of body) assert.ok(named("body").includes(name), `${path} has ${name}`);
    }
  },
);

test("a wrong password is told, and the right one is found when it is there", async () => {
  await using fake = await FakeAsterisk.start();
  await using wrong = attach({ ...fake.credentials, password: "not-this" });
  const { detail = "" } = await wrong.reported(({ ok }) => !ok);
  assert.match(detail, /ARI_USER and ARI_PASSWORD/);
  assert.equal(detail.includes("not-this"), false);
  assert.deepEqual(wrong.errors, ["asterisk_credentials_refused"]);
});

test("a password of any letters is understood", async () => {
  await using fake = await FakeAsterisk.start({ password: "pässwörd-ключ-:@/é" });
  await using there = await attached(fake.credentials);
  assert.equal(await there.state("attendant.own.dial.1"), "unknown");
});

test("an address with https is told to be none, at once", async () => {
  await using there = attach({ url: "https://127.0.0.1:1", user: "a", password: "b" });
  const { detail = "" } = await there.reported(({ ok }) => !ok);
  assert.match(detail, /https/);
  assert.deepEqual(there.errors, ["asterisk_not_usable"]);
});

for (const [what, path] of [
  ["the list of resources", "api-docs/resources"],
  ["one resource", "api-docs/channels"],
] as const) {
  for (const fault of ["cut", "garbage", { status: 500, body: "oh" }] as const) {
    const name = typeof fault === "string" ? fault : String(fault.status);
    test(`a description that goes wrong (${what}: ${name}) is told, and read again`, async () => {
      await using fake = await FakeAsterisk.start();
      fake.faults.set(path, fault);
      await using there = attach(fake.credentials);
      await there.reported(({ ok }) => !ok);
      assert.deepEqual(there.errors, ["asterisk_unreachable"]);
      fake.faults.clear();
      await there.reported(({ ok }) => ok);
    });
  }
}

test("a server that is not Asterisk is reported as that", async () => {
  await using fake = await FakeAsterisk.start();
  fake.faults.set("asterisk/info", "garbage");
  await using there = attach(fake.credentials);
  const { detail = "" } = await there.reported(({ ok }) => !ok);
  assert.match(detail, /is not an Asterisk/);
});

test("events that make no sense or are not known end nothing", async () => {
  await using fake = await FakeAsterisk.start();
  await using there = await attached(fake.credentials);
  const odd = ["", "{", "null", "[]", "7", '"x"', "{}", '{"type":7}', '{"type":"BrandNew"}', '{"type":"StasisStart"}'];
  for (const text of odd) fake.emit(text);
  fake.emit({ type: "StasisStart", channel: null, args: "x" });
  fake.emit({ type: "ChannelDestroyed", channel: 7 });
  fake.emit({ type: "Dial", peer: "x" });
  fake.emit({ type: "StasisStart", channel: { id: "bare" } });
  fake.calls("1700000000.1");
  await until(() => there.calls.length === 2);
  assert.deepEqual(
    there.calls.map(({ channelId, caller, extension }) => [channelId, caller.number, extension]),
    [
      ["bare", "", ""],
      ["1700000000.1", "2001", "8000"],
    ],
  );
  assert.equal(there.reports.at(-1)?.ok, true);
});

test("an operation that is refused says what Asterisk said of it", async () => {
  await using fake = await FakeAsterisk.start();
  await using scope = new Scope("test");
  const ari = await ariConnected(fake.credentials, scope);
  for (const [body, said] of [
    ['{"message":"Channel not in Stasis application"}', "Channel not in Stasis application"],
    ['{"error":"Allocation failed"}', "Allocation failed"],
    ["plain words", "plain words"],
    ["null", "null"],
    ["", "no reason given"],
  ] as const) {
    fake.faults.set("channels/x/answer", { status: 409, body });
    await assert.rejects(ari.invoke("channels", "answer", { channelId: "x" }), (error: Error) => {
      assert.match(error.message, /^Asterisk refused channels\.answer: /);
      assert.ok(error.message.endsWith(said), error.message);
      return true;
    });
  }
  await assert.rejects(ari.invoke("channels", "fly", {}), /no channels\.fly/);
  await assert.rejects(ari.invoke("nothing", "at all", {}), /no nothing\.at all/);
});

test("a request that is never answered ends by itself, and others go on meanwhile", async (t) => {
  await using fake = await FakeAsterisk.start();
  await using scope = new Scope("test");
  const ari = await ariConnected(fake.credentials, scope);
  fake.faults.set("channels/x", "hang");
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const hanging = assert.rejects(ari.invoke("channels", "get", { channelId: "x" }), /channels\.get took more than/);
  assert.deepEqual(await ari.invoke("channels", "list", {}), []);
  t.mock.timers.tick(5_000);
  await hanging;
});

test("an answer that is no JSON costs one connection, and nothing more", async () => {
  await using fake = await FakeAsterisk.start();
  await using there = await attached(fake.credentials);
  fake.faults.set("channels/attendant.own.dial.1", "garbage");
  assert.equal(await there.state("attendant.own.dial.1"), undefined);
  await there.reported(({ ok }) => !ok);
  fake.faults.clear();
  await there.reported(({ ok }) => ok);
  assert.equal(await there.state("attendant.own.dial.1"), "unknown");
});

test("the connection is opened again however often it failed before", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const port = await unusedPort();
  await using there = attach({ url: `http://127.0.0.1:${port}`, user: "attendant", password: "secret" });
  for (let tries = 1; tries <= 25; tries++) {
    await until(() => there.reports.length >= tries);
    if (tries < 25) t.mock.timers.tick(2_000);
  }
  assert.ok(there.reports.every(({ ok }) => !ok));
  assert.deepEqual(there.errors, ["asterisk_unreachable"], "and says it once");
  await using _fake = await FakeAsterisk.start({ port });
  t.mock.timers.tick(2_000);
  await there.reported(({ ok }) => ok);
});

test("an event stream that is cut off is opened again", async () => {
  await using fake = await FakeAsterisk.start();
  await using there = await attached(fake.credentials);
  for (let round = 0; round < 3; round++) {
    fake.loseEvents();
    await there.reported(({ ok }) => !ok);
    await there.reported(({ ok }) => ok);
    assert.equal(fake.attached, 1);
  }
});

test("an event stream that is open and dead is noticed", async (t) => {
  await using fake = await FakeAsterisk.start({ pongs: false });
  t.mock.timers.enable({ apis: ["setInterval"] });
  await using there = await attached(fake.credentials);
  for (let round = 0; round < 2; round++) {
    t.mock.timers.tick(4_000);
    await settled();
  }
  const { detail = "" } = await there.reported(({ ok }) => !ok);
  assert.match(detail, /no sign of life/);
});

test("no listener is left when all calls are over, and nothing is open after the end", async () => {
  await using fake = await FakeAsterisk.start();
  const there = await attached(fake.credentials, { onCall: (call) => void call.answer().catch(() => {}) });
  for (let round = 0; round < 20; round++) {
    fake.calls(`17000.${round}`);
    await until(() => there.calls.length > round && fake.media.length > round);
    fake.ends(`17000.${round}`);
    await there.calls[round]?.scope.closed;
  }
  assert.deepEqual([...fake.channels], []);
  assert.deepEqual([...fake.bridges], []);
  await there[Symbol.asyncDispose]();
  await until(() => fake.attached === 0);
});

async function unusedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
