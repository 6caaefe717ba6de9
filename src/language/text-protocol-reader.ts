import { randomUUID } from "node:crypto";
import type { ToolCall } from "./ports.js";
import { MAX_CALLS } from "./tool-call-assembly.js";
import { callAt, HALF_OPENING, OPENING } from "./text-tool-call.js";

/** Finds tool calls in text as it is written. Nothing that may become one is passed on as text. */
export interface TextProtocolReader {
  /** What of the text so far may be said, without what was passed on before. */
  push(piece: string): string;
  /** What was held back, now that no more is to come. */
  end(): string;
  /** The calls so far. */
  readonly calls: readonly ToolCall[];
  /** Whether whatever still comes is of no interest. */
  readonly done: boolean;
}

/** So much text behind a call, in characters, or a line of it: the model is making up the result. */
const MADE_UP = 60;

/**
 * Reads `TOOL NAME {json}`: at any place, with markdown around it, with the JSON over several lines or none at all, in
 * pieces of any size; and `<tool_call>{"name": …, "arguments": …}</tool_call>` as well. Text in front of a call is passed
 * on. Text behind one was written without knowing its result and is left out; further calls count.
 */
export function createTextProtocolReader(isTool: (name: string) => boolean): TextProtocolReader {
  const calls: ToolCall[] = [];
  let held = "";
  /** What of the present line was let go of. */
  let line = "";
  let behind = "";
  let done = false;

  function letGo(length: number): string {
    const text = held.slice(0, length);
    held = held.slice(length);
    line = (line + text).slice((line + text).lastIndexOf("\n") + 1).slice(-MADE_UP);
    if (calls.length === 0) return text;
    behind = (behind + text).replace(/```\w*|<\/?\w+>/g, "").trimStart();
    const lines = behind.slice(0, behind.lastIndexOf("\n") + 1);
    if (behind.length > MADE_UP || /[\p{L}\p{N}]/u.test(lines)) done = true;
    return "";
  }

  function read(ended: boolean): string {
    let text = "";
    while (!done && held) {
      const at = held.search(OPENING);
      if (at !== 0) {
        const half = ended ? -1 : held.search(HALF_OPENING);
        const safe = at > 0 ? at : half < 0 ? held.length : half;
        text += letGo(safe);
        if (at < 0) break;
        continue;
      }
      if (/[\p{L}\p{N}_]$/u.test(line) && held.startsWith("TOOL")) {
        text += letGo("TOOL".length); // The end of a longer word, the beginning of which has been passed on.
        continue;
      }
      const found = callAt(held, { ended, lineBegins: /^[\s>*`#-]*$/.test(line), isTool });
      if (found.kind === "unclear") break;
      if (found.kind === "text") {
        text += letGo(found.length);
        continue;
      }
      calls.push({ id: `call_${randomUUID()}`, name: found.name, arguments: found.json || "{}" });
      held = held.slice(found.length);
      line = behind = "";
      if (calls.length === MAX_CALLS) done = true;
    }
    return text;
  }

  return {
    push(piece) {
      held += piece;
      return read(false);
    },
    end: () => read(true),
    calls,
    get done() {
      return done;
    },
  };
}
