import assert from "node:assert/strict";
import { test } from "node:test";
import { Words } from "../../../../src/http/talk/page/words.mjs";

interface Line {
  textContent: string;
  remove(): void;
  replaceWith(other: Line): void;
}

/** A list as a page has it, and answers to be given one by one. */
function page() {
  const children: Line[] = [];
  const line = (_who: string, textContent: string): Line => {
    const own: Line = {
      textContent,
      remove: () => void children.splice(children.indexOf(own), 1),
      replaceWith: (other) => void children.splice(children.indexOf(own), 1, other),
    };
    return own;
  };
  const list = {
    children,
    append: (each: Line) => void children.push(each),
    replaceChildren: () => void children.splice(0),
  };
  const asked: { callId: string; answer(texts: readonly string[], status?: number): Promise<void> }[] = [];
  const ask = (callId: string) =>
    new Promise<Pick<Response, "ok" | "status" | "json">>((resolve) => {
      asked.push({
        callId,
        async answer(texts, status = 200) {
          const entries = texts.map((text) => ({ who: "caller", text }));
          resolve({ ok: status === 200, status, json: async () => ({ entries }) });
          await new Promise(setImmediate);
        },
      });
    });
  return { words: new Words(list, ask, line), children, asked, shown: () => children.map((each) => each.textContent) };
}

test("the words of a talk before are not shown in the next one, however late they come", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const { words, asked, shown } = page();
  const stop = words.show("one");
  t.mock.timers.tick(1_000);
  await asked[0]?.answer(["Hello."]);
  assert.deepEqual(shown(), ["You: Hello."]);
  stop();
  words.show("two")();
  assert.deepEqual(shown(), []);
  await asked[1]?.answer(["Hello.", "Goodbye."]);
  assert.deepEqual(shown(), []);
  await asked[2]?.answer(["Me again."]);
  assert.deepEqual([asked[2]?.callId, shown()], ["two", ["You: Me again."]]);
});

test("a transcript that has become shorter or other leaves no line behind, and what is the same stays", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const { words, asked, children, shown } = page();
  words.show("one");
  t.mock.timers.tick(1_000);
  await asked[0]?.answer(["One.", "Two.", "Three."]);
  const first = children[0];
  t.mock.timers.tick(1_000);
  await asked[1]?.answer(["One.", "Too."]);
  assert.deepEqual(shown(), ["You: One.", "You: Too."]);
  assert.equal(children[0], first);
  t.mock.timers.tick(1_000);
  await asked[2]?.answer([], 403);
  assert.deepEqual(shown(), ["The transcript requires a key with the scope transcripts."]);
  t.mock.timers.tick(5_000);
  assert.equal(asked.length, 3);
});
