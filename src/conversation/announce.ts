import { asyncIterableOf } from "../kernel/async-iterable.js";
import { unlessAborted, withDeadline } from "../kernel/deadline.js";
import { Ending } from "../kernel/ending.js";
import type { Scope } from "../kernel/scope.js";
import type { Span } from "../observability/trace.js";
import type { TextToSpeech } from "../speech/ports.js";
import type { Line } from "../telephony/line.js";
import { HOLD_MS } from "./hold-watch.js";
import { tracedVoice } from "./noted-backends.js";
import { speak } from "./speak.js";
import type { Transcript } from "./transcript.js";
import { beginTurn } from "../turn-taking/turn.js";
import { traceTurn } from "./turn-trace.js";

export interface AnnounceNeeds {
  readonly line: Line;
  readonly tts: TextToSpeech;
  readonly transcript: Transcript;
  readonly scope: Scope;
  /** Span of the call's trace. */
  readonly span?: Span | undefined;
  /** How long each hold is waited for, in ms; default: {@link HOLD_MS}. */
  readonly holdMs?: number;
  /** Called for each sentence that was heard to its end. */
  readonly onHeard?: () => void;
}

/**
 * Says sentences to a callee who only listens. Nothing is said while they have us on hold: when they are back, they hear what they
 * missed, from the sentence on in which they left. Resolves with whether they heard everything: the mark after the last sentence
 * came back. They did not if they are not back in time.
 *
 * @throws the scope's ending if they hang up meanwhile · {AttendantError} `tts_failed`
 */
export async function announce(sentences: readonly string[], needs: AnnounceNeeds): Promise<boolean> {
  for (let rest = sentences; rest.length > 0;) {
    if (!(await isBack(needs))) return false;
    const { heard, isHeld } = await announceUnlessHeld(rest, needs);
    if (!isHeld) return heard === rest.length;
    rest = rest.slice(heard);
  }
  return true;
}

/** Resolves with whether the callee hears us in time. @throws the scope's ending */
async function isBack({ line, scope, holdMs = HOLD_MS }: AnnounceNeeds): Promise<boolean> {
  while (line.isHeld()) {
    if (holdMs === 0) return false;
    try {
      await withDeadline(holdMs, scope.signal, "A hold", (signal) => endOfHold(line, signal));
    } catch (error) {
      scope.signal.throwIfAborted();
      if (error instanceof Ending && error.kind === "deadline") return false;
      throw error;
    }
  }
  return true;
}

/** Resolves when the line is on hold no longer. @throws the signal's reason */
async function endOfHold(line: Pick<Line, "onHeld">, signal: AbortSignal): Promise<void> {
  let stop = () => {};
  const back = new Promise<void>((resolve) => {
    stop = line.onHeld((isHeld) => isHeld || resolve());
  });
  await unlessAborted(signal, back).finally(stop);
}

/** Says sentences until we are put on hold. Resolves with how many were heard to their end. */
async function announceUnlessHeld(sentences: readonly string[], needs: AnnounceNeeds) {
  const turn = beginTurn(needs.scope);
  traceTurn(turn, needs.span, "phrase");
  const { spoken } = turn;
  spoken.plan(sentences);
  spoken.onHeard = needs.onHeard;
  const held = new Ending("interrupted", "the callee has put us on hold");
  const stop = needs.line.onHeld((isHeld) => void (isHeld && turn.scope.end(held)));
  needs.transcript.assistantBegins(spoken);
  try {
    await speak(asyncIterableOf(sentences), turn, { ...needs, tts: tracedVoice(needs.tts, turn) });
    return { heard: spoken.heard.length, isHeld: false };
  } catch (error) {
    needs.scope.signal.throwIfAborted();
    if (!turn.scope.ending) throw error;
    return { heard: spoken.heard.length, isHeld: true };
  } finally {
    stop();
    turn.scope.end();
    spoken.complete(sentences);
    needs.transcript.assistantSaid(spoken);
  }
}
