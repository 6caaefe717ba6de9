import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { createMetrics } from "../../src/observability/metrics.js";
import { codeIn, rowsIn, sectionOf } from "../support/markdown.js";
import { tokensOf } from "../support/source-tokens.js";

const PAGE = "docs/operation.md";
const SOURCES = fileURLToPath(new URL("../../src", import.meta.url));
/** Events whose names are put together where they are logged, by how they end. */
const COMPUTED: Readonly<Record<string, readonly string[]>> = {
  _not_recorded: ["call_not_recorded", "transcript_not_recorded"],
};
/** The log's own, written past its methods. */
const OF_THE_LOG = "log_dropped";

describe(PAGE, () => {
  it("has each of the service's own metrics, with its type and meaning", async () => {
    const { body } = await createMetrics({ prefix: "service", node: false }).render();
    const exported = [...body.matchAll(/^# HELP (\w+) (.*)\n# TYPE \w+ (\w+)$/gm)].map(([, name, help, type]) => [
      name,
      type,
      help,
    ]);
    const documented = rowsIn(sectionOf(PAGE, "Metrics")).map(([name = "", type, , meaning]) => [
      name.replaceAll("`", ""),
      type,
      meaning,
    ]);
    assert.deepEqual(documented.sort(), exported.sort());
  });

  it("has their labels", async () => {
    const metrics = createMetrics({ prefix: "service", node: false });
    metrics.callEnded({ direction: "inbound", outcome: "completed", seconds: 1 });
    metrics.callRejected("busy");
    metrics.callResumed("resumed");
    metrics.requestRefused("unauthorized");
    metrics.toolCalled("CALC", "SUCCESS");
    metrics.dropped("media_frames");
    metrics.overlapped("nobody");
    metrics.mediaReconnected("restored");
    metrics.thoughtAhead("kept");
    metrics.sttSession("opened");
    metrics.sttRealtimeText("session");
    metrics.webhookAttempted("delivered");
    metrics.occurrenceEnded("completed");
    metrics.orphanRemoved("media");
    const { body } = await metrics.render();
    for (const [name = "", type, labels = ""] of rowsIn(sectionOf(PAGE, "Metrics"))) {
      if (type !== "counter") continue;
      const [, used = ""] = new RegExp(`^${name.replaceAll("`", "")}(?:\\{(.*)\\})? `, "m").exec(body) ?? [];
      const exported = [...used.matchAll(/(\w+)="/g)].map(([, label]) => label);
      assert.deepEqual(codeIn(labels), exported, name);
    }
  });

  it("has exactly the events that are logged", () => {
    const documented = rowsIn(sectionOf(PAGE, "The log")).flatMap(([events = ""]) => codeIn(events));
    assert.deepEqual(documented.sort(), [...loggedEvents()].sort());
  });
});

/** The first argument of every call of a method of the log, where it looks like an event. */
function loggedEvents(): ReadonlySet<string> {
  const events = new Set([OF_THE_LOG]);
  for (const name of readdirSync(SOURCES, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".ts")) continue;
    const tokens = tokensOf(readFileSync(join(SOURCES, name), "utf8"));
    for (const [i, { text }] of tokens.entries()) {
      if (!/^(debug|info|warn|error|said)$/.test(text) || tokens[i - 1]?.text !== ".") continue;
      const [bracket, first] = tokens.slice(i + 1);
      if (bracket?.text !== "(") continue;
      if (first?.kind === "string") events.add(first.text);
      if (first?.kind !== "template") continue;
      const computed = COMPUTED[tokens.slice(i + 3).find(({ kind }) => kind === "template")?.text ?? ""];
      assert.ok(computed, `${name}: ${first.line}: an event that is put together is named in COMPUTED`);
      for (const each of computed) events.add(each);
    }
  }
  return events;
}
