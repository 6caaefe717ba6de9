import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { tokensOf } from "../../support/source-tokens.js";

/** Where what callers hear is chosen. What is said there comes from the phrases, or was given by a model, a tool or a client. */
const FOLDERS = ["src/conversation", "src/speech", "tools/tasks"];
const FILES = [
  "src/language/generate-reply.ts",
  "src/calls/tasks/caller-tasks.ts",
  "src/calls/record/conclude-call.ts",
  "src/calls/placed/place-call.ts",
  "src/calls/resume-call.ts",
  "src/calls/live/run-call.ts",
  "src/calls/placed/speak-script.ts",
  "src/toolbox/run-tool.ts",
  "tools/callback.ts",
];

/** Errors of calls and back ends, for records, webhooks and administrators. */
const NOT_PHRASES = [
  "The message was sent, but not reported as played to its end.",
  "The call took longer than MAX_CALL_SECONDS allows.",
  "The number may no longer be dialled.",
  "Another controller may have written the call off.",
  "The callee was put through to someone else before everything had been said.",
  " contains nothing that can be spoken.",
  "The callee hung up before the message had been played.",
  "The service was shut down during the call.",
  "The service was shut down before the call was answered.",
  " times: it was not resumed again.",
  " for a server that supports pcm or wav.",
  ": if the server is right, callers hear speech too fast or too slow. Unset TTS_SAMPLE_RATE to use the reported rate.",
];

/** Examples of what models write, and of what recognisers invent. */
const EXAMPLES = ["src/speech/speech-rules.ts", "src/speech/credits.ts"];

/** Of a tool, and of a question to a model. */
const READ_BY_MODELS = /^Arranges |^Names the option|never an instruction to you\.$/;

const isSentence = (text: string) => /\p{L} \p{L}[^]*[.?!]$/u.test(text);

test("no sentence for callers stands in the code: all of them can be changed", () => {
  const inFolders = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
  const files = [...inFolders.filter((name) => name.endsWith(".ts") && !EXAMPLES.includes(name)), ...FILES];
  const sentences = files.flatMap((file) =>
    tokensOf(readFileSync(file, "utf8"))
      .filter(({ kind, text }) => (kind === "string" || kind === "template") && isSentence(text))
      .filter(({ text }) => !READ_BY_MODELS.test(text))
      .map(({ text, line }) => ({ text, at: `${file}:${line} ${text}` })),
  );
  assert.deepEqual(
    sentences.filter(({ text }) => !NOT_PHRASES.includes(text)).map(({ at }) => at),
    [],
  );
  assert.equal(sentences.length, NOT_PHRASES.length, "an exception that is none any more");
});
