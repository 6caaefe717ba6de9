import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { DASHBOARDS } from "../../scripts/lib/dashboards/dashboards.js";
import { STARTS } from "../../scripts/lib/dashboards/panel.js";
import {
  type Controller,
  findPrometheus,
  PROJECT,
  Receiver,
  RestClient,
  says,
  startPrometheus,
  startWorld,
  temporaryFolder,
  TEST_LINES,
  type World,
} from "../support/index.js";

const NOWHERE = "no Prometheus to be had: install Debian's package, or put prometheus and promtool on the PATH";

describe("the configuration of Prometheus", { timeout: 120_000 }, () => {
  const programs = findPrometheus();
  const skip = programs === undefined && NOWHERE;
  let folder: string;

  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), "prometheus-"));
    cpSync(path.join(PROJECT, "monitoring/prometheus"), folder, { recursive: true });
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it("is taken by Prometheus' own checker", { skip }, async () => {
    const file = path.join(folder, "prometheus.yaml");
    const key = path.join(folder, "metrics_key");
    writeFileSync(key, "a key\n");
    writeFileSync(file, readFileSync(file, "utf8").replace("/run/secrets/metrics_key", key));
    assert.match(await check("check", "config", file), /SUCCESS: .* is valid prometheus config file syntax/);
  });

  it("raises the alerts for what they are for, and for nothing else", { skip }, async () => {
    assert.match(await check("test", "rules", path.join(folder, "alerts.test.yaml")), /SUCCESS/);
  });

  /** What promtool says; what is wrong stands in the error when it fails. */
  function check(...command: string[]): Promise<string> {
    return new Promise((resolve, reject) => {
      execFile(path.join(programs ?? "", "promtool"), command, { cwd: folder }, (error, stdout, stderr) =>
        error ? reject(new Error(`${stdout}${stderr}`)) : resolve(`${stdout}${stderr}`),
      );
    });
  }
});

/** The dashboards' `$__rate_interval` here: no run of these calls is longer, so that the first of them is in it as well. */
const INTERVAL = "5m";
/** So long after the last event two more scrapes have been made. */
const SCRAPED_MS = 2_500;

describe("the dashboards, over a run of calls", { timeout: 240_000 }, () => {
  const programs = findPrometheus();
  const skip = programs === undefined && NOWHERE;
  const asked = DASHBOARDS.flatMap(({ title, rows }) =>
    rows.flatMap(({ panels }) =>
      panels.flatMap((panel) => panel.asks.map(({ expr }) => ({ at: `${title}, ${panel.title}`, expr }))),
    ),
  );

  it("have data in every panel, and what is counted by kinds is there from the start", { skip }, async (t) => {
    await using world = await startWorld();
    await using receiver = await Receiver.start();
    await using folder = await temporaryFolder();
    const controller = await world.startController({ OPERATOR_EXTENSION: TEST_LINES.person });
    const rest = new RestClient(() => controller.url);
    const atStart = await seriesOf(controller);
    await using prometheus = await startPrometheus(programs ?? "", folder.path, controller.url);
    const people = world.telephone.answerCallsTo(TEST_LINES.person);
    void (async () => {
      for await (const call of people) call.ended.catch(() => {});
    })();

    // Twice, because what is counted by the outcomes of calls and tools appears with the first of them.
    for (let round = 0; round < 2; round++) {
      await converses(world);
      const placed = { extension: TEST_LINES.person, message: "Good morning.", callback_url: receiver.url };
      const { body } = await rest.placeCall(placed);
      await rest.callUntil(String(body.call_id), ({ status }) => status === "completed", 20_000);
      const due = await rest.ask("POST", "/schedule", { ...placed, delay_seconds: 1 });
      assert.ok(due.status < 300, JSON.stringify(due.body));
      await receiver.has(2 * (round + 1), 20_000);
      await fails(world);
    }
    await wait(SCRAPED_MS);

    const empty: string[] = [];
    for (const { at, expr } of asked) {
      const values = await prometheus.ask(expr.replaceAll("$__rate_interval", INTERVAL));
      if (!values.some((value) => Number.isFinite(value))) empty.push(`${at}: ${expr} is [${values.join()}]`);
    }
    await prometheus.ask(STARTS.expr); // Well-formed: it has an answer at a restart only.
    t.diagnostic(`${asked.length} questions`);
    assert.deepEqual(empty, []);
    const families = new Set([...atStart].map(familyOf));
    const late = [...(await seriesOf(controller))].filter((each) => families.has(familyOf(each)) && !atStart.has(each));
    assert.deepEqual(late, [], "what was counted for the first time was not at 0 before");
    people.close();
  });

  /** Asks what time it is, and breaks into a story. */
  async function converses({ telephone, model }: World): Promise<void> {
    model.when(/story/).say("One two three four five six seven eight nine ten. Then there were no more of them left.");
    await using call = await telephone.dial("8000");
    let quiet = await call.hearsSilence({ forMs: 1_000 });
    const time = await call.say(await says("what time is it"));
    quiet = await call.hearsSilence({ forMs: 1_000, after: Math.max(quiet, time.to) });
    const story = await call.say(await says("tell me a story"));
    await call.hears({ after: Math.max(story.to, quiet), minMs: 500 });
    const broken = await call.say(await says("what time is it"));
    await call.hearsSilence({ forMs: 1_000, after: broken.to });
    await call.hangUp();
  }

  /** The language model fails a caller. */
  async function fails({ telephone, model }: World): Promise<void> {
    await using call = await telephone.dial("8000");
    const quiet = await call.hearsSilence({ forMs: 1_000 });
    model.completions.failWith(500);
    const time = await call.say(await says("what time is it"));
    await call.hearsSilence({ forMs: 1_000, after: Math.max(quiet, time.to) });
    model.completions.mend();
    await call.hangUp();
  }
});

/** Whatever is counted by kinds, with its labels. */
async function seriesOf({ url }: Controller): Promise<ReadonlySet<string>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return new Set([...text.matchAll(/^(service_\w+_total\{.*?\}) /gm)].map(([, series = ""]) => series));
}

const familyOf = (series: string) => series.replace(/\{.*/, "");
