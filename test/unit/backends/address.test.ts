import assert from "node:assert/strict";
import { test } from "node:test";
import { baseAddressOf } from "../../../src/backends/address.js";

const same: [written: string, used: string][] = [
  ["http://host:9000", "http://host:9000/v1"],
  ["http://host:9000/", "http://host:9000/v1"],
  ["http://host:9000/v1", "http://host:9000/v1"],
  ["http://host:9000/v1/", "http://host:9000/v1"],
  [" https://host/openai ", "https://host/openai/v1"],
  ["https://host/openai/v1", "https://host/openai/v1"],
  ["https://host/v1beta/openai/", "https://host/v1beta/openai"],
  ["https://host/api/paas/v4", "https://host/api/paas/v4"],
];

for (const [written, used] of same) {
  test(`the base address ${written.trim()} is used as ${used}`, () => assert.equal(baseAddressOf(written), used));
}

for (const wrong of ["host:9000", "", "ftp://host/v1", "http://user:secret@host/v1", "http://host/v1?key=secret"]) {
  test(`the base address "${wrong}" is refused without repeating a secret`, () => {
    assert.throws(
      () => baseAddressOf(wrong),
      (error: Error & { code?: string }) => error.code === "settings_invalid" && !error.message.includes("secret"),
    );
  });
}
