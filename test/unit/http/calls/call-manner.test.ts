import assert from "node:assert/strict";
import { test } from "node:test";
import { mannerFaults, mannerChangesIn, mannerIn } from "../../../../src/http/calls/call-manner.js";

const CHECKS = {
  checkCallbackUrl: () => undefined,
  callerIds: { mayShow: () => true },
  assistants: { ids: [] },
  languages: ["en", "de"],
};

test("a call is in the primary language of its request, and says that a machine speaks unless a reason is given", () => {
  assert.deepEqual(mannerChangesIn({}), {});
  assert.deepEqual(mannerChangesIn({ language: "de-AT" }), { language: "de" });
  assert.deepEqual(mannerChangesIn({ disclosure: false, disclosure_reason: "A test" }), { disclosureWaived: "A test" });
  assert.deepEqual(mannerChangesIn({ disclosure: true }), { disclosureWaived: null });
});

test("a language that the service does not speak is refused, and so is a call without disclosure and reason", () => {
  const faultsOf = (body: object) => mannerFaults(body, CHECKS).map(({ path }) => path);
  assert.deepEqual(faultsOf({ language: "DE" }), []);
  assert.deepEqual(faultsOf({ language: "pl", disclosure: false }), ["/language", "/disclosure_reason"]);
  assert.deepEqual(faultsOf({ disclosure: false, disclosure_reason: " " }), ["/disclosure_reason"]);
  assert.deepEqual(faultsOf({ disclosure: false, disclosure_reason: "A test" }), []);
  assert.deepEqual(mannerFaults(null, CHECKS), []);
});

test("what is left after the beep is refused unless a message is to be left", () => {
  const faultsOf = (body: object) => mannerFaults(body, CHECKS).map(({ path }) => path);
  assert.deepEqual(faultsOf({ machine_message: "Call me." }), ["/machine_message"]);
  assert.deepEqual(faultsOf({ on_machine: "speak", machine_message: "Call me." }), ["/machine_message"]);
  assert.deepEqual(faultsOf({ on_machine: "leave_message", machine_message: "Call me." }), []);
  assert.deepEqual(mannerChangesIn({ on_machine: "leave_message", machine_message: "Call me." }), {
    onMachine: "leave_message",
    machineMessage: "Call me.",
  });
});

test("a new call rings for the requested time and reports nowhere by default; a change keeps what it does not name", () => {
  assert.deepEqual(mannerIn({ ring_timeout: 20 }), { ringTimeoutMs: 20_000, callbackUrl: null });
  assert.deepEqual(mannerChangesIn({ callback_url: "https://example.org/" }), { callbackUrl: "https://example.org/" });
});
