import assert from "node:assert/strict";
import { it } from "node:test";
import type { JournalEntry } from "../../../src/setup/journal.js";
import { buildOf, isOfAnotherBuild } from "../../../src/setup/bring-up.js";

const started = (build?: string): JournalEntry => {
  return { act: "start", pid: 1, began: "1", what: "the service", ...(build !== undefined && { build }) };
};
const isAnother = (entries: readonly JournalEntry[], build: string) => isOfAnotherBuild({ entries }, build);

it("is another one after an upgrade, however the service is started", () => {
  assert.ok(isAnother([started("a")], "b"));
  assert.ok(isAnother([{ act: "enable", unit: "ari-attendant.service", build: "a" }], "b"));
  // Of a version that noted none.
  assert.ok(isAnother([started()], "b"));
});

it("is the same where nothing was built since, and where nothing was started", () => {
  assert.ok(!isAnother([started("a"), started("b")], "b"));
  assert.ok(!isAnother([started()], ""));
  assert.ok(!isAnother([{ act: "done", at: "" }], "b"));
});

it("is known by what the build was made of", () => {
  const file = (path: string) =>
    path === "/opt/attendant/dist/.made-of" ? { bytes: "a1b2\n", mode: 0o644, uid: 0, gid: 0 } : undefined;
  assert.equal(buildOf({ project: "/opt/attendant", file }), "a1b2");
  assert.equal(buildOf({ project: "/elsewhere", file }), "");
});
