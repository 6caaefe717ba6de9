import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { isDeepStrictEqual, promisify } from "node:util";
import { Ending } from "../../src/kernel/ending.js";
import { Scope } from "../../src/kernel/scope.js";
import type { Dialled, Dialler } from "../../src/telephony/dialler.js";
import { attachToAsterisk } from "../../src/telephony/asterisk/asterisk.js";
import {
  type AriAccess,
  AriClient,
  type Bed,
  ASSISTANT_EXTENSION,
  FULL,
  quietLog,
  Softphone,
  SOFTPHONE_EXTENSIONS,
  startBed,
  TEST_LINES,
  nothingLeftIn,
} from "../support/index.js";

/** What is over is gone from Asterisk within this, however busy the machine, ms. */
const GONE_MS = 10_000;
/** Longer than a far side takes that ends a call by itself, however busy the machine, ms. */
const RINGS_MS = 60_000;
/** How long a telephone rings that never answers, ms. */
const PATIENCE_MS = 1_500;
/** The PBX is asked for a sign of life every 2 s and has 1.5 s to give it. */
const NOTICED_MS = 6_000;
/** How often a call is cancelled at the same moment. */
const ROUNDS = FULL ? 5 : 2;

let bed: Bed;
let attached: Attached;

before(async () => {
  bed = await startBed();
  attached = await attach(bed.assistantAsterisk.ari, "attendant", "registered");
});
after(async () => {
  await attached?.[Symbol.asyncDispose]();
  await bed?.[Symbol.asyncDispose]();
});

test("what is not answered ends by what the far side said", async (t) => {
  const { person, busy, neverAnswers, rejects, unknown } = TEST_LINES;
  const unanswered = { person, busy, neverAnswers, rejects, unknown, unregistered: SOFTPHONE_EXTENSIONS[0] };
  const dialled = await Promise.all(
    Object.entries(unanswered).map(async ([name, number]) => {
      const patience = number === neverAnswers ? { ringTimeoutMs: PATIENCE_MS } : {};
      return [name, shown(await attached.dial(number, patience))] as const;
    }),
  );
  for (const [name, end] of dialled) t.diagnostic(`${name}: ${JSON.stringify(end)}`);
  const outcomes = Object.fromEntries(dialled.map(([name, { detail: _, ...rest }]) => [name, rest]));
  assert.deepEqual(outcomes, {
    person: { outcome: "failed", cause: 27, sipCode: 502 }, // Nobody serves the application of that line.
    busy: { outcome: "busy", cause: 17, sipCode: 486 },
    neverAnswers: { outcome: "no_answer", cause: undefined, sipCode: undefined }, // Our own patience ended first.
    rejects: { outcome: "busy", cause: 21, sipCode: 603 },
    unknown: { outcome: "failed", cause: 1, sipCode: 404 },
    unregistered: { outcome: "no_answer", cause: 19, sipCode: 480 },
  });
  await attached.nothingLeft();
});

test("an answered call carries sound both ways, under the channel id that was chosen before", async (t) => {
  await using scope = new Scope("call");
  const channelId = attached.dialler.newChannelId();
  let rings = 0;
  const began = performance.now();
  const dialled = await attached.dial(TEST_LINES.echo, { scope, channelId, onRinging: () => rings++ });
  t.diagnostic(`dialled, answered and both ways open after ${(performance.now() - began).toFixed(1)} ms`);
  assert.ok(dialled.kind === "answered");
  const { line } = dialled;
  assert.equal(line.id, channelId);
  assert.deepEqual(line.caller, { number: TEST_LINES.echo, name: "" });
  assert.equal(rings, 1);
  assert.equal(await attached.state(channelId), "dialled");
  const limit = await attached.get<{ value: string }>(`channels/${channelId}/variable?variable=TIMEOUT(absolute)`);
  assert.ok(Number(limit.value) > 60, `Asterisk ends it by itself after ${limit.value} s`);

  let loudest = 0;
  line.hear((frame) => {
    for (const sample of frame) loudest = Math.max(loudest, Math.abs(sample));
  });
  await line.play(tone(400));
  assert.equal(await line.mark(), true);
  await line.play(tone(100));
  await line.mark();
  assert.ok(loudest > 5_000, `the echo's loudest sample is ${loudest}`);

  await line.hangUp();
  assert.equal(scope.ending?.kind, "finished");
  await attached.nothingLeft();
  assert.equal(await attached.state(channelId), "unknown");
});

