import { asyncIterableOf } from "../kernel/async-iterable.js";
import type { Scope } from "../kernel/scope.js";
import type { Span } from "../observability/trace.js";
import type { TextToSpeech } from "../speech/ports.js";
import type { Line } from "../telephony/line.js";
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
  /** Called for each sentence that was heard to its end. */
  readonly onHeard?: () => void;
}

/**
 * Says sentences to a callee who only listens. Resolves with whether they heard everything: the mark after the last
 * sentence came back.
 *
 * @throws the scope's ending if they hang up meanwhile · {AttendantError} `tts_failed`
 */
export async function announce(sentences: readonly string[], needs: AnnounceNeeds): Promise<boolean> {
  const turn = beginTurn(needs.scope);
  traceTurn(turn, needs.span, "phrase");
  const { spoken } = turn;
  spoken.plan(sentences);
  spoken.onHeard = needs.onHeard;
  needs.transcript.assistantBegins(spoken);
  try {
    await speak(asyncIterableOf(sentences), turn, needs);
    return spoken.unheard.length === 0;
  } finally {
    turn.scope.end();
    spoken.complete(sentences);
    needs.transcript.assistantSaid(spoken);
  }
}
