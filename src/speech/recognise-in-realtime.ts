import { joined, msOf } from "../audio/pcm.js";
import { unlessAborted } from "../kernel/deadline.js";
import { Ending } from "../kernel/ending.js";
import type { Scope } from "../kernel/scope.js";
import { isInTheMiddle } from "./in-the-middle.js";
import { createLatency, type Latency } from "./latency.js";
import type { PartialWords, Recogniser, Speech, SpeechPiece } from "./ports.js";
import type { OnPartial } from "./speech-items.js";
import type { TranscriptionSession } from "./transcription-session.js";

/** Observes the realtime sessions of one call. */
export interface RealtimeWatch {
  /** A session has opened; or could not be opened, or broke while it was needed: words are then recognised without it. */
  opened(): void;
  failed(detail: string): void;
  /** The words of a stretch arrived from the session, so many seconds after they were requested; or did not. */
  answered(seconds: number): void;
  missed(): void;
}

export interface RealtimeNeeds {
  /** The call's scope. */
  readonly scope: Scope;
  readonly open: (scope: Scope, onPartial: OnPartial) => Promise<TranscriptionSession>;
  /** Whether realtime works as far as is known. */
  readonly isAvailable: () => boolean;
  /** Transcribes what a session does not. */
  readonly otherwise: Recogniser;
  readonly watch: RealtimeWatch;
  /** From the request for words to the words, over all calls. */
  readonly latency?: Latency;
}

/** Maximum number of sessions per call that delivered no words. */
const MAX_FRUITLESS = 3;
/** Maximum number of utterances whose words may still be requested. */
const MAX_UTTERANCES = 16;

/** An utterance as it was committed at one time: everything up to then. */
interface Version {
  /** Its end, in ms of line time. */
  readonly endedAt: number;
  readonly words: Promise<string>;
}

interface Utterance {
  readonly startedAt: number;
  endedAt: number;
  /** All audio of the utterance. */
  heard: Int16Array[];
  heardMs: number;
  /** The session that received all of it. */
  readonly session: Session | undefined;
  readonly versions: Version[];
  /** The words recognised so far. */
  partial: string;
}

interface Session {
  readonly scope: Scope;
  /** Undefined while it is being opened: until then the audio waits here. */
  socket: TranscriptionSession | undefined;
  readonly waiting: ((socket: TranscriptionSession) => void)[];
  /** Whether it has delivered the words of an utterance. */
  hasDelivered: boolean;
  /** Number of commits whose words are still to come. */
  pending: number;
}

/** The session did not deliver the words. */
class NotThere extends Error {}

/**
 * Gets the words from a session that receives the utterances of a call as they are spoken. At a short pause, and at the end, the
 * audio is committed, and the words arrive at once. When the caller continues after a pause, the utterance is sent again from the
 * beginning, because a recogniser understands words worse if they are cut or lack their context. No words are lost with a
 * session: whatever it does not deliver in time is transcribed by `otherwise` from the samples. A session that fails is
 * abandoned; the next utterance may open another.
 */
