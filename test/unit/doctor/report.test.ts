import assert from "node:assert/strict";
import { it } from "node:test";
import { redactor } from "../../../src/doctor/redact.js";
import { asJson } from "../../../src/doctor/report.js";

it("is JSON for programs whatever is hidden in it", () => {
  const { secrets } = redactor({ environment: { LLM_API_KEY: '"detail"' }, secrets: [] });
  const json = asJson({ detail: 'GET /v1?key=hunter2"\nBearer hunter2hunter2' }, secrets);
  assert.deepEqual(JSON.parse(json), { detail: 'GET /v1?key=***"\nBearer ***' });
});
