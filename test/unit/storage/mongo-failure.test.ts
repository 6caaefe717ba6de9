import assert from "node:assert/strict";
import { test } from "node:test";
import { BSON, MongoInvalidArgumentError, MongoServerError, MongoUnexpectedServerResponseError } from "mongodb";
import { mongoFailure } from "../../../src/storage/mongo/failure.js";
import { storableText } from "../../../src/storage/mongo/documents.js";

const codeOf = (error: unknown) => mongoFailure({ where: "db:27017", secrets: [] }, error).code;

test("an answer that cannot be read is a fault of the line, not a refusal", () => {
  const cutOff = Buffer.from(BSON.serialize({ ok: 1, text: "x".repeat(50) })).subarray(0, 40);
  const unreadable = [
    new RangeError("The value of offset is out of range"),
    new TypeError("Cannot read properties of undefined"),
    new MongoUnexpectedServerResponseError("no answer of MongoDB's"),
  ];
  for (const error of unreadable) assert.equal(codeOf(error), "store_unavailable", String(error));
  assert.throws(
    () => BSON.deserialize(cutOff),
    (error) => codeOf(error) === "store_unavailable",
  );
});

test("what MongoDB or its driver refuses for what it is, is a refusal", () => {
  assert.equal(codeOf(new MongoServerError({ message: "Document too large", code: 17_420 })), "internal");
  assert.equal(codeOf(new MongoInvalidArgumentError("no such thing")), "internal");
});

test("what no document can hold is refused before it is sent", () => {
  assert.throws(() => storableText("x".repeat(16_000_000)), {
    code: "internal",
    message: /document of 15 MiB exceeds/,
  });
  assert.equal(storableText({ a: 1 }), '{"a":1}');
});
