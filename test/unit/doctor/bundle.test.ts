import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { writeBundle } from "../../../src/doctor/bundle.js";
import { openInstallation } from "../../../src/doctor/installation.js";
import { redactor } from "../../../src/doctor/redact.js";
import { Scope } from "../../../src/kernel/scope.js";
import { quietLog } from "../../support/fakes/quiet-log.js";

const SECRETS = {
  ARI_PASSWORD: "ari-Pass/word+1",
  AMI_PASSWORD: 'ami "quoted" secret',
  SIP_PASSWORD: "sip-secret-of-8000",
  LLM_API_KEY: "sk-llm0123456789abcdef",
  SPEECH_API_KEY: "plainspeechkey0123",
  API_KEYS: "crm:read+call:key-of-the-crm-0123456",
  MODEL_KEY_LARGE: "keyofthelargemodel01",
  WEBHOOK_SECRET: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  MONGODB_URI: "mongodb://admin:mongo-pass-77@db.example:27017/attendant",
};
const NUMBERS = ["8000", "2001", "+4930123456", "4930123456", "030 1234567", "5551234"];
const WORDS = ["my pin is", "Good morning Ada", "You are a secret agent", "Hello from the clinic"];

interface Bundle {
  readonly versions: Readonly<Record<string, string>>;
  readonly settings: Readonly<Record<string, string>>;
  readonly checks: readonly { readonly name: string }[];
  readonly log: readonly { readonly event: string; readonly data?: object }[];
}

/** What of it may be in no bundle, in whatever dress. */
const needles = () => {
  const basic = (user: string, secret: string) =>
    Buffer.from(`${user}:${secret}`).toString("base64").replace(/=+$/, "");
  const secrets = [
    ...Object.values(SECRETS).filter((value) => !/[:/]/.test(value)),
    "key-of-the-crm-0123456",
    "mongo-pass-77",
    "ari-Pass/word+1",
    "url-pass-99",
    "stray-bearer-token-1",
    "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  ];
  return [
    ...secrets,
    ...secrets.map(encodeURIComponent),
    ...secrets.map((secret) => JSON.stringify(secret).slice(1, -1)),
    ...secrets.map((secret) => Buffer.from(secret).toString("base64").replace(/=+$/, "")),
    basic("attendant", SECRETS.ARI_PASSWORD),
    basic("attendant", SECRETS.AMI_PASSWORD),
    ...NUMBERS,
    ...WORDS,
  ];
};

describe("the bundle for a bug report", () => {
  let folder: string;
  let text: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "attendant-bundle-"));
    const given = {
      ...SECRETS,
      DATA_DIR: folder,
      ARI_URL: "http://127.0.0.1:59",
      LLM_BASE_URL: "https://user:url-pass-99@llm.example/v1",
      LLM_MODEL: "a-model",
      SIP_USER: "8000",
      SIP_DOMAIN: "pbx.example",
      OPERATOR_EXTENSION: "2001",
      DIAL_RULES: "clients: +4930123456",
      SYSTEM_PROMPT: "You are a secret agent",
      PHRASES_GREETINGS: '["Hello from the clinic"]',
    };
    const basic = Buffer.from(`attendant:${SECRETS.ARI_PASSWORD}`).toString("base64");
    const log = [
      {
        ts: "2026-11-22T10:00:00.000Z",
        level: "INFO",
        event: "call_start",
        msg: "A call from 2001",
        data: { caller: "5551234", call_id: "4930123456", active_calls: 1 },
      },
      {
        ts: "2026-11-22T10:00:01.000Z",
        level: "INFO",
        event: "stt_result",
        msg: "my pin is 1234",
        data: { text: "my pin is 1234", ms: 210, code: "Good morning Ada" },
      },
      {
        ts: "2026-11-22T10:00:02.000Z",
        level: "ERROR",
        event: "asterisk_away",
        msg: `Basic ${basic}`,
        data: { code: "asterisk_unreachable", detail: "stray-bearer-token-1", number: 4930123456 },
      },
      { ts: "2026-11-22T10:00:03.000Z", level: "WARN", event: "My Pin Is", msg: "x" },
    ];
    const logFile = join(folder, "service.log");
    await writeFile(
      logFile,
      ["not json 5551234", ...log.map((line) => `controller-1  | ${JSON.stringify(line)}`)].join("\n"),
    );
    await using scope = new Scope("bundle");
    const installation = openInstallation({ folder, given, version: "0.1.0", log: quietLog, scope });
    const detail = [
      `http://me:url-pass-99@llm.example refused Bearer stray-bearer-token-1 and Basic ${basic}`,
      `with ${SECRETS.SPEECH_API_KEY}, ${SECRETS.MODEL_KEY_LARGE}, ${encodeURIComponent(SECRETS.AMI_PASSWORD)} and ${SECRETS.MONGODB_URI}`,
      "Extension 8000 is registered; 2001 and +4930123456 too, 030 1234567 as well; “my pin is 1234” was understood",
    ].join(". ");
    const diagnosis = {
      ok: false,
      results: [{ name: "llm", title: "The language model", state: "fault" as const, detail, ms: 12 }],
    };
    const file = join(folder, "bundle.json");
    const needs = { logFile, installation, diagnosis, redact: redactor(installation) };
    // One from before, which everybody could read.
    await writeFile(file, "x".repeat(100_000), { mode: 0o644 });
    await writeBundle({ ...needs, file });
    text = await readFile(file, "utf8");
    const link = join(folder, "link.json");
    await symlink("theirs", link);
    await assert.rejects(writeBundle({ ...needs, file: link }), { code: "ELOOP" });
    await assert.rejects(stat(join(folder, "theirs")));
    assert.equal((await stat(file)).mode & 0o077, 0);
  });
  after(() => rm(folder, { recursive: true }));

  it("has no secret, no telephone number and no word that was said, in no dress", () => {
    assert.deepEqual(
      needles().filter((needle) => text.includes(needle)),
      [],
    );
  });

  it("has what a reader needs", () => {
    const bundle = JSON.parse(text) as Bundle;
    assert.equal(bundle.versions.attendant, "0.1.0");
    assert.equal(bundle.settings.LLM_MODEL, "a-model");
    assert.match(bundle.settings.SYSTEM_PROMPT ?? "", /^\d+ characters$/);
    assert.equal(bundle.settings.ARI_URL, "http://127.0.0.1:59/");
    assert.equal(bundle.checks[0]?.name, "llm");
    assert.deepEqual(
      bundle.log.map(({ event }) => event),
      ["call_start", "stt_result", "asterisk_away"],
    );
    assert.deepEqual(bundle.log[0]?.data, { active_calls: 1 });
    assert.deepEqual(bundle.log[2]?.data, { code: "asterisk_unreachable" });
  });
});
