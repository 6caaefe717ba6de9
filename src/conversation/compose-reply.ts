import { Mailbox } from "../kernel/mailbox.js";
import type { Scope } from "../kernel/scope.js";
import { withSystemLine } from "../language/forced-tool.js";
import { generateReply, type ReplyPart } from "../language/generate-reply.js";
import type { Message } from "../language/ports.js";
import { createSentenceCutter } from "../speech/sentences.js";
import { speakable } from "../speech/speakable.js";
import type { ToolEnvironment } from "../toolbox/tool.js";
import { onceCommitted, type Turn } from "../turn-taking/turn.js";
import type { Conversation } from "./conversation.js";
import { notedModel } from "./noted-backends.js";
import { ReplyLoop } from "./reply-loop.js";

/** Maximum number of sentences waiting to be spoken. A model is cut off at 8000 characters, which makes fewer. */
const MAX_SENTENCES = 1_000;

/** Maximum number of characters that are taken for one utterance, or spoken as one result. */
const MAX_CHARACTERS = 4_000;
/** Limits on what tools say while they work: sentences per reply, and characters per sentence. */
const MAX_ASIDES = 5;
const MAX_ASIDE = 300;

/**
 * A model that writes faster than this, in characters per second (about 60 tokens), finishes its first sentence so soon
 * after the first clause that speaking the clause alone gains nothing.
 */
const QUICK = 250;

/** A reply while it is being composed. */
export interface Composition {
  readonly sentences: AsyncIterable<string>;
  /** Every sentence so far, spoken or not. The first may be split in two: its first clause, and the rest. */
  readonly all: readonly string[];
  /** Resolves when the reply is complete; rejects when the model fails (`llm_failed`) or the scope ends. */
  readonly done: Promise<void>;
  /** Whether the reply is complete. */
  readonly isWhole: boolean;
  /** Messages for the history, consistent at any time. */
  readonly messages: readonly Message[];
}

/** Who composes: the model, with the tools and the words of the call. */
export type Composer = Pick<
  Conversation,
  "instruction" | "language" | "log" | "model" | "modelName" | "phrasebook" | "tools" | "transcript" | "transfers"
>;

export interface CompositionNeeds {
  readonly turn: Turn;
  /** Resolves when the reply may act; until then, it does nothing that cannot be undone. */
  readonly commitment: Promise<void>;
  readonly scope: Scope;
  /** Called when the model runs a tool: from then on the caller's words have had an effect. */
  readonly onActing: () => void;
  /** Called when a tool ends the call. */
  readonly onHangUp: () => void;
}

/**
 * Has the model answer the caller's words. The model and its tools never wait for a sentence to be spoken, and what the
 * model says before it uses a tool is spoken while the tool runs.
 *
 * There is always something to say: if the model says nothing after its tools, their results are spoken; if it hangs up
 * without a word, a goodbye is spoken; if it is silent altogether, an error phrase. Results of other tools called along
 * with hanging up are spoken before the goodbye, because nothing can be said after it.
 */
