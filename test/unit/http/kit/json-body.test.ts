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
