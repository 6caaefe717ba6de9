import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { grafanaReport, legacyGrafanaReport } from "../support/alert-samples.js";
import {
  type Alertmanager,
  type Controller,
  findPrometheus,
  type Prometheus,
  recognise,
  SHORT_PERIODS,
  startAlertmanager,
  startPrometheus,
  startWorld,
  type TemporaryFolder,
  temporaryFolder,
  TEST_LINES,
  until,
  type World,
} from "../support/index.js";

const KEY = "a-key-of-the-monitoring-system";
const OFFICE = "a-key-of-the-people-in-the-office";
const programs = [findPrometheus(), findPrometheus("alertmanager")] as const;
const skip =
  programs.includes(undefined) && "Prometheus or Alertmanager is not to be had: install Debian's packages, or apt-get";
const WAIT_MS = 60_000;

/** Fires until a caller has had a conversation. */
const RULE = {
  alert: "NoConversation",
  expr: 'sum(service_calls_total{direction="inbound",outcome="completed"}) < 1',
  labels: { severity: "critical" },
  annotations: { summary: "Nobody has called the hospital yet." },
};

describe("alerts of a Prometheus and an Alertmanager", { skip, timeout: 240_000 }, () => {
  let world: World;
  let folder: TemporaryFolder;
  let controller: Controller;
  let alertmanager: Alertmanager;
  let prometheus: Prometheus;

  before(async () => {
    [world, folder] = await Promise.all([startWorld(), temporaryFolder()]);
    const data = join(folder.path, "data");
    await mkdir(data);
    const settings = {
      ...{ DATA_DIR: data, ...SHORT_PERIODS },
      API_KEYS: `monitoring:alert:${KEY},office:read+call+metrics:${OFFICE}`,
    };
    const alertmanagerFolder = join(folder.path, "alertmanager");
    controller = await world.startController(settings);
    alertmanager = await startAlertmanager(programs[1] ?? "", alertmanagerFolder, {
      route: { receiver: "telephone", group_wait: "1s", group_interval: "1s", repeat_interval: "10s" },
      receivers: [
        {
          name: "telephone",
          webhook_configs: [
            {
              url: `${controller.url}/alert`,
              max_alerts: 100,
              http_config: { authorization: { credentials: KEY } },
            },
          ],
        },
      ],
    });
    await writeFile(
      join(data, "assistants.yaml"),
      JSON.stringify({
        assistants: {},
        chains: { oncall: { extensions: [TEST_LINES.person] } },
        alerts: {
          silenced: {
            match: ['alertname="Silenced"'],
            chain: "oncall",
            silence: { alertmanager: alertmanager.url, minutes: 5 },
          },
          rest: { chain: "oncall" },
        },
      }),
    );
    process.kill(controller.pid, "SIGHUP");
    await controller.logged("assistants_loaded");
    const rules = join(folder.path, "rules.yaml");
    await writeFile(rules, JSON.stringify({ groups: [{ name: "own", rules: [RULE] }] }));
    const { host } = new URL(alertmanager.url);
    prometheus = await startPrometheus(programs[0] ?? "", join(folder.path, "prometheus"), controller.url, {
      rule_files: [rules],
      alerting: { alertmanagers: [{ static_configs: [{ targets: [host] }] }] },
      job: { authorization: { credentials: OFFICE } },
    });
  });
  after(async () => {
    for (const part of [prometheus, alertmanager, world, folder]) await part?.[Symbol.asyncDispose]();
  });

  interface Listed {
    readonly name: string;
    readonly status: string;
    readonly acknowledged_by: string | null;
  }
  const open = async (): Promise<readonly Listed[]> => {
    const response = await fetch(`${controller.url}/alerts`, { headers: { "x-api-key": OFFICE } });
    return (await response.json()) as readonly Listed[];
  };

  /** Answers the telephone of the person on call, hears the alarm and presses 1. @returns what was heard */
  async function acknowledge(people: ReturnType<World["telephone"]["answerCallsTo"]>): Promise<string> {
    const { value: callee } = await people.next();
    assert.ok(callee);
    const asked = await callee.hearsSilence({ forMs: 1_500 });
    await callee.press("1");
    await callee.ended;
    return recognise(callee.recording().assistant.subarray(0, asked));
  }

  it("fires, rings a telephone, is acknowledged there, and is resolved", async () => {
    const people = world.telephone.answerCallsTo(TEST_LINES.person);
    const heard = await acknowledge(people);
    assert.match(heard, /hospital|alarm|called/);
    await until("the acknowledgement", async () => (await open())[0]?.status === "acknowledged", WAIT_MS);
    assert.deepEqual(
      (await open()).map(({ name, acknowledged_by }) => [name, acknowledged_by]),
      [["NoConversation", TEST_LINES.person]],
    );
    {
      await using caller = await world.telephone.dial("8000");
      await caller.hearsSilence({ forMs: 500 });
    }
    await until("the end of the alert", async () => (await open()).length === 0, WAIT_MS);
  });

  for (const [version, report, over, words] of [
    ["", grafanaReport(), grafanaReport("resolved"), /two|triggered|zone/],
    ["former ", legacyGrafanaReport(), legacyGrafanaReport("ok"), /memory|database/],
  ] as const) {
    it(`as Grafana's ${version}webhook reports them ring a telephone, are acknowledged there, and are resolved`, async () => {
      const people = world.telephone.answerCallsTo(TEST_LINES.person);
      const reports = async (body: object) => {
        const headers = { authorization: `Bearer ${KEY}`, "content-type": "application/json" };
        const posted = await fetch(`${controller.url}/alert`, { method: "POST", headers, body: JSON.stringify(body) });
        assert.equal(posted.status, 200);
      };
      await reports(report);
      assert.match(await acknowledge(people), words);
      const statuses = async () => new Set((await open()).map(({ status }) => status));
      await until("the acknowledgement", async () => !(await statuses()).has("firing"), WAIT_MS);
      await reports(report);
      assert.deepEqual(await statuses(), new Set(["acknowledged"]));
      await reports(over);
      assert.deepEqual(await open(), []);
    });
  }

  it("is silenced in the Alertmanager when it is acknowledged", async () => {
    const people = world.telephone.answerCallsTo(TEST_LINES.person);
    const posted = await fetch(`${alertmanager.url}/api/v2/alerts`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify([
        { labels: { alertname: "Silenced", room: "12" }, annotations: { summary: "The disk is full." } },
      ]),
    });
    assert.equal(posted.status, 200);
    await acknowledge(people);
    interface Silence {
      readonly createdBy: string;
      readonly matchers: readonly { readonly name: string; readonly value: string }[];
    }
    let silences: readonly Silence[] = [];
    const isSilenced = async () => {
      silences = (await (await fetch(`${alertmanager.url}/api/v2/silences`)).json()) as readonly Silence[];
      return silences.length > 0;
    };
    await until("the silence", isSilenced, WAIT_MS);
    assert.equal(silences.length, 1);
    assert.equal(silences[0]?.createdBy, TEST_LINES.person);
    assert.deepEqual(silences[0]?.matchers.map(({ name, value }) => [name, value]).sort(), [
      ["alertname", "Silenced"],
      ["room", "12"],
    ]);
  });
});
