import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import { test } from "node:test";
import { receive } from "../../../src/alerts/board.js";
import { newRoutes, withRoutes } from "../../../src/alerts/find-routes.js";
import { reportedAlert } from "../../../src/alerts/reported-alert.js";
import { readRoutes, type WrittenRoutes } from "../../../src/alerts/written-routes.js";
import { EMPTY_BOARD } from "../../../src/records/alert-board.js";

const routed = (alerts: WrittenRoutes) => readRoutes({ oncall: { extensions: ["1001"] } }, alerts, "UTC");
const alert = (alertname: string, labels: Record<string, string> = {}) =>
  reportedAlert({ status: "firing", labels: { alertname, ...labels }, fingerprint: alertname });

test("alerts that fire get the first route that they match, the others none", async () => {
  const routes = routed({
    disks: { match: ['alertname=~"Disk.*"', 'severity="critical"'], chain: "oncall" },
    all: { match: ['alertname!="Watchdog"'], chain: "oncall" },
  });
  const reported = [
    alert("DiskFull", { severity: "critical" }),
    alert("DiskFull", { severity: "warning" }),
    alert("Watchdog"),
    { ...alert("Memory"), isFiring: false },
  ];
  const found = (await withRoutes(reported, routes)).map(({ route }) => route);
  assert.deepEqual(found, ["disks", "all", undefined, undefined]);
});

test("alerts whose route is not in the file any more get another, by name and severity when their labels were not kept", async () => {
  const before = routed({ former: { chain: "oncall" }, stays: { chain: "oncall" } });
  const reported = [alert("A", { team: "db" }), alert("B", { team: "db", note: "x".repeat(1_000) }), alert("C")];
  const at = ["former", "former", "stays"];
  const taken = reported.map((each, index) => ({ ...each, route: at[index] }));
  const { board } = receive(EMPTY_BOARD, taken, before, 1);
  const after = routed({
    databases: { match: ['team="db"'], chain: "oncall" },
    stays: { match: ['x="y"'], chain: "oncall" },
  });
  assert.deepEqual([...(await newRoutes(board, after))], [["A", "databases"]]);
  const byName = routed({ b: { match: ['alertname="B"'], chain: "oncall" }, stays: { chain: "oncall" } });
  assert.deepEqual(
    [...(await newRoutes(board, byName))],
    [
      ["A", "stays"],
      ["B", "b"],
    ],
  );
});

test("other work goes on while the routes of many alerts are found", async () => {
  const match = (id: number) => [`alertname=~".*Disk.*Full${id}"`];
  const routes = routed(
    Object.fromEntries([1, 2, 3, 4, 5].map((id) => [`r${id}`, { match: match(id), chain: "oncall" }])),
  );
  const many = Array.from({ length: 850 }, (_, index) => alert("Disk".repeat(127), { index: String(index) }));
  let isFound = false;
  const finding = withRoutes(many, routes).then(() => (isFound = true));
  let turns = 0;
  while (!isFound) {
    await turn();
    turns++;
  }
  await finding;
  assert.ok(turns > 5, `${turns} turns of the event loop`);
});
