import assert from "node:assert/strict";
import { it } from "node:test";
import { ownRegistration, staleRegistration } from "../../../src/doctor/ask-asterisk.js";

const registration = (clienturi: string, serveruri: string, contactuser = "8000") => ({
  event: "OutboundRegistrationDetail",
  clienturi,
  serveruri,
  contactuser,
});

it("takes the registration of the extension, or the only one there is", () => {
  const ours = registration("sip:8000@pbx.lan", "sip:pbx.lan:5060;transport=udp");
  const others = registration("sip:trunk@provider.example", "sip:provider.example", "");
  assert.equal(ownRegistration([others, ours], "8000")?.client, "sip:8000@pbx.lan");
  assert.equal(ownRegistration([others], "8000")?.dialled, "s");
  assert.equal(ownRegistration([others, others], "8000"), undefined);
});

it("finds a registration of other settings, and none where the PBX is behind a proxy, or an IPv6 address", () => {
  const stale = (client: string, server: string, domain: string) =>
    staleRegistration({ client, server, dialled: "8000" }, { user: "8000", domain });
  assert.equal(stale("sip:8000@pbx.lan", "sip:pbx.lan:5060", "PBX.lan"), undefined);
  assert.equal(stale("sip:8000@pbx.lan", "sip:proxy.lan:5060", "pbx.lan"), undefined);
  assert.equal(stale("sip:8000@[fd00::1]", "sip:[fd00::1]:5060", "fd00::1"), undefined);
  assert.equal(stale("sip:8000@pbx.lan", "sip:pbx.lan:5060", "192.0.2.7"), "8000 with pbx.lan:5060 over udp");
  assert.equal(stale("sip:8001@pbx.lan", "sip:pbx.lan", "pbx.lan"), "8001 with pbx.lan over udp");
});
