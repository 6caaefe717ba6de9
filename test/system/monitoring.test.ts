import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { PROJECT } from "../support/index.js";

describe("the configuration of Prometheus", { timeout: 120_000 }, () => {
  const promtool = findPromtool();
  const skip =
    promtool === undefined && "no promtool to be had: install Debian's package prometheus, or put it on the PATH";
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

  it("answers every question of the dashboard: they are well-formed", { skip }, async () => {
    const dashboard = JSON.parse(
      readFileSync(path.join(PROJECT, "monitoring/grafana/dashboards/attendant.json"), "utf8"),
    ) as { panels: { targets?: { expr: string }[] }[]; annotations: { list: { expr: string }[] } };
    const questions = [...dashboard.panels.flatMap(({ targets = [] }) => targets), ...dashboard.annotations.list];
    const rules = questions.map(({ expr }, index) => ({
      record: `question_${index}`,
      expr: expr.replaceAll("$__rate_interval", "1m"),
    }));
    const file = path.join(folder, "questions.json"); // JSON is YAML.
    writeFileSync(file, JSON.stringify({ groups: [{ name: "dashboard", rules }] }));
    assert.match(await check("check", "rules", file), new RegExp(`SUCCESS: ${rules.length} rules found`));
  });

  /** What promtool says; what is wrong stands in the error when it fails. */
  function check(...command: string[]): Promise<string> {
    return new Promise((resolve, reject) => {
      execFile(promtool ?? "", command, { cwd: folder }, (error, stdout, stderr) =>
        error ? reject(new Error(`${stdout}${stderr}`)) : resolve(`${stdout}${stderr}`),
      );
    });
  }
});

function findPromtool(): string | undefined {
  try {
    const script = path.join(PROJECT, "scripts/lib/promtool");
    return execFileSync(script, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trim();
  } catch {
    return undefined;
  }
}
