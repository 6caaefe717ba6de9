/**
 * Plays a placed call to someone described by a line of a set of answerers, in steps of 100 ms: a message from the moment of
 * the answer, then a question, asked twice. What the machine is told is what `watch-pick-up.ts` would hear.
 */

import {
  type Finding,
  heard,
  NOTHING_HEARD,
  type PickUp,
  type PickUpEvent,
} from "../../../src/turn-taking/pick-up/machine.js";
import type { Greeter } from "../../../src/turn-taking/pick-up/read-greeting.js";
import { seeded } from "../rest-fuzzer.js";
import { calleeOf } from "./callee.js";
import { createScript } from "./script.js";
import { STEP_MS } from "./timeline.js";

export interface Answerer {
  readonly language: string;
  readonly isPerson: boolean;
  /** What they say; see `first-set.ts`. */
  readonly line: string;
}

export interface Circumstances {
  /** How much of what is said is recognised: all, nine words in ten, nothing, or all a second later. */
  readonly recogniser: "clean" | "errs" | "none" | "late";
  /** Whether a person falls silent within two seconds when we speak, or first says all that they would say. */
  readonly isPolite: boolean;
  /** Whom the model names when it is asked; undefined if it does not know. */
  readonly model: () => Greeter | undefined;
  readonly seed: number;
}

export interface Played {
  /** Who was found in the end. */
  readonly finding: Finding | undefined;
  /** When a machine was found first, in ms since the answer; undefined if none was. */
  readonly machineAt: number | undefined;
  readonly isModelAsked: boolean;
}

const MAX_CALL_MS = 60_000;
const ENDPOINT_MS = 700;
/** An utterance in progress is transcribed again when it has grown by this, in ms. */
const AGAIN_MS = 1_000;
const RECOGNISED_MS = 400;
const LATE_MS = 1_000;
const MODEL_MS = 900;
const WRONG_WORDS = ["the", "for", "ten", "haus", "pero", "donc", "poi", "um"];
const OURS: Readonly<Record<string, string>> = {
  en: "Your parcel arrives tomorrow in the morning. Will you be at home?",
  de: "Ihr Paket kommt morgen Vormittag. Sind Sie zu Hause?",
  fr: "Votre colis arrive demain matin. Serez-vous chez vous ?",
  es: "Su paquete llega mañana temprano. ¿Estará en casa?",
  it: "Il suo pacco arriva domani mattina. Sarà in casa?",
};

interface Utterance {
  readonly from: number;
  voiceUntil: number;
  readUntil: number;
  /** Whether it began during our question or after it. */
  readonly isAnswer: boolean;
  readonly mayReply: boolean;
}

export function playCall(answerer: Answerer, { recogniser, isPolite, model, seed }: Circumstances): Played {
  const random = seeded(seed);
  const callee = calleeOf(answerer, isPolite, random);
  const script = createScript();
  const latencyMs = RECOGNISED_MS + (recogniser === "late" ? LATE_MS : 0);
  let state: PickUp = NOTHING_HEARD;
  let machineAt: number | undefined;
  let isModelAsked = false;
  let now = 0;
  let utterance: Utterance | undefined;
  let silentSince = 0;
  let due: { readonly at: number; readonly event: PickUpEvent; readonly isAnswer?: boolean }[] = [];

  function note(event: PickUpEvent): void {
    state = heard(state, event, { language: answerer.language, ours: OURS[answerer.language] });
    if (state.isModelWanted) {
      state = { ...state, isModelWanted: false };
      isModelAsked = true;
      due.push({ at: now + MODEL_MS, event: { kind: "model", who: model() } });
    }
    if (state.finding && state.finding.who !== "human") machineAt ??= now;
  }

  function understood(words: readonly string[]): string {
    if (recogniser === "none") return "";
    if (recogniser !== "errs") return words.join(" ");
    const misheard = (word: string) => (random() < 0.3 ? "" : (WRONG_WORDS[Math.floor(random() * 8)] ?? word));
    return words.map((word) => (random() < 0.1 ? misheard(word) : word)).join(" ");
  }

  function transcribe({ from, isAnswer }: Utterance, isComplete: boolean): void {
    const text = understood(callee.wordsBetween(from, now)).trim();
    if (isComplete) due = due.filter(({ event }) => event.kind !== "words" || event.isComplete);
    if (text) due.push({ at: now + latencyMs, event: { kind: "words", text, isComplete }, isAnswer });
  }

  function hearDue(): void {
    const come = due.filter(({ at }) => at <= now);
    due = due.filter(({ at }) => at > now);
    for (const { event, isAnswer } of come) {
      note(event);
      if (!isAnswer || event.kind !== "words" || !event.isComplete) continue;
      if (callee.isAnswered(event.text)) note({ kind: "chose" });
      if (callee.isAnswered(event.text)) script.end();
      else if (script.repeat(now)) note({ kind: "unanswered" });
    }
  }

  function hearVoice(): void {
    utterance ??= {
      from: now,
      voiceUntil: now,
      readUntil: now,
      isAnswer: script.hasAsked,
      mayReply: script.hasAsked || !script.isSpeaking,
    };
    utterance.voiceUntil = now + STEP_MS;
    if (script.isSpeaking) note({ kind: "over", ms: STEP_MS, sinceMs: script.spokenMs(now) });
    const ms = now - utterance.from;
    if (utterance.isAnswer) return void (ms > AGAIN_MS && script.yield(now));
    if (now - utterance.readUntil < AGAIN_MS) return;
    utterance.readUntil = now;
    note({ kind: "speaking", ms });
    transcribe(utterance, false);
  }

  function hearSilence(): void {
    if (utterance && now - utterance.voiceUntil >= ENDPOINT_MS) {
      const ms = utterance.voiceUntil - utterance.from;
      if (utterance.mayReply) note({ kind: "replied", ms });
      if (!utterance.isAnswer) note({ kind: "ended", ms });
      transcribe(utterance, true);
      silentSince = utterance.voiceUntil;
      utterance = undefined;
    }
    if (!utterance) note({ kind: "quiet", ms: now - silentSince });
  }

  for (; now < MAX_CALL_MS && !script.isOver; now += STEP_MS) {
    hearDue();
    if (!utterance) callee.mayReply(now, script.silentSince);
    for (const ms of callee.tonesEndedAt(now)) note({ kind: "tone", ms, isFax: ms > 1_000 });
    if (callee.isSounding(now)) hearVoice();
    else hearSilence();
    const isBusy = utterance !== undefined || due.some(({ event }) => event.kind === "words");
    const isClear = state.finding !== undefined || (!isBusy && state.spokenMs === 0);
    if (script.passes(now, isClear, isBusy)) note({ kind: "unanswered" });
  }
  now = Number.POSITIVE_INFINITY;
  hearDue();
  return { finding: state.finding, machineAt, isModelAsked };
}
