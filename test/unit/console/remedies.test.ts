import assert from "node:assert/strict";
import { test } from "node:test";
import { REMEDIES } from "../../../src/console/remedies.js";
import type { CheckName } from "../../../src/observability/health.js";
import { textOf } from "../../support/compose-file.js";

/** The compiler holds this list against the checks that there are. */
const CHECKS: Readonly<Record<CheckName, true>> = {
  asterisk: true,
  sip: true,
  store: true,
  stt: true,
  stt_realtime: true,
  llm: true,
  tts: true,
  assistants: true,
  zones: true,
};

test("the console knows what each check means, and what helps", () => {
  assert.deepEqual(Object.keys(REMEDIES).sort(), Object.keys(CHECKS).sort());
});

test("what helps names settings that there are", () => {
  const page = textOf("docs/settings.md");
  const named = Object.values(REMEDIES).flatMap(({ remedy }) => remedy.match(/\b[A-Z]+(_[A-Z]+)+\b/g) ?? []);
  assert.ok(named.length > 10);
  for (const name of named) assert.ok(page.includes(`\`${name}\``), `${name} is no setting`);
});
