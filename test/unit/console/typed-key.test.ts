import assert from "node:assert/strict";
import { test } from "node:test";
import { typedKey } from "../../../src/console/typed-key.js";

test("a key is taken without what came along when it was copied", () => {
  assert.equal(typedKey(" a-key-of-sixteen\u200b\ufeff\n"), "a-key-of-sixteen");
  assert.equal(typedKey("\u2066a\u00ad-key\u2069"), "a-key");
});

test("what no key has is told, before a request fails for it", () => {
  for (const given of ["", "\u200b", "a key", "a\u0000key", "schlüssel", "a-key…", "a\u00a0key"])
    assert.equal(typedKey(given), undefined, given);
});
