import assert from "node:assert/strict";
import { test } from "node:test";
import { MediaGate } from "../../../src/telephony/asterisk/media-gate.js";
import { settled } from "./attached.js";

/** Work that goes on until it is told to finish, and how much of it goes on. */
function prepare() {
  const gate = new MediaGate();
  const going = { make: 0, open: 0 };
  const start = (work: "make" | "open", signal = new AbortController().signal) => {
    let finish = () => {};
    const over = new Promise<void>((resolve) => (finish = resolve));
    const done = gate.run(work, signal, async () => {
      going[work]++;
      await over;
      going[work]--;
    });
    return { finish, done };
  };
  return { going, start };
}

test("any number is made at a time, three are opened, and never both", async () => {
  const { going, start } = prepare();
  const made = [start("make"), start("make")];
  const opened = [start("open"), start("open"), start("open"), start("open")];
  const late = start("make"); // Behind those that wait, or they would wait for ever.
  await settled();
  assert.deepEqual(going, { make: 2, open: 0 });
  for (const { finish } of made) finish();
  await settled();
  assert.deepEqual(going, { make: 0, open: 3 });
  opened[0]?.finish();
  await settled();
  assert.deepEqual(going, { make: 0, open: 3 });
  for (const { finish } of opened) finish();
  await settled();
  assert.deepEqual(going, { make: 1, open: 0 });
  late.finish();
  await Promise.all([...made, ...opened, late].map(({ done }) => done));
  assert.deepEqual(going, { make: 0, open: 0 });
});

test("whoever gives up keeps nobody waiting", async () => {
  const { going, start } = prepare();
  const tired = new AbortController();
  const first = start("make");
  const open = assert.rejects(start("open", tired.signal).done, /tired/);
  const second = start("make");
  await settled();
  assert.deepEqual(going, { make: 1, open: 0 });
  tired.abort(new Error("tired"));
  await open;
  await settled();
  assert.deepEqual(going, { make: 2, open: 0 });
  for (const { finish } of [first, second]) finish();
  await Promise.all([first.done, second.done]);
});
