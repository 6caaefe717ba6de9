import { forcing, insistingOn } from "./forced-tool.js";
import { toolsForLiveFacts } from "./live-questions.js";
import type { LanguageModel, Message, PreparedToolCall, ReplyTools, ToolCall, ToolOffer, ToolResult } from "./ports.js";
import { createReplyRecord } from "./reply-record.js";
import { MAX_CALLS, newId } from "./tool-call-assembly.js";

/** Maximum length of a reply, in characters: a quarter of an hour of speech. Beyond it, the model is assumed not to stop. */
const MAX_REPLY_LENGTH = 8_000;

/** A part of a reply, in the order of its generation. */
export type ReplyPart =
  | {
      readonly kind: "text";
      readonly text: string;
      /** Whether it is ours and not the model's, which would repeat it ever after. */
      readonly isExcuse?: boolean;
    }
  | {
      readonly kind: "tool";
      readonly call: ToolCall;
      readonly result: ToolResult;
      /** Whether the call was valid; the result of an invalid call is for the model only, not for the caller. */
      readonly usable: boolean;
      /** How long the tool ran, in ms. */
      readonly ms: number;
    };

export interface ReplyNeeds {
  readonly model: LanguageModel;
  readonly tools: ReplyTools;
  /** The conversation up to and including the caller's last words. */
  readonly messages: readonly Message[];
  /** How often the model may use tools before it must answer; default 5. */
  readonly maxRounds?: number;
  /** Said when the model has twice made an invalid call of the same tool. */
  readonly notDone: string;
  /** The language of the conversation: a code such as `en`; default: English. */
  readonly language?: string;
  readonly signal: AbortSignal;
}

/**
 * A reply being generated: iterate over it once. Leaving the loop stops everything in progress, the model's stream as well as
 * running tools.
 */
export interface Reply extends AsyncIterable<ReplyPart> {
  /**
   * The assistant and tool messages to append to the history. They may be read at any time, and are always consistent, even if
   * the loop was left, the signal aborted or the model failed: every tool call has its result, and an unfinished one says so.
   */
  readonly messages: readonly Message[];
}

/**
 * Generates the model's reply, with at most `maxRounds` rounds of tool calls.
 *
 * A round is one completion. Its text is passed on as it is written; its tool calls run concurrently, and their results are
 * yielded in the order of the calls. When a tool has hung up, there is no further round.
 *
 * A question about live facts (see {@link toolsForLiveFacts}) is not answered from the model's knowledge: the tool is forced, and
 * text that the model writes instead is held back; it is used only if the model does so twice.
 *
 * Invalid calls, of unknown tools or with wrong arguments, are returned to the model as failures. If this happens with the same
 * tool in two consecutive rounds, the reply is `notDone`. A model that writes nothing yields a reply without parts.
 *
 * The loop throws the model's errors (`llm_failed`) and the signal's reason when it aborts.
 */
