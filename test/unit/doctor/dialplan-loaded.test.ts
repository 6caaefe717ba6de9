import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { it, type TestContext } from "node:test";
import { loadedDialplan, setUpAs } from "../../../src/doctor/dialplan-loaded.js";
import type { Installation } from "../../../src/doctor/installation.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

const STATUS = "HTTP Server Status:\nPrefix: \nServer: Asterisk\nServer Enabled and Bound to [::]:8088\n";
const SHOWN =
  "[ Context 'phones' created by 'pbx_config' ]\n  '1' =>            1. NoOp()            [extensions.conf:2]\n";

/** A machine whose `asterisk` writes down how it is called, and answers so. */
async function machine(t: TestContext, status: string, code = 0) {
  const folder = await temporaryFolder();
  t.after(() => folder[Symbol.asyncDispose]());
  writeFileSync(join(folder.path, "status"), status);
  writeFileSync(join(folder.path, "shown"), SHOWN);
  const answer = `#!/bin/sh
case "$*" in
*"http show status"*) cat ${folder.path}/status; exit ${code} ;;
*"dialplan show"*) cat ${folder.path}/shown ;;
esac
`;
  writeFileSync(join(folder.path, "asterisk"), answer, { mode: 0o755 });
  const environment = { PATH: `${folder.path}:/usr/bin:/bin` };
  return {
    folder: folder.path,
    loaded: (url: string) =>
      loadedDialplan({ folder: folder.path, environment, settings: { ari: { url } } } as unknown as Installation),
  };
}

it("is taken from the Asterisk of this machine, when that is the one that ARI_URL leads to", async (t) => {
  const { loaded } = await machine(t, STATUS);
  const lines = [
    { context: "phones", extension: "1", priority: "1", application: "NoOp", appdata: "", origin: "extensions.conf:2" },
  ];
  assert.deepEqual(await loaded("http://127.0.0.1:8088"), lines);
  assert.deepEqual(await loaded("http://[::1]:8088"), lines);
  for (const other of ["http://127.0.0.1:8188", "http://pbx.example:8088", "http://192.0.2.99:8088"])
    assert.match(String(await loaded(other)), /not the one at ARI_URL: .*AMI_PASSWORD/);
});

it("is not known where the command line cannot be used, and that is said with the ways out", async (t) => {
  const { loaded } = await machine(t, "Unable to connect to remote asterisk\n", 1);
  assert.match(String(await loaded("http://127.0.0.1:8088")), /cannot be used here: run this as root .*AMI_PASSWORD/);
});

it("knows which Asterisk setup used", async (t) => {
  const { folder } = await machine(t, STATUS);
  assert.equal(setUpAs(folder), undefined);
  mkdirSync(join(folder, "data/setup"), { recursive: true });
  const begun = { act: "begin", at: "", answers: { way: "freepbx", number: "8000", root: "", configDir: "/opt/etc" } };
  writeFileSync(join(folder, "data/setup/journal.jsonl"), `${JSON.stringify(begun)}\n`);
  assert.deepEqual(setUpAs(folder), begun.answers);
});
