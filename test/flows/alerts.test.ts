import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { readRoutes, type WrittenRoutes } from "../../src/alerts/written-routes.js";
import { Ending } from "../../src/kernel/ending.js";
import { alertsIn } from "../../src/http/alerts/alert-report.js";
import { DEFAULT_WORDING } from "../../src/toolbox/wording.js";
import { createAlerting } from "../../src/wiring/alerting.js";
import type { ServedAssistants } from "../../src/wiring/assistants.js";
import { createDialPolicy } from "../../src/calls/rights/dial-policy.js";
import { FULL } from "../support/form.js";
import { quietLog } from "../support/fakes/quiet-log.js";
import { alertmanagerReport, grafanaReport } from "../support/alert-samples.js";
import { memoryAlertStore } from "../support/fakes/memory-alert-store.js";
import { Life } from "../support/fakes/mortal.js";
import { MINUTE, startWorld } from "../support/fakes/scheduling.js";

const CHECK_MS = 4_000;
const ROUTES: WrittenRoutes = { all: { chain: "oncall" } };
const EXTENSIONS = ["101", "102"];

/** What outlives the service, and people whose telephones ring. */
function startHospital(t: TestContext, routes = ROUTES, { deny = [] as RegExp[] } = {}) {
  const world = startWorld(t);
  world.maxStepMs = 2_000;
  const store = memoryAlertStore();
  const read = readRoutes({ oncall: { extensions: EXTENSIONS } }, routes, "UTC");
  /** Numbers in the order in which they rang. */
  const rang: string[] = [];
  let ringing: (typeof world.callees)[number][] = [];

  function starts(life = new Life(), owner = "me") {
    const service = world.starts({ life, owner, place: "here", deny });
    const policy = createDialPolicy({
      ...{ allow: [], callerAllow: [], deny, callerEmergency: "refuse", ownExtension: "8000" },
    });
    const alerts = createAlerting({
      ...{ wording: DEFAULT_WORDING, language: "en", checkMs: CHECK_MS, userAgent: "test", log: quietLog, policy },
      ...{ chains: service.chains, calls: service.callControl, metrics: service.metrics, scope: service.scope },
      store: life.lives(store, "alerts"),
      served: {
        file: { definitions: { alerts: read } },
        assistants: { find: () => undefined },
      } as unknown as ServedAssistants,
      now: () => world.now,
    });
    service.chains.onEnd(async () => alerts.wake());
    return { ...service, alerts, report: (body: unknown) => alerts.receive(alertsIn(body)) };
  }

  /** Notes who is rung. */
  function look() {
    const fresh = world.callees.splice(0);
    rang.push(...fresh.map(({ request }) => request.number));
    ringing = [...ringing, ...fresh].filter(({ request }) => !request.scope.ending);
    return ringing;
  }

  return {
    world,
    store,
    starts,
    rang,
    look,
    async passes(ms: number) {
      for (let left = ms; left > 0; left -= 1_000) {
        await world.passes(Math.min(1_000, left));
        look();
      }
    },
    /** The number that rings now; undefined for none. */
    get rings() {
      const all = look();
      assert.equal(new Set(all.map(({ request }) => request.number)).size, all.length, "two calls to one number");
      return all[0]?.request.number;
    },
    async declines() {
      const [callee] = look();
      assert.ok(callee);
      ringing = [];
      callee.declines("no_answer", "The call was not answered.");
      await world.settles();
      await this.passes(CHECK_MS);
    },
    /** Answers, hears everything and presses one. */
    async acknowledges() {
      const [callee] = look();
      assert.ok(callee);
      ringing = [];
      callee.rings();
      await world.settles();
      const line = callee.answers();
      await world.settles();
      line.presses("1");
      for (let i = 0; i < 4; i++) {
        line.plays();
        await world.settles();
      }
      await this.passes(CHECK_MS);
    },
    board: async () => (await store.readAlerts()) ?? assert.fail("nothing was stored"),
  };
}

test("Alertmanager's alert rings the second person when the first does not answer, until it is acknowledged", async (t) => {
  const hospital = startHospital(t);
  const { report } = hospital.starts();
  assert.deepEqual(await report(alertmanagerReport()), {
    firing: 1,
    resolved: 0,
    unrouted: 0,
    refused: 0,
    late: 0,
    truncated: 0,
  });
  await hospital.passes(CHECK_MS);
  assert.equal(hospital.rings, "101");
  await hospital.declines();
  assert.equal(hospital.rings, "102");
  await hospital.acknowledges();
  assert.ok(hospital.world.spoken.includes("An alarm: BlackBox Probe Failure: server dot example dot org."));
  const [alert] = (await hospital.board()).alerts;
  assert.equal(alert?.acknowledgedBy, "102");
  await report(alertmanagerReport());
  await hospital.passes(20 * MINUTE);
  await report(alertmanagerReport("resolved"));
  await hospital.passes(MINUTE);
  assert.deepEqual(hospital.rang, ["101", "102"]);
  assert.deepEqual((await hospital.board()).alerts, []);
});

