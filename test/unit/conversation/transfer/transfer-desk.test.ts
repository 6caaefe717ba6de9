import assert from "node:assert/strict";
import { test } from "node:test";
import { createPhrasebook } from "../../../../src/conversation/phrasebook.js";
import { createTransferDesk } from "../../../../src/conversation/transfer/transfer-desk.js";
import { FakeDialler } from "../../../support/fakes/fake-dialler.js";
import { switchboardOf } from "../../../support/fakes/fake-switchboard.js";
import { PHRASES } from "../../../support/fakes/talk.js";

test("a question is over once it is clear who is meant: then a department is asked for by its name again", async () => {
  const desk = createTransferDesk({
    switchboard: await switchboardOf(new FakeDialler(), [
      { name: "Anna Meyer", department: "Sales", number: "201" },
      { name: "Anna Meyer", department: "Support", number: "202" },
      { name: "Support", number: "400" },
    ]),
    phrasebook: createPhrasebook(PHRASES),
    ...{ language: "en", takesMessages: () => false, now: () => 0 },
  });
  const reached: (string | undefined)[] = [];
  for (const name of ["Anna Meyer", "Support", "Support"]) {
    const { answer } = await desk.find({ name, reason: "" }, new AbortController().signal);
    reached.push(answer.message);
  }
  const [asked, colleague, department] = reached;
  assert.match(asked ?? "", /Anna Meyer, Sales or Anna Meyer, Support/);
  assert.match(colleague ?? "", /Anna Meyer/);
  assert.match(department ?? "", /Support/);
});
