import type { Scope } from "../../kernel/scope.js";
import type { Metrics } from "../../observability/metrics.js";
import { QUICK_MS } from "../../speech/latency.js";
import type { Line } from "../../telephony/line.js";
import type { HeardAt, Hearing, Utterance } from "../hear-caller.js";
import { type Recognition, recogniseSoon } from "../recognise-soon.js";
import type { Turn } from "../turn.js";
import { transition } from "./machine.js";
import type { OverlapAction, OverlapEvent, Part, Sound } from "./sound.js";
import { type IsListening, wordsOver } from "./words.js";

export interface OverlapNeeds extends Recognition {
  readonly language: string;
  readonly line: Line;
  readonly hearing: Pick<Hearing, "dismiss" | "mayEcho" | "speech" | "voicelessMs">;
  readonly scope: Scope;
  readonly metrics: Pick<Metrics, "overlapped" | "pausedReply">;
  readonly isListening: IsListening;
  /** The turn that has the floor now. */
  readonly turn: () => Turn | undefined;
  /**
   * Called when the caller wants to speak, with the words so far; undefined if nothing could be recognised. Takes the
   * floor from the turn and ends the overlap.
   *
   * @param endedAt end of these words, in ms of line time; -1 if not known
   */
  readonly onWords: (text: string | undefined, endedAt: number) => void;
  /** Called with words that were taken for our own. */
  readonly onEcho: (text: string) => void;
  /** Called with an utterance that is to be answered. */
  readonly onUtterance: (utterance: Utterance) => void;
}

/**
 * Watches what is heard over the assistant's turns. Pauses and resumes playback, and transcribes, as the machine
 * decides.
 */
export function watchOverlap(needs: OverlapNeeds) {
  const { hearing, isListening, language, metrics, recogniser } = needs;
  let sound: Sound | undefined;
  /** Scope of the work on the sound. */
  let scope: Scope | undefined;
  let timer: NodeJS.Timeout | undefined;
  const playback = pausedPlayback(needs);
  needs.scope.onEnd(recogniser.onPartial((words) => dispatch({ kind: "partial", words })));

  return {
    /** Takes what is heard while the assistant has the floor. */
    hear(heard: HeardAt): void {
      scope ??= needs.scope.child("overlap"); // The machine may end it while handling this.
      dispatch({ kind: "heard", heard });
    },
    /** Whether a part of it is being transcribed. */
    get isJudging(): boolean {
      return sound?.isJudging ?? false;
    },
    /** Discards the sound because the floor has decided. Playback resumes. */
    end,
  };

  function dispatch(event: OverlapEvent): void {
    const turn = needs.turn();
    const next = transition(sound, event, {
      now: performance.now(),
      voicelessMs: hearing.voicelessMs,
      startedAt: hearing.speech.startedAt,
      hasTurn: turn !== undefined,
      isReplyHeard: turn?.audible ?? false,
      words: wordsOver(turn, { isListening, language, mayEcho: hearing.mayEcho }),
      hasPartials: recogniser.hasPartials,
      isQuick: recogniser.latency.isQuick,
      transcriptMs: recogniser.latency.p95Ms,
    });
    sound = next.sound;
    for (const action of next.actions) perform(action);
    wakeInTime();
  }

  function perform(action: OverlapAction): void {
    switch (action.kind) {
      case "pause":
        return playback.pause();
      case "resume":
        return playback.resume();
      case "judge":
        return void transcribe(action.part, (text) => ({ kind: "judged", text }));
      case "look":
        return void transcribe(action.part, (text) => ({ kind: "looked", part: action.part, text }), QUICK_MS);
      case "note":
        metrics.overlapped(action.what);
        needs.turn()?.notes.overlapped(action.what);
        if (action.what === "echo") needs.onEcho(action.text);
        return;
      case "dismiss":
        return hearing.dismiss(action.who);
      case "forget":
        return end();
      case "yield":
        playback.note();
        needs.onWords(action.text, action.endedAt);
        for (const utterance of action.utterances) needs.onUtterance(utterance);
    }
  }

  async function transcribe(part: Part, eventOf: (text?: string) => OverlapEvent, maxMs?: number): Promise<void> {
    const asking = scope;
    if (!asking) return;
    const text = await recogniseSoon(part, needs, asking, maxMs);
    if (asking !== scope) return;
    dispatch(eventOf(text));
  }

  /** Dispatches the next deadline of the pause when it passes. */
  function wakeInTime(): void {
    clearTimeout(timer);
    const next = Math.min(...(sound?.pause?.deadlines ?? []).map(({ at }) => at));
    if (!Number.isFinite(next)) return;
    timer = setTimeout(() => dispatch({ kind: "deadline" }), Math.max(0, Math.ceil(next - performance.now())));
  }

  function end(): void {
    clearTimeout(timer);
    playback.note();
    sound = undefined;
    const ended = scope;
    scope = undefined;
    ended?.end();
    playback.resume();
  }
}

/** Pauses playback for a sound over the turn, and holds back the rest of the turn meanwhile. */
function pausedPlayback(needs: {
  readonly line: Line;
  readonly metrics: Pick<Metrics, "pausedReply">;
  readonly turn: () => Turn | undefined;
}) {
  const { line, metrics } = needs;
  /** Start of the pause, on the clock of `performance.now()`. */
  let pausedAt: number | undefined;
  let releaseTurn: (() => void) | undefined;

  return {
    pause(): void {
      line.pause();
      pausedAt ??= performance.now();
      const turn = needs.turn();
      if (!turn || releaseTurn) return;
      turn.paused = new Promise((resolve) => {
        releaseTurn = () => {
          releaseTurn = undefined;
          resolve();
        };
      });
    },
    resume(): void {
      note();
      releaseTurn?.();
      line.resume();
    },
    /** Records the pause: the line plays again, or there is nothing more to play. */
    note,
  };

  function note(): void {
    if (pausedAt === undefined) return;
    const pausedMs = performance.now() - pausedAt;
    pausedAt = undefined;
    metrics.pausedReply(pausedMs / 1000);
    const turn = needs.turn();
    if (turn) turn.notes.pausedMs += pausedMs;
  }
}