test("Grafana's alerts are told together", async (t) => {
  const hospital = startHospital(t);
  const { report } = hospital.starts();
  await report(grafanaReport());
  await hospital.passes(CHECK_MS);
  await hospital.acknowledges();
  assert.ok(hospital.world.spoken.includes("2 alarms."));
  assert.ok(hospital.world.spoken.includes("The first: This alert was triggered for zone us-1."));
  assert.deepEqual(
    (await hospital.board()).alerts.map(({ acknowledgedBy }) => acknowledgedBy),
    ["101", "101"],
  );
  assert.deepEqual(hospital.rang, ["101"]);
});

test("a rule of Grafana's that has no data, or that cannot be evaluated, is told as such", async (t) => {
  for (const [alertname, told] of [
    ["DatasourceNoData", "An alarm: No data for Queue depth."],
    ["DatasourceError", "An alarm: Queue depth cannot be checked."],
  ] as const) {
    await t.test(alertname, async (each) => {
      const hospital = startHospital(each);
      const labels = { alertname, rulename: "Queue depth", datasource_uid: "9wHKZOY7z", ref_id: "A" };
      const alert = { status: "firing", labels, annotations: { summary: "The queue is full" }, fingerprint: "f" };
      await hospital.starts().report({ ...grafanaReport(), alerts: [alert] });
      await hospital.passes(CHECK_MS);
      await hospital.acknowledges();
      assert.ok(hospital.world.spoken.includes(told), hospital.world.spoken.join("\n"));
    });
  }
});

test("an alert that no one acknowledges is repeated after five minutes, until it is resolved", async (t) => {
  const hospital = startHospital(t);
  const { report } = hospital.starts();
  await report(alertmanagerReport());
  for (const round of [1, 2]) {
    await hospital.passes(CHECK_MS);
    await hospital.declines();
    await hospital.declines();
    assert.deepEqual(hospital.rang, Array.from({ length: round }, () => EXTENSIONS).flat());
    await hospital.passes(4 * MINUTE);
    assert.equal(hospital.rings, undefined);
    if (round === 1) await hospital.passes(MINUTE);
  }
  await report(alertmanagerReport("resolved"));
  await hospital.passes(30 * MINUTE);
  assert.equal(hospital.rang.length, 4);
});

test("an alert that is resolved while the telephone rings stops it, and one who answers is told to the end", async (t) => {
  const hospital = startHospital(t);
  const { report } = hospital.starts();
  await report(alertmanagerReport());
  await hospital.passes(CHECK_MS);
  assert.equal(hospital.rings, "101");
  await report(alertmanagerReport("resolved"));
  await hospital.passes(2 * CHECK_MS);
  assert.equal(hospital.rings, undefined);

  await report(alertmanagerReport("firing", "2026-06-01T08:20:00Z"));
  await hospital.passes(CHECK_MS);
  const [callee] = hospital.look();
  callee?.rings();
  await hospital.world.settles();
  const line = callee?.answers();
  await hospital.world.settles();
  await report(alertmanagerReport("resolved"));
  await hospital.passes(2 * CHECK_MS);
  assert.equal(callee?.request.scope.ending, undefined, "the person who listens was cut off");
  line?.presses("1");
  for (let i = 0; i < 4; i++) {
    line?.plays();
    await hospital.world.settles();
  }
  await hospital.passes(MINUTE);
  assert.deepEqual(hospital.rang, ["101", "101"]);
});

test("no one is called after a person who does not acknowledge an alert that was resolved while they were told", async (t) => {
  const hospital = startHospital(t);
  const { report } = hospital.starts();
  await report(alertmanagerReport());
  await hospital.passes(CHECK_MS);
  const [callee] = hospital.look();
  callee?.rings();
  await hospital.world.settles();
  callee?.answers();
  await hospital.world.settles();
  await report(alertmanagerReport("resolved"));
  await hospital.passes(CHECK_MS + 1_000); // Longer than a check, and well before the next.
  callee?.request.scope.end(new Ending("hung_up"));
  await hospital.passes(MINUTE);
  assert.deepEqual(hospital.rang, ["101"]);
  assert.deepEqual((await hospital.board()).callOuts, []);
});

test("the end of an alert is told to the person who acknowledged it, if the route says so", async (t) => {
  const hospital = startHospital(t, { all: { chain: "oncall", say_resolved: true } });
  const { report } = hospital.starts();
  await report(alertmanagerReport());
  await hospital.passes(CHECK_MS);
  await hospital.declines();
  await hospital.acknowledges();
  await report(alertmanagerReport("resolved"));
  await hospital.passes(CHECK_MS);
  assert.equal(hospital.rings, "102");
  await hospital.acknowledges();
  assert.ok(hospital.world.spoken.includes("This alarm is over: BlackBox Probe Failure: server dot example dot org."));
  await hospital.passes(30 * MINUTE);
  assert.equal(hospital.rang.length, 3);
  assert.deepEqual((await hospital.board()).alerts, []);
});

