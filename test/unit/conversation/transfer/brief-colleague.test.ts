import assert from "node:assert/strict";
import { test } from "node:test";
import { DEFAULT_PHRASES_BY_LANGUAGE } from "../../../../src/config/phrases.js";
import { createPhrasebook } from "../../../../src/conversation/phrasebook.js";
import { Transcript } from "../../../../src/conversation/transcript.js";
import { prepareBriefing } from "../../../../src/conversation/transfer/brief-colleague.js";
import { Scope } from "../../../../src/kernel/scope.js";
import { FakeLine } from "../../../support/fakes/fake-line.js";

test("what a colleague is told is prepared in the language of the call", async () => {
  const prepared: string[] = [];
  const phrasebook = createPhrasebook(DEFAULT_PHRASES_BY_LANGUAGE.in("de"), () => undefined);
  await prepareBriefing(
    "anna@example.de",
    {
      ...{
        language: "de",
        phrasebook,
        transcript: new Transcript("", Date.now),
        line: new FakeLine(new Scope("call")),
      },
      async prepareDialogue(sentences) {
        prepared.push(...sentences);
        return () => assert.fail("nobody answered");
      },
    },
    new AbortController().signal,
  );
  assert.match(prepared.join(" "), /anna at example Punkt de/);
});
