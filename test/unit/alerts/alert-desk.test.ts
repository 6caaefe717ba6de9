import assert from "node:assert/strict";
import { setImmediate as turn, setTimeout as delay } from "node:timers/promises";
import { type TestContext, test } from "node:test";
import { type AlertDeskNeeds, type ChainState, createAlertDesk } from "../../../src/alerts/alert-desk.js";
import { reportedAlert } from "../../../src/alerts/reported-alert.js";
import { readRoutes, type WrittenRoutes } from "../../../src/alerts/written-routes.js";
import { AttendantError } from "../../../src/kernel/errors.js";
import { Ending } from "../../../src/kernel/ending.js";
import { Scope } from "../../../src/kernel/scope.js";
import { createMetrics } from "../../../src/observability/metrics.js";
import type { CallOut } from "../../../src/records/alert-board.js";
import { type MemoryAlertStore, memoryAlertStore } from "../../support/fakes/memory-alert-store.js";
import { quietLog } from "../../support/fakes/quiet-log.js";

const report = (id: string, status: "firing" | "resolved" = "firing") =>
  reportedAlert({
    status,
    fingerprint: id,
    labels: { alertname: id, severity: "critical" },
    annotations: { summary: id },
  });

/** Chains that outlive desks, as those of the store do. */
class Chains {
  readonly states = new Map<string, ChainState>();
  readonly begun: CallOut[] = [];
  readonly cancelled: string[] = [];
  failure: AttendantError | undefined;
  /** Runs before a chain starts. */
  beforeStart = async () => {};
  async start(callOut: CallOut) {
    await turn();
    await this.beforeStart();
    if (this.failure) throw this.failure;
    if (this.states.has(callOut.chainId)) return;
    this.states.set(callOut.chainId, { isOver: false, acknowledgedBy: null });
    this.begun.push(callOut);
  }
  async find(chainId: string) {
    await turn();
    return this.states.get(chainId);
  }
  readonly why: (string | undefined)[] = [];
  async cancel(chainId: string, why?: string) {
    this.cancelled.push(chainId);
    this.why.push(why);
    this.states.set(chainId, { isOver: true, acknowledgedBy: null });
  }
  endOpen(acknowledgedBy: string) {
    for (const [id, { isOver }] of this.states) if (!isOver) this.states.set(id, { isOver: true, acknowledgedBy });
  }
  end(acknowledgedBy: string | null) {
    const { chainId = "" } = this.begun.at(-1) ?? {};
    this.states.set(chainId, { isOver: true, acknowledgedBy });
  }
}

interface World {
  readonly store?: MemoryAlertStore;
  readonly chains?: Chains;
  readonly routes?: WrittenRoutes;
  readonly sendSilence?: AlertDeskNeeds["sendSilence"];
}

function startDesk(t: TestContext, world: World = {}) {
  const { store = memoryAlertStore(), chains = new Chains() } = world;
  const { routes = { all: { chain: "oncall" } }, sendSilence = async () => 200 } = world;
  const scope = new Scope("test");
  const logged: string[] = [];
  const metrics = createMetrics({ prefix: "test", node: false });
  const read = readRoutes({ oncall: { extensions: ["1001", "1002"] } }, routes, "UTC");
  const desk = createAlertDesk({
    now: Date.now,
    ...{ store, chains, sendSilence, scope, checkMs: 60_000 },
    log: { ...quietLog, info: (event, message) => void logged.push(`${event}: ${message}`) },
    routes: () => read,
    wordsFor: (tells, alerts) => `${tells} ${alerts.map(({ text }) => text).join()}`,
    metrics,
  });
  const stop = async () => {
    scope.end(new Ending("shutting_down"));
    await scope.closed;
  };
  t.after(stop);
  /** Wakes the desk until something is so. */
  const until = async (isSo: () => boolean | Promise<boolean>) => {
    for (let tries = 0; !(await isSo()); tries++) {
      assert.ok(tries < 2_000, "it did not come about");
      desk.wake();
      await turn();
    }
  };
  /** What was logged of acknowledgements and ended call-outs. */
  const ends = () => logged.filter((line) => /^alert_(acknowledged|call_out_over):/.test(line));
  return { desk, store, chains, stop, until, ends, metrics };
}

