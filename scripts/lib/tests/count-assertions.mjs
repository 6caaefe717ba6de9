import assert from "node:assert";
import { appendFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";

// Preloaded into a test file: counts the assertions that it executes, and writes their number to ASSERTIONS_TO at the end.
// `match` and `doesNotMatch` are not counted: Node 20 distinguishes them by comparing with the property that would be replaced.
const ASSERTIONS = [
  ...["ok", "equal", "notEqual", "deepEqual", "notDeepEqual", "strictEqual", "notStrictEqual", "deepStrictEqual"],
  ...["notDeepStrictEqual", "throws", "doesNotThrow", "rejects", "doesNotReject", "fail", "ifError"],
];
let count = 0;
/** The strict form shares functions with the other one. @type {Map<Function, Function>} */
const counting = new Map();
for (const object of [assert, assert.strict]) {
  for (const name of ASSERTIONS) {
    const original = Reflect.get(object, name);
    const wrapper =
      counting.get(original) ??
      ((/** @type {unknown[]} */ ...given) =>
        ((count += 1), original(...given)));
    counting.set(original, wrapper);
    counting.set(wrapper, wrapper);
    Reflect.set(object, name, wrapper);
  }
}
syncBuiltinESMExports();
const { ASSERTIONS_TO } = process.env;
delete process.env.ASSERTIONS_TO; // Processes started by a test are not test files.
if (ASSERTIONS_TO !== undefined) process.on("exit", () => appendFileSync(ASSERTIONS_TO, `{"assertions":${count}}\n`));
