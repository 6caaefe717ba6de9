import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { DASHBOARDS } from "../../scripts/lib/dashboards/dashboards.js";
import { STARTS } from "../../scripts/lib/dashboards/panel.js";
import {
  askDashboard,
  type Box,
  type Controller,
  drawDashboard,
  type DrawnPanel,
  type Drawing,
  findPrometheus,
  grafanaDashboard,
  palettedPng,
  PROJECT,
  type Prometheus,
  Receiver,
  RestClient,
  says,
  type SeenPanel,
  type Span,
  startBrowser,
  startPrometheus,
  startWorld,
  temporaryFolder,
  TEST_LINES,
  VALUE_TEXTS,
  type World,
} from "../support/index.js";

const ALERTS_FILE = `
assistants: {}
chains: { oncall: { extensions: ["${TEST_LINES.neverAnswers}"] } }
alerts: { all: { chain: oncall } }
`;
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
/** What Grafana makes of it for a scrape each 15 seconds. */
const DRAWN_INTERVAL = "1m";
/** So long after the last event two more scrapes have been made. */
const SCRAPED_MS = 2_500;
/** Writes the pictures of the docs, and makes calls for so long that lines are lines, when it is asked to. */
const WITH_PICTURES = Boolean(process.env.DASHBOARD_PICTURES);
const PICTURED_MS = 150_000;
/** What stands in a text only by mistake. */
const MISTAKEN = /\{\{|undefined|null|NaN|Infinity|\[object/;

describe("the dashboards, over a run of calls", { timeout: WITH_PICTURES ? 480_000 : 240_000 }, () => {
  const programs = findPrometheus();
  const skip = programs === undefined && NOWHERE;
  const parts: AsyncDisposable[] = [];
  const keep = <T extends AsyncDisposable>(part: T): T => {
    parts.unshift(part);
    return part;
  };
  let controller: Controller;
  let prometheus: Prometheus;
  let browser: Browser;
  let countedAtStart: ReadonlySet<string>;
  let atRest: readonly Drawing[];
  let span: Span;
  let overRun: Promise<readonly Drawing[]> | undefined;

  before(async () => {
    if (programs === undefined) return;
    const world = keep(await startWorld());
    const receiver = keep(await Receiver.start());
    const folder = keep(await temporaryFolder());
    controller = await world.startController({ OPERATOR_EXTENSION: TEST_LINES.person });
    countedAtStart = await seriesOf(controller);
    prometheus = keep(await startPrometheus(programs, folder.path, controller.url));
    browser = keep(await startBrowser());
    const people = world.telephone.answerCallsTo(TEST_LINES.person);
    void (async () => {
      for await (const call of people) call.ended.catch(() => {});
    })();
    while ((await prometheus.ask("count_over_time(up[1m]) >= 2")).length === 0) await wait(100);
    const from = Date.now() / 1_000;
    atRest = await drawings({ from, to: from, stepSeconds: 1 });
    const until = WITH_PICTURES ? Date.now() + PICTURED_MS : 0;
    // Twice, because what is counted by the names of tools and the codes of failures appears with the first of them.
    for (let round = 0; round < 2 || Date.now() < until; round++) await goesRound(world, receiver, round);
    people.close();
    await controller.healthy();
    await wait(SCRAPED_MS);
    span = { from, to: Date.now() / 1_000, stepSeconds: 1 };
  });
  after(async () => {
    for (const part of parts) await part[Symbol.asyncDispose]();
  });

  it("have data in every panel", { skip }, async (t) => {
    const asked = DASHBOARDS.flatMap(({ title, rows }) =>
      rows.flatMap(({ panels }) =>
        panels.flatMap((panel) => panel.asks.map(({ expr }) => ({ at: `${title}, ${panel.title}`, expr }))),
      ),
    );
    const empty: string[] = [];
    for (const { at, expr } of asked) {
      const values = (await answers(expr)).map(({ points: [point] }) => point?.[1]);
      if (!values.some((value) => Number.isFinite(value))) empty.push(`${at}: ${expr} is [${values.join()}]`);
    }
    await answers(STARTS.expr); // Well-formed: it has an answer at a restart only.
    t.diagnostic(`${asked.length} questions`);
    assert.deepEqual(empty, []);
  });

  it("have what is counted by kinds from the start", { skip }, async () => {
    const families = new Set([...countedAtStart].map(familyOf));
    const late = [...(await seriesOf(controller))].filter(
      (each) => families.has(familyOf(each)) && !countedAtStart.has(each),
    );
    assert.deepEqual(late, [], "what was counted for the first time was not at 0 before");
  });

  it("show a number or words for none before the first call", { skip }, () => {
    const numbers = atRest.flatMap(({ panels }) => panels.filter(({ type }) => type === "stat"));
    const shown = numbers.flatMap(({ title, noValue, series }) =>
      (series.length === 0 ? [noValue] : series.map(({ text }) => text)).map((text) => `${title}: ${text}`),
    );
    assert.ok(shown.length > 10);
    assert.deepEqual(
      shown.filter((text) => MISTAKEN.test(text)),
      [],
    );
  });

  for (const [at, { name, title, rows }] of DASHBOARDS.entries()) {
    it(`can be read when they are drawn: ${title}`, { skip }, async () => {
      overRun ??= drawings(span);
      const drawing = (await overRun)[at];
      assert.ok(drawing);
      const { page, panels, faults } = await drawDashboard(browser, drawing);
      if (WITH_PICTURES) {
        writeFileSync(path.join(PROJECT, `docs/images/dashboard-${name}.png`), await palettedPng(page));
      }
      await page.context().close();
      const found = [...faults];
      const asked = rows.flatMap((row) => row.panels);
      for (const panel of asked) {
        const expected = (await Promise.all(panel.asks.map(({ expr }) => answers(expr)))).flat().length;
        const drawn = drawing.panels.find(({ title, type }) => title === panel.title && type !== "row");
        const seen = panels.find(({ title }) => title === panel.title);
        if (drawn === undefined || seen === undefined) found.push(`${panel.title} is not there`);
        else found.push(...faultsOf(drawn, seen, expected).map((fault) => `${panel.title}: ${fault}`));
      }
      for (const [at, one] of panels.entries()) {
        for (const other of panels.slice(at + 1)) {
          if (overlap(one.box, other.box)) found.push(`${one.title} lies over ${other.title}`);
          if (one.title === other.title) found.push(`${one.title} is there twice`);
        }
      }
      assert.equal(panels.filter(({ values }) => values.length > 0).length, asked.length);
      assert.deepEqual(found, []);
    });
  }

  const answers = (expr: string) => prometheus.ask(expr.replaceAll("$__rate_interval", INTERVAL), span.to);

  const drawings = (over: Span) =>
    Promise.all(
      DASHBOARDS.map(({ name }) =>
        askDashboard(grafanaDashboard(name), prometheus, { span: over, rateInterval: DRAWN_INTERVAL }),
      ),
    );

  /** A caller, a call that is placed, one that is scheduled, a chain, each with what is told of it, and an alert. */
  async function goesRound(world: World, receiver: Receiver, round: number): Promise<void> {
    const rest = new RestClient(() => controller.url);
    await Promise.all([converses(world, round), calls(rest, receiver, round), alarms(rest, round)]);
  }

  async function calls(rest: RestClient, receiver: Receiver, round: number): Promise<void> {
    const placed = { extension: TEST_LINES.person, message: "Good morning.", callback_url: receiver.url };
    const { body } = await rest.placeCall(placed);
    await rest.callUntil(String(body.call_id), ({ status }) => status === "completed", 20_000);
    const due = await rest.ask("POST", "/schedule", { ...placed, delay_seconds: 1 });
    assert.ok(due.status < 300, JSON.stringify(due.body));
    const chain = { ...placed, extension: undefined, extensions: [TEST_LINES.busy, TEST_LINES.person] };
    assert.equal((await rest.ask("POST", "/call", chain)).status, 200);
    await receiver.has(3 * (round + 1), 20_000);
  }

  /** Asks what time it is, breaks into a story but the second time, and is failed by the language model. */
  async function converses({ telephone, model }: World, round: number): Promise<void> {
    model.when(/story/).say("One two three four five six seven eight nine ten. Then there were no more of them left.");
    await using call = await telephone.dial("8000");
    let quiet = await call.hearsSilence({ forMs: 1_000 });
    const asks = async () => {
      const time = await call.say(await says("what time is it"));
      quiet = await call.hearsSilence({ forMs: 1_000, after: Math.max(quiet, time.to) });
    };
    await asks();
    if (round !== 1) {
      const story = await call.say(await says("tell me a story"));
      quiet = await call.hears({ after: Math.max(story.to, quiet), minMs: 500 });
      await asks();
    }
    model.completions.failWith(500);
    await asks();
    model.completions.mend();
    await call.hangUp();
  }

  /** An alert is reported, and acknowledged while someone is being called about it. */
  async function alarms(rest: RestClient, round: number): Promise<void> {
    const fingerprint = `alert-${round}`;
    const from = controller.lines.length;
    assert.equal((await rest.ask("PUT", "/assistants-file", { text: ALERTS_FILE })).status, 200);
    const labels = { alertname: "DiskFull" };
    await rest.ask("POST", "/alert", { alerts: [{ status: "firing", labels, fingerprint }] });
    await controller.logged("alert_call_out", undefined, { from });
    const { body } = await rest.ask("POST", `/alerts/${fingerprint}/acknowledge`);
    assert.equal(body.status, "acknowledged");
    await controller.logged("alert_call_out_over", undefined, { from });
  }
});

/** What is wrong with a panel as it is seen; none when it shows all that was answered, and it can be read. */
function faultsOf(drawn: DrawnPanel, seen: SeenPanel, answered: number): string[] {
  const faults = seen.overflowing.map((each) => `does not fit: ${each}`);
  if (answered === 0 || seen.series !== answered) faults.push(`${seen.series} series of ${answered}`);
  for (const text of seen.texts) if (MISTAKEN.test(text)) faults.push(text);
  for (const value of seen.values) {
    if (!VALUE_TEXTS[drawn.unit]?.test(value) && !/^(yes|no)$/.test(value)) faults.push(`${value} in ${drawn.unit}`);
  }
  for (const { name, namedBy, labels } of drawn.series) {
    const missing = namedBy.filter((label) => !labels[label]);
    if (missing.length > 0) faults.push(`"${name}" is without ${missing.join()}`);
  }
  if (drawn.type === "timeseries" || drawn.hasNames) {
    if (seen.legends.length !== answered || seen.legends.includes("")) faults.push("a series has no name");
    if (new Set(seen.legends).size !== seen.legends.length) faults.push(`twice in ${seen.legends.join()}`);
  }
  if (drawn.type === "timeseries") {
    if (seen.values.length < 2 || new Set(seen.values).size !== seen.values.length) faults.push(seen.values.join());
    if (drawn.series.some(({ values }) => values.some(Boolean)) && seen.ink === 0) faults.push("nothing is painted");
  }
  return faults;
}

const overlap = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** Whatever is counted by kinds, with its labels. */
async function seriesOf({ url }: Controller): Promise<ReadonlySet<string>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return new Set([...text.matchAll(/^(service_\w+_total\{.*?\}) /gm)].map(([, series = ""]) => series));
}

const familyOf = (series: string) => series.replace(/\{.*/, "");
