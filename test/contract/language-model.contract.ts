import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Ending } from "../../src/kernel/ending.js";
import type { LanguageModel, Message, ModelOutput, ToolOffer } from "../../src/language/ports.js";
import { noneOpen } from "./open-requests.js";

export interface LanguageModelUnderTest extends AsyncDisposable {
  readonly model: LanguageModel;
  /** The same with nobody at the other end. */
  readonly unreachable: LanguageModel;
  /** Requests that are being answered right now, where that can be known. */
  readonly open?: () => number;
}

const MULTIPLY: ToolOffer = {
  name: "MULTIPLY",
  description: "Multiplies two numbers.",
  parameters: {
    type: "object",
    properties: { a: { type: "number" }, b: { type: "number" } },
    required: ["a", "b"],
  },
};
const SYSTEM: Message = { role: "system", content: "Answer in one sentence. Use MULTIPLY for every multiplication." };
const GREETING: Message[] = [SYSTEM, { role: "user", content: "Please say hello." }];
const SUM: Message[] = [SYSTEM, { role: "user", content: "Multiply 6 by 7." }];
const STORY: Message[] = [{ role: "user", content: "Tell me a very long story." }];

const alive = () => new AbortController().signal;

async function all(outputs: AsyncIterable<ModelOutput>) {
  let text = "";
  const rest: ModelOutput[] = [];
  for await (const output of outputs) {
    if (output.kind === "text") text += output.text;
    else rest.push(output);
  }
  return { text, rest };
}

/** What every language model does, whoever makes it. `open` makes one that is used for a single test. */
export function languageModelContract(name: string, open: () => Promise<LanguageModelUnderTest>): void {
  describe(`${name} as a language model`, () => {
    test("answers with text", async () => {
      await using under = await open();
      const { text, rest } = await all(under.model.stream(GREETING, [], alive()));
      assert.match(text, /hello/i);
      assert.deepEqual(rest, []);
    });

    test("calls a tool it is offered, last, with arguments as JSON", async () => {
      await using under = await open();
      const outputs: ModelOutput[] = [];
      for await (const output of under.model.stream(SUM, [MULTIPLY], alive())) outputs.push(output);
      const last = outputs.pop();
      assert.ok(last?.kind === "tool_calls" && last.calls.length === 1, "one call");
      assert.equal(last.calls[0]?.name, "MULTIPLY");
      assert.ok(last.calls[0]?.id, "it has an id");
      assert.deepEqual(
        Object.values(JSON.parse(last.calls[0]?.arguments ?? ""))
          .map(Number)
          .sort(),
        [6, 7],
      );
      assert.ok(
        outputs.every(({ kind }) => kind === "text"),
        "before it there is only text",
      );
    });

    test("goes on from the result of a tool", async () => {
      await using under = await open();
      const history: Message[] = [
        ...SUM,
        { role: "assistant", content: "", toolCalls: [{ id: "call_1", name: "MULTIPLY", arguments: '{"a":6,"b":7}' }] },
        { role: "tool", toolCallId: "call_1", content: '{"status":"SUCCESS","message":"42"}' },
      ];
      const { text } = await all(under.model.stream(history, [MULTIPLY], alive()));
      assert.match(text, /42|forty.two/i);
    });

    test("answers two callers at once without mixing them up", async () => {
      await using under = await open();
      const [greeting, sum] = await Promise.all([
        all(under.model.stream(GREETING, [MULTIPLY], alive())),
        all(under.model.stream(SUM, [MULTIPLY], alive())),
      ]);
      assert.match(greeting.text, /hello/i);
      assert.equal(sum.rest.length, 1);
    });

    test("stops with the signal's reason when it is interrupted, and leaves no request open", async () => {
      await using under = await open();
      const caller = new AbortController();
      const interrupted = new Ending("interrupted");
      await assert.rejects(
        async () => {
          for await (const _ of under.model.stream(STORY, [], caller.signal)) caller.abort(interrupted);
        },
        (error) => error === interrupted,
      );
      await noneOpen(under);
    });

    test("leaves no request open when the loop is left", async () => {
      await using under = await open();
      for await (const _ of under.model.stream(STORY, [], alive())) break;
      await noneOpen(under);
    });

    test("asks nothing when the signal has aborted already", async () => {
      await using under = await open();
      const gone = new Ending("hung_up");
      await assert.rejects(all(under.model.stream(GREETING, [], AbortSignal.abort(gone))), (error) => error === gone);
    });

    test("fails as llm_failed when no server listens", async () => {
      await using under = await open();
      await assert.rejects(all(under.unreachable.stream(GREETING, [], alive())), { code: "llm_failed" });
    });
  });
}
