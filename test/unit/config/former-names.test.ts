import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { FORMER_SETTINGS } from "../../../src/config/former-settings.js";
import { examineSettings } from "../../../src/config/settings.js";

const LEAST = {
  LLM_BASE_URL: "http://127.0.0.1:11434/v1",
  LLM_MODEL: "qwen3",
  SPEECH_BASE_URL: "http://127.0.0.1:8000/v1",
  ARI_PASSWORD: "ari-password",
};
const examine = (env: Readonly<Record<string, string>>) =>
  examineSettings({ ...LEAST, ...env }, { hostTimeZone: "UTC", readFile: () => assert.fail("no file is named") });

describe("a former name of a setting", () => {
  it("of a phrase is read, and said to belong into phrases.json", () => {
    const { settings, outdated, misspelt, faults } = examine({ PHRASES_RESUMED: '["Da bin ich wieder."]' });
    assert.deepEqual(settings.phrases, { ...examine({}).settings.phrases, resumed: ["Da bin ich wieder."] });
    assert.match(outdated ?? "", /: PHRASES_RESUMED \(put its list into phrases\.json as "resumed"\)$/);
    assert.deepEqual([misspelt, faults], [[], []]);
  });

  it("has the values of its time, and the setting itself wins", () => {
    const turnTaking = (env: Readonly<Record<string, string>>) => examine(env).settings.turns.turnTaking;
    assert.equal(turnTaking({ ENDPOINT_MODE: "Words" }), "adaptive");
    assert.equal(turnTaking({ ENDPOINT_MODE: "fixed" }), "fixed");
    assert.equal(turnTaking({ ENDPOINT_MODE: "fixed", THINK_AHEAD: "no" }), "sequential");
    assert.equal(turnTaking({ THINK_AHEAD: "true" }), "adaptive");
    assert.deepEqual(examine({ THINK_AHEAD: "constructor", LOG_TRANSCRIPTS: "constructor" }).faults, []);
    assert.equal(turnTaking({ TURN_TAKING: "adaptive", ENDPOINT_MODE: "fixed" }), "adaptive");
  });

  it("is reported once, with all others that are set", () => {
    const { outdated, warnings } = examine({ ENDPOINT_MODE: "fixed", BARGE_IN_MS: "500", MIN_SPEECH_MS: " " });
    assert.equal(
      outdated,
      "Former names of settings, which the next version will not read: ENDPOINT_MODE (now TURN_TAKING=fixed), BARGE_IN_MS (has no effect: delete it)",
    );
    assert.equal(warnings.filter((each) => each === outdated).length, 1);
  });

  it("of a port in Docker Compose is said to have no effect, and which port holds", () => {
    const { outdated, misspelt } = examine({ ATTENDANT_PORT_3: "9082", GRAFANA_PORT: "3001" });
    assert.match(outdated ?? "", /: ATTENDANT_PORT_3 \(has no effect: .* 8081 to 8083 .*\), GRAFANA_PORT \(.* 3000 /);
    assert.deepEqual(misspelt, []);
  });

  it("of a time-out holds for all back ends, the language model's first", () => {
    const timeouts = (env: Readonly<Record<string, string>>) => {
      const { llm, stt, tts } = examine(env).settings;
      return [llm.timeoutMs, stt.timeoutMs, tts.timeoutMs];
    };
    assert.deepEqual(timeouts({}), [15_000, 10_000, 10_000]);
    assert.deepEqual(timeouts({ TTS_TIMEOUT_MS: "700", LLM_TIMEOUT_MS: "60000" }), [60_000, 60_000, 60_000]);
    assert.deepEqual(timeouts({ BACKEND_TIMEOUT_MS: "500", STT_TIMEOUT_MS: "900" }), [500, 500, 500]);
  });

  it("is named where its value is wrong", () => {
    const { faults } = examine({ STT_TIMEOUT_MS: "soon" });
    assert.deepEqual(faults, [
      { name: "STT_TIMEOUT_MS", problem: "expected a whole number from 500 to 300000", given: '"soon"' },
    ]);
  });

  it("is named where it is joined to others and one of them is wrong", () => {
    const problems = (env: Readonly<Record<string, string>>) => examine(env).faults;
    assert.deepEqual(problems({ DIAL_ALLOW: "_1XXX", DIAL_RULES: "clients: _2XXX" }), [
      { name: "DIAL_RULES", problem: "has more than one row clients (read from DIAL_RULES and DIAL_ALLOW)" },
    ]);
    assert.deepEqual(problems({ DIAL_ALLOW: "_1XXX", DIAL_DENY: "_[", CALLER_DIALS_PER_HOUR: "7" }), [
      {
        name: "DIAL_RULES",
        problem: `never: "_[": "[" must be followed by characters or ranges and "]" (read from DIAL_ALLOW, DIAL_DENY and CALLER_DIALS_PER_HOUR)`,
      },
    ]);
    const [fault, ...others] = problems({ API_KEYS: "crm:call:0123456789abcdef", API_CLIENTS: '{"ops": 5}' });
    assert.match(fault?.problem ?? "", /^entry 2 of 2 .* \(read from API_KEYS and API_CLIENTS\)$/);
    assert.deepEqual(others, []);
    assert.deepEqual(problems({ DIAL_ALLOW: "_[" })[0]?.name, "DIAL_ALLOW");
  });

  it("of clients' limits joins them to the keys", () => {
    const API_KEYS = "crm:call:0123456789abcdef";
    const API_CLIENTS = '{"crm": {"dial_allow": "_1XXX,2000", "rate_per_minute": 60}}';
    const { settings, shown, faults } = examine({ API_KEYS, API_CLIENTS });
    assert.deepEqual(faults, []);
    assert.deepEqual([settings.http.apiKeys.length, settings.http.apiClients[0]?.ratePerMinute], [1, 60]);
    assert.equal(settings.http.apiClients[0]?.dialAllow?.length, 2);
    assert.doesNotMatch(JSON.stringify(shown), /_1XXX/);
    assert.equal(examine({ API_KEYS, API_CLIENTS: '{"crm": {"dial_alow": "1"}}' }).faults.length, 1);
    assert.equal(examine({ API_KEYS, API_CLIENTS: "{" }).faults.length, 1);
  });

  it("of a dial list becomes a row of DIAL_RULES", () => {
    const { settings, faults } = examine({
      DIAL_ALLOW: "_1XX",
      DIAL_DENY: "110",
      CALLER_EMERGENCY: "allow",
      CALLER_DIALS_PER_HOUR: "7",
      DIAL_RULES: "callers: _2XX",
    });
    const { clients, callers, never, callerEmergency, callerDialsPerHour } = settings.calls.dialRules;
    assert.deepEqual(faults, []);
    assert.deepEqual(
      [clients, callers, never].map((row) => row.length),
      [1, 1, 1],
    );
    assert.deepEqual([callerEmergency, callerDialsPerHour], ["allow", 7]);
  });

  it("is on the page about upgrades", () => {
    const page = readFileSync(new URL("../../../docs/upgrade.md", import.meta.url), "utf8");
    const named = FORMER_SETTINGS.map(({ name }) => name).filter((name) => !new RegExp(`\\b${name}\\b`).test(page));
    assert.deepEqual(named, []);
  });
});
