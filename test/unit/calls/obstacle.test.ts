import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { obstacleTo } from "../../../src/calls/obstacle.js";
import { LiveCalls } from "../../../src/calls/live-calls.js";
import { createHealth } from "../../../src/observability/health.js";
import { quietLog } from "../../support/fakes/quiet-log.js";

function surroundings() {
  const health = createHealth({ log: quietLog, checks: { asterisk: { ok: true }, sip: { ok: true } } });
  return { health, liveCalls: new LiveCalls(1) };
}

describe("what stands in the way of a call", () => {
  it("is nothing while Asterisk and the PBX are there, whatever else is away", () => {
    const { health, liveCalls } = surroundings();
    health.report("store", false, "gone");
    health.report("tts", false, "gone");
    assert.equal(obstacleTo(liveCalls, health), undefined);
  });

  it("is an Asterisk that cannot be used, in the check's own words", () => {
    const { health, liveCalls } = surroundings();
    health.report("asterisk", false, "It did not carry a test call");
    assert.equal(obstacleTo(liveCalls, health), "It did not carry a test call");
    health.report("asterisk", false);
    assert.equal(obstacleTo(liveCalls, health), "Asterisk is not connected.");
  });

  it("is a PBX that is away, though its Asterisk is there", () => {
    const { health, liveCalls } = surroundings();
    health.report("sip", false, "The PBX does not answer");
    assert.equal(obstacleTo(liveCalls, health), "The PBX does not answer");
    health.report("sip", true);
    assert.equal(obstacleTo(liveCalls, health), undefined);
  });

  it("is the process leaving, before anything else", async () => {
    const { health, liveCalls } = surroundings();
    health.report("asterisk", false, "gone");
    await liveCalls.drain();
    assert.equal(obstacleTo(liveCalls, health), "The service is shutting down.");
  });
});
