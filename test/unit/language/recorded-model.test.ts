import assert from "node:assert/strict";
import { test } from "node:test";
import { DateTime } from "luxon";
import { createBackend } from "../../../src/backends/openai.js";
import { createReplyTools } from "../../../src/conversation/reply-tools.js";
import { createLanguageModel } from "../../../src/language/create-language-model.js";
import { generateReply } from "../../../src/language/generate-reply.js";
import type { Message } from "../../../src/language/ports.js";
import { createToolbox } from "../../../src/toolbox/toolbox.js";
import { createCallback } from "../../../tools/callback.js";
import { createDatetime } from "../../../tools/datetime.js";
import { FakeTasks } from "../../support/fakes/fake-tasks.js";
import { toolEnvironment } from "../../support/fakes/tool-context.js";
import { startHttpServer, streamCompletion } from "../../support/http-server.js";
import { seeded } from "../../support/rest-fuzzer.js";
import { textOfOutputs } from "../../support/text-of-outputs.js";

const EXCUSE = "I am sorry, I could not get that done.";
const NOW = DateTime.fromISO("2026-11-27T08:01:00", { zone: "utc" });
const fenced = (value: object) => `\`\`\`json\n${JSON.stringify(value, undefined, 2)}\n\`\`\``;
const callback = (given: object) => ({ name: "CALLBACK", arguments: { message: "Good evening, everyone!", ...given } });

/** What Qwen2.5-Coder-0.5B-Instruct wrote, in four bits, when it was asked for the time and for calls. */
const RECORDED = [
  [
    callback({ delay: 60, at_time: "2026-11-27T08:01:00.000+00:00" }),
    callback({ delay: 60, at_time: "2026-11-27T08:01:00.000+00:00", destination: "987-654-3210" }),
  ]
    .map((call) => JSON.stringify(call))
    .join("\n"),
  fenced(callback({ delay: 60, at_time: "2026-11-27T08:01:00.000+00:00" })),
  fenced(callback({ delay: 60, at_time: null })),
  fenced({
    status: "PENDING",
    message: "I will call one zero zero one in ten minutes.",
    data: { task_id: "task-1", destination: "1001" },
  }),
  "```",
  'Sorry, but as an AI assistant, I do not have access to your phone\'s clock. You can use the "DATETIME" function in the tools.',
  "Hi! I am an AI assistant designed to help you with your queries.",
  "732.",
];

for (const seed of [1, 2, 3, 4]) {
  test(`over 30 turns a small model's recorded outputs act once a reply, and claim nothing that was not done (${seed})`, async () => {
    const random = seeded(seed);
    await using server = await startHttpServer((response) =>
      streamCompletion(
        response,
        (RECORDED[Math.floor(random() * RECORDED.length)] ?? "").match(/[^]{1,7}/g)?.map((content) => ({ content })) ??
          [],
      ),
    );
    const model = createLanguageModel({
      backend: createBackend({ baseUrl: server.url, timeoutMs: 5_000 }),
      ...{ model: "small", toolProtocol: "native", contextTokens: 8_000 },
    });
    const style = { timeStyle: "digital" } as const;
    const toolbox = createToolbox([createCallback(style), createDatetime(style)], { timeoutMs: 1_000 });
    const tasks = new FakeTasks(NOW);
    const history: Message[] = [{ role: "system", content: "You answer calls." }];
    let excuses = 0;
    for (let turn = 0; turn < 30; turn++) {
      history.push({ role: "user", content: "Please call me back in ten minutes." });
      const kept = tasks.kept.length;
      const environment = toolEnvironment({ caller: "1001", tasks, now: NOW, hangUp: () => {} });
      const tools = createReplyTools({ toolbox, environment });
      const reply = generateReply({
        model,
        tools,
        messages: history,
        notDone: EXCUSE,
        signal: new AbortController().signal,
      });
      const said = await textOfOutputs(reply);
      history.push(...reply.messages);
      const made = tasks.kept.length - kept;
      assert.ok(made <= 1, `turn ${turn}: ${made} calls`);
      if (made > 0) assert.doesNotMatch(said, /could not/, `turn ${turn}`);
      else assert.doesNotMatch(said, /I will call/, `turn ${turn}`);
      assert.doesNotMatch(said, /[{}`]|"status"/, `turn ${turn}`);
      excuses = said.includes(EXCUSE) ? excuses + 1 : 0;
      assert.ok(excuses <= 1, `turn ${turn}: the same excuse again`);
    }
    assert.ok(tasks.kept.length > 3, `${tasks.kept.length} calls`);
    assert.ok(!history.some(({ content }) => content.includes(EXCUSE)), "an excuse of ours is not the model's");
  });
}
