import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  isKnownHost,
  refused,
  registrarOf,
  unreachable,
} from "../../../../../src/telephony/asterisk/registration/registration-fault.js";

const registrar = registrarOf({ serveruri: "sip:pbx.lan:5060;transport=udp" });
const registration = { clienturi: "sip:8000@pbx.lan" };

describe("what is wrong with a registration", () => {
  const addresses: [serveruri: string, host: string, shown: string][] = [
    ["sip:pbx.lan:5060;transport=udp", "pbx.lan", "pbx.lan:5060 over udp"],
    ["sip:pbx.lan", "pbx.lan", "pbx.lan over udp"],
    ["sip:[2001:db8::1]:5061;transport=tls", "2001:db8::1", "[2001:db8::1]:5061 over tls"],
    ["sips:trunk@pbx.lan:5061;transport=TCP", "pbx.lan", "pbx.lan:5061 over TCP"],
    ["nonsense", "nonsense", "nonsense over udp"],
  ];
  for (const [serveruri, host, shown] of addresses) {
    it(`names the PBX of ${serveruri}`, () => assert.deepEqual(registrarOf({ serveruri }), { host, shown }));
  }

  it("names for each refusal the settings that it is about, and no others", () => {
    const settingsIn = (words: string) => [...new Set(words.match(/SIP_[A-Z]+/g))].sort();
    const about = (...possible: Parameters<typeof refused>[2]) =>
      settingsIn(refused(registrar, registration, possible));
    assert.deepEqual(about("credentials"), ["SIP_PASSWORD", "SIP_USER"]);
    assert.deepEqual(about("forbidden"), ["SIP_PASSWORD"]);
    assert.deepEqual(about("unknown"), ["SIP_DOMAIN", "SIP_USER"]);
    assert.deepEqual(about("forbidden", "unknown"), ["SIP_DOMAIN", "SIP_PASSWORD", "SIP_USER"]);
    assert.deepEqual(settingsIn(unreachable(registrar, true)), ["SIP_DOMAIN", "SIP_PORT", "SIP_TRANSPORT"]);
    assert.deepEqual(settingsIn(unreachable(registrar, false)), ["SIP_DOMAIN"]);
  });

  it("knows an address without asking, and that no host is called anything.invalid", async () => {
    const { signal } = new AbortController();
    assert.equal(await isKnownHost("192.0.2.1", signal), true);
    assert.equal(await isKnownHost("::1", signal), true);
    assert.equal(await isKnownHost("localhost", signal), true);
    assert.equal(await isKnownHost("pbx.invalid", signal, 20_000), false);
  });
});
