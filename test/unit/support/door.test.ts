import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { importsOf, tokensOf } from "../../support/source-tokens.js";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
/** What stands outside of `test/support` as another repository does. */
const OUTSIDE = ["test/system", "scripts/lib"];

test("imports from outside of the test support go through its door", () => {
  const files = OUTSIDE.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => `${folder}/${name}`),
  );
  const imports = files.flatMap((file) =>
    importsOf(tokensOf(readFileSync(join(ROOT, file), "utf8")))
      .filter(({ from }) => /(?:^|\/)support\//.test(from))
      .map(({ from, line }) => ({ at: `${file}:${line}`, from })),
  );
  assert.ok(imports.length > 20, "nothing was read");
  assert.deepEqual(
    imports.filter(({ from }) => !from.endsWith("/support/index.js")),
    [],
  );
});