test("an alert is stored, called about, acknowledged and resolved", async (t) => {
  const { desk, store, chains, until } = startDesk(t);
  assert.deepEqual(await desk.receive([report("a")]), {
    firing: 1,
    resolved: 0,
    unrouted: 0,
    refused: 0,
    late: 0,
    truncated: 0,
  });
  assert.equal((await desk.list()).length, 1);
  await until(() => chains.begun.length === 1);
  assert.deepEqual(chains.begun[0]?.message, "firing a");
  assert.equal((await desk.list())[0]?.chainId, chains.begun[0]?.chainId);
  chains.end("1002");
  await until(async () => (await desk.list())[0]?.acknowledgedBy === "1002");
  assert.equal((await desk.list())[0]?.chainId, null);
  await desk.receive([report("a", "resolved")]);
  assert.deepEqual(await desk.list(), []);
  await until(async () => (await store.readAlerts())?.callOuts.length === 0);
  assert.equal(chains.begun.length, 1);
});

test("reports count in the order in which they arrive, however long their routes take to be found", async (t) => {
  const conditions = Array.from({ length: 5 }, (_, id) => `alertname=~".*Disk.*Full${id}"`);
  const slow = Object.fromEntries(conditions.map((each, id) => [`r${id}`, { match: [each], chain: "oncall" }]));
  const { desk } = startDesk(t, { routes: { ...slow, all: { chain: "oncall" } } });
  const many = Array.from({ length: 500 }, () => report("Disk".repeat(127)));
  await Promise.all([desk.receive([...many, report("a")]), desk.receive([report("a", "resolved")])]);
  assert.ok(!(await desk.list()).some(({ fingerprint }) => fingerprint === "a"));
});

test("an alert resolved over REST is over, and its chain says who resolved it", async (t) => {
  const { desk, chains, until } = startDesk(t);
  await desk.receive([report("a"), report("b")]);
  await until(() => chains.begun.length === 1);
  const [chainId] = chains.begun.map((each) => each.chainId);
  assert.equal((await desk.resolve("a", "office"))?.chainId, chainId);
  assert.equal(await desk.resolve("a", "office"), undefined, "it is not open any more");
  assert.deepEqual(
    (await desk.list()).map(({ fingerprint }) => fingerprint),
    ["b"],
  );
  assert.deepEqual(chains.cancelled, [], "the other one is still to be told");
  await desk.resolve("b", "office");
  await until(() => chains.cancelled.length === 1);
  assert.deepEqual(chains.why, ["The alert was resolved over REST by office."]);
  assert.equal((await desk.receive([{ ...report("b"), startsAt: 1 }])).late, 1, "reported from before");
});

test("an alert acknowledged over REST, or resolved, ends the call-out", async (t) => {
  const { desk, chains, until } = startDesk(t);
  await desk.receive([report("a")]);
  await until(() => chains.begun.length === 1);
  assert.equal((await desk.acknowledge("a", "console"))?.acknowledgedBy, "console");
  await until(() => chains.cancelled.length === 1);
  await desk.receive([report("b")]);
  await until(() => chains.begun.length === 2);
  await desk.receive([report("b", "resolved")]);
  await until(() => chains.cancelled.length === 2);
  assert.equal(await desk.acknowledge("b", "console"), undefined);
});

test("call-outs are counted by how they ended, and each acknowledgement with its time", async (t) => {
  const { desk, store, chains, until, metrics } = startDesk(t);
  const isQuiet = async () => (await store.readAlerts())?.callOuts.length === 0;
  await desk.receive([report("a"), report("b")]);
  await until(() => chains.begun.length === 1);
  chains.end("1002");
  await until(isQuiet);
  await desk.receive([report("c")]);
  await until(() => chains.begun.length === 2);
  await desk.acknowledge("c", "console");
  await desk.acknowledge("c", "console");
  await until(isQuiet);
  chains.failure = new AttendantError("destination_not_allowed", "No.");
  await desk.receive([report("d")]);
  await until(async () => (await desk.list()).some(({ callOuts, fingerprint }) => fingerprint === "d" && callOuts > 0));
  const { body } = await metrics.render();
  const counted = [...body.matchAll(/^test_alert_call_outs_total\{outcome="(\w+)"\} (?!0)(\d+)$/gm)].map((row) =>
    row.slice(1),
  );
  assert.deepEqual(counted, [
    ["acknowledged", "1"],
    ["withdrawn", "1"],
    ["failed", "1"],
  ]);
  assert.match(body, /^test_alert_acknowledged_seconds_count 3$/m);
});

