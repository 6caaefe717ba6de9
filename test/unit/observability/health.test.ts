import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createHealth } from "../../../src/observability/health.js";
import { createLog } from "../../../src/observability/log.js";

function board() {
  const lines: string[] = [];
  const log = createLog({ level: "info", transcripts: false, sink: (line) => lines.push(line) });
  let now = Date.parse("2026-03-01T12:00:00Z");
  const health = createHealth({
    log,
    now: () => now,
    checks: { asterisk: { ok: false, detail: "not connected yet" }, stt: { ok: true, detail: "not used yet" } },
  });
  const events = () => lines.map((line) => JSON.parse(line)).map(({ event, data }) => `${event} ${data.check}`);
  return { health, events, pass: (ms: number) => (now += ms) };
}

describe("the health board", () => {
  it("is degraded until everything that must be reached was", () => {
    const { health, events } = board();
    assert.equal(health.status, "degraded");
    health.report("asterisk", true);
    assert.equal(health.status, "healthy");
    assert.deepEqual(events(), ["check_ok asterisk"]);
  });

  it("keeps the moment of the last turn and the latest detail", () => {
    const { health, pass } = board();
    pass(1000);
    health.report("stt", false, "answered 500");
    pass(1000);
    health.report("stt", false, "timed out");
    assert.deepEqual(health.checks.stt, { ok: false, detail: "timed out", since: "2026-03-01T12:00:01.000Z" });
    assert.equal(health.ok("stt"), false);
    pass(1000);
    health.report("stt", true);
    assert.deepEqual(health.checks.stt, { ok: true, since: "2026-03-01T12:00:03.000Z" });
  });

  it("logs a turn once, however often it is reported", () => {
    const { health, events } = board();
    for (let i = 0; i < 3; i++) health.report("stt", true);
    for (let i = 0; i < 3; i++) health.report("stt", false, "gone");
    for (let i = 0; i < 3; i++) health.report("stt", true);
    assert.deepEqual(events(), ["check_failed stt", "check_ok stt"]);
  });

  it("logs another reason for the same failure, and not the same one with another number in it", () => {
    const { health, events } = board();
    health.report("asterisk", false, "refuses connections");
    for (let id = 0; id < 3; id++) health.report("asterisk", false, `refused request req-${id}a after ${id} ms`);
    assert.deepEqual(events(), ["check_failed asterisk", "check_failed asterisk"]);
  });

  it("takes a check that was not there from the start", () => {
    const { health, events } = board();
    assert.equal(health.ok("store"), true);
    health.report("store", true);
    health.report("tts", false, "refused");
    assert.deepEqual(events(), ["check_failed tts"]);
    assert.deepEqual(Object.keys(health.checks), ["asterisk", "stt", "store", "tts"]);
  });
});
