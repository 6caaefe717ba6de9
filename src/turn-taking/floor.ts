import { Ending } from "../kernel/ending.js";
import { describe } from "../kernel/errors.js";
import { Mailbox } from "../kernel/mailbox.js";
import type { Scope } from "../kernel/scope.js";
import type { SpeechInProgress } from "../listening/speech-in-progress.js";
import type { ListeningOptions } from "../listening/utterances.js";
import type { Log } from "../observability/log.js";
import type { Metrics } from "../observability/metrics.js";
import { isInTheMiddle } from "../speech/in-the-middle.js";
import type { Line } from "../telephony/line.js";
import { type HeardAt, hearCaller, type Hearing, isEndOf, type Lull, type Utterance } from "./hear-caller.js";
import { watchOverlap } from "./overlap/watch-overlap.js";
import type { IsListening } from "./overlap/words.js";
import type { Recognition } from "./recognise-soon.js";
import { beginTurn, type Farewell, type Turn } from "./turn.js";

/** An utterance, and its words where they are known already. */
export type HeardUtterance = Utterance & { readonly text: string | undefined };

/** What happens on the floor, in its order. */
export type FloorEvent =
  /** Heard while the floor is free. */
  | Exclude<HeardAt, { kind: "utterance" }>
  /** An utterance that is to be answered, while the floor is free. */
  | HeardUtterance
  /** The caller has interrupted the turn; `text` is what they have said so far, when it is known. */
  | { readonly kind: "interrupted"; readonly turn: Turn; readonly text: string | undefined }
  | { readonly kind: "key"; readonly key: string }
  /** The caller has heard a sentence, or a piece of one, of a turn to its end. */
  | { readonly kind: "heard"; readonly turn: Turn; readonly text: string }
  /** A turn has come to its end, cut short or not. */
  | { readonly kind: "turn_over"; readonly turn: Turn }
  /** The floor has been open for as long as it was to be. */
  | { readonly kind: "idle" };

/**
 * Who has the floor on one line: the assistant with a turn, the caller, or neither. There is at most one turn at a time,
 * and none begins before the last one has unwound.
 *
 * What happens is read with `for await`, by one reader, until the scope ends. `E` is what else that reader waits for.
 */
export interface Floor<E = never> extends AsyncIterable<FloorEvent | E>, Pick<Hearing, "soFar"> {
  /** The assistant's turn; undefined while it does not have the floor. */
  readonly turn: Turn | undefined;
  /** Whether the floor is free. */
  readonly isOpen: boolean;
  /** Whether no speech of the caller's is in progress: noise that is dropped makes no event, so this has to be asked. */
  readonly isCallerQuiet: boolean;
  /** Adds an event of the reader's own. */
  put(event: E): void;
  /**
   * Gives the assistant the floor, which must be free: begins a turn. `speakUp` is called once the turn before has unwound
   * and the transcript holds what was heard of it; not at all when this one is taken away before. Returns the turn.
   */
  take(speakUp: (turn: Turn) => Promise<unknown>, farewell?: Farewell): Turn;
  /**
   * Gives the assistant the floor for as long as the caller does not go on after a lull: what it says is held back, and the
   * turn is committed when the caller turns out to have finished there, or withdrawn. Their utterance is not told of then:
   * it is the turn's. `speakUp` is told what they said where that is known. Returns undefined where the caller has gone on already, or may only have listened to the turn before.
   */
  takeTentatively(after: Lull, speakUp: (turn: Turn, known: string | undefined) => Promise<unknown>): Turn | undefined;
  /** What the caller is saying, or has said last, if it began there (ms of line time). */
  speechFrom(startedAt: number): SpeechInProgress | undefined;
  /** Takes the floor from the assistant, and returns the turn that was cut short, if there was one. */
  yield(why: string): Turn | undefined;
  /** Closes a turn that is over. Returns false when it does not have the floor any more. */
  finish(turn: Turn): boolean;
  /** Frees the floor. If `ms` is given and nothing takes the floor within it, `idle` follows. */
  open(ms?: number): void;
}

export interface FloorNeeds extends Recognition {
  /** What callers speak: a language code such as `en`. */
  readonly language: string;
  /** Has connections opened for requests that may come soon. Asks for nothing, and returns at once. */
  readonly connectAhead: () => void;
  readonly line: Line;
  readonly listening: Partial<ListeningOptions>;
  readonly metrics: Metrics;
  readonly log: Log;
}

/** A turn to a caller who may go on. */
interface TentativeTurn {
  readonly turn: Turn;
  readonly commitTurn: () => void;
}

/** After these the back ends are likely to be asked. At the end of an utterance they have been. */
const WORDS_TO_COME: ReadonlySet<HeardAt["kind"]> = new Set(["voice", "lull", "resumed"]);

/** Events wait here for microseconds; a queue this long means that the process has stood still. */
const MAX_EVENTS = 256;