test("five hundred reports at once take a few writes and one call-out", async (t) => {
  const { desk, store, chains, until } = startDesk(t);
  await Promise.all(Array.from({ length: 500 }, (_, n) => desk.receive([report(`a${n}`)])));
  await until(() => chains.begun.length === 1);
  assert.equal((await desk.list()).length, 500);
  assert.ok(store.writes < 10, `${store.writes} writes`);
});

test("two controllers that share a store begin each call-out once", async (t) => {
  const [store, chains] = [memoryAlertStore(), new Chains()];
  const desks = [startDesk(t, { store, chains }), startDesk(t, { store, chains })] as const;
  const isAllAcknowledged = async () => {
    const { alerts = [], callOuts = [] } = (await store.readAlerts()) ?? {};
    assert.ok(callOuts.length <= 1, "two call-outs at a time");
    for (const { desk } of desks) desk.wake();
    chains.endOpen("1001");
    return alerts.every(({ acknowledgedAt }) => acknowledgedAt !== null);
  };
  for (let n = 0; n < 20; n++) {
    await Promise.all(desks.map(({ desk }, at) => desk.receive([report(`${n}-${at}`)])));
    await desks[0].until(isAllAcknowledged);
  }
  const told = chains.begun.flatMap(({ fingerprints }) => fingerprints);
  assert.equal(told.length, 40);
  assert.equal(new Set(told).size, 40);
});

test("a chain that starts when another controller has ended its call-out is cancelled", async (t) => {
  const [store, chains] = [memoryAlertStore(), new Chains()];
  const [slow, quick] = [startDesk(t, { store, chains }), startDesk(t, { store, chains })];
  let isHeld = false;
  chains.beforeStart = async () => {
    isHeld = true;
    await quick.desk.acknowledge("a", "console");
    await quick.until(async () => (await store.readAlerts())?.callOuts.length === 0);
  };
  await slow.desk.receive([report("a")]);
  await slow.until(() => isHeld && chains.cancelled.length === 1);
  assert.deepEqual(
    chains.begun.map(({ chainId }) => chainId),
    chains.cancelled,
  );
  assert.equal((await slow.desk.list())[0]?.acknowledgedBy, "console");
});

test("an acknowledgement and the end of a call-out are logged once, and only what is new", async (t) => {
  const [store, chains] = [memoryAlertStore(), new Chains()];
  const routes = { all: { chain: "oncall", say_resolved: true } };
  const desks = [startDesk(t, { store, chains, routes }), startDesk(t, { store, chains, routes })] as const;
  const [{ desk, until }, other] = desks;
  const ends = () => desks.flatMap((each) => each.ends());
  const isIdle = async () => {
    other.desk.wake();
    return (await store.readAlerts())?.callOuts.length === 0;
  };

  await desk.receive([report("a")]);
  await until(() => chains.begun.length === 1);
  await desk.acknowledge("a", "console");
  await desk.acknowledge("a", "console");
  chains.end("1001"); // It was told at the same moment.
  await until(isIdle);
  const ofFirst = [
    "alert_acknowledged: An alert was acknowledged over REST",
    "alert_call_out_over: A call-out for alerts ended; they were acknowledged or resolved before",
  ];
  assert.deepEqual(ends().sort(), ofFirst);

  await desk.receive([report("b")]);
  await until(() => chains.begun.length === 2);
  chains.end("1001");
  await until(isIdle);
  await desk.receive([report("b", "resolved")]);
  await until(() => chains.begun.length === 3);
  await desk.acknowledge("b", "console");
  chains.end("1001");
  await until(isIdle);
  const ofSecond = [
    "alert_acknowledged: Alerts were acknowledged on the telephone",
    "alert_call_out_over: The end of alerts was told",
  ];
  assert.deepEqual(ends().sort(), [...ofFirst, ...ofSecond].sort());
});

