import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toBytes } from "../../../src/setup/file-state.js";
import { masked, showChanges } from "../../../src/setup/show-changes.js";

const OWN = { mode: 0o640, uid: 1, gid: 2 };

describe("what is shown of a change", () => {
  it("has no secret in it, neither what is written nor what stands beside it", () => {
    const text =
      "+password = hunter2\n secret=>hunter2\n-ARI_PASSWORD=hunter2\n+#LLM_API_KEY=hunter2\n+uri = a:topsecret@b\n";
    const shown = masked(text, ["topsecret"]);
    assert.doesNotMatch(shown, /hunter2|topsecret/);
    assert.match(shown, /^\+password = \*{8}$/m);
    assert.match(shown, /^\+uri = a:\*{8}@b$/m);
  });

  it("shows no secret of a line that goes, is commented out, or is of a tool, however it is written", () => {
    const lines = [
      "-export LLM_API_KEY=",
      "-LLM_API_KEY = ",
      " # ARI_PASSWORD=",
      " WEATHER_TOKEN=",
      "+MODEL_KEY_LARGE=",
      "-;password = ",
      " A=http://b:",
    ];
    const shown = masked(lines.map((line) => `${line}hunter2@c`).join("\n"));
    assert.doesNotMatch(shown, /hunter2/);
    for (const path of ["+API_KEYS_FILE=secrets/api_keys", "+MODEL_KEY_LARGE_FILE=secrets/large"])
      assert.equal(masked(path), path);
  });

  it("is a unified difference, of a new file to nothing", () => {
    const before = { ...OWN, bytes: toBytes("[a]\nx = ä\n") };
    const change = {
      path: "/etc/a.conf",
      before,
      after: { ...before, bytes: toBytes("[a]\nx = ä\n#tryinclude b\n") },
      shown: "difference" as const,
    };
    assert.match(
      showChanges([change], []),
      /^--- \/etc\/a\.conf.*\n\+\+\+ \/etc\/a\.conf.*\n@@ -1,2 \+1,3 @@\n \[a\]\n x = ä\n\+#tryinclude b$/m,
    );
    const made = {
      path: "/x/.env",
      before: undefined,
      after: { ...OWN, bytes: "A=1\n" },
      shown: "difference" as const,
    };
    assert.match(showChanges([made], []), /^--- \/dev\/null.*\n\+\+\+ \/x\/\.env.*\n@@ .* @@\n\+A=1$/m);
  });

  it("is a line where only permissions change, or the file is of no interest", () => {
    const before = { ...OWN, bytes: "x", mode: 0o644 };
    const tightened = { path: "/x/.env", before, after: { ...before, mode: 0o600 }, shown: "difference" as const };
    assert.match(showChanges([tightened], []), /^\/x\/\.env: permissions 644 → 0600/);
    const rendered = {
      path: "/x/sip.conf",
      before: undefined,
      after: { ...OWN, bytes: "secret" },
      shown: "name" as const,
    };
    assert.match(showChanges([rendered], []), /^\/x\/sip\.conf: new, 6 bytes \(0640, user 1, group 2\)/);
  });
});
