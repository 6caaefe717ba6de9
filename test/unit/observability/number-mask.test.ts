import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createLog } from "../../../src/observability/log.js";
import { createNumberMask, type NumberStyle } from "../../../src/observability/number-mask.js";
import { processorMs } from "../../support/processor-time.js";

const NUMBER = "+4930123456";

function logging(numbers: NumberStyle) {
  const raw: string[] = [];
  const log = createLog({
    level: "debug",
    transcripts: true,
    numbers,
    secrets: ["s3cret-4930123456"],
    sink: (line) => raw.push(line),
  });
  return { log, raw };
}

test("numbers are shown as they are by default", () => {
  const raw: string[] = [];
  const log = createLog({ level: "info", transcripts: false, sink: (line) => raw.push(line) });
  log.info("call_start", `Calling ${NUMBER}`, { extension: NUMBER });
  assert.equal(raw.join().split(NUMBER).length, 3);
});

test("no line holds a number: facts, lists, sentences, errors, dial strings, addresses", () => {
  const { log, raw } = logging("none");
  const bound = log.with({ caller: "1001" });
  bound.info("call_start", "Calling 1001", { extension: NUMBER, number: "alice" });
  log.warn("a", "PJSIP/1001@pbx and Local/4711@from-internal/n are away", {
    error: new Error("sip:4711@pbx.test: 404"),
  });
  log.error("b", "The number 4712 may not be dialled.", { url: new URL("http://h.test/?to=%2B4930123456&from=1001") });
  log.info("c", "030 / 123 45 67, (030) 123-4567, +49.30.1234567 and 0049-30-1234567", {
    deep: [{ extension: "4713" }],
  });
  log.said("d", "The caller said something", {}, { text: "Call 1001 or 4713 or 0301234567." });
  log.info("e", "x", { list: ["4713"] });
  log.info("f", "x", { extensions: ["12", "zoe"], denied: new Set(["13", "otto"]), number: ["14", ["15"]] });
  const text = raw.join("");
  assert.doesNotMatch(text, /1001|471[123]|49\W*30|123\W*45|alice|zoe|otto|"1[2-5]"/);
  assert.match(text, /Calling \*\*\*/);
});

test("the last four digits are left where that is asked for", () => {
  const { log, raw } = logging("last4");
  log.info("call_start", `Calling ${NUMBER}, then 030 123-4567 and 1001`, { extension: NUMBER, caller: "1001" });
  const { msg, data } = JSON.parse(raw[0] ?? "") as { msg: string; data: object };
  assert.deepEqual([msg, data], ["Calling ***3456, then ***4567 and 1001", { extension: "***3456", caller: "1001" }]);
});

test("numbers are masked however they are written, and names where a text says that they are one", () => {
  const odd = ["030-1234", "030.12345", "030_123456", "30-12", "1_0.1", "*43", "#9-1", "alice", "Al.ice-2"];
  for (const number of odd) {
    const mask = createNumberMask("none");
    for (const text of [`Calling ${number}`, `The number ${number} may not be dialled.`, `Calling ${number}, then`]) {
      assert.equal(mask?.(text), text.replace(number, "***"));
    }
    for (const text of ["do-not-call 12", "/do-not-call/12"]) {
      assert.equal(mask?.(text), text.replace("12", "***"));
    }
    for (const text of [`sip:${number}@pbx.test`, `PJSIP/${number}@pbx`]) {
      assert.equal(mask?.(text), text.replace(number, "***"));
    }
    assert.equal(mask?.(number, "extension"), "***");
    if (/[a-z]/.test(number)) continue;
    assert.equal(mask?.(`${number} is busy; (${number}).`), "*** is busy; (***).", number);
  }
  const mask = createNumberMask("none");
  for (const text of [
    "A number of calls",
    "The number is busy.",
    "There is no such number.",
    "on the do-not-call list",
  ]) {
    assert.equal(mask?.(text), text);
  }
});

test("a caller's own choice of a number takes no word and no figure out of the log", () => {
  const { log, raw } = logging("none");
  const ids = ["check", "error", "browser", "a1", "1", "22", "sip", "x2y0z0", "level", "***", "+", "\u0660"];
  for (const id of ids) log.info("call_start", "Incoming call", { caller: id, extension: id });
  const facts = raw.map((line) => (JSON.parse(line) as { data: object }).data);
  assert.deepEqual(facts, Array(ids.length).fill({ caller: "***", extension: "***" }));
  const data = { check: "sip", error: "a1", browser: 1, status: "browser", "200": "error 200, 22 of 1" };
  const msg = "sip check failed: an error in the browser, level 22.10 of a1";
  log.warn("check_failed", msg, data);
  const { data: logged, msg: said } = JSON.parse(raw.at(-1) ?? "") as { data: object; msg: string };
  assert.deepEqual([logged, said], [data, msg]);
});

test("the names of facts stay, and secrets in them do not", () => {
  const { log, raw } = logging("none");
  log.info("call_start", "x", { caller: "4711" });
  log.info("e", "x", { "4711": "4711", "s3cret-4930123456": 1, deep: { "4711": 1 } });
  assert.match(raw[1] ?? "", /"data":\{"4711":"\*\*\*","\*\*\*":1,"deep":\{"4711":1\}\}/);
});

test("other digits stay: ids, times, addresses, channels, ports, durations", () => {
  const mask = createNumberMask("none");
  for (const text of [
    "0b7f5f5e-3c0e-4b6a-9a52-123456789012",
    "msg_01234567-0123-0123-0123-012345678901",
    "2026-06-01T08:00:00.000Z",
    "2026-06-01",
    "http://192.168.100.200:54321/hook",
    "1780000000.1234567",
    "took 10000 ms on port 5060 with Asterisk 22.10.1",
  ])
    assert.equal(mask?.(text), text);
  const { log, raw } = logging("none");
  log.info("e", "m", { call_id: "01234567-0123-0123-0123-012345678901", ms: 12_345_678, caller: "" });
  assert.match(raw[0] ?? "", /"call_id":"01234567-0123-0123-0123-012345678901","ms":12345678,"caller":""/);
});

test("secrets are masked as before, numbers in them or not", () => {
  const { log, raw } = logging("last4");
  log.info("e", "s3cret-4930123456", { key: "s3cret-4930123456" });
  assert.doesNotMatch(raw.join(), /s3cret|3456/);
});

test("a number of three digits or more is masked wherever it stands by itself once it belonged to a party", () => {
  const part = fc.string({ maxLength: 10 }).map((text) => text.replace(/[\w+*#]/g, ""));
  const number = fc.stringMatching(/^[1-9]\d{2,14}$/);
  fc.assert(
    fc.property(number, part, part, (digits, before, after) => {
      const mask = createNumberMask("none");
      mask?.(digits, "caller");
      assert.ok(!mask?.(`${before} ${digits} ${after}`).includes(digits));
    }),
  );
});

test("a long text costs little", () => {
  const mask = createNumberMask("none");
  for (const text of [
    "1 ".repeat(50_000),
    "1".repeat(100_000),
    "a1-".repeat(30_000),
    "0-".repeat(50_000),
    "number a-".repeat(9_000),
    `number ${"a-".repeat(50_000)}_`,
    "a._".repeat(30_000),
    `sip:${"a.-".repeat(30_000)}`,
    "sip:".repeat(30_000),
  ]) {
    const took = processorMs(() => mask?.(text));
    assert.ok(took < 500, `${text.slice(0, 6)}: ${took} ms`);
  }
});
