import assert from "node:assert/strict";
import { test } from "node:test";
import { loadSettings } from "../../../src/config/settings.js";
import { Scope } from "../../../src/kernel/scope.js";
import { createLog } from "../../../src/observability/log.js";
import { DEFAULT_WORDING } from "../../../src/toolbox/wording.js";
import { createToolset } from "../../../src/wiring/tools.js";
import type { Logged } from "../../support/fakes/talk.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

test("what callers may use, what nobody may, and names that no tool has", async () => {
  await using folder = await temporaryFolder();
  const logged: Logged[] = [];
  const log = createLog({ level: "info", transcripts: false, sink: (text) => logged.push(JSON.parse(text)) });
  const environment = {
    ARI_PASSWORD: "secret",
    SPEECH_BASE_URL: "http://127.0.0.1:1",
    LLM_BASE_URL: "http://127.0.0.1:1",
    LLM_MODEL: "m",
    DATA_DIR: folder.path,
    TOOLS_DISABLED: "callback, CALCC home_lights",
    CALLER_TOOLS: "DATETIME\nCALLBACK",
    MCP_SERVERS: '{"home":{"url":"http://127.0.0.1:1/","tools":"*"}}',
  };
  const { settings } = loadSettings(environment);
  const scope = new Scope("process");
  const { toolbox, callerTools, load } = createToolset({
    settings,
    environment,
    version: "1",
    wording: DEFAULT_WORDING,
    hasDirectory: () => false,
    log,
    scope,
  });
  await load();
  const names = (offers: readonly { readonly name: string }[]) => offers.map(({ name }) => name);
  assert.deepEqual(names(callerTools.offers), ["DATETIME"]);
  assert.ok(names(toolbox.offers).includes("SET_TIMER") && !names(toolbox.offers).includes("CALLBACK"));
  const warned = logged.filter(({ event }) => event === "tool_name_unknown");
  assert.deepEqual(
    warned.map(({ msg }) => msg),
    ["TOOLS_DISABLED: CALCC is not a known tool; did you mean CALC?"],
  );
  scope.end();
  await scope.closed;
});
