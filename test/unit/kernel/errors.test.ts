import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it, describe as suite } from "node:test";
import { AttendantError, codeOf, describe, ERRORS } from "../../../src/kernel/errors.js";

suite("the error catalogue", () => {
  it("says in docs/errors.md what it says in the code, in the same order", () => {
    const text = readFileSync(new URL("../../../docs/errors.md", import.meta.url), "utf8");
    const rows = [...text.matchAll(/^\| `(\w+)` \| (\d+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)];
    const documented = rows.map(([, code, status, title]) => ({ code, status: Number(status), title }));
    const coded = Object.entries(ERRORS).map(([code, { status, title }]) => ({ code, status, title }));
    assert.deepEqual(documented, coded, "Give docs/errors.md one row for each code of src/kernel/errors.ts");
    for (const [, code, , , meaning = "", todo = ""] of rows) {
      assert.ok(meaning.trim().length > 10 && todo.trim().length > 5, `${code} needs a meaning and what to do`);
    }
  });

  it("names codes in snake_case and keeps them with the error", () => {
    for (const code of Object.keys(ERRORS)) assert.match(code, /^[a-z]+(_[a-z]+)*$/);
    const error = new AttendantError("stt_failed", "The server answered 500", { cause: new Error("why") });
    assert.equal(error.code, "stt_failed");
    assert.ok(error instanceof Error && error.cause instanceof Error);
  });
});

suite("an error in words", () => {
  it("names what fetch hides in its cause", () => {
    const refused = new Error("connect ECONNREFUSED 127.0.0.1:1");
    assert.equal(describe(new TypeError("fetch failed", { cause: refused })), `fetch failed: ${refused.message}`);
  });

  it("names the addresses that were tried when the error has no message of its own", () => {
    const tried = new AggregateError([
      new Error("connect ECONNREFUSED ::1:1"),
      new Error("connect ECONNREFUSED 127.0.0.1:1"),
    ]);
    const text = describe(new TypeError("fetch failed", { cause: tried }));
    assert.equal(text, "fetch failed: connect ECONNREFUSED ::1:1, connect ECONNREFUSED 127.0.0.1:1");
  });

  it("does not repeat a cause that the message holds already", () => {
    assert.equal(describe(new Error("stt: refused", { cause: new Error("refused") })), "stt: refused");
  });

  it("has words for whatever is thrown", () => {
    assert.equal(describe("a text"), "a text");
    assert.equal(describe(undefined), "undefined");
    assert.equal(describe(null), "null");
    assert.equal(describe(new RangeError()), "RangeError");
    assert.equal(describe({ message: "a foreign one" }), "a foreign one");
    assert.equal(describe({ code: 7 }), '{"code":7}');
    assert.equal(describe(Object.create(null)), "{}");
    const hostile = Object.defineProperty({}, "message", {
      get() {
        throw new Error("no");
      },
    });
    assert.equal(describe(hostile), "an error that cannot be described");
  });

  it("ends on causes and lists that run in a circle", () => {
    const circle = new Error("around");
    circle.cause = circle;
    assert.equal(describe(circle), "around");
    const list = new AggregateError([]);
    list.errors.push(list, list, list);
    assert.equal(describe(list), "AggregateError");
  });
});

suite("the code of an error", () => {
  const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });

  it("is the one that Node gave it or one of its causes", () => {
    assert.equal(codeOf(refused), "ECONNREFUSED");
    assert.equal(
      codeOf(new AttendantError("stt_failed", "no", { cause: new TypeError("", { cause: refused }) })),
      "ECONNREFUSED",
    );
  });

  it("is undefined where there is none, and when causes run in a circle", () => {
    const circle = new Error("around");
    circle.cause = circle;
    for (const error of [
      circle,
      new AttendantError("internal", "no"),
      { code: "ECONNREFUSED" },
      "text",
      undefined,
      null,
    ]) {
      assert.equal(codeOf(error), undefined);
    }
  });
});
