import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  acknowledge,
  endCallOut,
  forgetNumberIn,
  forgetOld,
  MAX_ALERTS,
  receive,
  rerouted,
  resolve,
} from "../../../src/alerts/board.js";
import { addDueCallOuts } from "../../../src/alerts/call-outs-due.js";
import { reportedAlert, type WrittenAlert } from "../../../src/alerts/reported-alert.js";
import { type AlertRoutes, type Labels, matchesRoute } from "../../../src/alerts/route.js";
import { readRoutes, type WrittenChains, type WrittenRoutes } from "../../../src/alerts/written-routes.js";
import { type AlertBoard, EMPTY_BOARD } from "../../../src/records/alert-board.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONDAY_NOON = Date.UTC(2026, 10, 23, 12);
const CHAINS: WrittenChains = {
  oncall: { extensions: ["1001", "1002"] },
  office: { extensions: ["1002", "1003"] },
  night: { extensions: ["2001"] },
};
const CRITICAL = { match: ['severity="critical"'], chain: "oncall" };

const routed = (alerts: WrittenRoutes, chains = CHAINS): AlertRoutes => readRoutes(chains, alerts, "UTC");
const written = (id: string, more: Partial<WrittenAlert> = {}): WrittenAlert => ({
  status: "firing",
  labels: { alertname: `Alert${id}`, severity: "critical" },
  annotations: { summary: `Number ${id} fails.` },
  fingerprint: id,
  ...more,
});

/** A desk whose chains end when the test says so. */
class Desk {
  board: AlertBoard = EMPTY_BOARD;
  now = MONDAY_NOON;
  #ids = 0;
  constructor(public routes: AlertRoutes) {}

