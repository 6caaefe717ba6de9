import { FRAME_MS } from "../../audio/pcm.js";
import { isMonitored } from "../../turn-taking/monitored-line.js";
import type { Said } from "../../conversation/transcript.js";
import { createLevelMeter, SILENCE_DB } from "../../listening/level.js";
import type { CallRecord } from "../../records/call-record.js";
import type { LiveCall, LiveCalls } from "./live-calls.js";

/** A change in a live call. */
export type CallNews =
  /** The call has begun, or its record has changed. */
  | { readonly kind: "call"; readonly record: CallRecord }
  /** Speech in progress, or finished (`isFinal`). Replaces what was reported under the same number. */
  | { readonly kind: "words"; readonly callId: string; readonly said: Said; readonly isFinal: boolean }
  /** Peak levels of both sides since the last report, in dB below full scale. */
  | { readonly kind: "level"; readonly callId: string; readonly callerDb: number; readonly assistantDb: number }
  /** The call is over and recorded, or no longer belongs to this process. No more news of it follows. */
  | { readonly kind: "gone"; readonly callId: string };

export interface CallWatch {
  /** Returns the state and latest words of all calls, or the state and all words of one call. */
  soFar(callId?: string): readonly CallNews[];
  stop(): void;
}

/** Interval of the checks for changes, in ms: the maximum delay of a report. */
const LOOK_EVERY_MS = 50;
/** Number of checks per level report. */
const LOOKS_OF_A_LEVEL = 5;
/** Number of transcript entries reported per call when all calls are watched. */
const LATEST_ENTRIES = 20;

/**
 * Reports changes in the live calls. The calls are polled: without a watcher nothing is measured or allocated, and no call
 * ever waits for a watcher.
 *
 * @param tell called with all changes since the last time; never with an empty list
 */
export function watchCalls(liveCalls: LiveCalls, tell: (news: readonly CallNews[]) => void): CallWatch {
  const watched = new Map<string, WatchedCall>();
  const come = (live: LiveCall) => {
    const { callId } = live.call.record;
    const known = watched.get(callId);
    if (known?.live === live) return;
    known?.stop();
    watched.set(callId, watchCall(live));
  };
  for (const live of liveCalls.all()) {
    come(live);
    watched.get(live.call.record.callId)?.news(); // A new watcher gets it from `soFar`.
  }
  const stopWatching = liveCalls.watch(come);
  let looks = 0;
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();

  function look(): void {
    const isLevel = ++looks % LOOKS_OF_A_LEVEL === 0;
    const news: CallNews[] = [];
    for (const [callId, call] of watched) {
      const isGone = liveCalls.find(callId) === undefined;
      news.push(...call.news(isGone));
      if (isGone) {
        call.stop();
        watched.delete(callId);
        news.push({ kind: "gone", callId });
      } else if (isLevel) news.push(...call.levels());
    }
    if (news.length > 0) tell(news);
  }

  return {
    soFar(callId) {
      const all = [...watched.values()].filter(
        ({ live }) => callId === undefined || live.call.record.callId === callId,
      );
      return all.flatMap(({ live: { call } }): CallNews[] => {
        const { record, transcript } = call;
        const words = (said: Said, isFinal: boolean) =>
          ({ kind: "words", callId: record.callId, said, isFinal }) as const;
        return [
          { kind: "call", record },
          ...transcript.said(callId === undefined ? LATEST_ENTRIES : undefined).map((said) => words(said, true)),
          ...transcript.beingSaid.filter(hasWords).map((said) => words(said, false)),
        ];
      });
    },
    stop() {
      clearInterval(timer);
      stopWatching();
      for (const call of watched.values()) call.stop();
    },
  };
}

interface WatchedCall {
  readonly live: LiveCall;
  /** Returns the changes since the last time. @param isLast whether this is the last report, which closes open entries */
  news(isLast?: boolean): CallNews[];
  levels(): CallNews[];
  stop(): void;
}

function watchCall(live: LiveCall): WatchedCall {
  const { call } = live;
  const { transcript } = call;
  const { callId } = call.record;
  let record: CallRecord | undefined;
  let entries = 0;
  /** Speech in progress as last reported, by number. */
  const open = new Map<number, Said>();
  let meters: ReturnType<typeof meterLine> | undefined;

  function* words(isLast: boolean): Generator<CallNews> {
    const told = (said: Said, isFinal: boolean) => ({ kind: "words", callId, said, isFinal }) as const;
    const added = transcript.entries.length - entries;
    entries += added;
    for (const said of added > 0 ? transcript.said(added) : []) {
      open.delete(said.id);
      yield told(said, true);
    }
    const now = isLast ? [] : transcript.beingSaid;
    for (const said of now) {
      const before = open.get(said.id);
      if (before ? isSame(before, said) : !hasWords(said)) continue;
      open.set(said.id, said);
      yield told(said, false);
    }
    for (const said of open.values()) {
      if (now.some(({ id }) => id === said.id)) continue;
      open.delete(said.id);
      yield told(said, true);
    }
  }

  return {
    live,
    news(isLast = false) {
      const news: CallNews[] = [];
      if (call.record !== record) {
        record = call.record;
        news.push({ kind: "call", record });
      }
      news.push(...words(isLast));
      return news;
    },
    levels() {
      if (!meters && call.line) meters = meterLine(call.line);
      return meters ? [{ kind: "level", callId, ...meters.read() }] : [];
    },
    stop: () => meters?.stop(),
  };
}

/** Measures both sides of a line until it is stopped. */
function meterLine(line: NonNullable<LiveCall["call"]["line"]>) {
  const levelOf = createLevelMeter();
  let callerDb = SILENCE_DB;
  const stop = line.hear((frame) => {
    callerDb = Math.max(callerDb, levelOf(frame));
  });
  return {
    stop,
    read() {
      const loudest = callerDb;
      callerDb = SILENCE_DB;
      return { callerDb: Math.round(loudest), assistantDb: Math.round(ownLevel(line)) };
    },
  };
}

/**
 * Minimum age of our own audio when its level is read, in ms: echo detection has read it by then, so reading it here does not
 * affect the detection.
 */
const PLAYED_AGO_MS = 100;

/** Returns the level of everything played since the last time. */
function ownLevel(line: NonNullable<LiveCall["call"]["line"]>): number {
  if (!isMonitored(line)) return SILENCE_DB;
  const now = performance.now();
  let loudest = SILENCE_DB;
  for (let ago = PLAYED_AGO_MS + LOOK_EVERY_MS * LOOKS_OF_A_LEVEL; ago >= PLAYED_AGO_MS; ago -= FRAME_MS) {
    loudest = Math.max(loudest, line.ownVoice.levelAt(now - ago));
  }
  return loudest;
}

function hasWords({ entry }: Said): boolean {
  return entry.who === "tool" || entry.text !== "" || (entry.who === "assistant" && entry.unheard !== undefined);
}

function isSame({ entry: one }: Said, { entry: other }: Said): boolean {
  if (one.who === "tool" || other.who === "tool") return false;
  const unheard = one.who === "assistant" && other.who === "assistant" && one.unheard === other.unheard;
  return one.text === other.text && (unheard || one.who === "caller");
}