test("a telephone shows the name and the number that a call is to show, whichever way it is dialled", async (t) => {
  await using person = await AriClient.connect(bed.pbx.ari, "telephone");
  const onPbx = await attach(bed.pbx.ari, "onpbx", "phones");
  try {
    for (const [way, asterisk] of Object.entries({ registered: attached, dialplan: onPbx })) {
      for (const callerId of [
        { name: "Front desk", number: "8000" },
        { name: "Müller & Söhne", number: "+493012345" },
      ]) {
        await t.test(`${callerId.name}, ${way}`, async () => {
          await using scope = new Scope("call");
          const shown = new Promise((resolve) => person.onIncoming(({ channel }) => resolve(channel?.caller)));
          const dialled = asterisk.dial(TEST_LINES.person, { scope, callerId });
          assert.deepEqual(await shown, callerId);
          scope.end(new Ending("cancelled"));
          await dialled;
          await asterisk.nothingLeft();
        });
      }
    }
  } finally {
    await onPbx[Symbol.asyncDispose]();
  }
});

test("lines that are joined hear each other and no longer us, whichever way they were dialled", async (t) => {
  const onPbx = await attach(bed.pbx.ari, "onpbx", "phones");
  try {
    for (const [way, asterisk] of Object.entries({ registered: attached, dialplan: onPbx })) {
      await t.test(way, async () => {
        await using scope = new Scope("caller");
        await using operatorScope = new Scope("operator");
        const caller = await asterisk.dial(TEST_LINES.silent, { scope });
        const operator = await asterisk.dial(TEST_LINES.echo, { scope: operatorScope });
        assert.ok(caller.kind === "answered" && operator.kind === "answered");
        await caller.line.join(operator.line);
        await asterisk.inOneBridge(caller.line.id, operator.line.id);
        let heard = 0;
        caller.line.hear(() => heard++);
        operator.line.hear(() => heard++);
        await caller.line.play(tone(200));
        await new Promise((resolve) => setTimeout(resolve, 400)); // Nothing is to come; there is nothing to wait for.
        assert.equal(heard, 0);
        await operator.line.hangUp();
        assert.equal(scope.ending, undefined, "each ends by itself");
        await caller.line.hangUp();
        await asterisk.nothingLeft();
      });
    }
  } finally {
    await onPbx[Symbol.asyncDispose]();
  }
});

test("a callee who hangs up ends the call's scope", async () => {
  await using scope = new Scope("call");
  const dialled = await attached.dial(TEST_LINES.hangsUp, { scope });
  assert.ok(dialled.kind === "answered");
  await aborted(dialled.line.signal, 5_000);
  assert.equal(scope.ending?.kind, "hung_up");
  assert.equal(await dialled.line.mark(), false);
  await scope.closed;
  await attached.nothingLeft();
});

test("ringing is reported once", async () => {
  const scope = new Scope("call");
  const channelId = attached.dialler.newChannelId();
  let rings = 0;
  const dialling = attached.dial(TEST_LINES.neverAnswers, { scope, channelId, onRinging: () => rings++ });
  const state = async () => (await attached.get<{ state?: string }>(`channels/${channelId}`)).state;
  await until(state, (seen) => rings > 0 && seen === "Ringing", RINGS_MS);
  scope.end(new Ending("cancelled"));
  await dialling;
  assert.equal(rings, 1);
});

for (const [moment, number, afterMs] of [
  ["in the very moment of dialling", TEST_LINES.neverAnswers, 0],
  ["before the request to dial was answered", TEST_LINES.neverAnswers, 1],
  ["while it rings", TEST_LINES.neverAnswers, 150],
  ["about when it is answered", TEST_LINES.silent, 3],
  ["while the line is set up", TEST_LINES.silent, 6],
  ["while the line is set up, later", TEST_LINES.silent, 9],
  ["when the line is there", TEST_LINES.silent, 60],
] as const) {
  test(`a call cancelled ${moment} is gone`, async (t) => {
    for (let round = 0; round < ROUNDS; round++) {
      const scope = new Scope("call");
      const dialling = attached.dial(number, { scope });
      if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs));
      const cancelled = performance.now();
      scope.end(new Ending("cancelled", "somebody asked for it"));
      const dialled = await dialling;
      await scope.closed;
      const goneMs = await attached.nothingLeft(cancelled);
      t.diagnostic(`${dialled.kind}, gone after ${goneMs.toFixed(0)} ms`);
      if (dialled.kind === "answered") assert.equal(dialled.line.signal.aborted, true);
      else assert.deepEqual([dialled.outcome, /somebody asked/.test(dialled.detail)], ["cancelled", true]);
    }
  });
}

