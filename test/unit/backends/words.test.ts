import assert from "node:assert/strict";
import { test } from "node:test";
import { quoted, wordsIn, wordsOf } from "../../../src/backends/words.js";

const bodies: [what: string, body: unknown, words: string][] = [
  ["OpenAI's error", { error: { message: "No such model", code: "x" } }, "No such model"],
  ["an error as a text", { error: "Unauthorized" }, "Unauthorized"],
  ["a bare message", { object: "error", message: "Does not exist.", code: 404 }, "Does not exist."],
  ["a detail as a text", { detail: "Not Found" }, "Not Found"],
  ["a detail as an object", { detail: { error: "invalid_model", message: "Unsupported model" } }, "Unsupported model"],
  [
    "a detail as a list",
    {
      detail: [
        { type: "missing", loc: ["body", "voice"], msg: "Field required", input: "sk-secret-secret" },
        { loc: ["body", "messages", 0, "role"], msg: "Input should be 'user'" },
      ],
    },
    "voice: Field required; messages.0.role: Input should be 'user'",
  ],
  ["a detail in a message", { message: { detail: [{ loc: ["body", "x"], msg: "Extra" }] } }, "x: Extra"],
  ["an error in an error", { error: { error: { message: "Deep" } } }, "Deep"],
  ["a text", "File Not Found (/v1/x)", "File Not Found (/v1/x)"],
  ["a page", "  <html><body>Bad gateway", ""],
  ["nothing", undefined, ""],
  ["null", { error: null }, ""],
  ["a number", 7, ""],
  ["an answer that is no error", { choices: [{ message: { content: "private" } }] }, ""],
  ["fields of other kinds", { error: 7, message: true, detail: { loc: 1 } }, ""],
];
for (const [what, body, words] of bodies) {
  test(`the words of ${what}`, () => assert.equal(wordsOf(body), words));
}

test("a body that goes round in circles ends", () => {
  const body: Record<string, unknown> = {};
  body.error = body;
  assert.equal(wordsOf(body), "");
});

test("no key is quoted: neither the own one, however it is written, nor one that looks like one", () => {
  const key = 'own"key\\x';
  const said = `Bad key ${key} or ${JSON.stringify(key)}, not gsk_0123456789abc, sk-proj-****wxyz or Bearer abc.def`;
  assert.equal(quoted(said, key), ': Bad key *** or "***", not ***, *** or ***');
});

test("words become the end of a clause: one line, not too long, and nothing of nothing", () => {
  assert.equal(quoted(" Two\n lines.  ", undefined), ": Two lines");
  assert.equal(quoted("x".repeat(300), undefined), `: ${"x".repeat(200)}…`);
  assert.equal(quoted("  ", "key"), "");
});

test("the words of an answer with a good status are read, as far as they are text", async () => {
  const answer = (body: string, type: string) => new Response(body, { headers: { "content-type": type } });
  assert.equal(await wordsIn(answer('{"error": "Unexpected endpoint"}', "application/json")), "Unexpected endpoint");
  assert.equal(await wordsIn(answer("no JSON", "application/json")), "no JSON");
  assert.equal(await wordsIn(answer("<p>", "text/html")), "");
  assert.equal(await wordsIn(answer("RIFF", "audio/wav")), "");
});