/** Opens the floor of a line until the scope ends, which is the parent of the turns. Nobody has it yet. */
export async function openFloor<E = never>(
  needs: FloorNeeds,
  scope: Scope,
  isListening: IsListening,
): Promise<Floor<E>> {
  const { line, listening, metrics, log, recogniser, connectAhead } = needs;
  const events = new Mailbox<FloorEvent | E>(MAX_EVENTS, "drop-oldest");
  let current: Turn | undefined;
  /** Resolves when the turn that was cut short last has unwound. */
  let unwound = Promise.resolve();
  let isOpen = false;
  let idleTimer: NodeJS.Timeout | undefined;
  /** The lull that goes on, after which they may have finished. */
  let lull: Lull | undefined;
  /** The turn that is not committed yet. */
  let tentative: TentativeTurn | undefined;

  scope.onEnd(() => {
    close();
    events.close();
    if (events.dropped > 0) metrics.dropped("events", events.dropped);
  });
  scope.onEnd(line.onKey((key) => events.put({ kind: "key", key })));
  connectAhead();
  const hearing = await hearCaller(line, listening, scope, onHeard, (piece) => {
    if (!current?.isHeld) recogniser.hear(piece); // What they say to the operator is not transcribed.
  });
  const overlap = watchOverlap({
    ...needs,
    hearing,
    scope,
    isListening,
    turn: () => current,
    onWords(text, endedAt) {
      recognised = { text, endedAt };
      const turn = yieldTurn("the caller spoke");
      if (turn) events.put({ kind: "interrupted", turn, text });
      if (lull) events.put(lull); // A caller who interrupted with a word and is silent may have finished.
    },
    onUtterance: putUtterance,
  });
  /** The transcript of what was said over a turn last, and where it ended: it is not transcribed again. */
  let recognised: { readonly text: string | undefined; readonly endedAt: number } | undefined;

  function onHeard(heard: HeardAt): void {
    if (current?.isHeld) return; // Until they have been put through, or are with us again.
    if (WORDS_TO_COME.has(heard.kind)) connectAhead();
    if (heard.kind === "talk") {
      if (!current) events.put(heard);
      return;
    }
    if (heard.kind === "utterance") recogniser.heard(heard);
    const after = lull;
    lull = heard.kind === "lull" && !isInTheMiddle(heard) ? heard : undefined;
    if (tentative) {
      if (isEndOf(after, heard)) return commit(heard);
      yieldTurn("the caller went on");
    }
    if (current) return overlap.hear(heard);
    overlap.end();
    if (heard.kind === "voice") close();
    if (heard.kind === "utterance") putUtterance(heard);
    else events.put(heard);
  }

  function putUtterance(heard: Utterance): void {
    metrics.endpointed(heard.silentMs / 1000);
    const { speech } = hearing;
    const words = speech.startedAt === heard.startedAt ? speech.words : undefined;
    events.put({ ...heard, text: words ?? knownUpTo(heard) });
  }

  /** What was said up to there over a turn. */
  function knownUpTo({ endedAt }: Lull | Utterance): string | undefined {
    return recognised?.endedAt === endedAt ? recognised.text : undefined;
  }

  /** The caller has finished where the turn took them to have. */
  function commit({ silentMs }: Utterance): void {
    metrics.endpointed(silentMs / 1000);
    const kept = settle("kept");
    kept?.turn.notes.happens("endpoint");
    kept?.commitTurn();
    line.resume();
  }

  /** It is known what becomes of the turn that was not committed, if there is one. Returns it. */
  function settle(outcome: "kept" | "withdrawn"): TentativeTurn | undefined {
    const settled = tentative;
    tentative = undefined;
    if (settled) metrics.thoughtAhead(outcome);
    if (settled && outcome === "withdrawn") line.flush(); // What was sent of it before it failed is not heard either.
    return settled;
  }

  /** The floor is taken. */
  function close(): void {
    clearTimeout(idleTimer);
    isOpen = false;
  }

  function yieldTurn(why: string): Turn | undefined {
    close();
    const turn = current;
    current = undefined;
    settle("withdrawn");
    if (turn) unwound = turn.scope.closed;
    turn?.scope.end(new Ending("interrupted", why));
    overlap.end();
    return turn;
  }

  function begin(turn: Turn, speakUp: (turn: Turn) => Promise<unknown>): Turn {
    close();
    turn.onHold = () => overlap.end();
    turn.spoken.onHeard = (text) => events.put({ kind: "heard", turn, text });
    const { signal } = turn.scope;
    const before = unwound;
    const speaking = async () => {
      await before;
      if (!signal.aborted) await speakUp(turn);
    };
    current = turn;
    turn.scope
      .run(speaking())
      .catch((error: unknown) => {
        if (!signal.aborted) log.error("turn_failed", `A turn broke off: ${describe(error)}`);
      })
      .finally(() => {
        turn.scope.end();
        events.put({ kind: "turn_over", turn });
      });
    return turn;
  }

  return {
    get turn() {
      return current;
    },
    get isOpen() {
      return isOpen;
    },
    get isCallerQuiet() {
      return hearing.quiet;
    },
    soFar: () => hearing.soFar(),
    put: (event) => events.put(event),
    [Symbol.asyncIterator]: () => events,

    take: (speakUp, farewell) => begin(beginTurn(scope, farewell), speakUp),

    takeTentatively(after, speakUp) {
      if (current || after !== lull || overlap.isJudging) return undefined;
      overlap.end();
      line.pause();
      let commitTurn = () => {};
      const commitment = new Promise<void>((resolve) => {
        commitTurn = resolve;
      });
      const known = knownUpTo(after);
      const turn = begin(beginTurn(scope, undefined, commitment), (own) => speakUp(own, known));
      tentative = { turn, commitTurn };
      return turn;
    },

    speechFrom: (startedAt) => (startedAt === hearing.speech.startedAt ? hearing.speech : undefined),

    yield: yieldTurn,

    finish(turn) {
      if (turn !== current) return false;
      current = undefined;
      if (settle("withdrawn")) overlap.end();
      return true;
    },

    open(ms) {
      close();
      isOpen = true;
      if (ms !== undefined) idleTimer = setTimeout(() => events.put({ kind: "idle" }), ms);
    },
  };
}
