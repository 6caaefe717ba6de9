import type { Phrases } from "../../config/phrases.js";
import { announce } from "../../conversation/announce.js";
import { askChoice, type ChoiceAnswer } from "../../conversation/ask-choice.js";
import { askUnlessUnwanted } from "../../conversation/ask-unless-unwanted.js";
import { type ConversationResources, createDialogue } from "../../conversation/conversation.js";
import { createPhrasebook } from "../../conversation/phrasebook.js";
import { AttendantError } from "../../kernel/errors.js";
import type { Scope } from "../../kernel/scope.js";
import type { Log } from "../../observability/log.js";
import type { CallRecord } from "../../records/call-record.js";
import type { CallScript, Choice, ChoiceOption, OnMachine } from "../../records/call-script.js";
import type { CallStore } from "../../records/stores.js";
import { createPhraseCache, type PhraseCache } from "../../speech/phrase-cache.js";
import { sentencesIn } from "../../speech/sentences.js";
import type { Line } from "../../telephony/line.js";
import type { Call } from "../record/call.js";
import type { DoNotCall } from "../rights/do-not-call.js";
import { owedDisclosure } from "../assistant/disclosure.js";
import { keepRecord } from "../record/keep-call.js";

/** A script prepared for speech. */
export interface SpokenScript {
  /** Tells the callee that a machine speaks; empty when they are not told. */
  readonly disclosure: readonly string[];
  /** Sentences of the message. */
  readonly sentences: readonly string[];
  readonly choice: Choice | null;
  /** What to do when a machine answers; undefined when it is not listened for who does. */
  readonly onMachine: OnMachine | undefined;
  /** Sentences left after the beep. */
  readonly toMachine: readonly string[];
  /** Words to a callee who has chosen, and to one who has not. Empty when there are no phrases. */
  readonly thanks: string;
  readonly farewell: string;
  /** Everything that may be said after the message. */
  readonly afterwards: readonly string[];
  readonly voice: PhraseCache;
}

export interface SpeakScriptNeeds {
  readonly resources: ConversationResources;
  readonly phrases: Phrases;
  readonly records: Pick<CallStore, "saveCall">;
  readonly log: Log;
  /** Lists callees who do not want to be called again; without it they are not understood. */
  readonly doNotCall?: Pick<DoNotCall, "listCallee"> | undefined;
}

/** @throws {AttendantError} `tts_failed` when the script contains nothing that can be spoken */
export async function spokenScript(
  { message, choice, onMachine, machineMessage }: Omit<CallScript, "heard" | "asked">,
  record: Pick<CallRecord, "disclosedAt" | "disclosureWaived">,
  { resources, phrases }: Pick<SpeakScriptNeeds, "resources" | "phrases">,
): Promise<SpokenScript> {
  const disclosure = owedDisclosure(record, { resources, phrases });
  const sentences = await sentencesIn(message, resources.language);
  const question = choice ? await sentencesIn(choice.prompt, resources.language) : [];
  if (sentences.length === 0) throw unspeakable("message");
  if (choice && question.length === 0) throw unspeakable("question");
  const phrasebook = createPhrasebook(phrases);
  const [thanks, farewell] = [phrasebook.pick("acknowledgments"), phrasebook.pick("goodbyes")];
  const voice = createPhraseCache(resources.tts, { maxBytes: Number.POSITIVE_INFINITY });
  const afterwards = choice ? [...question, ...[thanks, farewell].filter(Boolean)] : [];
  const disclosed = disclosure === undefined ? [] : [disclosure];
  const forMachine = machineMessage === undefined ? sentences : await sentencesIn(machineMessage, resources.language);
  return {
    disclosure: disclosed,
    sentences,
    choice,
    onMachine,
    toMachine: forMachine.length > 0 ? forMachine : sentences,
    thanks,
    farewell,
    afterwards,
    voice,
  };
}

/** Everything that is said for sure or may be: to be synthesised before the telephone rings. */
export function allSentences({ disclosure, sentences, afterwards, onMachine, toMachine }: SpokenScript) {
  return [
    ...new Set([...disclosure, ...sentences, ...afterwards, ...(onMachine === "leave_message" ? toMachine : [])]),
  ];
}

function unspeakable(what: string): AttendantError {
  return new AttendantError("tts_failed", `The ${what} contains nothing that can be spoken.`);
}

/**
 * Says and asks the rest of a call's script, and records the progress sentence by sentence without waiting for the store.
 *
 * @param first words to say before anything else
 * @throws the scope's ending when the callee hung up meanwhile · {AttendantError} `tts_failed`, or `media_failed` when the
 *   message was not reported as played
 */
