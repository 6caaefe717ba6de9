import assert from "node:assert/strict";
import { test } from "node:test";
import { createCallTools } from "../../../src/conversation/call-tools.js";
import { createPhrasebook } from "../../../src/conversation/phrasebook.js";
import { createTransferDesk } from "../../../src/conversation/transfer/transfer-desk.js";
import { createDirectory } from "../../../src/directory/directory.js";
import { createMetrics } from "../../../src/observability/metrics.js";
import { NO_TASKS } from "../../../src/toolbox/detached-environment.js";
import type { ToolEnvironment } from "../../../src/toolbox/tool.js";
import { createToolbox } from "../../../src/toolbox/toolbox.js";
import { FakeDialler } from "../../support/fakes/fake-dialler.js";
import { entryOf, switchboardFrom } from "../../support/fakes/fake-switchboard.js";
import { quietLog } from "../../support/fakes/quiet-log.js";
import { PHRASES } from "../../support/fakes/talk.js";

/** Far from what the machine's clock shows. */
const NOW = Date.parse("2031-06-01T08:00:00Z");
const now = () => NOW;

test("a tool in a call sees the time of the service's clock, by which tasks are due", async () => {
  const seen: (string | null)[] = [];
  const execute = (_parameters: unknown, { now: at }: Pick<ToolEnvironment, "now">) => {
    seen.push(at.toISO());
    return { status: "SUCCESS", message: "It is late." } as const;
  };
  const tools = createCallTools({
    toolbox: createToolbox([{ name: "CLOCK", description: "Tells the time.", execute }], { timeoutMs: 10_000 }),
    ...{ caller: undefined, timeZone: "Europe/Berlin", now, language: "en", tasks: NO_TASKS, memories: new Map() },
    ...{ transcript: { toolRan: () => {} }, metrics: createMetrics({ prefix: "test", node: false }), log: quietLog },
  });
  await tools.run("CLOCK", new AbortController().signal, () => {});
  assert.deepEqual(seen, ["2031-06-01T10:00:00.000+02:00"]);
});

test("a colleague's hours are looked at by the service's clock", async () => {
  const asked: number[] = [];
  const isOpen = (at: number) => asked.push(at) === 0;
  const directory = await createDirectory([{ ...entryOf({ name: "Clara", number: "207" }), isOpen }]);
  const desk = createTransferDesk({
    switchboard: switchboardFrom(new FakeDialler())(directory, undefined),
    phrasebook: createPhrasebook(PHRASES),
    ...{ language: "en", takesMessages: () => false, now },
  });
  const { transfer } = await desk.find({ name: "Clara", reason: "" }, new AbortController().signal);
  assert.deepEqual([asked, transfer], [[NOW], undefined]);
});
