import assert from "node:assert/strict";
import { test } from "node:test";
import type { Settings } from "../../../src/config/settings.js";
import { clientsOf } from "../../../src/wiring/client-limits.js";

test("clients are the keys that have a name", () => {
  const apiKeys = [{ name: "crm" }, { name: undefined }, { name: "crm" }, { name: "bot" }] as unknown;
  assert.deepEqual([...clientsOf({ apiKeys } as Settings["http"])], ["crm", "bot"]);
});
