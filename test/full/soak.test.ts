import assert from "node:assert/strict";
import { test } from "node:test";
import { CALL_KINDS, faultsNamed, soak, temporaryFolder } from "../support/index.js";

/** The quick form of `npm run soak`, which has all faults and takes an hour. */
const FOR_MS = 36_000;
const EVERY_MS = 8_000;
const FAULTS = "kill,ari-events,backend-fail,clock";
const CALLS = 10;

test("calls of every kind, with faults in between, keep every promise", { timeout: 400_000 }, async (t) => {
  await using folder = await temporaryFolder();
  const { broken, ...report } = await soak({
    store: "sqlite",
    calls: CALLS,
    folder: folder.path,
    built: false,
    forMs: FOR_MS,
    faults: faultsNamed(FAULTS),
    everyMs: EVERY_MS,
    seed: 1,
    tell: (line) => t.diagnostic(line),
  });
  t.diagnostic(JSON.stringify(report));
  assert.deepEqual(broken, []);
  // How many there was time for depends on how soon all was well again.
  assert.ok(report.faults.kill === 1 && Object.keys(report.faults).length >= 2, JSON.stringify(report.faults));
  for (const { name } of CALL_KINDS) assert.ok((report.kinds[name] ?? 0) > 0, `no call of the kind "${name}"`);
  assert.ok((report.records["outbound completed"] ?? 0) > 5 && (report.records["inbound completed"] ?? 0) > 5);
  assert.ok(report.webhooks.calls > 5);
});
