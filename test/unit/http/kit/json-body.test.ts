import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { readJson } from "../../../../src/http/kit/json-body.js";
import { InvalidInput } from "../../../../src/http/kit/http-errors.js";

const read = (text: string) => readJson(Buffer.from(text));

function faultsOf(input: string | Uint8Array): [path: string, message: string][] {
  try {
    readJson(typeof input === "string" ? Buffer.from(input) : input);
  } catch (error) {
    assert.ok(error instanceof InvalidInput);
    return error.faults.map(({ path, message }) => [path, message]);
  }
  throw new assert.AssertionError({ message: "nothing was found wrong" });
}

describe("JSON of a request", () => {
  it("is read as JSON.parse reads it", () => {
    const tricky =
      '\ufeff {"a\\u0062":"{\\"x\\":[1,2],}","list":[{"a":1},{"a":1},[],{}],"e":{},"a":{"a":{"a":"\\\\"}}}';
    assert.deepEqual(read(tricky), JSON.parse(tricky.slice(1)));
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue({ maxDepth: 5 })), (value) => {
        const text = JSON.stringify(value);
        assert.deepEqual(read(text), JSON.parse(text));
      }),
    );
  });

  it("is refused with a name that stands twice, wherever and however it is written", () => {
    assert.deepEqual(faultsOf('{"a":1,"b":{"c":[0,{"d":1,"\\u0064":2}]},"a":3}'), [
      ["/b/c/1/d", "is given twice"],
      ["/a", "is given twice"],
    ]);
    assert.deepEqual(faultsOf('{"x/y~":1,"x/y~":1}'), [["/x~1y~0", "is given twice"]]);
    assert.deepEqual(faultsOf('{"__proto__":1,"__proto__":1}'), [["/__proto__", "is given twice"]]);
  });

  it("is refused when it is no object, no JSON or no UTF-8", () => {
    for (const text of ["[]", "null", "1", '"a"', "true"])
      assert.deepEqual(faultsOf(text), [["", "must be an object"]]);
    for (const text of ["", "{", "{'a':1}", '{"a":}', '{"a":1}}', '{"a":NaN}', '{"a":"\n"}', "\u0000"]) {
      assert.match(faultsOf(text)[0]?.[1] ?? "", /^is not valid JSON( \(at character \d+\))?$/, text);
    }
    for (const bytes of [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xc0, 0xaf]]) {
      const input = Buffer.concat([Buffer.from('{"a":"'), Buffer.from(bytes), Buffer.from('"}')]);
      assert.deepEqual(faultsOf(input), [["", "is not valid UTF-8"]]);
    }
  });

  it("is refused with more in it than any request needs, before it is understood at all", () => {
    const names = Array.from({ length: 5_500 }, (_, n) => `"n${n}":1`).join();
    assert.deepEqual(faultsOf(`{${names}, and no JSON`), [["", "has more than 500 names"]]);
    assert.deepEqual(faultsOf(`{"a":[${"1,".repeat(5_000)}`), [["", "has more than 2000 values"]]);
  });

  it("is refused in time that grows with its length alone, whatever is not ended in it", () => {
    const tookMs = (text: string) => {
      const began = performance.now();
      assert.deepEqual(faultsOf(text).length, 1, text.slice(0, 20));
      return performance.now() - began;
    };
    const bodies: [head: string, unit: string][] = [
      ['{"a":"', '\\"'],
      ['{"a":1,"', '\\"'],
      ['{"a":"x', "\\"],
      ['{"a":"', '\\"x"'],
      ['{"a":"', "\\u0022"],
      ['{"a":"', "\\\n"],
      ["{", '"'],
      ["{", '"\\"'],
      ["", "{}"],
    ];
    for (const [head, unit] of bodies) {
      const text = head + unit.repeat((65_536 - head.length) / unit.length);
      // The best of three: what else this machine does is no matter of the body's.
      const best = Math.min(tookMs(text), tookMs(text), tookMs(text));
      assert.ok(best < 100, `${text.slice(0, 20)}… took ${best} ms`);
    }
  });

  it("has no more shown of long names than says which they are", () => {
    const twice = Array.from({ length: 20 }, (_, i) => `"n${i}":1,"n${i}":1`).join(",");
    const faults = faultsOf(`{"${"~".repeat(30_000)}":{${twice}}}`);
    assert.equal(faults.length, 20);
    assert.ok(JSON.stringify(faults).length < 10_000);
  });

  it("is read only up to a name that is not a JSON string", (t) => {
    const parse = t.mock.method(JSON, "parse");
    for (const unit of ['{"\\q"}', '{"\\q"{"\\q"}}', '{"\n"}']) {
      parse.mock.resetCalls();
      assert.match(faultsOf(unit.repeat(4_000))[0]?.[1] ?? "", /^is not valid JSON/);
      assert.equal(parse.mock.callCount(), 2, "the name, and the whole");
    }
  });

  it("is refused when it is nested deeply, at once and without exhausting the stack", () => {
    const nested = (levels: number) => `{"a":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
    assert.ok(read(nested(32)));
    for (const levels of [33, 30_000]) {
      assert.deepEqual(faultsOf(nested(levels)), [["", "is nested more than 32 levels deep"]]);
    }
    const objects = `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`;
    assert.deepEqual(faultsOf(objects), [["", "is nested more than 32 levels deep"]]);
  });
});
