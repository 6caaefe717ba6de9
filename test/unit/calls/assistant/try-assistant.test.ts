import assert from "node:assert/strict";
import { test } from "node:test";
import { tryAssistant } from "../../../../src/calls/assistant/try-assistant.js";
import { Ending } from "../../../../src/kernel/ending.js";
import { hasCode } from "../../../../src/kernel/errors.js";

/** An assistant whose model never answers. */
const SILENT = {
  resources: {
    model: {
      async *stream() {
        await new Promise(() => {});
      },
    },
    toolbox: { offers: [] },
  },
  systemPrompt: "Be brief.",
} as unknown as Parameters<typeof tryAssistant>[0];

test("a model that does not finish in time is reported as a failed model, with the time", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const trying = tryAssistant(SILENT, "When are you open?");
  t.mock.timers.tick(20_000);
  await assert.rejects(trying, (error) => hasCode(error, "llm_failed") && / 20 s\.$/.test(error.message));
});

test("a client that leaves is no failure of the model", async () => {
  const leaving = new AbortController();
  const trying = tryAssistant(SILENT, "When are you open?", leaving.signal);
  const left = new Ending("deadline", "The client waited no longer.");
  leaving.abort(left);
  await assert.rejects(trying, (error) => error === left);
});
