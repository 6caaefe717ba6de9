import { createBackend } from "../../backends/openai.js";
import { createLanguageModel } from "../../language/create-language-model.js";
import type { ToolProtocol } from "../../language/tool-protocol.js";
import { advice, type Check, fault, good } from "../check.js";
import type { Installation } from "../installation.js";
import { backendRemedies, explained, readClock } from "./backend-faults.js";

/** Silence after which callers think that the line is dead, in ms. */
const SLOW_MS = 3_000;
const QUESTION = [
  { role: "system", content: "You answer in one short sentence." },
  { role: "assistant", content: "Hello, how can I help you?" },
  { role: "user", content: "Say: Okay." },
] as const;

const REMEDIES = [
  [
    /thought|think first|nothing at all|no word/,
    "Set LLM_REASONING_EFFORT=none (or low), or raise LLM_MAX_TOKENS, or use a model that does not think first",
  ],
  [/first word/, "Use a smaller model, one that does not think first (LLM_REASONING_EFFORT=none), or a faster machine"],
  [
    /does not support chat|embedding|not a chat model/i,
    "Set LLM_MODEL to a chat model: one for embeddings or speech cannot answer",
  ],
  ...backendRemedies({ address: "LLM_BASE_URL", key: "LLM_API_KEY", model: "LLM_MODEL" }),
  [/./, "Check the server's log, LLM_MODEL, and docs/backends.md"],
] as const;

const answers: Check = {
  name: "llm",
  title: "The language model",
  settings: ["LLM_"],
  deadlineMs: 120_000,
  remedies: REMEDIES,
  async look(installation, signal) {
    const { llm } = installation.settings;
    await using model = opened(installation);
    const begun = performance.now();
    let firstMs: number | undefined;
    try {
      for await (const output of model.stream([...QUESTION], [], signal)) {
        if (output.kind === "text" && /[\p{L}\p{N}]/u.test(output.text)) {
          firstMs = performance.now() - begun;
          break;
        }
      }
    } catch (error) {
      signal.throwIfAborted();
      return await explained(error, { baseUrl: llm.baseUrl, path: "/chat/completions", installation, signal });
    }
    await readClock("the language model", llm.baseUrl, installation, signal);
    if (firstMs === undefined) return fault(`${llm.model} did not reply: it wrote only thoughts, or nothing at all.`);
    const told = `The first word of ${llm.model} came after ${Math.round(firstMs)} ms`;
    return firstMs > SLOW_MS ? advice(`${told}: callers wait that long for every reply.`) : good(`${told}.`);
  },
};

const tools: Check = {
  name: "llm-tools",
  title: "Tools of the language model",
  needs: ["llm"],
  settings: ["LLM_"],
  deadlineMs: 120_000,
  remedies: [
    [
      /text protocol/,
      "For function calling, use another LLM_MODEL, or turn it on in the server (vLLM: --enable-auto-tool-choice, llama.cpp: --jinja). If the text protocol is intended, set LLM_TOOL_PROTOCOL=text",
    ],
    ...REMEDIES,
  ],
  async look(installation, signal) {
    const { llm } = installation.settings;
    if (llm.toolProtocol !== "auto") return good(`The ${llm.toolProtocol} protocol is configured.`);
    let found: readonly [ToolProtocol, string] | undefined;
    await using model = opened(installation, (protocol, why) => (found = [protocol, why]));
    try {
      await model.detect(signal);
    } catch (error) {
      signal.throwIfAborted();
      return await explained(error, { baseUrl: llm.baseUrl, path: "/chat/completions", installation, signal });
    }
    const [protocol, why] = found ?? ["native", "it is known"];
    if (protocol === "text") return advice(`Tools are called by the text protocol: ${why}.`);
    return why.includes("nothing at all")
      ? advice(`The model called no tool: ${why}.`)
      : good("The model called a tool by function calling.");
  },
};

export const MODEL_CHECKS: readonly Check[] = [answers, tools];

function opened({ settings: { llm } }: Installation, onDetected?: (protocol: ToolProtocol, why: string) => void) {
  const backend = createBackend(llm);
  const model = createLanguageModel({ ...llm, backend, onAdapted: () => {} }, onDetected);
  return {
    stream: model.stream,
    detect: model.detect,
    [Symbol.asyncDispose]: async () => backend.close(),
  };
}