test("a call in a scope that has ended is not placed", async () => {
  const scope = new Scope("call");
  scope.end(new Ending("shutting_down"));
  const dialled = await attached.dial(TEST_LINES.echo, { scope });
  assert.ok(dialled.kind === "not_answered" && dialled.outcome === "cancelled");
});

test("forty calls at once are all connected, and none waits for a connection that was dropped", async (t) => {
  const scopes = Array.from({ length: 40 }, () => new Scope("call"));
  const droppedBefore = await droppedConnections(bed.assistantAsterisk.ari);
  const began = performance.now();
  const took: number[] = [];
  const dialled = await Promise.all(
    scopes.map(async (scope) => {
      const result = await attached.dial(TEST_LINES.echo, { scope });
      took.push(performance.now() - began);
      return result;
    }),
  );
  t.diagnostic(`up after ${took.map((ms) => ms.toFixed(0)).join(" ")} ms`);
  // The kernel tries again after a second what Asterisk's HTTP server had no room for.
  assert.equal(await droppedConnections(bed.assistantAsterisk.ari), droppedBefore);
  assert.deepEqual(new Set(dialled.map(({ kind }) => kind)), new Set(["answered"]));
  const ended = performance.now();
  for (const scope of scopes) scope.end();
  await Promise.all(scopes.map((scope) => scope.closed));
  t.diagnostic(`all gone after ${(await attached.nothingLeft(ended)).toFixed(0)} ms`);
});

test("nothing but a number is dialled", async () => {
  for (const number of [
    "",
    "100@pbx",
    "PJSIP/100",
    "1&2",
    "100,20",
    "1 00",
    "100\n",
    "-1",
    "1".repeat(65),
    "${EXTEN}",
  ]) {
    await assert.rejects(attached.dial(number), RangeError, JSON.stringify(number));
  }
  await assert.rejects(attached.dial(TEST_LINES.echo, { channelId: "another" }), RangeError);
});

test("a call whose controller has died is ended by the next one", async () => {
  const channelId = `mortal.own.dial.${randomUUID()}`;
  const dead = await AriClient.connect(bed.assistantAsterisk.ari, "mortal");
  const endpoint = `PJSIP/${TEST_LINES.neverAnswers}@pbx`;
  await dead.request("POST", "/channels", { channelId, endpoint, app: "mortal", timeout: "60" });
  await dead[Symbol.asyncDispose]();
  await using next = await attach(bed.assistantAsterisk.ari, "mortal", "registered");
  assert.equal(await next.state(channelId), "dialled");
  // What nobody claims for three seconds is a stray.
  await nothingLeftIn(bed.assistantAsterisk.ari, 6_000);
  assert.equal(await next.state(channelId), "unknown");
});

test("Asterisk itself ends a call whose controller has died", async () => {
  const dialler = await attach(bed.assistantAsterisk.ari, "mortal", "registered", {
    maxCallMs: 1_000 - 60_000 - RINGS_MS,
  });
  const scope = new Scope("call");
  const began = performance.now();
  const dialled = await dialler.dial(TEST_LINES.silent, { scope });
  assert.ok(dialled.kind === "answered");
  await aborted(dialled.line.signal, GONE_MS);
  assert.equal(scope.ending?.kind, "hung_up");
  assert.ok(performance.now() - began > 2_000);
  await dialler[Symbol.asyncDispose]();
});

