import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { AVOIDED, KEPT, NOT_READ, READ } from "../support/plain-words.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

const files = READ.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll("\\", "/")),
).filter((path) => !NOT_READ.test(path) && !/(^|\/)(node_modules|dist|\.vitepress\/cache)\//.test(path));

/** Finds avoided wordings, also across the line breaks of a comment. */
function* faultsIn(path: string, text: string): Generator<string> {
  const lines = text.split("\n");
  for (const [at, line] of lines.entries()) {
    if (KEPT[path]?.test(line)) continue;
    const next = (lines[at + 1] ?? "").replace(/^\s*(\*|\/\/|#|;)?\s*/, "");
    for (const [wording, say] of AVOIDED) {
      const found = wording.exec(`${line.trimEnd()} ${next}`);
      if (!found || found.index > line.trimEnd().length) continue;
      yield `${path}:${at + 1}: "${found[0]}": ${say}`;
    }
  }
}

describe("comments and messages", () => {
  it("are read from real files", () => {
    for (const folder of READ)
      assert.ok(
        files.some((path) => path.startsWith(`${folder}/`)),
        folder,
      );
  });

  it("are in plain words", () => {
    const faults = files.flatMap((path) => [...faultsIn(path, readFileSync(join(root, path), "utf8"))]);
    assert.equal(faults.length, 0, `Say it plainly (test/support/plain-words.ts):\n  ${faults.join("\n  ")}\n`);
  });

  it("would be found", () => {
    const text = "/**\n * Waits for whoever\n * comes, and is told\n * of it.\n */\n";
    assert.deepEqual(
      [...faultsIn("src/a.ts", text)].map((fault) => fault.split(": ").slice(0, 2).join(": ")),
      ['src/a.ts:2: "whoever"', 'src/a.ts:3: "told of"'],
    );
  });
});