export function generateReply(needs: ReplyNeeds): Reply {
  const { model, tools, messages, maxRounds = 5, notDone, language, signal } = needs;
  const record = createReplyRecord();
  const made = new MadeCalls();
  /** What the last tool told that did not fail. */
  let done: string | undefined;

  async function* rounds(): AsyncGenerator<ReplyPart, void, void> {
    /** Tools whose calls were invalid in the previous round. */
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

  /** The first round, in which a question about live facts forces the tool that it needs. */
  async function* firstRound(offers: readonly ToolOffer[]): AsyncGenerator<ReplyPart, readonly ToolCall[], void> {
    const needed = offered(toolsForLiveFacts(lastWords(messages), language), offers);
    const [tool] = needed;
    if (tool === undefined) return yield* complete(offers);
    // When several tools are needed, a model that may choose calls all of them at once; a single one can be forced without loss.
    const first = await buffered(messages, needed.length === 1 ? forcing(offers, tool) : offers);
    const { calls, text } =
      first.calls.length > 0 ? first : await buffered(insistingOn(messages, tool), forcing(offers, tool));
    record.beginRound();
    if (calls.length > 0) return calls;
    // It only looks something up: rather than have the model guess, it is called with nothing but its defaults.
    if (needsNothing(offers.find(({ name }) => name === tool))) return [{ id: newId(), name: tool, arguments: "{}" }];
    const said = append(text || first.text);
    if (said) yield { kind: "text", text: said };
    return [];
  }

  /** A buffered completion: nothing is passed on before it is complete. */
  async function buffered(asked: readonly Message[], offers: readonly ToolOffer[]) {
    let text = "";
    for await (const output of model.stream(asked, offers, signal)) {
      if (output.kind === "tool_calls") return { text, calls: output.calls.slice(0, MAX_CALLS) };
      text += output.text;
      if (text.length > MAX_REPLY_LENGTH) break;
    }
    return { text, calls: [] };
  }

  /** One completion: passes its text on and returns its tool calls. */
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

  /** Adds text to the record. @returns the part of it for which the reply has room */
  function append(written: string): string {
    const text = written.slice(0, MAX_REPLY_LENGTH - record.length);
    record.say(text);
    return text;
  }

  /** Ends a reply in which the model has lost its way: with what a tool has done, or with the word that it is not done. */
  async function* giveUp(): AsyncGenerator<ReplyPart, void, void> {
    if (done === undefined) return yield { kind: "text", text: notDone, isExcuse: true };
    record.beginRound();
    record.say(done);
    yield { kind: "text", text: done };
  }

  /**
   * Runs the calls of a round concurrently.
   *
   * @returns the tools whose calls were invalid; all unknown tools count as the same one
   */
  async function* callTools(calls: readonly ToolCall[]): AsyncGenerator<ReplyPart, readonly string[], void> {
    record.call(calls);
    const leaving = new AbortController();
    const ends = AbortSignal.any([signal, leaving.signal]);
    const prepared = calls.map((call) => ({ call, ...tools.prepare(call) }));
    made.beginRound();
    const running = prepared.map(async ({ call, run, ...asked }) => {
      const instead = made.insteadOf(asked);
      if (instead) return void record.result(call, await instead);
      const { usable } = asked;
      const begun = performance.now();
      const result = await made.add(asked, run(ends));
      record.result(call, result, { isRefused: !usable });
      if (usable && result.status !== "FAILED") done = result.message;
      return { kind: "tool" as const, call, result, usable, ms: performance.now() - begun };
    });
    // A rejection while another call is awaited has been observed: all reject for the same reason.
    for (const tool of running) tool.catch(() => {});
    try {
      for (const tool of running) {
        // Text after a call that is not repeated still begins a new sentence.
        yield (await tool) ?? { kind: "text", text: "\n" };
      }
    } finally {
      leaving.abort();
    }
    return prepared.flatMap(({ usable, tool }) => (usable ? [] : tool));
  }

  return {
    get messages() {
      return record.history;
    },
    [Symbol.asyncIterator]: rounds,
  };
}

const offered = (names: readonly string[], offers: readonly ToolOffer[]) =>
  names.filter((name) => offers.some((offer) => offer.name === name));

const needsNothing = (offer: ToolOffer | undefined) =>
  offer !== undefined && !((offer.parameters.required as readonly string[] | undefined) ?? []).length;

function lastWords(messages: readonly Message[]): string {
  const last = messages.at(-1);
  return last?.role === "user" ? last.content : "";
}

type Asked = Pick<PreparedToolCall, "asksFor" | "tool" | "usable">;

/** The tool calls made in one reply. Small models repeat calls; each is made only once. */
class MadeCalls {
  /** Results, by what the calls ask for. */
  readonly #made = new Map<string, Promise<ToolResult>>();
  /** What tools have arranged (`PENDING`), by tool. */
  readonly #arranged = new Map<string, ToolResult>();
  /** The same, in earlier rounds. */
  #earlier: ReadonlyMap<string, ToolResult> = new Map();

  beginRound(): void {
    this.#earlier = new Map(this.#arranged);
  }

  /** Stores a call that is being made. @returns its result */
  async add({ asksFor, tool, usable }: Asked, making: Promise<ToolResult>): Promise<ToolResult> {
    if (usable) this.#made.set(asksFor, making);
    const result = await making;
    if (usable && result.status === "PENDING") this.#arranged.set(tool, result);
    return result;
  }

  /** Returns the result that the model gets for a call that must not be made; undefined if it is to be made. */
  insteadOf({ asksFor, tool, usable }: Asked): Promise<ToolResult> | undefined {
    const same = this.#made.get(asksFor);
    if (same) return same.then(repeated);
    const other = usable ? this.#earlier.get(tool) : undefined;
    return other && Promise.resolve(onceOnly(other));
  }
}

const repeated = (result: ToolResult): ToolResult => ({
  ...result,
  message: `Already done, answer now. ${result.message}`,
});

/** A reply may arrange several things with a tool in one round, but none in a later round. */
const onceOnly = (result: ToolResult): ToolResult => ({
  status: "FAILED",
  message: `Not done: an answer arranges one, and the caller can ask for another. Answer now. ${result.message}`,
});
