import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { obstacleTo } from "../../../../src/calls/live/obstacle.js";
import { LiveCalls } from "../../../../src/calls/live/live-calls.js";
import { createHealth } from "../../../../src/observability/health.js";
import { quietLog } from "../../../support/fakes/quiet-log.js";

function surroundings() {
  const health = createHealth({ now: Date.now, log: quietLog, checks: { asterisk: { ok: true }, sip: { ok: true } } });
  return { health, liveCalls: new LiveCalls(1), telephony: { pbxFault: undefined as string | undefined } };
}

describe("what stands in the way of a call", () => {
  it("is nothing while Asterisk and the PBX are there, whatever else is away", () => {
    const there = surroundings();
    there.health.report("store", false, "gone");
    there.health.report("tts", false, "gone");
    assert.equal(obstacleTo(there), undefined);
  });

  it("is an Asterisk that cannot be used, in the check's own words", () => {
    const there = surroundings();
    there.health.report("asterisk", false, "It did not carry a test call");
    assert.equal(obstacleTo(there), "It did not carry a test call");
    there.health.report("asterisk", false);
    assert.equal(obstacleTo(there), "Asterisk is not connected.");
  });

  it("is a PBX that is seen to be away, though its Asterisk is there", () => {
    const there = surroundings();
    there.telephony.pbxFault = "the PBX does not answer";
    assert.equal(obstacleTo(there), "Not registered with the PBX: the PBX does not answer");
    there.telephony.pbxFault = undefined;
    assert.equal(obstacleTo(there), undefined);
  });

  it("is not that nobody knows how the registration stands", () => {
    const there = surroundings();
    there.health.report("sip", false, "its state is not known");
    assert.equal(obstacleTo(there), undefined);
  });

  it("is the process leaving, before anything else", async () => {
    const there = surroundings();
    there.health.report("asterisk", false, "gone");
    await there.liveCalls.drain();
    assert.equal(obstacleTo(there), "The service is shutting down.");
  });
});
