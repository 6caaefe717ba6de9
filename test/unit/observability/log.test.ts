import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createLog, type LogNeeds } from "../../../src/observability/log.js";

interface Line {
  ts: string;
  level: string;
  event: string;
  msg: string;
  data?: Record<string, unknown>;
}

function logging(needs: Partial<LogNeeds> = {}) {
  const raw: string[] = [];
  const log = createLog({ level: "debug", transcripts: false, sink: (line) => raw.push(line), ...needs });
  const only = (): Line => {
    assert.equal(raw.length, 1);
    return JSON.parse(raw[0] as string);
  };
  return { log, raw, only };
}

describe("a log line", () => {
  it("is one JSON object with exactly the agreed fields", () => {
    const { log, raw, only } = logging();
    log.info("call_start", "A call from 2001", { caller: "2001" });
    const { ts, ...rest } = only();
    assert.deepEqual(rest, { level: "INFO", event: "call_start", msg: "A call from 2001", data: { caller: "2001" } });
    assert.match(ts, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.ok(raw[0]?.endsWith("}\n"));
  });

  it("has no data field when there is nothing in it", () => {
    const { log, only } = logging();
    log.warn("sip_lost", "The registration is gone", {});
    assert.deepEqual(Object.keys(only()).sort(), ["event", "level", "msg", "ts"]);
  });

  it("has its level in capitals, and appears from the level asked for", () => {
    const { log, raw } = logging({ level: "warn" });
    for (const level of ["debug", "info", "warn", "error"] as const) log[level]("event", "msg");
    log.said("stt_result", "Understood", {}, { text: "hello" });
    assert.deepEqual(
      raw.map((line) => JSON.parse(line).level),
      ["WARN", "ERROR"],
    );
  });

  it("carries what a log with more facts was given, the nearest winning", () => {
    const { log, only } = logging();
    log.with({ call_id: "a", turn: 1 }).with({ turn: 2 }).info("barge_in", "Interrupted", { ms: 3 });
    assert.deepEqual(only().data, { call_id: "a", turn: 2, ms: 3 });
  });

  it("stays one line whatever people say", () => {
    const { log, raw, only } = logging({ transcripts: true });
    log.said("stt_result", "Understood", {}, { text: 'a\nb\u2028c"}\n{"level":"ERROR"' });
    assert.equal(raw[0]?.trimEnd().split("\n").length, 1);
    assert.equal(only().data?.text, 'a\nb\u2028c"}\n{"level":"ERROR"');
  });

  it("shows what a terminal would obey or hide, and reads as the same text", () => {
    const codes = [0x1b, 0x7f, 0x80, 0x85, 0x9b, 0x9f, 0xad, 0x61c, 0x200e, 0x200f, 0x2028, 0x2029, 0x2066, 0x2069];
    const marks = String.fromCodePoint(...codes, 0x202a, 0x202e, 0xfeff, 0xfff9, 0xe0041) + "\ud800";
    for (const mark of [...marks]) {
      const { log, raw, only } = logging();
      log.with({ [`k${mark}`]: mark }).warn("event", `a${mark}b`, { list: [mark], error: new Error(mark) });
      assert.match(raw[0] ?? "", /^[\x20-\x7e]+\n$/, `U+${mark.codePointAt(0)?.toString(16)}`);
      assert.equal(only().msg, `a${mark}b`);
      assert.equal(only().data?.[`k${mark}`], mark);
    }
  });

  it("leaves letters and signs of any language as they are", () => {
    const { log, raw } = logging();
    log.info("event", "Grüße, 你好, שלום, مرحبا, ☎ 😀");
    assert.match(raw[0] ?? "", /Grüße, 你好, שלום, مرحبا, ☎ 😀/);
  });
});

describe("what people said", () => {
  it("is in the log by its length only", () => {
    const { log, raw, only } = logging();
    log.with({ call_id: "a" }).said("stt_result", "Understood", { ms: 120 }, { text: "my secret wish" });
    assert.deepEqual(only().data, { call_id: "a", ms: 120, text_length: 14 });
    assert.ok(!raw.join().includes("wish"));
  });

  it("is there in full where transcripts are logged", () => {
    const { log, only } = logging({ transcripts: true });
    log.said("stt_result", "Understood", { ms: 120 }, { text: "my secret wish" });
    assert.deepEqual(only().data, { ms: 120, text: "my secret wish" });
  });
});

describe("a secret", () => {
  it("is masked from when it is known, also in the lines of logs that were there before", () => {
    const { log, raw } = logging({ secrets: ["first-secret"] });
    const ofCall = log.with({ call_id: "a" });
    log.hide(["second-secret"]);
    ofCall.info("e", "first-secret and second-secret");
    assert.match(raw.join(""), /"msg":"\*\*\* and \*\*\*"/);
  });

  it("is masked wherever it stands: message, data, keys, errors, addresses", () => {
    const secret = "p$ss(w)ord*+/#?";
    const { log, raw } = logging({ secrets: [secret, ""] });
    log.error("e", `msg ${secret}`, {
      deep: [{ list: [`x${secret}y`] }],
      [secret]: 1,
      error: new Error(`outer ${secret}`, { cause: new Error(`inner ${secret}`) }),
      url: new URL(`http://host/?api_key=${encodeURIComponent(secret)}`),
      map: new Map([["k", secret]]),
    });
    assert.ok(!raw[0]?.includes(secret) && !raw[0]?.includes(encodeURIComponent(secret)), raw[0]);
    assert.equal(raw[0]?.match(/\*\*\*/g)?.length, 7);
    assert.equal(JSON.parse(raw[0] as string).data.deep[0].list[0], "x***y");
  });

  it("that begins with another one is masked whole", () => {
    const { log, only } = logging({ secrets: ["abcd", "abcdefgh"] });
    log.info("e", "it is abcdefgh");
    assert.equal(only().msg, "it is ***");
  });

  it("that is too short to tell from ordinary words is left to the first line of defence", () => {
    const { log, only } = logging({ secrets: ["a", "12"] });
    log.info("e", "a 12 a");
    assert.equal(only().msg, "a 12 a");
  });
});

describe("the log never throws", () => {
  it("whatever it is given", () => {
    const { log, raw } = logging();
    const circle: Record<string, unknown> = { n: 1n, f: () => 1, s: Symbol("s"), u: undefined, nan: Number.NaN };
    circle.self = circle;
    circle.bytes = Buffer.alloc(640);
    circle.samples = new Int16Array(320);
    circle.date = new Date(Number.NaN);
    circle.long = "x".repeat(100_000);
    circle.many = Array.from({ length: 100_000 }, () => 1);
    Object.defineProperty(circle, "broken", {
      enumerable: true,
      get() {
        throw new Error("no");
      },
    });
    log.info("e", "odd values", { circle, toJSON: 1 });
    log.info("e", "a proxy", {
      proxy: new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error("no");
          },
        },
      ),
    });
    assert.equal(raw.length, 2);
    assert.ok((raw[0]?.length ?? 0) < 100_000);
    const { data } = JSON.parse(raw[1] as string);
    assert.equal(data.proxy, "[unreadable]");
  });

  it("masks a number in the name of a fact, and leaves words there as they are", () => {
    const { log, only } = logging({ numbers: "last4" });
    log.info("e", "calls", { "+491701234567": 3, by: new Map([["0301234567", 1]]), number_2: "0" });
    assert.deepEqual(only().data, { "***4567": 3, by: { "***4567": 1 }, number_2: "0" });
  });

  it("keeps bytes and samples out", () => {
    const { log, only } = logging();
    log.info("e", "audio", { frame: new Int16Array(320), file: Buffer.from("RIFF") });
    assert.deepEqual(only().data, { frame: "[640 bytes]", file: "[4 bytes]" });
  });

  it("when the sink fails, and reports the gap as soon as it works again", () => {
    const lines: string[] = [];
    let full = true;
    const { log } = logging({
      sink: (line) => {
        if (full) throw new Error("ENOSPC");
        lines.push(line);
      },
    });
    for (let i = 0; i < 5; i++) log.info("e", `line ${i}`);
    full = false;
    log.info("e", "works again");
    log.info("e", "and again");
    const seen = lines.map((line) => JSON.parse(line)).map(({ event, data }) => [event, data?.lines]);
    assert.deepEqual(
      seen.map(([event]) => event),
      ["e", "log_dropped", "e"],
    );
    assert.ok((seen[1]?.[1] as number) >= 1);
  });
});
