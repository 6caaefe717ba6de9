import type { Step } from "./rules.js";

/** One piece of a streamed answer: what goes into `choices[0].delta`. */
export type Delta = Readonly<Record<string, unknown>>;

interface WrittenCall {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
}

/** An answer as chat completions have it, whole or in the pieces that a stream brings. */
export interface Completion {
  readonly text: string;
  readonly calls: readonly WrittenCall[];
  readonly finishReason: "stop" | "tool_calls";
}

let callsMade = 0;

/** @param garble for the JSON of arguments that a model gets wrong */
export function completionOf(step: Step, garble: (json: string) => string): Completion {
  const calls = (step.call ?? []).map((use): WrittenCall => {
    callsMade += 1;
    const json = garble(JSON.stringify(use.arguments));
    return { id: `call_${callsMade}`, type: "function", function: { name: use.tool, arguments: json } };
  });
  return { text: step.say ?? "", calls, finishReason: calls.length > 0 ? "tool_calls" : "stop" };
}

/** The tokens of an answer: words with the space before them, then each call's name and fragments of its arguments. */
export function deltasOf(completion: Completion): Delta[] {
  const words = completion.text.match(/\s*\S+/g) ?? [];
  const deltas: Delta[] = words.map((content) => ({ content }));
  for (const [index, call] of completion.calls.entries()) {
    const { name, arguments: json } = call.function;
    deltas.push({ tool_calls: [{ index, id: call.id, type: call.type, function: { name, arguments: "" } }] });
    for (const fragment of json.match(/.{1,6}/gs) ?? []) {
      deltas.push({ tool_calls: [{ index, function: { arguments: fragment } }] });
    }
  }
  return deltas;
}

/** The body of an answer that is not streamed. */
export function bodyOf(completion: Completion, model: string): Record<string, unknown> {
  const toolCalls = completion.calls.length > 0 ? { tool_calls: completion.calls } : {};
  const message = { role: "assistant", content: completion.text || null, ...toolCalls };
  return {
    ...envelope("chat.completion", model),
    choices: [{ index: 0, message, finish_reason: completion.finishReason }],
    usage: usageOf(completion),
  };
}

/** One line of a stream. */
export function event(model: string, delta: Delta, finishReason: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finishReason }];
  return `data: ${JSON.stringify({ ...envelope("chat.completion.chunk", model), choices })}\n\n`;
}

/** The last line before the end, for who asked for it with `stream_options.include_usage`. */
export function usageEvent(model: string, completion: Completion): string {
  const chunk = { ...envelope("chat.completion.chunk", model), choices: [], usage: usageOf(completion) };
  return `data: ${JSON.stringify(chunk)}\n\n`;
}

export const endOfStream = "data: [DONE]\n\n";

function envelope(object: string, model: string) {
  return { id: "chatcmpl-scripted", object, created: Math.floor(Date.now() / 1000), model };
}

function usageOf(completion: Completion) {
  const tokens = deltasOf(completion).length;
  return { prompt_tokens: 0, completion_tokens: tokens, total_tokens: tokens };
}
