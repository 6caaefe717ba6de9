import assert from "node:assert/strict";
import { test } from "node:test";
import { fallingBack } from "../../../src/engines/own-engines.js";
import type { ModelOutput } from "../../../src/language/ports.js";

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

test("another voice or model answers if the first has nothing to be heard, however it ends", async () => {
  const empty: readonly ModelOutput[] = [
    { kind: "text", text: "\n" },
    { kind: "text", text: "" },
  ];
  const said: ModelOutput = { kind: "text", text: "Hello." };
  async function* model(failure?: Error) {
    yield* empty;
    if (failure) throw failure;
  }
  async function* service() {
    yield said;
  }
  for (const failure of [undefined, new Error("lost")]) {
    const items = [];
    for await (const item of fallingBack(() => model(failure), service, signal)) items.push(item);
    assert.deepEqual(items.slice(empty.length), [said], String(failure));
  }
  const mute = async function* () {
    yield new Int16Array(0);
  };
  const heardOf: number[] = [];
  const speaks = async function* () {
    yield Int16Array.of(1);
  };
  for await (const { length } of fallingBack(mute, speaks, signal)) heardOf.push(length);
  assert.deepEqual(heardOf, [0, 1]);
  assert.equal(await heard(fallingBack(() => answering([]), other, signal)), "other");
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