  report(...alerts: WrittenAlert[]) {
    const routed = alerts.map(reportedAlert).map((each) => ({ ...each, route: this.#routeOf(each.labels) }));
    const taken = receive(this.board, routed, this.routes, this.now);
    this.board = taken.board;
    this.check();
    return taken.reception;
  }
  after(ms: number) {
    this.now += ms;
    this.check();
    return this.told;
  }
  #routeOf(labels: Labels | null) {
    return [...this.routes.values()].find((route) => matchesRoute(route, labels ?? {}))?.id;
  }
  check() {
    const found = this.board.alerts.flatMap(({ fingerprint, labels }) => {
      const route = this.#routeOf(labels);
      return route === undefined ? [] : [[fingerprint, route] as const];
    });
    this.board = addDueCallOuts(rerouted(this.board, this.routes, new Map(found)), {
      ...{ routes: this.routes, now: this.now, newId: () => `chain-${++this.#ids}` },
      wordsFor: (tells, alerts) => `${tells} ${alerts.length}: ${alerts[0]?.text}`,
    });
  }
  end(by: string | null) {
    this.board = endCallOut(this.board, this.board.callOuts[0]?.chainId ?? "", by, this.now);
    this.check();
    return this.told;
  }
  acknowledge(id: string) {
    this.board = acknowledge(this.board, id, "console", this.now);
    this.check();
  }
  get told() {
    return this.board.callOuts.map(({ chain, message }) => `${chain}: ${message}`);
  }
}

describe("an alert", () => {
  test("is called about at once, and reported again no second time", () => {
    const desk = new Desk(routed({ critical: CRITICAL }));
    assert.deepEqual(desk.report(written("a")), { firing: 1, resolved: 0, unrouted: 0, refused: 0, late: 0 });
    assert.deepEqual(desk.told, ["oncall: firing 1: Number a fails"]);
    desk.report(written("a"), written("a"));
    assert.equal(desk.board.alerts.length, 1);
    assert.equal(desk.board.callOuts.length, 1);
  });

  test("is repeated until somebody acknowledges it, and then only if it begins again", () => {
    const desk = new Desk(routed({ critical: { ...CRITICAL, repeat_seconds: 120 } }));
    desk.report(written("a", { startsAt: new Date(desk.now).toISOString() }));
    assert.deepEqual(desk.end(null), []);
    assert.deepEqual(desk.after(119_000), []);
    assert.deepEqual(desk.after(1_000), ["oncall: firing 1: Number a fails"]);
    assert.deepEqual(desk.end("1002"), []);
    assert.equal(desk.board.alerts[0]?.acknowledgedBy, "1002");
    desk.report(written("a", { startsAt: new Date(MONDAY_NOON).toISOString() }));
    assert.deepEqual(desk.after(DAY), []);
    desk.report(written("a", { startsAt: new Date(desk.now).toISOString() }));
    assert.deepEqual(desk.told, ["oncall: firing 1: Number a fails"]);
  });

  test("stays acknowledged when it is reported again by a sender whose clock is ahead, until it begins again there", () => {
    const desk = new Desk(routed({ critical: CRITICAL }));
    const beganIn = (ms: number) => written("a", { startsAt: new Date(MONDAY_NOON + ms).toISOString() });
    desk.report(beganIn(10 * MINUTE));
    desk.end("1001");
    desk.now += MINUTE;
    desk.report(beganIn(10 * MINUTE));
    assert.deepEqual(desk.told, []);
    desk.report(beganIn(12 * MINUTE));
    assert.deepEqual(desk.told, ["oncall: firing 1: Number a fails"]);
  });

  test("of a rule that had no data and now fires was not told, whoever acknowledged the former or is being told it", () => {
    const desk = new Desk(routed({ all: { chain: "oncall" } }));
    const named = (alertname: string) => written("a", { labels: { alertname }, annotations: { summary: alertname } });
    desk.report(named("DatasourceNoData"));
    desk.end("1001");
    desk.report(named("Memory"));
    assert.deepEqual(desk.told, ["oncall: firing 1: Memory"]);
    desk.report(named("Memory"));
    assert.equal(desk.board.callOuts[0]?.isWithdrawn, false, "it is the same");
  });

  test("of a rule that fires and has no data in turns, or is renamed, is the same: it is acknowledged once, and escalates", () => {
    const desk = new Desk(routed({ all: { match: ['alertname!="DatasourceNoData"'], chain: "oncall" } }));
    const named = (alertname: string) => written("a", { labels: { alertname }, annotations: { summary: alertname } });
    const flap = () => {
      for (const name of ["DatasourceNoData", "Memory", "DatasourceNoData", "Memory of the host"]) {
        desk.now += MINUTE;
        desk.report(named(name));
      }
    };
    desk.report(named("Memory"));
    flap();
    assert.deepEqual(desk.told, ["oncall: firing 1: Memory"]);
    assert.equal(desk.board.callOuts[0]?.isWithdrawn, false);
    desk.end("1001");
    flap();
    assert.deepEqual(desk.told, []);
    assert.deepEqual([desk.board.alerts[0]?.name, desk.board.alerts[0]?.seenAt], ["Memory of the host", desk.now]);
  });

  test("whose route is renamed in the file is repeated by the route that it matches now", () => {
    const desk = new Desk(routed({ critical: { ...CRITICAL, repeat_seconds: 120 } }));
    desk.report(written("a"));
    desk.end(null);
    desk.routes = routed({ disks: { match: ['alertname="Disk"'], chain: "night" } });
    assert.deepEqual(desk.after(HOUR), [], "no route fits");
    desk.routes = routed({ urgent: { ...CRITICAL, chain: "office" } });
    assert.deepEqual(desk.after(1_000), ["office: firing 1: Number a fails"]);
  });

  test("that is resolved is not called about any more, and its call-out is withdrawn", () => {
    const desk = new Desk(routed({ critical: CRITICAL }));
    desk.report(written("a"), written("b"));
    desk.report(written("a", { status: "resolved" }));
    assert.equal(desk.board.callOuts[0]?.isWithdrawn, false);
    desk.report(written("b", { status: "resolved" }), written("unknown", { status: "resolved" }));
    assert.equal(desk.board.callOuts[0]?.isWithdrawn, true);
    desk.end(null);
    assert.deepEqual([desk.board.alerts, desk.told], [[], []]);
  });

  test("that comes back during its call-out was not told in it", () => {
    const desk = new Desk(routed({ critical: CRITICAL }));
    desk.report(written("a"));
    desk.now += 1_000;
    desk.report(written("a", { status: "resolved" }), written("a"));
    assert.deepEqual(desk.end("1001"), ["oncall: firing 1: Number a fails"]);
  });

  test("that begins again after its acknowledgement was not told in the call-out that goes on", () => {
    const desk = new Desk(routed({ critical: CRITICAL }));
    desk.report(written("a"), written("b"));
    desk.acknowledge("a");
    desk.now += 1_000;
    desk.report(written("a", { startsAt: new Date(desk.now).toISOString() }));
    assert.deepEqual(desk.board.callOuts[0]?.fingerprints, ["b"]);
    assert.deepEqual(desk.end("1001"), ["oncall: firing 1: Number a fails"]);
    assert.equal(desk.board.alerts.find(({ fingerprint }) => fingerprint === "a")?.acknowledgedAt, null);
  });

  test("that was forgotten during its call-out and is reported again was not told in it", () => {
    const desk = new Desk(routed({ critical: CRITICAL }));
    desk.report(written("a"));
    desk.now += 3 * DAY;
    desk.board = forgetOld(desk.board, desk.now);
    desk.report(written("a"));
    assert.deepEqual(desk.end("1001"), ["oncall: firing 1: Number a fails"]);
  });

  test("that is over is not opened again by a report from before, which arrives late", () => {
    const desk = new Desk(routed({ critical: CRITICAL }));
    const began = { startsAt: "2026-11-23T11:50:00Z" };
    const end = { ...began, status: "resolved", endsAt: "2026-11-23T11:58:00Z" } as const;
    desk.report(written("a", began), written("a", end));
    assert.equal(desk.report(written("a", began)).late, 1);
    assert.equal(desk.report(written("a", { startsAt: "2026-11-23T11:57:00Z" })).late, 1, "begun again, and over");
    desk.report(written("b", end));
    assert.equal(desk.report(written("b", began)).late, 1, "its end arrived first");
    assert.deepEqual([desk.board.alerts, desk.told], [[], []]);
    assert.equal(desk.report(written("a", { startsAt: "2026-11-23T11:59:00Z" })).late, 0);
    assert.equal(desk.board.alerts.length, 1, "it has begun again");
    desk.report(written("a", { ...end, startsAt: "2026-11-23T11:59:00Z", endsAt: "2026-11-23T11:59:30Z" }));
    assert.equal(desk.report(written("a")).late, 0, "a report without a time may be new");
  });

  test("that fires again a minute after its end is opened, whatever its times say", () => {
    const desk = new Desk(routed({ critical: CRITICAL }));
    const began = { startsAt: "2026-11-23T11:50:00Z" };
    desk.report(written("a", { ...began, status: "resolved" }));
    desk.after(MINUTE);
    assert.equal(desk.report(written("a", began)).late, 0);
    assert.equal(desk.board.alerts.length, 1);
    desk.board = forgetOld(desk.board, desk.now);
    assert.deepEqual(desk.board.ended, []);
  });

  test("resolved by a client stays over for a quarter of an hour, with and without a time of its sender", () => {
    const desk = new Desk(routed({ critical: CRITICAL }));
    const timed = { startsAt: new Date(MONDAY_NOON).toISOString() };
    const report = () => desk.report(written("a", timed), written("b")).late;
    report();
    for (const alert of desk.board.alerts) desk.board = resolve(desk.board, alert, "by office", desk.routes, desk.now);
    desk.now += 14 * MINUTE;
    assert.deepEqual([report(), desk.board.alerts], [2, []]);
    desk.now += MINUTE;
    assert.equal(report(), 0);
    assert.equal(desk.board.alerts.length, 2);
  });

  test("acknowledged over REST stops its call-out", () => {
    const desk = new Desk(routed({ critical: CRITICAL }));
    desk.report(written("a"));
    desk.acknowledge("a");
    assert.equal(desk.board.callOuts[0]?.isWithdrawn, true);
    assert.deepEqual(desk.end(null), []);
    assert.deepEqual(desk.after(DAY), []);
  });

  test("is silenced once it is acknowledged, if a silence with its labels fits no other", () => {
    const desk = new Desk(routed({ all: { chain: "oncall" } }));
    const rows: readonly (readonly [Partial<WrittenAlert>, boolean])[] = [
      [{}, true],
      [{ labels: {} }, false],
      [{ hasAllLabels: false }, false],
      [{ labels: { alertname: "a".repeat(1_000) } }, false],
    ];
    desk.report(...rows.map(([more], index) => written(`f${index}`, more)));
    desk.end("1001");
    assert.deepEqual(
      desk.board.alerts.map(({ acknowledgedAt, silenceAttempts }) => [acknowledgedAt !== null, silenceAttempts > 0]),
      rows.map(([, isSilenced]) => [true, isSilenced]),
    );
  });

  test("without a route calls no one, and is counted", () => {
    const desk = new Desk(routed({ critical: CRITICAL }));
    const { unrouted } = desk.report(written("a", { labels: { severity: "info" } }));
    assert.deepEqual([unrouted, desk.board.alerts, desk.told], [1, [], []]);
  });

  test("is told by the first route that matches, and follows it when its labels change", () => {
    const desk = new Desk(routed({ critical: CRITICAL, rest: { chain: "night" } }));
    desk.report(written("a", { labels: { severity: "warning" } }));
    assert.deepEqual(desk.told, ["night: firing 1: Number a fails"]);
    desk.report(written("a"));
    desk.end(null);
    assert.deepEqual(desk.after(5 * MINUTE), ["oncall: firing 1: Number a fails"]);
  });

  test("waits for the hours of its route, and is told then if it still fires", () => {
    const hours = { week: { daily: "13:00-14:00" } };
    const desk = new Desk(routed({ critical: { ...CRITICAL, hours } }));
    desk.report(written("a"), written("b"));
    assert.deepEqual(desk.told, []);
    desk.report(written("b", { status: "resolved" }));
    assert.deepEqual(desk.after(60 * MINUTE), ["oncall: firing 1: Number a fails"]);
  });

  test("whose end was never reported is forgotten after three days", () => {
    const desk = new Desk(routed({ critical: CRITICAL }));
    desk.report(written("a"));
    desk.end("1001");
    assert.equal(forgetOld(desk.board, desk.now + 3 * DAY - 1).alerts.length, 1);
    assert.equal(forgetOld(desk.board, desk.now + 3 * DAY).alerts.length, 0);
  });
});

describe("several alerts", () => {
  test("of a storm are told together, with one call-out at a time", () => {
    const desk = new Desk(routed({ critical: CRITICAL, rest: { chain: "office" } }));
    for (let n = 0; n < 500; n++) {
      const severity = n % 2 === 0 ? "critical" : "warning";
      desk.report(written(String(n), { labels: { severity } }));
      desk.now += 120;
      assert.equal(desk.board.callOuts.length, 1);
    }
    assert.deepEqual(desk.told, ["oncall: firing 1: Number 0 fails"]);
    // Both chains have 1002: the office waits for the other.
    assert.deepEqual(desk.end("1001"), ["oncall: firing 249: Number 2 fails"]);
    assert.deepEqual(desk.end("1001"), ["office: firing 250: Number 1 fails"]);
    assert.deepEqual(desk.end("1003"), []);
    assert.equal(desk.board.alerts.filter(({ acknowledgedAt }) => acknowledgedAt === null).length, 0);
  });

  test("of chains with a person in common, whose number has two forms, wait for each other", () => {
    const chains = { day: { extensions: ["+4930123456"] }, night: { extensions: ["0049 30 123456"] } };
    const match = (severity: string) => [`severity="${severity}"`];
    const routes = { day: { match: match("critical"), chain: "day" }, night: { chain: "night" } };
    const desk = new Desk(routed(routes, chains));
    desk.report(written("a"), written("b", { labels: { severity: "warning" } }));
    assert.deepEqual(desk.told, ["day: firing 1: Number a fails"]);
    assert.deepEqual(desk.end("+4930123456"), ["night: firing 1: Number b fails"]);
  });

  test("of chains without a person in common are told at the same time", () => {
    const desk = new Desk(routed({ critical: CRITICAL, rest: { chain: "night" } }));
    desk.report(written("a"), written("b", { labels: { severity: "warning" } }));
    assert.equal(desk.told.length, 2);
  });

  test("are held up to a bound, and refused beyond it", () => {
    const desk = new Desk(routed({ critical: CRITICAL }));
    const many = Array.from({ length: MAX_ALERTS + 5 }, (_, n) => written(String(n)));
    assert.equal(desk.report(...many).refused, 5);
    assert.equal(desk.board.alerts.length, MAX_ALERTS);
    assert.equal(desk.report(written("0"), written("1", { status: "resolved" }), written("new")).refused, 0);
  });
});

describe("the end of an alert", () => {
  const routes = routed({ critical: { ...CRITICAL, say_resolved: true } });

  test("is told to the person who acknowledged it, once", () => {
    const desk = new Desk(routes);
    desk.report(written("a"), written("b"));
    desk.end("1002");
    desk.report(written("a", { status: "resolved" }), written("b", { status: "resolved" }));
    assert.deepEqual(desk.told, ["oncall: resolved 2: Number a fails"]);
    assert.deepEqual(desk.board.callOuts[0]?.extensions, ["1002"]);
    desk.report(written("a", { status: "resolved" }));
    assert.deepEqual([desk.end(null), desk.board.alerts], [[], []]);
  });

  test("that fires again is told no more, and its next call-out does not wait for that", () => {
    const desk = new Desk(routes);
    desk.report(written("a"), written("b"));
    desk.end("1002");
    desk.report(written("a", { status: "resolved" }), written("b", { status: "resolved" }));
    desk.report(written("a"));
    assert.deepEqual(desk.board.callOuts[0]?.fingerprints, ["b"]);
    assert.equal(desk.board.callOuts[0]?.isWithdrawn, false, "the other one is still over");
    desk.report(written("b"));
    assert.equal(desk.board.callOuts[0]?.isWithdrawn, true);
    assert.deepEqual(desk.end(null), ["oncall: firing 2: Number a fails"]);
  });

  test("is not told when no one had heard of it, or it fires again", () => {
    const desk = new Desk(routes);
    desk.report(written("a"));
    desk.report(written("a", { status: "resolved" }));
    assert.deepEqual(desk.board.alerts, []);
    desk.end(null);
    desk.report(written("b"));
    desk.end("1001");
    desk.now += 1_000;
    desk.report(written("b", { status: "resolved" }), written("b"));
    assert.deepEqual(desk.told, ["oncall: firing 1: Number b fails"]);
  });
});

describe("a number that is forgotten", () => {
  const forget = (desk: Desk, number: string) => {
    desk.board = forgetNumberIn(desk.board, (each) => each === number);
  };

  test("leaves its alerts acknowledged, and is not told their end", () => {
    const desk = new Desk(routed({ critical: { ...CRITICAL, say_resolved: true } }));
    desk.report(written("a"));
    desk.end("1002");
    const before = desk.board;
    forget(desk, "1001");
    assert.equal(desk.board, before, "it acknowledged none");
    forget(desk, "1002");
    assert.doesNotMatch(JSON.stringify(desk.board), /1002/);
    assert.deepEqual(desk.after(DAY), []);
    desk.report(written("a", { status: "resolved" }));
    assert.deepEqual([desk.board.alerts, desk.told], [[], []]);
  });

  test("has the call-out withdrawn that tells it the end of its alerts", () => {
    const desk = new Desk(routed({ critical: { ...CRITICAL, say_resolved: true } }));
    desk.report(written("a"));
    desk.end("1002");
    desk.report(written("a", { status: "resolved" }));
    forget(desk, "1002");
    assert.equal(desk.board.callOuts[0]?.isWithdrawn, true);
    assert.deepEqual([desk.end(null), desk.board.alerts], [[], []]);
  });

  test("is not mistaken for the name of a client", () => {
    const desk = new Desk(routed({ critical: CRITICAL }));
    desk.report(written("a"));
    desk.acknowledge("a");
    forget(desk, "console");
    assert.equal(desk.board.alerts[0]?.acknowledgedBy, "console");
  });
});

describe("a report", () => {
  test("without a fingerprint is identified by its labels, in any order", () => {
    const of = (labels: Record<string, string>) => reportedAlert({ status: "firing", labels }).fingerprint;
    assert.equal(of({ a: "1", b: "2" }), of({ b: "2", a: "1" }));
    assert.notEqual(of({ a: "1", b: "2" }), of({ a: "2", b: "1" }));
  });
});
