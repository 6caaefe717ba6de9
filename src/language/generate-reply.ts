import { forcing, insistingOn } from "./forced-tool.js";
import { toolsForLiveFacts } from "./live-questions.js";
import type { LanguageModel, Message, ReplyTools, ToolCall, ToolOffer, ToolResult } from "./ports.js";
import { createReplyRecord } from "./reply-record.js";
import { MAX_CALLS } from "./tool-call-assembly.js";

/** A longer reply than this, in characters, is a model that does not stop: a quarter of an hour of speech. */
const MAX_REPLY_LENGTH = 8_000;

/** A part of a reply, in the order in which it came to be. */
export type ReplyPart =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "tool";
      readonly call: ToolCall;
      readonly result: ToolResult;
      /** Whether the call could be made; if not, the result is the model's affair and nothing for the caller. */
      readonly usable: boolean;
      /** How long the tool ran. */
      readonly ms: number;
    };

export interface ReplyNeeds {
  readonly model: LanguageModel;
  readonly tools: ReplyTools;
  /** The conversation up to and with what the caller said last. */
  readonly messages: readonly Message[];
  /** How often the model may use tools before it has to answer without; 5 unless given. */
  readonly maxRounds?: number;
  /** What is said when the model has twice called a tool in a way in which it cannot be used. */
  readonly notDone: string;
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
 * results come in the order of the calls. When a tool has hung up, there is no further round.
 *
 * A question about live facts (see {@link toolsForLiveFacts}) is not answered from what the model knows: the tool is forced, and
 * what the model says instead of using it is held back; it counts only when the model does so twice.
 *
 * Calls that cannot be made, of tools that do not exist or with arguments that do not fit, go back to the model as the
 * failure they are. When that happens with the same tool in two rounds on end, the reply is `notDone`.
 * A model that says nothing at all makes a reply without parts.
 *
 * The loop throws what the model throws (`llm_failed`) and the signal's reason when it aborts.
 */
export function generateReply(needs: ReplyNeeds): Reply {
  const { model, tools, messages, maxRounds = 5, notDone, signal } = needs;
  const record = createReplyRecord();

  async function* rounds(): AsyncGenerator<ReplyPart, void, void> {
    /** Tools that could not be used in the round before. */
    let failing: readonly string[] = [];
    let allFailed = false;
    for (let round = 0; round <= maxRounds; round++) {
      const before = record.length;
      const offers = round < maxRounds ? tools.offers : [];
      const calls = yield* round === 0 ? firstRound(offers) : complete(offers);
      if (calls.length === 0 || round === maxRounds) {
        if (allFailed && record.length === before) yield* giveUp();
        return;
      }
      const unusable = yield* callTools(calls);
      if (tools.hungUp) return;
      allFailed = unusable.length === calls.length;
      if (allFailed && unusable.some((name) => failing.includes(name))) return yield* giveUp();
      failing = unusable;
    }
  }

  /** The first round, in which a question about live facts gets the tool that it needs. */
  async function* firstRound(offers: readonly ToolOffer[]): AsyncGenerator<ReplyPart, readonly ToolCall[], void> {
    const needed = toolsForLiveFacts(lastWords(messages)).filter((name) => offers.some((offer) => offer.name === name));
    const [tool] = needed;
    if (tool === undefined) return yield* complete(offers);
    // Of several a model calls all at once, if it is let; one can be forced without loss.
    const first = await buffered(messages, needed.length === 1 ? forcing(offers, tool) : offers);
    const { calls, text } =
      first.calls.length > 0 ? first : await buffered(insistingOn(messages, tool), forcing(offers, tool));
    record.beginRound();
    const said = calls.length > 0 ? "" : append(text || first.text);
    if (said) yield { kind: "text", text: said };
    return calls;
  }

  /** A completion that is buffered: nothing is passed on before it is complete. */
  async function buffered(asked: readonly Message[], offers: readonly ToolOffer[]) {
    let text = "";
    for await (const output of model.stream(asked, offers, signal)) {
      if (output.kind === "tool_calls") return { text, calls: output.calls.slice(0, MAX_CALLS) };
      text += output.text;
      if (text.length > MAX_REPLY_LENGTH) break;
    }
    return { text, calls: [] };
  }

  /** One completion: passes its text on and returns the calls it ends with. */
  async function* complete(offers: readonly ToolOffer[]): AsyncGenerator<ReplyPart, readonly ToolCall[], void> {
    record.beginRound();
    for await (const output of model.stream([...messages, ...record.messages], offers, signal)) {
      if (output.kind === "tool_calls") return output.calls.slice(0, MAX_CALLS);
      const text = append(output.text);
      if (text) yield { kind: "text", text };
      if (text.length < output.text.length) return [];
    }
    return [];
  }

  /** Adds a text to the record. @returns as much of it as the reply has room for */
  function append(written: string): string {
    const text = written.slice(0, MAX_REPLY_LENGTH - record.length);
    record.say(text);
    return text;
  }

  async function* giveUp(): AsyncGenerator<ReplyPart, void, void> {
    record.beginRound();
    record.say(notDone);
    yield { kind: "text", text: notDone };
  }

  /**
   * Makes the calls of a round side by side.
   *
   * @returns the tools of those that could not be made; all tools that do not exist are one and the same
   */
  async function* callTools(calls: readonly ToolCall[]): AsyncGenerator<ReplyPart, readonly string[], void> {
    record.call(calls);
    const leaving = new AbortController();
    const ends = AbortSignal.any([signal, leaving.signal]);
    const prepared = calls.map((call) => ({ call, ...tools.prepare(call) }));
    const running = prepared.map(async ({ call, usable, run }) => {
      const begun = performance.now();
      const result = await run(ends);
      record.result(call, result);
      return { kind: "tool" as const, call, result, usable, ms: performance.now() - begun };
    });
    // One that rejects while another is awaited has been seen: all reject for the same reason.
    for (const tool of running) tool.catch(() => {});
    try {
      for (const tool of running) yield await tool;
    } finally {
      leaving.abort();
    }
    return prepared.flatMap(({ usable, tool }) => (usable ? [] : tool));
  }

  return {
    get messages() {
      return record.messages;
    },
    [Symbol.asyncIterator]: rounds,
  };
}

function lastWords(messages: readonly Message[]): string {
  const last = messages.at(-1);
  return last?.role === "user" ? last.content : "";
}
