import { withDeadline } from "../kernel/deadline.js";
import { isRecord } from "../kernel/record.js";
import type { LanguageModel, Message, ToolOffer } from "./ports.js";

/** A question to the model whose answer is one of several values. */
export interface ClosedQuestion {
  /** What it is to decide, and that it answers by calling {@link ANSWER_TOOL}. */
  readonly instructions: string;
  /** What it is to decide about; sent as JSON. */
  readonly about: unknown;
  readonly values: readonly string[];
  /** Names what is waited for, in the error of a model that is too slow. */
  readonly purpose: string;
  readonly deadlineMs: number;
}

export const ANSWER_TOOL = "ANSWER";
/** Maximum length of the model's answer, in characters. */
const MAX_LENGTH = 1_000;

/**
 * Returns what the model names, which need not be one of the values; undefined if its answer is unintelligible.
 *
 * @throws the signal's reason, the model's error, or an ending when the deadline has passed
 */
export function nameOneOf(
  { instructions, about, values, purpose, deadlineMs }: ClosedQuestion,
  model: LanguageModel,
  signal: AbortSignal,
): Promise<string | undefined> {
  const messages: readonly Message[] = [
    { role: "system", content: instructions },
    { role: "user", content: JSON.stringify(about) },
  ];
  return withDeadline(deadlineMs, signal, purpose, async (ends) => {
    let text = "";
    for await (const output of model.stream(messages, [offerFor(values)], ends)) {
      if (output.kind === "tool_calls") return namedIn(output.calls[0]?.arguments ?? "");
      text += output.text;
      if (text.length > MAX_LENGTH) break;
    }
    return namedIn(text);
  });
}

function offerFor(values: readonly string[]): ToolOffer {
  return {
    name: ANSWER_TOOL,
    description: "Names the option that was chosen.",
    parameters: {
      type: "object",
      properties: { option: { type: "string", enum: values } },
      required: ["option"],
      additionalProperties: false,
    },
    forced: true,
  };
}

/** Returns the value that the model names, in a call, as JSON in its text, or as the value alone. */
function namedIn(written: string): string | undefined {
  const text = written.trim().replace(/^```(?:json)?\s*|\s*```$/g, "");
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return typeof value.option === "string" ? value.option : undefined;
  } catch {
    // Not JSON: it may be the value itself.
  }
  return text.replace(/^["'“]|["'”.]+$/g, "");
}