test("the PBX's own Asterisk dials through its dialplan", async (t) => {
  const onPbx = await attach(bed.pbx.ari, "onpbx", "phones");
  try {
    const { busy, neverAnswers, rejects, unknown, echo } = TEST_LINES;
    const ends: Record<string, unknown> = {};
    for (const [name, number] of Object.entries({ busy, neverAnswers, rejects, unknown, absent: "2001" })) {
      const patience = name === "neverAnswers" ? { ringTimeoutMs: 500 } : {};
      const { detail, ...end } = shown(await onPbx.dial(number, patience));
      t.diagnostic(`${name}: ${JSON.stringify(end)} ${detail}`);
      ends[name] = [end.outcome, end.cause];
    }
    assert.deepEqual(ends, {
      busy: ["busy", 17],
      neverAnswers: ["no_answer", undefined],
      rejects: ["busy", 21],
      unknown: ["failed", 0],
      absent: ["no_answer", 20],
    });
    await using scope = new Scope("call");
    const dialled = await onPbx.dial(echo, { scope });
    assert.ok(dialled.kind === "answered");
    let heard = 0;
    dialled.line.hear(() => heard++);
    await dialled.line.play(tone(300));
    assert.equal(await dialled.line.mark(), true);
    assert.ok(heard > 5, `${heard} frames`);
    await dialled.line.hangUp();
    await onPbx.nothingLeft();
  } finally {
    await onPbx[Symbol.asyncDispose]();
  }
});

test("a telephone's hint tells whether it is free, in use or not connected, without a call", async () => {
  const onPbx = await attach(bed.pbx.ari, "onpbx", "phones");
  try {
    const stateOf = (number: string) => onPbx.dialler.deviceState(number, AbortSignal.timeout(5_000));
    const [extension] = SOFTPHONE_EXTENSIONS;
    const stateIs = (state: string) =>
      until(
        () => stateOf(extension),
        (seen) => seen === state,
        GONE_MS,
      );
    assert.equal(await stateOf(ASSISTANT_EXTENSION), "free");
    assert.equal(await stateOf(extension), "unreachable");
    assert.equal(await stateOf(TEST_LINES.echo), "unknown", "it has no hint");
    const { sipPort, passwords } = bed.pbx;
    const account = { sipPort, extension, password: passwords.get(extension) ?? "", codecs: ["PCMU/8000/1"] };
    await using softphone = await Softphone.start(account);
    await softphone.dial(TEST_LINES.echo);
    await stateIs("busy");
    await bed.pbx.instance.cli("channel request hangup all");
    await stateIs("unreachable");
    await onPbx.nothingLeft();
  } finally {
    await onPbx[Symbol.asyncDispose]();
  }
});

test("a PBX that is away is a failed call at once", async () => {
  await bed.pbx.instance.kill("SIGKILL");
  try {
    await attached.pbxIs("offline");
    const dialled = await attached.dial(TEST_LINES.echo);
    assert.ok(dialled.kind === "not_answered");
    assert.deepEqual(
      [dialled.outcome, dialled.detail],
      ["failed", "The PBX does not answer, so the call could not be placed."],
    );
  } finally {
    await bed.pbx.instance.start();
    await attached.pbxIs("online");
  }
});

test("an Asterisk that dies while it rings is a failed call, and is dialled through again when it is back", async () => {
  let rang = () => {};
  const ringing = new Promise<void>((resolve) => (rang = resolve));
  const dialling = attached.dial(TEST_LINES.neverAnswers, { onRinging: rang });
  await ringing;
  await bed.assistantAsterisk.kill("SIGKILL");
  assert.equal(await attached.state("attendant.own.dial.x"), undefined);
  const refused = await attached.dial(TEST_LINES.echo);
  assert.ok(refused.kind === "not_answered" && refused.outcome === "failed");
  await bed.assistantAsterisk.start();
  await bed.registered();
  const dialled = await dialling;
  assert.ok(dialled.kind === "not_answered");
  assert.equal(dialled.outcome, "failed");
  assert.match(dialled.detail, /Asterisk was stopped/);
  await attached.connected();
  await attached.pbxIs("online");
  await using scope = new Scope("call");
  assert.equal((await attached.dial(TEST_LINES.echo, { scope })).kind, "answered");
});

interface Attached extends AsyncDisposable {
  readonly dialler: Dialler;
  /** What Asterisk knows of a channel; undefined while it cannot be asked. */
  state(channelId: string): ReturnType<Dialler["intents"]["lookUp"]>;
  dial(number: string, request?: Partial<Parameters<Dialler["dial"]>[0]>): Promise<Dialled>;
  get<T>(path: string): Promise<T>;
  connected(): Promise<void>;
  /** Waits until Asterisk has noticed that the PBX is there, or not. */
  pbxIs(state: "online" | "offline"): Promise<void>;
  /** Waits until these two channels, and no others, are in one bridge: Asterisk takes a channel out of its bridge after it has said so. */
  inOneBridge(one: string, other: string): Promise<void>;
  /** Waits until Asterisk has neither a channel nor a bridge; @returns the ms since `since`. */
  nothingLeft(since?: number): Promise<number>;
}

