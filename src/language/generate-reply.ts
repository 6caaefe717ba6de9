import type { LanguageModel, Message, ToolCall, ToolOffer } from "./ports.js";
import { createReplyRecord } from "./reply-record.js";
import type { ToolCircumstances, ToolResult } from "./tool.js";
import { MAX_CALLS } from "./tool-call-assembly.js";
import type { Toolbox } from "./toolbox.js";

/** A longer reply than this, in characters, is a model that does not stop: a quarter of an hour of speech. */
const MAX_REPLY_LENGTH = 8_000;

/** A part of a reply, in the order in which it came to be. `ms` is how long the tool ran. */
export type ReplyPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "tool"; readonly call: ToolCall; readonly result: ToolResult; readonly ms: number };

export interface ReplyNeeds {
  readonly model: LanguageModel;
  readonly toolbox: Toolbox;
  /** The conversation up to and with what the caller said last. */
  readonly messages: readonly Message[];
  /** What the tools may do. */
  readonly circumstances: Omit<ToolCircumstances, "signal">;
  /** How often the model may use tools before it has to answer without; 5 unless given. */
  readonly maxRounds?: number;
  readonly signal: AbortSignal;
}

/**
 * A reply in the making: loop over it once to make it come about. Leaving the loop stops everything it has going, the
 * model's stream as well as running tools.
 */
export interface Reply extends AsyncIterable<ReplyPart> {
  /**
   * What to append to the history: assistant and tool messages. It may be read at any moment, and whatever happened
   * (the loop left, the signal aborted, the model broken off) it is consistent: every tool call has its result, and one
   * that did not finish says so.
   */
  readonly messages: readonly Message[];
}

/**
 * Has the model answer, and act through tools as often as it needs to (at most `maxRounds` times) to get there.
 *
 * A round is one completion. Its text is passed on as it is written; the tools it calls run at the same time, and their
 * results come in the order of the calls. Arguments that do not fit go back to the model as the failure they are. When a
 * tool has hung up, which the caller of this sees by its own `hangUp`, there is no further round.
 * A model that says nothing at all makes a reply without parts.
 *
 * The loop throws what the model throws (`llm_failed`) and the signal's reason when it aborts.
 */
export function generateReply(needs: ReplyNeeds): Reply {
  const { model, toolbox, messages, maxRounds = 5, signal } = needs;
  const record = createReplyRecord();
  let hungUp = false;
  const { hangUp } = needs.circumstances;
  const circumstances = {
    ...needs.circumstances,
    hangUp:
      hangUp &&
      (() => {
        hungUp = true;
        hangUp();
      }),
  };

  async function* rounds(): AsyncGenerator<ReplyPart, void, void> {
    for (let round = 0; round <= maxRounds; round++) {
      const calls = yield* complete(round < maxRounds ? toolbox.offers : []);
      if (calls.length === 0 || round === maxRounds) return;
      yield* act(calls);
      if (hungUp) return;
    }
  }

  /** One completion: passes its text on and returns the calls it ends with. */
  async function* complete(offers: readonly ToolOffer[]): AsyncGenerator<ReplyPart, readonly ToolCall[], void> {
    record.beginRound();
    for await (const output of model.stream([...messages, ...record.messages], offers, signal)) {
      if (output.kind === "tool_calls") return output.calls.slice(0, MAX_CALLS);
      const text = output.text.slice(0, MAX_REPLY_LENGTH - record.length);
      record.say(text);
      if (text) yield { kind: "text", text };
      if (text.length < output.text.length) return [];
    }
    return [];
  }

  /** Runs the calls of a round side by side. */
  async function* act(calls: readonly ToolCall[]): AsyncGenerator<ReplyPart, void, void> {
    record.call(calls);
    const leaving = new AbortController();
    const limits = { ...circumstances, signal: AbortSignal.any([signal, leaving.signal]) };
    const running = calls.map(async (call) => {
      const begun = performance.now();
      const result = await toolbox.execute(call.name, call.arguments, limits);
      record.result(call, result);
      return { kind: "tool" as const, call, result, ms: performance.now() - begun };
    });
    // One that rejects while another is awaited has been seen: all reject for the same reason.
    for (const tool of running) tool.catch(() => {});
    try {
      for (const tool of running) yield await tool;
    } finally {
      leaving.abort();
    }
  }

  return {
    get messages() {
      return record.messages;
    },
    [Symbol.asyncIterator]: rounds,
  };
}
