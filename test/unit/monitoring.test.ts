import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, it } from "node:test";
import { parse } from "yaml";
import { DASHBOARDS } from "../../scripts/lib/dashboards/dashboards.js";
import { toGrafana } from "../../scripts/lib/dashboards/panel.js";
import { createMetrics } from "../../src/observability/metrics.js";
import { composeFile, PROJECT, textOf } from "../support/compose-file.js";

interface Dashboard {
  readonly uid: string;
  readonly panels: readonly Panel[];
  readonly annotations: { readonly list: readonly { expr: string; datasource: { uid: string } }[] };
}
interface Panel {
  readonly id: number;
  readonly title: string;
  readonly type: string;
  readonly gridPos: { x: number; y: number; w: number; h: number };
  readonly targets?: readonly { expr: string; datasource: { uid: string } }[];
}
interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { severity: string };
  readonly annotations: { summary: string; description: string; runbook: string };
}

/** Made by Prometheus itself. */
const OF_PROMETHEUS = ["up", "ALERTS"];
const LABELS_OF_PROMETHEUS = ["job", "instance", "alertname", "alertstate"];
/** Words of PromQL that are not names of metrics, and what stands in brackets after `by`. */
const PROMQL =
  /\b(by|on|ignoring|without)\s*\([^)]*\)|\boffset \w+|\{[^}]*\}|\[[^\]]*\]|\b[a-z_]+(?=\s*\()|\b(and|or|unless|sum|count|max|min|avg)\b/g;

const folder = "monitoring/grafana/dashboards";
const dashboards = DASHBOARDS.map(({ name }) => JSON.parse(textOf(`${folder}/${name}.json`)) as Dashboard);
const rules = (parse(textOf("monitoring/prometheus/alerts.yaml")) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
const annotations = dashboards.flatMap(({ annotations: { list } }) => list);
const targets = dashboards.flatMap(({ panels }) => panels.flatMap((panel) => panel.targets ?? []));
const questions = [...targets, ...annotations, ...rules].map(({ expr }) => expr);

describe("what the dashboards and the alerts ask for", () => {
  it("is what the controller exports", async () => {
    const exported = await exportedNames();
    for (const expr of questions) {
      const names = namesIn(expr);
      assert.ok(names.length > 0, expr);
      for (const name of names) assert.ok(exported.has(name) || OF_PROMETHEUS.includes(name), `${name} in ${expr}`);
    }
  });

  it("is told apart by labels that the metrics have", async () => {
    const labels = await exportedLabels();
    for (const expr of questions) {
      for (const label of labelsIn(expr)) assert.ok(labels.has(label), `${label} in ${expr}`);
    }
  });

  it("leaves out none of the service's own metrics", async () => {
    const asked = new Set(targets.flatMap(({ expr }) => namesIn(expr)).map(familyOf));
    const own = [...(await exportedNames())].filter((name) => name.startsWith("service_")).map(familyOf);
    assert.deepEqual(
      [...new Set(own)].filter((name) => !asked.has(name)),
      [],
    );
  });

  it("fits the alerts' own tests: each is raised there", () => {
    const tests = textOf("monitoring/prometheus/alerts.test.yaml");
    for (const { alert } of rules) assert.ok(tests.includes(`alertname="${alert}"`), alert);
  });
});

describe("an alert", () => {
  it("says how much it matters, what is wrong and what to do", () => {
    assert.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length);
    for (const { alert, labels, annotations } of rules) {
      assert.match(labels.severity, /^(critical|warning)$/, alert);
      assert.ok(annotations.summary.length > 0 && annotations.description.length > 60, alert);
    }
  });
});

describe("the runbook", () => {
  it("has a section for each alert, in their order, with its severity, which the alert names", () => {
    const sections = [...textOf("docs/runbook.md").matchAll(/^## (\w+)\n\n\*\*(\w+)\.\*\* \S/gm)];
    assert.deepEqual(
      sections.map(([, name, severity = ""]) => [name, severity.toLowerCase()]),
      rules.map(({ alert, labels }) => [alert, labels.severity]),
    );
    for (const { alert, annotations } of rules) {
      assert.equal(annotations.runbook, `docs/runbook.md#${alert.toLowerCase()}`);
    }
  });

  it("says in each what is noticed, where to look and what to do", () => {
    for (const section of textOf("docs/runbook.md").split(/^## /m).slice(1)) {
      assert.match(section, /\*\*Callers notice:\*\* \S[^]*\*\*Look:\*\*\n\n- \S[^]*\*\*Do:\*\*\n\n- \S/, section);
    }
  });
});

describe("the Alertmanager example", () => {
  interface Route {
    readonly receiver: string;
    readonly matchers?: readonly string[];
    readonly routes?: readonly Route[];
  }
  const example = parse(textOf("monitoring/alertmanager/alertmanager.yaml")) as {
    readonly route: Route;
    readonly receivers: readonly { readonly name: string }[];
    readonly inhibit_rules: readonly { readonly source_matchers: readonly string[] }[];
  };

  it("sends each severity to a receiver that is there", () => {
    const { route, receivers } = example;
    const routes = [route, ...(route.routes ?? [])];
    const names = receivers.map(({ name }) => name);
    for (const { receiver } of routes) assert.ok(names.includes(receiver), receiver);
    const sent = routes.flatMap(({ matchers = [] }) =>
      matchers.map((matcher) => /^severity="(\w+)"$/.exec(matcher)?.[1]),
    );
    assert.deepEqual(sent.sort(), [...new Set(rules.map(({ labels }) => labels.severity))].sort());
  });

  it("holds back only for alerts that there are", () => {
    for (const matcher of example.inhibit_rules.flatMap(({ source_matchers: matchers }) => matchers)) {
      const [, alert] = /^alertname="(\w+)"$/.exec(matcher) ?? [];
      assert.ok(
        rules.some((rule) => rule.alert === alert),
        matcher,
      );
    }
  });
});

describe("the dashboards", () => {
  it("are what `npm run dashboards` writes, and no others are there", async () => {
    const files = DASHBOARDS.map(({ name }) => `${name}.json`);
    assert.deepEqual((await readdir(join(PROJECT, folder))).sort(), files.sort());
    for (const [at, dashboard] of DASHBOARDS.entries()) assert.deepEqual(dashboards[at], toGrafana(dashboard));
  });

  it("ask the data source that is provisioned, at the address that Prometheus has in the compose file", () => {
    const { datasources } = parse(textOf("monitoring/grafana/provisioning/datasources/prometheus.yaml")) as {
      datasources: { uid: string; url: string }[];
    };
    const [source] = datasources;
    for (const { datasource } of [...targets, ...annotations]) assert.equal(datasource.uid, source?.uid);
    assert.equal(new URL(source?.url ?? "").hostname in composeFile("compose.yaml").services, true);
  });

  it("have panels that do not lie over each other", () => {
    for (const { panels } of dashboards) {
      const taken = new Map<string, string>();
      assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
      for (const { title, gridPos } of panels) {
        assert.ok(gridPos.x + gridPos.w <= 24, title);
        for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
          for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
            assert.equal(taken.get(`${x},${y}`), undefined, title);
            taken.set(`${x},${y}`, title);
          }
        }
      }
    }
  });

  it("are found where Grafana is told to look", () => {
    const { providers } = parse(textOf("monitoring/grafana/provisioning/dashboards/attendant.yaml")) as {
      providers: { options: { path: string } }[];
    };
    const { volumes = [], environment = {} } = composeFile("compose.yaml").services.grafana ?? {};
    const inside = providers[0]?.options.path ?? "";
    assert.ok(volumes.includes(`./${folder}:${inside}:ro`));
    assert.equal(environment.GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH, `${inside}/${DASHBOARDS[0]?.name}.json`);
  });
});

describe("Prometheus", () => {
  it("asks the controller where it listens, with a key that is a secret of the container", () => {
    const { scrape_configs: jobs } = parse(textOf("monitoring/prometheus/prometheus.yaml")) as {
      scrape_configs: {
        job_name: string;
        static_configs: { targets: string[] }[];
        authorization?: { credentials_file: string };
      }[];
    };
    const job = jobs.find(({ job_name: name }) => name === "attendant");
    const { services } = composeFile("compose.yaml");
    assert.deepEqual(job?.static_configs[0]?.targets, [`controller:${services.controller?.environment?.PORT}`]);
    assert.deepEqual(
      services.prometheus?.secrets?.map((name) => `/run/secrets/${name}`),
      [job?.authorization?.credentials_file],
    );
  });

  it("asks each of several controllers, as many as there are, and one where there is one", () => {
    const { scrape_configs: jobs } = parse(textOf("monitoring/prometheus/prometheus.yaml")) as {
      scrape_configs: { job_name: string; file_sd_configs?: { files: string[] }[] }[];
    };
    const [found] = jobs.flatMap(({ job_name: name, file_sd_configs: from = [] }) =>
      name === "attendant" ? from : [],
    );
    const { services } = composeFile("compose.yaml");
    const { entrypoint = [], tmpfs = [] } = services.prometheus ?? {};
    const [, script = "", file = ""] = /^sh \/etc\/prometheus\/(\S+) >(\S+) && exec /.exec(entrypoint[2] ?? "") ?? [];
    assert.deepEqual(found?.files, [file]);
    assert.ok(tmpfs.some((folder) => folder.startsWith(`${dirname(file)}:`)));
    const targets = (env: Readonly<Record<string, string>>) => {
      const written = execFileSync("/bin/sh", [join(PROJECT, "monitoring/prometheus", script)], { env });
      return (JSON.parse(written.toString()) as { targets: string[] }[]).flatMap((group) => group.targets);
    };
    assert.deepEqual([targets({}), targets({ ASTERISK_CONTROLLERS: "1" })], [[], []]);
    const further = Object.keys(services).filter((name) => name.startsWith("controller-"));
    assert.deepEqual(
      targets({ ASTERISK_CONTROLLERS: String(further.length + 1) }),
      further.map((name) => `${name}:${services[name]?.environment?.PORT}`),
    );
  });
});

/** The names of all series, from what `/metrics` answers before anything has happened. */
async function exportedNames(): Promise<Set<string>> {
  const { body } = await createMetrics({ prefix: "service" }).render();
  return new Set(
    [...body.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = "", type]) =>
      type === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}

async function exportedLabels(): Promise<Set<string>> {
  const metrics = createMetrics({ prefix: "service" });
  metrics.callEnded({ direction: "inbound", outcome: "completed", seconds: 1 });
  metrics.toolCalled("CALC", "SUCCESS");
  metrics.checks(() => ({ store: { ok: true } }));
  const { body } = await metrics.render();
  const own = [...body.matchAll(/[{,](\w+)="/g)].map(([, label = ""]) => label);
  return new Set([...own, ...LABELS_OF_PROMETHEUS]);
}

function namesIn(expr: string): string[] {
  return [...expr.replace(PROMQL, " ").matchAll(/[A-Za-z_]\w+/g)].map(([name]) => name);
}

function labelsIn(expr: string): string[] {
  const matched = [...expr.matchAll(/[{,]\s*(\w+)(?=\s*(=~|!~|!=|=))/g)].map(([, label = ""]) => label);
  const grouped = [...expr.matchAll(/\b(?:by|on)\s*\(([^)]*)\)/g)].flatMap(([, list = ""]) => list.split(/\s*,\s*/));
  return [...matched, ...grouped];
}

function familyOf(name: string): string {
  return name.replace(/_(bucket|sum|count)$/, "");
}
