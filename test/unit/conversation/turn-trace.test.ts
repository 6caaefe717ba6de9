import assert from "node:assert/strict";
import { test } from "node:test";
import type { Turn } from "../../../src/turn-taking/turn.js";
import { traceTurn } from "../../../src/conversation/turn-trace.js";
import { Ending } from "../../../src/kernel/ending.js";
import { Scope } from "../../../src/kernel/scope.js";
import type { Span } from "../../../src/observability/trace.js";

test("a turn that is interrupted tells its span how it went before that ends, as of when it was interrupted", async () => {
  const told: unknown[] = [];
  let endedAt = 0;
  const begun = {
    set: (attributes: object) => told.push(attributes),
    end: (at = Number.NaN) => {
      endedAt = at;
      told.push("end");
    },
  };
  const scope = new Scope("turn");
  const turn = { scope, span: undefined as Span | undefined };
  traceTurn(turn as unknown as Turn, { child: () => begun } as unknown as Span, "reply");
  let unwind = () => {};
  const unwinding = new Promise<void>((resolve) => (unwind = resolve));
  void scope.run(unwinding.then(() => turn.span?.set({ "attendant.turn.interrupted": true })));
  scope.end(new Ending("interrupted"));
  const interruptedAt = performance.now();
  unwind();
  await scope.closed;
  assert.deepEqual(told, [{ "attendant.turn.interrupted": true }, "end"]);
  assert.ok(endedAt <= interruptedAt);
});