test("a number that may not be dialled does not keep the others from being called", async (t) => {
  const hospital = startHospital(t, ROUTES, { deny: [/^101$/] });
  await hospital.starts().report(alertmanagerReport());
  await hospital.passes(CHECK_MS);
  assert.equal(hospital.rings, "102");
});

test("a storm of 500 alerts in a minute is at most one call a person at a time", async (t) => {
  const hospital = startHospital(t);
  const { report } = hospital.starts();
  for (let second = 0; second < 60; second++) {
    for (let n = 0; n < 9; n++) {
      const id = second * 9 + n;
      const labels = { alertname: "Down", instance: `host${id}` };
      if (id < 500) await report({ alerts: [{ status: "firing", labels, fingerprint: `f${id}` }] });
    }
    await hospital.passes(1_000);
    assert.ok(hospital.look().length <= 1);
    if (second % 20 === 19 && hospital.rings) await hospital.acknowledges();
  }
  while (hospital.rings) await hospital.acknowledges();
  const { alerts } = await hospital.board();
  assert.equal(alerts.length, 500);
  assert.ok(alerts.every(({ acknowledgedBy }) => acknowledgedBy === "101"));
  assert.ok(hospital.rang.length <= 5, `${hospital.rang.length} calls`);
});

test("hostile texts are spoken as words", async (t) => {
  const hospital = startHospital(t);
  const { report } = hospital.starts();
  const summary = `<b>Disk</b> **full** [here](https://evil.example/x?y=1)\u0000 ${"very ".repeat(5_000)}`;
  await report({ alerts: [{ status: "firing", labels: { alertname: "x" }, annotations: { summary } }] });
  await hospital.passes(CHECK_MS);
  await hospital.acknowledges();
  const [said = ""] = hospital.world.spoken.filter((each) => each.startsWith("An alarm"));
  assert.match(said, /^An alarm: Disk full here very very/);
  assert.ok(hospital.world.spoken.join(" ").length < 600);
});

test("a service that is killed at any step of an alert calls each person once, and the alert is acknowledged", async (t) => {
  const steps = await livedThrough(t);
  const own = /^alerts\.|^dialler\.dial$|^schedules\.addSchedule$/;
  for (const step of new Set(steps.filter((each) => FULL || own.test(each)))) {
    for (const when of ["before", "after"] as const) {
      await t.test(`${when} ${step}`, async (each) => {
        const hospital = startHospital(each);
        const life = new Life();
        const first = hospital.starts(life);
        life.dieAt(step, when);
        const isTaken = await Promise.race([first.report(alertmanagerReport()), settled(hospital.world)]);
        for (let i = 0; i < 10 && !life.dead; i++) await hospital.passes(1_000);
        life.kill();
        first.scope.end();
        for (const callee of hospital.look()) callee.breaks();
        await hospital.world.settles();
        const second = hospital.starts(new Life(), "next");
        if (!isTaken) await second.report(alertmanagerReport()); // As its sender does without an answer.
        await hospital.passes(MINUTE);
        for (let i = 0; i < 10 && !(await isAcknowledged(hospital)); i++) {
          if (hospital.rings) await hospital.acknowledges();
          else await hospital.passes(MINUTE);
        }
        assert.ok(await isAcknowledged(hospital), `rang ${hospital.rang.join()}`);
        const asked = hospital.world.store.schedules.flatMap(({ progress }) => progress?.steps ?? []);
        assert.ok(hospital.rang.length <= asked.length, `rang ${hospital.rang.join()}`);
        assert.ok(asked.length <= 3, `${asked.length} steps`);
      });
    }
  }
});

async function isAcknowledged({ store }: ReturnType<typeof startHospital>): Promise<boolean> {
  const board = await store.readAlerts();
  return board !== undefined && board.alerts.length > 0 && board.alerts.every((alert) => alert.acknowledgedAt !== null);
}

async function settled(world: ReturnType<typeof startWorld>): Promise<undefined> {
  await world.settles();
  return undefined;
}

/** The steps that a service takes until the first telephone rings. */
async function livedThrough(t: TestContext): Promise<readonly string[]> {
  let steps: readonly string[] = [];
  await t.test("without a kill", async (each) => {
    const hospital = startHospital(each);
    const life = new Life();
    await hospital.starts(life).report(alertmanagerReport());
    await hospital.passes(2 * CHECK_MS);
    assert.equal(hospital.rings, "101");
    await hospital.acknowledges();
    assert.ok(await isAcknowledged(hospital));
    steps = life.steps;
  });
  return steps;
}
