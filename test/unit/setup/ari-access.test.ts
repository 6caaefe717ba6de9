import assert from "node:assert/strict";
import { it } from "node:test";
import { ariAccess, usersOfOthers } from "../../../src/setup/ari-access.js";
import { readAsteriskConfig } from "../../../src/setup/asterisk-config.js";
import type { FoundConfig } from "../../../src/setup/facts.js";

const OPEN = "[general]\nenabled=yes\nbindaddr=::\n";
const OWN_USER = "[kwnqzhxplvrd]\ntype=user\npassword=x\n";

const ASKED = { audience: undefined, wasKept: false, isFreePbx: false };

/** FreePBX's files, in the order in which ari.conf includes them. */
function config(http: string, general: string, generated = "", custom = ""): FoundConfig {
  const texts: Readonly<Record<string, string>> = {
    "http.conf": http,
    "ari.conf":
      "[general]\n#include ari_general_additional.conf\n#include ari_additional.conf\n#include ari_additional_custom.conf\n",
    "ari_general_additional.conf": general,
    "ari_additional.conf": generated,
    "ari_additional_custom.conf": custom,
  };
  const read = (name: string) => readAsteriskConfig(name, (each) => texts[each]);
  return { http: read("http.conf"), ari: read("ari.conf") } as FoundConfig;
}

it("keeps ARI for this machine if it was unused", () => {
  for (const [what, general, generated, custom] of [
    ["off, FreePBX's own user alone", "enabled=no\n", OWN_USER, ""],
    ["off, with users left from before", "enabled=no\n", OWN_USER, "[old]\ntype=user\n"],
    ["on, FreePBX's own user alone", "enabled=yes\n", OWN_USER, ""],
    ["on by default, no user", "pretty=no\n", "", ""],
    ["on, and only what goes out", "enabled=yes\n", OWN_USER, "[away]\ntype=outbound_websocket\n"],
  ] as const) {
    assert.equal(ariAccess(config(OPEN, general, generated, custom), ASKED), "kept", what);
  }
});

it("leaves it open to those who use it, unless told to close it or it was closed before they came", () => {
  const byHand = config(OPEN, "enabled=yes\n", OWN_USER, "[panel]\ntype=user\n");
  const byPage = config(OPEN, "enabled=yes\n", `${OWN_USER}[panel]\ntype=user\n`);
  const notGenerated = config(OPEN, "enabled=yes\n", "", "[freepbxuser]\ntype=user\n");
  for (const shared of [byHand, byPage, notGenerated]) {
    assert.equal(ariAccess(shared, ASKED), "shared");
    assert.equal(ariAccess(shared, { ...ASKED, audience: "here" }), "kept");
    assert.equal(ariAccess(shared, { ...ASKED, wasKept: true }), "kept");
    assert.equal(ariAccess(shared, { ...ASKED, audience: "as-is", wasKept: true }), "shared");
  }
  assert.deepEqual(
    usersOfOthers(byHand).map(({ name }) => name),
    ["panel"],
  );
});

it("knows by which addresses others come, and rules that are there", () => {
  const access = (http: string, isFreePbx = false) =>
    ariAccess(config(`[general]\n${http}\n`, "enabled=no\n"), { ...ASKED, isFreePbx });
  for (const http of [
    "enabled=no\nbindaddr=::",
    // Without an address nothing listens.
    "enabled=yes",
    "enabled=yes\nbindaddr=\ntlsenable=yes",
    "enabled=yes\nbindaddr=127.0.0.1",
    "enabled=yes\nbindaddr=::1",
    "enabled=yes\nbindaddr=127.0.0.1\ntlsenable=yes",
    "enabled=yes\nbindaddr=127.0.0.1\ntlsenable=yes\ntlsbindaddr=[::1]:8089",
  ]) {
    assert.equal(access(http), "unreachable", http);
    // On FreePBX's page it is opened to others any day.
    assert.equal(access(http, true), "kept", http);
  }
  for (const http of [
    "enabled=yes\nbindaddr=0.0.0.0",
    "enabled=yes\nbindaddr=192.0.2.1",
    "enabled=yes\nbindaddr=127.0.0.1\ntlsenable=yes\ntlsbindaddr=0.0.0.0:8089",
    "enabled=no\ntlsenable=yes\nbindaddr=::",
  ]) {
    assert.equal(access(http), "kept", http);
  }
  assert.equal(access("enabled=yes\nbindaddr=::\n[/ari]\ntype=restriction"), "restricted-already");
  assert.equal(access("enabled=yes\nbindaddr=::\n[/media]\ntype=restriction"), "restricted-already");
  // Of everything, for telephones in a browser: it holds as well.
  assert.equal(access("enabled=yes\nbindaddr=::\n[/]\ntype=restriction"), "kept");
});
