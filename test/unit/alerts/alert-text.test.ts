import assert from "node:assert/strict";
import { test } from "node:test";
import { alertText } from "../../../src/alerts/alert-text.js";
import { speakable } from "../../../src/speech/speakable.js";

const LABELS = { alertname: "HighLoad", instance: "db1:9100" };
const of = (summary: string, labels: Readonly<Record<string, string>> = LABELS) =>
  speakable(alertText(labels, { summary }));

test("an alert is told by its summary, its description, its message, or its name in words", () => {
  assert.equal(alertText(LABELS, { summary: "Disk is full.", description: "More", message: "Other" }), "Disk is full");
  assert.equal(alertText(LABELS, { description: "More. ", message: "Other" }), "More");
  assert.equal(alertText(LABELS, { message: "Other:" }), "Other");
  assert.equal(alertText({ alertname: "HTTPErrorRate_high", instance: "web1" }, {}), "HTTP Error Rate high, web1");
  assert.equal(alertText({ alertname: "KubeAPIErrorBudgetBurn" }, {}), "Kube API Error Budget Burn");
  assert.equal(alertText({ team: "blue", zone: "eu" }, {}), "blue, eu");
});

const HOLES = [
  "High load on <no value>",
  "High load: [no value]",
  "High load on {{ $labels.instance }}",
  "High load of {{.Labels.job}}, {{ $value }}%",
  "<error expanding template: error executing template __alert_HighLoad: can't evaluate field Foo>",
  "High load of %!f(string=ten) percent",
  "High load of map[instance:db1 job:node]",
  "[ var='B' labels={instance=db1} value=44.2 ]",
  "High load of NaN%",
  "High load of +Inf",
  `${"x".repeat(5_000)} is high`,
];

for (const hole of HOLES) {
  test(`a text with a hole is not told: ${hole.slice(0, 60)}`, () => {
    assert.equal(of(hole), "High Load, db1");
    assert.equal(alertText(LABELS, { summary: hole, description: "The load is high." }), "The load is high");
  });
}

test("a text with a hole is told if there is nothing else", () => {
  assert.equal(of("High load on <no value>", {}), "High load on");
});

const PLAIN: readonly (readonly [written: string, spoken: string])[] = [
  ["CPU load of db1 is 97.33333333333331%", "CPU load of db1 is 97.33%"],
  ["Memory at 9.5367431640625e+07 bytes", "Memory at 95370000 bytes"],
  ["Ratio 0.000012345", "Ratio 0.00001234"],
  ["Version 1.2.34567 of 10.0.0.1 is 3.14 days old", "Version 1.2.34567 of 10.0.0.1 is 3.14 days old"],
  ["Order 1234567 of 2026-11-27", "Order 1234567 of 2026-11-27"],
  ["Instance db1:9100 is down since 10:30", "Instance db1 is down since 10:30"],
  ["Container 3e5fa1b2 of commit 4e2ab91 restarts", "Container 3e5fa1b2 of commit 4e2ab91 restarts"],
  ["Since 10:30:05.123456789 +0000", "Since 10:30:05.123456789 +0000"],
  ["It is -12.345678901 degrees", "It is -12.35 degrees"],
  ["db1:91001 refuses, db1:9100 too", "db1:91001 refuses, db1 too"],
  ["Heat map 3 of Nancy & Info, 100%!", "Heat map 3 of Nancy & Info, 100%!"],
  ["<b>Disk&nbsp;full</b> on `db1`, see [runbook](https://x.example/run?a=%3D)", "Disk full on db1, see runbook"],
];

for (const [written, spoken] of PLAIN) {
  test(`"${written}" is told as "${spoken}"`, () => assert.equal(of(written), spoken));
}

test("an alert about a rule of Grafana's is told by the name of the rule, not by what the rule would tell", () => {
  for (const alertname of ["DatasourceNoData", "DatasourceError"]) {
    const labels = { alertname, rulename: "Queue depth", datasource_uid: "9wHKZOY7z", ref_id: "A" };
    assert.equal(alertText(labels, { summary: "The queue is full" }), "Queue depth");
    assert.equal(alertText({ alertname }, { summary: "The queue is full" }), "The queue is full");
  }
  assert.equal(alertText({ alertname: "Own", rulename: "Queue depth" }, { summary: "It is full" }), "It is full");
});

test("an alert's text is bounded and on one line, whatever comes", () => {
  const said = alertText(LABELS, { summary: `a\u0000b\n\u202ec ${"word ".repeat(100_000)}` });
  assert.ok(said.startsWith("a b c word"));
  assert.ok(said.length <= 300);
  const pattern = "$&".repeat(100);
  const summary = `${pattern}:80`;
  assert.ok(alertText({ ...LABELS, instance: summary }, { summary }).length <= 300, "no pattern of a replacement");
  const smileys = alertText(LABELS, { summary: `a${"😀".repeat(200)}` });
  assert.doesNotMatch(smileys, /\p{Cs}/u, "no half of a character");
});
