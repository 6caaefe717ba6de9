import { withDeadline } from "../../kernel/deadline.js";
import { Ending } from "../../kernel/ending.js";
import { AttendantError } from "../../kernel/errors.js";
import type { ToolCall } from "../../language/ports.js";
import type { Assistant } from "./assistant.js";

/** What an assistant answers to a sentence, without a call. */
export interface Trial {
  /** What it would say. */
  readonly reply: string;
  /** The tools that it would use; none of them has run. */
  readonly toolCalls: readonly Pick<ToolCall, "name" | "arguments">[];
  /** Time until the model had finished, in ms. */
  readonly ms: number;
}

/** Maximum duration, in ms. */
const TRIAL_MS = 20_000;
/** Maximum length of the reply, in characters: what follows is not read. */
const MAX_REPLY = 4_000;

/**
 * Asks an assistant's model what it would reply to a first sentence. No tool runs.
 *
 * @throws {AttendantError} `llm_failed` · the signal's reason
 */
export function tryAssistant(
  { resources, systemPrompt }: Pick<Assistant, "resources" | "systemPrompt">,
  sentence: string,
  signal?: AbortSignal,
): Promise<Trial> {
  const begun = performance.now();
  const asking = withDeadline(TRIAL_MS, signal, "the language model", async (limited) => {
    let reply = "";
    const toolCalls: Trial["toolCalls"][number][] = [];
    const messages = [
      { role: "system", content: systemPrompt },
      { role: "user", content: sentence },
    ] as const;
    for await (const output of resources.model.stream(messages, resources.toolbox.offers, limited)) {
      if (output.kind === "text") reply += output.text;
      else toolCalls.push(...output.calls.map(({ name, arguments: given }) => ({ name, arguments: given })));
      if (reply.length > MAX_REPLY) break;
    }
    return { reply: reply.slice(0, MAX_REPLY).trim(), toolCalls, ms: Math.round(performance.now() - begun) };
  });
  return asking.catch((error: unknown) => {
    if (signal?.aborted || !(error instanceof Ending) || error.kind !== "deadline") throw error;
    throw new AttendantError("llm_failed", `The language model did not finish a reply within ${TRIAL_MS / 1000} s.`);
  });
}
