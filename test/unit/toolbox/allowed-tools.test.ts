import assert from "node:assert/strict";
import { test } from "node:test";
import { DEFAULT_PHRASES_BY_LANGUAGE } from "../../../src/config/phrases.js";
import { createDtmfMenu } from "../../../src/conversation/dtmf-menu.js";
import { allowedTools } from "../../../src/toolbox/allowed-tools.js";
import { createToolbox } from "../../../src/toolbox/toolbox.js";
import type { Tool } from "../../../src/toolbox/tool.js";
import { toolEnvironment } from "../../support/fakes/tool-context.js";

const ran: string[] = [];
const tool = (name: string): Tool => ({
  name,
  description: "A tool.",
  execute: () => {
    ran.push(name);
    return { status: "SUCCESS", message: "Done." };
  },
});
const toolbox = (disabled: readonly string[] = []) =>
  createToolbox([tool("DATETIME"), tool("CANCEL")], { timeoutMs: 1_000, disabled });

test("callers have the tools that are named, and no others whatever the model asks for", async () => {
  const all = toolbox();
  const callers = allowedTools(all, ["DATETIME"]);
  assert.deepEqual(
    callers.offers.map(({ name }) => name),
    ["DATETIME"],
  );
  for (const name of ["CANCEL", "cancel", "Cancel"]) {
    assert.equal(callers.find(name), undefined);
    assert.equal(callers.prepare(name, {}).usable, false);
    assert.equal((await callers.execute(name, {}, toolEnvironment())).status, "FAILED");
  }
  assert.deepEqual(ran.splice(0), []);
  assert.equal((await callers.execute("datetime", {}, toolEnvironment())).status, "SUCCESS");
  assert.equal((await all.execute("CANCEL", {}, toolEnvironment())).status, "SUCCESS");
  assert.deepEqual(ran.splice(0), ["DATETIME", "CANCEL"]);
  assert.deepEqual(
    createDtmfMenu(callers, false, DEFAULT_PHRASES_BY_LANGUAGE.in("en")).items.map(({ name }) => name),
    ["time"],
  );
});

test("tools that come later are kept from callers as well, and where none are named they have all", () => {
  const all = toolbox();
  const callers = allowedTools(all, ["DATETIME", "TIDE"]);
  const everything = allowedTools(all, []);
  all.addSource().replace([tool("TIDE"), tool("DOOR")]);
  assert.deepEqual(
    callers.offers.map(({ name }) => name),
    ["DATETIME", "TIDE"],
  );
  assert.equal(everything.offers.length, 4);
});

test("a tool that is turned off is off for all, whichever source it has", async () => {
  const all = toolbox(["CANCEL", "DOOR"]);
  all.addSource().replace([tool("DOOR")]);
  assert.deepEqual(
    all.offers.map(({ name }) => name),
    ["DATETIME"],
  );
  for (const name of ["CANCEL", "door"]) {
    assert.match(all.find(name)?.disabledReason ?? "", /TOOLS_DISABLED/);
    assert.equal((await all.execute(name, {}, toolEnvironment())).status, "FAILED");
  }
  assert.deepEqual(ran, []);
});
