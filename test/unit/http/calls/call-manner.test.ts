import assert from "node:assert/strict";
import { test } from "node:test";
import { mannerFaults, mannerIn } from "../../../../src/http/calls/call-manner.js";

const LANGUAGES = ["en", "de"];

test("a call is in the primary language of its request, and says that a machine speaks unless a reason is given", () => {
  assert.deepEqual(mannerIn({}), {});
  assert.deepEqual(mannerIn({ language: "de-AT" }), { language: "de" });
  assert.deepEqual(mannerIn({ disclosure: false, disclosure_reason: "A test" }), { disclosureWaived: "A test" });
  assert.deepEqual(mannerIn({ disclosure: true }), { disclosureWaived: null });
});

test("a language that the service does not speak is refused, and so is a call without disclosure and reason", () => {
  const faultsOf = (body: object) => mannerFaults(body, LANGUAGES).map(({ path }) => path);
  assert.deepEqual(faultsOf({ language: "DE" }), []);
  assert.deepEqual(faultsOf({ language: "pl", disclosure: false }), ["/language", "/disclosure_reason"]);
  assert.deepEqual(faultsOf({ disclosure: false, disclosure_reason: " " }), ["/disclosure_reason"]);
  assert.deepEqual(faultsOf({ disclosure: false, disclosure_reason: "A test" }), []);
  assert.deepEqual(mannerFaults(null, LANGUAGES), []);
});

test("what is left after the beep is refused unless a message is to be left", () => {
  const faultsOf = (body: object) => mannerFaults(body, LANGUAGES).map(({ path }) => path);
  assert.deepEqual(faultsOf({ machine_message: "Call me." }), ["/machine_message"]);
  assert.deepEqual(faultsOf({ on_machine: "speak", machine_message: "Call me." }), ["/machine_message"]);
  assert.deepEqual(faultsOf({ on_machine: "leave_message", machine_message: "Call me." }), []);
  assert.deepEqual(mannerIn({ on_machine: "leave_message", machine_message: "Call me." }), {
    onMachine: "leave_message",
    machineMessage: "Call me.",
  });
});
