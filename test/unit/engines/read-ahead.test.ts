import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { BackendFailure } from "../../../src/backends/openai.js";
import { readingAhead } from "../../../src/engines/read-ahead.js";
import { Scope } from "../../../src/kernel/scope.js";
import type { CompletionWatch, Message, ModelOutput, ToolOffer } from "../../../src/language/ports.js";

const prompt = (content: string): readonly Message[] => [{ role: "system", content }];
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A model whose requests each end when the test says so, on a clock that the test moves. */
function startModel(t: TestContext, { isOwn = true, isDetected = true } = {}) {
  let now = 0;
  t.mock.method(performance, "now", () => now);
  const scope = new Scope("process");
  t.after(() => scope.end());
  const open: { words: string; isRead: boolean; signal: AbortSignal; end: (failure?: Error) => void }[] = [];
  const model = {
    protocol: "native" as const,
    isDetected,
    detect: () => Promise.resolve(),
    async *stream(
      messages: readonly Message[],
      _tools: readonly ToolOffer[],
      signal: AbortSignal,
      watch?: CompletionWatch,
    ): AsyncGenerator<ModelOutput> {
      await new Promise<void>((resolve, reject) => {
        const words = messages[0]?.content ?? "";
        const end = (failure?: Error) => (failure ? reject(failure) : resolve());
        open.push({ words, isRead: watch?.isOnlyRead === true, signal, end });
        signal.addEventListener("abort", () => reject(signal.reason as Error));
      });
      yield { kind: "text", text: "Yes." };
    },
  };
  const ahead = readingAhead(model, { isOwn, scope });
  const ask = async (words: string, ms = 0, failure?: Error) => {
    const asked = (async () => {
      for await (const _ of ahead.stream(prompt(words), [], scope.signal));
    })();
    await settled();
    now += ms;
    open.at(-1)?.end(failure);
    await asked.catch(() => {});
    await settled();
  };
  const ends = async (ms = 0) => {
    now += ms;
    open.at(-1)?.end();
    await settled();
  };
  const read = () => open.filter(({ isRead }) => isRead).map(({ words }) => words);
  return { ahead, ask, ends, open, read, scope, passes: (ms: number) => void (now += ms) };
}

test("a prompt is read once the model is known to work, and of several the last", async (t) => {
  const { ahead, ask, read } = startModel(t);
  ahead.readAhead(prompt("first"), []);
  ahead.readAhead(prompt("second"), []);
  await settled();
  assert.deepEqual(read(), [], "nothing has shown that it works");
  await ask("probe");
  assert.deepEqual(read(), ["second"]);
});

test("nothing is read by a model that failed, until it works again", async (t) => {
  const { ahead, ask, read } = startModel(t);
  ahead.readAhead(prompt("first"), []);
  await ask("probe", 0, new Error("down"));
  assert.deepEqual(read(), []);
  await ask("probe");
  assert.deepEqual(read(), ["first"]);
});

test("a request ends what is being read, and nothing is read beside it", async (t) => {
  const { ahead, ask, open, read, scope } = startModel(t);
  await ask("probe");
  ahead.readAhead(prompt("first"), []);
  await settled();
  const [reading] = open.slice(-1);
  const asked = ahead.stream(prompt("words"), [], scope.signal)[Symbol.asyncIterator]();
  const answer = asked.next();
  await settled();
  assert.ok(reading?.signal.aborted);
  ahead.readAhead(prompt("second"), []);
  await settled();
  assert.deepEqual(read(), ["first"], "one request at a time");
  open.at(-1)?.end();
  await answer;
  await asked.return?.();
  await settled();
  assert.deepEqual(read(), ["first", "second"]);
});

test("a quick model reads the first prompt and no other", async (t) => {
  const { ahead, ask, ends, read, passes } = startModel(t);
  ahead.readAhead(prompt("start"), []);
  await ask("probe", 100);
  await ends(400);
  passes(60_000);
  ahead.readAhead(prompt("a caller"), []);
  await settled();
  assert.deepEqual(read(), ["start"]);
});

test("a slow model reads each caller's prompt, unless it has just answered another", async (t) => {
  const { ahead, ask, ends, read, passes } = startModel(t);
  ahead.readAhead(prompt("start"), []);
  await ask("probe", 100);
  await ends(20_000);
  passes(60_000);
  ahead.readAhead(prompt("one"), []);
  await ends(20_000);
  await ask("words of one", 2_000);
  passes(5_000);
  ahead.readAhead(prompt("two"), []);
  await settled();
  assert.deepEqual(read(), ["start", "one"], "it still has what all callers share");
  passes(60_000);
  ahead.readAhead(prompt("three"), []);
  await ends();
  assert.deepEqual(read(), ["start", "one", "three"]);
});

test("a model that turns out to be slow in a call reads from then on", async (t) => {
  const { ahead, ask, ends, read, passes } = startModel(t);
  ahead.readAhead(prompt("start"), []);
  await ask("probe");
  await ends(10);
  await ask("words", 30_000);
  passes(60_000);
  ahead.readAhead(prompt("a caller"), []);
  await settled();
  assert.deepEqual(read(), ["start", "a caller"]);
});

test("a prompt that takes longer to read than an answer may is asked for again until it is read", async (t) => {
  const { ahead, ask, ends, open, read } = startModel(t);
  await ask("probe");
  ahead.readAhead(prompt("start"), []);
  await settled();
  open.at(-1)?.end(new BackendFailure("llm_failed", "Late.", undefined, undefined, "late"));
  await settled();
  assert.deepEqual(read(), ["start", "start"]);
  open.at(-1)?.end(new BackendFailure("llm_failed", "Broken.", 500));
  await ends();
  assert.deepEqual(read(), ["start", "start"], "another failure ends it");
});

test("a server that has to be paid reads nothing that nobody asked", async (t) => {
  const { ahead, ask, read } = startModel(t, { isOwn: false });
  ahead.readAhead(prompt("start"), []);
  await ask("probe", 5_000);
  ahead.readAhead(prompt("a caller"), []);
  await settled();
  assert.deepEqual(read(), []);
});

test("what is being read ends with the process", async (t) => {
  const { ahead, ask, open, scope } = startModel(t);
  await ask("probe");
  ahead.readAhead(prompt("start"), []);
  await settled();
  scope.end();
  assert.ok(open.at(-1)?.signal.aborted);
  await scope.closed;
});
