import { FRAME_MS, FRAME_SAMPLES } from "../../audio/pcm.js";
import { withDeadline } from "../../kernel/deadline.js";
import { Ending } from "../../kernel/ending.js";
import type { Scope } from "../../kernel/scope.js";
import { createBeepDetector } from "../../listening/beep.js";
import type { OwnVoice } from "../../listening/own-voice.js";
import type { UtterancePiece } from "../../listening/utterances.js";
import { beginningOf, type HeardAt, hearCaller, type Hearing, type Utterance } from "../../turn-taking/hear-caller.js";
import { monitored } from "../../turn-taking/monitored-line.js";
import {
  type Finding,
  heard,
  knownToBe,
  NOTHING_HEARD,
  type PickUp,
  type PickUpEvent,
} from "../../turn-taking/pick-up/machine.js";
import type { Dialogue } from "../conversation.js";
import { askWhoAnswered } from "./ask-who-answered.js";
import { createUtteranceReader, type ReaderNeeds } from "./read-utterances.js";

export type WatchNeeds = Pick<
  Dialogue,
  "line" | "listening" | "recogniser" | "isAvailable" | "model" | "language" | "log"
> &
  Pick<ReaderNeeds, "readsAhead">;

/** Listens to who has answered a placed call, while they are spoken to. */
export interface PickUpWatch {
  /** What is known by now. */
  readonly state: PickUp;
  /** Whether someone is speaking, or what they said is being transcribed. */
  readonly isBusy: boolean;
  /** How long no one has spoken, in ms of sound; 0 while someone does. */
  readonly quietMs: number;
  /** When the last tone had ended, in ms of sound; undefined if there was none. */
  readonly toneAt: number | undefined;
  /** Sound heard so far, in ms. */
  readonly soundMs: number;
  /** Takes what is known from elsewhere. */
  note(event: PickUpEvent): void;
  /**
   * Listens for tones only from now on: what is said next is an answer, which others hear and {@link note}. Words that began
   * before are read to their end.
   */
  leaveWords(): void;
  /** Resolves with whether the condition holds within `maxMs`; it is checked after whatever was heard. */
  until(condition: () => boolean, maxMs: number, signal: AbortSignal): Promise<boolean>;
  /**
   * Calls `listener` with each utterance of theirs that was transcribed to its end: at once with the earlier ones. Returns a function
   * that cancels this.
   */
  onUtterance(listener: (text: string) => void): () => void;
  /** Calls `listener` after whatever was heard. Returns a function that cancels this. */
  onHeard(listener: () => void): () => void;
}

/** Interval at which silence, and speech over ours, is noted, in frames. */
const CONDUCT_EVERY = 100 / FRAME_MS;
/** Silence that ends what is said by someone who picks up, in ms, however long conversations wait. */
const ENDPOINT_MS = 700;
const SILENT_FRAME = new Int16Array(FRAME_SAMPLES);

/**
 * Watches until the scope ends.
 *
 * @param ours everything that we may say in the call
 * @param known who has answered, if that is known already
 */