/** Attaches as the controller does, with its registration (`"registered"`) or in a context of its own dialplan. */
async function attach(
  access: AriAccess,
  app: string,
  way: string,
  further: { maxCallMs?: number } = {},
): Promise<Attached> {
  const scope = new Scope("process");
  let isUp = false;
  let changed = () => {};
  const { AMI_HOST: host = "", AMI_PORT: port, AMI_USER: user = "", AMI_PASSWORD: password = "" } = bed.settings;
  const dialler = attachToAsterisk({
    ari: access,
    app,
    ami: way === "registered" ? { host, port: Number(port), user, password } : undefined,
    dialContext: way,
    ...further,
    log: quietLog,
    scope,
    connection: scope,
    reportAsterisk: (ok) => {
      isUp = ok;
      changed();
    },
    reportRegistration: () => {},
    reportSip: () => {},
  });
  dialler.open((call) => void call.reject().catch(() => {}));
  const authorization = `Basic ${Buffer.from(`${access.user}:${access.password}`).toString("base64")}`;
  const get = async <T>(path: string) =>
    (await (await fetch(`${access.url}/ari/${path}`, { headers: { authorization } })).json()) as T;
  const attached: Attached = {
    dialler,
    state: (channelId) => dialler.intents.lookUp(channelId, scope.signal),
    dial: async (number, request = {}) => {
      const own = new Scope("call");
      try {
        return await dialler.dial({
          number,
          channelId: dialler.newChannelId(),
          ringTimeoutMs: RINGS_MS,
          scope: own,
          onRinging: () => {},
          ...request,
        });
      } finally {
        if (!request.scope) own.end();
      }
    },
    get,
    connected: async () => {
      while (!isUp) await new Promise<void>((resolve) => (changed = resolve));
    },
    pbxIs: async (state) => {
      const now = async () => (await get<{ state: string }>("endpoints/PJSIP/pbx")).state;
      await until(now, (seen) => seen === state, NOTICED_MS);
    },
    inOneBridge: async (one, other) => {
      const shared = async () =>
        (await get<{ channels: string[] }[]>("bridges")).find(({ channels }) => channels.includes(one))?.channels;
      await until(shared, (inside) => isDeepStrictEqual(inside?.toSorted(), [one, other].sort()), GONE_MS);
    },
    nothingLeft: async (since = performance.now()) => {
      const left = async () => [...(await get<unknown[]>("channels")), ...(await get<unknown[]>("bridges"))];
      return until(left, (all) => all.length === 0, GONE_MS, since);
    },
    [Symbol.asyncDispose]: () => scope[Symbol.asyncDispose](),
  };
  await attached.connected();
  return attached;
}

/** Asks until what is seen passes `test`, within so many ms since then; @returns the ms that have passed. */
async function until<T>(
  look: () => Promise<T>,
  test: (seen: T) => boolean,
  withinMs: number,
  since = performance.now(),
): Promise<number> {
  for (;;) {
    const seen = await look();
    const passed = performance.now() - since;
    if (test(seen)) return passed;
    assert.ok(passed < withinMs, `after ${passed.toFixed(0)} ms there is still ${JSON.stringify(seen)}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** How many connections the backlog of Asterisk's HTTP server, when full, has dropped so far (`ss(8)`: the d of skmem). */
async function droppedConnections({ url }: AriAccess): Promise<number> {
  const { stdout } = await promisify(execFile)("ss", ["-Hltmn", "sport", `= :${new URL(url).port}`]);
  const dropped = /\bskmem:\(.*\bd(\d+)\)/.exec(stdout)?.[1];
  assert.ok(dropped, `the kernel counts dropped connections: ${stdout}`);
  return Number(dropped);
}

function shown(dialled: Dialled) {
  assert.ok(dialled.kind === "not_answered");
  const { outcome, cause, sipCode, detail } = dialled;
  return { outcome, cause, sipCode, detail };
}

/** Louder than anything that a line makes by itself. */
function tone(ms: number): Int16Array {
  return Int16Array.from({ length: ms * 16 }, (_, at) => 12_000 * Math.sin((2 * Math.PI * 440 * at) / 16_000));
}

async function aborted(signal: AbortSignal, ms: number): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the line is still there after ${ms} ms`)), ms);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
}
