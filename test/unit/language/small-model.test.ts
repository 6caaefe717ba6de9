import assert from "node:assert/strict";
import { test } from "node:test";
import { createReplyTools } from "../../../src/conversation/reply-tools.js";
import { generateReply } from "../../../src/language/generate-reply.js";
import type { LanguageModel, Message, ModelOutput } from "../../../src/language/ports.js";
import { createToolbox } from "../../../src/toolbox/toolbox.js";
import type { Tool } from "../../../src/toolbox/tool.js";
import { seeded } from "../../support/rest-fuzzer.js";
import { toolEnvironment } from "../../support/fakes/tool-context.js";
import { textOfOutputs } from "../../support/text-of-outputs.js";

const EXCUSE = "I am sorry, I could not get that done.";

/** A model of half a billion parameters: it repeats calls, changes them, forgets what they need, and copies what it has read. */
function smallModel(random: () => number): LanguageModel {
  let id = 0;
  const call = (name: string, given: object): ModelOutput => ({
    kind: "tool_calls",
    calls: [{ id: `call_${++id}`, name, arguments: JSON.stringify(given) }],
  });
  return {
    async *stream(messages: readonly Message[]) {
      const hasExcused = messages.some(({ role, content }) => role === "assistant" && content.includes(EXCUSE));
      if (hasExcused) return yield { kind: "text", text: EXCUSE };
      const isAnswered = messages.at(-1)?.role === "tool";
      const luck = random();
      if (luck < 0.35) return yield call("CALLBACK", { delay: 60, message: "Hello" });
      if (luck < 0.5) return yield call("CALLBACK", { delay: 60 + Math.floor(random() * 100), message: "Hi" });
      if (luck < 0.7) return yield call("CALLBACK", isAnswered ? {} : { text: "Hello" });
      if (luck < 0.75) return yield call("CALL_BACK_LATER", {});
      yield { kind: "text", text: isAnswered ? "You will be called." : "What can I do?" };
    },
  };
}

for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
  test(`over 30 turns a small model acts once a reply, and its excuses do not spread (${seed})`, async () => {
    let made = 0;
    const callback: Tool = {
      name: "CALLBACK",
      description: "Arranges a call.",
      parameters: {
        delay: { type: "integer", description: "In seconds", required: true },
        message: { type: "string", description: "What to say" },
      },
      async execute() {
        made++;
        return { status: "PENDING", message: "You will be called in a minute." };
      },
    };
    const toolbox = createToolbox([callback], { timeoutMs: 1_000 });
    const model = smallModel(seeded(seed));
    const history: Message[] = [{ role: "system", content: "You answer calls." }];
    let total = 0;
    for (let turn = 0; turn < 30; turn++) {
      history.push({ role: "user", content: "Please call me back in a minute." });
      made = 0;
      const reply = generateReply({
        model,
        tools: createReplyTools({ toolbox, environment: toolEnvironment({ caller: "100", hangUp: () => {} }) }),
        messages: history,
        notDone: EXCUSE,
        signal: new AbortController().signal,
      });
      const said = await textOfOutputs(reply);
      history.push(...reply.messages);
      assert.ok(made <= 1, `turn ${turn}: ${made} callbacks`);
      if (made > 0) assert.doesNotMatch(said, /could not/, `turn ${turn}`);
      total += made;
    }
    assert.ok(total > 5, `${total} callbacks`);
    assert.ok(!history.some(({ content }) => content.includes(EXCUSE)), "an excuse of ours is not the model's");
  });
}