export function watchPickUp(needs: WatchNeeds, scope: Scope, ours: string, known?: Finding): PickUpWatch {
  const { recogniser, log } = needs;
  const line = monitored(needs.line);
  const { ownVoice } = line;
  const listeners = new Set<() => void>();
  const utterances = createUtterances();
  const detectBeep = createBeepDetector();
  let state: PickUp = known ? knownToBe(known) : NOTHING_HEARD;
  let hearing: Hearing | undefined;
  let frames = 0;
  let toneAt: number | undefined;
  let leavesWords = false;
  /** Start of the utterance in progress when words were left to others, in ms of line time. */
  let lastStartedAt: number | undefined;
  const reader = createUtteranceReader(needs, scope, (text, isComplete) => {
    log.said("stt_result", "The callee spoke", {}, { text });
    const { said } = state;
    note({ kind: "words", text, isComplete });
    if (isComplete && state.said !== said) utterances.add(text); // Our echo is not added to what they said.
  });

  scope.onEnd(() => listeners.clear());
  scope.onEnd(line.hear(hearFrame));
  const options = { ...needs.listening, endpointSilenceMs: ENDPOINT_MS };
  const begins = hearCaller(line, options, scope, hearSpeech, hearPiece, hearMissing).then(
    (begun) => (hearing = begun),
  );
  void scope.run(begins).catch(() => {}); // The call is over, or cannot be listened to: then no one is known to have answered.

  function note(event: PickUpEvent): void {
    state = heard(state, event, { language: needs.language, ours });
    if (state.isModelWanted) askModel();
    for (const listener of listeners) listener();
  }

  function hearFrame(frame: Int16Array): void {
    frames++;
    const tone = detectBeep(frame);
    if (tone) {
      if (!tone.isFax) toneAt = tone.endedAt;
      note({ kind: "tone", ms: tone.endedAt - tone.startedAt, isFax: tone.isFax });
    }
    const conduct = frames % CONDUCT_EVERY === 0 && hearing && conductOf(hearing, ownVoice);
    if (conduct) note(conduct);
  }

  /** A telephone that suppresses silence sends no frames: silence goes on, and a tone has ended. */
  function hearMissing(missing: number): void {
    for (let i = 0; i < missing; i++) hearFrame(SILENT_FRAME);
  }

  function hearPiece(piece: UtterancePiece): void {
    if (isForUs(piece)) recogniser.hear(piece);
  }

  function hearSpeech(sound: HeardAt): void {
    if (sound.kind === "voice" && !leavesWords) hearing?.speech.checkAgain();
    if (sound.kind === "utterance" && (!isForUs(sound) || mayReply(sound, ownVoice)))
      note({ kind: "replied", ms: sound.endedAt - sound.startedAt });
    if (!("samples" in sound) || !isForUs(sound)) return;
    const isComplete = sound.kind === "utterance";
    if (isComplete) recogniser.heard(sound);
    else hearing?.speech.checkAgain();
    note({ kind: isComplete ? "ended" : "speaking", ms: sound.endedAt - sound.startedAt });
    reader.read(sound, isComplete);
  }

  function isForUs({ startedAt }: { readonly startedAt: number }): boolean {
    return !leavesWords || startedAt === lastStartedAt;
  }

  function askModel(): void {
    state = { ...state, isModelWanted: false };
    const asked = askWhoAnswered(`${state.said} ${state.saying}`.trim(), needs, scope.signal).then((who) => {
      if (!scope.ending) note({ kind: "model", who });
    });
    void scope.run(asked);
  }

  function onHeard(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return {
    get state() {
      return state;
    },
    get isBusy() {
      return reader.isBusy || hearing?.quiet === false;
    },
    get quietMs() {
      return hearing?.quiet ? hearing.voicelessMs : 0;
    },
    get toneAt() {
      return toneAt;
    },
    get soundMs() {
      return frames * FRAME_MS;
    },
    note,
    leaveWords() {
      leavesWords = true;
      lastStartedAt = hearing?.quiet === false ? hearing.speech.startedAt : undefined;
    },
    onUtterance: utterances.on,
    until: (condition, maxMs, signal) => heldWithin(condition, { maxMs, signal, onHeard }),
    onHeard,
  };
}

/** Whether they are silent, or speak while we do; undefined if only they speak. */
function conductOf({ quiet, voicelessMs }: Hearing, ownVoice: OwnVoice): PickUpEvent | undefined {
  if (quiet) return { kind: "quiet", ms: voicelessMs };
  const [now, ms] = [performance.now(), CONDUCT_EVERY * FRAME_MS];
  if (voicelessMs >= ms || !ownVoice.isAudible(now)) return undefined;
  return { kind: "over", ms, sinceMs: now - ownVoice.begunAt };
}

/** Whether an utterance began after we had spoken, and we have not gone on since. */
function mayReply(utterance: Utterance, ownVoice: OwnVoice): boolean {
  const begunAt = beginningOf(utterance);
  return Number.isFinite(ownVoice.begunAt) && ownVoice.begunAt < begunAt && !ownVoice.isAudible(begunAt);
}

/** Keeps utterances for listeners that come later: as many as the reader transcribes at most. */
function createUtterances() {
  const all: string[] = [];
  const listeners = new Set<(text: string) => void>();
  return {
    add(text: string): void {
      all.push(text);
      for (const listener of listeners) listener(text);
    },
    on(listener: (text: string) => void): () => void {
      for (const text of all) listener(text);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

async function heldWithin(
  condition: () => boolean,
  { maxMs, signal, onHeard }: { maxMs: number; signal: AbortSignal; onHeard: PickUpWatch["onHeard"] },
): Promise<boolean> {
  if (condition()) return true;
  let stop = () => {};
  const held = new Promise<boolean>((resolve) => {
    stop = onHeard(() => condition() && resolve(true));
  });
  try {
    return await withDeadline(maxMs, signal, "Listening to who has answered", () => held);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Ending && error.kind === "deadline") return false;
    throw error;
  } finally {
    stop();
  }
}
