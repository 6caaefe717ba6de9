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
import { type IsListening, listenersIn } from "./overlap/words.js";
import type { Recognition } from "./recognise-soon.js";
import type { Farewell, Turn } from "./turn.js";
import { createTurnOrder, type SpeakUp } from "./turn-order.js";

/** An utterance, and its words if they are known already. */
export type HeardUtterance = Utterance & { readonly text: string | undefined };

/** The events on the floor, in order. */
export type FloorEvent =
  /** Something heard while the floor is free. */
  | Exclude<HeardAt, { kind: "utterance" }>
  /** An utterance to be answered, while the floor is free. */
  | HeardUtterance
  /** The caller has interrupted the turn; `text` is what they have said so far, if known. */
  | { readonly kind: "interrupted"; readonly turn: Turn; readonly text: string | undefined }
  /** Words over the turn that were taken for our own, coming back from the line. */
  | { readonly kind: "echo"; readonly text: string }
  | { readonly kind: "key"; readonly key: string }
  /** The caller has heard a sentence of a turn, or a piece of one, to its end. */
  | { readonly kind: "heard"; readonly turn: Turn; readonly text: string }
  /** A turn has ended, cut short or not. */
  | { readonly kind: "turn_over"; readonly turn: Turn }
  /** The floor was open for the time given to `open`. */
  | { readonly kind: "idle" };

/**
 * Tracks who has the floor on one line: the assistant with a turn, the caller, or neither. There is at most one turn at
 * a time, and none begins before the last one has unwound.
 *
 * Events are read with `for await`, by one reader, until the scope ends. `E` is the type of that reader's own events.
 */
export interface Floor<E = never> extends AsyncIterable<FloorEvent | E>, Pick<Hearing, "soFar"> {
  /** The assistant's turn; undefined while it does not have the floor. */
  readonly turn: Turn | undefined;
  /** Whether the floor is free. */
  readonly isOpen: boolean;
  /** Whether no speech of the caller's is in progress. Discarded noise causes no event, so this has to be polled. */
  readonly isCallerQuiet: boolean;
  /** Adds an event: one of the reader's own, or one that the reader has set aside. */
  put(event: E | FloorEvent): void;
  /**
   * Gives the assistant the floor, which must be free, and begins a turn. `speakUp` is called once the previous turn
   * has unwound and the transcript contains what was heard of it, or not at all if this turn ends before that. Returns
   * the turn.
   */
  take(speakUp: SpeakUp, farewell?: Farewell): Turn;
  /**
   * Gives the assistant the floor tentatively after a short pause: what it says is held back until the caller turns out
   * to have finished there, which commits the turn, or continues, which withdraws it. A committed turn takes the
   * caller's utterance, so no event reports it. `speakUp` receives the caller's words if they are known. Returns
   * undefined if the caller has continued already, or their words may be a backchannel to the previous turn.
   */
  takeTentatively(after: Lull, speakUp: (turn: Turn, known: string | undefined) => Promise<unknown>): Turn | undefined;
  /** Returns what the caller is saying, or said last, if it began at `startedAt` (ms of line time). */
  speechFrom(startedAt: number): SpeechInProgress | undefined;
  /** Takes the floor from the assistant. Returns the turn that was cut short, if there was one. */
  yield(why: string): Turn | undefined;
  /** Closes a turn that is over. Returns false if it no longer has the floor. */
  finish(turn: Turn): boolean;
  /** Frees the floor. If `ms` is given and nothing takes the floor in that time, `idle` follows. */
  open(ms?: number): void;
}

export interface FloorNeeds extends Recognition {
  /** Language of the callers: a code such as `en`. */
  readonly language: string;
  /** Opens connections for requests that may come soon. Sends no request, and returns at once. */
  readonly connectAhead: () => void;
  readonly line: Line;
  readonly listening: Partial<ListeningOptions>;
  readonly metrics: Metrics;
  readonly log: Log;
}

/** Events after which requests to the back ends are likely. At the end of an utterance, they were made already. */
const WORDS_TO_COME: ReadonlySet<HeardAt["kind"]> = new Set(["voice", "lull", "resumed"]);

/** Maximum number of events. They wait here for microseconds; a queue this long means that the process was blocked. */
const MAX_EVENTS = 256;

/**
 * Opens the floor of a line until the scope ends. The scope is the parent of the turns. At first the floor belongs to
 * neither side.
 *
 * @param isListening which words over a turn do not interrupt it; default: the backchannels of the language
 */
