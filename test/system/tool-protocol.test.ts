import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { holdConversation, startWorld, type World } from "../support/index.js";

let world: World;
let folder: string;

before(async () => {
  [world, folder] = await Promise.all([startWorld(), mkdtemp(join(tmpdir(), "tool-protocol-"))]);
});
after(async () => {
  await world?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

test("a model whose server refuses tools does a sum and hangs up for a caller all the same", async () => {
  world.model.completions.tools = "refused";
  const controller = await world.startController();
  const { data } = await controller.logged("tool_protocol");
  assert.equal(data?.protocol, "text");
  const { turns } = await holdConversation({
    telephone: world.telephone,
    controller,
    lines: ["how much is seven times six", "thank you goodbye"],
    recording: join(folder, "call.wav"),
  });
  assert.deepEqual(
    turns.map(({ tools }) => tools),
    [["CALC"], ["HANGUP"]],
  );
  const [sum, goodbye] = turns.map(({ heard_by_caller: heard }) => heard);
  assert.match(sum ?? "", /forty two/);
  assert.doesNotMatch(sum ?? "", /tool|calc|expression/, "nobody reads a call out");
  assert.match(goodbye ?? "", /good ?bye|nice day/);
});
