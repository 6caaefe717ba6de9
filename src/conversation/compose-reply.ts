import { Mailbox } from "../kernel/mailbox.js";
import type { Scope } from "../kernel/scope.js";
import { generateReply, type ReplyPart } from "../language/generate-reply.js";
import type { Message } from "../language/ports.js";
import { createSentenceCutter } from "../speech/sentences.js";
import { speakable } from "../speech/speakable.js";
import type { Conversation } from "./conversation.js";
import { notedModel } from "./noted-backends.js";
import { createReplyTools } from "./reply-tools.js";
import { toolEnvironmentIn, noteToolRun } from "./tool-use.js";
import { onceCommitted, type Turn } from "../turn-taking/turn.js";
import { createWritingPace } from "./writing-pace.js";

/** Sentences that wait to be spoken. A model is cut off at 8000 characters, which makes fewer. */
const MAX_SENTENCES = 1_000;

/** More characters than this are nothing that was said in one go, or is to be said in one. */
const MAX_CHARACTERS = 4_000;
/** What tools may have said while they work: so many sentences in a reply, each of so many characters. */
const MAX_ASIDES = 5;
const MAX_ASIDE = 300;

/**
 * A model that writes faster than this, in characters a second (about 60 tokens), has finished a sentence so soon after its
 * first clause that there is nothing to be gained by saying that alone.
 */
const QUICK = 250;

/** A reply while it comes to be. */
export interface Composition {
  readonly sentences: AsyncIterable<string>;
  /** Every sentence so far, spoken or not. The first may be two: its first clause, and the rest. */
  readonly all: readonly string[];
  /** Resolves when the reply is whole; rejects when the model fails (`llm_failed`) or the scope ends. */
  readonly done: Promise<void>;
  /** Whether it is. */
  readonly isWhole: boolean;
  /** For the history: consistent at every moment. */
  readonly messages: readonly Message[];
}

export interface CompositionNeeds {
  readonly turn: Turn;
  /** Until then nothing is done that cannot be taken back. */
  readonly commitment: Promise<void>;
  readonly scope: Scope;
  /** Told when the model has a tool do something: from then on the caller's words have had an effect. */
  readonly onActing: () => void;
  /** Told when a tool ends the call. */
  readonly onHangUp: () => void;
}

/**
 * Has the model answer what was heard. It runs on its own: neither the model nor its tools wait for a sentence to be
 * spoken, and what the model says before it uses a tool is spoken while the tool runs.
 *
 * There is always something to be said in the end: a model that says nothing after its tools has their result told, one
 * that hangs up without a word says goodbye, and one that is silent altogether leaves an error phrase. What else is called
 * together with hanging up is told before the goodbye, because nothing can be said after it.
 */
export function composeReply(heard: string, call: Conversation, needs: CompositionNeeds): Composition {
  const { turn, commitment, scope, onActing, onHangUp } = needs;
  const sentences = new Mailbox<string>(MAX_SENTENCES, "drop-newest");
  const all: string[] = [];
  const cutter = createSentenceCutter();
  const pace = createWritingPace();
  let written = "";
  /** Whether the model has said anything that can be heard. */
  let hasSpoken = false;
  let asides = 0;
  let isWhole = false;
  /** What tools told, one after the other; empty where there was nothing to tell. */
  const told: string[] = [];

  const tools = createReplyTools({
    toolbox: call.toolbox,
    commitment,
    turn,
    environment: toolEnvironmentIn(call, { hangUp: onHangUp, say: sayAside }),
    onCall: () => {
      say(cutter.end());
      onActing();
    },
  });
  const reply = generateReply({
    model: notedModel(call.model, turn, call.modelName),
    tools,
    messages: [...call.transcript.messages, { role: "user", content: heard.slice(0, MAX_CHARACTERS) }],
    notDone: call.phrasebook.pick("not_done"),
    signal: scope.signal,
  });
  const done = scope.run(compose());
  done.catch(() => {}); // It may fail before anybody has come to wait for it.
  return {
    sentences,
    all,
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
        else {
          turn.notes.happens("firstWord");
          written += part.text;
          pace.wrote(part.text);
          say(cutter.push(part.text));
          if (!hasSpoken && pace.charactersPerSecond < QUICK) say(cutter.takeClause(call.language));
        }
      }
      say(cutter.end());
      onceCommitted({ commitment }, () => call.log.said("llm_response", "The model replied", {}, { text: written }));
      sayMissing();
      isWhole = true;
    } finally {
      sentences.close();
    }
  }

  function say(texts: readonly string[]): void {
    for (const text of texts.map(speakable).filter(Boolean)) {
      hasSpoken = true;
      all.push(text);
      sentences.put(text);
    }
  }

  /** What a tool has said while it works is heard, and is no part of the answer. */
  function sayAside(sentence: string): void {
    const text = speakable(String(sentence).slice(0, MAX_ASIDE));
    if (!text || scope.ending || ++asides > MAX_ASIDES) return;
    call.transcript.toolSaid(text);
    all.push(text);
    sentences.put(text);
  }

  /** What is said in place of an answer is heard, and is nothing that the model has said: it would say it ever after. */
  function sayExcuse(text: string): void {
    for (const sentence of cut(text).map(speakable).filter(Boolean)) call.transcript.toolSaid(sentence);
    say(cut(text));
  }

  function noteTool({ call: request, result, usable, ms }: ReplyPart & { kind: "tool" }): void {
    if (usable) told.push(tools.endedBy.has(request.name) ? "" : result.message.slice(0, MAX_CHARACTERS));
    noteToolRun(request.name, result, ms, call);
  }

  /** Says what the model should have said and did not. */
  function sayMissing(): void {
    const texts = missing();
    if (texts) say(texts.flatMap(cut));
    else if (!hasSpoken) sayExcuse(call.phrasebook.pick("errors"));
  }

  /** What tools told and the model did not; undefined where that is nothing. */
  function missing(): readonly string[] | undefined {
    // A last word that cannot be heard is none.
    const end = reply.messages.findLastIndex((each) => each.role === "tool" || speakable(each.content) !== "");
    const messages = reply.messages.slice(0, end + 1);
    const lastRound = messages.length - 1 - messages.findLastIndex(({ role }) => role !== "tool");
    const results = (lastRound > 0 ? told.slice(-lastRound) : []).map(speakable).filter(Boolean);
    if (tools.hungUp) {
      const farewell = messages.findLast(({ role }) => role === "assistant")?.content ?? "";
      const goodbye = call.phrasebook.pick("goodbyes");
      return results.length > 0 ? [...results, goodbye] : speakable(farewell) ? [] : [goodbye];
    }
    return results.length > 0 ? results : undefined;
  }
}

/** A tool's words as the model's are cut: of one long piece nothing could be heard before all of it is synthesised. */
function cut(text: string): readonly string[] {
  const cutter = createSentenceCutter();
  return [...cutter.push(text), ...cutter.end()];
}
