import assert from "node:assert/strict";
import { test } from "node:test";
import { fallingBack } from "../../../src/engines/own-engines.js";

async function* answering(items: readonly string[], failure?: Error): AsyncGenerator<string> {
  yield* items;
  if (failure) throw failure;
}

async function heard(stream: AsyncIterable<string>): Promise<string> {
  const items = [];
  try {
    for await (const item of stream) items.push(item);
  } catch (error) {
    items.push(String(error));
  }
  return items.join(" ");
}

const { signal } = new AbortController();
const other = () => answering(["other"]);

test("another voice or model answers if the first fails before its first item", async () => {
  assert.equal(await heard(fallingBack(() => answering(["one", "two"]), other, signal)), "one two");
  assert.equal(await heard(fallingBack(() => answering([], new Error("unknown voice")), other, signal)), "other");
  const throwing = () => {
    throw new Error("at once");
  };
  assert.equal(await heard(fallingBack(throwing, other, signal)), "other");
});

test("what has begun is not begun again by another", async () => {
  assert.equal(await heard(fallingBack(() => answering(["one"], new Error("lost")), other, signal)), "one Error: lost");
});

test("an answer that is not wanted any more is not asked of another", async () => {
  const leaving = new AbortController();
  leaving.abort();
  const asked = fallingBack(
    () => answering([], new Error("left")),
    () => assert.fail("asked"),
    leaving.signal,
  );
  assert.equal(await heard(asked), "Error: left");
});