test("a call-out that was decided and not begun, or begun and not noticed, goes on after a kill", async (t) => {
  const [store, chains] = [memoryAlertStore(), new Chains()];
  chains.failure = new AttendantError("store_unavailable", "The store is away.");
  const first = startDesk(t, { store, chains });
  await first.desk.receive([report("a")]);
  await first.until(async () => (await store.readAlerts())?.callOuts.length === 1);
  await first.stop();
  const decided = (await store.readAlerts())?.callOuts[0];
  chains.failure = undefined;

  const second = startDesk(t, { store, chains });
  await second.until(() => chains.begun.length === 1);
  assert.deepEqual(chains.begun[0], decided);
  await second.stop();
  chains.end("1001");

  const third = startDesk(t, { store, chains });
  await third.until(async () => (await third.desk.list())[0]?.acknowledgedBy === "1001");
  assert.equal(chains.begun.length, 1);
});

test("a report is not acknowledged while the store is away, and is told when it is back", async (t) => {
  const { desk, store, chains, until } = startDesk(t);
  store.before = async () => {
    throw new AttendantError("store_unavailable", "Away.");
  };
  await assert.rejects(desk.receive([report("a")]), { code: "store_unavailable" });
  store.before = async () => {};
  await desk.receive([report("a")]);
  await until(() => chains.begun.length === 1);
});

test("an acknowledged alert is silenced once, and given up after five failures", async (t) => {
  const sent: { url: string; silence: unknown }[] = [];
  let status = 200;
  const silence = { alertmanager: "http://alertmanager:9093/am/", minutes: 30 };
  const { desk, store, until } = startDesk(t, {
    routes: { all: { chain: "oncall", silence } },
    sendSilence: async (url, made) => {
      sent.push({ url: url.href, silence: made });
      return status;
    },
  });
  const isSettled = async () =>
    (await store.readAlerts())?.alerts.every(({ silenceAttempts }) => silenceAttempts === 0);
  await desk.receive([report("a"), report("b")]);
  await desk.acknowledge("a", "1001");
  await until(async () => (await isSettled()) === true && sent.length === 1);
  assert.equal(sent[0]?.url, "http://alertmanager:9093/am/api/v2/silences");
  const made = sent[0]?.silence as { matchers: unknown; startsAt: string; endsAt: string; createdBy: string };
  assert.deepEqual(made.matchers, [
    { name: "alertname", value: "a", isRegex: false, isEqual: true },
    { name: "severity", value: "critical", isRegex: false, isEqual: true },
  ]);
  assert.equal(Date.parse(made.endsAt) - Date.parse(made.startsAt), 30 * 60_000);
  assert.equal(made.createdBy, "1001");
  status = 500;
  await desk.acknowledge("b", "1001");
  await until(async () => (await isSettled()) === true && sent.length === 6);
});

test("acknowledged alerts are silenced side by side: one Alertmanager that hangs is waited for once", async (t) => {
  let [underWay, most] = [0, 0];
  const { desk, store, until } = startDesk(t, {
    routes: { all: { chain: "oncall", silence: { alertmanager: "http://alertmanager:9093" } } },
    sendSilence: async () => {
      most = Math.max(most, ++underWay);
      await delay(20);
      underWay--;
      return 200;
    },
  });
  const ids = ["a", "b", "c", "d"];
  await desk.receive(ids.map((id) => report(id)));
  await Promise.all(ids.map((id) => desk.acknowledge(id, "1001")));
  await until(async () => {
    await delay(1);
    return (await store.readAlerts())?.alerts.every(({ silenceAttempts }) => silenceAttempts === 0) ?? false;
  });
  assert.equal(most, ids.length);
});

test("a chain that cannot begin holds up no other", async (t) => {
  const chains = new Chains();
  chains.failure = new AttendantError("destination_not_allowed", "The number 1001 may not be dialled.");
  const { desk, store, until } = startDesk(t, { chains });
  await desk.receive([report("a")]);
  await until(async () => (await store.readAlerts())?.alerts[0]?.callOuts === 1);
  assert.deepEqual((await store.readAlerts())?.callOuts, []);
  assert.equal((await desk.list())[0]?.acknowledgedAt, null);
});
