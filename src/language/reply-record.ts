import { isRecord } from "../kernel/record.js";
import type { Message, ToolCall, ToolResult } from "./ports.js";

/** Replaces, for the model, the result of a tool that was still running when the reply was cut short. */
const UNFINISHED = JSON.stringify({ status: "FAILED", message: "Interrupted before it finished." });

/** Maximum characters of a result that the model receives: about a page. */
const MAX_RESULT_LENGTH = 4_000;

interface Round {
  text: string;
  calls: readonly ToolCall[];
  /** Results by the position of their call. */
  results: (string | undefined)[];
  /** Calls that could not be made. */
  refused: Set<ToolCall>;
}

/** Records a reply while it is generated, so that it can be added to the history at any time. */
export interface ReplyRecord {
  /** Always consistent: each tool call is followed by its result, or by the note that it has none. */
  readonly messages: readonly Message[];
  /** Likewise, without calls that could not be made: a model that reads them later makes such calls again. */
  readonly history: readonly Message[];
  /** Characters of text so far. */
  readonly length: number;
  beginRound(): void;
  say(text: string): void;
  call(calls: readonly ToolCall[]): void;
  result(call: ToolCall, result: ToolResult, about?: { readonly isRefused: boolean }): void;
}

export function createReplyRecord(): ReplyRecord {
  const rounds: Round[] = [];
  const current = () => rounds.at(-1) as Round;

  return {
    get messages() {
      return rounds.flatMap(messagesOf);
    },
    get history() {
      return rounds.map(withoutRefused).flatMap(messagesOf);
    },
    get length() {
      return rounds.reduce((sum, { text }) => sum + text.length, 0);
    },
    beginRound() {
      rounds.push({ text: "", calls: [], results: [], refused: new Set() });
    },
    say(text) {
      current().text += text;
    },
    call(calls) {
      current().calls = calls;
    },
    result(call, result, about) {
      const { calls, results, refused } = current();
      if (about?.isRefused) refused.add(call);
      results[calls.indexOf(call)] = told(result);
    },
  };
}

function withoutRefused({ text, calls, results, refused }: Round): Round {
  const kept = calls.flatMap((call, at) => (refused.has(call) ? [] : { call, result: results[at] }));
  return { text, calls: kept.map(({ call }) => call), results: kept.map(({ result }) => result), refused };
}

function messagesOf({ text, calls, results }: Omit<Round, "refused">): Message[] {
  if (calls.length === 0) return text ? [{ role: "assistant", content: text }] : [];
  const toolCalls = calls.map((call) => ({ ...call, arguments: wellFormed(call.arguments) }));
  return [
    { role: "assistant", content: text, toolCalls },
    ...calls.map(({ id }, at) => ({ role: "tool" as const, toolCallId: id, content: results[at] ?? UNFINISHED })),
  ];
}

/** A result as the model receives it. If it is too long, its structured data is dropped first: half of it would be unreadable. */
function told({ status, message, data }: ToolResult): string {
  const whole = JSON.stringify({ status, message, data });
  if (whole.length <= MAX_RESULT_LENGTH) return whole;
  const short = message.length > MAX_RESULT_LENGTH ? `${message.slice(0, MAX_RESULT_LENGTH)} [cut short]` : message;
  return JSON.stringify({ status, message: short });
}

/** Servers that parse the history's arguments fail on text that is not a JSON object; the tool's answer says what was wrong. */
function wellFormed(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? text : "{}";
  } catch {
    return "{}";
  }
}
