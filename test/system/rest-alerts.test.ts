import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { alertsIn } from "../../src/http/alerts/alert-report.js";
import {
  alertmanagerReport,
  ALONE,
  Controller,
  grafanaReport,
  legacyGrafanaReport,
  type TemporaryFolder,
  temporaryFolder,
} from "../support/index.js";
import { startRestServer } from "../unit/http/rest-server.js";

const [SENDER, OFFICE] = ["a-key-of-the-monitoring-system", "a-key-of-the-people-in-the-office"];
const SETTINGS = {
  ...ALONE,
  API_KEYS: `monitoring:alert:${SENDER},office:read+call+metrics:${OFFICE}`,
  HOST: "127.0.0.1",
};
const FILE = `
assistants: {}
chains: { oncall: { extensions: ["1001"] } }
alerts: { known: { match: ['alertname!="Unknown"'], chain: oncall } }
`;

describe("alerts that are reported over REST", () => {
  let folder: TemporaryFolder;
  let service: Controller;

  before(async () => {
    folder = await temporaryFolder();
    await writeFile(join(folder.path, "assistants.yaml"), FILE);
    service = await Controller.start({ ...SETTINGS, DATA_DIR: folder.path });
  });
  after(async () => {
    await service?.[Symbol.asyncDispose]();
    await folder?.[Symbol.asyncDispose]();
  });

  async function ask(
    path: string,
    { key = OFFICE, body, method = body === undefined ? "GET" : "POST", authorization = `Bearer ${key}` }: Asked = {},
  ) {
    const headers = { authorization, "content-type": "application/json" };
    const init = { headers, method, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await fetch(`${service.url}${path}`, init);
    const text = await response.text();
    return { status: response.status, text, body: (text.startsWith("#") ? {} : JSON.parse(text)) as never };
  }
  interface Asked {
    readonly key?: string;
    readonly body?: unknown;
    readonly method?: string;
    readonly authorization?: string;
  }
  const listed = async () =>
    (await ask("/alerts")).body as { fingerprint: string; status: string; acknowledged_by: string | null }[];

  it("are taken with a bearer token or a password, and with no other key", async () => {
    const basic = `Basic ${Buffer.from(`alertmanager:${SENDER}`).toString("base64")}`;
    const wrong = `Basic ${Buffer.from(`${SENDER}:alertmanager`).toString("base64")}`;
    const body = alertmanagerReport();
    assert.deepEqual((await ask("/alert", { key: SENDER, body })).body, {
      ...{ firing: 1, resolved: 0, unrouted: 0, refused: 0, late: 0, truncated: 0 },
    });
    assert.equal((await ask("/alert", { authorization: basic, body })).status, 200);
    assert.equal((await ask("/alert", { authorization: wrong, body })).status, 401);
    assert.equal((await ask("/alert", { key: OFFICE, body })).status, 403);
    assert.equal((await ask("/alerts", { key: SENDER })).status, 403);
    assert.equal((await ask("/alerts/1a30ba71cca2921f/acknowledge", { key: SENDER, body: {} })).status, 403);
    assert.deepEqual(
      (await listed()).map(({ fingerprint, status }) => [fingerprint, status]),
      [["1a30ba71cca2921f", "firing"]],
    );
  });

  it("are counted when they match no route, and no one is called about them", async () => {
    const body = { alerts: [{ status: "firing", labels: { alertname: "Unknown" } }] };
    assert.equal(((await ask("/alert", { key: SENDER, body })).body as { unrouted: number }).unrouted, 1);
    await service.logged("alerts_unrouted");
    const { text } = await ask("/metrics");
    assert.match(text, /service_alerts_total\{what="unrouted"\} 1/);
    assert.match(text, /service_alerts_total\{what="firing"\} 2/);
  });

  it("that the sender left out are counted and logged", async () => {
    const body = { ...alertmanagerReport(), truncatedAlerts: 3 };
    const { truncated } = (await ask("/alert", { key: SENDER, body })).body as { truncated: number };
    assert.equal(truncated, 3);
    assert.equal((await service.logged("alerts_truncated")).data?.truncated, 3);
  });

  it("of a rule that had no data are open again when it fires, although someone had acknowledged them", async () => {
    const fingerprint = alertsIn(legacyGrafanaReport())[0]?.fingerprint;
    const statusAfter = async (state: string) => {
      assert.equal((await ask("/alert", { key: SENDER, body: legacyGrafanaReport(state) })).status, 200);
      return (await listed()).find((each) => each.fingerprint === fingerprint)?.status;
    };
    assert.equal(await statusAfter("no_data"), "firing");
    assert.equal((await ask(`/alerts/${fingerprint}/acknowledge`, { body: {} })).status, 200);
    assert.equal(await statusAfter("no_data"), "acknowledged");
    assert.equal(await statusAfter("alerting"), "firing");
    assert.equal(await statusAfter("ok"), undefined);
  });

  it("survive kill -9, and are acknowledged and resolved afterwards", async () => {
    assert.equal((await ask("/alert", { key: SENDER, body: grafanaReport() })).status, 200);
    await service.stop("SIGKILL");
    service = await Controller.start({ ...SETTINGS, DATA_DIR: folder.path });
    assert.equal((await listed()).length, 3);
    const acknowledged = await ask("/alerts/c6eadffa33fcdf37/acknowledge", { body: {} });
    assert.equal((acknowledged.body as { acknowledged_by: string }).acknowledged_by, "office");
    assert.equal((await ask("/alerts/nothing/acknowledge", { body: {} })).status, 404);
    assert.equal((await ask("/alert", { key: SENDER, body: grafanaReport("resolved") })).status, 200);
    assert.equal((await ask("/alert", { key: SENDER, body: alertmanagerReport("resolved") })).status, 200);
    assert.deepEqual(await listed(), []);
  });

  it("are resolved by a key that may call, and not by one that only reports them", async () => {
    const path = "/alerts/1a30ba71cca2921f";
    const again = alertmanagerReport("firing", "2026-06-01T09:00:00Z");
    assert.equal((await ask("/alert", { key: SENDER, body: again })).status, 200);
    assert.equal((await ask(path, { key: SENDER, method: "DELETE" })).status, 403);
    const { status, body } = await ask(path, { method: "DELETE" });
    assert.deepEqual([status, (body as { status: string }).status], [200, "resolved"]);
    assert.equal((await service.logged("alert_resolved")).data?.by, "office");
    assert.equal((await ask(path, { method: "DELETE" })).status, 404);
    assert.deepEqual(await listed(), []);
  });
});

describe("a report of alerts", () => {
  const alert = { status: "firing", labels: { alertname: "x" } };

  it("that cannot be read is refused, and the answer names where", async (t) => {
    const { post } = await startRestServer(t);
    const rows: readonly (readonly [unknown, string])[] = [
      [[], "/alerts"],
      [{ alerts: {} }, "/alerts"],
      [{ alerts: [alert, "x"] }, "/alerts/1"],
      [{ alerts: [{ ...alert, status: "suppressed" }] }, "/alerts/0/status"],
      [{ alerts: [{ status: "firing" }] }, "/alerts/0/labels"],
      [{ alerts: [{ ...alert, labels: ["a"] }] }, "/alerts/0/labels"],
      [{ alerts: Array.from({ length: 2_001 }, () => alert) }, "/alerts"],
    ];
    for (const [body, path] of rows) {
      const { status, body: answer } = await post("/alert", body);
      const errors = answer.errors ?? [];
      const at = Array.isArray(body) ? "" : path;
      assert.deepEqual([status, errors.map((each) => each.path)], [400, [at]], JSON.stringify(body).slice(0, 80));
    }
  });

  it("may be large and have any further fields, and one beyond its bound is refused", async (t) => {
    const { post } = await startRestServer(t);
    const many = Array.from({ length: 500 }, (_, n) => ({ ...alert, note: "x".repeat(600), fingerprint: `f${n}` }));
    const report = { version: "4", truncatedAlerts: 0, constructor: {}, alerts: many };
    assert.equal(((await post("/alert", report)).body as { firing?: number }).firing, 500);
    const tooLarge = await post("/alert", { ...report, more: "x".repeat(300_000) });
    assert.equal(tooLarge.status, 413);
    assert.match(String(tooLarge.body.detail), /larger than 512 KiB/);
    assert.equal((await post("/alert", `{"alerts":${"[".repeat(100_000)}`)).status, 400);
    assert.equal((await post("/alert", Uint8Array.of(0x7b, 0xff, 0x7d))).status, 400);
  });

  it("may be one of Grafana's former dashboard alerts", () => {
    const read = (body: object) => {
      const [one] = alertsIn(body);
      return [one?.isFiring, one?.text, one?.fingerprint];
    };
    const { ruleId, ...unnumbered } = legacyGrafanaReport();
    const [, , byLabels] = read(unnumbered);
    const [, , rule] = read(legacyGrafanaReport());
    const ofAnother = { ...legacyGrafanaReport(), ruleUrl: "https://staging.example.org/d/abc/database" };
    assert.notEqual(read(ofAnother)[2], rule, "every Grafana counts its rules from 1");
    assert.equal(alertsIn(legacyGrafanaReport("no_data"))[0]?.name, "DatasourceNoData");
    const told = "The memory of the database is full";
    assert.deepEqual(read(legacyGrafanaReport()), [true, told, rule]);
    assert.deepEqual(read(legacyGrafanaReport("no_data")), [true, "Database memory", rule]);
    assert.deepEqual(read(legacyGrafanaReport("ok")), [false, "Database memory", rule]);
    assert.deepEqual(read({ ...legacyGrafanaReport(), message: "", ruleId: 0 }), [true, "Database memory", byLabels]);
    assert.deepEqual(alertsIn(legacyGrafanaReport())[0]?.labels, {
      alertname: "Database memory",
      environment: "production",
    });
    assert.equal(alertsIn(legacyGrafanaReport())[0]?.mayBeSilenced, false, "its labels are ours");
    for (const odd of [{ state: "constructor" }, { state: "fired" }, { ruleName: 5 }]) {
      assert.throws(() => alertsIn({ ...legacyGrafanaReport(), ...odd }), /alerts/, JSON.stringify({ odd, ruleId }));
    }
  });

  it("is not refused for labels and annotations of other types", async (t) => {
    const { post } = await startRestServer(t);
    const labels = { ...alert.labels, port: 9100, up: false, team: null, list: ["a"], constructor: "c", __proto__: {} };
    const annotations = { summary: "The disk is full", value: 93.5, none: null };
    assert.equal((await post("/alert", { alerts: [{ ...alert, labels, annotations }] })).status, 200);
    const [read] = alertsIn({ alerts: [{ ...alert, labels, annotations }] });
    assert.deepEqual(read?.labels, { alertname: "x", port: "9100", up: "false", constructor: "c" });
    assert.equal(read?.text, "The disk is full");
    assert.equal(read?.mayBeSilenced, false, "without all of its labels, others would be silenced");
    assert.ok(alertsIn({ alerts: [alert] })[0]?.mayBeSilenced);
  });

  it("is not refused for an alert with thousands of labels: the first 200 count", async (t) => {
    const { post } = await startRestServer(t);
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`label${n}`, "a"]));
    const report = { alerts: [alert, { ...alert, labels: { ...alert.labels, ...many }, annotations: many }] };
    assert.equal(((await post("/alert", report)).body as { firing?: number }).firing, 2);
    const [, large] = alertsIn(report);
    assert.deepEqual([large?.name, Object.keys(large?.labels ?? {}).length], ["x", 200]);
    assert.equal(large?.mayBeSilenced, false);
  });

  it("counts null and other types of optional fields as absent", async (t) => {
    const { post } = await startRestServer(t);
    const odd = { ...alert, annotations: null, startsAt: 5, fingerprint: {} };
    assert.equal((await post("/alert", { alerts: [odd] })).status, 200);
  });
});