export function composeReply(heard: string, call: Composer, needs: CompositionNeeds): Composition {
  const { turn, commitment, scope, onActing, onHangUp } = needs;
  const cutter = createSentenceCutter(call.language);
  const pace = createWritingPace();
  const toSpeak = createSentencesToSpeak(call.language);
  const loop = new ReplyLoop();
  let written = "";
  let asides = 0;
  let isWhole = false;
  /** Messages of the tools, in order; empty for a tool without one. */
  const told: string[] = [];

  const { transfers } = call;
  /** Finds whom the caller asks for, who is put through once they have heard the reply. */
  const transfer: ToolEnvironment["transfer"] =
    transfers &&
    (async (to) => {
      const found = await transfers.find(to, scope.signal);
      turn.transfer = found.transfer ?? turn.transfer;
      return found.answer;
    });
  const tools = call.tools.forReply({
    commitment,
    turn,
    hangUp: onHangUp,
    say: sayAside,
    transfer,
    onCall: () => {
      sayWritten(cutter.end());
      onActing();
    },
  });
  const reply = generateReply({
    model: notedModel(call.model, turn, call.modelName),
    tools,
    messages: withSystemLine(
      [...call.transcript.messages, { role: "user", content: heard.slice(0, MAX_CHARACTERS) }],
      call.instruction,
    ),
    language: call.language,
    notDone: call.phrasebook.pick("not_done"),
    signal: scope.signal,
  });
  const done = scope.run(compose());
  done.catch(() => {}); // It may fail before anything awaits it.
  return {
    sentences: toSpeak.sentences,
    all: toSpeak.all,
    done,
    get isWhole() {
      return isWhole;
    },
    get messages() {
      return reply.messages;
    },
  };

  async function compose(): Promise<void> {
    try {
      for await (const part of reply) {
        if (part.kind === "tool") noteTool(part);
        else if (part.isExcuse) sayExcuse(part.text);
        else sayText(part.text);
        if (loop.isOver) break;
      }
      sayWritten(cutter.end());
      onceCommitted({ commitment }, () => call.log.said("llm_response", "The model replied", {}, { text: written }));
      sayMissing();
      isWhole = true;
    } finally {
      toSpeak.close();
    }
  }

  function sayText(text: string): void {
    turn.notes.happens("firstWord");
    written += text;
    pace.wrote(text);
    sayWritten(cutter.push(text));
    if (!toSpeak.hasAnswer && pace.charactersPerSecond < QUICK) toSpeak.say(cutter.takeClause(call.language));
  }

  function sayWritten(sentences: readonly string[]): void {
    toSpeak.say(sentences.map((sentence) => loop.add(sentence)));
  }

  /** Speaks what a tool says while it works. */
  function sayAside(sentence: string): void {
    const text = speakable(String(sentence).slice(0, MAX_ASIDE), call.language);
    if (!text || scope.ending || ++asides > MAX_ASIDES) return;
    call.transcript.toolSaid(text);
    toSpeak.put(text);
  }

  /**
   * Speaks an excuse in place of an answer. It is not recorded as the model's own words, or the model would keep
   * repeating it.
   */
  function sayExcuse(text: string): void {
    for (const sentence of cut(text, call.language)) call.transcript.toolSaid(speakable(sentence, call.language));
    toSpeak.say(cut(text, call.language));
  }

  function noteTool({ call: request, result, usable, ms }: ReplyPart & { kind: "tool" }): void {
    if (usable) told.push(tools.endedBy.has(request.name) ? "" : result.message.slice(0, MAX_CHARACTERS));
    call.tools.ran(request.name, result, ms);
  }

  /** Says what the model left out. */
  function sayMissing(): void {
    const goodbye = tools.endedBy.size > 0 ? call.phrasebook.pick("goodbyes") : undefined;
    const texts = missingFrom(reply.messages, told, goodbye);
    if (texts) toSpeak.say(texts.flatMap((text) => cut(text, call.language)));
    else if (!toSpeak.hasAnswer) sayExcuse(call.phrasebook.pick("errors"));
  }
}

/** The sentences of a reply, in the order in which they are to be spoken. */
function createSentencesToSpeak(language: string) {
  const sentences = new Mailbox<string>(MAX_SENTENCES, "drop-newest");
  const all: string[] = [];
  let hasAnswer = false;

  function put(text: string): void {
    all.push(text);
    sentences.put(text);
  }

  return {
    sentences,
    all,
    /** Adds a sentence that is not part of the answer. */
    put,
    /** Adds texts of the answer, as far as they can be spoken. */
    say(texts: readonly string[]): void {
      for (const text of texts.map((each) => speakable(each, language)).filter(Boolean)) {
        hasAnswer = true;
        put(text);
      }
    },
    /** Whether anything of an answer is to be spoken. */
    get hasAnswer() {
      return hasAnswer;
    },
    close: () => sentences.close(),
  };
}

/**
 * Returns the tool results that the model did not pass on; undefined if there are none.
 *
 * @param told the results of all tools, in order; empty for one that is not to be spoken
 * @param goodbye said after the results, or if the model hung up without a word; undefined if it did not hang up
 */
function missingFrom(
  all: readonly Message[],
  told: readonly string[],
  goodbye: string | undefined,
): readonly string[] | undefined {
  // A final message without audible words does not count.
  const end = all.findLastIndex((each) => each.role === "tool" || speakable(each.content) !== "");
  const messages = all.slice(0, end + 1);
  const lastRound = messages.length - 1 - messages.findLastIndex(({ role }) => role !== "tool");
  const results = (lastRound > 0 ? told.slice(-lastRound) : []).filter((text) => speakable(text) !== "");
  if (goodbye === undefined) return results.length > 0 ? results : undefined;
  const farewell = messages.findLast(({ role }) => role === "assistant")?.content ?? "";
  return results.length > 0 ? [...results, goodbye] : speakable(farewell) ? [] : [goodbye];
}

/**
 * Splits a tool's words into sentences like the model's: one long piece would be silent until all of it is synthesised.
 */
function cut(text: string, language: string): readonly string[] {
  const cutter = createSentenceCutter(language);
  return [...cutter.push(text), ...cutter.end()];
}

/** Measures how fast a text is being written. */
interface WritingPace {
  /** Characters per second since its first piece; meaningful from the second piece on. */
  readonly charactersPerSecond: number;
  wrote(piece: string): void;
}

export function createWritingPace(): WritingPace {
  let begun: number | undefined;
  let characters = 0;
  return {
    get charactersPerSecond() {
      return (characters / (performance.now() - (begun ?? Number.NaN))) * 1_000;
    },
    wrote(piece) {
      if (begun === undefined) begun = performance.now();
      else characters += piece.length;
    },
  };
}