// oxlint-disable-next-line max-lines-per-function -- one state: the session, and what it has been sent
export function recogniseInRealtime(needs: RealtimeNeeds): Recogniser {
  const { scope, open, isAvailable, otherwise, watch, latency = createLatency() } = needs;
  let session: Session | undefined;
  let fruitless = 0;
  let utterances: Utterance[] = [];
  const listeners = new Set<(words: PartialWords) => void>();
  ensureSession();

  function ensureSession(): void {
    if (session || scope.ending || fruitless >= MAX_FRUITLESS || !isAvailable()) return;
    const opening: Session = {
      scope: scope.child("transcription"),
      socket: undefined,
      waiting: [],
      hasDelivered: false,
      pending: 0,
    };
    session = opening;
    opening.scope.onEnd(() => {
      if (session === opening) session = undefined;
      if (!opening.hasDelivered) fruitless++;
      // Servers close sessions after a while: one that has served and is idle is only replaced.
      if (!scope.ending && !(opening.hasDelivered && isIdle(opening)))
        watch.failed(opening.scope.ending?.message ?? "");
    });
    const opened = open(opening.scope, (...words) => tellPartial(opening, ...words)).then((socket) => {
      opening.socket = socket;
      watch.opened();
      for (const act of opening.waiting.splice(0)) act(socket);
    });
    void scope.run(opened).catch((error: unknown) => opening.scope.end(Ending.of(error)));
  }

  /** Whether nothing is expected of a session. */
  function isIdle(it: Session): boolean {
    const last = utterances.at(-1);
    const isOpen = last?.session === it && committedTo(last) < last.endedAt;
    return it.pending === 0 && !isOpen;
  }

  function tellPartial(from: Session, text: string, isCommitted: boolean): void {
    const utterance = utterances.at(-1);
    if (!utterance || utterance.session !== from) return;
    if (isCommitted && utterance.versions.length === 0) return; // They belong to the previous utterance.
    utterance.partial = text;
    // The caller has continued since the commit and has said more than this.
    const endedAt = isCommitted ? committedTo(utterance) : utterance.endedAt;
    for (const tell of listeners) tell({ startedAt: utterance.startedAt, endedAt, text });
  }

  function act(on: Session, what: (socket: TranscriptionSession) => void): void {
    if (on.socket) what(on.socket);
    else on.waiting.push(what);
  }

  function begin(startedAt: number): Utterance {
    const last = utterances.at(-1);
    if (last) {
      last.heard = [];
      if (last.session && committedTo(last) < last.endedAt) act(last.session, (socket) => socket.clear());
    }
    ensureSession();
    const begun: Utterance = {
      startedAt,
      endedAt: startedAt,
      heard: [],
      heardMs: 0,
      session,
      versions: [],
      partial: "",
    };
    utterances = [...utterances.slice(1 - MAX_UTTERANCES), begun];
    return begun;
  }

  function commit(utterance: Utterance, on: Session, endedAt: number): void {
    on.pending++;
    const words = new Promise<string>((resolve, reject) => {
      const forget = on.scope.onEnd(() => reject(new NotThere()));
      act(on, (socket) => void socket.commit().then(resolve, reject).finally(forget));
    });
    words
      .then(() => (on.hasDelivered = true))
      .catch(() => {}) // Requested later, or never.
      .finally(() => on.pending--);
    utterance.versions.push({ endedAt, words });
  }

  /** @throws {NotThere} the session does not have the words, or not of this stretch alone */
  async function wordsOf(speech: Speech): Promise<string> {
    const utterance = utterances.findLast(({ startedAt }) => startedAt === speech.startedAt);
    const on = utterance?.session;
    if (!utterance || !on?.socket || on.scope.ending || utterance.heardMs < msOf(speech.samples)) throw new NotThere();
    if (committedTo(utterance) < speech.endedAt) {
      const isPresent = utterance === utterances.at(-1) && utterance.endedAt === speech.endedAt;
      if (!isPresent) throw new NotThere();
      if (isInTheMiddle(speech)) {
        if (!utterance.partial) throw new NotThere();
        return utterance.partial;
      }
      commit(utterance, on, speech.endedAt);
    }
    const version = utterance.versions.find(({ endedAt }) => endedAt >= speech.endedAt);
    return version?.words ?? Promise.reject(new NotThere());
  }

  async function transcribe(
    ...[speech, signal, tellSoFar = () => {}, traceparent]: Parameters<Recogniser["transcribe"]>
  ) {
    const begun = performance.now();
    signal.throwIfAborted();
    const [only, ...others] = speech;
    const isOf = ({ startedAt }: { readonly startedAt: number }) =>
      others.length === 0 && startedAt === only?.startedAt;
    const tell = (words: Pick<PartialWords, "startedAt" | "text">) => {
      if (isOf(words) && words.text) tellSoFar(words.text);
    };
    listeners.add(tell);
    try {
      const utterance = utterances.at(-1);
      if (utterance) tell({ startedAt: utterance.startedAt, text: utterance.partial });
      const words = await unlessAborted(signal, Promise.all(speech.map(wordsOf)));
      watch.answered((performance.now() - begun) / 1000);
      return words.filter(Boolean).join(" ");
    } catch {
      signal.throwIfAborted();
      watch.missed();
      return await otherwise.transcribe(speech, signal, undefined, traceparent);
    } finally {
      listeners.delete(tell);
    }
  }

  return {
    hear({ samples, startedAt, endedAt }: SpeechPiece) {
      const last = utterances.at(-1);
      // Line time restarts when another listener takes over.
      const isSame = last?.startedAt === startedAt && endedAt >= last.endedAt;
      const utterance = isSame ? last : begin(startedAt);
      const goesOn = utterance.endedAt > committedTo(utterance);
      utterance.endedAt = endedAt;
      utterance.heardMs += msOf(samples);
      const on = utterance.session;
      if (!on || on.scope.ending) return;
      utterance.heard.push(samples);
      if (endedAt <= committedTo(utterance)) return; // The silence that may be the end.
      if (!goesOn) utterance.partial = ""; // It belongs to what is being sent again.
      const more = goesOn ? samples : joined(utterance.heard);
      act(on, (socket) => socket.append(more));
    },

    heard({ startedAt, endedAt }) {
      const utterance = utterances.at(-1);
      const on = utterance?.session;
      if (utterance?.startedAt !== startedAt || !on || on.scope.ending || committedTo(utterance) >= endedAt) return;
      commit(utterance, on, endedAt);
    },

    transcribe: (...request) => latency.time(() => transcribe(...request)),

    get hasPartials() {
      const on = utterances.at(-1)?.session;
      return on?.socket !== undefined && !on.scope.ending;
    },

    latency,

    onPartial(tell) {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
  };
}

/** Up to where it is committed, in ms of line time. */
function committedTo({ versions }: Utterance): number {
  return versions.at(-1)?.endedAt ?? -1;
}