export async function openFloor<E = never>(
  needs: FloorNeeds,
  scope: Scope,
  isListening: IsListening = listenersIn(needs.language),
): Promise<Floor<E>> {
  const { line, listening, metrics, recogniser, connectAhead } = needs;
  const events = new Mailbox<FloorEvent | E>(MAX_EVENTS, "drop-oldest");
  const turns = createTurnOrder(
    {
      ...needs,
      onIgnoring: () => overlap.end(),
      onListening: () => hearing.dismiss("listener"),
      onHeard: (turn, text) => events.put({ kind: "heard", turn, text }),
      onOver: (turn) => events.put({ kind: "turn_over", turn }),
    },
    scope,
  );
  let isOpen = false;
  let idleTimer: NodeJS.Timeout | undefined;
  /** The current short pause, after which the caller may have finished. */
  let lull: Lull | undefined;

  scope.onEnd(() => {
    close();
    events.close();
    if (events.dropped > 0) metrics.dropped("events", events.dropped);
  });
  scope.onEnd(line.onKey((key) => events.put({ kind: "key", key })));
  connectAhead();
  const hearing = await hearCaller(line, listening, scope, onHeard, (piece) => {
    if (!turns.current?.ignoresCaller) recogniser.hear(piece); // What they say to a colleague is not transcribed.
  });
  const overlap = watchOverlap({
    ...needs,
    hearing,
    scope,
    isListening,
    turn: () => turns.current,
    onWords(text, endedAt) {
      recognised = { text, endedAt };
      const turn = yieldTurn("the caller spoke");
      if (turn) events.put({ kind: "interrupted", turn, text });
      if (lull) events.put(lull); // A caller who interrupted with a word and is silent may have finished.
    },
    onEcho: (text) => events.put({ kind: "echo", text }),
    onUtterance: putUtterance,
  });
  /** The last transcript of speech over a turn, and where that speech ended: it is not transcribed again. */
  let recognised: { readonly text: string | undefined; readonly endedAt: number } | undefined;

  function onHeard(heard: HeardAt): void {
    if (turns.current && cannotBeInterrupted(turns.current)) return hearMeanwhile(turns.current, heard);
    if (WORDS_TO_COME.has(heard.kind)) connectAhead();
    if (heard.kind === "talk") {
      if (!turns.current) events.put(heard);
      return;
    }
    if (heard.kind === "utterance") recogniser.heard(heard);
    const after = lull;
    lull = heard.kind === "lull" && !isInTheMiddle(heard) ? heard : undefined;
    if (turns.isTentative) {
      if (isEndOf(after, heard)) {
        metrics.endpointed(heard.silentMs / 1000);
        return turns.commit(); // The caller has finished where the turn assumed.
      }
      yieldTurn("the caller went on");
    }
    if (turns.current) return overlap.hear(heard);
    overlap.end();
    if (heard.kind === "voice") close();
    if (heard.kind === "utterance") putUtterance(heard);
    else events.put(heard);
  }

  /**
   * Takes what is said while the caller cannot interrupt. Whole utterances are kept; in a turn that ignores the caller, nothing is.
   */
  function hearMeanwhile({ ignoresCaller }: Turn, heard: HeardAt): void {
    if (ignoresCaller || heard.kind !== "utterance") return;
    recogniser.heard(heard);
    putUtterance(heard);
  }

  function putUtterance(heard: Utterance): void {
    metrics.endpointed(heard.silentMs / 1000);
    const { speech } = hearing;
    const words = speech.startedAt === heard.startedAt ? speech.words : undefined;
    events.put({ ...heard, text: words ?? knownUpTo(heard) });
  }

  /** Returns the words said over a turn up to there, if known. */
  function knownUpTo({ endedAt }: Lull | Utterance): string | undefined {
    return recognised?.endedAt === endedAt ? recognised.text : undefined;
  }

  /** Marks the floor as taken. */
  function close(): void {
    clearTimeout(idleTimer);
    isOpen = false;
  }

  function yieldTurn(why: string): Turn | undefined {
    close();
    const turn = turns.cut(why);
    overlap.end();
    return turn;
  }

  return {
    get turn() {
      return turns.current;
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

    take(speakUp, farewell) {
      close();
      return turns.begin(speakUp, farewell);
    },

    takeTentatively(after, speakUp) {
      if (turns.current || after !== lull || overlap.isJudging) return undefined;
      overlap.end();
      close();
      const known = knownUpTo(after);
      return turns.beginTentatively((turn) => speakUp(turn, known));
    },

    speechFrom: (startedAt) => (startedAt === hearing.speech.startedAt ? hearing.speech : undefined),

    yield: yieldTurn,

    finish(turn) {
      const finished = turns.finish(turn);
      if (finished === "withdrawn") overlap.end();
      return finished !== false;
    },

    open(ms) {
      close();
      isOpen = true;
      if (ms !== undefined) idleTimer = setTimeout(() => events.put({ kind: "idle" }), ms);
    },
  };
}

function cannotBeInterrupted({ ignoresCaller, keepsFloor }: Turn): boolean {
  return ignoresCaller || keepsFloor;
}