export async function speakScript(
  line: Line,
  { call, script, scope, first = [], answerer }: SpeakScriptCall,
  needs: SpeakScriptNeeds,
): Promise<void> {
  const { resources, phrases, records, log } = needs;
  const { sentences, choice, thanks, farewell, voice } = script;
  const { transcript } = call;
  const toLine = { line, tts: voice, transcript, scope, span: call.span };
  const keep = (change: () => void) => {
    change();
    void keepRecord(call, records, log);
  };
  const { messagePlayed, choiceRawText, script: soFar = { heard: 0, asked: 0 } } = call.record;

  const rest = messagePlayed ? [] : sentences.slice(soFar.heard);
  let toCome = first.length + rest.length;
  const onHeard = () => {
    // The end of the last sentence is recorded as the end of the message.
    if (--toCome > 0 && toCome < rest.length) keep(() => call.sentenceHeard());
  };
  const early = choice?.dtmfEarly ? noteKey(line, choice) : undefined;
  if (script.disclosure.length > 0) {
    await announce(script.disclosure, { ...toLine, onHeard: () => keep(() => call.disclosed()) });
  }
  const isHeard = await announce([...first, ...rest], { ...toLine, onHeard });
  if (!messagePlayed) {
    if (!isHeard) {
      throw new AttendantError("media_failed", "The message was sent, but not reported as played to its end.");
    }
    keep(() => call.messagePlayed());
  }
  if (!choice) return;
  if (!call.record.choiceStatus) await settleChoice(choice);
  if (call.record.choiceStatus === "not_asked") return;
  // What they have answered does not wait for the end of a hold.
  await announce([call.record.choiceStatus === "matched" ? thanks : farewell].filter(Boolean), {
    ...toLine,
    holdMs: 0,
  });

  async function settleChoice(question: Choice): Promise<void> {
    const pressed = early?.();
    if (!pressed && answerer && !(await answerer.mayBeAsked(scope.signal))) {
      return keep(() => call.chose("not_asked", null, null));
    }
    if (pressed) keep(() => call.recognised(pressed.key));
    const { status, option, by } = pressed ? answerByKey(pressed) : await ask(question);
    if (option) answerer?.chose();
    else answerer?.unanswered();
    scope.signal.throwIfAborted(); // It was a machine: it counts as not asked.
    keep(() => call.chose(status, option?.value ?? null, by));
  }

  function ask(question: Choice): Promise<ChoiceAnswer> {
    const dialogue = createDialogue(
      { ...resources, tts: voice },
      { line, scope, transcript, phrases, log, span: call.span },
    );
    const told = {
      onRecognised(text: string) {
        answerer?.said(text);
        keep(() => call.recognised(text));
      },
      onAsked(times: number) {
        if (times > 1) answerer?.unanswered();
        keep(() => call.asked(times));
      },
      onHeard: () => keep(() => call.questionHeard()),
    };
    const from = { asked: soFar.asked, isAnswered: choiceRawText !== null };
    const { doNotCall } = needs;
    if (!doNotCall) return askChoice(question, dialogue, scope, told, from);
    return askUnlessUnwanted(question, dialogue, scope, told, from, {
      phrases,
      list: () => doNotCall.listCallee(call.record),
      say: (sentence) => announce([sentence], toLine),
      onEarlierUtterance: (listener) => answerer?.onUtterance(listener),
    });
  }
}

/** Records the keys pressed until the returned function is called, which returns the option that the last key chooses. */
function noteKey(line: Line, { options }: Choice): () => ChoiceOption | undefined {
  let chosen: ChoiceOption | undefined;
  const stop = line.onKey((pressed) => {
    chosen = options.find(({ key }) => key === pressed) ?? chosen;
  });
  return () => {
    stop();
    return chosen;
  };
}

function answerByKey(option: ChoiceOption): ChoiceAnswer {
  return { status: "matched", option, by: "key" };
}

export interface SpeakScriptCall {
  readonly call: Call;
  readonly script: SpokenScript;
  readonly scope: Scope;
  readonly first?: readonly string[];
  /** Who has answered; default: a person. */
  readonly answerer?: Answerer | undefined;
}

/** Knows who has answered, as far as the question of a script depends on it. */
export interface Answerer {
  /** Resolves with whether the question may be asked: no machine is known to have answered. Waits while that is being said. */
  mayBeAsked(signal: AbortSignal): Promise<boolean>;
  /** Takes words said in answer to the question. */
  said(text: string): void;
  /**
   * Calls `listener` with each utterance that began before the question, as soon as it is transcribed. With a slow recogniser, that
   * may be only while the question is being asked. Returns a function that stops this.
   */
  onUtterance(listener: (text: string) => void): () => void;
  /** The question was answered. */
  chose(): void;
  /** The question was asked, and not answered. */
  unanswered(): void;
}
