import assert from "node:assert/strict";
import { test } from "node:test";
import { byTextProtocol, resultInWords, toolInWords } from "../../../src/language/text-protocol.js";
import type { Message } from "../../../src/language/ports.js";
import { schemaOf } from "../../../src/toolbox/parameters.js";
import { builtInTools } from "../../../tools/index.js";

test("a tool is told in one line, with what is required and what is allowed", () => {
  const parameters = {
    type: "object",
    properties: {
      duration: { type: "integer", description: "In seconds" },
      kind: { type: "string", enum: ["all", "timer"] },
      note: { type: "string" },
      tags: { type: "array", items: { type: "string" } },
    },
    required: ["duration"],
  };
  assert.equal(
    toolInWords({ name: "SET", description: "Sets it.", parameters }),
    '- SET: Sets it. Parameters: duration (integer, required): In seconds; kind (all | timer); note; tags: {"type":"array","items":{"type":"string"}}',
  );
  assert.equal(toolInWords({ name: "STOP", description: "Stops.", parameters: {} }), "- STOP: Stops.");
});

test("results are told in words", () => {
  const cases: readonly (readonly [content: string, words: string])[] = [
    ['{"status":"SUCCESS","message":"It is noon."}', "It is noon."],
    ['{"status":"FAILED","message":"There is no such zone."}', "There is no such zone."],
    ['{"status":"PENDING","message":"Set.","data":{"task_id":"a1"}}', "Set."],
    ["plain words", "plain words"],
    ["[1]", "[1]"],
  ];
  for (const [content, words] of cases) assert.equal(resultInWords(content), words);
});

test("the usual tools take at most 700 tokens, of about four characters each", async () => {
  const tools = builtInTools({ timeStyle: "digital", weather: { stationId: "1", apiToken: "t" } as never });
  const offers = tools
    .filter(({ name }) => !["JOKE", "TRANSFER"].includes(name))
    .map((tool) => ({ name: tool.name, description: tool.description, parameters: schemaOf(tool) }));
  assert.equal(offers.length, 9);
  let prompt = "";
  const model = byTextProtocol({
    // oxlint-disable-next-line require-yield
    async *stream(messages: readonly Message[]) {
      prompt = messages[0]?.content ?? "";
    },
  });
  for await (const _ of model.stream([{ role: "user", content: "Hi." }], offers, new AbortController().signal));
  assert.ok(prompt.length <= 2_800, `${prompt.length} characters`);
  for (const { name } of offers) assert.match(prompt, new RegExp(`^- ${name}: `, "m"));
});
